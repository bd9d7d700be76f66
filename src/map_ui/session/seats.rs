//! Who plays each side, and what a player need not be asked.

use tabletop::ids::Side;
use tabletop::matches::Match;
use tabletop_counters::OnHexes;

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Somebody at the window.
    Person,
    /// The computer, by a style.
    Computer(String),
}

/// What a player has said once and for all about opportunity fire: he is asked only where the best shot harms somebody with this
/// chance at least, per cent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StandingOrder {
    /// 0: he is always asked.
    pub min: u8,
}

impl StandingOrder {
    /// The choices.
    pub const ALL: [u8; 6] = [0, 5, 10, 20, 33, 101];

    /// In words: "below 10 %".
    pub fn in_words(self) -> String {
        match self.min {
            0 => "always ask".to_owned(),
            101.. => "never ask".to_owned(),
            min => format!("from {min} % on"),
        }
    }

    /// Whether a shot is worth a question that harms somebody with a chance between 0 and 1.
    pub fn asks(self, harms: f64) -> bool {
        100.0 * harms >= f64::from(self.min)
    }
}

/// Who played each side of a recorded game, as far as it says so.
pub fn seats_of<G: OnHexes>(game: &Match<G>, is_style: impl Fn(&str) -> bool) -> [Seat; 2] {
    Side::BOTH.map(|side| {
        let line = game.history().line();
        let own = line
            .iter()
            .rev()
            .filter(|entry| entry.command.as_ref().is_some_and(|command| command.player == side));
        let mut by = own.filter_map(|entry| entry.rationale.as_ref()).map(|rationale| &rationale.by);
        match by.find(|by| is_style(by)) {
            Some(style) => Seat::Computer(style.clone()),
            None => Seat::Person,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standing_order_keeps_small_chances_quiet() {
        for (min, harms, asks, reason) in [
            (0, 0.0, true, "whoever says nothing is always asked"),
            (10, 0.099, false, "below"),
            (10, 0.1, true, "at the limit"),
            (101, 1.0, false, "never"),
        ] {
            assert_eq!(StandingOrder { min }.asks(harms), asks, "{reason}");
        }
    }
}
