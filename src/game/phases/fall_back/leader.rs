//! How a unit falls back: its leader toward a safe position, the others after it.

use super::context::{RetreatContext, facing_at, leaving_room};
use super::estimate::estimated_position;
use super::followers::{AllowedEnds, followers};
use super::path_prefix::prefix_within;
use super::retreat::{ModelEnd, ModelRetreat, Reachability, RetreatOutcome, SafePosition};
use super::rout::rout;
use super::safe::SafePositionTest;
use super::search::{FoundPosition, find_safe_position};
use super::way_out::leave_danger;
use crate::game::engine::unit_fact::Length;
use crate::game::engine::view::{ModelView, View};
use crate::rules::falling_back::MoveLimit;
use crate::rules::measures::Place;
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
    leaving_room(view, leader, |context| {
        let estimated = context.estimates().then(|| estimated_position(context)).flatten();
        let found = estimated.or_else(|| find_safe_position(context))?;
        let own = match found.reachability {
            Reachability::InRange | Reachability::TooNear | Reachability::Here => {
                lead(context, found.path.corners.clone(), found.path.kind.limit())
            }
            Reachability::TooFar => toward(context, &found.path.corners),
        };
        let ends = match view.setup().ruleset.falling_back.procedure {
            FallBackProcedure::SafePosition => AllowedEnds::Anywhere,
            FallBackProcedure::Outline => AllowedEnds::InCover(&context.safety),
        };
        let others = followers(context, own.end_from(leader.pose.at)?, ends);
        let retreats = |others| std::iter::once(own).chain(others).collect();
        Some(others.map(|others: Vec<ModelRetreat>| (safe_position_of(context, found), retreats(others))))
    })
}

fn safe_position_of(context: &RetreatContext, found: FoundPosition) -> SafePosition {
    SafePosition {
        at: found.at,
        length: Length(found.path.length),
        path: found.path.corners,
        reachability: found.reachability,
        // Nobody reads why an estimate is safe.
        watchers: if context.estimates() { Vec::new() } else { context.safety.borrow().watchers(found.at) },
    }
}

/// The leader's move along a path to a goal, as far as its limits allow. Where the path leaves no end but dangerous
/// ground in which it begins, its shortest way out of that.
///
/// Rule: FB-4, OFB-3 (as far as possible), OFB-5 (finds no other end).
pub(super) fn toward(context: &RetreatContext, path: &[Place]) -> ModelRetreat {
    let mut goes = prefix_within(context, path, SafePositionTest::has_room);
    if goes.0.is_empty() {
        goes = leave_danger(context).unwrap_or(goes);
    }
    lead(context, goes.0, goes.1)
}

/// The leader's move along a whole path.
fn lead(context: &RetreatContext, path: Vec<Place>, limit: MoveLimit) -> ModelRetreat {
    let leader = context.leader;
    let end = path.last().copied().unwrap_or(leader.pose.at);
    let length = Length(path_length(leader.pose.at, &path));
    let end = ModelEnd::Stands { facing: facing_at(context.view, leader, end) };
    ModelRetreat { model: leader.id, path, length, limit, end, rout_heading: None }
}
