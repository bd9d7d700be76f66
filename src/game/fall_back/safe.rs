//! Safe positions and cover: what makes a place one, for the leader of a unit.
//!
//! Rule: FB-2, OFB-3.

use std::rc::Rc;

use super::heeded::{Heeded, lookout};
use super::retreat::Watcher;
use crate::game::fact::Length;
use crate::game::view::{ModelView, View};
use crate::rules::basics::{Disc, gap};
use crate::rules::measures::{Place, Thou};
use crate::rules::movement::bodies::{Body, overlap};
use crate::rules::ruleset::FallBackProcedure;
use crate::table::ground::NoRoom;
use crate::table::outline::Bounds;
use crate::table::sight::exposure::{Doubt, Lookout, Plot};

/// What makes places safe for the leader of a unit that falls back now.
pub(super) struct Safety<'a> {
    view: View<'a>,
    leader: ModelView<'a>,
    enemies: Vec<ModelView<'a>>,
    /// The same, made ready for many questions.
    foes: Vec<Foe>,
    lookout: Lookout<'a>,
    nearness: Nearness<'a>,
    /// Models of other units, and fellows who cannot make room.
    bodies: Vec<Body>,
    /// How far a position can be moved any way and still be safe, inches.
    steadiness: f64,
    /// Who may see him on a plot that was asked about last because of a change of level; `None` if someone surely
    /// does.
    asked: Option<(Plot, Option<Rc<[Doubt]>>)>,
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
    heeded: Heeded<'a>,
}

/// The finest plots reach so far from their middles at least, inches.
const FINEST: f64 = 0.02;

/// Steps in which the end of a path is followed through a finest plot and past it, inches.
pub(super) const STEP: f64 = 0.02;

/// Plots on which it is asked once who sees places on other levels, inches.
const CELL: f64 = 0.25;

/// So many places around a position stand for all to which it could be moved.
const MOVED: usize = 16;

impl<'a> Safety<'a> {
    /// For a leader; `pinned` are bodies of his unit that stay where they are.
    pub(super) fn new(view: View<'a>, leader: ModelView<'a>, pinned: &[Body]) -> Self {
        let rules = &view.setup().ruleset;
        let enemies: Vec<ModelView> = view.standing_of(leader.id.unit.side.other()).collect();
        let steadiness = rules.falling_back.steadiness;
        let foes = enemies.iter().map(|enemy| Foe::new(enemy, inches(leader.pose.at), steadiness)).collect();
        let others = view.standing_others(leader.id.unit).map(|other| other.body_at(other.pose.at));
        let (nearness, lookout) = match rules.falling_back.procedure {
            FallBackProcedure::SafePosition => (Nearness::Leader, lookout(view, leader, &enemies)),
            FallBackProcedure::Outline => {
                let bases = view.standing(leader.id.unit).map(|fellow| fellow.disc()).collect();
                let heeded = Heeded::new(view, leader, &enemies);
                let lookout = lookout(view, leader, heeded.near());
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
    pub(super) fn doubts(&self) -> Rc<[Doubt]> {
        self.lookout.doubts()
    }

    /// Whether it is soon seen that no safe position lies on a plot.
    pub(super) fn is_barred(&mut self, plot: &Plot, doubts: &[Doubt]) -> bool {
        !self.may_be_closer(plot) || self.lookout.is_seen(&self.grown(plot), doubts)
    }

    /// From whom he may not be covered on a plot, of those from whom he may not on one around it; `None` if no
    /// safe position lies there.
    pub(super) fn look(&mut self, plot: &Plot, doubts: &[Doubt]) -> Option<Rc<[Doubt]>> {
        if !self.may_be_closer(plot) {
            return None;
        }
        self.lookout.look(&self.grown(plot), doubts)
    }

    /// A plot with all places that are asked about when it is: the ends of paths are followed a little past it,
    /// and each could be moved.
    fn grown(&self, plot: &Plot) -> Plot {
        let ([low, high], by) = (plot.bounds, self.finest() + STEP + self.steadiness);
        Plot { bounds: [[low[0] - by, low[1] - by], [high[0] + by, high[1] + by]], ..*plot }
    }

    /// Whether he is covered at a place from all who matter there.
    pub(super) fn is_covered(&mut self, at: Place, doubts: &[Doubt]) -> bool {
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
    pub(super) fn is_safe(&mut self, at: Place, doubts: &[Doubt]) -> bool {
        self.has_room(at) && self.is_closer(at) && self.is_steady(at, doubts)
    }

    /// Rule: FB-2 (moved any way).
    fn is_steady(&mut self, at: Place, doubts: &[Doubt]) -> bool {
        let Some(doubts) = self.lookout.look_around(at, self.steadiness, doubts) else { return false };
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
    fn doubts_at(&mut self, at: Place) -> Option<Rc<[Doubt]>> {
        let [x, y] = at.ground();
        let floor = (at.z != self.view.terrain().ground_height([x, y])).then_some(at.z);
        // Places around a step or an edge come one after another.
        let cell = [x, y].map(|part| (part / CELL).floor() * CELL);
        let plot = Plot { bounds: [cell, cell.map(|part| part + CELL)], floor };
        if self.asked.as_ref().is_none_or(|(asked, _)| *asked != plot) {
            let doubts = self.lookout.look(&plot, &self.lookout.doubts());
            self.asked = Some((plot, doubts));
        }
        self.asked.as_ref().and_then(|(_, doubts)| doubts.clone())
    }

    /// Rule: MOV-4, MOV-5.
    pub(super) fn has_room(&self, at: Place) -> bool {
        let (leader, allowance) = (&self.leader, self.view.allowance());
        let body = leader.body_at(at);
        self.view.terrain().room(at, leader.mover()).is_ok()
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
        let room = self.view.terrain().room(at, mover);
        matches!(room, Err(NoRoom::OverEdge(_) | NoRoom::Impassable(_) | NoRoom::Obstacle(_)))
            || self.bodies.iter().any(|other| overlap(body, *other, self.view.allowance()))
    }

    /// Whether a place is near enough: wherever it could be moved closer to the leader's present centre than to
    /// any enemy's, or not closer to an enemy's base than to one of his unit.
    ///
    /// Rule: FB-2 (straight, three dimensions), OFB-3 (not closer to any part).
    fn is_closer(&self, at: Place) -> bool {
        let [x, y] = at.ground();
        match &self.nearness {
            Nearness::Leader => self.may_be_closer_in([[x, y]; 2], [at.z.inches(); 2]),
            Nearness::Unit(_) => self.is_close_there(at),
        }
    }

    /// The same without being moved.
    fn is_close_there(&self, at: Place) -> bool {
        let (there, own) = (inches(at), inches(self.leader.pose.at));
        match &self.nearness {
            Nearness::Leader => self.foes.iter().all(|foe| square(there, foe.at) > square(there, own)),
            Nearness::Unit(unit) => {
                let [own, enemy] = self.gaps(unit, at);
                self.view.allowance().at_least(enemy, own)
            }
        }
    }

    /// From a place to the nearest of his unit's bases, and of the enemy's, inches.
    ///
    /// Rule: OFB-3, BAS-1.
    fn gaps(&self, unit: &UnitNearness, at: Place) -> [f64; 2] {
        let base = self.leader.disc_at(at);
        let own = unit.bases.iter().map(|other| gap(base, *other)).fold(FARTHEST, f64::min);
        [own, self.clearance(at)]
    }

    fn may_be_closer(&self, plot: &Plot) -> bool {
        let feet = self.view.terrain().feet_on(plot);
        match &self.nearness {
            Nearness::Leader => self.may_be_closer_in(plot.bounds, feet),
            Nearness::Unit(unit) => {
                let [low, high] = plot.bounds;
                let half = [(high[0] - low[0]) / 2.0, (high[1] - low[1]) / 2.0, (feet[1] - feet[0]) / 2.0];
                let middle = [low[0] + half[0], low[1] + half[1], feet[0] + half[2]];
                let Ok(at) = Place::from_inches(middle[0], middle[1], middle[2]) else { return true };
                // Either gap changes by no more than the place is moved, and places are told in thousandths.
                let around = square(half, [0.0; 3]).sqrt() + GRAIN;
                let [own, enemy] = self.gaps(unit, at);
                enemy - own + 2.0 * around >= 0.0
            }
        }
    }

    /// Whether for each enemy some place in a box is closer to the leader than to it.
    fn may_be_closer_in(&self, [low, high]: Bounds, feet: [f64; 2]) -> bool {
        let own = inches(self.leader.pose.at);
        self.foes.iter().all(|foe| {
            // The difference of both squares of distances grows evenly along each axis.
            let best = [
                if foe.toward[0] > 0.0 { high[0] } else { low[0] },
                if foe.toward[1] > 0.0 { high[1] } else { low[1] },
                if foe.toward[2] > 0.0 { feet[1] } else { feet[0] },
            ];
            square(best, foe.at) - square(best, own) > foe.steady
        })
    }

    /// From a place to the nearest enemy, inches.
    ///
    /// Rule: FB-4 (ties), BAS-1.
    pub(super) fn clearance(&self, at: Place) -> f64 {
        let base = self.leader.disc_at(at);
        let gaps = self.enemies.iter().map(|enemy| gap(base, enemy.disc()));
        gaps.fold(FARTHEST, f64::min)
    }

    /// No place on a plot is farther from its nearest enemy.
    pub(super) fn most_clearance(&self, plot: &Plot) -> f64 {
        let ([low, high], feet) = (plot.bounds, self.view.terrain().feet_on(plot));
        let farthest = |axis: usize, at: f64| (low[axis] - at).abs().max((high[axis] - at).abs());
        let level = |foe: &Foe| {
            let (dx, dy) = (farthest(0, foe.at[0]), farthest(1, foe.at[1]));
            dx * dx + dy * dy
        };
        // It is no farther from the nearest than from any one of them.
        let nearest = self.foes.iter().map(|foe| (level(foe), foe));
        let Some((level, foe)) = nearest.min_by(|a, b| a.0.total_cmp(&b.0)) else { return FARTHEST };
        let level = (level.sqrt() - foe.radius - self.leader.card.base.radius()).max(0.0);
        let rise = (feet[0] - foe.at[2]).abs().max((feet[1] - foe.at[2]).abs());
        (level * level + rise * rise).sqrt()
    }

    /// What every enemy makes of a place that matters there, the nearest first.
    ///
    /// Rule: FB-2, OFB-3.
    pub(super) fn watchers(&self, at: Place) -> Vec<Watcher> {
        let rules = &self.view.setup().ruleset.sight;
        let body = self.leader.viewed_at(at);
        let watcher = |enemy: &ModelView| {
            let glimpse = self.view.terrain().glimpse(&enemy.viewed(), &body, rules);
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

    /// The enemies nearest to a place, for ties: how far a place lies clockwise from straight away from them.
    ///
    /// Rule: FB-4 (ties).
    pub(super) fn clockwise(&self, at: Place) -> f64 {
        let own = self.leader.pose.at;
        let nearest = |place: Place| {
            let far = |enemy: &&ModelView| enemy.pose.at.ground_distance(place);
            self.enemies.iter().min_by(|a, b| far(a).total_cmp(&far(b)))
        };
        let heading = |from: Place, to: Place| {
            let ([x, y], [tx, ty]) = (from.ground(), to.ground());
            libm::atan2(ty - y, tx - x)
        };
        let away = nearest(own).map_or(0.0, |enemy| heading(enemy.pose.at, own));
        (away - heading(own, at)).rem_euclid(std::f64::consts::TAU)
    }

    /// Heights of floors on the table.
    pub(super) fn height_on(&self, plot: &Plot, at: [f64; 2]) -> Option<Thou> {
        let terrain = self.view.terrain();
        match plot.floor {
            None => Some(terrain.ground_height(at)),
            Some(floor) => terrain.heights_at(at).into_iter().find(|height| *height == floor),
        }
    }
}

/// An enemy, made ready for many questions.
struct Foe {
    at: [f64; 3],
    radius: f64,
    /// From it to the leader.
    toward: [f64; 3],
    /// What the difference of both squares of distances must be more than.
    steady: f64,
}

impl Foe {
    fn new(enemy: &ModelView, own: [f64; 3], steadiness: f64) -> Self {
        let at = inches(enemy.pose.at);
        let toward = [0, 1, 2].map(|axis| own[axis] - at[axis]);
        let steady = 2.0 * steadiness * (toward[0] * toward[0] + toward[1] * toward[1]).sqrt();
        Self { at, radius: enemy.card.base.radius(), toward, steady }
    }
}

fn square(a: [f64; 3], b: [f64; 3]) -> f64 {
    let by = [0, 1, 2].map(|axis| a[axis] - b[axis]);
    by[0] * by[0] + by[1] * by[1] + by[2] * by[2]
}

/// Far more than places are rounded by, inches.
const GRAIN: f64 = 0.002;

/// Farther than anything on a table: no enemy is near.
const FARTHEST: f64 = 1e6;

fn inches(at: Place) -> [f64; 3] {
    [at.x.inches(), at.y.inches(), at.z.inches()]
}
