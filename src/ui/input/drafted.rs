//! One model of a draft: its way, its end and its height, where it would look.

use crate::game::phases::deployment::kinds::ModelPlace;
use crate::rules::ids::ModelId;
use crate::rules::measures::{Facing, MeasureError, Place, Thou};
use crate::rules::movement::path_length;
use crate::table::terrain::Terrain;

/// One model's proposed way.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Drafted {
    /// The model.
    pub model: ModelId,
    /// Where it stands now; without meaning for one that comes onto the table.
    pub start: Place,
    /// Where it looks now, degrees.
    pub start_facing: f64,
    /// Corners of its way before its end.
    pub corners: Vec<Place>,
    /// Where it would end, inches.
    pub at: [f64; 2],
    /// The height it would end at: see [`Self::settle`].
    pub height: Thou,
    /// How many floors over the one it would arrive on.
    pub lift: i32,
    /// Where it would look, degrees; any number of turns.
    pub facing: f64,
    /// Who says where it looks.
    pub aim: Aim,
    /// Whether the player moves this one now.
    pub grip: Grip,
    /// What the player drew, while a plan is shown in its place.
    pub wish: Option<Wish>,
}

/// A way as the player drew it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Wish {
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

/// Who says where a model looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Aim {
    /// Nobody: it looks as it stood, or along its way if it runs.
    Free,
    /// The player has turned it.
    Chosen,
}

/// How a model comes to where it would end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coming {
    /// On foot, along its way.
    Walking,
    /// From off the table.
    Placed,
}

/// Most floors a model can be lifted or lowered at once.
const MOST_LIFT: i32 = 9;

impl Drafted {
    /// Whether it would go anywhere: in thousandths of an inch, as it is stored.
    pub(super) fn moves(&self) -> bool {
        let stays = self.end().is_ok_and(|end| end == self.start);
        !stays || !self.corners.is_empty()
    }

    pub(super) fn turns(&self) -> bool {
        (self.facing - self.start_facing).abs() > 1e-6
    }

    /// Where it would end.
    pub fn end(&self) -> Result<Place, MeasureError> {
        Place::from_inches(self.at[0], self.at[1], self.height.inches())
    }

    /// The corners of its way, the last its end.
    pub fn path(&self) -> Result<Vec<Place>, MeasureError> {
        let end = self.end()?;
        Ok(self.corners.iter().copied().chain([end]).collect())
    }

    /// Length of its way, inches.
    pub fn length(&self) -> f64 {
        self.path().map_or(0.0, |path| path_length(self.start, &path))
    }

    pub(super) fn end_facing(&self) -> Result<Facing, MeasureError> {
        Facing::from_degrees(self.facing.rem_euclid(360.0))
    }

    pub(super) fn placed(&self) -> Result<ModelPlace, MeasureError> {
        Ok(ModelPlace { model: self.model, at: self.end()?, facing: self.end_facing()? })
    }

    /// Where the last leg of its way begins.
    pub(super) fn before_end(&self) -> Place {
        self.corners.last().copied().unwrap_or(self.start)
    }

    /// Turns it on the spot, degrees counter-clockwise.
    pub(super) fn turn(&mut self, degrees: f64) {
        self.facing = (self.facing + degrees).rem_euclid(360.0);
        self.aim = Aim::Chosen;
    }

    /// Fixes a corner of its way where it is now.
    pub(super) fn add_corner(&mut self) {
        if let Ok(corner) = self.end() {
            self.corners.push(corner);
            self.lift = 0;
        }
    }

    /// Shows a planned path in place of what the player drew; one without corners stays.
    pub(in crate::ui) fn adopt(&mut self, terrain: &Terrain, path: &[Place]) {
        let drawn = Wish { corners: std::mem::take(&mut self.corners), at: self.at, lift: self.lift };
        self.wish = Some(self.wish.take().unwrap_or(drawn));
        let (end, corners) = path.split_last().map_or((self.start, &[][..]), |(end, rest)| (*end, rest));
        self.corners = corners.to_vec();
        self.at = end.ground();
        let heights = terrain.heights_at(self.at);
        let arrives = arrival(terrain, self.before_end(), end, &heights);
        let ends = heights.iter().position(|height| *height == end.z).unwrap_or(arrives);
        self.lift = ends as i32 - arrives as i32;
    }

    /// Goes a way that the rules give, as if the player had drawn it.
    pub(super) fn lead(&mut self, terrain: &Terrain, path: &[Place], facing: f64) {
        self.adopt(terrain, path);
        self.wish = None;
        (self.facing, self.aim) = (facing, Aim::Chosen);
    }

    /// Goes back from a plan to what the player drew.
    pub(super) fn redraw(&mut self) {
        if let Some(Wish { corners, at, lift }) = self.wish.take() {
            (self.corners, self.at, self.lift) = (corners, at, lift);
        }
    }

    /// Goes back to where it stands and looks.
    pub(super) fn stay(&mut self) {
        self.redraw();
        self.corners.clear();
        (self.at, self.height, self.lift) = (self.start.ground(), self.start.z, 0);
        (self.facing, self.aim) = (self.start_facing, Aim::Free);
    }

    /// So many floors higher, or lower.
    pub(super) fn raise(&mut self, floors: i32) {
        self.lift = (self.lift + floors).clamp(-MOST_LIFT, MOST_LIFT);
    }

    /// Finds the height it would end at: that at which it arrives by its way, and
    /// from there as many floors up or down as the player has chosen.
    pub(super) fn settle(&mut self, terrain: &Terrain, coming: Coming) {
        let Ok(end) = Place::from_inches(self.at[0], self.at[1], 0.0) else { return };
        let heights = terrain.heights_at(end.ground());
        let arrives = match coming {
            Coming::Walking => arrival(terrain, self.before_end(), end, &heights),
            Coming::Placed => 0,
        };
        let highest = heights.len() as i32 - 1;
        let chosen = (arrives as i32 + self.lift).clamp(0, highest.max(0));
        if highest > 0 {
            self.lift = chosen - arrives as i32;
        }
        self.height = heights.get(chosen as usize).copied().unwrap_or_default();
    }
}

/// Which of the heights over a point one has who walks there straight and changes no level.
fn arrival(terrain: &Terrain, from: Place, to: Place, heights: &[Thou]) -> usize {
    let arrives = terrain.arrival_height(from, to.ground());
    heights.iter().position(|height| Some(*height) == arrives).unwrap_or(0)
}
