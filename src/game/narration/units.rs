//! Facts about units and models in any phase, in sentences.

use super::charge::{charge, is_charge_of};
use super::moves::leading_moves;
use super::way::{self, inches};
use super::who::Who;
use super::words::{count, counted, dice_count};
use super::{Narrated, Rolls, Sentence, Weight};
use crate::game::dispatch;
use crate::game::engine::fact::{Fact, UnitFact};
use crate::game::engine::unit_fact::TestedFor;
use crate::level::setup::Setup;
use crate::rules::ids::{ModelId, UnitId};

/// The sentences for a fact about a unit or a model that no phase narrates along with its own.
pub(in crate::game) fn narrate(setup: &Setup, fact: &UnitFact, facts: &[Fact]) -> Narrated {
    match fact {
        UnitFact::UnitActivated { unit, action } => {
            let action = dispatch::narrate_action(setup, *unit, *action, &facts[1..]);
            action.map_or_else(Narrated::none, |action| Narrated { facts: action.facts + 1, ..action })
        }
        UnitFact::ModelMoved { model, .. } => {
            let is_own = |fact: &&Fact| match fact {
                Fact::Unit(
                    UnitFact::ModelMoved { model: other, .. } | UnitFact::ModelTurned { model: other, .. },
                ) => other.unit == model.unit,
                _ => false,
            };
            let own = facts[..leading_moves(facts)].iter().take_while(is_own).count();
            let (moves, after) = facts.split_at(own);
            if after.first().is_some_and(|fact| is_charge_of(model.unit, fact)) {
                let way = way::of_unit(setup, model.unit, moves);
                let (sentence, charges) = charge(setup, model.unit, way.as_ref(), after);
                return Narrated { sentences: vec![sentence], facts: moves.len() + charges };
            }
            Narrated { sentences: vec![asked_move(setup, model.unit, moves)], facts: moves.len() }
        }
        UnitFact::NerveMarkersDropped { unit: id, dropped, left } => {
            let calms = Who::unit(setup, *id).does(["calms down", "calm down"]);
            let markers = counted(usize::from(*dropped), "nerve marker");
            let text = format!("{calms}: {markers} less.");
            Narrated::one(Sentence::line(*id, text).with_detail(format!("{left} left")))
        }
        UnitFact::LeadershipTested { .. } => {
            // The sentence of one that recovers says that its hit-die goes.
            let goes = matches!(facts.get(1), Some(Fact::Unit(UnitFact::HitDieRemoved { .. })));
            let facts = if goes { 2 } else { 1 };
            tested(setup, fact)
                .map_or_else(Narrated::none, |sentence| Narrated { sentences: vec![sentence], facts })
        }
        UnitFact::HitDieRemoved { unit: id, .. } => {
            let who = Who::unit(setup, *id);
            let text = format!("{} {} no longer suppressed.", who.name, who.is());
            Narrated::one(Sentence::line(*id, text))
        }
        UnitFact::SuppressionMarkersRemoved { unit: id, removed, left } => {
            let markers = counted(usize::from(*removed), "suppression marker");
            let shakes = Who::unit(setup, *id).does(["shakes off", "shake off"]);
            Narrated::one(Sentence::line(*id, format!("{shakes} {markers} ({left} left).")))
        }
        UnitFact::ModelTurned { .. }
        | UnitFact::HitsTaken { .. }
        | UnitFact::HitDieRaised { .. }
        | UnitFact::SuppressionMarkersGained { .. }
        | UnitFact::ModelWounded { .. }
        | UnitFact::ModelLost { .. }
        | UnitFact::UnitWipedOut { .. }
        | UnitFact::NerveMarkersGained { .. }
        | UnitFact::UnitActed { .. } => Narrated::none(),
    }
}

/// A move that was asked for in the middle of an action.
pub(in crate::game) fn asked_move(setup: &Setup, id: UnitId, facts: &[Fact]) -> Sentence {
    let who = Who::unit(setup, id);
    let Some(way) = way::of_unit(setup, id, facts) else {
        return Sentence::line(id, format!("{}.", who.does(["turns", "turn"])));
    };
    let (moves, length) = (who.does(["moves", "move"]), inches(way.longest));
    let place = if way.places.is_empty() { String::new() } else { format!(" {}", way.places) };
    let numbers = format!("{}, longest path {:.1}\"", count(way.models), way.longest);
    Sentence::line(id, format!("{moves} {length}{place}.")).with_detail(numbers)
}

/// A leadership test: what came of it, and against what.
fn tested(setup: &Setup, fact: &UnitFact) -> Option<Sentence> {
    let UnitFact::LeadershipTested { unit: id, purpose, faces, nerve, inspired_by, passed } = fact else {
        return None;
    };
    let who = Who::unit(setup, *id);
    let what = match (purpose, passed) {
        (TestedFor::Recovery, true) => ["recovers its nerve", "recover their nerve"],
        (TestedFor::Recovery, false) => ["stays suppressed", "stay suppressed"],
        (TestedFor::Acting, true) => ["carries out its order", "carry out their order"],
        (TestedFor::Acting, false) => {
            ["loses its nerve and has to fall back", "lose their nerve and have to fall back"]
        }
        (TestedFor::ForceMorale, true) => ["holds its force together", "hold their force together"],
        (TestedFor::ForceMorale, false) => {
            ["cannot hold its force together", "cannot hold their force together"]
        }
        (TestedFor::CloseCombat, true) => ["goes on fighting", "go on fighting"],
        (TestedFor::CloseCombat, false) => ["breaks and leaves the combat", "break and leave the combat"],
        (TestedFor::DefensiveFire, true) => ["may make defensive fire", "may make defensive fire"],
        (TestedFor::DefensiveFire, false) => ["makes no defensive fire", "make no defensive fire"],
        (TestedFor::Splitting { .. }, true) => ["splits its fire", "split their fire"],
        (TestedFor::Splitting { .. }, false) => ["may not split its fire", "may not split their fire"],
    };
    let whose = inspired_by.as_ref().map_or_else(String::new, |by: &ModelId| format!(" of {by}"));
    let numbers = match faces.len() {
        0 => "no dice for the leadership test".to_owned(),
        dice => {
            let ends = if *passed { "passed" } else { "failed" };
            format!("leadership test {ends}: {}, Nv {nerve}{whose}", dice_count(dice))
        }
    };
    let rolls = Rolls::AtMost { faces: faces.clone(), limit: *nerve };
    let text = format!("{}.", who.does(what));
    Some(Sentence { text, about: Some((*id).into()), rolls, weight: Weight::Line, details: vec![numbers] })
}

/// Purpose of a test, before its dice have decided.
pub(super) fn opening(setup: &Setup, id: UnitId, purpose: TestedFor) -> String {
    let who = Who::unit(setup, id);
    match purpose {
        TestedFor::Recovery => who.does(["tries to recover its nerve", "try to recover their nerve"]),
        TestedFor::Acting => who.does(["tries to carry out its order", "try to carry out their order"]),
        TestedFor::ForceMorale => {
            who.does(["tries to hold its force together", "try to hold their force together"])
        }
        TestedFor::CloseCombat => who.does(["tries to stay in the fight", "try to stay in the fight"]),
        TestedFor::DefensiveFire => who.does(["tries to defend itself", "try to defend themselves"]),
        TestedFor::Splitting { .. } => who.does(["tries to split its fire", "try to split their fire"]),
    }
}
