//! Close combat in sentences.

use super::kinds::{Fact, LeftFor};
use crate::game::engine::fact::Fact as AnyFact;
use crate::game::narration::way;
use crate::game::narration::who::Who;
use crate::game::narration::words::{count, counted, force, number, unit, units};
use crate::game::narration::{Narrated, Sentence};
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::{Side, UnitId};

pub(in crate::game) fn narrate(setup: &Setup, fact: &Fact, facts: &[AnyFact]) -> Narrated {
    match fact {
        Fact::CombatStarted { attackers, defenders, .. } => {
            let are = Who::units(setup, attackers).does(["is", "are"]);
            let text = format!("{are} hand to hand with {}.", units(setup, defenders));
            Narrated::one(about(attackers, text))
        }
        Fact::UnitDefended { unit: id, at } => {
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
            let text = format!("Round {round} of close combat {combat}: {} fight.", count(fighters.len()));
            Narrated::one(plain(text))
        }
        Fact::CombatRoundEnded { hits: [a, b], .. } => {
            let of =
                |side, hits: &u32| format!("{} took {}", force(setup, side), counted(*hits as usize, "hit"));
            let text = format!("{}, {}.", of(Side::A, a), of(Side::B, b));
            Narrated::one(plain(text))
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

/// The charge of a unit with which some facts begin, and how many of them are part of it; `way` is that of its models before.
pub(in crate::game) fn charge(
    setup: &Setup,
    unit: UnitId,
    way: Option<&way::Way>,
    facts: &[AnyFact],
) -> (Sentence, usize) {
    let of_unit = |fact: &&AnyFact| is_charge_of(unit, fact);
    let charges = facts.iter().take_while(of_unit).count();
    let place =
        way.filter(|way| !way.places.is_empty()).map_or(String::new(), |way| format!(" {}", way.places));
    let who = Who::unit(setup, unit).does(["charges", "charge"]);
    let reached = match charges {
        1 => "one reaches the enemy".to_owned(),
        some => format!("{} reach the enemy", number(some)),
    };
    let details = way.map(|way| format!("{} moved, longest path {:.1}\"", count(way.models), way.longest));
    let sentence = Sentence::line(unit, format!("{who}{place}: {reached}."));
    (Sentence { details: details.into_iter().collect(), ..sentence }, charges)
}

/// Whether a fact is that a model of a unit charges.
pub(in crate::game) fn is_charge_of(unit: UnitId, fact: &AnyFact) -> bool {
    matches!(fact, AnyFact::CloseCombat(Fact::ModelCharged { model }) if model.unit == unit)
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
