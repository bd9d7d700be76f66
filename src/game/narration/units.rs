//! What happens to units and models in any phase, in sentences.

use super::moves::leading_moves;
use super::words::{count, counted, dice_count, loses_markers, unit};
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
            let moves = &facts[..leading_moves(facts)];
            let text = asked_move(setup, model.unit, moves);
            Narrated { sentences: vec![Sentence::line(model.unit, text)], facts: moves.len() }
        }
        UnitFact::NerveMarkersDropped { unit: id, dropped, left } => {
            let text = format!("{} {}.", unit(setup, *id), loses_markers(*dropped, *left));
            Narrated::one(Sentence::line(*id, text))
        }
        UnitFact::LeadershipTested { .. } => {
            // The sentence of one that recovers says that its hit-die goes.
            let goes = matches!(facts.get(1), Some(Fact::Unit(UnitFact::HitDieRemoved { .. })));
            let facts = if goes { 2 } else { 1 };
            tested(setup, fact)
                .map_or_else(Narrated::none, |sentence| Narrated { sentences: vec![sentence], facts })
        }
        UnitFact::HitDieRemoved { unit: id, .. } => {
            let text = format!("{} is no longer suppressed: its hit-die goes.", unit(setup, *id));
            Narrated::one(Sentence::line(*id, text))
        }
        UnitFact::SuppressionMarkersRemoved { unit: id, removed, left } => {
            let markers = counted(usize::from(*removed), "suppression marker");
            let text = format!("{} shakes off {markers} ({left} left).", unit(setup, *id));
            Narrated::one(Sentence::line(*id, text))
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
fn asked_move(setup: &Setup, id: UnitId, facts: &[Fact]) -> String {
    let lengths = facts.iter().filter_map(|fact| match fact {
        Fact::Unit(UnitFact::ModelMoved { length, .. }) => Some(length.0),
        _ => None,
    });
    let lengths: Vec<f64> = lengths.collect();
    let longest = lengths.iter().copied().fold(0.0, f64::max);
    format!("{} moves: {}, longest path {longest:.1}\".", unit(setup, id), count(lengths.len()))
}

/// A leadership test: what came of it, and against what.
fn tested(setup: &Setup, fact: &UnitFact) -> Option<Sentence> {
    let UnitFact::LeadershipTested { unit: id, purpose, faces, nerve, inspired_by, passed } = fact else {
        return None;
    };
    let who = unit(setup, *id);
    let what = match (purpose, passed) {
        (TestedFor::Recovery, true) => "recovers and loses its hit-die",
        (TestedFor::Recovery, false) => "stays suppressed",
        (TestedFor::Acting, true) => "carries out its order",
        (TestedFor::Acting, false) => "has to fall back",
        (TestedFor::ForceMorale, true) => "holds its force together",
        (TestedFor::ForceMorale, false) => "cannot hold its force together",
        (TestedFor::CloseCombat, true) => "goes on fighting",
        (TestedFor::CloseCombat, false) => "breaks and leaves the combat",
        (TestedFor::DefensiveFire, true) => "may make defensive fire",
        (TestedFor::DefensiveFire, false) => "makes no defensive fire",
        (TestedFor::Splitting { .. }, true) => "splits its fire",
        (TestedFor::Splitting { .. }, false) => "may not split its fire",
    };
    let whose = |by: &ModelId| format!(" of {by}");
    let whose = inspired_by.as_ref().map_or_else(String::new, whose);
    let text = match faces.len() {
        0 => format!("{who} {what}: it has no dice for its leadership test."),
        dice => {
            let ends = if *passed { "passes" } else { "fails" };
            format!("{who} {what}: it {ends} its leadership test ({}, Nv {nerve}{whose}).", dice_count(dice))
        }
    };
    let rolls = Rolls::AtMost { faces: faces.clone(), limit: *nerve };
    Some(Sentence { text, about: Some((*id).into()), rolls, weight: Weight::Line, details: Vec::new() })
}
