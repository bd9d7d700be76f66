//! The oracle's model of a table, written from the rulebook alone: what supports and what blocks a model at
//! every point.

use warstrike::rules::measures::Place;
use warstrike::rules::movement::allowance::SlowGoing;
use warstrike::rules::movement::going::{Gait, Going};
use warstrike::table::paths::{DifficultGoing, GoingPolicy};
use warstrike::table::piece::{Foundation, Kind, Piece, Roof, Wall};

use super::figures::{Figure, Point};
use super::parts::{parts, parts_of_wall, steps_of};
use super::tables::Table;

/// BAS-10's allowance, which applies to heights of the ground too, inches.
pub const ALLOWANCE: f64 = 0.005;

/// A surface at a point: its height in thousandths, and the structure whose floor it is; without one it is
/// the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    pub height: i32,
    pub floor: Option<usize>,
}

/// A figure that the base's centre must keep out of, and where that applies.
#[derive(Clone, Debug)]
pub struct Obstacle {
    pub figure: Figure,
    bounds: [Point; 2],
    applies: Applies,
}

#[derive(Clone, Copy, Debug)]
enum Applies {
    /// On the ground, with a distance around it.
    Ground { keep_out: f64 },
    /// Where the model, from where it stands, overlaps it in height.
    Beside { bottom: i32, top: i32 },
    /// Closer than 2 inches in space; the figure has the radii of both bases.
    Enemy { height: i32 },
}

#[derive(Clone, Debug)]
pub struct Step {
    pub figure: Figure,
    pub top: i32,
    /// Whether the mover may climb it.
    pub climbable: bool,
}

#[derive(Clone, Debug)]
pub struct Floor {
    pub figure: Figure,
    pub height: i32,
    pub piece: usize,
    /// Impassable to the mover.
    pub impassable: bool,
}

/// A table for one mover.
#[derive(Clone, Debug)]
pub struct World {
    pub half: Point,
    pub radius: f64,
    mover_height: i32,
    pub obstacles: Vec<Obstacle>,
    pub steps: Vec<Step>,
    pub floors: Vec<Floor>,
    /// Whether the mover may climb a level.
    pub climbs: bool,
    /// The steps that pieces stand on.
    stands_on: Vec<(Figure, i32)>,
}

impl World {
    pub fn new(table: &Table, policy: GoingPolicy) -> Self {
        let mover = table.mover;
        let mut world = Self {
            half: [table.size[0] / 2.0, table.size[1] / 2.0],
            radius: mover.radius,
            mover_height: mover.height.0,
            obstacles: Vec::new(),
            steps: Vec::new(),
            floors: Vec::new(),
            stands_on: steps_of(&table.pieces),
            climbs: mover.gait == Gait::Leaper || policy.difficult == DifficultGoing::Crossed,
        };
        for (index, piece) in table.pieces.iter().enumerate() {
            world.add(index, piece, mover.gait, policy);
        }
        for enemy in &table.others.enemies {
            let radius = enemy.radius + mover.radius;
            let figure = Figure::Disc { centre: enemy.at.ground(), radius };
            world.add_obstacle(figure, Applies::Enemy { height: enemy.at.z.0 });
        }
        // By the centre, through the base (MOV-3).
        if policy.slow == SlowGoing::Barred {
            for friend in &table.others.friends {
                let figure = Figure::Disc { centre: friend.disc.at.ground(), radius: friend.disc.radius };
                let bottom = friend.disc.at.z.0;
                let top = bottom + friend.height.0;
                world.add_obstacle(figure, Applies::Beside { bottom, top });
            }
        }
        world
    }

    fn add_obstacle(&mut self, figure: Figure, applies: Applies) {
        self.obstacles.push(Obstacle { bounds: figure.bounds(), figure, applies });
    }

    fn add(&mut self, index: usize, piece: &Piece, gait: Gait, policy: GoingPolicy) {
        let going = going_of(piece, gait);
        let footprint = || Figure::of(&piece.footprint);
        if going == Going::Impassable {
            self.add_obstacle(footprint(), Applies::Ground { keep_out: self.radius });
        } else if !is_allowed(going, policy) && !matches!(piece.kind, Kind::Hill { .. }) {
            self.add_obstacle(footprint(), Applies::Ground { keep_out: 0.0 });
        }
        match &piece.kind {
            Kind::Hill { steps } => {
                self.steps.extend(steps.iter().map(|step| Step {
                    figure: Figure::of(&step.outline),
                    top: step.top.0,
                    climbable: is_allowed(going, policy),
                }));
            }
            Kind::Ruin { walls, .. } => self.add_walls(0, walls, policy),
            Kind::Structure { levels, roof, .. } => {
                let outline = |level: &warstrike::table::piece::Level| {
                    Figure::of(level.outline.as_ref().unwrap_or(&piece.footprint))
                };
                let impassable = going == Going::Impassable;
                for level in levels {
                    let (figure, height) = (outline(level), level.floor.0);
                    if height > 0 {
                        self.add_floor(Floor { figure, height, piece: index, impassable });
                    }
                    self.add_walls(height, &level.walls, policy);
                }
                let highest = levels.iter().max_by_key(|level| level.top());
                if let (Some(highest), Roof::Flat) = (highest, roof) {
                    let (figure, height) = (outline(highest), highest.top().0);
                    self.add_floor(Floor { figure, height, piece: index, impassable });
                }
            }
            _ => {}
        }
    }

    /// Adds a floor with its height over the ground.
    ///
    /// Rule: HIL-3.
    fn add_floor(&mut self, floor: Floor) {
        for (figure, ground) in parts(floor.figure, &self.stands_on) {
            self.floors.push(Floor { figure, height: ground + floor.height, ..floor });
        }
    }

    /// Rule: STR-1, HIL-3.
    fn add_walls(&mut self, floor: i32, walls: &[Wall], policy: GoingPolicy) {
        if policy.difficult == DifficultGoing::Crossed {
            return;
        }
        for wall in walls {
            let mut ends: Vec<f64> = Vec::new();
            for opening in &wall.openings {
                let (middle, half) = (opening.along.inches(), opening.width.inches() / 2.0);
                ends.extend([middle - half, middle + half]);
            }
            let length = super::figures::apart(wall.from, wall.to);
            let bounds: Vec<f64> = std::iter::once(0.0).chain(ends).chain([length]).collect();
            for part in bounds.chunks(2).filter(|part| part[1] - part[0] > 0.002) {
                let figure = Figure::of_wall(wall, part[0], part[1]);
                for (figure, ground) in parts_of_wall(figure, &self.stands_on) {
                    let bottom = ground + floor;
                    self.add_obstacle(figure, Applies::Beside { bottom, top: bottom + wall.height.0 });
                }
            }
        }
    }

    /// How far from an obstacle's figure the centre must stay on a surface; `None` where the obstacle does
    /// not apply.
    ///
    /// Rule: GO-5, MOV-5, BAS-1.
    pub fn keep_out(&self, obstacle: &Obstacle, on: Surface) -> Option<f64> {
        match obstacle.applies {
            Applies::Ground { keep_out } => on.floor.is_none().then_some(keep_out),
            Applies::Beside { bottom, top } => {
                (on.height < top && bottom < on.height + self.mover_height).then_some(0.0)
            }
            Applies::Enemy { height } => {
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

    /// All surfaces at a point, the ground first.
    pub fn surfaces(&self, p: Point) -> Vec<Surface> {
        let ground = self.ground(p);
        let floors = self.floors.iter().filter(|floor| floor.height > ground && !floor.impassable);
        let floors = floors.filter(|floor| floor.figure.outside(p) <= ALLOWANCE);
        let floors = floors.map(|floor| Surface { height: floor.height, floor: Some(floor.piece) });
        std::iter::once(Surface { height: ground, floor: None }).chain(floors).collect()
    }

    /// The surface at a place.
    pub fn surface(&self, place: Place) -> Option<Surface> {
        self.surfaces(place.ground()).into_iter().find(|surface| surface.height == place.z.0)
    }

    /// The surface on which a model that comes from another continues at a point: the highest floor not above
    /// it, else the ground; `None` where it may not climb.
    ///
    /// Rule: HIL-1, HIL-2, STR-3.
    pub fn follow(&self, from: Surface, p: Point, here: &[Surface]) -> Option<Surface> {
        let floors = here.iter().filter(|on| on.floor.is_some() && on.height <= from.height);
        let next = *floors.max_by_key(|on| on.height).unwrap_or(&here[0]);
        let up = next.height > from.height;
        let blocked =
            |step: &Step| step.top == next.height && !step.climbable && step.figure.outside(p) < -ALLOWANCE;
        (!up || !self.steps.iter().any(blocked)).then_some(next)
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

    /// How deep a centre on a surface lies in an obstacle, at worst.
    pub fn depth(&self, p: Point, on: Surface) -> f64 {
        let depth = |obstacle: &Obstacle| {
            self.keep_out(obstacle, on).map(|keep_out| keep_out - obstacle.figure.outside(p))
        };
        let over_edge = (0..2).map(|axis| p[axis].abs() + self.radius - self.half[axis]);
        self.obstacles.iter().filter_map(depth).chain(over_edge).fold(f64::NEG_INFINITY, f64::max)
    }
}

impl Obstacle {
    /// Whether it is within `reach` of a rectangle.
    pub fn is_near(&self, [low, high]: [Point; 2], reach: f64) -> bool {
        near(self.bounds, [low, high], reach)
    }

    /// Whether it is a wall or a friend.
    pub fn is_prism(&self) -> bool {
        matches!(self.applies, Applies::Beside { .. })
    }

    /// The height an enemy stands at, thousandths; `None` for anything else.
    pub fn enemy(&self) -> Option<i32> {
        match self.applies {
            Applies::Enemy { height } => Some(height),
            _ => None,
        }
    }
}

pub fn near(a: [Point; 2], b: [Point; 2], reach: f64) -> bool {
    (0..2).all(|axis| a[0][axis] <= b[1][axis] + reach && a[1][axis] >= b[0][axis] - reach)
}

fn is_allowed(going: Going, policy: GoingPolicy) -> bool {
    let (slow, difficult) = match going {
        Going::Clear => (false, false),
        Going::Slow => (true, false),
        Going::Difficult => (false, true),
        Going::SlowAndDifficult => (true, true),
        Going::Impassable => return false,
    };
    let blocked = slow && policy.slow == SlowGoing::Barred;
    let avoided = difficult && policy.difficult == DifficultGoing::Avoided;
    !blocked && !avoided
}

/// The going of a piece; one given by the level overrides its kind's.
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
