//! One model of a draft: its way, its end, where it would look.

use crate::game::command::ModelPlace;
use crate::rules::ids::ModelId;
use crate::rules::measures::{Facing, MeasureError, Place};
use crate::rules::movement::path_length;

/// One model's proposed way.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Drafted {
    /// The model.
    pub model: ModelId,
    /// Where it stands now; without meaning for one that comes onto the table.
    pub start: Place,
    /// Where it looks now, degrees.
    pub start_facing: f64,
    /// Corners of its way before its end, inches.
    pub corners: Vec<[f64; 2]>,
    /// Where it would end, inches.
    pub at: [f64; 2],
    /// Where it would look, degrees; any number of turns.
    pub facing: f64,
    /// Whether the player moves this one now.
    pub grip: Grip,
}

/// Whether a model follows when the draft is moved or turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Grip {
    /// It does.
    Held,
    /// Others are moved alone.
    Left,
}

impl Drafted {
    /// Whether it would go anywhere: in thousandths of an inch, as it is stored.
    pub(super) fn moves(&self) -> bool {
        let stays = self.end().is_ok_and(|end| end == self.start);
        !stays || !self.corners.is_empty()
    }

    pub(super) fn turns(&self) -> bool {
        (self.facing - self.start_facing).abs() > 1e-6
    }

    pub(super) fn stored(&self, [x, y]: [f64; 2]) -> Result<Place, MeasureError> {
        Place::from_inches(x, y, self.start.z.inches())
    }

    pub(super) fn end(&self) -> Result<Place, MeasureError> {
        self.stored(self.at)
    }

    /// The corners of its way, the last its end.
    pub(super) fn path(&self) -> Result<Vec<Place>, MeasureError> {
        self.corners.iter().chain([&self.at]).map(|corner| self.stored(*corner)).collect()
    }

    /// Length of its way, inches.
    pub fn length(&self) -> f64 {
        self.path().map_or(0.0, |path| path_length(self.start, &path))
    }

    pub(super) fn end_facing(&self) -> Result<Facing, MeasureError> {
        Facing::from_degrees(self.facing)
    }

    pub(super) fn placed(&self) -> Result<ModelPlace, MeasureError> {
        Ok(ModelPlace { model: self.model, at: self.end()?, facing: self.end_facing()? })
    }
}
