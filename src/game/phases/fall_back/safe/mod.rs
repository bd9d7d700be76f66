//! Safe positions and cover: what makes a place one, for the leader of a unit.
//!
//! Rule: FB-2, OFB-3.

mod nearness;

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

/// What makes places safe for the leader of a unit that falls back now.
pub(super) struct SafePositionTest<'a> {
    view: View<'a>,
    leader: ModelView<'a>,
    enemies: Vec<ModelView<'a>>,
    /// The same, made ready for many questions.
    foes: Vec<EnemyPoint>,
    lookout: Observers<'a>,
    nearness: Nearness<'a>,
    /// Models of other units, and fellows who cannot make room.
    bodies: Vec<Body>,
    /// How far a position can be moved any way and still be safe, inches.
    steadiness: f64,
    /// Who may see him on a plot that was asked about last because of a change of level; `None` if someone surely
    /// does.
    asked: Option<(Cell, Option<Rc<[UndecidedObserver]>>)>,
}

/// To what a place has to be nearer than to the enemy.
enum Nearness<'a> {
    /// To the leader's present centre. Rule: FB-2.
    Leader,
    /// To some of his unit; but as near will do. Rule: OFB-3.
    Unit(Box<UnitNearness<'a>>),
}

/// What makes a place near to a unit, and the enemies that matter there.
struct UnitNearness<'a> {
    bases: Vec<Disc>,
    heeded: RelevantEnemies<'a>,
}

/// The finest plots reach so far from their middles at least, inches.
const FINEST: f64 = 0.02;

/// Steps in which the end of a path is followed through a finest plot and past it, inches.
pub(super) const STEP: f64 = 0.02;

/// Plots on which it is asked once who sees places on other levels, inches.
const CELL: f64 = 0.25;

/// So many places around a position stand for all to which it could be moved.
const MOVED: usize = 16;

impl<'a> SafePositionTest<'a> {
    /// For a leader; `pinned` are bodies of his unit that stay where they are.
    pub(super) fn new(view: View<'a>, leader: ModelView<'a>, pinned: &[Body]) -> Self {
        let rules = &view.setup().ruleset;
        let enemies: Vec<ModelView> = view.standing_of(leader.id.unit.side.other()).collect();
        let steadiness = rules.falling_back.steadiness;
        let foes =
            enemies.iter().map(|enemy| EnemyPoint::new(enemy, inches(leader.pose.at), steadiness)).collect();
        let others = view.standing_others(leader.id.unit).map(|other| other.body_at(other.pose.at));
        let (nearness, lookout) = match rules.falling_back.procedure {
            FallBackProcedure::SafePosition => (Nearness::Leader, observers_of(view, leader, &enemies)),
            FallBackProcedure::Outline => {
                let bases = view.standing(leader.id.unit).map(|fellow| fellow.disc()).collect();
                let heeded = RelevantEnemies::new(view, leader, &enemies);
                let lookout = observers_of(view, leader, heeded.near());
                (Nearness::Unit(Box::new(UnitNearness { bases, heeded })), lookout)
            }
        };
        Self {
            view,
            leader,
            enemies,
            lookout,
            nearness,
            bodies: others.chain(pinned.iter().copied()).collect(),
            foes,
            steadiness,
            asked: None,
        }
    }

    /// How far the finest plots reach from their middles at most, inches: if one holds a position, its middle is
    /// covered.
    pub(super) fn finest(&self) -> f64 {
        self.steadiness.max(FINEST)
    }

    /// All who matter may see him, wherever he stands.
    pub(super) fn doubts(&self) -> Rc<[UndecidedObserver]> {
        self.lookout.undecided()
    }

    /// Whether it is soon seen that no safe position lies on a plot.
    pub(super) fn is_barred(&mut self, plot: &Cell, doubts: &[UndecidedObserver]) -> bool {
        !self.may_be_closer(plot) || self.lookout.is_surely_seen(&self.grown(plot), doubts)
    }

    /// From whom he may not be covered on a plot, of those from whom he may not on one around it; `None` if no
    /// safe position lies there.
    pub(super) fn look(
        &mut self,
        plot: &Cell,
        doubts: &[UndecidedObserver],
    ) -> Option<Rc<[UndecidedObserver]>> {
        if !self.may_be_closer(plot) {
            return None;
        }
        self.lookout.classify(&self.grown(plot), doubts)
    }

    /// A plot with all places that are asked about when it is: the ends of paths are followed a little past it,
    /// and each could be moved.
    fn grown(&self, plot: &Cell) -> Cell {
        let ([low, high], by) = (plot.bounds, self.finest() + STEP + self.steadiness);
        Cell { bounds: [[low[0] - by, low[1] - by], [high[0] + by, high[1] + by]], ..*plot }
    }

    /// Whether he is covered at a place from all who matter there.
    pub(super) fn is_covered(&mut self, at: Place, doubts: &[UndecidedObserver]) -> bool {
        self.lookout.is_covered(at, doubts) && self.is_covered_from_others(at)
    }

    /// The same of those who matter only at some places.
    ///
    /// Rule: OFB-3.
    fn is_covered_from_others(&mut self, at: Place) -> bool {
        match &mut self.nearness {
            Nearness::Leader => true,
            Nearness::Unit(unit) => unit.heeded.is_covered_from_others(at),
        }
    }

    /// Whether a place is a safe position at which he finds room.
    ///
    /// Rule: FB-2, MOV-4.
    pub(super) fn is_safe(&mut self, at: Place, doubts: &[UndecidedObserver]) -> bool {
        self.has_room(at) && self.is_closer(at) && self.is_steady(at, doubts)
    }

    /// Rule: FB-2 (moved any way).
    fn is_steady(&mut self, at: Place, doubts: &[UndecidedObserver]) -> bool {
        let Some(doubts) = self.lookout.classify_around(at, self.steadiness, doubts) else { return false };
        if !self.is_covered_from_others(at) {
            return false;
        }
        let [x, y] = at.ground();
        (0..MOVED).all(|nth| {
            let angle = nth as f64 * std::f64::consts::TAU / MOVED as f64;
            let moved = [x + self.steadiness * libm::cos(angle), y + self.steadiness * libm::sin(angle)];
            let height = self.view.terrain().height_near(moved, at.z);
            let moved = Place::from_inches(moved[0], moved[1], height.inches());
            // Beyond the coordinates there is no table.
            let Ok(moved) = moved else { return false };
            if moved.z == at.z {
                return self.is_covered(moved, &doubts);
            }
            // On another level: of that neither the plot's doubts tell anything nor how close `at` is.
            self.is_close_there(moved)
                && self.doubts_at(moved).is_some_and(|doubts| self.is_covered(moved, &doubts))
        })
    }

    /// Who may see him at a place, whatever is known of others; `None` if someone surely does.
    fn doubts_at(&mut self, at: Place) -> Option<Rc<[UndecidedObserver]>> {
        let [x, y] = at.ground();
        let floor = (at.z != self.view.terrain().ground_height([x, y])).then_some(at.z);
        // Places around a step or an edge come one after another.
        let cell = [x, y].map(|part| (part / CELL).floor() * CELL);
        let plot = Cell { bounds: [cell, cell.map(|part| part + CELL)], floor };
        if self.asked.as_ref().is_none_or(|(asked, _)| *asked != plot) {
            let doubts = self.lookout.classify(&plot, &self.lookout.undecided());
            self.asked = Some((plot, doubts));
        }
        self.asked.as_ref().and_then(|(_, doubts)| doubts.clone())
    }

    /// Rule: MOV-4, MOV-5.
    pub(super) fn has_room(&self, at: Place) -> bool {
        let (leader, allowance) = (&self.leader, self.view.allowance());
        let body = leader.body_at(at);
        self.view.terrain().check_room(at, leader.mover()).is_ok()
            && !self.is_dangerous(at)
            && !self.bodies.iter().any(|other| overlap(body, *other, allowance))
    }

    /// Whether he may not end at a place because it is dangerous ground.
    ///
    /// Rule: OFB-5.
    pub(super) fn is_dangerous(&self, at: Place) -> bool {
        let radius = self.leader.card.base.radius();
        matches!(self.nearness, Nearness::Unit(_)) && self.view.terrain().danger_under(at, radius).is_some()
    }

    /// Whether he finds no room so far around a place on its level, inches: a base smaller by that finds none
    /// there.
    ///
    /// Rule: MOV-4.
    pub(super) fn is_full(&self, at: Place, around: f64) -> bool {
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

    /// What every enemy makes of a place that matters there, the nearest first.
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
            Nearness::Unit(unit) => unit.heeded.counts(enemy, at),
        };
        let mut watchers: Vec<Watcher> = self.enemies.iter().filter(counts).map(watcher).collect();
        watchers.sort_by(|a, b| a.distance.0.total_cmp(&b.distance.0).then(a.model.cmp(&b.model)));
        watchers
    }

    /// The height of places on a plot at a point, if it has some there.
    pub(super) fn height_on(&self, plot: &Cell, at: [f64; 2]) -> Option<Thou> {
        let terrain = self.view.terrain();
        match plot.floor {
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
