//! Shape of tiles and the colours of their edges.

use bevy::prelude::*;
use tabletop_counters::Look;
use tabletop_hexes::hex::Hex;

use crate::map_ui::scene::board::{APOTHEM, Board};
use crate::ui::miniatures::terrain::paint::{Brush, coat};

/// Half the gap between two tiles, width and depth of a tile's bevel; inches.
pub(super) const GAP: f32 = 0.028;
pub(super) const BEVEL: f32 = 0.075;
pub(super) const DROP: f32 = 0.055;

/// Coat of a tile's ground; `None` for grass.
pub(super) fn ground_coat(look: Look) -> Option<LinearRgba> {
    match look {
        Look::Open => None,
        Look::Hill => Some(coat(0.50, 0.47, 0.29)),
        Look::Field => Some(coat(0.46, 0.35, 0.22)),
        Look::Rough => Some(coat(0.47, 0.43, 0.34)),
        Look::Woods => Some(coat(0.22, 0.25, 0.14)),
        Look::Town => Some(coat(0.50, 0.47, 0.42)),
        Look::Farm => Some(coat(0.47, 0.42, 0.31)),
        Look::Water => Some(coat(0.13, 0.26, 0.33)),
    }
}

/// Coat of a tile's bevel: it shows the kind of ground at its edge.
pub(super) fn rim_coat(look: Look) -> LinearRgba {
    match look {
        Look::Open => coat(0.33, 0.36, 0.19),
        Look::Water => coat(0.42, 0.38, 0.27),
        look => ground_coat(look).unwrap_or(LinearRgba::WHITE).washed(0.25),
    }
}

/// Corners of a hex drawn in from its sides, and lowered; inches.
pub(super) fn ring(board: &Board, hex: Hex, inside: f32, lower: f32) -> [Vec3; 6] {
    let centre = board.centre(hex);
    board.corners(hex).map(|corner| centre.lerp(corner, 1.0 - inside / APOTHEM) - Vec3::Y * lower)
}
