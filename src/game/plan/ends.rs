//! Places at which one model of a unit may end: room there, a way to it, nobody in it,
//! others of the unit near it. The cheapest questions come first.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::model::{Spreads, Way, WayKind};
use crate::game::arrangement::{coherency_distance, how_levels_lie};
use crate::game::view::{ModelView, View};
use crate::rules::falling_back::{Limits, Toll};
use crate::rules::ids::UnitId;
use crate::rules::measures::Place;
use crate::rules::movement::bodies::{Body, overlap};
use crate::rules::movement::coherency::coherency_gap;
use crate::table::plane::distance;
use crate::table::shape::Point;

/// An end for a model and the way to it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::game) struct End {
    pub(in crate::game) at: Place,
    pub(in crate::game) path: Vec<Place>,
    /// Whether the way crosses difficult ground.
    pub(in crate::game) toll: Toll,
    /// The structure's level it lies on.
    level: Option<(usize, usize)>,
}

/// What does not change while a unit is arranged.
#[derive(Clone)]
pub(super) struct Ground {
    /// Models of other units.
    others: Vec<Body>,
    /// Inches between bases.
    coherency: f64,
}

impl Ground {
    pub(super) fn new(view: View, unit: UnitId) -> Self {
        let others = view.standing_others(unit);
        Self {
            others: others.map(|other| other.body_at(other.pose.at)).collect(),
            coherency: view.unit(unit).map_or(0.0, |unit| coherency_distance(view, unit)),
        }
    }
}

/// Some models of a unit, the leader first, and what each can come to.
pub(in crate::game) struct Company<'p, 'a> {
    pub(super) view: View<'a>,
    pub(super) models: Vec<ModelView<'a>>,
    pub(super) spreads: Vec<Rc<Spreads<'p>>>,
    /// How far they may go over open ground, inches.
    pub(super) most: f64,
    /// What shortest paths have to keep to; `None`: they may be as short as they like.
    pub(super) limits: Option<Limits>,
    pub(super) ground: Ground,
    /// Ends looked for so far in one plan: the same places come up in many arrangements.
    pub(super) ends: RefCell<BTreeMap<(usize, Place), Option<End>>>,
}

impl<'p, 'a> Company<'p, 'a> {
    /// All of one unit, that may go so far over open ground, inches.
    pub(in crate::game) fn of_unit(
        view: View<'a>,
        unit: UnitId,
        models: Vec<ModelView<'a>>,
        spreads: Vec<Rc<Spreads<'p>>>,
        most: f64,
    ) -> Self {
        let ground = Ground::new(view, unit);
        Self { view, models, spreads, most, limits: None, ground, ends: RefCell::default() }
    }

    /// Its models.
    pub(in crate::game) fn models(&self) -> &[ModelView<'a>] {
        &self.models
    }

    /// The end of one who comes to a place by a way that is told elsewhere.
    pub(in crate::game) fn at(&self, at: Place) -> End {
        End { at, path: Vec::new(), toll: Toll::Whole, level: self.level(at) }
    }

    /// Some of them, and what their paths have to keep to.
    pub(in crate::game) fn some(&self, chosen: &[usize], limits: Option<Limits>) -> Self {
        Self {
            view: self.view,
            models: chosen.iter().map(|nth| self.models[*nth]).collect(),
            spreads: chosen.iter().map(|nth| Rc::clone(&self.spreads[*nth])).collect(),
            most: self.most,
            limits,
            ground: self.ground.clone(),
            ends: RefCell::default(),
        }
    }

    /// How far apart two models of the unit may stand, centre to centre, inches.
    pub(super) fn link(&self) -> f64 {
        let clearance = self.view.setup().ruleset.basics.clearance;
        self.ground.coherency - 2.0 * clearance + 2.0 * self.models[0].card.base.radius()
    }
}

/// Ends found so far, by model; `None` where none is found yet.
pub(in crate::game) type Found = Vec<Option<End>>;

/// How far beside its wish a model's place is looked for, inches, and in what steps.
const BESIDE: f64 = 12.0;
const STEP: f64 = 0.5;

/// Points looked at on the straight way to a wish.
const TOWARD: usize = 40;

/// Places around a model placed before that are looked at.
const AROUND: usize = 16;

/// Ways that are looked for at most before a model is given up: beyond walls thousands of
/// places may be near and out of reach.
const MOST_WAYS: usize = 60;

impl Company<'_, '_> {
    /// A model stays where it is.
    pub(super) fn staying(&self, nth: usize) -> End {
        let at = self.models[nth].pose.at;
        End { at, path: Vec::new(), toll: Toll::Whole, level: self.level(at) }
    }

    /// Everyone stays.
    pub(super) fn stay(&self) -> Vec<End> {
        (0..self.models.len()).map(|nth| self.staying(nth)).collect()
    }

    fn level(&self, at: Place) -> Option<(usize, usize)> {
        self.view.terrain().level_at(at.ground(), at.z)
    }

    /// A place as an end for a model: room there, and a way to it.
    pub(super) fn end(&self, nth: usize, at: Place) -> Option<End> {
        let model = &self.models[nth];
        if at == model.pose.at {
            return self.limits.is_none().then(|| self.staying(nth));
        }
        let look = || {
            self.view.terrain().room(at, model.mover()).ok()?;
            let way = self.way(nth, at)?;
            let toll = if way.kind == WayKind::Through { Toll::Halved } else { Toll::Whole };
            Some(End { at, path: way.path, toll, level: self.level(at) })
        };
        self.ends.borrow_mut().entry((nth, at)).or_insert_with(look).clone()
    }

    /// The way of a model to a place; where there are limits the shortest, if it keeps to them.
    ///
    /// Rule: FB-5.
    fn way(&self, nth: usize, at: Place) -> Option<Way> {
        let Some(limits) = self.limits else { return self.spreads[nth].way(at) };
        let (length, kind) = self.spreads[nth].shortest(at)?;
        let toll = if kind == WayKind::Through { Toll::Halved } else { Toll::Whole };
        let ([least, most], allowance) = (limits.of(toll), self.view.allowance());
        let keeps = allowance.at_least(length, least) && allowance.at_most(length, most);
        keeps.then(|| self.spreads[nth].shortest_way(at)).flatten()
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
        let own = self.models[nth].pose.at;
        let Ok(flat) = Place::from_inches(at[0], at[1], 0.0) else { return Vec::new() };
        if own.ground_distance(flat) > self.most + 0.01 {
            return Vec::new();
        }
        let mut heights = self.view.terrain().heights_at(flat.ground());
        heights.sort_by_key(|height| (height.0 - own.z.0).abs());
        heights.into_iter().map(|z| Place { z, ..flat }).collect()
    }

    /// The end nearest to a wish at which a model finds room, to which it has a way, and
    /// which keeps it with those placed before it.
    pub(in crate::game) fn nearest_end(&self, nth: usize, wish: Point, found: &[Option<End>]) -> Option<End> {
        let near = |at: &Point| distance(*at, wish);
        let own = self.models[nth].pose.at.ground();
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

    /// The end nearest to a wish at which a model finds room and to which it has a way, with its fellows or
    /// not.
    pub(in crate::game) fn nearest_to(&self, nth: usize, wish: Point, found: &[Option<End>]) -> Option<End> {
        let own = self.models[nth].pose.at.ground();
        let far = distance(own, wish);
        let toward = |step: usize| {
            let share = (self.most / far.max(1e-9)).min(1.0) * step as f64 / TOWARD as f64;
            [own[0] + share * (wish[0] - own[0]), own[1] + share * (wish[1] - own[1])]
        };
        let mut candidates: Vec<Point> = (0..=TOWARD).map(toward).collect();
        candidates.extend(self.beside_others(nth, found));
        candidates.extend(around(wish).into_iter().chain(around(own)));
        candidates.retain(|at| distance(*at, own) <= self.most);
        candidates.sort_by(|a, b| distance(*a, wish).total_cmp(&distance(*b, wish)));
        let places = candidates.into_iter().flat_map(|at| self.places(nth, at));
        let mut free = places.filter(|place| !self.is_crowded(nth, *place, found));
        free.find_map(|place| self.end(nth, place))
    }

    /// Points that touch those placed before, or keep just within coherency of them.
    fn beside_others(&self, nth: usize, found: &[Option<End>]) -> Vec<Point> {
        let radius = self.models[nth].card.base.radius();
        let clearance = self.view.setup().ruleset.basics.clearance;
        let most = self.ground.coherency - 2.0 * clearance;
        let mut points = Vec::new();
        for (end, other) in found.iter().zip(&self.models) {
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
    pub(in crate::game) fn is_crowded(&self, nth: usize, place: Place, found: &[Option<End>]) -> bool {
        let (models, allowance) = (&self.models, self.view.allowance());
        let body = models[nth].body_at(place);
        let fellows = found.iter().zip(models).enumerate().filter(|(other, _)| *other != nth);
        let mut fellows =
            fellows.filter_map(|(_, (end, other))| end.as_ref().map(|end| other.body_at(end.at)));
        fellows.any(|other| overlap(body, other, allowance))
            || self.ground.others.iter().any(|other| overlap(body, *other, allowance))
    }

    /// Rule: COH-1, COH-2.
    pub(in crate::game) fn is_together(&self, nth: usize, place: Place, found: &[Option<End>]) -> bool {
        let (models, level) = (&self.models, self.level(place));
        found.iter().zip(models).enumerate().any(|(other_nth, (end, other))| {
            let Some(end) = end.as_ref().filter(|_| other_nth != nth) else { return false };
            let levels = how_levels_lie(level, end.level);
            let gap = coherency_gap(models[nth].disc_at(place), other.disc_at(end.at), levels);
            self.view.allowance().at_most(gap, self.ground.coherency)
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
