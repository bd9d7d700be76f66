//! Where a base has room on a random table.

use warstrike::rules::measures::Thou;
use warstrike::rules::movement::allowance::SlowGoing;
use warstrike::rules::movement::going::Going;
use warstrike::table::paths::{DifficultGoing, GoingPolicy};
use warstrike::table::piece::{Kind, Piece};

use super::figures::{Figure, Point};
use super::parts::{parts, steps_of};
use super::tables::Table;
use super::world::{World, going_of};

const ALL: GoingPolicy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Crossed };
const AVOID_DIFFICULT: GoingPolicy =
    GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided };

/// The heights of the surfaces at a point, thousandths.
pub fn heights(table: &Table, at: Point) -> Vec<i32> {
    World::new(table, ALL).surfaces(at).iter().map(|surface| surface.height).collect()
}

/// Heights at which a base of the mover's size has room at a point: on the table, and clear of impassable
/// ground, walls and obstacles.
///
/// Rule: MOV-4, HIL-3.
pub fn standing(table: &Table, at: Point) -> Vec<i32> {
    let world = World::new(table, AVOID_DIFFICULT);
    let steps = steps_of(&table.pieces);
    let overlaps = |piece: &Piece, high: Thou, height: i32| {
        parts(Figure::of(&piece.footprint), &steps).iter().any(|(part, ground)| {
            let beside = height < ground + high.0 && *ground < height + table.mover.height.0;
            beside && part.outside(at) < table.mover.radius
        })
    };
    let obstacle = |height: i32, ground: bool| {
        table.pieces.iter().any(|piece| {
            let outside = Figure::of(&piece.footprint).outside(at);
            let stands = match &piece.kind {
                Kind::Linear { height: high } | Kind::Point { height: high } => {
                    outside < table.mover.radius && overlaps(piece, *high, height)
                }
                _ => false,
            };
            let is_barred = ground && going_of(piece, table.mover.gait) == Going::Impassable;
            stands || (is_barred && outside < table.mover.radius)
        })
    };
    let has_room = |surface: &super::world::Surface| {
        let wall = world.obstacles.iter().any(|obstacle| {
            obstacle.is_prism()
                && world.keep_out(obstacle, *surface).is_some()
                && obstacle.figure.outside(at) < table.mover.radius
        });
        !wall && !obstacle(surface.height, surface.floor.is_none())
    };
    let surfaces = world.surfaces(at);
    surfaces.into_iter().filter(has_room).map(|surface| surface.height).collect()
}
