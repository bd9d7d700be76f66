//! Beams, joint occluders, bounds, grids and observers, each by itself.

mod beam;
mod cell_occlusion_bound;
mod grid;
mod joint_occluders;
mod observers;

use super::beam::{Beam, BeamContact};
use super::tiles::Tile;
use crate::outline::Bounds;
use crate::piece::{Kind, Piece};
use crate::sample::{at, piece, rectangle, table};
use crate::shape::{Point, Shape};
use crate::sight::SightBody;
use warstrike_rules::measures::Thou;

/// A soldier of ordinary size: 1.25 high, its base 1 wide.
fn soldier([x, y]: Point, z: f64) -> SightBody {
    SightBody { foot: at(x, y, z), radius: 0.5, height: Thou(1250), eyes: Thou(1100) }
}

/// A tile with all its feet at one height.
fn tile(bounds: Bounds, foot: f64) -> Tile {
    Tile { columns: 0..1, rows: 0..1, bounds, feet: [foot; 2], second: None }
}
