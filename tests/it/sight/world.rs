//! What blocks sight on a table, derived independently from the rulebook and the pieces.

use warstrike::table::piece::{Kind, Level, Piece, Roof, Wall};
use warstrike::table::shape::Shape;

use crate::paths::figures::{Figure, Point, apart};
use crate::paths::parts::{parts, steps_of};

/// An upright solid over a footprint, between two heights above the table; a slab without thickness if they are equal.
#[derive(Clone, Debug)]
pub struct Solid {
    pub piece: usize,
    pub figure: Figure,
    pub bounds: [Point; 2],
    pub heights: [f64; 2],
    pub holes: Vec<Hole>,
}

/// What an opening cuts out of a wall: its full thickness and a little more on either side, so that no face of the wall
/// remains in it.
#[derive(Clone, Debug)]
pub struct Hole {
    pub figure: Figure,
    pub heights: [f64; 2],
}

/// The solids and woods of a table.
#[derive(Clone, Debug, Default)]
pub struct World {
    pub solids: Vec<Solid>,
    /// They never block, but the length of lines inside them is measured.
    pub woods: Vec<Solid>,
    /// The steps that pieces stand on.
    steps: Vec<(Figure, i32)>,
}

impl Solid {
    fn new(piece: usize, figure: Figure, heights: [f64; 2]) -> Self {
        Self { piece, bounds: figure.bounds(), figure, heights, holes: Vec::new() }
    }

    /// Whether a point lies inside.
    pub fn holds(&self, at: Point, height: f64) -> bool {
        self.heights[0] < height && height < self.heights[1] && self.figure.outside(at) < 0.0
    }

    /// Whether an upright line meets it between two heights, ignoring openings; never for slabs.
    pub fn meets(&self, at: Point, [low, high]: [f64; 2]) -> bool {
        let thick = self.heights[0] < self.heights[1];
        thick && self.heights[0] < high && low < self.heights[1] && self.figure.outside(at) < 0.0
    }
}

impl World {
    pub fn new(pieces: &[Piece]) -> Self {
        let mut world = Self { steps: steps_of(pieces), ..Self::default() };
        for (index, piece) in pieces.iter().enumerate() {
            world.add(index, piece);
        }
        world
    }

    /// A solid or a wood with its heights over the ground, part by part.
    ///
    /// Rule: HIL-3.
    fn on_ground(&self, solid: Solid) -> Vec<Solid> {
        let parts = parts(solid.figure.clone(), &self.steps).into_iter();
        let part = |(figure, ground): (Figure, i32)| {
            let over = |heights: [f64; 2]| heights.map(|height| height + f64::from(ground) / 1000.0);
            let hole = |hole: &Hole| Hole { figure: hole.figure.clone(), heights: over(hole.heights) };
            let holes = solid.holes.iter().map(hole).collect();
            Solid { holes, ..Solid::new(solid.piece, figure, over(solid.heights)) }
        };
        parts.map(part).collect()
    }

    fn add_solid(&mut self, solid: Solid) {
        self.solids.extend(self.on_ground(solid));
    }

    /// Rule: VIS-1, VIS-2, HIL-3.
    fn add(&mut self, index: usize, piece: &Piece) {
        let prism = |shape: &Shape, top: f64| Solid::new(index, Figure::of(shape), [0.0, top]);
        match &piece.kind {
            Kind::Hill { steps } => {
                self.solids.extend(steps.iter().map(|step| prism(&step.outline, step.top.inches())));
            }
            Kind::Linear { height } | Kind::Point { height } => {
                self.add_solid(prism(&piece.footprint, height.inches()));
            }
            Kind::Wood { height } => {
                let woods = self.on_ground(prism(&piece.footprint, height.inches()));
                self.woods.extend(woods);
            }
            Kind::Ruin { walls, .. } => self.add_walls(index, 0.0, walls),
            Kind::Structure { levels, roof, .. } => self.add_structure(index, piece, levels, *roof),
            Kind::Bog | Kind::Field { .. } | Kind::Ground | Kind::Pavement => {}
        }
    }

    fn add_structure(&mut self, index: usize, piece: &Piece, levels: &[Level], roof: Roof) {
        let slab = |level: &Level, height: f64| {
            let outline = level.outline.as_ref().unwrap_or(&piece.footprint);
            Solid::new(index, Figure::of(outline), [height, height])
        };
        for level in levels {
            self.add_solid(slab(level, level.floor.inches()));
            self.add_walls(index, level.floor.inches(), &level.walls);
        }
        // A flat roof lies on the tops of the highest walls and covers the floor of their level.
        let highest = levels.iter().max_by_key(|level| level.top());
        if let (Some(highest), Roof::Flat) = (highest, roof) {
            self.add_solid(slab(highest, highest.top().inches()));
        }
    }

    fn add_walls(&mut self, index: usize, floor: f64, walls: &[Wall]) {
        for wall in walls {
            let figure = Figure::of_wall(wall, 0.0, apart(wall.from, wall.to));
            let mut solid = Solid::new(index, figure, [floor, floor + wall.height.inches()]);
            solid.holes = holes(wall, floor);
            self.add_solid(solid);
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
