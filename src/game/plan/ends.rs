//! Places at which one model of a unit may end: room there, a way to it, nobody in it,
//! others of the unit near it. The cheapest questions come first.

use super::unit::{UnitPlanner, UnitSpreads};
use crate::game::arrangement::{coherency_distance, how_levels_lie};
use crate::rules::measures::Place;
use crate::rules::movement::bodies::{Body, overlap};
use crate::rules::movement::coherency::coherency_gap;
use crate::table::plane::distance;
use crate::table::shape::Point;

/// An end for a model and the way to it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct End {
    pub(super) at: Place,
    pub(super) path: Vec<Place>,
    /// The structure's level it lies on.
    level: Option<(usize, usize)>,
}

/// What does not change while a unit is arranged.
pub(super) struct Ground {
    /// Models of other units.
    others: Vec<Body>,
    /// Inches between bases.
    coherency: f64,
}

impl Ground {
    pub(super) fn new(planner: &UnitPlanner) -> Self {
        let others = planner.view.standing_others(planner.unit);
        let unit = planner.view.unit(planner.unit);
        Self {
            others: others.map(|other| other.body_at(other.pose.at)).collect(),
            coherency: unit.map_or(0.0, |unit| coherency_distance(planner.view, unit)),
        }
    }
}

impl UnitSpreads<'_, '_> {
    /// How far apart two models of the unit may stand, centre to centre, inches.
    pub(super) fn link(&self) -> f64 {
        let clearance = self.planner.view.setup().ruleset.basics.clearance;
        self.ground.coherency - 2.0 * clearance + 2.0 * self.planner.models[0].card.base.radius()
    }
}

/// Ends found so far, by model; `None` where none is found yet.
pub(super) type Found = Vec<Option<End>>;

/// How far beside its wish a model's place is looked for, inches, and in what steps.
const BESIDE: f64 = 12.0;
const STEP: f64 = 0.5;

/// Places around a model placed before that are looked at.
const AROUND: usize = 16;

/// Ways that are looked for at most before a model is given up: beyond walls thousands of
/// places may be near and out of reach.
const MOST_WAYS: usize = 60;

impl UnitSpreads<'_, '_> {
    /// A model stays where it is.
    pub(super) fn staying(&self, nth: usize) -> End {
        let at = self.planner.models[nth].pose.at;
        End { at, path: Vec::new(), level: self.level(at) }
    }

    /// Everyone stays.
    pub(super) fn stay(&self) -> Vec<End> {
        (0..self.planner.models.len()).map(|nth| self.staying(nth)).collect()
    }

    fn level(&self, at: Place) -> Option<(usize, usize)> {
        self.planner.view.terrain().level_at(at.ground(), at.z)
    }

    /// A place as an end for a model: room there, and a way to it.
    pub(super) fn end(&self, nth: usize, at: Place) -> Option<End> {
        let model = &self.planner.models[nth];
        if at == model.pose.at {
            return Some(self.staying(nth));
        }
        let look = || {
            self.planner.view.terrain().room(at, model.mover()).ok()?;
            let way = self.spreads[nth].way(at)?;
            Some(End { at, path: way.path, level: self.level(at) })
        };
        self.ends.borrow_mut().entry((nth, at)).or_insert_with(look).clone()
    }

    /// A point as an end for a model, whatever its fellows do, on the level nearest to that
    /// on which it stands.
    pub(super) fn best_end(&self, nth: usize, at: Point) -> Option<End> {
        let free = |place: &Place| !self.is_crowded(nth, *place, &[]);
        self.places(nth, at).into_iter().filter(free).find_map(|place| self.end(nth, place))
    }

    /// The places at a point that are not too far away, those on levels near to that on which
    /// the model stands first.
    fn places(&self, nth: usize, at: Point) -> Vec<Place> {
        let own = self.planner.models[nth].pose.at;
        let Ok(flat) = Place::from_inches(at[0], at[1], 0.0) else { return Vec::new() };
        if own.ground_distance(flat) > self.planner.planners[nth].terms().allowance + 0.01 {
            return Vec::new();
        }
        let mut heights = self.planner.view.terrain().heights_at(flat.ground());
        heights.sort_by_key(|height| (height.0 - own.z.0).abs());
        heights.into_iter().map(|z| Place { z, ..flat }).collect()
    }

    /// The end nearest to a wish at which a model finds room, to which it has a way, and
    /// which keeps it with those placed before it.
    pub(super) fn nearest_end(&self, nth: usize, wish: Point, found: &[Option<End>]) -> Option<End> {
        let near = |at: &Point| distance(*at, wish);
        let own = self.planner.models[nth].pose.at.ground();
        let mut candidates = vec![wish, own];
        candidates.extend(self.beside_others(nth, found));
        candidates.extend(around(wish));
        let mut candidates: Vec<(f64, Point)> = candidates.into_iter().map(|at| (near(&at), at)).collect();
        candidates.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut ways = 0;
        for (_, at) in candidates {
            for place in self.places(nth, at) {
                if self.is_crowded(nth, place, found) || !self.is_together(nth, place, found) {
                    continue;
                }
                match self.end(nth, place) {
                    Some(end) => return Some(end),
                    None if ways == MOST_WAYS => return None,
                    None => ways += 1,
                }
            }
        }
        None
    }

    /// Points that touch those placed before, or keep just within coherency of them.
    fn beside_others(&self, nth: usize, found: &[Option<End>]) -> Vec<Point> {
        let radius = self.planner.models[nth].card.base.radius();
        let clearance = self.planner.view.setup().ruleset.basics.clearance;
        let most = self.ground.coherency - 2.0 * clearance;
        let mut points = Vec::new();
        for (end, other) in found.iter().zip(&self.planner.models) {
            let Some(end) = end else { continue };
            let [x, y] = end.at.ground();
            for gap in [2.0 * clearance, most / 2.0, most] {
                let far = radius + other.card.base.radius() + gap;
                points.extend((0..AROUND).map(|step| {
                    let angle = step as f64 * std::f64::consts::TAU / AROUND as f64;
                    [x + far * libm::cos(angle), y + far * libm::sin(angle)]
                }));
            }
        }
        points
    }

    /// Rule: MOV-4 (models).
    pub(super) fn is_crowded(&self, nth: usize, place: Place, found: &[Option<End>]) -> bool {
        let (models, allowance) = (&self.planner.models, self.planner.view.allowance());
        let body = models[nth].body_at(place);
        let fellows = found.iter().zip(models).enumerate().filter(|(other, _)| *other != nth);
        let mut fellows =
            fellows.filter_map(|(_, (end, other))| end.as_ref().map(|end| other.body_at(end.at)));
        fellows.any(|other| overlap(body, other, allowance))
            || self.ground.others.iter().any(|other| overlap(body, *other, allowance))
    }

    /// Rule: COH-1, COH-2.
    pub(super) fn is_together(&self, nth: usize, place: Place, found: &[Option<End>]) -> bool {
        let (models, level) = (&self.planner.models, self.level(place));
        found.iter().zip(models).enumerate().any(|(other_nth, (end, other))| {
            let Some(end) = end.as_ref().filter(|_| other_nth != nth) else { return false };
            let levels = how_levels_lie(level, end.level);
            let gap = coherency_gap(models[nth].disc_at(place), other.disc_at(end.at), levels);
            self.planner.view.allowance().at_most(gap, self.ground.coherency)
        })
    }
}

/// A grid of points around another, every second row set off by half a step.
fn around([x, y]: Point) -> Vec<Point> {
    let steps = (BESIDE / STEP) as i32;
    let mut points = Vec::new();
    for row in -steps..=steps {
        let aside = if row % 2 == 0 { 0.0 } else { STEP / 2.0 };
        for column in -steps..=steps {
            let (dx, dy) = (f64::from(column) * STEP + aside, f64::from(row) * STEP);
            if dx * dx + dy * dy <= BESIDE * BESIDE {
                points.push([x + dx, y + dy]);
            }
        }
    }
    points
}
