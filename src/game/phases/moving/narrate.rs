//! Moves in sentences: how many models, how far, over what.

use crate::game::engine::fact::{Fact as AnyFact, UnitFact};
use crate::game::engine::unit_fact::TestedFor;
use crate::game::narration::moves::leading_moves;
use crate::game::narration::words::{count, unit};
use crate::game::narration::{Narrated, Sentence};
use crate::game::phases::shooting::kinds::Fact as ShootingFact;
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::rules::movement::allowance::move_terms;
use crate::rules::movement::going::Going;

/// A move by an action. One that only fires needs no sentence: its salvo has one.
pub(in crate::game) fn narrate_action(
    setup: &Setup,
    id: UnitId,
    action: Action,
    facts: &[AnyFact],
) -> Option<Narrated> {
    if !matches!(action, Action::Advance | Action::AtTheDouble | Action::OpenFire) {
        return None;
    }
    let (moves, after) = facts.split_at(leading_moves(facts));
    let fires = after.first().is_some_and(begins_to_fire);
    let moved = moves.iter().any(|fact| matches!(fact, AnyFact::Unit(UnitFact::ModelMoved { .. })));
    let has_acted = after.iter().any(|fact| matches!(fact, AnyFact::Unit(UnitFact::UnitActed { .. })));
    let sentences = if action == Action::AtTheDouble && moves.is_empty() && !has_acted {
        vec![Sentence::line(id, format!("{} is about to run At The Double.", unit(setup, id)))]
    } else if moved || !fires {
        vec![Sentence::line(id, move_text(setup, id, action, moves))]
    } else {
        Vec::new()
    };
    Some(Narrated { sentences, facts: moves.len() })
}

/// Whether it is a salvo, or a test to split the fire before one.
fn begins_to_fire(fact: &AnyFact) -> bool {
    matches!(
        fact,
        AnyFact::Shooting(ShootingFact::SalvoFired { .. })
            | AnyFact::Unit(UnitFact::LeadershipTested { purpose: TestedFor::Splitting { .. }, .. })
    )
}

fn move_text(setup: &Setup, id: UnitId, action: Action, facts: &[AnyFact]) -> String {
    let who = unit(setup, id);
    let paths = facts.iter().filter_map(|fact| {
        let AnyFact::Unit(UnitFact::ModelMoved { length, going, .. }) = fact else { return None };
        Some((length.0, *going))
    });
    let paths: Vec<(f64, Going)> = paths.collect();
    let turned =
        facts.iter().filter(|fact| matches!(fact, AnyFact::Unit(UnitFact::ModelTurned { .. }))).count();
    let (verb, stays) = if action == Action::AtTheDouble {
        ("runs At The Double", "chooses At The Double and stays where it is")
    } else if action == Action::OpenFire {
        ("moves before it opens fire", "chooses Open Fire and stays where it is")
    } else {
        ("advances", "stays where it is")
    };
    if paths.is_empty() {
        return match turned {
            0 => format!("{who} {stays}."),
            _ => format!("{who} {stays} and turns {}.", count(turned)),
        };
    }
    let longest = paths.iter().map(|(length, _)| *length).fold(0.0, f64::max);
    let movement = setup.unit(id).map(|start| setup.card(start).characteristics.movement);
    let terms = movement.and_then(|movement| move_terms(action, movement, &setup.ruleset));
    let limit = terms.map_or(String::new(), |terms| format!(" of {}\"", terms.allowance));
    let slowed = match paths.iter().filter(|(_, going)| going.is_difficult()).count() {
        0 => String::new(),
        some => format!(", {some} over difficult ground"),
    };
    format!("{who} {verb}: {}, longest path {longest:.1}{limit}{slowed}.", count(paths.len()))
}
