//! Changes to a draft by the player: dragging, turning, wheeling, lifting, corners.

use super::draft::{Draft, Hold, Purpose, Way};
use super::draft_model::{DraftModel, Grip};
use super::formation;
use crate::ui::session::events::{UiEvent, emit};

impl Draft {
    /// The centroid of the ends of the held models.
    pub fn middle(&self) -> [f64; 2] {
        let held = self.models.iter().filter(|model| model.grip == Grip::Held);
        formation::centroid(held.map(|model| model.at))
    }

    /// Follows the pointer to a point of the table, if it follows at all.
    pub fn follow(&mut self, to: [f64; 2]) {
        let Hold::InHand(last) = self.hold else { return };
        self.restore_drawn();
        let from = last.unwrap_or_else(|| self.middle());
        self.shift([to[0] - from[0], to[1] - from[1]]);
        self.hold = Hold::InHand(Some(to));
    }

    /// Takes what is shown for what the player drew: who takes a ghost up moves it from where it stands.
    pub fn take_up(&mut self) {
        self.models.iter_mut().for_each(DraftModel::keep_shown_end);
        (self.way, self.stop) = (Way::Drawn, None);
    }

    /// What a change begins with: while the draft follows the pointer, what was drawn; once it rests, what is shown.
    fn begin_change(&mut self) {
        match self.hold {
            Hold::Resting => self.take_up(),
            Hold::InHand(_) => self.restore_drawn(),
        }
    }

    /// Moves the held models over the table, inches.
    pub fn shift(&mut self, [dx, dy]: [f64; 2]) {
        self.begin_change();
        for model in self.held() {
            model.at = [model.at[0] + dx, model.at[1] + dy];
        }
    }

    /// Turns every held model on the spot, degrees counter-clockwise.
    pub fn turn(&mut self, degrees: f64) {
        for model in self.held() {
            model.turn(degrees);
        }
    }

    /// Wheels the held models around their centroid, degrees counter-clockwise.
    pub fn wheel(&mut self, degrees: f64) {
        self.begin_change();
        self.wheeled += degrees;
        let [x, y] = self.middle();
        for model in self.held() {
            let [dx, dy] = formation::rotated([model.at[0] - x, model.at[1] - y], degrees);
            model.at = [x + dx, y + dy];
            model.turn(degrees);
        }
    }

    /// Lifts or lowers the held models by floors, where there are several.
    pub fn raise(&mut self, floors: i32) {
        self.begin_change();
        for model in self.held() {
            model.raise(floors);
        }
    }

    /// The same, by the player.
    pub fn fix_corner(&mut self) {
        self.add_corner();
        emit(&UiEvent::CornerFixed { unit: self.unit });
    }

    /// Adds a corner to the paths of the held models where they are now.
    pub fn add_corner(&mut self) {
        if self.purpose != Purpose::Deploy {
            match self.way {
                // The corner is where the ghosts stop.
                Way::Drawn => self.take_up(),
                Way::Planned => self.restore_drawn(),
            }
            self.held().for_each(DraftModel::add_corner);
        }
    }

    /// Removes the last corner of the paths of the held models.
    pub fn drop_corner(&mut self) {
        self.begin_change();
        for model in self.held() {
            model.corners.pop();
        }
    }
}
