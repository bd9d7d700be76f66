//! How a unit falls back: its leader toward a safe position, the others after it.

use std::cell::RefCell;

use super::followers::{AllowedEnds, NoLegalEnd, followers};
use super::path_prefix::prefix_within;
use super::retreat::{ModelEnd, ModelRetreat, Reachability, RetreatOutcome, SafePosition};
use super::rout::rout;
use super::safe::SafePositionTest;
use super::search::{FoundPosition, find_safe_position};
use super::way_out::leave_danger;
use crate::game::engine::unit_fact::Length;
use crate::game::engine::view::{ModelView, View};
use crate::rules::falling_back::{MoveLimit, limits};
use crate::rules::measures::{Facing, Place};
use crate::rules::movement::bodies::Body;
use crate::rules::movement::path_length;
use crate::rules::ruleset::FallBackProcedure;

/// What a unit that must move does: it goes toward a safe position, or routs.
///
/// Rule: FB-2, FB-4, ROU-1.
pub(super) fn outcome(view: View, leader: ModelView) -> Option<RetreatOutcome> {
    match to_safe_position(view, leader) {
        Some((safe_position, retreats)) => Some(RetreatOutcome::FallBack { safe_position, retreats }),
        None => Some(RetreatOutcome::Rout { retreats: rout(view, leader)? }),
    }
}

/// The safe position or cover that a unit goes toward, and what every model does, leader first; `None` if
/// there is none.
///
/// Rule: FB-4, FB-5, OFB-3.
pub(super) fn to_safe_position(view: View, leader: ModelView) -> Option<(SafePosition, Vec<ModelRetreat>)> {
    let limits = limits(leader.card.characteristics.movement, &view.setup().ruleset);
    leaving_room(|fixed| {
        let found = find_safe_position(view, leader, &limits, fixed)?;
        let model_retreat = match found.reachability {
            Reachability::InRange | Reachability::TooNear | Reachability::Here => {
                lead(view, leader, found.path.corners.clone(), found.path.kind.limit())
            }
            Reachability::TooFar => toward(view, leader, &found.path.corners, fixed),
        };
        let takes_cover = view.setup().ruleset.falling_back.procedure == FallBackProcedure::Outline;
        let safety = takes_cover.then(|| RefCell::new(SafePositionTest::new(view, leader, &[])));
        let ends = safety.as_ref().map_or(AllowedEnds::Anywhere, AllowedEnds::InCover);
        let others = followers(view, leader, limits, (model_retreat.end_from(leader.pose.at)?, fixed), ends);
        Some(others.map(|others| {
            (safe_position_of(view, leader, found), std::iter::once(model_retreat).chain(others).collect())
        }))
    })
}

/// Plans a retreat, again as long as some model has no legal end but its own place, which the others then have
/// to leave free; `None` if the leader has nowhere to go.
pub(super) fn leaving_room<'a, T>(
    mut plan: impl FnMut(&[Body]) -> Option<Result<T, NoLegalEnd<'a>>>,
) -> Option<T> {
    let mut fixed: Vec<Body> = Vec::new();
    loop {
        match plan(&fixed)? {
            Ok(done) => return Some(done),
            // Ends: each model is added at most once, for nobody else ends there any more, and it stays.
            Err(NoLegalEnd(model)) => fixed.push(model.body_at(model.pose.at)),
        }
    }
}

fn safe_position_of(view: View, leader: ModelView, found: FoundPosition) -> SafePosition {
    let watchers = SafePositionTest::new(view, leader, &[]).watchers(found.at);
    SafePosition {
        at: found.at,
        length: Length(found.path.length),
        path: found.path.corners,
        reachability: found.reachability,
        watchers,
    }
}

/// The leader's move along a path to a goal, as far as its limits allow. Where the path leaves no end but dangerous
/// ground in which it begins, its shortest way out of that.
///
/// Rule: FB-4, OFB-3 (as far as possible), OFB-5 (finds no other end).
pub(super) fn toward(view: View, leader: ModelView, path: &[Place], fixed: &[Body]) -> ModelRetreat {
    let limits = limits(leader.card.characteristics.movement, &view.setup().ruleset);
    let safety = SafePositionTest::new(view, leader, fixed);
    let mut goes = prefix_within(view, leader, &limits, path, &|at| safety.has_room(at));
    if goes.0.is_empty() {
        goes = leave_danger(view, leader, fixed).unwrap_or(goes);
    }
    let (path, limit) = goes;
    lead(view, leader, path, limit)
}

/// The leader's move along a whole path.
pub(super) fn lead(view: View, leader: ModelView, path: Vec<Place>, limit: MoveLimit) -> ModelRetreat {
    let end = path.last().copied().unwrap_or(leader.pose.at);
    let length = Length(path_length(leader.pose.at, &path));
    let facing = facing_at(view, leader, end);
    ModelRetreat {
        model: leader.id,
        path,
        length,
        limit,
        end: ModelEnd::Stands { facing },
        rout_heading: None,
    }
}

/// The facing of a model after it fell back, unless its player turns it: toward the nearest enemy.
///
/// Rule: FAC-2.
pub(super) fn facing_at(view: View, model: ModelView, end: Place) -> Facing {
    let enemies = view.standing_of(model.id.unit.side.other()).map(|enemy| enemy.pose.at);
    let nearest = enemies.min_by(|a, b| {
        let thousandths = |at: &Place| (at.ground_distance(end) * 1000.0).round() as i64;
        thousandths(a).cmp(&thousandths(b)).then_with(|| a.cmp(b))
    });
    nearest.and_then(|enemy| Facing::toward(end, enemy)).unwrap_or(model.pose.facing)
}
