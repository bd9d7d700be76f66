//! Safe positions: what makes a place one, for the leader of a unit.
//!
//! Rule: FB-2.

use std::rc::Rc;

use super::retreat::Watcher;
use crate::game::fact::Length;
use crate::game::view::{ModelView, View};
use crate::rules::basics::gap;
use crate::rules::measures::{Place, Thou};
use crate::rules::movement::bodies::{Body, overlap};
use crate::table::ground::NoRoom;
use crate::table::outline::Bounds;
use crate::table::sight::Viewed;
use crate::table::sight::exposure::{Doubt, Lookout, Plot};

/// What makes places safe for the leader of a unit that falls back now.
pub(super) struct Safety<'a> {
    view: View<'a>,
    leader: ModelView<'a>,
    enemies: Vec<ModelView<'a>>,
    /// The same, made ready for many questions.
    foes: Vec<Foe>,
    lookout: Lookout<'a>,
    /// Models of other units, and fellows who cannot make room.
    bodies: Vec<Body>,
    /// How far a position can be moved any way and still be safe, inches.
    steadiness: f64,
}

/// The finest plots reach so far from their middles at least, inches.
const FINEST: f64 = 0.02;

/// Steps in which the end of a path is followed through a finest plot and past it, inches.
pub(super) const STEP: f64 = 0.02;

/// So many places around a position stand for all to which it could be moved.
const MOVED: usize = 16;

impl<'a> Safety<'a> {
    /// For a leader; `pinned` are bodies of his unit that stay where they are.
    pub(super) fn new(view: View<'a>, leader: ModelView<'a>, pinned: &[Body]) -> Self {
        let rules = &view.setup().ruleset;
        let enemies: Vec<ModelView> = view.standing_of(leader.id.unit.side.other()).collect();
        let eyes: Vec<Viewed> = enemies.iter().map(ModelView::viewed).collect();
        let steadiness = rules.falling_back.steadiness;
        let foes = enemies.iter().map(|enemy| Foe::new(enemy, inches(leader.pose.at), steadiness)).collect();
        let others = view.standing_others(leader.id.unit).map(|other| other.body_at(other.pose.at));
        Self {
            view,
            leader,
            enemies,
            lookout: Lookout::new(view.terrain(), &rules.sight, &eyes, &leader.viewed()),
            bodies: others.chain(pinned.iter().copied()).collect(),
            foes,
            steadiness,
        }
    }

    /// How far the finest plots reach from their middles at most, inches: if one holds a position, its middle is
    /// covered.
    pub(super) fn finest(&self) -> f64 {
        self.steadiness.max(FINEST)
    }

    /// Everyone may see him, wherever he stands.
    pub(super) fn doubts(&self) -> Rc<[Doubt]> {
        self.lookout.doubts()
    }

    /// Whether it is soon seen that no safe position lies on a plot.
    pub(super) fn is_barred(&mut self, plot: &Plot, doubts: &[Doubt]) -> bool {
        !self.may_be_closer(plot) || self.lookout.is_seen(&self.grown(plot), doubts)
    }

    /// Who may see him Clear on a plot, of those who may on one around it; `None` if no safe position lies there.
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

    /// Whether nobody sees him Clear at a place, wherever it could be moved.
    pub(super) fn is_covered(&mut self, at: Place, doubts: &[Doubt]) -> bool {
        self.lookout.is_covered(at, doubts)
    }

    /// Whether a place is a safe position at which he finds room.
    ///
    /// Rule: FB-2, MOV-4.
    pub(super) fn is_safe(&mut self, at: Place, doubts: &[Doubt]) -> bool {
        self.has_room(at) && self.is_closer(at) && self.is_steady(at, doubts)
    }

    /// Rule: FB-2 (moved any way).
    fn is_steady(&mut self, at: Place, doubts: &[Doubt]) -> bool {
        if !self.lookout.is_covered(at, doubts) {
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
                return self.lookout.is_covered(moved, doubts);
            }
            // On another level: of that neither the plot's doubts tell anything nor how close `at` is.
            let own = inches(self.leader.pose.at);
            let is_closer = |foe: &Foe| square(inches(moved), foe.at) > square(inches(moved), own);
            self.foes.iter().all(is_closer) && self.lookout.is_covered(moved, &self.lookout.doubts())
        })
    }

    /// Rule: MOV-4, MOV-5.
    pub(super) fn has_room(&self, at: Place) -> bool {
        let (leader, allowance) = (&self.leader, self.view.allowance());
        let body = leader.body_at(at);
        self.view.terrain().room(at, leader.mover()).is_ok()
            && !self.bodies.iter().any(|other| overlap(body, *other, allowance))
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

    /// Whether a place, wherever it could be moved, is closer to the leader's present centre than to any
    /// enemy's.
    ///
    /// Rule: FB-2 (straight, three dimensions).
    fn is_closer(&self, at: Place) -> bool {
        let [x, y] = at.ground();
        self.is_closer_all_over([[x, y]; 2], [at.z.inches(); 2])
    }

    fn may_be_closer(&self, plot: &Plot) -> bool {
        self.is_closer_all_over(plot.bounds, self.view.terrain().feet_on(plot))
    }

    /// Whether for each enemy some place in a box is closer to the leader than to it.
    fn is_closer_all_over(&self, [low, high]: Bounds, feet: [f64; 2]) -> bool {
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

    /// What every enemy makes of a place, the nearest first.
    ///
    /// Rule: FB-2.
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
        let mut watchers: Vec<Watcher> = self.enemies.iter().map(watcher).collect();
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

/// Farther than anything on a table: no enemy is near.
const FARTHEST: f64 = 1e6;

fn inches(at: Place) -> [f64; 3] {
    [at.x.inches(), at.y.inches(), at.z.inches()]
}
