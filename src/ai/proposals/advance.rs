//! Moves by an action, with the fire that goes with an Advance: before it or after, whichever does more.

use super::angle::place_to_fire;
use super::fire::{MANY_PLACES, harm_of_fire};
use super::{Proposal, Proposer, Targets};
use crate::ai::appraisal::Harm;
use crate::ai::goals::{Goal, GoalKind, GoalSearch};
use crate::ai::moves::UnitMoves;
use crate::ai::places::whereabouts;
use crate::game::engine::command::Order;
use crate::game::engine::components::Pose;
use crate::game::engine::view::UnitView;
use crate::game::phases::moving::kinds::{AdvanceUnit, ModelMove, Order as Moving, Sequence};
use crate::game::phases::shooting::kinds::FireAt;
use crate::game::phases::shooting::poses_after_moves;
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::salvo::Manner;

impl Proposer<'_> {
    /// Staying where it is, with the fire that does the most harm.
    pub(super) fn stay(&self, unit: UnitView, targets: &Targets) -> Proposal {
        let view = self.battle.view();
        let at = view.leader(unit.id).and_then(|leader| whereabouts(view, leader.pose.at.ground()));
        let words = at.map_or_else(|| "stays where it is".to_owned(), |at| format!("stays {at}"));
        self.with_fire(unit, Vec::new(), &words, targets)
    }

    /// Moves by an action to the goals that the style thinks of.
    pub(super) fn moves(&self, unit: UnitView, action: Action, targets: &Targets) -> Vec<Proposal> {
        let battle = self.battle;
        let view = battle.view();
        let mover = UnitMoves::new(battle, unit, action);
        let Some(search) = GoalSearch::exact(view, unit) else { return Vec::new() };
        let mut goals = search.goals(action, self.weighing.places);
        let before = self.best_fire(&[], unit, targets);
        if action == Action::Advance && self.weighing.places >= MANY_PLACES {
            let movement = f64::from(unit.card.characteristics.movement);
            let found = place_to_fire(view, unit, movement, targets);
            goals.extend(found.map(|(target, at)| Goal { at, kind: GoalKind::Angle(target) }));
        }
        let mut found: Vec<Proposal> = Vec::new();
        for Goal { at, kind } in goals {
            let Some(moves) = mover.planned_to(at) else { continue };
            let words = kind.to_string();
            let proposal = if action == Action::Advance {
                self.with_fire(unit, moves, &words, targets)
            } else {
                let poses = poses_after_moves(view, &moves);
                let Some(order) = Order::of_move(action, unit.id, moves) else { continue };
                Proposal { poses, ..Proposal::new(unit.id, order, words.clone()) }
            };
            if found.iter().any(|other| other.poses == proposal.poses) {
                continue;
            }
            found.extend(before.as_ref().and_then(|before| fire_first(unit, &proposal, &words, before)));
            found.push(proposal);
        }
        found
    }

    /// An Advance that fires at the target for which it does the most harm from its end, if at any.
    fn with_fire(&self, unit: UnitView, moves: Vec<ModelMove>, words: &str, targets: &Targets) -> Proposal {
        let view = self.battle.view();
        let poses = poses_after_moves(view, &moves);
        let order =
            |fire| AdvanceUnit { unit: unit.id, moves: moves.clone(), fire, sequence: Sequence::MoveFirst };
        if let Some((fire, harm)) = self.best_fire(&poses, unit, targets) {
            let at = fire.at.to_string();
            let words = if words.ends_with(&at) {
                format!("{words} and fires")
            } else {
                format!("{words} and fires at {at}")
            };
            let with = Proposal::new(unit.id, Moving::from(order(vec![fire])), words);
            if self.battle.check(&with.command).is_ok() {
                return Proposal { poses, fire: vec![harm], ..with };
            }
        }
        Proposal { poses, ..Proposal::new(unit.id, Moving::from(order(Vec::new())), words) }
    }

    /// The fire from some places that does the most harm.
    fn best_fire(
        &self,
        poses: &[(ModelId, Pose)],
        unit: UnitView,
        targets: &Targets,
    ) -> Option<(FireAt, Harm)> {
        let (view, worth) = (self.battle.view(), &self.weighing.judgement.fire);
        let harm = |target: &UnitId| {
            let fire = FireAt { at: *target, by: None };
            let fires = (std::slice::from_ref(&fire), Manner::Advance);
            let harm = harm_of_fire(view, poses, unit, fires, worth)?.into_iter().next()?;
            (harm.points > 0.0).then_some((fire, harm))
        };
        let harms = targets.keys().filter_map(harm);
        harms.max_by(|a, b| a.1.points.total_cmp(&b.1.points).then(b.0.at.cmp(&a.0.at)))
    }
}

/// An Advance that fires before it goes where another would fire with less effect, or not at all.
///
/// Rule: ACT-2 (before or after shooting).
fn fire_first(
    unit: UnitView,
    goes: &Proposal,
    words: &str,
    (fire, harm): &(FireAt, Harm),
) -> Option<Proposal> {
    if goes.fire.iter().any(|after| after.points >= harm.points) {
        return None;
    }
    let words = format!("fires at {}, then {words}", fire.at);
    let sequence = Sequence::FireFirst;
    let order = AdvanceUnit { unit: unit.id, moves: Vec::new(), fire: vec![fire.clone()], sequence };
    let proposal = Proposal::new(unit.id, Moving::from(order), words);
    Some(Proposal { poses: goes.poses.clone(), fire: vec![*harm], ..proposal })
}
