//! What forces and nearness are worth to computer players, whether they work their orders out or estimate them.

use crate::game::engine::view::View;
use crate::level::judgement_file::{ApproachWorth, ObjectiveWorth};
use crate::rules::ids::Side;

/// What share of an objective it is to be so far from it, inches, and on the way there.
pub(super) fn on_the_way(gap: f64, worth: &ObjectiveWorth) -> f64 {
    worth.about_to_reach * (1.0 - gap / worth.attracts_from).max(0.0)
}

/// What share of a unit's points it is worth to be so far from the nearest enemy, inches.
pub(super) fn nearness(gap: f64, worth: &ApproachWorth) -> f64 {
    worth.next_to * (1.0 - gap / worth.counts_from).max(0.0)
}

/// The points that a side began with.
pub fn points(view: View, side: Side) -> f64 {
    view.units().filter(|unit| unit.id.side == side).map(|unit| f64::from(unit.card.points)).sum()
}

/// Whether the battle ends with this turn: who is suppressed in it has no test left.
///
/// Rule: TURN-6, MIS-6.
pub(super) fn is_last_turn(view: View) -> bool {
    let turn = view.turn();
    turn.round >= view.rounds() && turn.side != turn.first
}
