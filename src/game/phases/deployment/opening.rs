//! Events before the first turn, mission by mission: the steps of a deployment in their order.

use super::kinds::{RollOff, Step};
use crate::game::engine::agenda::Agenda;
use crate::level::scenario::{MissionKind, UnitStart};
use crate::level::setup::Setup;
use crate::rules::ids::Side;
use crate::rules::mission::finished_at_once;
use crate::rules::turn::{Phase, Turn};

/// Puts the opening of a battle with deployment on the agenda.
///
/// Rule: MIS-2, MIS-3, MIS-8.
pub(in crate::game) fn open(setup: &Setup, agenda: &mut Agenda) -> Turn {
    let kind = setup.level.mission.kind;
    let places_units = setup.units().any(UnitStart::waits);
    let places_objectives = kind == MissionKind::MeetingEngagement && setup.level.objectives.is_empty();
    let finished_first = nothing_to_place(setup);
    if places_units || places_objectives {
        agenda.push(Step::RollOff { purpose: RollOff::FirstPlacing, finished_first });
    } else {
        agenda.push(Step::RollOff { purpose: RollOff::FirstTurn, finished_first });
        if kind == MissionKind::Skirmish {
            agenda.push(Step::LayObjectives);
        }
    }
    Turn { round: 0, side: Side::A, first: Side::A, phase: Phase::Deployment }
}

/// The side that has finished first because it has nothing to deploy.
///
/// Rule: MIS-2.
fn nothing_to_place(setup: &Setup) -> Option<Side> {
    let waits = |side: Side| setup.level.forces[side.index()].units.iter().any(UnitStart::waits);
    finished_at_once(Side::BOTH.map(waits), &setup.ruleset.mission)
}

/// Puts on the agenda what follows the roll-off for deploying first.
///
/// Rule: MIS-2, MIS-3, MIS-8.
pub(super) fn push_placing(setup: &Setup, first: Side, finished_first: Option<Side>, agenda: &mut Agenda) {
    let rules = &setup.ruleset.mission;
    let objectives = |each: u8| if setup.level.objectives.is_empty() { [each; 2] } else { [0; 2] };
    let second = first.other();
    // The last is the first to happen.
    agenda.push(Step::ContinueDeployment { last: second, finished_first });
    match setup.level.mission.kind {
        MissionKind::Drill => return,
        MissionKind::Skirmish => agenda.push(Step::LayObjectives),
        MissionKind::MeetingEngagement => {
            agenda.push(Step::NextObjective { last: second, left: objectives(rules.objectives_each) });
        }
        MissionKind::BrokenArrow => {
            agenda.push(Step::OfferUnits { player: first });
            agenda.push(Step::OfferUnits { player: second });
            agenda.push(Step::NextObstacle { last: second, left: [rules.broken_arrow_obstacles; 2] });
            agenda.push(Step::NextObjective { last: first, left: objectives(rules.broken_arrow_objectives) });
        }
    }
    agenda.push(Step::OfferZones { player: first });
}
