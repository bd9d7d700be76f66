//! Warnings of `check`: units that have no room in their zone.

use std::borrow::Cow;

use super::scenario::{MissionKind, ModelStart, UnitStart};
use super::setup::Setup;
use crate::rules::basics::Disc;
use crate::rules::ids::Side;
use crate::rules::measures::Place;
use crate::rules::movement::bodies::Body;
use crate::table::room::Room;
use crate::table::walk::Mover;

/// A warning for each unit that waits and has no room in its side's zone: certainly, or as far as is found; alone, or beside
/// the units of its side that are placed before it.
///
/// Rule: MIS-1, MIS-3 (room).
pub(super) fn room_warnings(setup: &Setup) -> Vec<String> {
    Side::BOTH.into_iter().flat_map(|side| warnings_of(setup, side)).collect()
}

fn warnings_of(setup: &Setup, side: Side) -> Vec<String> {
    let standing: Vec<Body> = setup.units().flat_map(|unit| bodies_of(setup, unit)).collect();
    // In Broken Arrow others are reserves, and which is for their player to say.
    let together = setup.level.mission.kind != MissionKind::BrokenArrow;
    let mut placed = standing.clone();
    let mut warnings = Vec::new();
    for unit in setup.level.forces[side.index()].units.iter().filter(|unit| unit.waits()) {
        let (id, count) = (unit.id, unit.models.len());
        let alone = room(setup, unit, side, &standing);
        let near = alone.zone.bounds()[0];
        if alone.formation(count, near).is_none() {
            warnings.push(match alone.is_surely_too_small(count) {
                true => format!("{id} has no room in the zone of side {side}, however it is placed (MIS-1)"),
                false => format!("no room was found for {id} in the zone of side {side} (MIS-1)"),
            });
        } else if together {
            match room(setup, unit, side, &placed).formation(count, near) {
                Some(places) => placed.extend(places.into_iter().map(|at| body(setup, unit, at))),
                None => warnings.push(format!(
                    "no room was found for {id} in the zone of side {side} beside its other units (MIS-1)"
                )),
            }
        }
    }
    warnings
}

/// Room for a unit in its zone, beside others.
fn room<'a>(setup: &'a Setup, unit: &UnitStart, side: Side, others: &[Body]) -> Room<'a> {
    let card = setup.card(unit);
    Room {
        terrain: &setup.level.terrain,
        mover: Mover::of(card),
        zone: Cow::Borrowed(&setup.level.zones[side.index()].area),
        leader_zone: None,
        others: others.to_vec(),
        enemies: Vec::new(),
        enemy_gap: 0.0,
        max_gap: card.spread().unwrap_or(setup.ruleset.movement.coherency),
    }
}

fn bodies_of(setup: &Setup, unit: &UnitStart) -> Vec<Body> {
    let stands = |model: &ModelStart| match model {
        ModelStart::Standing { at, .. } => Some(body(setup, unit, *at)),
        _ => None,
    };
    unit.models.iter().filter_map(stands).collect()
}

fn body(setup: &Setup, unit: &UnitStart, at: Place) -> Body {
    let base = setup.card(unit).base;
    Body { disc: Disc { at, radius: base.radius() }, height: base.height }
}
