//! Close combat in sentences.

use super::kinds::{Fact, LeftFor};
use crate::game::engine::fact::Fact as AnyFact;
use crate::game::narration::charge::charge;
use crate::game::narration::who::Who;
use crate::game::narration::words::{count, counted, force, unit, units};
use crate::game::narration::{Narrated, Sentence};
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, Side, UnitId};

pub(in crate::game) fn narrate(setup: &Setup, fact: &Fact, facts: &[AnyFact]) -> Narrated {
    match fact {
        Fact::CombatStarted { attackers, defenders, .. } => {
            let are = Who::units(setup, attackers).does(["is", "are"]);
            let text = format!("{are} hand to hand with {}.", units(setup, defenders));
            Narrated::one(about(attackers, text))
        }
        Fact::UnitDefended { unit: id, at, .. } => {
            let defends = Who::unit(setup, *id).does(["defends itself", "defend themselves"]);
            let text = format!("{defends} against {}.", unit(setup, *at));
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
            let who = Who::units(setup, units);
            let text = format!("{} no longer in close combat.", who.does(["is", "are"]));
            Narrated::one(about(units, text))
        }
        Fact::ModelCharged { model } => {
            let (sentence, facts) = charge(setup, model.unit, None, facts);
            Narrated { sentences: vec![sentence], facts }
        }
        Fact::CombatRoundBegan { combat, round, fighters } => {
            let [a, b] = Side::BOTH.map(|side| units(setup, &of_side(fighters, side)));
            let text = format!("Round {round} of close combat {combat}: {a} against {b}.");
            let details = vec![format!("{} fight", count(fighters.len()))];
            Narrated::one(Sentence { details, ..plain(text) })
        }
        Fact::CombatRoundEnded { combat, round, hits: [a, b], .. } => {
            let of =
                |side, hits: &u32| format!("{} took {}", force(setup, side), counted(*hits as usize, "hit"));
            let (a, b) = (of(Side::A, a), of(Side::B, b));
            Narrated::one(plain(format!("Round {round} of close combat {combat} ends: {a}, {b}.")))
        }
        Fact::UnitLeftCombat { unit: id, why } => match why {
            LeftFor::FailedTest => Narrated::none(),
            LeftFor::LongCombat => {
                let breaks = Who::unit(setup, *id).does(["breaks off", "break off"]);
                let text = format!("{breaks}: the combat has lasted too long.");
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

/// The units of a side among some fighters, each once.
fn of_side(fighters: &[ModelId], side: Side) -> Vec<UnitId> {
    let mut units: Vec<UnitId> =
        fighters.iter().map(|model| model.unit).filter(|unit| unit.side == side).collect();
    units.sort_unstable();
    units.dedup();
    units
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
