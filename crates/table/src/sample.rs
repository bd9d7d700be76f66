//! Small tables for the tests of this layer.

use super::piece::{Danger, Foundation, Going, Kind, Level, Opening, OpeningKind, Piece, Roof, Step, Wall};
use super::shape::{Point, Shape};
use super::terrain::Terrain;
use super::walk::Mover;
use warstrike_rules::basics::Allowance;
use warstrike_rules::measures::{Place, Thou};
use warstrike_rules::movement::going::Gait;
use warstrike_rules::ruleset::MovementRules;

/// A walker on a base 1 inch across.
pub const SOLDIER: Mover = Mover { radius: 0.5, height: Thou(1250), gait: Gait::Walker };

/// The same model, leaping.
pub const LEAPER: Mover = Mover { gait: Gait::Leaper, ..SOLDIER };

/// A table of 48 by 48 inches.
pub fn table(pieces: Vec<Piece>) -> Terrain {
    terrain_allowing(pieces, 0.005)
}

/// The same where comparisons allow another length, inches.
pub fn terrain_allowing(pieces: Vec<Piece>, allowance: f64) -> Terrain {
    Terrain::new([48.0, 48.0], pieces.into(), &MovementRules::COMBINED, Allowance(allowance))
}

/// A rectangle from its lowest to its highest corner.
pub fn rectangle([x, y]: Point, [right, top]: Point) -> Shape {
    Shape::Polygon(vec![[x, y], [right, y], [right, top], [x, top]])
}

/// A piece of its usual going.
pub fn piece(id: &str, footprint: Shape, kind: Kind) -> Piece {
    Piece { id: id.into(), footprint, kind, going: None, danger: Danger::None }
}

/// A square of 4 inches around the origin with a going of its own.
pub fn ground(going: Going) -> Piece {
    Piece { going: Some(going), ..piece("ground", rectangle([-2.0, -2.0], [2.0, 2.0]), Kind::Ground) }
}

/// A hill with upright sides and one step, from its lowest to its highest corner.
pub fn plateau(low: Point, high: Point, top: i32) -> Piece {
    let outline = rectangle(low, high);
    piece("plateau", outline.clone(), Kind::Hill { steps: vec![Step { outline, top: Thou(top) }] })
}

/// A hill around the origin: a step 1 high with a radius of 4 inches, another 2 high with a radius of 2.
pub fn hill() -> Piece {
    let disc = |radius| Shape::Circle { centre: [0.0, 0.0], radius };
    let step = |radius, top| Step { outline: disc(radius), top: Thou(top) };
    piece("hill", disc(4.0), Kind::Hill { steps: vec![step(4.0, 1000), step(2.0, 2000)] })
}

/// A wall, 0.2 thick and 3 high.
pub fn wall(from: Point, to: Point, openings: Vec<Opening>) -> Wall {
    Wall { from, to, height: Thou(3000), thickness: Thou(200), openings }
}

/// An opening 2 inches wide; `along` is where its middle is on the wall.
pub fn opening(kind: OpeningKind, along: i32) -> Opening {
    let sill = if kind == OpeningKind::Window { 1000 } else { 0 };
    Opening { kind, along: Thou(along), width: Thou(2000), sill: Thou(sill), top: Thou(2000) }
}

/// A house of 8 by 8 around the origin: its ground level with walls on all sides, a door in the middle of the
/// -y side and a window in the middle of the +y side; an upper floor at 3 over the +x half, without walls; no
/// roof.
pub fn house() -> Piece {
    let walls = vec![
        wall([-4.0, -4.0], [4.0, -4.0], vec![opening(OpeningKind::Door, 4000)]),
        wall([4.0, -4.0], [4.0, 4.0], vec![]),
        wall([4.0, 4.0], [-4.0, 4.0], vec![opening(OpeningKind::Window, 4000)]),
        wall([-4.0, 4.0], [-4.0, -4.0], vec![]),
    ];
    let upper = Level { floor: Thou(3000), outline: Some(rectangle([0.0, -4.1], [4.1, 4.1])), walls: vec![] };
    let levels = vec![Level { floor: Thou(0), outline: None, walls }, upper];
    let kind = Kind::Structure { levels, foundation: Foundation::None, roof: Roof::Open };
    piece("house", rectangle([-4.1, -4.1], [4.1, 4.1]), kind)
}

/// A place, inches.
pub fn at(x: f64, y: f64, z: f64) -> Place {
    Place::from_inches(x, y, z).unwrap()
}
