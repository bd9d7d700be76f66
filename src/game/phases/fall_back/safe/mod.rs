//! The test for safe positions and cover: covered from enemies, nearer than they are, and steady.
//!
//! Rule: FB-2, OFB-3.

mod nearness;
mod ties;

use std::rc::Rc;

use super::relevant_enemies::{RelevantEnemies, observers_of};
use super::retreat::Watcher;
use crate::game::engine::unit_fact::Length;
use crate::game::engine::view::{ModelView, View};
use crate::rules::basics::Disc;
use crate::rules::measures::{Place, Thou};
use crate::rules::movement::bodies::{Body, overlap};
use crate::rules::ruleset::FallBackProcedure;
use crate::table::ground::NoRoom;
use crate::table::sight::exposure::{Cell, Observers, UndecidedObserver};
use nearness::EnemyPoint;
pub(super) use ties::Ties;

/// The test for the safe positions of the leader of a unit that falls back now.
pub(super) struct SafePositionTest<'a> {
    view: View<'a>,
    leader: ModelView<'a>,
    enemies: Vec<ModelView<'a>>,
    /// The same, prepared for many queries.
    enemy_points: Vec<EnemyPoint>,
    observers: Observers<'a>,
    nearness: Nearness<'a>,
    /// Models of other units, and models of the unit that stay.
    bodies: Vec<Body>,
    /// A position must stay safe when moved this far in any direction, inches.
    steadiness: f64,
    /// The last cell queried on another level, and the observers undecided there; `None` if one certainly sees
    /// all of it.
    last_query: Option<(Cell, Option<Rc<[UndecidedObserver]>>)>,
}

/// What a place must be nearer to than to any enemy.
enum Nearness<'a> {
    /// The leader's present centre. Rule: FB-2.
    Leader,
    /// A base of its unit; equally near is enough. Rule: OFB-3.
    Unit(Box<UnitNearness<'a>>),
}

/// A unit's bases, and the enemies relevant at a place.
struct UnitNearness<'a> {
    bases: Vec<Disc>,
    relevant_enemies: RelevantEnemies<'a>,
}

/// The smallest radius of a cell, inches.
const MIN_CELL_RADIUS_INCHES: f64 = 0.02;

/// Steps along the end of a path, through a smallest cell and past it, inches.
pub(super) const SCAN_STEP_INCHES: f64 = 0.02;

/// The size of cells whose observers are cached for places on other levels, inches.
const LEVEL_CELL_INCHES: f64 = 0.25;

/// How many directions a position is moved in.
const SHIFT_DIRECTIONS: usize = 16;

impl<'a> SafePositionTest<'a> {
    /// For a leader; `fixed` are bodies of its unit that stay where they are.
    pub(super) fn new(view: View<'a>, leader: ModelView<'a>, fixed: &[Body]) -> Self {
        let rules = &view.setup().ruleset;
        let enemies: Vec<ModelView> = view.standing_of(leader.id.unit.side.other()).collect();
        let steadiness = rules.falling_back.steadiness;
        let enemy_points =
            enemies.iter().map(|enemy| EnemyPoint::new(enemy, inches(leader.pose.at), steadiness)).collect();
        let others = view.standing_others(leader.id.unit).map(|other| other.body_at(other.pose.at));
        let (nearness, observers) = match rules.falling_back.procedure {
            FallBackProcedure::SafePosition => (Nearness::Leader, observers_of(view, leader, &enemies)),
            FallBackProcedure::Outline => {
                let bases = view.standing(leader.id.unit).map(|fellow| fellow.disc()).collect();
                let relevant_enemies = RelevantEnemies::new(view, leader, &enemies);
                let observers = observers_of(view, leader, relevant_enemies.near());
                (Nearness::Unit(Box::new(UnitNearness { bases, relevant_enemies })), observers)
            }
        };
        Self {
            view,
            leader,
            enemies,
            observers,
            nearness,
            bodies: others.chain(fixed.iter().copied()).collect(),
            enemy_points,
            steadiness,
            last_query: None,
        }
    }

    /// The radius of the smallest cells, inches: if one holds a position, its centre is covered.
    pub(super) fn min_cell_radius(&self) -> f64 {
        self.steadiness.max(MIN_CELL_RADIUS_INCHES)
    }

    /// All observers that count, undecided.
    pub(super) fn undecided(&self) -> Rc<[UndecidedObserver]> {
        self.observers.undecided()
    }

    /// Whether a quick check shows that a cell holds no safe position.
    pub(super) fn is_ruled_out(&mut self, cell: &Cell, undecided: &[UndecidedObserver]) -> bool {
        !self.may_be_closer(cell) || self.observers.is_surely_seen(&self.enlarged(cell), undecided)
    }

    /// The observers undecided for a cell, of those undecided for a cell around it; `None` if the cell holds no
    /// safe position.
    pub(super) fn classify(
        &mut self,
        cell: &Cell,
        undecided: &[UndecidedObserver],
    ) -> Option<Rc<[UndecidedObserver]>> {
        if !self.may_be_closer(cell) {
            return None;
        }
        self.observers.classify(&self.enlarged(cell), undecided)
    }

    /// A cell enlarged to all places checked with it: ends of paths are followed a little past it, and each
    /// place is moved.
    fn enlarged(&self, cell: &Cell) -> Cell {
        let ([low, high], by) = (cell.bounds, self.min_cell_radius() + SCAN_STEP_INCHES + self.steadiness);
        Cell { bounds: [[low[0] - by, low[1] - by], [high[0] + by, high[1] + by]], ..*cell }
    }

    /// Whether the leader is covered at a place from all observers that count there.
    pub(super) fn is_covered(&mut self, at: Place, undecided: &[UndecidedObserver]) -> bool {
        self.observers.is_covered(at, undecided) && self.is_covered_from_others(at)
    }

    /// The same for enemies that count only at some places.
    ///
    /// Rule: OFB-3.
    fn is_covered_from_others(&mut self, at: Place) -> bool {
        match &mut self.nearness {
            Nearness::Leader => true,
            Nearness::Unit(unit) => unit.relevant_enemies.is_covered_from_others(at),
        }
    }

    /// Whether a place is a safe position and the leader's base fits there.
    ///
    /// Rule: FB-2, MOV-4.
    pub(super) fn is_safe(&mut self, at: Place, undecided: &[UndecidedObserver]) -> bool {
        self.has_room(at) && self.is_closer(at) && self.is_steady(at, undecided)
    }

    /// Rule: FB-2 (moved any way).
    fn is_steady(&mut self, at: Place, undecided: &[UndecidedObserver]) -> bool {
        let Some(undecided) = self.observers.classify_around(at, self.steadiness, undecided) else {
            return false;
        };
        if !self.is_covered_from_others(at) {
            return false;
        }
        let [x, y] = at.ground();
        (0..SHIFT_DIRECTIONS).all(|index| {
            let angle = index as f64 * std::f64::consts::TAU / SHIFT_DIRECTIONS as f64;
            let moved = [x + self.steadiness * libm::cos(angle), y + self.steadiness * libm::sin(angle)];
            let height = self.view.terrain().height_near(moved, at.z);
            let moved = Place::from_inches(moved[0], moved[1], height.inches());
            // Outside the coordinates there is no table.
            let Ok(moved) = moved else { return false };
            if moved.z == at.z {
                return self.is_covered(moved, &undecided);
            }
            // On another level neither the cell's observers nor the nearness of `at` say anything.
            self.is_close_there(moved)
                && self.undecided_at(moved).is_some_and(|undecided| self.is_covered(moved, &undecided))
        })
    }

    /// The observers undecided at a place on any level; `None` if one certainly sees it.
    fn undecided_at(&mut self, at: Place) -> Option<Rc<[UndecidedObserver]>> {
        let [x, y] = at.ground();
        let floor = (at.z != self.view.terrain().ground_height([x, y])).then_some(at.z);
        // Places around a step or an edge are queried one after another.
        let cell = [x, y].map(|part| (part / LEVEL_CELL_INCHES).floor() * LEVEL_CELL_INCHES);
        let cell = Cell { bounds: [cell, cell.map(|part| part + LEVEL_CELL_INCHES)], floor };
        if self.last_query.as_ref().is_none_or(|(last_query, _)| *last_query != cell) {
            let undecided = self.observers.classify(&cell, &self.observers.undecided());
            self.last_query = Some((cell, undecided));
        }
        self.last_query.as_ref().and_then(|(_, undecided)| undecided.clone())
    }

    /// Rule: MOV-4, MOV-5, OFB-5.
    pub(super) fn has_room(&self, at: Place) -> bool {
        self.fits(at) && !self.is_dangerous(at)
    }

    /// The same, in dangerous ground or not.
    ///
    /// Rule: MOV-4, MOV-5.
    pub(super) fn fits(&self, at: Place) -> bool {
        let (leader, allowance) = (&self.leader, self.view.allowance());
        let body = leader.body_at(at);
        self.view.terrain().check_room(at, leader.mover()).is_ok()
            && !self.bodies.iter().any(|other| overlap(body, *other, allowance))
    }

    /// Whether the leader may not end at a place because it is dangerous ground.
    ///
    /// Rule: OFB-5.
    pub(super) fn is_dangerous(&self, at: Place) -> bool {
        let radius = self.leader.card.base.radius();
        matches!(self.nearness, Nearness::Unit(_)) && self.view.terrain().danger_under(at, radius).is_some()
    }

    /// Whether every place on the ground within a radius of another is dangerous ground: if even a base smaller by that
    /// radius is in it.
    ///
    /// Rule: OFB-5.
    pub(super) fn is_surely_dangerous(&self, at: Place, around: f64) -> bool {
        let radius = self.leader.card.base.radius() - around;
        self.view.terrain().danger_under(at, radius).is_some()
    }

    /// Whether the leader's base fits nowhere within a radius of a place on its level: if even a base smaller
    /// by that radius does not fit at the place.
    ///
    /// Rule: MOV-4.
    fn is_blocked(&self, at: Place, around: f64) -> bool {
        let mut mover = self.leader.mover();
        mover.radius -= around;
        if mover.radius <= 0.0 {
            return false;
        }
        let mut body = self.leader.body_at(at);
        body.disc.radius = mover.radius;
        let room = self.view.terrain().check_room(at, mover);
        matches!(room, Err(NoRoom::OverEdge(_) | NoRoom::Impassable(_) | NoRoom::Obstacle(_)))
            || self.bodies.iter().any(|other| overlap(body, *other, self.view.allowance()))
    }

    /// Whether the leader's base certainly fits nowhere in a cell.
    ///
    /// Rule: MOV-4.
    pub(super) fn is_cell_blocked(&self, cell: &Cell) -> bool {
        let [low, high] = self.view.terrain().feet_on(cell);
        low == high && self.centre(cell).is_some_and(|at| self.is_blocked(at, cell.radius()))
    }

    /// The place at a cell's centre, if its surface is there.
    pub(super) fn centre(&self, cell: &Cell) -> Option<Place> {
        let [x, y] = cell.centre();
        Place::from_inches(x, y, self.height_on(cell, [x, y])?.inches()).ok()
    }

    /// How every enemy that counts at a place sees it, nearest first.
    ///
    /// Rule: FB-2, OFB-3.
    pub(super) fn watchers(&self, at: Place) -> Vec<Watcher> {
        let rules = &self.view.setup().ruleset.sight;
        let body = self.leader.sight_body_at(at);
        let watcher = |enemy: &ModelView| {
            let glimpse = self.view.terrain().visibility(&enemy.sight_body(), &body, rules);
            let distance = square(inches(at), inches(enemy.pose.at)).sqrt();
            Watcher {
                model: enemy.id,
                state: glimpse.state,
                in_view: glimpse.in_view,
                distance: Length(distance),
            }
        };
        let counts = |enemy: &&ModelView| match &self.nearness {
            Nearness::Leader => true,
            Nearness::Unit(unit) => unit.relevant_enemies.counts(enemy, at),
        };
        let mut watchers: Vec<Watcher> = self.enemies.iter().filter(counts).map(watcher).collect();
        watchers.sort_by(|a, b| a.distance.0.total_cmp(&b.distance.0).then(a.model.cmp(&b.model)));
        watchers
    }

    /// The height of a cell's surface at a point, if it has one there.
    pub(super) fn height_on(&self, cell: &Cell, at: [f64; 2]) -> Option<Thou> {
        let terrain = self.view.terrain();
        match cell.floor {
            None => Some(terrain.ground_height(at)),
            Some(floor) => terrain.heights_at(at).into_iter().find(|height| *height == floor),
        }
    }
}

fn square(a: [f64; 3], b: [f64; 3]) -> f64 {
    let by = [0, 1, 2].map(|axis| a[axis] - b[axis]);
    by[0] * by[0] + by[1] * by[1] + by[2] * by[2]
}

fn inches(at: Place) -> [f64; 3] {
    [at.x.inches(), at.y.inches(), at.z.inches()]
}
