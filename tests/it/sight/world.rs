//! What stops sight on a table, written anew from the rulebook and what a piece says of itself.

use warstrike::table::piece::{Kind, Level, Piece, Roof, Wall};
use warstrike::table::shape::Shape;

use crate::paths::figures::{Figure, Point, apart};

/// An upright solid over a figure, between two heights over the table; a slab without
/// thickness where both are one.
#[derive(Clone, Debug)]
pub struct Solid {
    pub piece: usize,
    pub figure: Figure,
    pub bounds: [Point; 2],
    pub heights: [f64; 2],
    pub holes: Vec<Hole>,
}

/// What an opening cuts out of a wall: all of its thickness, and a little more on either side,
/// so that no face of the wall is left standing in it.
#[derive(Clone, Debug)]
pub struct Hole {
    pub figure: Figure,
    pub heights: [f64; 2],
}

/// A table as eyes find it.
#[derive(Clone, Debug, Default)]
pub struct World {
    pub solids: Vec<Solid>,
    /// They never block, but lines through them are measured.
    pub woods: Vec<Solid>,
}

impl Solid {
    fn new(piece: usize, figure: Figure, heights: [f64; 2]) -> Self {
        Self { piece, bounds: figure.bounds(), figure, heights, holes: Vec::new() }
    }

    /// Whether a point lies inside.
    pub fn holds(&self, at: Point, height: f64) -> bool {
        self.heights[0] < height && height < self.heights[1] && self.figure.outside(at) < 0.0
    }

    /// Whether an upright line meets it between two heights, openings or not; slabs are no matter.
    pub fn meets(&self, at: Point, [low, high]: [f64; 2]) -> bool {
        let thick = self.heights[0] < self.heights[1];
        thick && self.heights[0] < high && low < self.heights[1] && self.figure.outside(at) < 0.0
    }
}

impl World {
    pub fn new(pieces: &[Piece]) -> Self {
        let mut world = Self::default();
        for (nth, piece) in pieces.iter().enumerate() {
            world.add(nth, piece);
        }
        world
    }

    /// Rule: VIS-1, VIS-2.
    fn add(&mut self, nth: usize, piece: &Piece) {
        let prism = |shape: &Shape, top: f64| Solid::new(nth, Figure::of(shape), [0.0, top]);
        match &piece.kind {
            Kind::Hill { steps } => {
                self.solids.extend(steps.iter().map(|step| prism(&step.outline, step.top.inches())));
            }
            Kind::Linear { height } | Kind::Point { height } => {
                self.solids.push(prism(&piece.footprint, height.inches()));
            }
            Kind::Wood { height } => self.woods.push(prism(&piece.footprint, height.inches())),
            Kind::Ruin { walls, .. } => self.add_walls(nth, 0.0, walls),
            Kind::Structure { levels, roof, .. } => self.add_structure(nth, piece, levels, *roof),
            Kind::Bog | Kind::Field { .. } | Kind::Ground | Kind::Pavement => {}
        }
    }

    fn add_structure(&mut self, nth: usize, piece: &Piece, levels: &[Level], roof: Roof) {
        let slab = |level: &Level, height: f64| {
            let outline = level.outline.as_ref().unwrap_or(&piece.footprint);
            Solid::new(nth, Figure::of(outline), [height, height])
        };
        for level in levels {
            self.solids.push(slab(level, level.floor.inches()));
            self.add_walls(nth, level.floor.inches(), &level.walls);
        }
        // On the tops of the highest walls, over the floor of the level that has them.
        let highest = levels.iter().max_by_key(|level| level.top());
        if let (Some(highest), Roof::Flat) = (highest, roof) {
            self.solids.push(slab(highest, highest.top().inches()));
        }
    }

    fn add_walls(&mut self, nth: usize, floor: f64, walls: &[Wall]) {
        for wall in walls {
            let figure = Figure::of_wall(wall, 0.0, apart(wall.from, wall.to));
            let mut solid = Solid::new(nth, figure, [floor, floor + wall.height.inches()]);
            solid.holes = holes(wall, floor);
            self.solids.push(solid);
        }
    }
}

fn holes(wall: &Wall, floor: f64) -> Vec<Hole> {
    let mut thicker = wall.clone();
    thicker.thickness.0 *= 2;
    let hole = |opening: &warstrike::table::piece::Opening| {
        let (middle, half) = (opening.along.inches(), opening.width.inches() / 2.0);
        let figure = Figure::of_wall(&thicker, middle - half, middle + half);
        Hole { figure, heights: [floor + opening.sill.inches(), floor + opening.top.inches()] }
    };
    wall.openings.iter().map(hole).collect()
}
