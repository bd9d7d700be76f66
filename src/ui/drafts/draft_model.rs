//! One model of a draft: its path, end, height and facing.

use crate::game::phases::deployment::kinds::ModelPlace;
use crate::rules::ids::ModelId;
use crate::rules::measures::{Facing, MeasureError, Place, Thou};
use crate::rules::movement::path_length;
use crate::table::plane::distance;
use crate::table::terrain::Terrain;

/// A model's proposed move.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct DraftModel {
    /// The model.
    pub model: ModelId,
    /// Where it stands now; meaningless during deployment.
    pub start: Place,
    /// Its facing now, degrees.
    pub start_facing: f64,
    /// The corners of its path before the end.
    pub corners: Vec<Place>,
    /// Where it would end, inches.
    pub at: [f64; 2],
    /// The height of its end: see [`Self::settle`].
    pub height: Thou,
    /// How many floors above the one on which it would arrive.
    pub lift: i32,
    /// Its facing at the end, degrees; may exceed a full turn.
    pub facing: f64,
    /// What its facing follows from.
    pub facing_source: FacingSource,
    /// Whether the player moves this model now.
    pub grip: Grip,
    /// What the player drew, while a plan or a part of the way is shown instead.
    pub drawn: Option<DrawnPath>,
}

/// A path as the player drew it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct DrawnPath {
    corners: Vec<Place>,
    at: [f64; 2],
    lift: i32,
}

/// Whether a model follows when the draft is moved or turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Grip {
    /// It does.
    Held,
    /// Others are moved alone.
    Left,
}

/// What the facing of a model follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum FacingSource {
    /// From its facing now; if it runs, from its path.
    Free,
    /// The player has turned it.
    Chosen,
}

/// How a model gets to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum ArrivalKind {
    /// On foot, along its path.
    OnFoot,
    /// Placed there during deployment.
    Placed,
}

/// Most floors by which a model can be lifted or lowered.
const MAX_LIFT: i32 = 9;

impl DraftModel {
    /// Whether it would move, to the thousandth of an inch as places are stored.
    pub(in crate::ui) fn moves(&self) -> bool {
        let stays = self.end().is_ok_and(|end| end == self.start);
        !stays || !self.corners.is_empty()
    }

    pub(in crate::ui) fn turns(&self) -> bool {
        (self.facing - self.start_facing).abs() > 1e-6
    }

    /// Where it would end.
    pub fn end(&self) -> Result<Place, MeasureError> {
        Place::from_inches(self.at[0], self.at[1], self.height.inches())
    }

    /// The corners of its path, the last being its end.
    pub fn path(&self) -> Result<Vec<Place>, MeasureError> {
        let end = self.end()?;
        Ok(self.corners.iter().copied().chain([end]).collect())
    }

    /// The length of its path, inches.
    pub fn length(&self) -> f64 {
        self.path().map_or(0.0, |path| path_length(self.start, &path))
    }

    pub(in crate::ui) fn end_facing(&self) -> Result<Facing, MeasureError> {
        Facing::from_degrees(self.facing.rem_euclid(360.0))
    }

    pub(in crate::ui) fn placed(&self) -> Result<ModelPlace, MeasureError> {
        Ok(ModelPlace { model: self.model, at: self.end()?, facing: self.end_facing()? })
    }

    /// Where the last leg of its path begins.
    pub(in crate::ui) fn last_corner(&self) -> Place {
        self.corners.last().copied().unwrap_or(self.start)
    }

    /// Turns it on the spot, degrees counter-clockwise.
    pub(in crate::ui) fn turn(&mut self, degrees: f64) {
        self.facing = (self.facing + degrees).rem_euclid(360.0);
        self.facing_source = FacingSource::Chosen;
    }

    /// Adds a corner to its path where it is now.
    pub(in crate::ui) fn add_corner(&mut self) {
        if let Ok(corner) = self.end() {
            self.corners.push(corner);
            self.lift = 0;
        }
    }

    /// Shows a planned path instead of what the player drew; an empty one leaves the model in place.
    pub(in crate::ui) fn apply_path(&mut self, terrain: &Terrain, path: &[Place]) {
        let drawn = DrawnPath { corners: std::mem::take(&mut self.corners), at: self.at, lift: self.lift };
        self.drawn = Some(self.drawn.take().unwrap_or(drawn));
        let (end, corners) = path.split_last().map_or((self.start, &[][..]), |(end, rest)| (*end, rest));
        self.corners = corners.to_vec();
        self.at = end.ground();
        let heights = terrain.heights_at(self.at);
        let arrives = arrival(terrain, self.last_corner(), end, &heights);
        let ends = heights.iter().position(|height| *height == end.z).unwrap_or(arrives);
        self.lift = ends as i32 - arrives as i32;
    }

    /// Sets a path that the rules give, as if the player had drawn it.
    pub(in crate::ui) fn set_path(&mut self, terrain: &Terrain, path: &[Place], facing: f64) {
        self.apply_path(terrain, path);
        self.drawn = None;
        (self.facing, self.facing_source) = (facing, FacingSource::Chosen);
    }

    /// Replaces a plan by what the player drew.
    pub(in crate::ui) fn restore_drawn(&mut self) {
        if let Some(DrawnPath { corners, at, lift }) = self.drawn.take() {
            (self.corners, self.at, self.lift) = (corners, at, lift);
        }
    }

    /// Makes the end that is shown the one that the player drew.
    pub(in crate::ui) fn keep_shown_end(&mut self) {
        if let Some(DrawnPath { corners, lift, .. }) = self.drawn.take() {
            (self.corners, self.lift) = (corners, lift);
        }
    }

    /// Where the player drew it to.
    pub fn drawn_to(&self) -> [f64; 2] {
        self.drawn.as_ref().map_or(self.at, |drawn| drawn.at)
    }

    /// The share of the last leg of its path at which the path has a length, inches; 1 if the whole path is no longer.
    pub(in crate::ui) fn share_within(&self, limit: f64) -> f64 {
        let (last, used) = (self.last_corner(), path_length(self.start, &self.corners));
        let leg = distance(last.ground(), self.at);
        if used + leg <= limit || leg == 0.0 { 1.0 } else { ((limit - used) / leg).max(0.0) }
    }

    /// Stops it after a share of the last leg of its path.
    pub(in crate::ui) fn stop_after(&mut self, share: f64) {
        let ([x, y], at) = (self.last_corner().ground(), self.at);
        self.drawn = Some(DrawnPath { corners: self.corners.clone(), at, lift: self.lift });
        self.at = [x + share * (at[0] - x), y + share * (at[1] - y)];
    }

    /// Resets it to its place and facing now.
    pub(in crate::ui) fn stay(&mut self) {
        self.restore_drawn();
        self.corners.clear();
        (self.at, self.height, self.lift) = (self.start.ground(), self.start.z, 0);
        (self.facing, self.facing_source) = (self.start_facing, FacingSource::Free);
    }

    /// Lifts or lowers it by floors.
    pub(in crate::ui) fn raise(&mut self, floors: i32) {
        self.lift = (self.lift + floors).clamp(-MAX_LIFT, MAX_LIFT);
    }

    /// Sets the height of its end: where it arrives by its path, and from there as many floors up or down as the
    /// player has chosen.
    pub(in crate::ui) fn settle(&mut self, terrain: &Terrain, arrival_kind: ArrivalKind) {
        let Ok(end) = Place::from_inches(self.at[0], self.at[1], 0.0) else { return };
        let heights = terrain.heights_at(end.ground());
        let arrives = match arrival_kind {
            ArrivalKind::OnFoot if heights.len() > 1 => arrival(terrain, self.last_corner(), end, &heights),
            ArrivalKind::OnFoot | ArrivalKind::Placed => 0,
        };
        let highest = heights.len() as i32 - 1;
        let chosen = (arrives as i32 + self.lift).clamp(0, highest.max(0));
        if highest > 0 {
            self.lift = chosen - arrives as i32;
        }
        self.height = heights.get(chosen as usize).copied().unwrap_or_default();
    }
}

/// The index of the height at which a model arrives that walks there straight and changes no level.
fn arrival(terrain: &Terrain, from: Place, to: Place, heights: &[Thou]) -> usize {
    let arrives = terrain.arrival_height(from, to.ground());
    heights.iter().position(|height| Some(*height) == arrives).unwrap_or(0)
}
