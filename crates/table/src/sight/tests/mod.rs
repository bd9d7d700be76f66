//! Sight on small tables.

mod convex;
mod culling;
mod lines;
mod outlines;
mod sampled;
mod seams;
mod shares;
mod states;

use super::occluders::OccluderKind;
use super::*;
use crate::piece::{Kind, Level, Opening, Piece, Roof, Step, Wall};
use crate::sample::{at, house, piece, plateau, rectangle, table, wall};
use crate::shape::{Point, Shape};

/// A soldier of ordinary size.
fn soldier(x: f64, y: f64, z: f64) -> SightBody {
    SightBody { foot: at(x, y, z), radius: 0.5, height: Thou(1250), eyes: Thou(1100) }
}

/// A rock between two opposite corners.
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

/// A floor over the middle of the table, without supports.
fn table_top(height: i32) -> Piece {
    let levels = vec![Level { floor: Thou(height), outline: None, walls: Vec::new() }];
    let kind = Kind::Structure { levels, foundation: Default::default(), roof: Roof::Open };
    piece("table top", rectangle([-12.0, -12.0], [12.0, 12.0]), kind)
}

/// A floor 3 above the table, 6 by 8, right of x = 0, without supports.
fn loft() -> Piece {
    let [ground, loft] =
        [0, 3000].map(|floor| Level { floor: Thou(floor), outline: None, walls: Vec::new() });
    let kind =
        Kind::Structure { levels: vec![ground, loft], foundation: Default::default(), roof: Roof::Open };
    piece("loft", rectangle([0.0, -4.0], [6.0, 4.0]), kind)
}

/// A house, a concave wall, a hill and two different rocks.
fn busy() -> Terrain {
    let cup = [[-9.0, 6.0], [-3.0, 6.0], [-3.0, 10.0], [-4.0, 10.0], [-4.0, 7.0], [-8.0, 7.0], [-8.0, 10.0]];
    let pieces = [vec![house(), bend(&[&cup[..], &[[-9.0, 10.0]]].concat(), 1500)], {
        let hill = |steps: &[(f64, i32)]| {
            let disc = |radius| Shape::Circle { centre: [7.0, 7.0], radius };
            let steps = steps.iter().map(|(radius, top)| Step { outline: disc(*radius), top: Thou(*top) });
            piece("hill", disc(3.0), Kind::Hill { steps: steps.collect() })
        };
        vec![
            hill(&[(3.0, 800), (2.0, 1600), (1.0, 2400)]),
            round(-6.0, -6.0, 0.7, 1300),
            round(6.0, -5.0, 1.5, 900),
        ]
    }]
    .concat();
    table(pieces)
}

/// Pairs of soldiers at least 1 apart, anywhere on a table, on the ground or on a floor.
fn pairs(table: &Terrain, tries: usize) -> Vec<[SightBody; 2]> {
    let mut state = 7_u64;
    let mut random = |end: i32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as i32 % end
    };
    let mut model = || {
        let [x, y] = [random(24_000) - 12_000, random(24_000) - 12_000].map(|thou| f64::from(thou) / 1000.0);
        let heights = table.heights_at([x, y]);
        let z = heights[random(8) as usize % heights.len()];
        soldier(x, y, z.inches())
    };
    let drawn = (0..tries).map(|_| [model(), model()]);
    drawn.filter(|[from, to]| from.foot.ground_distance(to.foot) >= 1.0).collect()
}
