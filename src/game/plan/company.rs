//! Some models of a unit that look for places to end at: what does not change while they are arranged.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::model::{ModelPlanner, Spreads};
use crate::game::engine::view::{ModelView, View};
use crate::game::placement::coherency_distance;
use crate::rules::falling_back::{Limits, Toll};
use crate::rules::measures::{Place, Thou};
use crate::rules::movement::bodies::Body;
use crate::table::outline::{are_near, bounds_of};
use crate::table::paths::FreeSectors;
use crate::table::shape::Point;

/// An end for a model and the way to it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::game) struct End {
    pub(in crate::game) at: Place,
    pub(in crate::game) path: Vec<Place>,
    /// Whether the way crosses difficult ground.
    pub(in crate::game) toll: Toll,
    /// The structure's level it lies on.
    pub(super) level: Option<(usize, usize)>,
}

/// What does not change while a unit is arranged.
#[derive(Clone)]
pub(super) struct Ground {
    /// Models of other units on whom they might stand.
    pub(super) others: Vec<Body>,
    /// Inches between bases.
    pub(super) coherency: f64,
}

impl Ground {
    /// Of models that may go so far, inches.
    fn new(view: View, models: &[ModelView], most: f64) -> Self {
        let Some(unit) = models.first().map(|model| model.id.unit) else {
            return Self { others: Vec::new(), coherency: 0.0 };
        };
        let starts: Vec<Point> = models.iter().map(|model| model.pose.at.ground()).collect();
        let around = bounds_of(&starts);
        let widest = models.iter().map(|model| model.card.base.radius()).fold(0.0, f64::max);
        let near = |other: &ModelView| {
            are_near([other.pose.at.ground(); 2], around, most + widest + other.card.base.radius())
        };
        let others = view.standing_others(unit).filter(near);
        Self {
            others: others.map(|other| other.body_at(other.pose.at)).collect(),
            coherency: view.unit(unit).map_or(0.0, |unit| coherency_distance(view, unit)),
        }
    }
}

/// What one model can come to, searched when it is first asked for.
pub(super) type Searched<'p> = Rc<OnceCell<Spreads<'p>>>;

/// Whether the models of a unit may end at a place.
pub(in crate::game) type Allowed<'p> = Rc<dyn Fn(Place) -> bool + 'p>;

/// Some models of a unit, the leader first, and what each can come to.
pub(in crate::game) struct UnitPlacement<'p, 'a> {
    pub(super) view: View<'a>,
    pub(super) models: Vec<ModelView<'a>>,
    pub(super) planners: Vec<&'p ModelPlanner<'a>>,
    pub(super) searched: Vec<Searched<'p>>,
    /// How many ways of each were looked for one by one.
    pub(super) tried: Vec<Rc<Cell<usize>>>,
    /// Where the straight way of each is surely free, found when it is first asked for.
    pub(super) clearings: Vec<Rc<OnceCell<FreeSectors>>>,
    /// How far they may go over open ground, inches.
    pub(super) most: f64,
    /// The height of wishes, if they have one.
    pub(super) height: Option<Thou>,
    /// What shortest paths have to keep to; `None`: they may be as short as they like.
    pub(super) limits: Option<Limits>,
    /// Where they may end besides; `None`: anywhere.
    pub(super) allowed: Option<Allowed<'p>>,
    pub(super) ground: Ground,
    /// Ends looked for so far in one plan: the same places come up in many arrangements.
    pub(super) ends: RefCell<BTreeMap<(usize, Place), Option<End>>>,
}

impl<'p, 'a> UnitPlacement<'p, 'a> {
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

    pub(super) fn spreads(&self, nth: usize) -> &Spreads<'p> {
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

    /// The same, ending only where it is allowed.
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

impl UnitPlacement<'_, '_> {
    /// A model stays where it is.
    pub(super) fn staying(&self, nth: usize) -> End {
        let at = self.models[nth].pose.at;
        End { at, path: Vec::new(), toll: Toll::Whole, level: self.level(at) }
    }

    /// Everyone stays.
    pub(super) fn stay(&self) -> Vec<End> {
        (0..self.models.len()).map(|nth| self.staying(nth)).collect()
    }

    pub(super) fn level(&self, at: Place) -> Option<(usize, usize)> {
        self.view.terrain().level_at(at.ground(), at.z)
    }
}
