//! Finds the poses of shots in the picture as it is, for the play and for a show.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::frame::free_room;
use super::framing::Framing;
use super::free_area::{line_at_foot, score_at_head};
use super::pose::CameraPose;
use super::rig::{table_lens, table_limits};
use super::shots::{Shot, Stand};
use super::subject::ShotPlace;
use crate::ui::camera::line_of_flight::Ahead;
use crate::ui::camera::viewport::TableViewport;
use crate::ui::session::open_game::OpenGame;

/// Frames shots in the picture as it is.
#[derive(SystemParam)]
pub(in crate::ui) struct ShotFramer<'w, 's> {
    opened: Res<'w, OpenGame>,
    viewport: TableViewport<'w, 's>,
    ahead: Ahead<'w>,
}

impl ShotFramer<'_, '_> {
    /// The pose of a shot of a show, whose lines appear at the foot of the picture; the score is at its head.
    pub fn pose(&self, shot: &Shot, stand: Stand, place: &ShotPlace, from: CameraPose) -> CameraPose {
        self.within(&self.of_show(), |framing| framing.pose(shot, stand, place, from))
    }

    /// Whether a pose shows some points large enough to be made out, clear of both.
    pub fn shows(&self, points: &[Vec3], pose: &CameraPose) -> bool {
        self.within(&self.of_show(), |framing| framing.shows(points, pose))
    }

    /// Areas that a show writes in, over the picture.
    fn of_show(&self) -> [Rect; 2] {
        let free = self.viewport.free();
        [line_at_foot(free), score_at_head(free)]
    }

    /// Applies a framing in the largest part of the picture that some rectangles leave free.
    pub(super) fn within<T>(&self, covers: &[Rect], frame: impl FnOnce(&Framing) -> T) -> T {
        let free = self.viewport.free();
        frame(&Framing {
            lens: table_lens(&self.viewport),
            limits: table_limits(&self.opened, free),
            room: free_room(free, covers),
            terrain: self.opened.game.battle().view().terrain(),
            ahead: &|ray| self.ahead.terrain(ray),
        })
    }
}
