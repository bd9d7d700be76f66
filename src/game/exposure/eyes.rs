//! The places from which models could look after an Advance.

use std::collections::BTreeMap;

use crate::game::engine::view::{ModelView, View};
use crate::game::plan::ModelPlanner;
use crate::rules::action::Action;
use crate::rules::measures::{Place, Thou};
use crate::table::outline::{Bounds, are_near, bounds_of};
use crate::table::paths::ReachArea;
use crate::table::plane::{Leg, distance};
use crate::table::shape::{Point, Shape};
use crate::table::sight::SightBody;

/// Places to look from.
pub(super) struct Stands {
    stands: Vec<Stand>,
    /// Those at each place, by their numbers.
    at: BTreeMap<Place, Vec<usize>>,
    /// The most there may be.
    most: usize,
}

/// A place to look from.
struct Stand {
    eye: SightBody,
    /// Those of the lookers who could stand there.
    by: Vec<usize>,
}

/// Who else may look from a place that is found for one model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sharing {
    /// All who can come there: such a place would be found for each of them.
    All,
    /// Those of his unit.
    Unit,
}

/// A polygon that a model can come to, on the ground or on a floor.
struct Area {
    floor: Option<Thou>,
    /// Its outer ring, then its holes.
    rings: Vec<Shape>,
    bounds: Bounds,
}

impl Stands {
    /// Of all these models: where they stand; where they can come to on a lattice of a spacing over the
    /// whole table, the same for all; and along the borders of their units' areas, places that are farther than
    /// half the spacing from any other of theirs. A unit's places are the same whoever else is asked about.
    /// `None` if there are more than `most`.
    ///
    /// Rule: ACT-2.
    pub(super) fn after_advance(
        view: View,
        models: &[ModelView],
        spacing: Thou,
        most: usize,
    ) -> Option<Self> {
        let areas: Vec<Vec<Area>> = models.iter().map(|model| areas(view, *model)).collect();
        let mut stands = Self { stands: Vec::new(), at: BTreeMap::new(), most };
        let mut add =
            |nth: usize, eye: SightBody, sharing| stands.add(view, models, &areas, nth, eye, sharing);
        for (nth, model) in models.iter().enumerate() {
            add(nth, model.viewed(), Sharing::Unit)?;
        }
        for (nth, model) in models.iter().enumerate() {
            for area in &areas[nth] {
                for at in area.lattice(spacing) {
                    add(nth, model.viewed_at(area.place(view, at)), Sharing::All)?;
                }
            }
        }
        for (nth, model) in models.iter().enumerate() {
            for area in &areas[nth] {
                for at in area.border(spacing) {
                    let eye = model.viewed_at(area.place(view, at));
                    if !stands.has_near(nth, &eye, spacing.inches() / 2.0) {
                        stands.add(view, models, &areas, nth, eye, Sharing::Unit)?;
                    }
                }
            }
        }
        Some(stands)
    }

    /// How many places there are.
    pub(super) fn len(&self) -> usize {
        self.stands.len()
    }

    /// Every place, with the numbers of those who could stand there.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&SightBody, &[usize])> {
        self.stands.iter().map(|stand| (&stand.eye, stand.by.as_slice()))
    }

    /// Adds a place that one of the models can come to, and with it those others like him that can; `None`
    /// if there is no more room.
    fn add(
        &mut self,
        view: View,
        models: &[ModelView],
        areas: &[Vec<Area>],
        nth: usize,
        eye: SightBody,
        sharing: Sharing,
    ) -> Option<()> {
        let there = self.at.entry(eye.foot).or_default();
        if there.iter().map(|other| &self.stands[*other]).any(|stand| stand.by.contains(&nth)) {
            return Some(());
        }
        if self.stands.len() >= self.most {
            return None;
        }
        let on_ground = eye.foot.z == view.terrain().ground_height(eye.foot.ground());
        let floor = (!on_ground).then_some(eye.foot.z);
        let can = |other: &usize| {
            let shares = sharing == Sharing::All || models[*other].id.unit == models[nth].id.unit;
            let is_like = shares && models[*other].viewed_at(eye.foot) == eye;
            let holds = |area: &Area| area.floor == floor && area.contains(eye.foot.ground());
            *other == nth || (is_like && areas[*other].iter().any(holds))
        };
        there.push(self.stands.len());
        self.stands.push(Stand { eye, by: (0..models.len()).filter(can).collect() });
        Some(())
    }

    /// Whether a model has a place already that is as near as this, at the same height.
    fn has_near(&self, nth: usize, eye: &SightBody, reach: f64) -> bool {
        let near = |other: &SightBody| {
            other.foot.z == eye.foot.z && distance(other.foot.ground(), eye.foot.ground()) <= reach
        };
        self.stands.iter().any(|stand| near(&stand.eye) && stand.by.contains(&nth))
    }
}

/// All a model can come to by an Advance.
fn areas(view: View, model: ModelView) -> Vec<Area> {
    let Some(planner) = ModelPlanner::new(view, model, Action::Advance) else { return Vec::new() };
    let reach = planner.reach();
    let of_floor = |area: ReachArea| area.polygons.into_iter().map(move |rings| (area.floor, rings));
    let polygons = reach.round.into_iter().chain(reach.through).flat_map(of_floor);
    let area = |(floor, rings): (Option<Thou>, Vec<Vec<Point>>)| Area {
        floor,
        bounds: bounds_of(rings.first().map_or(&[][..], Vec::as_slice)),
        rings: rings.into_iter().map(Shape::Polygon).collect(),
    };
    polygons.map(area).collect()
}

impl Area {
    /// Where a model stands at a point of it.
    fn place(&self, view: View, at: Point) -> Place {
        let [x, y] = at.map(|inches| Thou((inches * 1000.0).round() as i32));
        let flat = Place { x, y, z: Thou(0) };
        Place { z: self.floor.unwrap_or_else(|| view.terrain().ground_height(flat.ground())), ..flat }
    }

    fn contains(&self, at: Point) -> bool {
        let mut rings = self.rings.iter();
        are_near(self.bounds, [at; 2], 0.0)
            && rings.next().is_some_and(|outer| outer.contains(at))
            && !rings.any(|hole| hole.contains(at))
    }

    /// The points of it whose coordinates are multiples of the spacing.
    fn lattice(&self, spacing: Thou) -> impl Iterator<Item = Point> {
        let step = spacing.inches();
        let lines = |axis: usize| {
            let [low, high] = [self.bounds[0][axis], self.bounds[1][axis]];
            let [first, last] = [(low / step).ceil() as i32, (high / step).floor() as i32];
            (first..=last).map(move |nth| f64::from(nth) * step)
        };
        let points: Vec<Point> = lines(0).flat_map(|x| lines(1).map(move |y| [x, y])).collect();
        points.into_iter().filter(|point| self.contains(*point))
    }

    /// Points along its border, at most half the spacing apart.
    fn border(&self, spacing: Thou) -> impl Iterator<Item = Point> {
        let most = spacing.inches() / 2.0;
        let of_edge = move |edge: Leg| {
            let parts = (edge.length() / most).ceil().max(1.0);
            (0..parts as u32).map(move |nth| edge.at(f64::from(nth) / parts))
        };
        self.rings.iter().flat_map(Shape::edges).flat_map(of_edge)
    }
}
