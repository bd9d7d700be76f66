//! The order of a frame: sets of systems that others come before or after.

use bevy::prelude::*;

/// Input has been handled: the draft is up to date, with heights and facings, and checked.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::ui) struct InputSystems;

/// Whether figures have moved has been noted, before anything follows them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::ui) struct NoteFigures;

/// The panels are laid out.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::ui) struct PanelSystems;

/// The camera goes where it is sent.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::ui) struct CameraSystems;
