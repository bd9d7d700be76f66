//! Small random tables with every kind of terrain, enemies, friends, and two places.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use warstrike::rules::basics::Disc;
use warstrike::rules::measures::{Place, Thou};
use warstrike::rules::movement::bodies::Body;
use warstrike::rules::movement::going::{Gait, Going};
use warstrike::table::paths::OtherModels;
use warstrike::table::piece::{
    Danger, Foundation, Kind, Level, Opening, OpeningKind, Piece, Roof, Step, Wall,
};
use warstrike::table::shape::Shape;
use warstrike::table::walk::Mover;

use super::figures::{Point, apart, on_way};

/// A table, the mover, the other models, and a start and a goal.
#[derive(Clone, Debug)]
pub struct Table {
    pub size: Point,
    pub pieces: Vec<Piece>,
    pub mover: Mover,
    pub others: OtherModels,
    pub from: Place,
    pub to: Place,
}

/// A seeded random generator.
pub struct Draw(ChaCha8Rng);

impl Draw {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// From 0 up to, but not including, `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// A whole number of thousandths between two lengths, inches.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        thousandths(low + (high - low) * (self.0.next_u32() as f64 / f64::from(u32::MAX)))
    }

    pub fn thou(&mut self, low: f64, high: f64) -> Thou {
        Thou::from_inches(self.between(low, high)).unwrap()
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A point of the rectangle around the origin.
    pub fn point(&mut self, half: Point) -> Point {
        [self.between(-half[0], half[0]), self.between(-half[1], half[1])]
    }
}

pub fn thousandths(inches: f64) -> f64 {
    (inches * 1000.0).round() / 1000.0
}

/// The table of a seed.
pub fn table(number: u64) -> Table {
    let draw = &mut Draw::new(number);
    let size = [draw.between(16.0, 30.0), draw.between(16.0, 30.0)];
    let half = [size[0] / 2.0, size[1] / 2.0];
    let count = 2 + draw.below(7);
    let mut pieces: Vec<Piece> = (0..count).map(|index| piece(draw, index, half)).collect();
    put_on_hills(number, &mut pieces);
    let widest = if draw.one_in(3) { 1.5 } else { 0.8 };
    let mover = Mover {
        radius: draw.between(0.4, widest),
        height: draw.thou(0.8, 2.5),
        gait: if draw.one_in(4) { Gait::Leaper } else { Gait::Walker },
    };
    let flat = Place::flat(0, 0);
    let mut table = Table { size, pieces, mover, others: OtherModels::default(), from: flat, to: flat };
    table.others.enemy_gap = 2.0;
    table.from = place(draw, &table);
    table.to = place(draw, &table);
    populate(draw, &mut table);
    table
}

/// On every third table, moves pieces onto hills: their middles within a hill or near its edge.
///
/// Rule: HIL-3.
pub fn put_on_hills(number: u64, pieces: &mut [Piece]) {
    // Draws of its own: what is drawn later does not depend on it.
    let draw = &mut Draw::new(30_000_000 + number);
    let hills: Vec<[Point; 2]> = pieces.iter().filter(|piece| is_hill(piece)).map(bounds_of).collect();
    if hills.is_empty() || !number.is_multiple_of(3) {
        return;
    }
    for piece in pieces.iter_mut().filter(|piece| !is_hill(piece)) {
        let ([low, high], [hill_low, hill_high]) = (bounds_of(piece), draw.pick(&hills));
        let by = [0, 1].map(|axis| {
            let middle = (low[axis] + high[axis]) / 2.0;
            thousandths(draw.between(hill_low[axis], hill_high[axis]) - middle)
        });
        if draw.one_in(2) {
            move_by(piece, by);
        }
    }
}

fn is_hill(piece: &Piece) -> bool {
    matches!(piece.kind, Kind::Hill { .. })
}

fn bounds_of(piece: &Piece) -> [Point; 2] {
    super::figures::Figure::of(&piece.footprint).bounds()
}

/// Moves a piece with all its parts.
fn move_by(piece: &mut Piece, [dx, dy]: Point) {
    let moved = |[x, y]: Point| [thousandths(x + dx), thousandths(y + dy)];
    let move_shape = |shape: &mut Shape| match shape {
        Shape::Circle { centre, .. } => *centre = moved(*centre),
        Shape::Polygon(corners) => corners.iter_mut().for_each(|corner| *corner = moved(*corner)),
    };
    let move_walls = |walls: &mut [Wall]| {
        walls.iter_mut().for_each(|wall| (wall.from, wall.to) = (moved(wall.from), moved(wall.to)));
    };
    move_shape(&mut piece.footprint);
    match &mut piece.kind {
        Kind::Hill { steps } => steps.iter_mut().for_each(|step| move_shape(&mut step.outline)),
        Kind::Ruin { walls, .. } => move_walls(walls),
        Kind::Structure { levels, .. } => {
            for level in levels {
                level.outline.iter_mut().for_each(move_shape);
                move_walls(&mut level.walls);
            }
        }
        _ => {}
    }
}

/// Adds enemies and friends; most leave both places free.
fn populate(draw: &mut Draw, table: &mut Table) {
    let careless = draw.one_in(12);
    for _ in 0..draw.below(7) {
        let mut disc = Disc { at: place(draw, table), radius: draw.between(0.4, 1.0) };
        if draw.one_in(6) {
            // As close to the start or the end as is legal.
            let from = if draw.one_in(2) { table.from } else { table.to };
            let (angle, distance) =
                (draw.between(0.0, std::f64::consts::TAU), disc.radius + table.mover.radius + 2.0);
            let [x, y] = from.ground();
            let at = [x + distance * libm::cos(angle), y + distance * libm::sin(angle)];
            let height = *super::room::heights(table, at).first().unwrap();
            disc.at = Place { z: Thou(height), ..Place::from_inches(at[0], at[1], 0.0).unwrap() };
        }
        let min_distance = disc.radius + table.mover.radius + if careless { 0.1 } else { 1.9985 };
        if [table.from, table.to].iter().all(|at| apart(at.ground(), disc.at.ground()) > min_distance) {
            table.others.enemies.push(disc);
        }
    }
    for _ in 0..draw.below(4) {
        let disc = Disc { at: place(draw, table), radius: draw.between(0.4, 1.0) };
        let min_distance = disc.radius + table.mover.radius;
        if [table.from, table.to].iter().all(|at| apart(at.ground(), disc.at.ground()) > min_distance) {
            table.others.friends.push(Body { disc, height: draw.thou(0.8, 2.5) });
        }
    }
}

/// A random place where the model has room, on whatever level.
pub fn place(draw: &mut Draw, table: &Table) -> Place {
    let inside = |axis: usize| table.size[axis] / 2.0 - table.mover.radius;
    for _ in 0..200 {
        let mut at = draw.point([inside(0), inside(1)]);
        if draw.one_in(4) {
            let axis = draw.below(2);
            at[axis] = at[axis].signum() * thousandths(inside(axis) - 0.0005);
        }
        let surfaces = super::room::standing(table, at);
        if !surfaces.is_empty() {
            return Place::from_inches(at[0], at[1], f64::from(draw.pick(&surfaces)) / 1000.0).unwrap();
        }
    }
    // So full a table comes up once in thousands; its middle will do.
    let height = *super::room::heights(table, [0.0, 0.0]).first().unwrap();
    Place { z: Thou(height), ..Place::flat(0, 0) }
}

pub fn piece(draw: &mut Draw, index: usize, half: Point) -> Piece {
    let at = draw.point(half);
    let goings = [Going::Slow, Going::Difficult, Going::SlowAndDifficult, Going::Impassable, Going::Clear];
    let mut going = None;
    let (footprint, kind) = match draw.below(12) {
        0..=2 => {
            going = Some(draw.pick(&goings));
            (figure(draw, at, 0.6, 3.5), Kind::Ground)
        }
        3 => (figure(draw, at, 0.6, 3.5), Kind::Wood { height: Thou(4000) }),
        4 => (linear(draw, at), Kind::Linear { height: draw.thou(0.5, 6.5) }),
        5 => (figure(draw, at, 0.4, 1.2), Kind::Point { height: draw.thou(0.5, 6.5) }),
        6..=8 => {
            going = draw.one_in(8).then(|| draw.pick(&goings));
            hill(draw, at)
        }
        9 => ruin(draw, at),
        _ => {
            going = draw.one_in(8).then(|| draw.pick(&goings));
            structure(draw, at)
        }
    };
    Piece { id: format!("piece-{index}"), footprint, kind, going, danger: Danger::None }
}

/// A circle or a star-shaped polygon, with some corners pulled in.
pub fn figure(draw: &mut Draw, at: Point, low: f64, high: f64) -> Shape {
    let reach = draw.between(low, high);
    if draw.one_in(3) {
        return Shape::Circle { centre: at, radius: reach };
    }
    let count = 3 + draw.below(6);
    let turned = draw.between(0.0, 6.0);
    let corner = |index: usize| {
        let angle = turned + std::f64::consts::TAU * index as f64 / count as f64;
        let distance = if draw.one_in(3) { reach * draw.between(0.3, 0.7) } else { reach };
        [thousandths(at[0] + distance * libm::cos(angle)), thousandths(at[1] + distance * libm::sin(angle))]
    };
    Shape::Polygon((0..count).map(corner).collect())
}

fn turned_box(at: Point, angle: f64, low: Point, high: Point) -> Shape {
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    let corner =
        |[x, y]: Point| [thousandths(at[0] + x * cos - y * sin), thousandths(at[1] + x * sin + y * cos)];
    Shape::Polygon([low, [high[0], low[1]], high, [low[0], high[1]]].map(corner).to_vec())
}

/// Half of them are axis-aligned.
fn angle(draw: &mut Draw) -> f64 {
    if draw.one_in(2) { 0.0 } else { draw.between(0.0, 3.0) }
}

fn linear(draw: &mut Draw, at: Point) -> Shape {
    let (half_length, half_thickness) = (draw.between(1.0, 5.0), draw.between(0.1, 0.4));
    turned_box(at, angle(draw), [-half_length, -half_thickness], [half_length, half_thickness])
}

/// Each step is a smaller copy of the one below.
fn hill(draw: &mut Draw, at: Point) -> (Shape, Kind) {
    let footprint = figure(draw, at, 1.5, 4.5);
    let tops = [draw.thou(0.4, 1.2), draw.thou(1.3, 2.2), draw.thou(2.3, 3.5)];
    let smaller = |share: f64| match &footprint {
        Shape::Circle { centre, radius } => Shape::Circle { centre: *centre, radius: radius * share },
        Shape::Polygon(corners) => {
            let corners = corners.iter().map(|corner| on_way(at, *corner, share).map(thousandths));
            Shape::Polygon(corners.collect())
        }
    };
    let step = |index: usize| Step { outline: smaller([1.0, 0.7, 0.4][index]), top: tops[index] };
    let count = 1 + draw.below(3);
    let steps: Vec<Step> = (0..count).map(step).collect();
    (steps[0].outline.clone(), Kind::Hill { steps })
}

fn wall(draw: &mut Draw, from: Point, to: Point) -> Wall {
    let length = apart(from, to);
    let mut openings = Vec::new();
    if length > 1.5 && !draw.one_in(3) {
        let kind = draw.pick(&[OpeningKind::Door, OpeningKind::Window, OpeningKind::Hole]);
        let width = Thou(2 * (draw.thou(0.4, 0.7).0));
        let along = draw.thou(0.75, length - 0.75);
        let sill = if kind == OpeningKind::Window { Thou(500) } else { Thou(0) };
        openings.push(Opening { kind, along, width, sill, top: Thou(1700) });
    }
    let height = draw.thou(0.6, 2.5);
    Wall { from, to, height, thickness: Thou(200), openings }
}

/// Walls along some edges of a box, its corners in order.
fn walls(draw: &mut Draw, corners: &[Point]) -> Vec<Wall> {
    let mut walls = Vec::new();
    for index in 0..corners.len() {
        if !draw.one_in(4) {
            walls.push(wall(draw, corners[index], corners[(index + 1) % corners.len()]));
        }
    }
    walls
}

fn corners_of(shape: &Shape) -> Vec<Point> {
    match shape {
        Shape::Polygon(corners) => corners.clone(),
        Shape::Circle { .. } => Vec::new(),
    }
}

fn ruin(draw: &mut Draw, at: Point) -> (Shape, Kind) {
    let (half, turn) = ([draw.between(1.0, 3.0), draw.between(1.0, 3.0)], angle(draw));
    let inset = [half[0] - 0.1, half[1] - 0.1];
    let walls = walls(draw, &corners_of(&turned_box(at, turn, inset.map(|distance| -distance), inset)));
    (turned_box(at, turn, half.map(|distance| -distance), half), Kind::Ruin { height: Thou(3000), walls })
}

/// One to three levels; floors over all of the footprint, over a part, or L-shaped.
fn structure(draw: &mut Draw, at: Point) -> (Shape, Kind) {
    let (half, turn) = ([draw.between(1.2, 3.5), draw.between(1.2, 3.5)], angle(draw));
    let footprint = turned_box(at, turn, half.map(|distance| -distance), half);
    let inset = [half[0] - 0.1, half[1] - 0.1];
    let axes = corners_of(&turned_box(at, turn, inset.map(|distance| -distance), inset));
    let mut floor = 0.0;
    let mut levels = Vec::new();
    for index in 0..1 + draw.below(3) {
        let outline = (index > 0 && !draw.one_in(3)).then(|| part_of(draw, &footprint));
        let mut walls = if index == 0 || draw.one_in(2) { walls(draw, &axes) } else { Vec::new() };
        if draw.one_in(4) {
            walls.push(wall(draw, on_way(axes[0], axes[1], 0.5), on_way(axes[2], axes[3], 0.5)));
        }
        levels.push(Level { floor: Thou::from_inches(floor).unwrap(), outline, walls });
        let min_height = if draw.one_in(4) { 1.0 } else { 2.0 };
        floor += draw.between(min_height, 2.6);
    }
    let foundation = draw.pick(&[Foundation::Base, Foundation::None]);
    let roof = draw.pick(&[Roof::Flat, Roof::Open]);
    (footprint, Kind::Structure { levels, foundation, roof })
}

/// Half of a box, or the box without a quarter.
fn part_of(draw: &mut Draw, footprint: &Shape) -> Shape {
    let corners = corners_of(footprint);
    let first = draw.below(4);
    let corner = |index: usize| corners[(first + index) % 4];
    let share = draw.between(0.3, 0.7);
    let (low, high) = (on_way(corner(0), corner(3), share), on_way(corner(1), corner(2), share));
    if draw.one_in(2) {
        return Shape::Polygon(
            [corner(0), corner(1), high, low].map(|point| point.map(thousandths)).to_vec(),
        );
    }
    let middle = on_way(low, high, share);
    let distance = on_way(corner(3), corner(2), share);
    let ell = [corner(0), corner(1), high, middle, distance, corner(3)];
    Shape::Polygon(ell.map(|point| point.map(thousandths)).to_vec())
}
