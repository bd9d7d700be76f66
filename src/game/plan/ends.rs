//! Places at which one model of a unit may end: room there, a way to it, nobody in it,
//! others of the unit near it. The cheapest questions come first.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::LazyLock;

use super::model::{ModelPlanner, Spreads, Way, WayKind};
use crate::game::arrangement::{coherency_distance, how_levels_lie};
use crate::game::moving::path::check_path;
use crate::game::view::{ModelView, View};
use crate::rules::basics::Disc;
use crate::rules::falling_back::{Limits, Toll};
use crate::rules::measures::{Place, Thou};
use crate::rules::movement::allowance::MoveTerms;
use crate::rules::movement::bodies::{Body, overlap};
use crate::rules::movement::coherency::coherency_gap;
use crate::rules::movement::enemies::clearance;
use crate::rules::movement::path_length;
use crate::table::outline::{are_near, corners_bounds};
use crate::table::paths::Clearing;
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
    /// Those of them that are enemies.
    enemies: Vec<Disc>,
    /// Inches between bases.
    coherency: f64,
}

impl Ground {
    /// Of models that may go so far, inches.
    fn new(view: View, models: &[ModelView], most: f64) -> Self {
        let Some(unit) = models.first().map(|model| model.id.unit) else {
            return Self { others: Vec::new(), enemies: Vec::new(), coherency: 0.0 };
        };
        let starts: Vec<Point> = models.iter().map(|model| model.pose.at.ground()).collect();
        let around = corners_bounds(&starts);
        let near = |other: &ModelView| {
            let reach = most + other.card.base.radius() + models[0].card.base.radius();
            let beside = 1.0 + view.setup().ruleset.movement.enemy_gap;
            are_near([other.pose.at.ground(); 2], around, reach + beside)
        };
        let others: Vec<ModelView> = view.standing_others(unit).filter(near).collect();
        let enemies = others.iter().filter(|other| other.id.unit.side != unit.side);
        Self {
            enemies: enemies.map(ModelView::disc).collect(),
            others: others.iter().map(|other| other.body_at(other.pose.at)).collect(),
            coherency: view.unit(unit).map_or(0.0, |unit| coherency_distance(view, unit)),
        }
    }
}

/// What one model can come to, searched when it is first asked for.
pub(super) type Searched<'p> = Rc<OnceCell<Spreads<'p>>>;

/// Whether the models of a unit may end at a place.
pub(in crate::game) type Allowed<'p> = Rc<dyn Fn(Place) -> bool + 'p>;

/// Some models of a unit, the leader first, and what each can come to.
pub(in crate::game) struct Company<'p, 'a> {
    pub(super) view: View<'a>,
    pub(super) models: Vec<ModelView<'a>>,
    planners: Vec<&'p ModelPlanner<'a>>,
    searched: Vec<Searched<'p>>,
    /// How many ways of each were looked for one by one.
    tried: Vec<Rc<Cell<usize>>>,
    /// Where the straight way of each is surely free, found when it is first asked for.
    clearings: Vec<Rc<OnceCell<Clearing>>>,
    /// How far they may go over open ground, inches.
    pub(super) most: f64,
    /// The height of wishes, if they have one.
    height: Option<Thou>,
    /// What shortest paths have to keep to; `None`: they may be as short as they like.
    pub(super) limits: Option<Limits>,
    /// Where they may end besides; `None`: anywhere.
    allowed: Option<Allowed<'p>>,
    pub(super) ground: Ground,
    /// Ends looked for so far in one plan: the same places come up in many arrangements.
    pub(super) ends: RefCell<BTreeMap<(usize, Place), Option<End>>>,
}

impl<'p, 'a> Company<'p, 'a> {
    /// All of one unit.
    pub(in crate::game) fn new(
        view: View<'a>,
        models: Vec<ModelView<'a>>,
        planners: &'p [ModelPlanner<'a>],
    ) -> Self {
        let most = planners.first().map_or(0.0, |planner| planner.terms().allowance);
        Self {
            ground: Ground::new(view, &models, most),
            searched: planners.iter().map(|_| Searched::default()).collect(),
            tried: planners.iter().map(|_| Rc::default()).collect(),
            clearings: planners.iter().map(|_| Rc::default()).collect(),
            planners: planners.iter().collect(),
            ends: RefCell::default(),
            limits: None,
            allowed: None,
            height: None,
            view,
            models,
            most,
        }
    }

    /// Everything that each can come to, now and not when it is asked for.
    pub(super) fn search(&self) {
        for nth in 0..self.models.len() {
            self.spreads(nth);
        }
    }

    fn spreads(&self, nth: usize) -> &Spreads<'p> {
        self.searched[nth].get_or_init(|| self.planners[nth].spreads())
    }

    /// Its models.
    pub(in crate::game) fn models(&self) -> &[ModelView<'a>] {
        &self.models
    }

    /// The end of one who comes to a place by a way that is told elsewhere.
    pub(in crate::game) fn at(&self, at: Place) -> End {
        End { at, path: Vec::new(), toll: Toll::Whole, level: self.level(at) }
    }

    /// The same, with what their paths have to keep to and the height of their wishes.
    pub(in crate::game) fn keeping(&self, limits: Option<Limits>, height: Thou) -> Self {
        Self {
            view: self.view,
            models: self.models.clone(),
            planners: self.planners.clone(),
            searched: self.searched.clone(),
            tried: self.tried.clone(),
            clearings: self.clearings.clone(),
            height: Some(height),
            most: self.most,
            limits,
            allowed: self.allowed.clone(),
            ground: self.ground.clone(),
            ends: RefCell::default(),
        }
    }

    /// The same, ending only where it is allowed. Who need not keep to limits may always stay.
    pub(in crate::game) fn only(&self, allowed: Allowed<'p>) -> Self {
        let same = self.keeping(self.limits, self.height.unwrap_or_default());
        Self { height: self.height, allowed: Some(allowed), ..same }
    }

    /// How far apart two models of the unit may stand, centre to centre, inches.
    pub(in crate::game) fn link(&self) -> f64 {
        let clearance = self.view.setup().ruleset.basics.clearance;
        self.ground.coherency - 2.0 * clearance + 2.0 * self.models[0].card.base.radius()
    }
}

/// Ends found so far, by model; `None` where none is found yet.
pub(in crate::game) type Found = Vec<Option<End>>;

/// How far beside its wish a model's place is looked for, inches, and in what steps.
const BESIDE: f64 = 12.0;
const STEP: f64 = 0.5;

/// Steps in which the nearest end of a grid is bettered, inches.
const CLOSER: [f64; 4] = [0.2, 0.1, 0.04, 0.015];
const MOST_CLOSER: usize = 8;

/// Points looked at on the straight way to a wish.
const TOWARD: usize = 40;

/// Places around a model placed before that are looked at.
const AROUND: usize = 16;

/// Ways that are looked for at most before a model is given up: beyond walls thousands of
/// places may be near and out of reach.
const MOST_WAYS: usize = 60;

/// The same where ways have to keep to limits: many near places are too near.
const MOST_WAYS_WITHIN: usize = 2_000;

/// So many ways of a model are looked for one by one before everything it can come to is searched.
const SINGLE: usize = 12;

/// No place lies farther from the point that it is made of, inches.
const ROUNDED: f64 = 0.001;

/// Places looked at just beside an end, how far beside it, and how much shorter a way by one of them has to be, inches.
const BESIDE_END: usize = 8;
const JUST: f64 = 0.012;
const MUCH_SHORTER: f64 = 0.05;

/// Points looked at on each of a model's limits.
const ON_LIMITS: usize = 90;

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
        let is_allowed = || self.allowed.as_ref().is_none_or(|allowed| allowed(at));
        if at == model.pose.at {
            let may_stay = self.limits.is_none_or(|limits| limits.open[0] == 0.0 && is_allowed());
            return may_stay.then(|| self.staying(nth));
        }
        let look = || {
            self.view.terrain().room(at, model.mover()).ok().filter(|()| is_allowed())?;
            let way = self.way(nth, at)?;
            Some(End { at, path: way.path, toll: way.kind.toll(), level: self.level(at) })
        };
        self.ends.borrow_mut().entry((nth, at)).or_insert_with(look).clone()
    }

    /// The way of a model to a place; where there are limits the shortest, if it keeps to them.
    ///
    /// Rule: FB-5.
    fn way(&self, nth: usize, at: Place) -> Option<Way> {
        let Some(limits) = self.limits else { return self.spreads(nth).way(at) };
        let keeps = |way: &Way| {
            let ([least, most], allowance) = (limits.of(way.kind.toll()), self.view.allowance());
            allowance.at_least(way.length, least) && allowance.at_most(way.length, most)
        };
        if let Some(straight) = self.straight(nth, at) {
            return Some(straight).filter(keeps);
        }
        let (searched, tried) = (&self.searched[nth], &self.tried[nth]);
        let way = if searched.get().is_none() && tried.get() < SINGLE {
            tried.set(tried.get() + 1);
            self.planners[nth].shortest_way(at).filter(keeps)?
        } else {
            let (length, kind) = self.spreads(nth).shortest(at)?;
            let kept = keeps(&Way { path: Vec::new(), length, kind });
            kept.then(|| self.spreads(nth).shortest_way(at)).flatten()?
        };
        Some(self.by_beside(nth, at, way)).filter(keeps)
    }

    /// A way, or one that is much shorter by a place just beside its end. Paths that are found keep clear of whatever
    /// they go round and of the rims of floors; a model may stand closer, and there a path found may go a long way
    /// about.
    ///
    /// Rule: FB-5 (shortest).
    fn by_beside(&self, nth: usize, at: Place, way: Way) -> Way {
        let (model, [x, y]) = (self.models[nth], at.ground());
        let beside: Vec<Place> = (0..BESIDE_END)
            .filter_map(|turn| {
                let angle = turn as f64 * std::f64::consts::TAU / BESIDE_END as f64;
                Place::from_inches(x + JUST * libm::cos(angle), y + JUST * libm::sin(angle), at.z.inches())
                    .ok()
            })
            .collect();
        let (free, barred): (Vec<Place>, Vec<Place>) =
            beside.into_iter().partition(|place| self.is_clear(nth, *place));
        if barred.is_empty() {
            return way;
        }
        let ways = free.into_iter().filter_map(|place| {
            let found = match self.searched[nth].get() {
                Some(spreads) => spreads.shortest_way(place),
                None => self.planners[nth].shortest_way(place),
            };
            let mut path = found?.path;
            path.push(at);
            let length = path_length(model.pose.at, &path);
            if length >= way.length - MUCH_SHORTER {
                return None;
            }
            let walk = check_path(self.view, model, &self.planners[nth].terms(), &path).ok()?;
            let kind = if walk.difficult().is_some() { WayKind::Through } else { WayKind::Round };
            Some(Way { path, length, kind })
        });
        ways.min_by(|a, b| a.length.total_cmp(&b.length)).unwrap_or(way)
    }

    /// Whether a model may stand at a place on its surface, clear of everyone else and of enemies' zones.
    ///
    /// Rule: MOV-4, MOV-5.
    fn is_clear(&self, nth: usize, place: Place) -> bool {
        let (terrain, mover, allowance) =
            (self.view.terrain(), self.models[nth].mover(), self.view.allowance());
        let enemy_gap = self.view.setup().ruleset.movement.enemy_gap;
        let zone = |enemy: &Disc| {
            let gap = clearance(place.ground(), place.z.inches(), mover.radius, *enemy);
            !allowance.at_least(gap, enemy_gap)
        };
        terrain.heights_at(place.ground()).contains(&place.z)
            && terrain.room(place, mover).is_ok()
            && !self.is_crowded(nth, place, &[])
            && !self.ground.enemies.iter().any(zone)
    }

    /// The straight way over ground that is nowhere difficult: none is shorter.
    fn straight(&self, nth: usize, at: Place) -> Option<Way> {
        let model = self.models[nth];
        let length = model.pose.at.ground_distance(at);
        if at.z == model.pose.at.z && self.clearing(nth).holds(at.ground()) {
            return Some(Way { path: vec![at], length, kind: WayKind::Round });
        }
        let terms = MoveTerms { on_difficult: 0.0, ..self.planners[nth].terms() };
        let walk = check_path(self.view, model, &terms, &[at]).ok()?;
        let open = walk.difficult().is_none();
        open.then(|| Way { path: vec![at], length, kind: WayKind::Round })
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
        let near = self.height.unwrap_or(own.z);
        heights.sort_by_key(|height| (height.0 - near.0).abs());
        heights.into_iter().map(|z| Place { z, ..flat }).collect()
    }

    /// The end nearest to a wish at which a model finds room, to which it has a way, and
    /// which keeps it with those placed before it; of those as near the one with the shortest way.
    ///
    /// Rule: FB-5, BAS-10 (as near).
    pub(in crate::game) fn nearest_end(&self, nth: usize, wish: Point, found: &[Option<End>]) -> Option<End> {
        self.nearest_joining(nth, wish, found, &[found])
    }

    /// The same, and it keeps it with one at least of each of several groups of them.
    pub(in crate::game) fn nearest_joining(
        &self,
        nth: usize,
        wish: Point,
        found: &[Option<End>],
        groups: &[&[Option<End>]],
    ) -> Option<End> {
        let is_apart = |place: Place| !groups.iter().all(|group| self.is_together(nth, place, group));
        let start = self.models[nth].pose.at;
        let own = start.ground();
        let mut special = self.beside_others(nth, found);
        special.extend([wish, own]);
        special.extend(self.on_limits(nth, wish));
        let grid = if self.limits.is_some() { &FINE_GRID } else { &COARSE_GRID };
        let candidates = by_nearness(grid, [wish, own], special);
        let allowance = self.view.allowance().0;
        let mut ways = 0;
        let mut best: Option<Nearest> = None;
        for at in candidates {
            if best.as_ref().is_some_and(|best| distance(at, wish) > best.least + allowance + ROUNDED) {
                break;
            }
            if self.is_far_from_all(nth, at, found) || self.is_too_near(nth, at) {
                continue;
            }
            for place in self.places(nth, at) {
                let far = self.far(place, wish);
                // No way is shorter than the straight one.
                let is_no_better = |best: &Nearest| !best.gives_way_to(far, distance(at, own), allowance);
                if best.as_ref().is_some_and(is_no_better)
                    || self.is_crowded(nth, place, found)
                    || is_apart(place)
                {
                    continue;
                }
                match self.end(nth, place) {
                    Some(end) => {
                        let length = path_length(start, &end.path);
                        let least = best.as_ref().map_or(far, |best| best.least.min(far));
                        match &mut best {
                            Some(best) if !best.gives_way_to(far, length, allowance) => best.least = least,
                            _ => best = Some(Nearest { far, least, length, end }),
                        }
                    }
                    None if ways == self.most_ways() => return best.map(|best| best.end),
                    None => ways += 1,
                }
            }
        }
        best.map(|best| best.end)
    }

    /// Whether the way to a point is surely straight and shorter than it has to be.
    ///
    /// Rule: FB-5.
    fn is_too_near(&self, nth: usize, at: Point) -> bool {
        self.limits.is_some_and(|limits| {
            let far = distance(self.models[nth].pose.at.ground(), at);
            far < limits.open[0] - ROUNDED - self.view.allowance().0 && self.clearing(nth).holds(at)
        })
    }

    fn clearing(&self, nth: usize) -> &Clearing {
        self.clearings[nth].get_or_init(|| self.planners[nth].clearing(self.most))
    }

    /// Whether a point is surely out of coherency with everyone placed before.
    fn is_far_from_all(&self, nth: usize, at: Point, found: &[Option<End>]) -> bool {
        let reach = self.models[nth].card.base.radius() + self.ground.coherency + 0.01;
        let near = |(end, other): (&Option<End>, &ModelView)| {
            let end = end.as_ref().filter(|_| other.id != self.models[nth].id);
            end.is_some_and(|end| distance(end.at.ground(), at) <= reach + other.card.base.radius())
        };
        !found.iter().zip(&self.models).any(near)
    }

    /// From a place to a wish; in space where the wish has a height.
    fn far(&self, place: Place, wish: Point) -> f64 {
        let (level, rise) = (distance(place.ground(), wish), self.height.map(|height| place.z.0 - height.0));
        let rise = f64::from(rise.unwrap_or(0)) / 1000.0;
        (level * level + rise * rise).sqrt()
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
        let mut special: Vec<Point> = (0..=TOWARD).map(toward).collect();
        special.extend(self.beside_others(nth, found));
        special.extend(COARSE_GRID.iter().map(|(_, by)| [own[0] + by[0], own[1] + by[1]]));
        let candidates = by_nearness(&COARSE_GRID, [wish, own], special)
            .filter(|at| distance(*at, own) <= self.most + 0.01);
        let places = candidates.flat_map(|at| self.places(nth, at));
        let mut free = places.filter(|place| !self.is_crowded(nth, *place, found));
        let mut best = free.find_map(|place| self.end(nth, place))?;
        // The grid is coarse: from there it goes as near as it can.
        for step in CLOSER {
            for _ in 0..MOST_CLOSER {
                let Some(nearer) = self.closer(nth, &best, (wish, step), found) else { break };
                best = nearer;
            }
        }
        Some(best)
    }

    /// The end nearest to a wish of those one step beside another, if one is nearer than that.
    fn closer(
        &self,
        nth: usize,
        end: &End,
        (wish, step): (Point, f64),
        found: &[Option<End>],
    ) -> Option<End> {
        let [x, y] = end.at.ground();
        let far = self.far(end.at, wish);
        let beside = (0..AROUND).map(|turn| {
            let angle = turn as f64 * std::f64::consts::TAU / AROUND as f64;
            [x + step * libm::cos(angle), y + step * libm::sin(angle)]
        });
        let mut places: Vec<Place> = beside.flat_map(|at| self.places(nth, at)).collect();
        places.retain(|place| self.far(*place, wish) < far - step / 4.0);
        places.sort_by(|a, b| self.far(*a, wish).total_cmp(&self.far(*b, wish)));
        let mut free = places.into_iter().filter(|place| !self.is_crowded(nth, *place, found));
        free.find_map(|place| self.end(nth, place))
    }

    /// Points as far away as a model must go at least, and as it may at most.
    fn on_limits(&self, nth: usize, wish: Point) -> Vec<Point> {
        let Some(limits) = self.limits else { return Vec::new() };
        let [x, y] = self.models[nth].pose.at.ground();
        let toward = libm::atan2(wish[1] - y, wish[0] - x);
        let of = |far: f64| {
            (0..ON_LIMITS).map(move |step| {
                let angle = toward + step as f64 * std::f64::consts::TAU / ON_LIMITS as f64;
                [x + far * libm::cos(angle), y + far * libm::sin(angle)]
            })
        };
        limits.open.into_iter().flat_map(of).collect()
    }

    /// Ways that are looked for at most before a model is given up.
    fn most_ways(&self) -> usize {
        if self.limits.is_some() { MOST_WAYS_WITHIN } else { MOST_WAYS }
    }

    /// Points that touch those placed before, or keep just within coherency of them: all around, and where the model
    /// comes from.
    fn beside_others(&self, nth: usize, found: &[Option<End>]) -> Vec<Point> {
        let (radius, own) = (self.models[nth].card.base.radius(), self.models[nth].pose.at.ground());
        let clearance = self.view.setup().ruleset.basics.clearance;
        let most = self.ground.coherency - 2.0 * clearance;
        let mut points = Vec::new();
        for (end, other) in found.iter().zip(&self.models) {
            let Some(end) = end else { continue };
            let [x, y] = end.at.ground();
            let straight = libm::atan2(own[1] - y, own[0] - x);
            for gap in [2.0 * clearance, most / 2.0, most] {
                let far = radius + other.card.base.radius() + gap;
                let around = (0..AROUND).map(|step| step as f64 * std::f64::consts::TAU / AROUND as f64);
                let points_at = |angle| [x + far * libm::cos(angle), y + far * libm::sin(angle)];
                points.extend(around.chain([straight]).map(points_at));
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

/// Points of a grid around zero, nearest first, with their distances.
type PointsAround = LazyLock<Vec<(f64, Point)>>;

static COARSE_GRID: PointsAround = LazyLock::new(|| around_zero(STEP));

/// Where ways have to keep to limits, room may be scarce.
static FINE_GRID: PointsAround = LazyLock::new(|| around_zero(STEP / 2.0));

/// The best of the ends found so far.
struct Nearest {
    /// From the wish, inches.
    far: f64,
    /// How far the nearest of all that were found is; no farther than this one by more than the allowance.
    least: f64,
    /// Of its way.
    length: f64,
    end: End,
}

impl Nearest {
    /// Whether an end so far from the wish, with a way so long, is better.
    ///
    /// Rule: FB-5, BAS-10.
    fn gives_way_to(&self, far: f64, length: f64, allowance: f64) -> bool {
        far < self.far - allowance || (far <= self.least + allowance && length < self.length)
    }
}

/// Points around a wish, nearest first: a grid, and some others among them, of which those nearer to where a model
/// comes from go before others as near.
fn by_nearness(
    grid: &PointsAround,
    [wish, own]: [Point; 2],
    mut others: Vec<Point>,
) -> impl Iterator<Item = Point> {
    let whole = |at: &Point| (distance(*at, wish) / ROUNDED).round();
    let rank = |at: &Point| (whole(at), distance(*at, own));
    others.sort_by(|a, b| {
        let ((a, from_a), (b, from_b)) = (rank(a), rank(b));
        a.total_cmp(&b).then(from_a.total_cmp(&from_b))
    });
    let mut others = others.into_iter().peekable();
    let mut grid = grid.iter().map(move |(far, by)| (*far, [wish[0] + by[0], wish[1] + by[1]])).peekable();
    std::iter::from_fn(move || {
        let far = others.peek().map(|at| distance(*at, wish));
        match (far, grid.peek()) {
            (Some(far), Some((next, _))) if far <= *next => others.next(),
            (Some(_), None) => others.next(),
            _ => grid.next().map(|(_, at)| at),
        }
    })
}

/// Every second row is set off by half a step.
fn around_zero(step: f64) -> Vec<(f64, Point)> {
    let steps = (BESIDE / step) as i32;
    let mut points = Vec::new();
    for row in -steps..=steps {
        let aside = if row % 2 == 0 { 0.0 } else { step / 2.0 };
        for column in -steps..=steps {
            let (dx, dy) = (f64::from(column) * step + aside, f64::from(row) * step);
            let far = (dx * dx + dy * dy).sqrt();
            if far <= BESIDE {
                points.push((far, [dx, dy]));
            }
        }
    }
    points.sort_by(|a: &(f64, Point), b| a.0.total_cmp(&b.0));
    points
}
