//! Runs the systems of the phases: one for each step of the agenda, alone and in the order of the rulebook.

use bevy_ecs::prelude::{BevyError, IntoSystem, ResMut, Result, World};
use bevy_ecs::system::{RegisteredSystemError, SystemInput, SystemParam};

use super::WarStrike;
use super::agenda::Agenda;
use super::dice::{Dice, DiceError, DiceExhausted};
use super::fact::Facts;
use super::view::Roster;

/// Access of a step to the battle.
#[derive(SystemParam)]
pub(in crate::game) struct StepContext<'w, 's> {
    pub roster: Roster<'w, 's>,
    pub agenda: ResMut<'w, Agenda>,
    pub dice: ResMut<'w, Dice>,
    pub facts: ResMut<'w, Facts>,
}

/// Runs a system on a battle's world.
///
/// # Errors
/// The system's own: a bug, or dice that ran out.
pub(in crate::game) fn run<I, M, S>(world: &mut World, system: S, input: I::Inner<'_>) -> Result
where
    I: SystemInput + 'static,
    S: IntoSystem<I, (), M> + 'static,
{
    match world.run_system_cached_with(system, input) {
        Ok(()) => Ok(()),
        Err(RegisteredSystemError::Failed(error)) => Err(error),
        Err(other) => Err(other.to_string().into()),
    }
}

/// Error of a phase's step.
pub(in crate::game) type StepError = tabletop::battle::StepError<WarStrike>;

/// Error of a step, from that of its system.
pub(in crate::game) fn step_error(error: BevyError) -> StepError {
    if let Some(DiceExhausted { error, context }) = error.downcast_ref() {
        return StepError::Dice { error: error.clone(), context: Some(context.clone()) };
    }
    match error.downcast_ref::<DiceError>() {
        Some(error) => error.clone().into(),
        None => StepError::Bug(error.to_string()),
    }
}
