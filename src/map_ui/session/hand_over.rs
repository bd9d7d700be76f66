//! Handing the window over: between two people at one screen, each of whom may know what the other may not.

use tabletop::ids::Side;
use tabletop_counters::OnHexes;

use super::seats::Seat;
use super::table::Table;

impl<G: OnHexes> Table<G> {
    /// Whether two people sit at the window and hand it over to each other.
    pub(super) fn is_handed_over(&self) -> bool {
        self.hands_over && self.seats.iter().all(|seat| *seat == Seat::Person)
    }

    /// Side to which the window is being handed over: nothing of the battle is shown until its player has taken it.
    pub fn curtain(&self) -> Option<Side> {
        self.curtain
    }

    /// The player to whom the window is handed over has taken it.
    pub fn lift_curtain(&mut self) {
        if let Some(next) = self.curtain.take() {
            self.viewer = Some(next);
            self.notice = None;
            self.jump();
        }
    }

    /// Switches the hand-over on or off.
    pub fn set_hand_over(&mut self, hands_over: bool) {
        if self.hands_over != hands_over {
            self.hands_over = hands_over;
            // Without it whoever decides is shown what he may know, at once.
            self.curtain = None;
            self.jump();
        }
    }
}
