//! Runs the systems of the phases: one for each step of the agenda, alone and in the order of the rulebook.

use bevy_ecs::prelude::{IntoSystem, Result, World};
use bevy_ecs::system::{RegisteredSystemError, SystemInput};

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
