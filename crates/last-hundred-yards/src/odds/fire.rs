//! Odds of small-arms fire.

use serde::Serialize;
use tabletop_hexes::hex::Hex;

use super::percent;
use crate::chapters::fire::{Effect, effect, others_check, plan, targets, terms};
use crate::chapters::{Term, cohesion, signed, sum};
use crate::gate::Mistake;
use crate::ids::UnitId;
use crate::view::View;

/// Faces of the die.
const FACES: u8 = 10;

/// Odds of small-arms fire at a hex. Chances are between 0 and 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FireOdds {
    /// In a sentence.
    pub sentence: String,
    /// Modifiers of the die.
    pub terms: Vec<Term>,
    /// Its sum.
    pub added: i8,
    /// Concealed units are there that the asker does not know: the fire may strike them.
    pub incomplete: bool,
    /// Known units on foot in the hex.
    pub units: Vec<FireUnit>,
}

/// Fates of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FireUnit {
    /// The unit.
    pub unit: UnitId,
    /// Nothing happens to it.
    pub unharmed: f64,
    /// It becomes Disrupted and keeps its steps.
    pub disrupted: f64,
    /// It loses a step.
    pub reduced: f64,
    /// It is removed.
    pub eliminated: f64,
}

/// Odds of fire of a unit at a hex, as the viewer knows it.
///
/// # Errors
/// The mistake for which the order would be refused.
///
/// Rule: LHY-SAF-1, LHY-SAF-2.
pub(crate) fn fire_odds(view: View<'_>, unit: UnitId, hex: Hex) -> Result<FireOdds, Mistake> {
    let shot = plan(view, unit, hex)?;
    let terms = terms(view, &shot);
    let added = sum(&terms);
    let enemy = view.setup.side(unit).other();
    let (best, foot) = targets(view, hex, enemy);
    let mut all: Vec<UnitId> = foot.iter().chain(&best).copied().collect();
    all.sort();
    all.dedup();
    let units: Vec<FireUnit> = all.iter().map(|target| of_unit(view, *target, &best, added)).collect();
    let incomplete = view.hides(hex, enemy);
    let sentence = say(view, unit, hex, added, &units, incomplete);
    Ok(FireOdds { sentence, terms, added, incomplete, units })
}

/// Steps lost and Disruption of a unit by every face.
fn of_unit(view: View<'_>, unit: UnitId, best: &[UnitId], added: i8) -> FireUnit {
    let mut odds = FireUnit { unit, unharmed: 0.0, disrupted: 0.0, reduced: 0.0, eliminated: 0.0 };
    let each = 1.0 / f64::from(FACES);
    for face in 1..=FACES {
        let total = face as i8 + added;
        let struck = best.first().map_or(Effect::Nothing, |first| effect(view, *first, total));
        if matches!(struck, Effect::Nothing | Effect::Found) {
            odds.unharmed += each;
            continue;
        }
        let picked = if best.contains(&unit) { 1.0 / best.len() as f64 } else { 0.0 };
        harmed(view, &mut odds, effect(view, unit, total), each * picked);
        let left = each * (1.0 - picked);
        let fails = match others_check(view.setup, unit) {
            true => 1.0 - f64::from(cohesion(view.setup, view.play, unit).min(FACES)) / f64::from(FACES),
            false => 0.0,
        };
        let failure = if view.play.state(unit).disrupted { Effect::Casualty } else { Effect::Disrupted };
        harmed(view, &mut odds, failure, left * fails);
        odds.unharmed += left * (1.0 - fails);
    }
    odds
}

/// Adds the chance of an effect.
///
/// Rule: LHY-FRM-3, LHY-STA-7.
fn harmed(view: View<'_>, odds: &mut FireUnit, effect: Effect, chance: f64) {
    let steadfast = view.setup.card(odds.unit).nation.is_steadfast();
    let last = view.play.state(odds.unit).steps <= 1;
    match effect {
        Effect::Nothing | Effect::Found => odds.unharmed += chance,
        Effect::Disrupted if !steadfast => odds.disrupted += chance,
        Effect::Disrupted | Effect::Casualty if last => odds.eliminated += chance,
        Effect::Disrupted | Effect::Casualty => odds.reduced += chance,
    }
}

fn say(view: View<'_>, unit: UnitId, hex: Hex, added: i8, units: &[FireUnit], incomplete: bool) -> String {
    let place = view.setup.place(hex);
    let mut parts = vec![format!("{unit} fires at {place} with {}", signed(added))];
    for of in units {
        let chances = [("Disrupted", of.disrupted), ("reduced", of.reduced), ("eliminated", of.eliminated)];
        let said: Vec<String> = chances
            .into_iter()
            .filter(|(_, chance)| *chance > 0.0)
            .map(|(what, chance)| format!("{what} {}", percent(chance)))
            .collect();
        let said = if said.is_empty() { "cannot be harmed".to_owned() } else { said.join(", ") };
        parts.push(format!("{}: {said}", of.unit));
    }
    if incomplete {
        parts.push("incomplete: somebody there is concealed".to_owned());
    }
    parts.join("; ")
}
