//! Answers in close combat: defensive fire, the three moves, which enemies to strike, which unit tests or leaves
//! first.

use crate::ai::appraisal::{Term, TermKind, harm, round_term, worth};
use crate::ai::moves::straight;
use crate::ai::places::toward;
use crate::ai::proposals::{JudgedBy, Proposal};
use crate::game::combat_forecast::odds_of_fight;
use crate::game::dispatch::answers;
use crate::game::engine::agenda::Decision;
use crate::game::engine::battle::Battle;
use crate::game::engine::command::Order;
use crate::game::engine::view::{UnitView, View};
use crate::game::leadership::{terms_in_combat, test_terms};
use crate::game::phases::close_combat::kinds::{Choice, MoveInCombat, Order as Combat};
use crate::game::phases::shooting::odds::{Odds, odds};
use crate::game::phases::shooting::poses_after_moves;
use crate::level::judgement_file::Judgement;
use crate::rules::action::Action;
use crate::rules::close_combat::CombatMove;
use crate::rules::ids::UnitId;
use crate::rules::leadership::chance_to_pass;
use crate::rules::salvo::Manner;
use crate::table::plane::points_on_rings;
use crate::table::shape::Point;

/// Directions in which a winner may consolidate, besides the way to objectives.
const CONSOLIDATION_DIRECTIONS: usize = 8;

/// The answers to a question of close combat; the one that does nothing comes first where there is one.
pub(in crate::ai) fn proposals(
    battle: &Battle,
    decision: Decision,
    choice: Choice,
    judgement: &Judgement,
) -> Vec<Proposal> {
    let view = battle.view();
    match choice {
        Choice::Move { unit, by: CombatMove::WinnerConsolidation, .. } => {
            view.unit(unit).map_or_else(Vec::new, |unit| consolidation(battle, unit))
        }
        _ => {
            let listed = answers(view, decision).into_iter().rev();
            listed.map(|answer| proposal(battle, decision, answer.order, judgement)).collect()
        }
    }
}

/// A listed answer with what speaks for it.
fn proposal(battle: &Battle, decision: Decision, order: Order, judgement: &Judgement) -> Proposal {
    let view = battle.view();
    let nobody = UnitId { side: decision.player, number: 0 };
    match &order {
        Order::CloseCombat(Combat::DefensiveFire(fire)) => {
            let odds = odds(view, fire.unit, fire.at, Manner::SnapFire).ok();
            let harm = odds.and_then(|odds| harm(view, fire.at, &odds, &judgement.fire));
            let words = format!("fires at {} before it closes", fire.at);
            Proposal::answer(fire.unit, order.clone(), words, harm.iter().map(|harm| harm.term()).collect())
        }
        Order::CloseCombat(Combat::MoveInCombat(MoveInCombat { unit, moves })) => {
            let words = if moves.is_empty() { "keeps its distance" } else { "closes in" };
            let answer = Proposal::answer(*unit, order.clone(), words, Vec::new());
            let known = round_term(battle, *unit, &answer.command, judgement).into_iter().collect();
            Proposal { known, ..answer }
        }
        Order::CloseCombat(Combat::Fight(fight)) => {
            let salvos = odds_of_fight(view, fight).unwrap_or_default();
            let of = |(at, odds): &(UnitId, Odds)| harm(view, *at, odds, &judgement.fire);
            let harms: Vec<_> = salvos.iter().filter_map(of).collect();
            let struck: Vec<String> = harms.iter().map(|harm| harm.at.to_string()).collect();
            let words = match fight.by.is_empty() {
                true => "strikes the nearest enemy".to_owned(),
                false => format!("strikes {}", struck.join(" and ")),
            };
            Proposal::answer(fight.unit, order.clone(), words, harms.iter().map(|harm| harm.term()).collect())
        }
        Order::CloseCombat(Combat::TestInCombat(test)) => {
            let known = view.unit(test.unit).map(|unit| while_inspired(view, unit, judgement));
            Proposal::answer(test.unit, order.clone(), "tests first", known.into_iter().collect())
        }
        Order::CloseCombat(Combat::BreakOff(one)) => {
            Proposal::answer(one.unit, order.clone(), "leaves first", Vec::new())
        }
        _ => Proposal::answer(nobody, order.clone(), "holds its fire", Vec::new()),
    }
}

/// What it is worth that a unit tests while whoever inspires it is still there.
///
/// Rule: CC-7 (in its player's order), LD-4.
fn while_inspired(view: View, unit: UnitView, judgement: &Judgement) -> Term {
    let (own, terms) = (unit.morale.nerve(unit.card.characteristics.nerve), terms_in_combat(view, unit));
    let alone = chance_to_pass(test_terms(view, unit).dice, own);
    let gain = if terms.inspired_by.is_some() { (terms.chance() - alone).max(0.0) } else { 0.0 };
    let percent = (100.0 * terms.chance()).round();
    let says = match gain > 0.0 {
        true => format!("it passes {percent} % of the time while its officer is still there"),
        false => format!("it passes {percent} % of the time"),
    };
    let points = judgement.combat.fails_test * worth(view, unit) * gain;
    Term { kind: TermKind::Nerve, points, says, amount: terms.chance() }
}

/// Where a winner may go: nowhere, toward each objective, into the open directions.
///
/// Rule: CC-9.
fn consolidation(battle: &Battle, unit: UnitView) -> Vec<Proposal> {
    let view = battle.view();
    let answer = |moves, words: &str| {
        let proposal = Proposal::new(unit.id, MoveInCombat { unit: unit.id, moves }, words);
        Proposal { judged_by: JudgedBy::Place, ..proposal }
    };
    let mut found = vec![answer(Vec::new(), "stays where it is")];
    let Some(leader) = view.leader(unit.id) else { return found };
    let from = leader.pose.at.ground();
    let movement = unit.card.characteristics.movement;
    let step = CombatMove::WinnerConsolidation.terms(movement, &view.setup().ruleset).allowance;
    let objectives = view.objectives().iter().map(|objective| {
        (toward(from, objective.at.ground(), step), format!("consolidates toward {}", objective.id))
    });
    let around = points_on_rings(from, [step], CONSOLIDATION_DIRECTIONS)
        .map(|at: Point| (at, "consolidates".to_owned()));
    for (at, words) in objectives.chain(around) {
        let Some(moves) = straight(view, unit, Action::Advance, at) else { continue };
        let proposal = answer(moves.clone(), &words);
        if battle.check(&proposal.command).is_ok() {
            found.push(Proposal { poses: poses_after_moves(view, &moves), ..proposal });
        }
    }
    found
}
