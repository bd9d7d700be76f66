//! The safe position that counts, best-first by the length of the leader's path.
//!
//! The table is cut into plots, the one to which a path can be shortest first. A plot is dropped where no
//! place of it can be closer to the leader than to an enemy, where some enemy surely sees him Clear all over
//! it, or where no path leads; else it is quartered, down to plots so small that its middle is covered if it holds
//! a position that can be moved as far as it must. There the leader's path is followed to where it becomes
//! safe.

mod beyond;
mod near_end;
mod nearer;
mod queue;
mod ways;
mod within;

use std::collections::BinaryHeap;
use std::rc::Rc;

use super::retreat::Reachability;
use super::safe::SafePositionTest;
use crate::game::engine::view::{ModelView, View};
use crate::game::plan::{ModelPlanner, Way};
use crate::rules::falling_back::Limits;
use crate::rules::measures::Place;
use crate::rules::movement::allowance::MoveTerms;
use crate::rules::movement::bodies::Body;
use crate::table::outline::Bounds;
use crate::table::sight::exposure::{Cell, UndecidedObserver};
use queue::{Item, Looked};
use ways::{MARGIN, Ways};

/// A safe position and the way to it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    pub(super) at: Place,
    pub(super) way: Way,
    pub(super) lies: Reachability,
}

/// The safe position that counts for a leader, or the cover he runs for; `None` where there is none.
///
/// Rule: FB-2, FB-4, OFB-3.
pub(super) fn haven(view: View, leader: ModelView, limits: &Limits, pinned: &[Body]) -> Option<Found> {
    let terms = super::terms(view, leader.id.unit)?;
    let mut search = Search::new(view, leader, terms, *limits, pinned);
    if let Some(here) = search.here() {
        return Some(here);
    }
    let most = search.most();
    let planner = search.planner(most[0])?;
    let spreads = planner.spreads_within(most.map(|most| most + MARGIN));
    let ways = Ways { planner: &planner, spreads: &spreads, through: 0.0, most };
    search.within(&ways).or_else(|| search.nearer(&ways)).or_else(|| search.beyond())
}

struct Search<'a> {
    view: View<'a>,
    leader: ModelView<'a>,
    terms: MoveTerms,
    limits: Limits,
    safety: SafePositionTest<'a>,
    /// Plots and positions to look at.
    heap: BinaryHeap<Item>,
    pushed: u64,
    /// Plots nearer than he has to go.
    near: Vec<(Cell, Rc<[UndecidedObserver]>)>,
}

/// How far plots reach from their middles of which it is asked who sees them, inches: of larger ones most answers
/// are doubts, of smaller ones a single place tells as much.
const ASKED: std::ops::RangeInclusive<f64> = 0.12..=5.0;

impl<'a> Search<'a> {
    fn new(view: View<'a>, leader: ModelView<'a>, terms: MoveTerms, limits: Limits, pinned: &[Body]) -> Self {
        let safety = SafePositionTest::new(view, leader, pinned);
        let doubts = safety.doubts();
        let mut search = Self {
            view,
            leader,
            terms,
            limits,
            safety,
            heap: BinaryHeap::new(),
            pushed: 0,
            near: Vec::new(),
        };
        for plot in view.terrain().root_cells() {
            search.push_plot(plot, Rc::clone(&doubts), Looked::NotYet, 0.0);
        }
        search
    }

    fn planner(&self, most: f64) -> Option<ModelPlanner<'a>> {
        ModelPlanner::on_terms(self.view, self.leader, self.terms, most)
    }

    /// His own place, if he need not go at all.
    ///
    /// Rule: OFB-3 (the nearest).
    fn here(&mut self) -> Option<Found> {
        let (at, all) = (self.leader.pose.at, self.safety.doubts());
        let stays = self.least_of_all() == 0.0 && self.safety.is_safe(at, &all);
        stays.then_some(Found { at, way: Way::NONE, lies: Reachability::Here })
    }

    /// The longest paths that count, round difficult ground and through it, what rounding takes included.
    fn most(&self) -> [f64; 2] {
        let basics = &self.view.setup().ruleset.basics;
        let slack = (basics.allowance - basics.clearance).max(0.0);
        [self.limits.open[1] + slack, self.limits.on_difficult[1] + slack]
    }

    /// The least that any path must be long to count.
    fn least_of_all(&self) -> f64 {
        self.limits.open[0].min(self.limits.on_difficult[0])
    }

    /// Who may see a plot, if that is worth asking yet: of large ones every answer would be a doubt.
    fn looked(
        &mut self,
        plot: &Cell,
        doubts: Rc<[UndecidedObserver]>,
        looked: Looked,
    ) -> Option<Rc<[UndecidedObserver]>> {
        match looked {
            Looked::NotYet if ASKED.contains(&reach(plot.bounds)) => self.safety.look(plot, &doubts),
            Looked::Already | Looked::NotYet => Some(doubts),
        }
    }

    /// Who may see a plot; of the finest `None` unless its middle is covered: that is cheaper to tell than ways there.
    fn covered_at_finest(
        &mut self,
        plot: &Cell,
        doubts: Rc<[UndecidedObserver]>,
        looked: Looked,
    ) -> Option<(Rc<[UndecidedObserver]>, Looked)> {
        if !self.is_finest(plot) {
            return Some((doubts, looked));
        }
        let doubts = self.looked(plot, doubts, looked)?;
        let at = self.middle(plot)?;
        self.safety.is_covered(at, &doubts).then_some((doubts, Looked::Already))
    }

    /// Whether surely nowhere on a plot he finds room.
    fn is_full(&self, plot: &Cell) -> bool {
        let [low, high] = self.view.terrain().feet_on(plot);
        low == high && self.middle(plot).is_some_and(|at| self.safety.is_full(at, reach(plot.bounds)))
    }

    fn is_finest(&self, plot: &Cell) -> bool {
        reach(plot.bounds) <= self.safety.finest()
    }

    /// The place in the middle of a plot.
    fn middle(&self, plot: &Cell) -> Option<Place> {
        let [low, high] = plot.bounds;
        let at = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
        let z = self.safety.height_on(plot, at)?;
        Place::from_inches(at[0], at[1], z.inches()).ok()
    }

    fn split(&mut self, plot: Cell, doubts: &Rc<[UndecidedObserver]>, least: f64) {
        for part in quarters(&plot) {
            self.push_plot(part, Rc::clone(doubts), Looked::NotYet, least);
        }
    }
}

/// From the middle of a rectangle to its corners, inches.
fn reach([low, high]: Bounds) -> f64 {
    let (dx, dy) = (high[0] - low[0], high[1] - low[1]);
    (dx * dx + dy * dy).sqrt() / 2.0
}

/// A plot in four, or in two where it is much longer than wide.
fn quarters(plot: &Cell) -> Vec<Cell> {
    let [low, high] = plot.bounds;
    let size = [high[0] - low[0], high[1] - low[1]];
    let cuts = |axis: usize| {
        let middle = (low[axis] + high[axis]) / 2.0;
        let is_short = size[axis] < size[1 - axis] / 1.5;
        if is_short { vec![[low[axis], high[axis]]] } else { vec![[low[axis], middle], [middle, high[axis]]] }
    };
    let rows = cuts(1);
    let of = |[left, right]: [f64; 2]| {
        rows.iter().map(move |[near, far]| Cell { bounds: [[left, *near], [right, *far]], ..*plot })
    };
    cuts(0).into_iter().flat_map(of).collect()
}
