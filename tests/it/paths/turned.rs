//! Symmetry: tables mirrored or turned by a quarter have paths of the same length.

use warstrike::rules::basics::Disc;
use warstrike::rules::measures::{Place, Thou};
use warstrike::rules::movement::bodies::Body;
use warstrike::table::piece::{Kind, Level, Piece, Step, Wall};
use warstrike::table::shape::Shape;

use super::figures::Point;
use super::tables::{Table, table};
use super::world::{self, World};
use super::{find_path, in_parallel, legs, policy_of, rules};

/// An exact symmetry: both coordinates swapped, one negated, or both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Symmetry {
    /// Mirrored at the y axis.
    Mirrored,
    /// Turned by a quarter, counter-clockwise.
    Turned,
}

impl Symmetry {
    fn point(self, [x, y]: Point) -> Point {
        match self {
            Self::Mirrored => [-x, y],
            Self::Turned => [-y, x],
        }
    }

    pub fn place(self, at: Place) -> Place {
        let (x, y) = match self {
            Self::Mirrored => (-at.x.0, at.y.0),
            Self::Turned => (-at.y.0, at.x.0),
        };
        Place { x: Thou(x), y: Thou(y), z: at.z }
    }

    fn shape(self, shape: &Shape) -> Shape {
        match shape {
            Shape::Circle { centre, radius } => {
                Shape::Circle { centre: self.point(*centre), radius: *radius }
            }
            Shape::Polygon(corners) => {
                let mut corners: Vec<Point> = corners.iter().map(|corner| self.point(*corner)).collect();
                if self == Self::Mirrored {
                    // Keeps it counter-clockwise.
                    corners.reverse();
                }
                Shape::Polygon(corners)
            }
        }
    }

    fn wall(self, wall: &Wall) -> Wall {
        Wall { from: self.point(wall.from), to: self.point(wall.to), ..wall.clone() }
    }

    fn level(self, level: &Level) -> Level {
        Level {
            floor: level.floor,
            outline: level.outline.as_ref().map(|outline| self.shape(outline)),
            walls: level.walls.iter().map(|wall| self.wall(wall)).collect(),
        }
    }

    pub fn piece(self, piece: &Piece) -> Piece {
        let step = |step: &Step| Step { outline: self.shape(&step.outline), top: step.top };
        let kind = match &piece.kind {
            Kind::Hill { steps } => Kind::Hill { steps: steps.iter().map(step).collect() },
            Kind::Ruin { height, walls } => {
                Kind::Ruin { height: *height, walls: walls.iter().map(|wall| self.wall(wall)).collect() }
            }
            Kind::Structure { levels, foundation, roof } => Kind::Structure {
                levels: levels.iter().map(|level| self.level(level)).collect(),
                foundation: *foundation,
                roof: *roof,
            },
            kind => kind.clone(),
        };
        Piece { footprint: self.shape(&piece.footprint), kind, ..piece.clone() }
    }

    fn disc(self, disc: Disc) -> Disc {
        Disc { at: self.place(disc.at), ..disc }
    }

    pub fn table(self, table: &Table) -> Table {
        let mut image = table.clone();
        if self == Self::Turned {
            image.size = [table.size[1], table.size[0]];
        }
        image.pieces = table.pieces.iter().map(|piece| self.piece(piece)).collect();
        image.others.enemies = table.others.enemies.iter().map(|enemy| self.disc(*enemy)).collect();
        let friends = table.others.friends.iter();
        image.others.friends =
            friends.map(|friend| Body { disc: self.disc(friend.disc), ..*friend }).collect();
        (image.from, image.to) = (self.place(table.from), self.place(table.to));
        image
    }
}

/// Rule: MOV-1.
#[test]
fn mirrored_and_turned_tables_have_paths_of_equal_length() {
    let rules = rules();
    in_parallel(200, |index| {
        let (table, policy) = (table(index), policy_of(index));
        let length = find_path(&table, policy, &rules).map(|route| route.length);
        for symmetry in [Symmetry::Mirrored, Symmetry::Turned] {
            let other = symmetry.table(&table);
            let route = find_path(&other, policy, &rules);
            let same = match (length, &route) {
                (Some(length), Some(route)) => (length - route.length).abs() <= 0.002,
                (length, route) => length.is_none() && route.is_none(),
            };
            assert!(same, "table {index} {symmetry:?}: {length:?} and {route:?}");
            let world = World::new(&other, policy);
            let judge = |corners: &[Place]| legs::judge(&world, other.from, corners, world::ALLOWANCE + 1e-6);
            assert_eq!(
                route.map_or(Ok(()), |route| judge(&route.corners)),
                Ok(()),
                "table {index} {symmetry:?}"
            );
        }
    });
}
