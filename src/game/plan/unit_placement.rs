//! The placement problem of one unit: where each of its models may end, given where others end.
//!
//! Holds what stays the same while `arrange` and the followers of a fall back try placements.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::model::{ModelPlanner, ShortestPathTrees};
use crate::game::engine::view::{ModelView, View};
use crate::game::placement::coherency_distance;
use crate::rules::falling_back::{Limits, MoveLimit};
use crate::rules::measures::{Place, Thou};
use crate::rules::movement::bodies::Body;
use crate::table::outline::{are_near, bounds_of};
use crate::table::paths::FreeSectors;
use crate::table::shape::Point;

/// Final position of a model, and its path there.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::game) struct End {
    pub(in crate::game) at: Place,
    pub(in crate::game) path: Vec<Place>,
    /// Whether the path crosses difficult ground.
    pub(in crate::game) limit: MoveLimit,
    /// The level of a structure that it stands on: piece and level.
    pub(super) level: Option<(usize, usize)>,
}

/// Constraints of every placement of the unit.
#[derive(Clone)]
pub(super) struct Constraints {
    /// Models of other units that the unit could otherwise end on.
    pub(super) other_bodies: Vec<Body>,
    /// The largest gap between the bases of two models in coherency, inches.
    pub(super) max_gap: f64,
}

impl Constraints {
    /// For models that move at most `max_move` inches.
    fn new(view: View, models: &[ModelView], max_move: f64) -> Self {
        let Some(unit) = models.first().map(|model| model.id.unit) else {
            return Self { other_bodies: Vec::new(), max_gap: 0.0 };
        };
        let starts: Vec<Point> = models.iter().map(|model| model.pose.at.ground()).collect();
        let around = bounds_of(&starts);
        let widest = models.iter().map(|model| model.card.base.radius()).fold(0.0, f64::max);
        let near = |other: &ModelView| {
            are_near([other.pose.at.ground(); 2], around, max_move + widest + other.card.base.radius())
        };
        let others = view.standing_others(unit).filter(near);
        Self {
            other_bodies: others.map(|other| other.body_at(other.pose.at)).collect(),
            max_gap: view.unit(unit).map_or(0.0, |unit| coherency_distance(view, unit)),
        }
    }
}

/// The shortest-path trees of one model, built on first use.
pub(super) type LazyPathTrees<'p> = Rc<OnceCell<ShortestPathTrees<'p>>>;

/// A further condition on the places where models may end.
pub(in crate::game) type EndCondition<'p> = Rc<dyn Fn(Place) -> bool + 'p>;

/// Models of one unit, leader first, with their path planners and the caches of their queries.
pub(in crate::game) struct UnitPlacement<'p, 'a> {
    pub(super) view: View<'a>,
    pub(super) models: Vec<ModelView<'a>>,
    pub(super) planners: Vec<&'p ModelPlanner<'a>>,
    pub(super) path_trees: Vec<LazyPathTrees<'p>>,
    /// Number of single path queries of each model; after some of them its trees are built.
    pub(super) single_queries: Vec<Rc<Cell<usize>>>,
    /// The sectors around each model that are free of obstacles, computed on first use.
    pub(super) free_sectors: Vec<Rc<OnceCell<FreeSectors>>>,
    /// The allowance over open ground, inches.
    pub(super) max_move: f64,
    /// The height that targets lie at; `None`: targets are points seen from above.
    pub(super) target_height: Option<Thou>,
    /// Lengths that shortest paths must keep to; `None`: any length up to the allowance.
    pub(super) limits: Option<Limits>,
    /// A further condition on ends; `None`: none.
    pub(super) condition: Option<EndCondition<'p>>,
    pub(super) constraints: Constraints,
    /// Whether an end that is near will do in place of the nearest: in rehearsals.
    pub(in crate::game) estimates: bool,
    /// Ends by model and place: the same places come up in many placements.
    pub(super) end_cache: Rc<RefCell<BTreeMap<(usize, Place), Option<End>>>>,
    /// Nearest ends by model, target and the places of the others: the same group is placed again in many orders.
    pub(super) nearest_ends: RefCell<BTreeMap<NearestKey, Option<End>>>,
}

/// A model, the bits of its target, and the places of all models that have one.
type NearestKey = (usize, [u64; 2], Vec<Option<Place>>);

impl<'p, 'a> UnitPlacement<'p, 'a> {
    /// For all models of one unit.
    pub(in crate::game) fn new(
        view: View<'a>,
        models: Vec<ModelView<'a>>,
        planners: &'p [ModelPlanner<'a>],
    ) -> Self {
        let max_move = planners.first().map_or(0.0, |planner| planner.terms().allowance);
        Self {
            constraints: Constraints::new(view, &models, max_move),
            path_trees: planners.iter().map(|_| LazyPathTrees::default()).collect(),
            single_queries: planners.iter().map(|_| Rc::default()).collect(),
            free_sectors: planners.iter().map(|_| Rc::default()).collect(),
            planners: planners.iter().collect(),
            end_cache: Rc::default(),
            nearest_ends: RefCell::default(),
            limits: None,
            condition: None,
            target_height: None,
            estimates: false,
            view,
            models,
            max_move,
        }
    }

    /// Builds every model's shortest-path trees now instead of on first use.
    pub(super) fn search_all(&self) {
        for index in 0..self.models.len() {
            self.path_trees(index);
        }
    }

    pub(super) fn path_trees(&self, index: usize) -> &ShortestPathTrees<'p> {
        self.path_trees[index].get_or_init(|| self.planners[index].path_trees())
    }

    /// Its models, leader first.
    pub(in crate::game) fn models(&self) -> &[ModelView<'a>] {
        &self.models
    }

    /// The end of a model at a place whose path is known elsewhere.
    pub(in crate::game) fn end_at(&self, at: Place) -> End {
        End { at, path: Vec::new(), limit: MoveLimit::Full, level: self.level(at) }
    }

    /// The same problem with limits on path lengths, and targets at a height.
    pub(in crate::game) fn with_limits(&self, limits: Option<Limits>, height: Thou) -> Self {
        Self {
            view: self.view,
            models: self.models.clone(),
            planners: self.planners.clone(),
            path_trees: self.path_trees.clone(),
            single_queries: self.single_queries.clone(),
            free_sectors: self.free_sectors.clone(),
            target_height: Some(height),
            max_move: self.max_move,
            limits,
            condition: self.condition.clone(),
            constraints: self.constraints.clone(),
            estimates: self.estimates,
            end_cache: Rc::default(),
            nearest_ends: RefCell::default(),
        }
    }

    /// The same problem with targets at another height.
    pub(in crate::game) fn with_height(&self, height: Thou) -> Self {
        let same = self.with_limits(self.limits, height);
        Self { end_cache: Rc::clone(&self.end_cache), ..same }
    }

    /// The same problem with a further condition on ends.
    pub(in crate::game) fn with_condition(&self, condition: EndCondition<'p>) -> Self {
        let same = self.with_limits(self.limits, self.target_height.unwrap_or_default());
        Self { target_height: self.target_height, condition: Some(condition), ..same }
    }

    /// The same problem with further bodies that nobody may end on.
    pub(in crate::game) fn with_bodies(mut self, bodies: &[Body]) -> Self {
        self.constraints.other_bodies.extend_from_slice(bodies);
        self
    }

    /// The largest distance between the centres of two models in coherency, inches.
    pub(in crate::game) fn max_link(&self) -> f64 {
        let clearance = self.view.setup().ruleset.basics.clearance;
        self.constraints.max_gap - 2.0 * clearance + 2.0 * self.models[0].card.base.radius()
    }
}

/// The ends found so far, by model; `None` where none is found yet.
pub(in crate::game) type PartialPlacement = Vec<Option<End>>;

impl UnitPlacement<'_, '_> {
    /// A model that stays where it is.
    pub(super) fn end_in_place(&self, index: usize) -> End {
        let at = self.models[index].pose.at;
        End { at, path: Vec::new(), limit: MoveLimit::Full, level: self.level(at) }
    }

    /// All models staying where they are.
    pub(super) fn ends_in_place(&self) -> Vec<End> {
        (0..self.models.len()).map(|index| self.end_in_place(index)).collect()
    }

    pub(super) fn level(&self, at: Place) -> Option<(usize, usize)> {
        self.view.terrain().level_at(at.ground(), at.z)
    }
}
