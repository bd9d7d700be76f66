//! The end of a battle in a sentence.

use crate::play::{Place, Play};
use crate::setup::WsrSetup;

/// Winner of a battle that is over, and why.
///
/// Rule: WSR-SCN-4.
pub fn ending(setup: &WsrSetup, play: &Play) -> Option<String> {
    let winner = play.winner?;
    let level = &setup.level;
    let [won, lost] = [winner, winner.other()].map(|side| &setup.force(side).name);
    let held = play.held.values().filter(|side| **side == level.holder.other()).count();
    let (all, needed) = (level.goals.len(), level.goals_to_win);
    let is_gone = !play.units.iter().any(|(id, unit)| id.side != winner && unit.place != Place::Gone);
    let why = if is_gone {
        format!(": {lost} has no unit left")
    } else if winner == level.holder {
        format!(": {lost} holds {held} of {all} goals and needed {needed}")
    } else {
        format!(": it holds {held} of {all} goals and needed {needed}")
    };
    Some(format!("{won} wins{why} (WSR-SCN-4)"))
}
