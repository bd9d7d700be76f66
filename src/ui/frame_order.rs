//! The order of a frame: sets of systems that others come before or after.

use bevy::prelude::*;

/// Input has been handled: the draft is up to date, with heights and facings, and checked.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct InputSystems;

/// The camera goes where it is sent.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct CameraSystems;
