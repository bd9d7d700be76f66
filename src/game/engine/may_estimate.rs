//! Whether what takes long to work out may be estimated: in a rehearsal alone.

use bevy_ecs::prelude::Resource;
use tabletop::estimates::Estimates;

/// Permission to estimate. Nobody in the game can make one: it comes from the engine's rehearsals.
#[derive(Resource, Debug, Default)]
pub(in crate::game) struct MayEstimate(Option<Estimates>);

impl MayEstimate {
    /// As the engine has it.
    pub(in crate::game) fn by(allowed: Option<Estimates>) -> Self {
        Self(allowed)
    }

    pub(in crate::game) fn is_allowed(&self) -> bool {
        self.0.is_some()
    }
}
