//! Path planning for one model: the shortest legal path to a place, and every place in reach.
//!
//! Difficult ground halves what a path may be long (GO-3), so there are always two searches: around it
//! with the whole allowance, and through it with the reduced one.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::game::engine::view::{ModelView, View};
use crate::game::terms::terms_of;
use crate::rules::action::Action;
use crate::rules::falling_back::MoveLimit;
use crate::rules::measures::{Place, Thou};
use crate::rules::movement::allowance::MoveTerms;
use crate::rules::movement::bodies::Body;
use crate::table::outline::{Bounds, are_near, bounds_of};
use crate::table::paths::{
    CrossingBounds, DifficultGoing, FreeSectors, GoingPolicy, OtherModels, PathEnd, PathPlanner, ReachArea,
    Route, ShortestPathTree,
};
use crate::table::shape::Point;
use crate::table::terrain::Terrain;

/// Plans the paths of one model by one action.
pub struct ModelPlanner<'a> {
    view: View<'a>,
    model: ModelView<'a>,
    terms: MoveTerms,
    /// Paths around difficult ground, with the whole allowance.
    around: Arc<PathPlanner<'a>>,
    /// Paths through it, with the reduced one; `None` where there is none, or no allowance is left.
    through: Option<Arc<PathPlanner<'a>>>,
}

/// Paths that are too long are shown up to this many allowances.
const MAX_SHOWN_ALLOWANCES: f64 = 2.0;

/// Kind of a path, and whether it is within the allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// It avoids difficult ground.
    Around,
    /// It crosses difficult ground.
    Through,
    /// It is legal but for its length.
    TooLong,
    /// No path was found within twice the allowance; this is a straight line, to show why.
    NoPath,
}

impl PathKind {
    /// Whether its limits are halved.
    ///
    /// Rule: FB-3, GO-3.
    pub fn limit(self) -> MoveLimit {
        match self {
            Self::Through => MoveLimit::Halved,
            Self::Around | Self::TooLong | Self::NoPath => MoveLimit::Full,
        }
    }
}

/// A path to a place.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedPath {
    /// Corners after the start; the last is the goal.
    pub corners: Vec<Place>,
    /// Inches.
    pub length: f64,
    /// Whether it is legal.
    pub kind: PathKind,
}

impl PlannedPath {
    /// The path of a model that stays.
    pub(in crate::game) const NONE: Self = Self { corners: Vec::new(), length: 0.0, kind: PathKind::Around };
}

/// Every place that a model can reach by an action: legal ends among walls, obstacles and the
/// models of other units.
///
/// Models of its own unit may move as well, so neither they nor coherency limit it.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelReach {
    /// By paths around difficult ground.
    pub around: Vec<ReachArea>,
    /// By paths that may cross it, with the reduced allowance.
    pub through: Vec<ReachArea>,
}

impl<'a> ModelPlanner<'a> {
    /// `None` for an action without a move, or a model that is not on the table.
    pub fn new(view: View<'a>, model: ModelView<'a>, action: Action) -> Option<Self> {
        let terms = terms_of(view, view.unit(model.id.unit)?, action)?;
        Self::on_terms(view, model, terms, MAX_SHOWN_ALLOWANCES * terms.allowance)
    }

    /// For a move on any terms, with paths of at most `max_length` inches. `None` for a model that
    /// is not on the table.
    pub fn on_terms(view: View<'a>, model: ModelView<'a>, terms: MoveTerms, max_length: f64) -> Option<Self> {
        if !model.stands() {
            return None;
        }
        let clearance = view.setup().ruleset.basics.clearance;
        let others = other_models_near(view, model, max_length);
        let routes = |difficult| {
            let policy = GoingPolicy { slow: terms.slow, difficult };
            Arc::new(PathPlanner::new(view.terrain(), model.mover(), policy, others.clone(), clearance))
        };
        let around = routes(DifficultGoing::Avoided);
        let crossable = view.terrain().has_difficult(model.mover().gait) && terms.on_difficult > 0.0;
        let through = crossable.then(|| routes(DifficultGoing::Crossed));
        Some(Self { view, model, terms, around, through })
    }

    /// The planner of another model of the same unit and action, if its base and gait are the same:
    /// the two share their searches.
    pub(in crate::game) fn for_fellow(&self, fellow: ModelView<'a>) -> Option<Self> {
        let is_alike = fellow.id.unit == self.model.id.unit && fellow.mover() == self.model.mover();
        let (around, through) = (self.around.clone(), self.through.clone());
        (is_alike && fellow.stands()).then_some(Self { model: fellow, around, through, ..*self })
    }

    /// Present position of the model.
    pub(super) fn start(&self) -> Place {
        self.model.pose.at
    }

    pub(super) fn terrain(&self) -> &Terrain {
        self.view.terrain()
    }

    /// The terms of the move.
    pub fn terms(&self) -> MoveTerms {
        self.terms
    }

    /// The path to a place: the shortest legal path within the allowance, avoiding difficult ground
    /// if possible; else one of at most twice the allowance; else a straight line.
    ///
    /// Rule: MOV-1, GO-3.
    pub fn path_to(&self, to: Place) -> PlannedPath {
        let from = self.model.pose.at;
        let of = |route: Route, kind| PlannedPath { corners: route.corners, length: route.length, kind };
        if let Some(route) = self.around.shortest_path(from, to, self.search_limit(self.terms.allowance)) {
            return of(route, PathKind::Around);
        }
        let through = |max| self.through.as_ref().and_then(|routes| routes.shortest_path(from, to, max));
        if let Some(route) = through(self.search_limit(self.terms.on_difficult)) {
            return of(route, PathKind::Through);
        }
        // Beyond that, the straight line shows as well that a place is out of reach.
        let max_shown = MAX_SHOWN_ALLOWANCES * self.terms.allowance;
        if from.ground_distance(to) <= max_shown
            && let Some(route) = self.around.shortest_path(from, to, max_shown).or_else(|| through(max_shown))
        {
            return of(route, PathKind::TooLong);
        }
        PlannedPath { corners: vec![to], length: from.ground_distance(to), kind: PathKind::NoPath }
    }

    /// Whether a path makes a detour around difficult ground: there is a shorter path through it.
    pub fn is_detour(&self, path: &PlannedPath) -> bool {
        let (from, shorter) = (self.model.pose.at, path.length - MIN_SAVING_INCHES);
        let (Some(through), Some(to)) = (&self.through, path.corners.last()) else { return false };
        path.kind == PathKind::Around && through.shortest_path(from, *to, shorter).is_some()
    }

    /// The shortest path to a place within the allowance, around difficult ground or through it.
    pub(in crate::game) fn shortest_path(&self, to: Place) -> Option<PlannedPath> {
        let from = self.model.pose.at;
        let of = |route: Route, kind| PlannedPath { corners: route.corners, length: route.length, kind };
        let around = self.around.shortest_path(from, to, self.search_limit(self.terms.allowance));
        let max = self.search_limit(self.terms.on_difficult);
        // Only a shorter one counts. Usually there is none, which the first search proves quickly.
        let below = around.as_ref().map_or(max, |route| max.min(route.length - MIN_SAVING_INCHES));
        let through = self.through.as_ref().filter(|_| from.ground_distance(to) <= below);
        let through =
            through.filter(|routes| below == max || routes.shortest_path(from, to, below).is_some());
        let through = through.and_then(|routes| routes.shortest_path(from, to, max));
        match (around, through) {
            (Some(around), Some(through)) if through.length < around.length - MIN_SAVING_INCHES => {
                Some(of(through, PathKind::Through))
            }
            (Some(around), _) => Some(of(around, PathKind::Around)),
            (None, through) => through.map(|route| of(route, PathKind::Through)),
        }
    }

    /// The longest path searched for an allowance: a little of the tolerance is left unused.
    fn search_limit(&self, allowance: f64) -> f64 {
        let basics = &self.view.setup().ruleset.basics;
        allowance + (basics.allowance - basics.clearance).max(0.0)
    }

    /// Shortest-path trees for many queries.
    pub fn path_trees(&self) -> ShortestPathTrees<'_> {
        self.path_trees_within([self.terms.allowance, self.terms.on_difficult])
    }

    /// The same with paths around and through difficult ground of at most these lengths, inches.
    pub(in crate::game) fn path_trees_within(&self, [around, through]: [f64; 2]) -> ShortestPathTrees<'_> {
        let from = self.model.pose.at;
        let through =
            self.through.as_ref().map(|routes| routes.shortest_path_tree(from, self.search_limit(through)));
        ShortestPathTrees {
            around: self.around.shortest_path_tree(from, self.search_limit(around)),
            through,
            crossing_bounds: OnceCell::new(),
        }
    }

    /// Around the model, up to a distance, the sectors where the straight path is certainly legal and
    /// free of difficult ground.
    pub(in crate::game) fn free_sectors(&self, max: f64) -> FreeSectors {
        self.around.free_sectors(self.model.pose.at, max)
    }

    /// Whether the straight path between any two places on the open ground of a rectangle, or on a floor, is
    /// certainly legal, unless it crosses difficult ground that it may not.
    pub(in crate::game) fn is_open(&self, bounds: Bounds, floor: Option<Thou>) -> bool {
        match floor {
            None => self.around.is_open(bounds),
            Some(height) => self.around.is_open_floor(bounds, height),
        }
    }

    /// Whether all paths to a rectangle of open ground lead through difficult ground, and the straight one between any two
    /// of its places is certainly legal.
    pub(in crate::game) fn is_all_difficult(&self, bounds: Bounds) -> bool {
        let is_open = |routes: &Arc<PathPlanner>| routes.is_open(bounds);
        self.around.is_barred(bounds) && self.through.as_ref().is_some_and(is_open)
    }

    /// Whether no path can end at a place, of whatever length, because something blocks the base there.
    pub(in crate::game) fn is_end_blocked(&self, to: Place) -> bool {
        let is_blocked = |routes: &Arc<PathPlanner>| routes.is_end_blocked(self.model.pose.at, to);
        is_blocked(&self.around) && self.through.as_ref().is_none_or(is_blocked)
    }

    /// Every place in reach.
    pub fn reach(&self) -> ModelReach {
        let path_trees = self.path_trees();
        let standing: Vec<Body> =
            self.view.standing_others(self.model.id.unit).map(|other| other.body_at(other.pose.at)).collect();
        ModelReach {
            around: path_trees.around.reach_areas(&standing),
            through: path_trees
                .through
                .as_ref()
                .map(|spread| spread.reach_areas(&standing))
                .unwrap_or_default(),
        }
    }
}

/// The shortest-path trees of a model, around difficult ground and through it.
pub struct ShortestPathTrees<'p> {
    around: ShortestPathTree<'p>,
    through: Option<ShortestPathTree<'p>>,
    /// Lower bounds for the part of paths through difficult ground, computed on first use.
    crossing_bounds: OnceCell<CrossingBounds<'p>>,
}

impl<'p> ShortestPathTrees<'p> {
    /// The path to a place within the allowance.
    pub fn path_to(&self, to: Place) -> Option<PlannedPath> {
        let of = |route: Route, kind| PlannedPath { corners: route.corners, length: route.length, kind };
        let around = self.around.route_to(to).map(|route| of(route, PathKind::Around));
        around.or_else(|| Some(of(self.through.as_ref()?.route_to(to)?, PathKind::Through)))
    }

    /// The last legs of the shortest paths to a place.
    pub(in crate::game) fn path_ends_to(&self, to: Place) -> PathEnds {
        let around = self.around.end_to(to, f64::INFINITY);
        let below = around.as_ref().map_or(f64::INFINITY, |around| around.length() - MIN_SAVING_INCHES);
        let through = self.through.as_ref().and_then(|spread| spread.end_to(to, below));
        PathEnds { around, through }
    }

    /// Length of the shortest path to a place, and its kind.
    pub(in crate::game) fn shortest(&self, to: Place) -> Option<(f64, PathKind)> {
        self.path_ends_to(to).shortest()
    }

    /// The shortest path to a place.
    pub(in crate::game) fn shortest_path(&self, to: Place) -> Option<PlannedPath> {
        self.path_of(&self.path_ends_to(to), [f64::INFINITY; 2])
    }

    /// The whole path for some last legs: the shortest of those around and through difficult ground
    /// that are at most `max` inches long.
    pub(in crate::game) fn path_of(&self, ends: &PathEnds, max: [f64; 2]) -> Option<PlannedPath> {
        let (_, kind) = ends.shortest_within(max)?;
        let route = match kind {
            PathKind::Through => self.through.as_ref()?.route_of(ends.through.as_ref()?)?,
            PathKind::Around | PathKind::TooLong | PathKind::NoPath => {
                self.around.route_of(ends.around.as_ref()?)?
            }
        };
        Some(PlannedPath { corners: route.corners, length: route.length, kind })
    }

    /// Lower bounds of the paths around and through difficult ground to any place in a rectangle.
    pub(in crate::game) fn lower_bounds_to(&self, bounds: Bounds) -> [f64; 2] {
        let through = self.through.as_ref().map_or(f64::INFINITY, |spread| {
            spread.crossing_lower_bound(
                bounds,
                self.crossing_bounds.get_or_init(|| spread.crossing_bounds(&self.around)),
            )
        });
        [self.around.lower_bound_to(bounds), through]
    }

    /// Whether surely no path through difficult ground of at most `max` inches leads to any place in a rectangle.
    pub(in crate::game) fn surely_none_through(&self, bounds: Bounds, max: f64) -> bool {
        self.through.as_ref().is_none_or(|spread| {
            let crossings = self.crossing_bounds.get_or_init(|| spread.crossing_bounds(&self.around));
            spread.surely_crosses_nothing(bounds, crossings, max)
        })
    }

    /// The distance to the farthest place in a rectangle of open ground, or of a floor, if the shortest path to
    /// every place in it where the base may end is certainly straight and avoids difficult ground, inches.
    pub(in crate::game) fn farthest_if_straight(&self, bounds: Bounds, floor: Option<Thou>) -> Option<f64> {
        self.around.max_straight_distance(bounds, floor)
    }

    /// Whether a place is in reach.
    pub fn reaches(&self, to: Place) -> bool {
        self.around.length_to(to).is_some()
            || self.through.as_ref().is_some_and(|spread| spread.length_to(to).is_some())
    }
}

/// The last legs of the shortest paths to a place.
pub(in crate::game) struct PathEnds {
    around: Option<PathEnd>,
    /// `None` also where no path is shorter than the one around difficult ground.
    through: Option<PathEnd>,
}

impl PathEnds {
    /// The lengths of the paths around and through difficult ground; infinite where none is within reach, or none
    /// through it is shorter.
    pub(in crate::game) fn lengths(&self) -> [f64; 2] {
        [&self.around, &self.through].map(|end| end.as_ref().map_or(f64::INFINITY, PathEnd::length))
    }

    /// The shorter one's length and kind.
    pub(in crate::game) fn shortest(&self) -> Option<(f64, PathKind)> {
        let through = self.through.as_ref().map(|end| (end.length(), PathKind::Through));
        through.or_else(|| self.around.as_ref().map(|end| (end.length(), PathKind::Around)))
    }

    /// The same among those at most this long, around and through difficult ground.
    pub(in crate::game) fn shortest_within(&self, [around, through]: [f64; 2]) -> Option<(f64, PathKind)> {
        let [around, through] = [(&self.around, around), (&self.through, through)]
            .map(|(end, max)| end.as_ref().map(PathEnd::length).filter(|length| *length <= max));
        through.map(|length| (length, PathKind::Through)).or(around.map(|length| (length, PathKind::Around)))
    }
}

/// A path through difficult ground counts only if it is shorter by this than the one around it.
const MIN_SAVING_INCHES: f64 = 1e-6;

/// The other models near any path of this length by any model of the unit.
fn other_models_near(view: View, model: ModelView, max_length: f64) -> OtherModels {
    let unit = model.id.unit;
    // In a what-if query the model itself may be at another place than its unit has it.
    let unit_starts = view.standing(unit).map(|one| one.pose.at.ground());
    let starts: Vec<Point> = unit_starts.chain([model.pose.at.ground()]).collect();
    let around = bounds_of(&starts);
    let enemy_gap = view.enemy_gap();
    let near = |other: &ModelView| {
        let disc = other.disc();
        let reach = max_length + enemy_gap + model.mover().radius + disc.radius;
        are_near([disc.at.ground(); 2], around, reach)
    };
    let (friends, enemies): (Vec<ModelView>, Vec<ModelView>) =
        view.standing_others(unit).filter(near).partition(|other| other.id.unit.side == unit.side);
    OtherModels {
        enemies: enemies.iter().map(ModelView::disc).collect(),
        enemy_gap,
        friends: friends.iter().map(|friend| friend.body_at(friend.pose.at)).collect(),
    }
}
