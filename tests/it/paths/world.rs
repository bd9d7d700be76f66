//! What bears and what bars on a table, written anew from the rulebook: the oracle's
//! second opinion of every point.

use warstrike::rules::measures::Place;
use warstrike::rules::movement::allowance::SlowGoing;
use warstrike::rules::movement::going::{Gait, Going};
use warstrike::table::paths::{DifficultGoing, Ways};
use warstrike::table::piece::{Foundation, Kind, Piece, Roof, Wall};

use super::figures::{Figure, Point};
use super::tables::Table;

/// BAS-10's allowance: heights of the ground are told with it, inches.
pub const ALLOWANCE: f64 = 0.005;

/// Something to stand on at a point: a height in thousandths, and the structure whose floor it
/// is; none is the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    pub height: i32,
    pub floor: Option<usize>,
}

/// A figure that bars the base's centre, and where.
#[derive(Clone, Debug)]
pub struct Bar {
    pub figure: Figure,
    bounds: [Point; 2],
    when: When,
}

#[derive(Clone, Copy, Debug)]
enum When {
    /// On the ground, so far around it.
    Ground { keep: f64 },
    /// Where the model reaches to it from where it stands.
    Beside { bottom: i32, top: i32 },
    /// Nearer than 2 inches in space; the figure is the two bases' radii around the enemy.
    Enemy { height: i32 },
}

#[derive(Clone, Debug)]
pub struct Step {
    pub figure: Figure,
    pub top: i32,
    /// Whether it may be gone up.
    pub up: bool,
}

#[derive(Clone, Debug)]
pub struct Floor {
    pub figure: Figure,
    pub height: i32,
    pub piece: usize,
    /// Impassable to the mover.
    pub shut: bool,
}

/// A table as one mover finds it.
#[derive(Clone, Debug)]
pub struct World {
    pub half: Point,
    pub radius: f64,
    tall: i32,
    pub bars: Vec<Bar>,
    pub steps: Vec<Step>,
    pub floors: Vec<Floor>,
    /// Whether it may go up a level.
    pub climbs: bool,
}

impl World {
    pub fn new(table: &Table, ways: Ways) -> Self {
        let mover = table.mover;
        let mut world = Self {
            half: [table.size[0] / 2.0, table.size[1] / 2.0],
            radius: mover.radius,
            tall: mover.height.0,
            bars: Vec::new(),
            steps: Vec::new(),
            floors: Vec::new(),
            climbs: mover.gait == Gait::Leaper || ways.difficult == DifficultGoing::Crossed,
        };
        for (nth, piece) in table.pieces.iter().enumerate() {
            world.add(nth, piece, mover.gait, ways);
        }
        for enemy in &table.others.enemies {
            let radius = enemy.radius + mover.radius;
            let figure = Figure::Disc { centre: enemy.at.ground(), radius };
            world.bar(figure, When::Enemy { height: enemy.at.z.0 });
        }
        // By the centre, through the base (MOV-3).
        if ways.slow == SlowGoing::Barred {
            for friend in &table.others.friends {
                let figure = Figure::Disc { centre: friend.disc.at.ground(), radius: friend.disc.radius };
                let bottom = friend.disc.at.z.0;
                let top = bottom + friend.height.0;
                world.bar(figure, When::Beside { bottom, top });
            }
        }
        world
    }

    fn bar(&mut self, figure: Figure, when: When) {
        self.bars.push(Bar { bounds: figure.bounds(), figure, when });
    }

    fn add(&mut self, nth: usize, piece: &Piece, gait: Gait, ways: Ways) {
        let going = going_of(piece, gait);
        let footprint = || Figure::of(&piece.footprint);
        if going == Going::Impassable {
            self.bar(footprint(), When::Ground { keep: self.radius });
        } else if !open(going, ways) && !matches!(piece.kind, Kind::Hill { .. }) {
            self.bar(footprint(), When::Ground { keep: 0.0 });
        }
        match &piece.kind {
            Kind::Hill { steps } => {
                self.steps.extend(steps.iter().map(|step| Step {
                    figure: Figure::of(&step.outline),
                    top: step.top.0,
                    up: open(going, ways),
                }));
            }
            Kind::Ruin { walls, .. } => self.add_walls(0, walls, ways),
            Kind::Structure { levels, roof, .. } => {
                let outline = |level: &warstrike::table::piece::Level| {
                    Figure::of(level.outline.as_ref().unwrap_or(&piece.footprint))
                };
                let shut = going == Going::Impassable;
                for level in levels {
                    let (figure, height) = (outline(level), level.floor.0);
                    if height > 0 {
                        self.floors.push(Floor { figure, height, piece: nth, shut });
                    }
                    self.add_walls(height, &level.walls, ways);
                }
                let highest = levels.iter().max_by_key(|level| level.top());
                if let (Some(highest), Roof::Flat) = (highest, roof) {
                    let (figure, height) = (outline(highest), highest.top().0);
                    self.floors.push(Floor { figure, height, piece: nth, shut });
                }
            }
            _ => {}
        }
    }

    /// Rule: STR-1.
    fn add_walls(&mut self, floor: i32, walls: &[Wall], ways: Ways) {
        if ways.difficult == DifficultGoing::Crossed {
            return;
        }
        for wall in walls {
            let mut ends: Vec<f64> = Vec::new();
            for opening in &wall.openings {
                let (middle, half) = (opening.along.inches(), opening.width.inches() / 2.0);
                ends.extend([middle - half, middle + half]);
            }
            let long = super::figures::apart(wall.from, wall.to);
            let bounds: Vec<f64> = std::iter::once(0.0).chain(ends).chain([long]).collect();
            for part in bounds.chunks(2).filter(|part| part[1] - part[0] > 0.002) {
                let top = floor + wall.height.0;
                self.bar(Figure::of_wall(wall, part[0], part[1]), When::Beside { bottom: floor, top });
            }
        }
    }

    /// How far from a bar's figure the centre must stay on a surface; none where it does not bar.
    ///
    /// Rule: GO-5, MOV-5, BAS-1.
    pub fn keep(&self, bar: &Bar, on: Surface) -> Option<f64> {
        match bar.when {
            When::Ground { keep } => on.floor.is_none().then_some(keep),
            When::Beside { bottom, top } => {
                (on.height < top && bottom < on.height + self.tall).then_some(0.0)
            }
            When::Enemy { height } => {
                let rise = f64::from(on.height - height) / 1000.0;
                (rise.abs() < 2.0).then(|| (4.0 - rise * rise).sqrt())
            }
        }
    }

    /// Rule: HIL-1, BAS-10.
    pub fn ground(&self, p: Point) -> i32 {
        let under = self.steps.iter().filter(|step| step.figure.outside(p) < -ALLOWANCE);
        under.map(|step| step.top).max().unwrap_or(0)
    }

    /// All there is to stand on at a point, the ground first.
    pub fn surfaces(&self, p: Point) -> Vec<Surface> {
        let ground = self.ground(p);
        let floors = self.floors.iter().filter(|floor| floor.height > ground && !floor.shut);
        let floors = floors.filter(|floor| floor.figure.outside(p) <= ALLOWANCE);
        let floors = floors.map(|floor| Surface { height: floor.height, floor: Some(floor.piece) });
        std::iter::once(Surface { height: ground, floor: None }).chain(floors).collect()
    }

    /// The surface at a place.
    pub fn surface(&self, place: Place) -> Option<Surface> {
        self.surfaces(place.ground()).into_iter().find(|surface| surface.height == place.z.0)
    }

    /// Where one who comes from a surface finds himself among those at a point; none where
    /// he may not go up. He keeps to the highest floor that is not over him, else comes to the ground.
    ///
    /// Rule: HIL-1, HIL-2, STR-3.
    pub fn follow(&self, from: Surface, p: Point, here: &[Surface]) -> Option<Surface> {
        let floors = here.iter().filter(|on| on.floor.is_some() && on.height <= from.height);
        let next = *floors.max_by_key(|on| on.height).unwrap_or(&here[0]);
        let up = next.height > from.height;
        let barred = |step: &Step| step.top == next.height && !step.up && step.figure.outside(p) < -ALLOWANCE;
        (!up || !self.steps.iter().any(barred)).then_some(next)
    }

    /// Whether a model may change from one surface to another over the same point.
    ///
    /// Rule: MOV-1, STR-2, STR-3.
    pub fn changes(&self, from: Surface, to: Surface) -> bool {
        let joined = match (from.floor, to.floor) {
            (Some(a), Some(b)) => a == b,
            (None, None) => false,
            _ => true,
        };
        joined && (to.height < from.height || self.climbs)
    }

    /// How far inside what bars it a centre lies on a surface, at worst.
    pub fn depth(&self, p: Point, on: Surface) -> f64 {
        let depth = |bar: &Bar| self.keep(bar, on).map(|keep| keep - bar.figure.outside(p));
        let over_edge = (0..2).map(|axis| p[axis].abs() + self.radius - self.half[axis]);
        self.bars.iter().filter_map(depth).chain(over_edge).fold(f64::NEG_INFINITY, f64::max)
    }
}

impl Bar {
    /// Whether it is within `reach` of a rectangle.
    pub fn is_near(&self, [low, high]: [Point; 2], reach: f64) -> bool {
        near(self.bounds, [low, high], reach)
    }

    /// Whether it is a wall or a friend.
    pub fn is_upright(&self) -> bool {
        matches!(self.when, When::Beside { .. })
    }

    /// The height an enemy stands at, thousandths; none for anything else.
    pub fn enemy(&self) -> Option<i32> {
        match self.when {
            When::Enemy { height } => Some(height),
            _ => None,
        }
    }
}

pub fn near(a: [Point; 2], b: [Point; 2], reach: f64) -> bool {
    (0..2).all(|axis| a[0][axis] <= b[1][axis] + reach && a[1][axis] >= b[0][axis] - reach)
}

fn open(going: Going, ways: Ways) -> bool {
    let (slow, difficult) = match going {
        Going::Clear => (false, false),
        Going::Slow => (true, false),
        Going::Difficult => (false, true),
        Going::SlowAndDifficult => (true, true),
        Going::Impassable => return false,
    };
    let barred = slow && ways.slow == SlowGoing::Barred;
    let avoided = difficult && ways.difficult == DifficultGoing::Avoided;
    !barred && !avoided
}

/// The going of a piece; what the level says of it wins.
///
/// Rule: ARE-1, OBS-1, OBS-2, OBS-3, HIL-1, STR-4, SPR-1.
pub fn going_of(piece: &Piece, gait: Gait) -> Going {
    let leaps = gait == Gait::Leaper;
    match (piece.going, &piece.kind) {
        (Some(going), _) => going,
        (None, Kind::Hill { .. }) if leaps => Going::Clear,
        (
            None,
            Kind::Hill { .. } | Kind::Wood { .. } | Kind::Bog | Kind::Field { .. } | Kind::Ruin { .. },
        ) => Going::Slow,
        (None, Kind::Linear { height } | Kind::Point { height }) => match height.inches() {
            high if high >= 6.0 || (high >= 4.0 && !leaps) => Going::Impassable,
            high if high >= 4.0 || (high > 2.0 && !leaps) => Going::SlowAndDifficult,
            high if high > 2.0 || !leaps => Going::Slow,
            _ => Going::Clear,
        },
        (None, Kind::Structure { foundation: Foundation::Base, .. }) => Going::Slow,
        (None, Kind::Structure { .. } | Kind::Ground | Kind::Pavement) => Going::Clear,
    }
}
