//! Where the tags of units lie in the picture: a tag is as good a handle as a model.

use bevy::prelude::*;

use crate::rules::ids::UnitId;

/// The tags that were painted last, those over others last; logical pixels of the window.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(in crate::ui) struct TagPlaces(pub Vec<(UnitId, Rect)>);

impl TagPlaces {
    /// The unit whose tag lies at a pixel.
    pub fn at(&self, pixel: Vec2) -> Option<UnitId> {
        let mut from_above = self.0.iter().rev();
        from_above.find(|(_, rect)| rect.contains(pixel)).map(|(unit, _)| *unit)
    }
}
