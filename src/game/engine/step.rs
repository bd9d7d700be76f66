//! One run of the schedule for each step of the agenda, and the order of its
//! systems, which is the order of the rulebook.

use bevy::ecs::schedule::{LogLevel, Schedule, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::{BevyError, In, IntoScheduleConfigs, IntoSystem, ResMut, Resource, SystemSet};

use crate::game::engine::apply::apply_facts;
use crate::game::phases::{deploy, fall_back, get_down, moving, shooting, test_to_act, turn};

/// The schedule that carries out one step of the agenda.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::game) struct AgendaStep;

/// What a step may do, in this order. All but the last only read components
/// and push facts.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::game) enum Systems {
    /// Dice before the battle.
    RollOff,
    /// Placing units.
    Deployment,
    /// ACT-7: a marked unit tests before it acts.
    TestToAct,
    /// ACT-1, ACT-2, ACT-4: what moves a unit.
    Move,
    /// ACT-5.
    GetDown,
    /// SUP-4: a suppressed unit is activated.
    FallBack,
    /// RE-1: snap fire is offered and answered.
    React,
    /// RE-1, ACT-2, ACT-4: what is asked in the middle of an action.
    Interlude,
    /// SHO-1.
    Shoot,
    /// TURN-2, TURN-4: nerve markers and hit-dice go.
    Recover,
    /// Phases and turns.
    Turn,
    /// Facts become state.
    Apply,
}

/// What went wrong in a system of this step: a bug, or dice that ran out.
#[derive(Resource, Debug, Default)]
pub(in crate::game) struct Failure(pub Option<BevyError>);

/// Keeps a system's error for the battle to hand to its caller.
pub(in crate::game) fn note_failure(In(result): In<Result<(), BevyError>>, mut failure: ResMut<Failure>) {
    if let Err(error) = result
        && failure.0.is_none()
    {
        failure.0 = Some(error);
    }
}

/// The schedule of a battle: single-threaded, every conflict of two systems
/// ordered or else an error.
pub(in crate::game) fn schedule() -> Schedule {
    let mut schedule = Schedule::new(AgendaStep);
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings {
        ambiguity_detection: LogLevel::Error,
        ..Default::default()
    });
    let order = (
        Systems::RollOff,
        Systems::Deployment,
        Systems::TestToAct,
        Systems::Move,
        Systems::GetDown,
        Systems::FallBack,
        Systems::React,
        Systems::Interlude,
        Systems::Shoot,
        Systems::Recover,
        Systems::Turn,
        Systems::Apply,
    );
    schedule.configure_sets(order.chain());
    deploy::plugin(&mut schedule);
    test_to_act::plugin(&mut schedule);
    moving::plugin(&mut schedule);
    get_down::plugin(&mut schedule);
    fall_back::plugin(&mut schedule);
    shooting::plugin(&mut schedule);
    turn::plugin(&mut schedule);
    schedule.add_systems(apply_facts.pipe(note_failure).in_set(Systems::Apply));
    schedule
}
