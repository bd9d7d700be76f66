//! The end of a battle in a sentence.

use crate::chapters::movement::holds;
use crate::view::View;

/// Winner of a battle that is over, and why.
///
/// Rule: LHY-SCN-1.
pub fn ending(view: View<'_>) -> Option<String> {
    let View { setup, play, .. } = view;
    let winner = play.winner?;
    let [won, lost] = [winner, winner.other()].map(|side| &setup.force(side).name);
    let (attacker, level) = (setup.level.attacker, &setup.level);
    let held = level.goals.iter().filter(|hex| holds(setup, play, attacker, **hex)).count();
    let why = if !play.is_alive(setup, winner.other()) {
        format!("nobody is left of the {lost}")
    } else if winner == attacker {
        format!("they alone are in every goal after {} of {} minutes", play.minutes, level.minutes)
    } else {
        format!(
            "the {} minutes are over, and the {lost} hold {held} of {} goals",
            level.minutes,
            level.goals.len()
        )
    };
    Some(format!("The {won} win: {why} (LHY-SCN-1)"))
}
