//! Odds of the beginning of an impulse: who stays in command, who rallies.

use serde::Serialize;
use tabletop::ids::Side;

use super::{percent, uncounted};
use crate::chapters::breakdown::Term;
use crate::chapters::command::{checking_hexes, is_passed, rally_terms};
use crate::game::View;
use crate::ids::UnitId;

/// Odds of the checks at the beginning of a side's impulse, if it began now.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ImpulseOdds {
    /// In a sentence.
    pub sentence: String,
    /// The side.
    pub side: Side,
    /// Its morale.
    pub morale: u8,
    /// Units that check anything.
    pub units: Vec<UnitImpulse>,
}

/// Checks of one unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnitImpulse {
    /// The unit.
    pub unit: UnitId,
    /// The chance that it is in command.
    pub in_command: f64,
    /// The chance that it is in Good Order afterwards; 1 if it is now.
    pub good_order: f64,
    /// Terms of its rally if it is in command.
    pub terms: Vec<Term>,
}

/// The chance that two dice and a modifier pass a morale check.
///
/// Rule: WSR-MOR-1.
fn passes(modifier: i16, morale: u8) -> f64 {
    let sums = (1..=6).flat_map(|one| (1..=6).map(move |other| one + other + modifier));
    sums.filter(|total| is_passed(*total, morale)).count() as f64 / 36.0
}

/// Odds of a side's command checks and rallies.
///
/// Rule: WSR-CMD-2, WSR-RAL-1, WSR-RAL-2.
pub fn impulse_odds(view: View<'_>, side: Side) -> ImpulseOdds {
    let View { setup, play, .. } = view;
    let morale = setup.force(side).morale;
    let checking = checking_hexes(setup, play, side);
    let checks = |unit: UnitId| checking.iter().any(|(_, units)| units.contains(&unit));
    let mut units = Vec::new();
    for (unit, state, _) in play.on_map(side) {
        let in_command = if checks(unit) { passes(0, morale) } else { 1.0 };
        if in_command == 1.0 && !state.disrupted && !checks(unit) {
            continue;
        }
        let [found, lost] = [false, true].map(|lost| rally_terms(setup, play, unit, lost));
        let total = |terms: &[Term]| terms.iter().map(|term| i16::from(term.value)).sum::<i16>();
        let rallies =
            in_command * passes(total(&found), morale) + (1.0 - in_command) * passes(total(&lost), morale);
        let good_order = if state.disrupted { rallies } else { 1.0 };
        units.push(UnitImpulse { unit, in_command, good_order, terms: found });
    }
    let name = &setup.force(side).name;
    let say = |unit: &UnitImpulse| {
        let command = format!("{} is in command in {} of cases", unit.unit, percent(unit.in_command));
        match play.unit(unit.unit).is_some_and(|state| state.disrupted) {
            true => format!("{command} and rallies in {}", percent(unit.good_order)),
            false => command,
        }
    };
    let sentence = match units.is_empty() {
        true => format!("{name} has nothing to check"),
        false => format!("{name}: {}", units.iter().map(say).collect::<Vec<_>>().join("; ")),
    };
    let sentence = sentence + uncounted(view);
    ImpulseOdds { sentence, side, morale, units }
}
