//! The search for the safe position of FB-4: best-first branch and bound over a quadtree of the table's
//! surfaces, ordered by lower bounds of the leader's path.
//!
//! A cell is dropped if no place in it can be closer to the leader than to an enemy, if some enemy certainly
//! sees all of it Clear, or if no path leads there; else it is subdivided, down to cells so small that the
//! centre is covered if the cell holds a position that stays safe when moved. In those the leader's path is
//! followed to where it becomes safe.

mod in_range;
mod leader_paths;
mod long;
mod open_list;
mod path_end;
mod short;

use std::collections::BinaryHeap;
use std::rc::Rc;

use super::retreat::Reachability;
use super::safe::SafePositionTest;
use crate::game::engine::view::{ModelView, View};
use crate::game::plan::model::{ModelPlanner, PlannedPath};
use crate::rules::falling_back::Limits;
use crate::rules::measures::Place;
use crate::rules::movement::allowance::MoveTerms;
use crate::rules::movement::bodies::Body;
use crate::table::outline::Bounds;
use crate::table::sight::exposure::{Cell, UndecidedObserver};
use leader_paths::{LeaderPaths, PathEndCache, SEARCH_MARGIN_INCHES};
use open_list::{Classified, OpenEntry};

/// A safe position and the path to it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FoundPosition {
    pub(super) at: Place,
    pub(super) path: PlannedPath,
    pub(super) reachability: Reachability,
}

/// The safe position for a leader, or the cover it runs for; `None` if there is none.
///
/// Rule: FB-2, FB-4, OFB-3.
pub(super) fn find_safe_position(
    view: View,
    leader: ModelView,
    limits: &Limits,
    fixed: &[Body],
) -> Option<FoundPosition> {
    let terms = super::terms(view, leader.id.unit)?;
    let mut search = Search::new(view, leader, terms, *limits, fixed);
    if let Some(here) = search.stay_if_safe() {
        return Some(here);
    }
    let max_lengths = search.upper_limits();
    let planner = search.planner(max_lengths[0])?;
    let path_trees = planner.path_trees_within(max_lengths.map(|max| max + SEARCH_MARGIN_INCHES));
    let ends = PathEndCache::default();
    let paths =
        LeaderPaths { planner: &planner, path_trees: &path_trees, ends: &ends, through: 0.0, max_lengths };
    search.search_in_range(&paths).or_else(|| search.search_short(&paths)).or_else(|| search.search_long())
}

struct Search<'a> {
    view: View<'a>,
    leader: ModelView<'a>,
    terms: MoveTerms,
    limits: Limits,
    safety: SafePositionTest<'a>,
    /// The open list: cells and positions.
    open_list: BinaryHeap<OpenEntry>,
    sequence: u64,
    /// Cells below the leader's lower limit.
    short_cells: Vec<(Cell, Rc<[UndecidedObserver]>)>,
}

/// Radii of cells, in inches, whose visibility is checked: for larger ones most observers stay undecided, for
/// smaller ones a single place says as much.
const CLASSIFIED_RADII_INCHES: std::ops::RangeInclusive<f64> = 0.12..=5.0;

/// Up to so many observers are checked before paths.
const FEW_OBSERVERS: usize = 8;

impl<'a> Search<'a> {
    fn new(view: View<'a>, leader: ModelView<'a>, terms: MoveTerms, limits: Limits, fixed: &[Body]) -> Self {
        let safety = SafePositionTest::new(view, leader, fixed);
        let undecided = safety.undecided();
        let mut search = Self {
            view,
            leader,
            terms,
            limits,
            safety,
            open_list: BinaryHeap::new(),
            sequence: 0,
            short_cells: Vec::new(),
        };
        for cell in view.terrain().root_cells() {
            search.push_cell(cell, Rc::clone(&undecided), Classified::No, 0.0);
        }
        search
    }

    fn planner(&self, max_length: f64) -> Option<ModelPlanner<'a>> {
        ModelPlanner::on_terms(self.view, self.leader, self.terms, max_length)
    }

    /// The leader's own place, if it need not move.
    ///
    /// Rule: OFB-3 (the nearest).
    fn stay_if_safe(&mut self) -> Option<FoundPosition> {
        let (at, all) = (self.leader.pose.at, self.safety.undecided());
        let stays = self.min_lower_limit() == 0.0 && self.safety.is_safe(at, &all);
        stays.then_some(FoundPosition { at, path: PlannedPath::NONE, reachability: Reachability::Here })
    }

    /// Upper limits of paths around and through difficult ground, including what rounding takes.
    fn upper_limits(&self) -> [f64; 2] {
        let basics = &self.view.setup().ruleset.basics;
        let slack = (basics.allowance - basics.clearance).max(0.0);
        [self.limits.open[1] + slack, self.limits.on_difficult[1] + slack]
    }

    /// The smaller one of the lower limits.
    fn min_lower_limit(&self) -> f64 {
        self.limits.open[0].min(self.limits.on_difficult[0])
    }

    /// The observers undecided for a cell; not checked yet for cells so large that all would be.
    fn classify(
        &mut self,
        cell: &Cell,
        undecided: Rc<[UndecidedObserver]>,
        classified: Classified,
    ) -> Option<Rc<[UndecidedObserver]>> {
        match classified {
            Classified::No if CLASSIFIED_RADII_INCHES.contains(&radius_of(cell.bounds)) => {
                self.safety.classify(cell, &undecided)
            }
            Classified::Yes | Classified::No => Some(undecided),
        }
    }

    /// The observers undecided for a cell, if they are few: then sight is cheaper to check than paths. For a smallest
    /// cell `None` unless its centre is covered.
    fn classify_first(
        &mut self,
        cell: &Cell,
        undecided: Rc<[UndecidedObserver]>,
        classified: Classified,
    ) -> Option<(Rc<[UndecidedObserver]>, Classified)> {
        if !self.is_smallest(cell) {
            if classified == Classified::Yes || undecided.len() > FEW_OBSERVERS {
                return Some((undecided, classified));
            }
            return Some((self.classify(cell, undecided, classified)?, Classified::Yes));
        }
        let undecided = self.classify(cell, undecided, classified)?;
        let at = self.centre(cell)?;
        self.safety.is_covered(at, &undecided).then_some((undecided, Classified::Yes))
    }

    /// Whether the leader's base certainly fits nowhere in a cell.
    fn is_blocked(&self, cell: &Cell) -> bool {
        let [low, high] = self.view.terrain().feet_on(cell);
        low == high && self.centre(cell).is_some_and(|at| self.safety.is_blocked(at, radius_of(cell.bounds)))
    }

    fn is_smallest(&self, cell: &Cell) -> bool {
        radius_of(cell.bounds) <= self.safety.min_cell_radius()
    }

    /// The place at a cell's centre.
    fn centre(&self, cell: &Cell) -> Option<Place> {
        let [low, high] = cell.bounds;
        let at = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
        let z = self.safety.height_on(cell, at)?;
        Place::from_inches(at[0], at[1], z.inches()).ok()
    }

    fn push_quarters(&mut self, cell: Cell, undecided: &Rc<[UndecidedObserver]>, bound: f64) {
        for part in subdivide(&cell) {
            self.push_cell(part, Rc::clone(undecided), Classified::No, bound);
        }
    }
}

/// From the centre of a rectangle to its corners, inches.
pub(super) fn radius_of([low, high]: Bounds) -> f64 {
    let (dx, dy) = (high[0] - low[0], high[1] - low[1]);
    (dx * dx + dy * dy).sqrt() / 2.0
}

/// The quarters of a cell, or its halves if it is much longer than wide.
pub(super) fn subdivide(cell: &Cell) -> Vec<Cell> {
    let [low, high] = cell.bounds;
    let size = [high[0] - low[0], high[1] - low[1]];
    let cuts = |axis: usize| {
        let centre = (low[axis] + high[axis]) / 2.0;
        let is_short = size[axis] < size[1 - axis] / 1.5;
        if is_short { vec![[low[axis], high[axis]]] } else { vec![[low[axis], centre], [centre, high[axis]]] }
    };
    let rows = cuts(1);
    let of = |[left, right]: [f64; 2]| {
        rows.iter().map(move |[bottom, top]| Cell { bounds: [[left, *bottom], [right, *top]], ..*cell })
    };
    cuts(0).into_iter().flat_map(of).collect()
}
