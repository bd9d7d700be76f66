//! Close combat in sentences.

use super::kinds::{Fact, LeftFor};
use crate::game::engine::fact::Fact as AnyFact;
use crate::game::narration::words::{count, counted, force, unit, units};
use crate::game::narration::{Narrated, Sentence};
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::UnitId;

pub(in crate::game) fn narrate(setup: &Setup, fact: &Fact, facts: &[AnyFact]) -> Narrated {
    match fact {
        Fact::CombatStarted { attackers, defenders, .. } => {
            let text = format!("{} in close combat with {}.", are(setup, attackers), units(setup, defenders));
            Narrated::one(about(attackers, text))
        }
        Fact::UnitDefended { unit: id, at } => {
            let text = format!("{} defends itself against {}.", unit(setup, *id), unit(setup, *at));
            Narrated::one(Sentence::line(*id, text))
        }
        // Its test says so.
        Fact::DefenceFailed { .. } => Narrated::none(),
        Fact::CombatJoined { combat, attackers, defenders, .. } => {
            let (attackers, defenders) = (units(setup, attackers), units(setup, defenders));
            Narrated::one(Sentence::heading(format!(
                "Close combat {combat}: {attackers} against {defenders}."
            )))
        }
        Fact::CombatLapsed { units } => {
            let text = format!("{} no longer in close combat.", are(setup, units));
            Narrated::one(about(units, text))
        }
        Fact::ModelCharged { model } => {
            let of_unit = |fact: &&AnyFact| matches!(fact, AnyFact::CloseCombat(Fact::ModelCharged { model: other }) if other.unit == model.unit);
            let charges = facts.iter().take_while(of_unit).count();
            let text = format!("{} charges: {} in contact.", unit(setup, model.unit), count(charges));
            Narrated { sentences: vec![Sentence::line(model.unit, text)], facts: charges }
        }
        Fact::CombatRoundBegan { combat, round, fighters } => {
            let text = format!("Round {round} of close combat {combat}: {} fight.", count(fighters.len()));
            Narrated::one(plain(text))
        }
        Fact::CombatRoundEnded { hits: [a, b], .. } => {
            let hits = |hits: &u32| counted(*hits as usize, "hit");
            let text = format!("A took {}, B {}.", hits(a), hits(b));
            Narrated::one(plain(text))
        }
        Fact::UnitLeftCombat { unit: id, why } => match why {
            LeftFor::FailedTest => Narrated::none(),
            LeftFor::LongCombat => {
                let text = format!("{} breaks off: the combat has lasted too long.", unit(setup, *id));
                Narrated::one(Sentence::line(*id, text))
            }
        },
        Fact::CombatEnded { combat, rounds, winner } => {
            let after = counted(usize::from(*rounds), "round");
            let who = match winner {
                Some(side) => format!("{} wins it", force(setup, *side)),
                None => "nobody wins it".to_owned(),
            };
            Narrated::one(plain(format!("Close combat {combat} ends after {after}: {who}.")))
        }
    }
}

pub(in crate::game) fn narrate_action(_: &Setup, _: UnitId, _: Action, _: &[AnyFact]) -> Option<Narrated> {
    None
}

fn plain(text: String) -> Sentence {
    Sentence { weight: crate::game::narration::Weight::Line, ..Sentence::heading(text) }
}

fn about(units: &[UnitId], text: String) -> Sentence {
    match units.first() {
        Some(unit) => Sentence::line(*unit, text),
        None => plain(text),
    }
}

fn are(setup: &Setup, ids: &[UnitId]) -> String {
    let verb = if ids.len() == 1 { "is" } else { "are" };
    format!("{} {verb}", units(setup, ids))
}
