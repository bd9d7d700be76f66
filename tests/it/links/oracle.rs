//! The oracle of ways that link two models: Dijkstra over a grid of points a twentieth of an inch apart, on every
//! surface over each. Written from the rulebook alone; it shares only plain types with the program.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use warstrike::rules::basics::Disc;
use warstrike::rules::movement::bodies::Body;
use warstrike::rules::movement::going::Going;
use warstrike::table::piece::{Kind, Level, Piece, Roof, Wall};
use warstrike::table::walk::Mover;

use crate::paths::figures::{Figure, Point, apart, on_way};
use crate::paths::world::going_of;

/// Between neighbouring points of the grid, inches.
const SPACING: f64 = 0.05;

/// How much longer than a straight line the shortest way over the grid between two of its points can be: the secant of
/// half the widest angle between its directions, 18.4°.
pub const STRETCH: f64 = 1.014;

/// How strict the oracle is: how far ways keep off what blocks, and how far floors reach beyond their edges, inches.
#[derive(Clone, Copy, Debug)]
pub struct Margins {
    pub clear: f64,
    pub overhang: f64,
}

/// A way on this grid can surely be walked.
pub const STRICT: Margins = Margins { clear: 0.05, overhang: 0.0 };
/// Every way has one on this grid beside it.
pub const LENIENT: Margins = Margins { clear: -0.06, overhang: 0.06 };

/// The parts of a table that block a way or bear it, on the ground at height 0 and on floors.
pub struct Building {
    half: Point,
    mover: Mover,
    /// Figures that block from one height to another, thousandths.
    blocks: Vec<(Figure, [i32; 2])>,
    /// Impassable on the ground.
    impassable: Vec<Figure>,
    /// Floors by their heights.
    floors: Vec<(Figure, i32)>,
}

impl Building {
    pub fn new(size: Point, pieces: &[Piece], mover: Mover, bases: &[Body]) -> Self {
        let half = [size[0] / 2.0, size[1] / 2.0];
        let (blocks, impassable, floors) = Default::default();
        let mut found = Self { half, mover, blocks, impassable, floors };
        for piece in pieces {
            let is_impassable = going_of(piece, mover.gait) == Going::Impassable;
            if is_impassable {
                found.impassable.push(Figure::of(&piece.footprint));
            }
            match &piece.kind {
                Kind::Ruin { walls, .. } => walls.iter().for_each(|wall| found.add_wall(0, wall)),
                Kind::Structure { levels, roof, .. } => {
                    found.add_structure(piece, levels, *roof, is_impassable);
                }
                Kind::Hill { .. } => panic!("hills are not built here"),
                _ => {}
            }
        }
        for base in bases {
            let figure = Figure::Disc { centre: base.disc.at.ground(), radius: base.disc.radius };
            found.blocks.push((figure, base.heights().map(|height| height.0)));
        }
        found
    }

    fn add_structure(&mut self, piece: &Piece, levels: &[Level], roof: Roof, is_impassable: bool) {
        let outline = |level: &Level| Figure::of(level.outline.as_ref().unwrap_or(&piece.footprint));
        for level in levels {
            level.walls.iter().for_each(|wall| self.add_wall(level.floor.0, wall));
            if level.floor.0 > 0 && !is_impassable {
                self.floors.push((outline(level), level.floor.0));
            }
        }
        let highest = levels.iter().max_by_key(|level| level.top());
        if let (Some(highest), Roof::Flat, false) = (highest, roof, is_impassable) {
            self.floors.push((outline(highest), highest.top().0));
        }
    }

    /// A wall without its openings, which run from its foot to its top.
    ///
    /// Rule: STR-1.
    fn add_wall(&mut self, floor: i32, wall: &Wall) {
        let mut from = 0.0;
        let length = apart(wall.from, wall.to);
        let mut openings: Vec<[f64; 2]> = wall
            .openings
            .iter()
            .map(|opening| {
                [-1.0, 1.0].map(|side| opening.along.inches() + side * opening.width.inches() / 2.0)
            })
            .collect();
        openings.sort_by(|a, b| a[0].total_cmp(&b[0]));
        for [start, end] in openings.into_iter().chain([[length, length]]) {
            if start > from {
                let heights = [floor, floor + wall.height.0];
                self.blocks.push((Figure::of_wall(wall, from, start), heights));
            }
            from = end;
        }
    }

    /// The heights of the surfaces over a point on which a way may run, and of those on which it may not.
    fn surfaces(&self, p: Point, margins: Margins) -> Vec<(i32, Cell)> {
        let floors = self.floors.iter().filter(|(figure, _)| figure.outside(p) <= margins.overhang);
        let mut heights: Vec<i32> = std::iter::once(0).chain(floors.map(|(_, height)| *height)).collect();
        heights.sort_unstable();
        heights.dedup();
        let near: Vec<[i32; 2]> = self
            .blocks
            .iter()
            .filter(|(figure, _)| figure.outside(p) < margins.clear)
            .map(|(_, heights)| *heights)
            .collect();
        let off_table = (0..2).any(|axis| p[axis].abs() > self.half[axis]);
        let barred = off_table || self.impassable.iter().any(|figure| figure.outside(p) < margins.clear);
        let cell = |height: i32| {
            let [bottom, top] = [height, height + self.mover.height.0];
            let is_met = near.iter().any(|[low, high]| bottom < *high && *low < top);
            if is_met || (height == 0 && barred) { Cell::Blocked } else { Cell::Free }
        };
        heights.into_iter().map(|height| (height, cell(height))).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Cell {
    Free,
    Blocked,
}

/// The directions of the grid: every step of up to three points that passes over none.
fn directions() -> Vec<[i32; 2]> {
    let passes_none = |[x, y]: &[i32; 2]| {
        let (a, b) = (x.abs(), y.abs());
        a.max(b) == 1 || (a != b && a.min(b) > 0)
    };
    (-3..=3).flat_map(|x| (-3..=3).map(move |y| [x, y])).filter(passes_none).collect()
}

/// A surface over a point of the grid: its index and the height, thousandths.
type Spot = (usize, i32);

/// The open list of Dijkstra's algorithm.
struct OpenList<'g> {
    grid: &'g Grid<'g>,
    layers: usize,
    best: Vec<f64>,
    // Lengths are ordered as their bits: they are never negative.
    heap: BinaryHeap<Reverse<(u64, Spot)>>,
    max: f64,
}

impl<'g> OpenList<'g> {
    fn new(grid: &'g Grid<'g>, max: f64) -> Self {
        let layers = grid.cells.iter().map(Vec::len).max().unwrap_or(1);
        let best = vec![f64::INFINITY; grid.cells.len() * layers];
        Self { grid, layers, best, heap: BinaryHeap::new(), max }
    }

    fn best(&mut self, (index, height): Spot) -> Option<&mut f64> {
        let layer = self.grid.cells[index].iter().position(|cell| cell.0 == height)?;
        self.best.get_mut(index * self.layers + layer)
    }

    fn reach(&mut self, spot: Spot, cost: f64) {
        let max = self.max;
        if let Some(known) = self.best(spot).filter(|known| cost <= max && cost < **known) {
            *known = cost;
            self.heap.push(Reverse((cost.to_bits(), spot)));
        }
    }

    fn pop(&mut self) -> Option<(f64, Spot)> {
        while let Some(Reverse((cost, spot))) = self.heap.pop() {
            let cost = f64::from_bits(cost);
            if self.best(spot).is_some_and(|best| cost <= *best) {
                return Some((cost, spot));
            }
        }
        None
    }
}

/// The grid over a table.
pub struct Grid<'b> {
    building: &'b Building,
    count: [usize; 2],
    cells: Vec<Vec<(i32, Cell)>>,
}

impl<'b> Grid<'b> {
    pub fn new(building: &'b Building, margins: Margins) -> Self {
        let count = building.half.map(|half| (2.0 * half / SPACING) as usize + 1);
        let mut grid = Self { building, count, cells: Vec::new() };
        let points = (0..count[0] * count[1]).map(|index| grid.point(index));
        grid.cells = points.map(|p| building.surfaces(p, margins)).collect();
        grid
    }

    fn point(&self, index: usize) -> Point {
        let along = [index % self.count[0], index / self.count[0]];
        [0, 1].map(|axis| along[axis] as f64 * SPACING - self.building.half[axis])
    }

    fn neighbour(&self, index: usize, [x, y]: [i32; 2]) -> Option<usize> {
        let at = [(index % self.count[0]) as i32 + x, (index / self.count[0]) as i32 + y];
        let inside = (0..2).all(|axis| (0..self.count[axis] as i32).contains(&at[axis]));
        inside.then(|| at[1] as usize * self.count[0] + at[0] as usize)
    }

    fn is_free(&self, index: usize, height: i32) -> bool {
        self.cells[index].contains(&(height, Cell::Free))
    }

    /// The length of the shortest way between two bases, if it is at most `max`, inches.
    ///
    /// Rule: CC-1.
    pub fn shortest(&self, [from, to]: [Disc; 2], max: f64) -> Option<f64> {
        let covers = |disc: &Disc, index: usize| apart(disc.at.ground(), self.point(index)) <= disc.radius;
        let mut open = OpenList::new(self, max);
        let starts = (0..self.cells.len()).filter(|index| covers(&from, *index));
        starts.for_each(|index| open.reach((index, from.at.z.0), 0.0));
        let directions = directions();
        while let Some((cost, (index, height))) = open.pop() {
            if height == to.at.z.0 && covers(&to, index) {
                return Some(cost);
            }
            if !self.is_free(index, height) {
                continue;
            }
            let by = |other: i32| f64::from((other - height).abs()) / 1000.0;
            for (other, _) in self.cells[index].iter().filter(|(_, cell)| *cell == Cell::Free) {
                open.reach((index, *other), cost + by(*other));
            }
            for direction in &directions {
                let Some(next) = self.neighbour(index, *direction) else { continue };
                let length = apart(self.point(index), self.point(next));
                for (other, _) in self.cells[next].iter().filter(|(_, cell)| *cell == Cell::Free) {
                    if self.joins((index, height), (next, *other), *direction) {
                        open.reach((next, *other), cost + length + by(*other));
                    }
                }
            }
        }
        None
    }

    /// Whether a step stays on its surface, or leaves it where it ends, this way or the other; on all points near it.
    ///
    /// Rule: STR-3.
    fn joins(&self, (index, height): Spot, (next, other): Spot, [x, y]: [i32; 2]) -> bool {
        let drop = |from: i32, to: usize| {
            self.cells[to].iter().map(|cell| cell.0).filter(|height| *height <= from).max()
        };
        if drop(height, next) != Some(other) && drop(other, index) != Some(height) {
            return false;
        }
        let steps = x.abs().max(y.abs());
        (1..steps).all(|step| {
            let share = f64::from(step) / f64::from(steps);
            let [a, b] = on_way([0.0, 0.0], [f64::from(x), f64::from(y)], share);
            let rounded = |[a, b]: [f64; 2]| self.neighbour(index, [a as i32, b as i32]);
            let between = [rounded([a.floor(), b.floor()]), rounded([a.ceil(), b.ceil()])];
            between.into_iter().flatten().all(|at| self.is_free(at, height) || self.is_free(at, other))
        })
    }
}
