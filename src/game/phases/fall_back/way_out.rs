//! The shortest way out of dangerous ground (the outline of 2012): best-first branch and bound over a quadtree of the
//! table's surfaces, with lower bounds from the model's shortest-path trees.
//!
//! Rule: OFB-5.

use std::cell::Ref;

use super::context::RetreatContext;
use super::path_prefix::{path_prefix, prefix_within};
use super::safe::SafePositionTest;
use crate::game::plan::model::{PlannedPath, ShortestPathTrees};
use crate::rules::falling_back::MoveLimit;
use crate::rules::measures::Place;
use crate::table::open_list::OpenList;
use crate::table::sight::exposure::Cell;

/// The way of a model that begins in dangerous ground and finds no other end: the shortest one within its limits that
/// leads out of it. If all are longer it goes as far along the shortest as it can. `None` if it is not in dangerous
/// ground, or no way leads out.
///
/// Rule: OFB-5, OFB-3 (up to 2 × Mv; difficult going halves it).
pub(super) fn leave_danger(context: &RetreatContext) -> Option<(Vec<Place>, MoveLimit)> {
    if !context.safety.borrow().is_dangerous(context.leader.pose.at) {
        return None;
    }
    let (terms, max_path) = (context.terms, context.longest_path());
    let within = [terms.allowance, terms.on_difficult];
    for (max, is_within) in [(within, true), ([4.0 * terms.allowance; 2], false), ([max_path; 2], false)] {
        let planner = context.planner(max[0])?;
        let path_trees = planner.path_trees_within(max);
        let search = WayOut {
            context,
            safety: context.safety.borrow(),
            path_trees: &path_trees,
            max_length: max[0],
            open_list: OpenList::new(),
        };
        if let Some(found) = search.shortest() {
            return Some(match is_within {
                true => (found.corners, found.kind.limit()),
                false => prefix_within(context, &found.corners, SafePositionTest::fits),
            });
        }
    }
    None
}

/// The radius of the smallest cells, inches.
const MIN_CELL_RADIUS_INCHES: f64 = 0.02;

/// Search for the first place outside dangerous ground on a path: backward in steps, then bisection of the last one.
const STEP_INCHES: f64 = 0.01;
const BISECTIONS: usize = 4;

/// The precision of lower bounds: finer than the thousandths of places.
const BOUNDS_PER_INCH: f64 = 10_000.0;

/// The search for the nearest place outside of dangerous ground.
struct WayOut<'s, 'a> {
    context: &'s RetreatContext<'a>,
    safety: Ref<'s, SafePositionTest<'a>>,
    path_trees: &'s ShortestPathTrees<'s>,
    max_length: f64,
    /// Cells by the lower bound of the paths to them, in ten-thousandths of an inch.
    open_list: OpenList<i64, Cell>,
}

impl WayOut<'_, '_> {
    fn shortest(mut self) -> Option<PlannedPath> {
        let tie_tolerance = self.context.view.allowance().0;
        self.context.view.terrain().root_cells().into_iter().for_each(|cell| self.push(cell));
        let mut shortest = f64::INFINITY;
        let mut found: Vec<(Place, PlannedPath)> = Vec::new();
        while let Some((bound, cell)) = self.open_list.pop() {
            if bound as f64 / BOUNDS_PER_INCH > self.max_length.min(shortest + tie_tolerance) {
                break;
            }
            if self.is_ruled_out(&cell) {
                continue;
            }
            if cell.radius() > MIN_CELL_RADIUS_INCHES {
                cell.parts().into_iter().for_each(|part| self.push(part));
            } else if let Some((at, path)) = self.first_outside(&cell) {
                shortest = shortest.min(path.length);
                found.push((at, path));
            }
        }
        found.retain(|(_, path)| path.length <= shortest + tie_tolerance);
        found.into_iter().min_by_key(|(at, _)| self.safety.ties(*at)).map(|(_, path)| path)
    }

    fn push(&mut self, cell: Cell) {
        let [around, through] = self.path_trees.lower_bounds_to(cell.bounds);
        let bound = around.min(through);
        if bound.is_finite() {
            self.open_list.push((bound * BOUNDS_PER_INCH).floor() as i64, cell);
        }
    }

    /// Whether a cell on the ground certainly lies in dangerous ground, or the base fits nowhere in it.
    fn is_ruled_out(&self, cell: &Cell) -> bool {
        let is_surely_dangerous = |at| self.safety.is_surely_dangerous(at, cell.radius());
        (cell.floor.is_none() && self.safety.centre(cell).is_some_and(is_surely_dangerous))
            || self.safety.is_cell_blocked(cell)
    }

    /// The first place outside dangerous ground at the end of the path to a cell, and the shortest path to it.
    fn first_outside(&self, cell: &Cell) -> Option<(Place, PlannedPath)> {
        let path = self.path_trees.shortest_path(self.safety.centre(cell)?)?;
        let place_at = |length: f64| {
            let part = path_prefix(self.context.view, self.context.leader.pose.at, &path.corners, length)?;
            let at = part.last().copied()?;
            (self.safety.has_room(at) && self.path_trees.reaches(at)).then_some(at)
        };
        let (mut length, mut at) = (path.length, place_at(path.length)?);
        let min = path.length - 2.0 * cell.radius() - STEP_INCHES;
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
}
