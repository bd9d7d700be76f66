//! Styles as data: how a computer player chooses, and what it thinks things are worth.

use tabletop::portfolio::Limits;
use tabletop_data::shipped::Shipped;

/// Files of the styles.
pub const STYLES: &[Shipped] = tabletop_data::shipped!(
    "white-star-rising/styles";
    "random", "sensible", "bold", "careful", "strong",
);

tabletop_data::weights!(
    0.0..=20.0;
    /// Points of the enemy's units that an attack should cost.
    harm,
    /// Points of one's own units that a place or a fight may cost.
    risk,
    /// Standing in a goal hex that is not held.
    goal,
    /// Guarding a goal hex that is held.
    guard,
    /// Coming a hex nearer to a goal.
    near,
    /// Growth of a goal's worth to the side that must take it, up to the last turn.
    urgency,
    /// Having an enemy under fire from a place, as a share of what that fire should cost him.
    threat,
    /// Cost of each hex outside command range.
    command,
    /// Share of its points that a disrupted unit is worth.
    disrupted,
    /// Share of its points that a reduced unit is worth.
    reduced,
    /// Share of its points that a disrupted and reduced unit is worth.
    both,
    /// Points that are enough to fire.
    fires_from,
    /// Points that are enough to call artillery.
    calls_from,
    /// Points that are enough to fire at a stack that moves.
    interrupts_from,
    /// Points that are enough to move.
    moves_from,
    /// Points that are enough to attack.
    attacks_from,
);

tabletop_data::searching!(
    /// Turns that each choice is played on, the present one included.
    turns: u32 = |node| node.whole(1..=40, "");
    /// Number of times each choice is played on, each time with other dice.
    samples: u32 = |node| node.whole(1..=100, "");
    /// Alternatives of the first style that are compared too.
    alternatives: u32 = |node| node.whole(1..=9, "");
    /// Share of its side's points by which another choice must end better than the first style's.
    margin: f64 = |node| node.number(0.0..=1.0, "");
    /// Share of its side's points behind the best at which a choice is given up.
    hopeless: f64 = |node| node.number(0.0..=1.0, "");
    /// Points of a goal hex that is held at the end of a play.
    goal: f64 = |node| node.number(0.0..=100.0, "points");
    /// Share of a side's points that victory is worth.
    victory: f64 = |node| node.number(0.0..=10.0, "");
);

impl Searching {
    /// Limits of the search.
    pub fn limits(&self) -> Limits {
        Limits {
            samples: self.samples,
            turns: self.turns as usize,
            alternatives: self.alternatives as usize,
            margin: self.margin,
            hopeless: self.hopeless,
        }
    }
}
