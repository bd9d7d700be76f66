//! Shots of a show: what happens, large enough to be read, and the map around it.

use bevy::prelude::*;
use tabletop_hexes::hex::Hex;

use super::board::{Board, RADIUS};
use crate::ui::camera::Travel;
use crate::ui::camera::frame::framed;
use crate::ui::camera::known_views;
use crate::ui::camera::pose::{CameraPose, Lens};

/// Ground around what happens, in radii of a hex: to be framed, and to count as seen.
const FRAMED: f32 = 2.6;
const SEEN: f32 = 1.5;
/// The camera stays while it is no farther from what happens than this many times as far as it would go.
const FAR: f32 = 1.3;
/// Seconds of the shortest way, of each inch more, and of the longest.
const SHORTEST: f32 = 1.1;
const PER_INCH: f32 = 0.04;
const LONGEST: f32 = 2.2;

/// Pose and travel that show some hexes in a part of the picture; `None` where they are seen well.
pub(super) fn shot(
    board: &Board,
    hexes: &[Hex],
    (lens, room): (&Lens, Rect),
    from: CameraPose,
) -> Option<(CameraPose, Travel)> {
    let limits = known_views::limits(board.framed(), lens.free);
    let near = framed(&points_about(board, hexes, FRAMED), from, lens, room, &limits);
    let is_seen = |point: &Vec3| lens.pixel(&from, *point).is_some_and(|pixel| room.contains(pixel));
    if points_about(board, hexes, SEEN).iter().all(is_seen) && from.distance < FAR * near.distance {
        return None;
    }
    let way = from.eye().distance(near.eye());
    Some((near, Travel::Ease((SHORTEST + PER_INCH * way).min(LONGEST))))
}

/// Points so many radii from the middles of some hexes.
pub(super) fn points_about(board: &Board, hexes: &[Hex], radii: f32) -> Vec<Vec3> {
    let ways = [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z].map(|way| way * radii * RADIUS);
    hexes.iter().flat_map(|hex| ways.map(|way| board.centre(*hex) + way)).collect()
}
