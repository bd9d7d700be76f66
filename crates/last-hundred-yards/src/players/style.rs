//! Styles as data: how a computer player chooses, and what it thinks things are worth.

use tabletop_data::ron::Node;
use tabletop_data::shipped::Shipped;

use super::value::{COUNT, Features};

/// Files of the styles.
pub const STYLES: &[Shipped] = tabletop_data::shipped!(
    "last-hundred-yards/styles";
    "random", "sensible", "bold", "careful", "strong",
);

tabletop_data::weights!(
    0.0..=20.0;
    /// Points of the enemy's units that an attack should cost.
    harm,
    /// Points of one's own units that a place or an assault may cost.
    risk,
    /// Standing in a goal that has to be taken.
    goal,
    /// Guarding a goal that is held.
    guard,
    /// Coming a maneuver point nearer to a goal.
    near,
    /// Growth of a goal's worth to the side that must take it, up to the end of the time.
    urgency,
    /// Staying concealed.
    conceal,
    /// Share of fire at somebody concealed, and wariness of him in an assault.
    blind,
    /// Share of its points that a Disrupted unit is worth.
    disrupted,
    /// Share of its points that a unit with a step less is worth.
    reduced,
    /// Share of its points that bringing a unit into order is worth.
    recovery,
    /// A place from which fire strikes the objective with certainty.
    support,
    /// Factor of such a place for a vehicle, which fire does not harm.
    drive,
    /// Surplus of harm done at the objective.
    focus,
    /// Surplus of harm done to those who are under way to assault.
    halt,
    /// Share of the enemies in sight who are expected to fire at a given unit.
    aimed,
    /// Surplus of their fire for each unit beside it in the hex.
    crowd,
    /// Cost, to the side that may wait, of letting one more enemy react.
    provoke,
    /// Points that are enough to act.
    acts_from,
    /// Points that are enough to assault.
    assaults_from,
    /// Chance to take the hex that is enough to assault.
    chance_from,
    /// Part of that chance that it does without when the time is up.
    haste,
    /// Share of the assault value that reactions may strike which is counted out.
    reaction,
);

tabletop_data::searching!(
    /// Turns that each choice is played on, the present one included.
    turns: u32 = |node| node.whole(1..=40, "");
    /// Plays of all options of a choice together.
    plays: u32 = |node| node.whole(1..=10_000, "");
    /// Options of the first style.
    options: u32 = |node| node.whole(1..=40, "");
    /// Standard errors by which another option must lead the first.
    sure: f64 = |node| node.number(0.0..=10.0, "");
    /// Chance by which it must lead.
    margin: f64 = |node| node.number(0.0..=1.0, "");
    /// Standard errors behind the best at which an option is given up.
    hopeless: f64 = |node| node.number(0.0..=10.0, "");
    /// Weights of what is counted at the end of a play.
    value: Features = read_value;
);

fn read_value(node: Node<'_>) -> Option<Features> {
    let numbers = node.items(COUNT..=COUNT)?.into_iter().map(|node| node.number(-100.0..=100.0, ""));
    numbers.collect::<Option<Vec<f64>>>()?.try_into().ok()
}
