//! Moves in sentences: where to and how far; how many models and over what ground comes after.

use crate::game::engine::fact::{Fact as AnyFact, UnitFact};
use crate::game::engine::unit_fact::TestedFor;
use crate::game::narration::moves::leading_moves;
use crate::game::narration::way;
use crate::game::narration::who::Who;
use crate::game::narration::words::count;
use crate::game::narration::{Narrated, Sentence};
use crate::game::phases::shooting::kinds::Fact as ShootingFact;
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::rules::movement::allowance::move_terms;

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
        let text = Who::unit(setup, id)
            .does(["gets ready to run At The Double.", "get ready to run At The Double."]);
        vec![Sentence::line(id, text)]
    } else if moved || !fires {
        vec![move_sentence(setup, id, action, moves)]
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

fn move_sentence(setup: &Setup, id: UnitId, action: Action, facts: &[AnyFact]) -> Sentence {
    let who = Who::unit(setup, id);
    let turned =
        facts.iter().filter(|fact| matches!(fact, AnyFact::Unit(UnitFact::ModelTurned { .. }))).count();
    let Some(way) = way::of_unit(setup, id, facts) else {
        let stays = who.does(["holds its ground", "hold their ground"]);
        let (text, details) = match turned {
            0 => (format!("{stays}."), Vec::new()),
            _ => (
                format!("{stays} and {}.", who.verb(["turns", "turn"])),
                vec![format!("{} turned", count(turned))],
            ),
        };
        return Sentence { details, ..Sentence::line(id, text) };
    };
    let verb = match action {
        Action::AtTheDouble => ["runs", "run"],
        Action::OpenFire => ["shifts its ground", "shift their ground"],
        Action::Advance | Action::OnMyTarget | Action::GetDown | Action::FallBack => ["advances", "advance"],
    };
    let text = format!("{} {}.", who.does(verb), way.in_words());
    Sentence { details: vec![numbers(setup, id, action, facts, &way)], ..Sentence::line(id, text) }
}

/// Figures of a move: models, length, allowance, and ground crossed.
fn numbers(setup: &Setup, id: UnitId, action: Action, facts: &[AnyFact], way: &way::Way) -> String {
    let goings = facts.iter().filter_map(|fact| {
        if let AnyFact::Unit(UnitFact::ModelMoved { going, .. }) = fact { Some(*going) } else { None }
    });
    let movement = setup.unit(id).map(|start| setup.card(start).characteristics.movement);
    let terms = movement.and_then(|movement| move_terms(action, movement, &setup.ruleset));
    let limit = terms.map_or(String::new(), |terms| format!(" of {}\"", terms.allowance));
    let slowed = match goings.filter(|going| going.is_difficult()).count() {
        0 => String::new(),
        some => format!(", {some} over difficult ground"),
    };
    format!("{}, longest path {:.1}{limit}{slowed}", count(way.models), way.longest)
}
