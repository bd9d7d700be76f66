//! What can be seen on small tables.

mod counted;
mod index;
mod lines;
mod shares;
mod states;

use super::*;
use crate::table::piece::{Kind, Level, Opening, Piece, Roof, Step, Wall};
use crate::table::sample::{at, piece, rectangle, wall};
use crate::table::shape::{Point, Shape};

/// A soldier of the usual size.
fn soldier(x: f64, y: f64, z: f64) -> Viewed {
    Viewed { foot: at(x, y, z), radius: 0.5, height: Thou(1250), eyes: Thou(1100) }
}

/// A rock from one corner to another.
fn rock(low: Point, high: Point, height: i32) -> Piece {
    piece("rock", rectangle(low, high), Kind::Point { height: Thou(height) })
}

fn round(x: f64, y: f64, radius: f64, height: i32) -> Piece {
    piece("round", Shape::Circle { centre: [x, y], radius }, Kind::Point { height: Thou(height) })
}

fn bend(corners: &[Point], height: i32) -> Piece {
    piece("bend", Shape::Polygon(corners.to_vec()), Kind::Linear { height: Thou(height) })
}

/// One step of 4 by 4 around the origin.
fn cliff(top: i32) -> Piece {
    let outline = rectangle([-2.0, -2.0], [2.0, 2.0]);
    piece("cliff", outline.clone(), Kind::Hill { steps: vec![Step { outline, top: Thou(top) }] })
}

/// A ruin of one wall across the x axis, 8 long and 0.2 thick, with openings.
fn front(x: f64, height: i32, openings: Vec<Opening>) -> Piece {
    let wall = Wall { height: Thou(height), ..wall([x, -4.0], [x, 4.0], openings) };
    let kind = Kind::Ruin { height: Thou(height), walls: vec![wall] };
    piece("front", rectangle([x - 0.2, -4.0], [x + 0.2, 4.0]), kind)
}

/// A floor all over the middle of the table, on nothing.
fn table_top(height: i32) -> Piece {
    let levels = vec![Level { floor: Thou(height), outline: None, walls: Vec::new() }];
    let kind = Kind::Structure { levels, foundation: Default::default(), roof: Roof::Open };
    piece("table top", rectangle([-12.0, -12.0], [12.0, 12.0]), kind)
}

/// A floor 3 over the table, 6 by 8, right of x = 0, on nothing.
fn loft() -> Piece {
    let [ground, loft] =
        [0, 3000].map(|floor| Level { floor: Thou(floor), outline: None, walls: Vec::new() });
    let kind =
        Kind::Structure { levels: vec![ground, loft], foundation: Default::default(), roof: Roof::Open };
    piece("loft", rectangle([0.0, -4.0], [6.0, 4.0]), kind)
}
