//! The unit that the pointer is over in a list: it is highlighted on the table.

use bevy::prelude::Resource;

use crate::rules::ids::UnitId;

/// The unit, if there is one.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) struct PointedUnit(pub Option<UnitId>);
