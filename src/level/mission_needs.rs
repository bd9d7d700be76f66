//! Requirements of a mission on its level: two forces, objectives that either side can win by, a debris field to walk on.

use super::ron::Fields;
use super::scenario::{Force, Mission, MissionKind, Objective, Opening, Zone};
use super::terrain_file::Located;
use crate::rules::ids::Side;
use crate::rules::mission::DEBRIS_FIELD;
use crate::rules::movement::going::{Gait, Going};
use crate::table::piece::Piece;
use crate::table::terrain::Terrain;

/// The parts of a level that its mission is held against.
pub(super) struct Parts<'l, 'n> {
    pub(super) opening: Opening,
    pub(super) forces: &'l [Force; 2],
    pub(super) zones: &'l [Zone; 2],
    pub(super) objectives: &'l [Located<'n, Objective>],
    pub(super) pieces: &'l [Located<'n, Piece>],
    pub(super) terrain: &'l Terrain,
}

/// Records a fault for everything that the mission of a level lacks. A level that names no mission is free to hold anything.
///
/// Rule: MIS-2 (objectives in the enemy zone), MIS-3 (objectives in the debris field), MIS-7 (a force is a list of units).
pub(super) fn check_needs(fields: &Fields<'_>, mission: &Mission, parts: &Parts<'_, '_>) {
    if fields.get("mission").is_none() || !mission.kind.is_decided() {
        return;
    }
    check_forces(fields, mission, parts);
    if parts.opening != Opening::Deployment {
        return;
    }
    match mission.kind {
        MissionKind::MeetingEngagement => check_zones_have_objectives(fields, parts),
        MissionKind::BrokenArrow => check_debris_field(parts),
        MissionKind::Skirmish | MissionKind::Drill => {}
    }
}

/// Rule: MIS-7.
fn check_forces(fields: &Fields<'_>, mission: &Mission, parts: &Parts<'_, '_>) {
    let Some(node) = fields.get("mission") else { return };
    for side in Side::BOTH {
        if parts.forces[side.index()].units.is_empty() {
            let what =
                format!("a {} needs units on both sides, and side {side} has none", mission.kind.name());
            node.fault(what, "units of both sides, or the mission Drill");
        }
    }
}

/// A level that lists objectives has no others.
///
/// Rule: MIS-2.
fn check_zones_have_objectives(fields: &Fields<'_>, parts: &Parts<'_, '_>) {
    let Some(node) = fields.get("objectives").filter(|_| !parts.objectives.is_empty()) else { return };
    for side in Side::BOTH {
        let zone = &parts.zones[side.index()].area;
        let lies_in = |objective: &Located<'_, Objective>| zone.contains(objective.value.at.ground());
        if !parts.objectives.iter().any(lies_in) {
            let what = format!(
                "in a Meeting Engagement a side wins by an objective in the enemy zone, and none lies in that of {side}"
            );
            node.fault(what, "an objective in each zone, or none at all: then the players place them");
        }
    }
}

/// Rule: MIS-3.
fn check_debris_field(parts: &Parts<'_, '_>) {
    for (index, piece) in parts.pieces.iter().enumerate() {
        if piece.value.id == DEBRIS_FIELD
            && parts.terrain.going_of(index, Gait::Walker).0 == Going::Impassable
        {
            let what = "in a Broken Arrow the objectives lie in the debris field, and this one is impassable";
            piece.id.fault(what, "ground that models can reach");
        }
    }
}
