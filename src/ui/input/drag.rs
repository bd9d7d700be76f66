//! What a hand does to a draft: drags, turns, wheels, lifts it, fixes corners of its ways.

use super::draft::{Draft, Hold, Purpose};
use super::draft_model::{DraftModel, Grip};
use super::formation;

impl Draft {
    /// The middle of where the held models would end.
    pub fn middle(&self) -> [f64; 2] {
        let held = self.models.iter().filter(|model| model.grip == Grip::Held);
        formation::mean(held.map(|model| model.at))
    }

    /// Follows the mouse to a point of the table, if it is in hand.
    pub fn follow(&mut self, to: [f64; 2]) {
        let Hold::InHand(last) = self.hold else { return };
        self.redraw();
        let from = last.unwrap_or_else(|| self.middle());
        self.shift([to[0] - from[0], to[1] - from[1]]);
        self.hold = Hold::InHand(Some(to));
    }

    /// Moves the held models over the table, inches.
    pub fn shift(&mut self, [dx, dy]: [f64; 2]) {
        self.redraw();
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

    /// Wheels the held models around their middle, degrees counter-clockwise.
    pub fn wheel(&mut self, degrees: f64) {
        self.redraw();
        self.wheeled += degrees;
        let [x, y] = self.middle();
        for model in self.held() {
            let [dx, dy] = formation::rotated([model.at[0] - x, model.at[1] - y], degrees);
            model.at = [x + dx, y + dy];
            model.turn(degrees);
        }
    }

    /// Lifts the held models by floors, or lowers them, where several bear.
    pub fn raise(&mut self, floors: i32) {
        self.redraw();
        for model in self.held() {
            model.raise(floors);
        }
    }

    /// Fixes a corner of the held models' ways where they are now.
    pub fn add_corner(&mut self) {
        if self.purpose != Purpose::Deploy {
            self.redraw();
            self.held().for_each(DraftModel::add_corner);
        }
    }

    /// Takes back the last corner of the held models' ways.
    pub fn drop_corner(&mut self) {
        self.redraw();
        for model in self.held() {
            model.corners.pop();
        }
    }
}
