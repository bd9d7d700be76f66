//! What a unit may do that must fall back: go where the rules lead it, its followers here or there, or stay and fire.

use super::{Proposal, Proposer};
use crate::ai::appraisal::{Term, TermKind, harm, way_back};
use crate::ai::places::{is_covered, place_for};
use crate::game::engine::components::Pose;
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::phases::fall_back::kinds::FallBack;
use crate::game::phases::fall_back::retreat;
use crate::game::phases::fall_back::retreat::{ModelEnd, ModelRetreat, Retreat, RetreatOutcome};
use crate::game::phases::moving::kinds::ModelMove;
use crate::game::phases::shooting::kinds::FireAt;
use crate::game::phases::shooting::odds::odds_of_fire;
use crate::game::phases::shooting::ordered::fall_back_fire_mode;
use crate::game::plan::ModelPlanner;
use crate::rules::action::Action;
use crate::rules::falling_back::Occasion;
use crate::rules::ids::ModelId;
use crate::rules::measures::{Facing, Place};
use crate::table::plane::{distance, points_on_rings};

/// Around the leader's end: how far off, inches, and in how many directions followers look for cover; how many do.
const COVER_RINGS: [f64; 2] = [1.2, 2.4];
const COVER_DIRECTIONS: usize = 8;
const FOLLOWERS: usize = 3;

impl Proposer<'_> {
    /// What a unit may do that must fall back; what the rules give comes first, and is always legal.
    ///
    /// Rule: FB-1, FB-5, OFB-1.
    pub(in crate::ai) fn fall_back(&self, unit: UnitView, occasion: Occasion) -> Vec<Proposal> {
        let view = self.battle.view();
        let words = "falls back";
        let Some(retreat) = retreat(view, unit.id, occasion) else {
            return vec![Proposal::new(unit.id, FallBack::of(unit.id), words)];
        };
        let (cost, says) = way_back(view, unit, &retreat, &self.weighing.judgement.retreat);
        let usual = Proposal {
            poses: ends(view, &retreat),
            known: vec![Term { kind: TermKind::Retreat, points: -cost, says, amount: 0.0 }],
            relieves: 1,
            ..Proposal::new(unit.id, FallBack::of(unit.id), words)
        };
        let mut found = vec![usual.clone()];
        let others = [
            (watchful(view, &retreat), "falls back and turns to face the enemy"),
            (covered(view, &retreat), "falls back, its followers into cover"),
        ];
        for (moves, words) in others {
            let order = FallBack { moves: moves.clone(), ..FallBack::of(unit.id) };
            let proposal = Proposal::new(unit.id, order, words);
            if !moves.is_empty() && self.battle.check(&proposal.command).is_ok() {
                let poses = with_choices(&usual.poses, &moves);
                found.push(Proposal { poses, known: usual.known.clone(), relieves: 1, ..proposal });
            }
        }
        if occasion == Occasion::Action {
            found.extend(self.stay_and_fire(unit));
        }
        found
    }

    /// Fire at each enemy in place of the move, where that is allowed.
    ///
    /// Rule: FB-1 (over half strength), OFB-1.
    fn stay_and_fire<'b>(&'b self, unit: UnitView<'b>) -> impl Iterator<Item = Proposal> + 'b {
        let view = self.battle.view();
        view.units().filter(move |enemy| enemy.id.side != unit.id.side).filter_map(move |enemy| {
            let fire = FireAt { at: enemy.id, by: None };
            let order = FallBack { fire: Some(fire.clone()), ..FallBack::of(unit.id) };
            let words = format!("stays and snap fires at {}", enemy.id);
            let proposal = Proposal::new(unit.id, order, words);
            self.battle.check(&proposal.command).ok()?;
            let odds = odds_of_fire(view, &[], unit.id, &[fire], fall_back_fire_mode(view)).ok()?;
            let (at, odds) = odds.into_iter().next()?;
            Some(Proposal { fire: vec![harm(view, at, &odds, &self.weighing.judgement.fire)?], ..proposal })
        })
    }
}

/// Where the models of a unit end that get there.
fn ends(view: View, retreat: &Retreat) -> Vec<(ModelId, Pose)> {
    let end = |one: &ModelRetreat| {
        let (ModelEnd::Stands { facing } | ModelEnd::Apart { facing }) = one.end else { return None };
        let at = one.path.last().copied().unwrap_or(view.model(one.model)?.pose.at);
        Some((one.model, Pose { at, facing }))
    };
    retreat.outcome.retreats().iter().filter_map(end).collect()
}

/// The ends of the rules, everybody looking at the nearest enemy: nobody then shows it the flank.
///
/// Rule: FAC-2 (after a fall back, a rout).
fn watchful(view: View, retreat: &Retreat) -> Vec<ModelMove> {
    let turned = |(model, pose): (ModelId, Pose)| {
        let near = |enemy: &ModelView| distance(enemy.pose.at.ground(), pose.at.ground());
        let enemy = view.standing_of(model.unit.side.other()).min_by(|a, b| near(a).total_cmp(&near(b)))?;
        let facing = Facing::toward(pose.at, enemy.pose.at)?;
        (facing != pose.facing).then_some(ModelMove { model, path: Vec::new(), facing })
    };
    ends(view, retreat).into_iter().filter_map(turned).collect()
}

/// Followers that would end in view of an enemy, in cover beside the leader's end; none if all are covered.
///
/// Rule: FB-5 (their player chooses).
fn covered(view: View, retreat: &Retreat) -> Vec<ModelMove> {
    let all = ends(view, retreat);
    let is_free = matches!(retreat.outcome, RetreatOutcome::FallBack { .. });
    let Some((_, lead)) = all.iter().find(|(model, _)| *model == retreat.leader).filter(|_| is_free) else {
        return Vec::new();
    };
    let stands = |model: ModelId| {
        let one = retreat.outcome.retreats().iter().find(|one| one.model == model);
        one.is_some_and(|one| matches!(one.end, ModelEnd::Stands { .. }))
    };
    let followers = all.iter().filter(|(model, _)| *model != retreat.leader && stands(*model));
    let seen = followers.filter_map(|(model, pose)| Some((view.model(*model)?, *pose)));
    let seen: Vec<_> =
        seen.filter(|(model, pose)| !is_covered(view, *model, pose.at)).take(FOLLOWERS).collect();
    let mut taken: Vec<(ModelId, Place)> = all.iter().map(|(model, pose)| (*model, pose.at)).collect();
    let mut moves = Vec::new();
    for (model, pose) in seen {
        let Some((at, path)) = cover_beside(view, model, lead.at, &taken) else { continue };
        taken.iter_mut().filter(|(other, _)| *other == model.id).for_each(|(_, end)| *end = at);
        moves.push(ModelMove { model: model.id, path, facing: pose.facing });
    }
    moves
}

/// A free place near the leader's end that no enemy's leader sees, and the way there.
fn cover_beside(
    view: View,
    model: ModelView,
    lead: Place,
    taken: &[(ModelId, Place)],
) -> Option<(Place, Vec<Place>)> {
    let apart = 2.0 * model.card.base.radius() + 0.05;
    let free =
        |at: &Place| taken.iter().all(|(other, end)| *other == model.id || at.ground_distance(*end) >= apart);
    let rings = COVER_RINGS.into_iter().map(|ring| ring * apart);
    let places =
        points_on_rings(lead.ground(), rings, COVER_DIRECTIONS).filter_map(|at| place_for(view, model, at));
    let at = places.filter(free).find(|at| is_covered(view, model, *at))?;
    let planner = ModelPlanner::new(view, model, Action::FallBack)?;
    let path = planner.path_trees().path_to(at)?.corners;
    Some((at, path))
}

/// Some places with the choices of a player.
fn with_choices(poses: &[(ModelId, Pose)], moves: &[ModelMove]) -> Vec<(ModelId, Pose)> {
    let chosen = |(model, pose): &(ModelId, Pose)| {
        let Some(one) = moves.iter().find(|one| one.model == *model) else { return (*model, *pose) };
        let at = one.path.last().copied().unwrap_or(pose.at);
        (*model, Pose { at, facing: one.facing })
    };
    poses.iter().map(chosen).collect()
}
