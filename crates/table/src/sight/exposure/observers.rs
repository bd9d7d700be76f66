//! Whether any of several observers sees a body too well: at one place, and with certainty all over a quadtree cell.
//!
//! States are those of the pair routine. Statements about a cell are certain; they come from the beams of the viewshed,
//! so a search for places where a model is covered from everyone need not measure each.

use std::cell::OnceCell;
use std::rc::Rc;

use super::beam::{Beam, BeamContact};
use super::cell_occlusion_bound::CellOcclusionBound;
use crate::outline::{Bounds, are_near};
use crate::shape::Point;
use crate::sight::SightBody;
use crate::sight::occluders::OccluderKind;
use crate::sight::prepared_occluder::PreparedOccluder;
use crate::sight::sight_evaluator::{Candidates, SightEvaluator};
use crate::sight::view_frame::BodyInches;
use crate::terrain::Terrain;
use warstrike_rules::measures::{Place, Thou};
use warstrike_rules::ruleset::SightRules;
use warstrike_rules::sight::SightState;

/// Some observers, and a body they look for.
pub struct Observers<'a> {
    terrain: &'a Terrain,
    rules: &'a SightRules,
    evaluator: SightEvaluator<'a>,
    body: SightBody,
    /// The clearest state in which a body counts as covered.
    covered: SightState,
    inches: BodyInches,
    observers: Vec<Observer>,
    /// Those that saw the body last, the latest first: they may well see it again.
    recent_hits: Vec<usize>,
    /// The occluders of the current view.
    candidates: Vec<usize>,
}

struct Observer {
    body: SightBody,
    inches: BodyInches,
    /// Every occluder, prepared for its eyes; filled when first needed.
    prepared: OnceCell<Vec<PreparedOccluder>>,
}

impl Observer {
    fn new(body: &SightBody) -> Self {
        Self { body: *body, inches: BodyInches::new(body), prepared: OnceCell::new() }
    }

    fn prepared(&self, terrain: &Terrain) -> &[PreparedOccluder] {
        self.prepared.get_or_init(|| {
            terrain.sight.all().iter().map(|occluder| PreparedOccluder::new(&self.body, occluder)).collect()
        })
    }
}

/// A quadtree cell: a rectangle of places on the open ground, or on the floors of one height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The lowest and the highest corner, inches.
    pub bounds: Bounds,
    /// `None` for the open ground, else the height of floors and roofs.
    pub floor: Option<Thou>,
}

impl Cell {
    /// Its middle, seen from above.
    pub fn centre(&self) -> Point {
        let [low, high] = self.bounds;
        [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0]
    }

    /// From its middle to its corners, inches.
    pub fn radius(&self) -> f64 {
        let [low, high] = self.bounds;
        let (dx, dy) = (high[0] - low[0], high[1] - low[1]);
        (dx * dx + dy * dy).sqrt() / 2.0
    }

    /// Its quarters, or its halves if it is much longer than wide.
    pub fn parts(&self) -> Vec<Self> {
        let [low, high] = self.bounds;
        let size = [high[0] - low[0], high[1] - low[1]];
        let cuts = |axis: usize| {
            let centre = (low[axis] + high[axis]) / 2.0;
            let is_short = size[axis] < size[1 - axis] / 1.5;
            if is_short {
                vec![[low[axis], high[axis]]]
            } else {
                vec![[low[axis], centre], [centre, high[axis]]]
            }
        };
        let rows = cuts(1);
        let of = |[left, right]: [f64; 2]| {
            rows.iter().map(move |[bottom, top]| Self { bounds: [[left, *bottom], [right, *top]], ..*self })
        };
        cuts(0).into_iter().flat_map(of).collect()
    }
}

/// An observer from which a body on a cell may or may not be covered, and the occluders that may stand between them.
#[derive(Clone, Debug)]
pub struct UndecidedObserver {
    observer: usize,
    candidates: Rc<[usize]>,
}

/// One observer's view of a cell.
enum Verdict {
    /// It surely sees every body there too well.
    Seen,
    /// Every body there is surely covered from it.
    Covered,
    /// Neither is certain; these occluders may stand between them.
    Undecided(Rc<[usize]>),
}

/// Number of observers that saw the body recently and are tried first.
const RECENT_HITS: usize = 4;

/// To be certain, an occluder must hide this much more of a body than makes a difference (as a share), or a wood cover
/// this much more of a line (inches).
const CERTAINTY_MARGIN: f64 = 0.01;

/// Far above the rounding of heights.
const HEIGHT_ROUNDING_INCHES: f64 = 1e-6;

impl<'a> Observers<'a> {
    /// `body` may stand anywhere; it is covered from an observer that sees it in the state `covered` or a less clear
    /// one.
    pub fn new(
        terrain: &'a Terrain,
        rules: &'a SightRules,
        observers: &[SightBody],
        body: &SightBody,
        covered: SightState,
    ) -> Self {
        Self {
            terrain,
            rules,
            evaluator: SightEvaluator::new(terrain, rules),
            body: *body,
            covered,
            inches: BodyInches::new(&SightBody { foot: Place::default(), ..*body }),
            observers: observers.iter().map(Observer::new).collect(),
            recent_hits: Vec::new(),
            candidates: Vec::new(),
        }
    }

    /// All observers, each with all occluders.
    pub fn undecided(&self) -> Rc<[UndecidedObserver]> {
        let all: Rc<[usize]> = (0..self.terrain.sight.all().len()).collect();
        (0..self.observers.len())
            .map(|observer| UndecidedObserver { observer, candidates: Rc::clone(&all) })
            .collect()
    }

    /// The observers from which a body on a cell may not be covered, given those of a larger cell around it; `None` if
    /// one surely sees it too well, wherever it stands there.
    ///
    /// Rule: VIS-2 (Clear).
    pub fn classify(
        &mut self,
        cell: &Cell,
        undecided: &[UndecidedObserver],
    ) -> Option<Rc<[UndecidedObserver]>> {
        let feet = self.terrain.feet_on(cell);
        let growth = self.growth_cover(cell);
        if growth == GrowthCover::Everywhere && self.covered <= SightState::Obscured {
            return Some(Rc::new([]));
        }
        let mut left = Vec::with_capacity(undecided.len());
        for index in self.recent_first(undecided) {
            let UndecidedObserver { observer, .. } = undecided[index];
            match self.judge(cell, feet, growth, &undecided[index]) {
                Verdict::Seen => {
                    self.record_hit(observer);
                    return None;
                }
                Verdict::Covered => {}
                Verdict::Undecided(candidates) => left.push(UndecidedObserver { observer, candidates }),
            }
        }
        Some(left.into())
    }

    /// Whether one of the recent observers surely sees the body too well all over a cell.
    pub fn is_surely_seen(&mut self, cell: &Cell, undecided: &[UndecidedObserver]) -> bool {
        let (feet, growth) = (self.terrain.feet_on(cell), self.growth_cover(cell));
        let recent = undecided.iter().filter(|one| self.recent_hits.contains(&one.observer));
        let seen = recent.filter(|one| matches!(self.judge(cell, feet, growth, one), Verdict::Seen));
        let seen = seen.map(|one| one.observer).next();
        seen.inspect(|observer| self.record_hit(*observer)).is_some()
    }

    /// Indices into a list of observers, those that saw the body recently first.
    fn recent_first(&self, undecided: &[UndecidedObserver]) -> Vec<usize> {
        let is_recent = |index: &usize| self.recent_hits.contains(&undecided[*index].observer);
        let (mut first, others): (Vec<usize>, Vec<usize>) = (0..undecided.len()).partition(is_recent);
        first.extend(others);
        first
    }

    fn record_hit(&mut self, observer: usize) {
        self.recent_hits.retain(|other| *other != observer);
        self.recent_hits.insert(0, observer);
        self.recent_hits.truncate(RECENT_HITS);
    }

    /// Whether a body at a place is covered from all undecided observers.
    ///
    /// Rule: VIS-2 (each eye singly).
    pub fn is_covered(&mut self, foot: Place, undecided: &[UndecidedObserver]) -> bool {
        let body = SightBody { foot, ..self.body };
        self.evaluator.ground_state(&body) >= self.covered
            || self.recent_first(undecided).into_iter().all(|index| !self.sees(foot, &undecided[index]))
    }

    /// The undecided observers from which a body on a level disc around a place may not be covered; `None` if one sees
    /// it too well at the place itself.
    ///
    /// Rule: VIS-2 (each eye singly).
    pub fn classify_around(
        &mut self,
        foot: Place,
        radius: f64,
        undecided: &[UndecidedObserver],
    ) -> Option<Vec<UndecidedObserver>> {
        let is_bare = self.evaluator.ground_state(&SightBody { foot, ..self.body }) < self.covered;
        let mut left = Vec::new();
        for index in self.recent_first(undecided) {
            let one = &undecided[index];
            let observer = &self.observers[one.observer];
            let bound = CellOcclusionBound::for_disc(&observer.body, foot, radius, &self.body);
            if bound.is_some_and(|bound| self.one_surely_covers(observer, &bound, &one.candidates)) {
                continue;
            }
            if is_bare && self.sees(foot, one) {
                return None;
            }
            left.push(one.clone());
        }
        Some(left)
    }

    /// Whether one observer sees a body at a place too well, if no growth covers it there.
    fn sees(&mut self, foot: Place, one: &UndecidedObserver) -> bool {
        let Self { terrain, evaluator, inches, observers, candidates, .. } = self;
        let observer = &observers[one.observer];
        let height = foot.z.inches();
        let body = BodyInches { at: foot.ground(), foot: height, eyes: height + inches.eyes, ..*inches };
        let rise = Thou(foot.z.0 - observer.body.foot.z.0);
        candidates.clear();
        candidates.extend_from_slice(&one.candidates);
        let mut listed = Candidates::Listed { indices: candidates, prepared: observer.prepared(terrain) };
        let visibility = evaluator.visibility(&observer.inches, &body, rise, SightState::Clear, &mut listed);
        let is_seen = visibility.state < self.covered;
        if is_seen {
            self.record_hit(one.observer);
        }
        is_seen
    }

    fn judge(&self, cell: &Cell, feet: [f64; 2], growth: GrowthCover, one: &UndecidedObserver) -> Verdict {
        let observer = &self.observers[one.observer];
        let rise = feet.map(|foot| foot - observer.body.foot.z.inches());
        // Rule: VIS-2 (at least 1 higher, or in low growth: Obscured, and no more).
        let obscured_suffices = self.covered <= SightState::Obscured;
        if obscured_suffices && rise[0] >= self.rules.obscured_height + HEIGHT_ROUNDING_INCHES {
            return Verdict::Covered;
        }
        let beam = Beam::over(&observer.body, cell.bounds, feet, &self.body);
        let mut touching = Vec::new();
        for &index in one.candidates.iter() {
            match beam.contact(&self.terrain.sight.all()[index]) {
                BeamContact::Misses => {}
                BeamContact::Touches(_) => touching.push(index),
                BeamContact::Blocks => return Verdict::Covered,
            }
        }
        if self.one_surely_covers_cell(observer, cell.bounds, feet, &touching) {
            return Verdict::Covered;
        }
        let is_low =
            growth == GrowthCover::Nowhere && rise[1] < self.rules.obscured_height - HEIGHT_ROUNDING_INCHES;
        let looks_past = |index: &usize| beam.looks_past(&self.terrain.sight.all()[*index]);
        if (is_low || !obscured_suffices) && touching.iter().all(looks_past) {
            return Verdict::Seen;
        }
        let is_same = touching.len() == one.candidates.len();
        Verdict::Undecided(if is_same { Rc::clone(&one.candidates) } else { touching.into() })
    }

    /// Whether a single occluder surely covers every body on a cell.
    fn one_surely_covers_cell(
        &self,
        observer: &Observer,
        bounds: Bounds,
        feet: [f64; 2],
        candidates: &[usize],
    ) -> bool {
        let [low, high] = bounds;
        let is_small = (high[0] - low[0]).max(high[1] - low[1]) < 2.0 * self.body.radius;
        if candidates.is_empty() || !is_small {
            return false;
        }
        let bound = CellOcclusionBound::for_rectangle(&observer.body, bounds, feet, &self.body);
        bound.is_some_and(|bound| self.one_surely_covers(observer, &bound, candidates))
    }

    /// Whether a single occluder surely covers every body of a bound.
    ///
    /// Rule: VIS-2 (Obscured, Concealed).
    fn one_surely_covers(
        &self,
        observer: &Observer,
        bound: &CellOcclusionBound,
        candidates: &[usize],
    ) -> bool {
        let (all, prepared) = (self.terrain.sight.all(), observer.prepared(self.terrain));
        let in_view = match self.covered {
            SightState::Clear | SightState::Obscured => self.rules.all_in_view,
            SightState::Concealed => self.rules.concealed_at,
            SightState::Hidden => return false,
        };
        let enough = 1.0 - in_view + CERTAINTY_MARGIN;
        candidates.iter().any(|&index| match all[index].kind {
            OccluderKind::Solid => bound.min_hidden_share(&prepared[index], &all[index]) > enough,
            OccluderKind::Trees => {
                bound.min_length_inside(&all[index]) > self.rules.wood_depth + CERTAINTY_MARGIN
            }
        })
    }

    /// Whether bodies on a cell stand in woods, bogs or fields.
    ///
    /// Rule: VIS-2 (Obscured).
    fn growth_cover(&self, cell: &Cell) -> GrowthCover {
        let reach = self.body.radius;
        let [low, high] = cell.bounds;
        let middle = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
        let radius = ((high[0] - low[0]) / 2.0).max((high[1] - low[1]) / 2.0) + reach;
        let mut cover = GrowthCover::Nowhere;
        for area in self.terrain.sight.growth_near(middle, radius) {
            if !are_near(area.region.bounds, cell.bounds, reach) {
                continue;
            }
            cover = GrowthCover::Somewhere;
            let corners: [Point; 4] = [low, [high[0], low[1]], high, [low[0], high[1]]];
            let holds = || corners.iter().all(|corner| area.region.shape.depth_inside(*corner) > 0.0);
            // A base on a floor does not stand in what grows below, nor one on a hill in what grows at its foot.
            let is_level = || cell.floor.is_none() && self.terrain.feet_on(cell) == [area.bottom.inches(); 2];
            if area.tree_top.is_none() && area.region.is_convex && holds() && is_level() {
                return GrowthCover::Everywhere;
            }
        }
        cover
    }
}

/// Extent of a cell on which bodies stand in growth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GrowthCover {
    Nowhere,
    Somewhere,
    /// All of them do, with some of their base.
    Everywhere,
}

impl Terrain {
    /// The roots of the quadtrees: the open ground, and every floor.
    pub fn root_cells(&self) -> Vec<Cell> {
        let [x, y] = self.size.map(|length| length / 2.0);
        let ground = Cell { bounds: [[-x, -y], [x, y]], floor: None };
        let floors = self.floors.iter().map(|floor| {
            let ([low, high], by) = (floor.region.bounds, self.touch_depth());
            Cell {
                bounds: [[low[0] - by, low[1] - by], [high[0] + by, high[1] + by]],
                floor: Some(floor.height),
            }
        });
        std::iter::once(ground).chain(floors).collect()
    }

    /// Bounds of the feet of models on a cell: the lowest and the highest, inches.
    pub fn feet_on(&self, cell: &Cell) -> [f64; 2] {
        if let Some(floor) = cell.floor {
            return [floor.inches(); 2];
        }
        let [low, high] = cell.bounds;
        let corners: [Point; 4] = [low, [high[0], low[1]], high, [low[0], high[1]]];
        let mut feet: [f64; 2] = [0.0; 2];
        for step in self.steps.iter().filter(|step| step.region.is_near(cell.bounds, self.touch_depth())) {
            feet[1] = feet[1].max(step.top.inches());
            let under = |corner: &Point| step.region.contains(*corner, self.touch_depth());
            if step.region.is_convex && corners.iter().all(under) {
                feet[0] = feet[0].max(step.top.inches());
            }
        }
        feet
    }
}
