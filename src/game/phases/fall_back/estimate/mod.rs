//! The safe position estimated, for rehearsals: one that is near, not surely the nearest.
//!
//! Places on rings around the leader are tried, nearest first, by the exact test of FB-2. Most have a straight path; those behind
//! something are reached by shortest paths. What is found is a legal safe position, but another with a shorter path may lie between the
//! places that were tried. Where none of them is safe nothing is said, and the exact search decides: a unit routs only if it must.
//!
//! Rule: FB-2, FB-4 (estimated).

mod rings;

use std::cell::RefMut;
use std::rc::Rc;

use super::context::RetreatContext;
use super::retreat::Reachability;
use super::safe::SafePositionTest;
use super::search::FoundPosition;
use crate::game::phases::moving::path::check_path;
use crate::game::plan::model::{PathKind, PlannedPath, ShortestPathTrees};
use crate::rules::measures::Place;
use crate::rules::movement::allowance::MoveTerms;
use crate::table::shape::Point;
use crate::table::sight::exposure::UndecidedObserver;
use rings::{Ring, grid_by_distance, rings_up_to};

/// Distances between the places that are tried, inches: if the first find nothing, the next are tried.
const SPACINGS_INCHES: [f64; 2] = [1.0, 0.5];

/// The same for places out of reach.
const FAR_SPACING_INCHES: f64 = 1.5;

/// Up to so many places without a straight path have their shortest one looked up.
const MAX_DETOURS: usize = 64;

/// Up to so many places out of reach have their shortest path looked up.
const MAX_FAR: usize = 4;

/// Bisections between the last place on a straight way that was not safe and the first that was.
const BISECTIONS: usize = 3;

/// A safe position for a leader; `None` if none of the places tried is one.
pub(super) fn estimated_position(context: &RetreatContext) -> Option<FoundPosition> {
    let safety = context.safety.borrow_mut();
    let all = safety.undecided();
    let mut estimate = Estimate { context, safety, all };
    let mut near = Near::default();
    for spacing in SPACINGS_INCHES {
        near = Near::default();
        if let Some(path) = estimate.in_range(spacing, &mut near) {
            return Some(estimate.found(path, Reachability::InRange));
        }
    }
    let too_near = estimate.too_near(near.short);
    let too_near = too_near.map(|(path, reachability)| estimate.found(path, reachability));
    too_near.or_else(|| estimate.out_of_reach())
}

struct Estimate<'c, 'a> {
    context: &'c RetreatContext<'a>,
    safety: RefMut<'c, SafePositionTest<'a>>,
    all: Rc<[UndecidedObserver]>,
}

/// Covered places near the leader.
#[derive(Default)]
struct Near {
    /// By straight paths below the lower limit, nearest first.
    short: Vec<PlannedPath>,
    /// Without a straight path.
    detours: Vec<Place>,
}

impl Estimate<'_, '_> {
    fn found(&self, path: PlannedPath, reachability: Reachability) -> FoundPosition {
        let at = path.corners.last().copied().unwrap_or(self.context.leader.pose.at);
        FoundPosition { at, path, reachability }
    }

    /// The path to the nearest of the places tried that the leader's limits allow.
    fn in_range(&mut self, spacing: f64, near: &mut Near) -> Option<PlannedPath> {
        let straight = rings_up_to(self.context.limits.open[1], spacing)
            .find_map(|ring| self.straight_on(&ring, spacing, near));
        self.by_detour(&near.detours, straight.as_ref()).or(straight)
    }

    /// Among the places on a ring with a straight path within the limits the safe one that the ties prefer.
    fn straight_on(&mut self, ring: &Ring, spacing: f64, near: &mut Near) -> Option<PlannedPath> {
        let own = self.context.leader.pose.at.ground();
        let mut paths = Vec::new();
        for at in ring.places(own) {
            let Some(place) = self.covered_place(at) else { continue };
            match self.straight_path(place) {
                Some(path) if self.keeps_to_limits(&path) => paths.push((self.safety.ties(place), path)),
                Some(path) if path.length < self.min_length(&path) => near.short.push(path),
                Some(_) => {}
                None if near.detours.len() < MAX_DETOURS => near.detours.push(place),
                None => {}
            }
        }
        paths.sort_by_key(|(ties, _)| *ties);
        let (_, found) = paths.into_iter().find(|(_, path)| self.ends_safely(path))?;
        Some(self.shortened(found, spacing))
    }

    /// A place at a point where the leader is covered and has room.
    fn covered_place(&mut self, at: Point) -> Option<Place> {
        let leader = self.context.leader;
        let terrain = self.context.view.terrain();
        let [width, depth] = terrain.size;
        if at[0].abs() > width / 2.0 || at[1].abs() > depth / 2.0 {
            return None;
        }
        let height = terrain.height_near(at, leader.pose.at.z);
        let place = Place::from_inches(at[0], at[1], height.inches()).ok()?;
        let is_covered = self.safety.is_closer(place)
            && self.safety.is_covered(place, &self.all)
            && self.safety.has_room(place);
        is_covered.then_some(place)
    }

    /// The straight path to a place, if it is legal; it may be too long.
    fn straight_path(&self, at: Place) -> Option<PlannedPath> {
        let RetreatContext { view, leader, terms, .. } = *self.context;
        let any = MoveTerms { on_difficult: terms.allowance, ..terms };
        let walk = check_path(view, leader, &any, &[at]).ok()?;
        let kind = if walk.first_difficult().is_some() { PathKind::Through } else { PathKind::Around };
        Some(PlannedPath { corners: vec![at], length: leader.pose.at.ground_distance(at), kind })
    }

    fn min_length(&self, path: &PlannedPath) -> f64 {
        self.context.limits.of(path.kind.limit())[0]
    }

    fn keeps_to_limits(&self, path: &PlannedPath) -> bool {
        let ([low, high], allowance) =
            (self.context.limits.of(path.kind.limit()), self.context.view.allowance());
        allowance.at_least(path.length, low) && allowance.at_most(path.length, high)
    }

    fn ends_safely(&mut self, path: &PlannedPath) -> bool {
        path.corners.last().is_some_and(|at| self.safety.is_safe(*at, &self.all))
    }

    /// A straight path cut off where it becomes safe, at most a ring's distance before its end.
    fn shortened(&mut self, mut path: PlannedPath, spacing: f64) -> PlannedPath {
        let (leader, length) = (self.context.leader.pose.at, path.length);
        let Some(end) = path.corners.last().map(|end| end.ground()) else { return path };
        let [x, y] = leader.ground();
        let [mut missed, mut safe] = [(length - spacing).max(self.min_length(&path)), length];
        for step in 0..=BISECTIONS {
            // The lower limit itself is tried first.
            let tried = if step == 0 { missed } else { f64::midpoint(missed, safe) };
            let share = tried / length;
            let at = [x + share * (end[0] - x), y + share * (end[1] - y)];
            let shorter = self.covered_place(at).and_then(|place| self.straight_path(place));
            match shorter.filter(|path| self.keeps_to_limits(path) && self.ends_safely(path)) {
                Some(shorter) => (path, safe) = (shorter, tried),
                None => missed = tried,
            }
            if safe <= missed {
                break;
            }
        }
        path
    }

    /// The safe place without a straight path whose shortest one is within the limits and shorter than a known path.
    fn by_detour(&mut self, detours: &[Place], known: Option<&PlannedPath>) -> Option<PlannedPath> {
        let own = self.context.leader.pose.at;
        let below = known.map_or(f64::INFINITY, |path| path.length);
        let nearer: Vec<Place> =
            detours.iter().copied().filter(|at| own.ground_distance(*at) < below).collect();
        if nearer.is_empty() {
            return None;
        }
        let terms = self.context.terms;
        let planner = self.context.planner(terms.allowance)?;
        let trees = planner.path_trees_within([terms.allowance, terms.on_difficult]);
        let mut lengths: Vec<(f64, Place)> = nearer
            .into_iter()
            .filter_map(|at| {
                let (length, kind) = trees.shortest(at)?;
                let path = PlannedPath { corners: Vec::new(), length, kind };
                (length < below && self.keeps_to_limits(&path)).then_some((length, at))
            })
            .collect();
        lengths.sort_by(|a, b| a.0.total_cmp(&b.0));
        lengths.into_iter().find_map(|(_, at)| self.safe_end_of(&trees, at))
    }

    fn safe_end_of(&mut self, trees: &ShortestPathTrees, at: Place) -> Option<PlannedPath> {
        self.safety.is_safe(at, &self.all).then(|| trees.shortest_path(at)).flatten()
    }

    /// The longest straight path below the lower limit that ends safely, or none where the leader is safe.
    fn too_near(&mut self, short: Vec<PlannedPath>) -> Option<(PlannedPath, Reachability)> {
        let longest = short.into_iter().rev().find(|path| self.ends_safely(path));
        let here = self.context.leader.pose.at;
        longest.map(|path| (path, Reachability::TooNear)).or_else(|| {
            let stays = self.safety.is_safe(here, &self.all);
            stays.then_some((PlannedPath::NONE, Reachability::Here))
        })
    }

    /// The nearest of places all over the table.
    fn out_of_reach(&mut self) -> Option<FoundPosition> {
        let own = self.context.leader.pose.at.ground();
        let mut tried = 0;
        for at in grid_by_distance(self.context.view.terrain().size, own, FAR_SPACING_INCHES) {
            let Some(place) = self.covered_place(at) else { continue };
            if !self.safety.is_safe(place, &self.all) {
                continue;
            }
            if let Some(path) = self.long_path(place) {
                return Some(FoundPosition { at: place, path, reachability: Reachability::TooFar });
            }
            tried += 1;
            if tried == MAX_FAR {
                break;
            }
        }
        None
    }

    /// The shortest path to a place, however long.
    fn long_path(&self, at: Place) -> Option<PlannedPath> {
        let context = self.context;
        let straight = context.leader.pose.at.ground_distance(at);
        [1.5 * straight + context.limits.open[1], context.longest_path()].into_iter().find_map(|max| {
            let planner = context.planner(max)?;
            planner.path_trees_within([max; 2]).shortest_path(at)
        })
    }
}
