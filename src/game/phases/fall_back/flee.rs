//! Running for cover or the own table edge (the outline of 2012).

use super::context::leaving_room;
use super::edge::{edge_made_for, touches_own_edge};
use super::followers::{AllowedEnds, followers};
use super::leader::{to_safe_position, toward};
use super::retreat::{DrawsFire, Edge, Leaves, ModelEnd, ModelRetreat, RetreatOutcome};
use crate::game::engine::view::{ModelView, View};
use crate::rules::falling_back::quiet_run;
use crate::rules::measures::Place;

/// Where a unit runs that must and is not in cover: to the nearest cover, or without any to its own edge.
///
/// Rule: OFB-3.
pub(super) fn where_to_run(view: View, leader: ModelView) -> Option<RetreatOutcome> {
    match to_safe_position(view, leader) {
        Some((safe_position, retreats)) => {
            let draws = draws_fire(view, leader, safe_position.length.0, &retreats);
            Some(RetreatOutcome::RunForCover { safe_position, retreats, draws })
        }
        None => for_edge(view, leader),
    }
}

/// Whether some model's path to cover is longer than a run that draws no snap fire.
///
/// Rule: OFB-4.
fn draws_fire(view: View, leader: ModelView, leader_path: f64, retreats: &[ModelRetreat]) -> DrawsFire {
    let max_length = quiet_run(leader.card.characteristics.movement, &view.setup().ruleset);
    let mut lengths =
        std::iter::once(leader_path).chain(retreats.iter().map(|model_retreat| model_retreat.length.0));
    match lengths.all(|length| view.allowance().at_most(length, max_length)) {
        true => DrawsFire::No,
        false => DrawsFire::SnapFire,
    }
}

/// As far as possible toward the own edge; off the table if the leader reaches it.
///
/// Rule: OFB-3 (none), OFB-6.
fn for_edge(view: View, leader: ModelView) -> Option<RetreatOutcome> {
    leaving_room(view, leader, |context| {
        let edge = edge_made_for(context);
        let path: &[Place] = match &edge {
            Edge::At { path, .. } => path,
            Edge::Unreachable => &[],
        };
        let model_retreat = toward(context, path);
        let end = model_retreat.end_from(leader.pose.at)?;
        let leaves = match touches_own_edge(view, leader, end) {
            true => Leaves::Table,
            false => Leaves::NotYet,
        };
        let others = followers(context, end, AllowedEnds::NotDangerous(&context.safety));
        Some(others.map(|others| {
            let mut retreats: Vec<ModelRetreat> = std::iter::once(model_retreat).chain(others).collect();
            if leaves == Leaves::Table {
                retreats.iter_mut().for_each(|model_retreat| model_retreat.end = ModelEnd::Leaves);
            }
            RetreatOutcome::RunForEdge { edge, leaves, retreats }
        }))
    })
}
