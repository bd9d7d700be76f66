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

/// A set of viewpoints.
pub(super) struct Viewpoints {
    viewpoints: Vec<Viewpoint>,
    /// The indices of those at each place.
    at: BTreeMap<Place, Vec<usize>>,
    /// Largest permitted number of viewpoints.
    max: usize,
}

/// A body at a place to look from.
struct Viewpoint {
    body: SightBody,
    /// The indices of the observers that could stand there.
    observers: Vec<usize>,
}

/// Sharing of a viewpoint, found for one model, among observers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sharing {
    /// All that can reach it: the same place would be found for each of them.
    All,
    /// Those of its unit.
    Unit,
}

/// A polygon that a model can reach, on the ground or on a floor.
struct Area {
    floor: Option<Thou>,
    /// Its outer ring, then its holes.
    rings: Vec<Shape>,
    bounds: Bounds,
}

impl Viewpoints {
    /// The viewpoints of some models: where they stand; the points they can reach on a lattice over the whole table, the
    /// same for all models; and points along the borders of their units' areas that are farther than half the spacing
    /// from all others of that unit. A unit's viewpoints do not depend on which other units are asked about.
    ///
    /// `None` if there are more than `max`.
    ///
    /// Rule: ACT-2.
    pub(super) fn after_advance(view: View, models: &[ModelView], spacing: Thou, max: usize) -> Option<Self> {
        let areas: Vec<Vec<Area>> = models.iter().map(|model| areas(view, *model)).collect();
        let mut viewpoints = Self { viewpoints: Vec::new(), at: BTreeMap::new(), max };
        let mut add = |index: usize, body: SightBody, sharing| {
            viewpoints.add(view, models, &areas, index, body, sharing)
        };
        for (index, model) in models.iter().enumerate() {
            add(index, model.sight_body(), Sharing::Unit)?;
        }
        for (index, model) in models.iter().enumerate() {
            for area in &areas[index] {
                for at in area.lattice(spacing) {
                    add(index, model.sight_body_at(area.place(view, at)), Sharing::All)?;
                }
            }
        }
        for (index, model) in models.iter().enumerate() {
            for area in &areas[index] {
                for at in area.border(spacing) {
                    let body = model.sight_body_at(area.place(view, at));
                    if !viewpoints.has_near(index, &body, spacing.inches() / 2.0) {
                        viewpoints.add(view, models, &areas, index, body, Sharing::Unit)?;
                    }
                }
            }
        }
        Some(viewpoints)
    }

    /// The number of viewpoints.
    pub(super) fn len(&self) -> usize {
        self.viewpoints.len()
    }

    /// Every viewpoint, with the indices of the observers that could stand there.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&SightBody, &[usize])> {
        self.viewpoints.iter().map(|viewpoint| (&viewpoint.body, viewpoint.observers.as_slice()))
    }

    /// Adds a viewpoint that one of the models can reach, and attaches the other observers with the same body that can
    /// reach it too; `None` if there is no more room.
    fn add(
        &mut self,
        view: View,
        models: &[ModelView],
        areas: &[Vec<Area>],
        index: usize,
        body: SightBody,
        sharing: Sharing,
    ) -> Option<()> {
        let there = self.at.entry(body.foot).or_default();
        if there.iter().any(|other| self.viewpoints[*other].observers.contains(&index)) {
            return Some(());
        }
        if self.viewpoints.len() >= self.max {
            return None;
        }
        let on_ground = body.foot.z == view.terrain().ground_height(body.foot.ground());
        let floor = (!on_ground).then_some(body.foot.z);
        let can_reach = |other: &usize| {
            let shares = sharing == Sharing::All || models[*other].id.unit == models[index].id.unit;
            let is_alike = shares && models[*other].sight_body_at(body.foot) == body;
            let holds = |area: &Area| area.floor == floor && area.contains(body.foot.ground());
            *other == index || (is_alike && areas[*other].iter().any(holds))
        };
        there.push(self.viewpoints.len());
        self.viewpoints.push(Viewpoint { body, observers: (0..models.len()).filter(can_reach).collect() });
        Some(())
    }

    /// Whether a model already has a viewpoint within `reach` of this one, at the same height.
    fn has_near(&self, index: usize, body: &SightBody, reach: f64) -> bool {
        let is_near = |other: &SightBody| {
            other.foot.z == body.foot.z && distance(other.foot.ground(), body.foot.ground()) <= reach
        };
        self.viewpoints
            .iter()
            .any(|viewpoint| is_near(&viewpoint.body) && viewpoint.observers.contains(&index))
    }
}

/// Everything a model can reach by an Advance.
fn areas(view: View, model: ModelView) -> Vec<Area> {
    let Some(planner) = ModelPlanner::new(view, model, Action::Advance) else { return Vec::new() };
    let reach = planner.reach();
    let of_floor = |area: ReachArea| area.polygons.into_iter().map(move |rings| (area.floor, rings));
    let polygons = reach.around.into_iter().chain(reach.through).flat_map(of_floor);
    let area = |(floor, rings): (Option<Thou>, Vec<Vec<Point>>)| Area {
        floor,
        bounds: bounds_of(rings.first().map_or(&[][..], Vec::as_slice)),
        rings: rings.into_iter().map(Shape::Polygon).collect(),
    };
    polygons.map(area).collect()
}

impl Area {
    /// The place of a model at a point of it.
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

    /// Its points whose coordinates are multiples of the spacing.
    fn lattice(&self, spacing: Thou) -> impl Iterator<Item = Point> {
        let step = spacing.inches();
        let lines = |axis: usize| {
            let [low, high] = [self.bounds[0][axis], self.bounds[1][axis]];
            let [first, last] = [(low / step).ceil() as i32, (high / step).floor() as i32];
            (first..=last).map(move |multiple| f64::from(multiple) * step)
        };
        let points: Vec<Point> = lines(0).flat_map(|x| lines(1).map(move |y| [x, y])).collect();
        points.into_iter().filter(|point| self.contains(*point))
    }

    /// Points along its border, at most half the spacing apart.
    fn border(&self, spacing: Thou) -> impl Iterator<Item = Point> {
        let max_step = spacing.inches() / 2.0;
        let of_edge = move |edge: Leg| {
            let parts = (edge.length() / max_step).ceil().max(1.0);
            (0..parts as u32).map(move |part| edge.at(f64::from(part) / parts))
        };
        self.rings.iter().flat_map(Shape::edges).flat_map(of_edge)
    }
}
