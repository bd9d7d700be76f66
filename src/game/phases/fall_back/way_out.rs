//! The shortest way out of dangerous ground (the outline of 2012): best-first branch and bound over a quadtree of the
//! table's surfaces, with lower bounds from the model's shortest-path trees.
//!
//! Rule: OFB-5.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::edge::MAX_PATH_IN_TABLE_SIZES;
use super::path_prefix::{path_prefix, prefix_within};
use super::safe::SafePositionTest;
use super::search::{radius_of, subdivide};
use crate::game::engine::view::{ModelView, View};
use crate::game::plan::model::{ModelPlanner, PlannedPath, ShortestPathTrees};
use crate::game::table_edge::{edges, from_edge, own_edge};
use crate::rules::falling_back::{MoveLimit, limits};
use crate::rules::measures::Place;
use crate::rules::movement::bodies::Body;
use crate::table::sight::exposure::Cell;

/// The way of a model that begins in dangerous ground and finds no other end: the shortest one within its limits that
/// leads out of it. If all are longer it goes as far along the shortest as it can. `None` if it is not in dangerous
/// ground, or no way leads out. `fixed` are the other bodies of its unit that it must leave free.
///
/// Rule: OFB-5, OFB-3 (up to 2 × Mv; difficult going halves it).
pub(super) fn leave_danger(view: View, model: ModelView, fixed: &[Body]) -> Option<(Vec<Place>, MoveLimit)> {
    let safety = SafePositionTest::new(view, model, fixed);
    if !safety.is_dangerous(model.pose.at) {
        return None;
    }
    let terms = super::terms(view, model.id.unit)?;
    let size = view.terrain().size;
    let max_path = MAX_PATH_IN_TABLE_SIZES * (size[0] + size[1]);
    let within = [terms.allowance, terms.on_difficult];
    for (max, is_within) in [(within, true), ([4.0 * terms.allowance; 2], false), ([max_path; 2], false)] {
        let planner = ModelPlanner::on_terms(view, model, terms, max[0])?;
        let path_trees = planner.path_trees_within(max);
        let search = WayOut { view, model, safety: &safety, path_trees: &path_trees, max_length: max[0] };
        if let Some(found) = search.shortest() {
            if is_within {
                return Some((found.corners, found.kind.limit()));
            }
            let limits = limits(model.card.characteristics.movement, &view.setup().ruleset);
            return Some(prefix_within(view, model, &limits, &found.corners, &|at| safety.fits(at)));
        }
    }
    None
}

/// The radius of the smallest cells, inches.
const MIN_CELL_RADIUS_INCHES: f64 = 0.02;

/// Search for the first place outside dangerous ground on a path: backward in steps, then bisection of the last one.
const STEP_INCHES: f64 = 0.01;
const BISECTIONS: usize = 4;

/// The search for the nearest place outside of dangerous ground.
struct WayOut<'s, 'a> {
    view: View<'a>,
    model: ModelView<'a>,
    safety: &'s SafePositionTest<'a>,
    path_trees: &'s ShortestPathTrees<'s>,
    max_length: f64,
}

/// Cells by the lower bound of the paths to them, in ten-thousandths of an inch, and by the order in which they were
/// found.
type OpenCells = BTreeMap<(i64, u64), Cell>;

impl WayOut<'_, '_> {
    fn shortest(&self) -> Option<PlannedPath> {
        let tie_tolerance = self.view.allowance().0;
        let mut open = OpenCells::new();
        let mut sequence = 0;
        for cell in self.view.terrain().root_cells() {
            self.push(&mut open, &mut sequence, cell);
        }
        let mut shortest = f64::INFINITY;
        let mut found: Vec<(Place, PlannedPath)> = Vec::new();
        while let Some(((bound, _), cell)) = open.pop_first() {
            if bound as f64 / BOUNDS_PER_INCH > self.max_length.min(shortest + tie_tolerance) {
                break;
            }
            if self.is_ruled_out(&cell) {
                continue;
            }
            if radius_of(cell.bounds) > MIN_CELL_RADIUS_INCHES {
                for part in subdivide(&cell) {
                    self.push(&mut open, &mut sequence, part);
                }
            } else if let Some((at, path)) = self.first_outside(&cell) {
                shortest = shortest.min(path.length);
                found.push((at, path));
            }
        }
        found.retain(|(_, path)| path.length <= shortest + tie_tolerance);
        found.into_iter().min_by(|(a, _), (b, _)| self.compare_ties(*a, *b)).map(|(_, path)| path)
    }

    fn push(&self, open: &mut OpenCells, sequence: &mut u64, cell: Cell) {
        let [around, through] = self.path_trees.lower_bounds_to(cell.bounds);
        let bound = around.min(through);
        if bound.is_finite() {
            *sequence += 1;
            open.insert(((bound * BOUNDS_PER_INCH).floor() as i64, *sequence), cell);
        }
    }

    /// Whether a cell on the ground certainly lies in dangerous ground, or the base fits nowhere in it.
    fn is_ruled_out(&self, cell: &Cell) -> bool {
        let radius = radius_of(cell.bounds);
        let [low, high] = self.view.terrain().feet_on(cell);
        let Some(at) = self.centre(cell) else { return false };
        (cell.floor.is_none() && self.safety.is_surely_dangerous(at, radius))
            || (low == high && self.safety.is_blocked(at, radius))
    }

    /// The first place outside dangerous ground at the end of the path to a cell, and the shortest path to it.
    fn first_outside(&self, cell: &Cell) -> Option<(Place, PlannedPath)> {
        let path = self.path_trees.shortest_path(self.centre(cell)?)?;
        let place_at = |length: f64| {
            let part = path_prefix(self.view, self.model.pose.at, &path.corners, length)?;
            let at = part.last().copied()?;
            (self.safety.has_room(at) && self.path_trees.reaches(at)).then_some(at)
        };
        let (mut length, mut at) = (path.length, place_at(path.length)?);
        let min = path.length - 2.0 * radius_of(cell.bounds) - STEP_INCHES;
        while length - STEP_INCHES > min.max(0.0)
            && let Some(earlier) = place_at(length - STEP_INCHES)
        {
            (length, at) = (length - STEP_INCHES, earlier);
        }
        let mut inside = length - STEP_INCHES;
        for _ in 0..BISECTIONS {
            let middle = (inside + length) / 2.0;
            match place_at(middle) {
                Some(earlier) => (length, at) = (middle, earlier),
                None => inside = middle,
            }
        }
        Some((at, self.path_trees.shortest_path(at)?))
    }

    /// The ties of FB-4: farthest from the nearest enemy, nearest to its own edge, nearest to any edge, clockwise.
    ///
    /// Rule: FB-4 (ties).
    fn compare_ties(&self, a: Place, b: Place) -> Ordering {
        let own = own_edge(self.view, self.model.id.unit.side);
        let all = edges(self.view.terrain().size);
        let ties = |at: Place| {
            let to_any = all.iter().map(|edge| from_edge(*edge, at.ground())).fold(f64::INFINITY, f64::min);
            [-self.safety.clearance(at), from_edge(own, at.ground()), to_any, self.safety.clockwise(at)]
        };
        let (a, b) = (ties(a), ties(b));
        let order = a.iter().zip(&b).map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne());
        order.unwrap_or(Ordering::Equal)
    }

    /// The place at a cell's centre.
    fn centre(&self, cell: &Cell) -> Option<Place> {
        let [low, high] = cell.bounds;
        let at = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
        let z = self.safety.height_on(cell, at)?;
        Place::from_inches(at[0], at[1], z.inches()).ok()
    }
}

/// The precision of lower bounds: finer than the thousandths of places.
const BOUNDS_PER_INCH: f64 = 10_000.0;
