//! Which suppressed unit tests to recover next, where its player chooses: whoever inspires others goes before them.
//!
//! Rule: TURN-4, LD-4.

use crate::ai::appraisal::{Term, TermKind};
use crate::ai::proposals::Proposal;
use crate::game::dispatch::answers;
use crate::game::engine::agenda::Decision;
use crate::game::engine::command::Order;
use crate::game::engine::view::View;
use crate::game::leadership::test_terms;
use crate::game::phases::turn::kinds::{Order as Turn, TestToRecover};
use crate::rules::card::SpecialRule;
use crate::rules::ids::UnitId;

/// Every listed answer, the best first: of the others none changes what another tests with.
pub(in crate::ai) fn proposals(view: View, decision: Decision) -> Vec<Proposal> {
    let listed = answers(view, decision).into_iter();
    let mut found: Vec<(bool, Proposal)> =
        listed.filter_map(|answer| proposal(view, tested_by(&answer.order)?)).collect();
    found.sort_by_key(|(inspires, _)| !inspires);
    found.into_iter().map(|(_, proposal)| proposal).collect()
}

fn tested_by(order: &Order) -> Option<UnitId> {
    match order {
        Order::Turn(Turn::TestToRecover(TestToRecover { unit })) => Some(*unit),
        _ => None,
    }
}

/// A unit's test with how often it passes, and whether the unit may inspire others.
fn proposal(view: View, id: UnitId) -> Option<(bool, Proposal)> {
    let unit = view.unit(id)?;
    let chance = test_terms(view, unit).chance();
    let says = format!("it passes {} % of the time", (100.0 * chance).round());
    let term = Term { kind: TermKind::Nerve, points: 0.0, says, amount: chance };
    let answer = Proposal::answer(id, TestToRecover { unit: id }, "tests first", vec![term]);
    Some((unit.card.has(SpecialRule::Inspiring), answer))
}
