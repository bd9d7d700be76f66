//! The safe position that counts, best-first by the length of the leader's path.
//!
//! The table is cut into plots, the one to which a path can be shortest first. A plot is dropped where no
//! place of it can be closer to the leader than to an enemy, where some enemy surely sees him Clear all over
//! it, or where no path leads; else it is quartered, down to plots so small that its middle is covered if it holds
//! a position that can be moved as far as it must. There the leader's path is followed to where it becomes
//! safe.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::rc::Rc;

use super::edge::{edges, from_edge, own_edge};
use super::retreat::Lies;
use super::safe::{STEP, Safety};
use crate::game::plan::{ModelPlanner, Spreads, Way};
use crate::game::view::{ModelView, View};
use crate::rules::falling_back::Limits;
use crate::rules::measures::Place;
use crate::rules::movement::allowance::MoveTerms;
use crate::rules::movement::bodies::Body;
use crate::table::outline::Bounds;
use crate::table::sight::exposure::{Doubt, Plot};

/// A safe position and the way to it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    pub(super) at: Place,
    pub(super) way: Way,
    pub(super) lies: Lies,
}

/// Paths that differ by less are as long as each other, inches: BAS-10's allowance.
const EVEN: f64 = 0.005;

/// How many times width and depth of the table together the longest paths are that are looked for.
const LONGEST: f64 = 4.0;

/// How far beside a found position better ones are looked for, in what steps, inches, and in how many directions.
const BESIDE: f64 = 0.4;
const STEPS: [f64; 3] = [0.06, 0.02, 0.006];
const MOST_STEPS: usize = 8;
const TURNS: usize = 16;

/// Halvings of the last of them.
const HALVINGS: usize = 4;

/// The safe position that counts for a leader, or the cover he runs for; `None` where there is none.
///
/// Rule: FB-2, FB-4, OFB-3.
pub(super) fn haven(view: View, leader: ModelView, limits: &Limits, pinned: &[Body]) -> Option<Found> {
    let terms = super::terms(view, leader.id.unit)?;
    let mut search = Search::new(view, leader, terms, *limits, pinned);
    if let Some(here) = search.here() {
        return Some(here);
    }
    let planner = search.planner(limits.open[1] + MARGIN)?;
    let most = search.most();
    let spreads = planner.spreads_within(most.map(|most| most + MARGIN));
    let ways = Ways { planner: &planner, spreads: &spreads, through: 0.0, most };
    search.within(&ways).or_else(|| search.nearer(&ways)).or_else(|| search.beyond())
}

struct Search<'a> {
    view: View<'a>,
    leader: ModelView<'a>,
    terms: MoveTerms,
    limits: Limits,
    safety: Safety<'a>,
    /// Plots and positions to look at.
    heap: BinaryHeap<Item>,
    pushed: u64,
    /// Plots nearer than he has to go.
    near: Vec<(Plot, Rc<[Doubt]>)>,
}

/// Something to look at.
struct Item {
    key: Key,
    what: What,
}

enum What {
    Plot(Plot, Rc<[Doubt]>, Looked),
    Position(Place, Way),
}

/// Whether it was asked already who sees a plot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Looked {
    NotYet,
    Already,
}

/// The smallest is looked at first: length of the path in steps of [`EVEN`], then the ties of FB-4.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Key {
    length: i64,
    /// Less how far the nearest enemy is, inches.
    enemy: f64,
    /// To his own edge, to any edge, clockwise: of a position.
    ties: [f64; 3],
    nth: u64,
}

impl Key {
    fn cmp(&self, other: &Self) -> Ordering {
        let ties = || {
            let pairs = self.ties.iter().zip(&other.ties);
            pairs.map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        };
        let by_length = self.length.cmp(&other.length);
        by_length
            .then_with(|| self.enemy.total_cmp(&other.enemy))
            .then_with(ties)
            .then(self.nth.cmp(&other.nth))
    }
}

impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Item {}

impl PartialOrd for Item {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Item {
    /// The heap gives the greatest first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.key.cmp(&self.key)
    }
}

/// The leader's ways within the limits.
#[derive(Clone, Copy)]
struct Ways<'w, 'a> {
    planner: &'w ModelPlanner<'a>,
    spreads: &'w Spreads<'w>,
    /// None to the plot at hand that goes through difficult ground is shorter, inches.
    through: f64,
    /// The longest that count, round difficult ground and through it.
    most: [f64; 2],
}

/// What paths to a plot are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WaysTo {
    /// All of them shorter than he has to go.
    TooShort,
    /// All of them longer than he may go, or none leads there.
    TooLong,
    /// Some may do.
    Unsure,
}

/// So much farther than counts ways are searched: a small plot to whose middle none leads has none that counts,
/// inches.
const MARGIN: f64 = 0.75;

/// How far plots reach from their middles of which it is asked who sees them, inches: of larger ones most answers
/// are doubts, of smaller ones a single place tells as much.
const ASKED: std::ops::RangeInclusive<f64> = 0.12..=5.0;

/// How far plots reach from their middles that are judged by several of their places, inches: one size in four.
const SAMPLED: std::ops::Range<f64> = 0.15..0.3;

/// What is wanted of the end of a path, inches along it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Want {
    /// The shortest of at least this.
    Shortest(f64),
    /// The longest of at most this.
    Longest(f64),
}

fn steps(length: f64) -> i64 {
    // Far beyond any path on a table.
    (length.min(1e9) / EVEN).floor() as i64
}

impl<'a> Search<'a> {
    fn new(view: View<'a>, leader: ModelView<'a>, terms: MoveTerms, limits: Limits, pinned: &[Body]) -> Self {
        let safety = Safety::new(view, leader, pinned);
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
        for plot in view.terrain().all_plots() {
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
        stays.then_some(Found { at, way: Way::NONE, lies: Lies::Here })
    }

    /// A position within the limits: the one with the shortest path.
    ///
    /// Rule: FB-4.
    fn within(&mut self, ways: &Ways) -> Option<Found> {
        let most = self.limits.open[1];
        let beyond = steps(most) + 1;
        while let Some(item) = self.heap.pop() {
            if item.key.length > beyond {
                self.heap.push(item);
                return None;
            }
            match item.what {
                What::Position(at, way) => {
                    let (at, way) = self.bettered(ways, at, way, self.limits);
                    return Some(Found { at, way, lies: Lies::Within });
                }
                What::Plot(plot, doubts, looked) => {
                    let [round, through] = ways.spreads.least_to(plot.bounds);
                    let in_limits = |least: f64, [low, high]: [f64; 2]| {
                        if least > high + EVEN { f64::INFINITY } else { least.max(low) }
                    };
                    let least =
                        in_limits(round, self.limits.open).min(in_limits(through, self.limits.on_difficult));
                    if least == f64::INFINITY {
                        let far = round.min(through).max(most + 2.0 * EVEN);
                        self.push_farther(plot, doubts, looked, [far, item.key.enemy]);
                    } else if steps(least) > item.key.length {
                        self.push_farther(plot, doubts, looked, [least, item.key.enemy]);
                    } else if looked == Looked::Already || !self.safety.is_barred(&plot, &doubts) {
                        let ways = Ways { through, ..*ways };
                        self.split_within(&ways, plot, (doubts, looked), least);
                    }
                }
            }
        }
        None
    }

    /// Who may see a plot, if that is worth asking yet: of large ones every answer would be a doubt.
    fn looked(&mut self, plot: &Plot, doubts: Rc<[Doubt]>, looked: Looked) -> Option<Rc<[Doubt]>> {
        match looked {
            Looked::NotYet if ASKED.contains(&reach(plot.bounds)) => self.safety.look(plot, &doubts),
            Looked::Already | Looked::NotYet => Some(doubts),
        }
    }

    fn split_within(&mut self, ways: &Ways, plot: Plot, (doubts, looked): (Rc<[Doubt]>, Looked), least: f64) {
        let reach = reach(plot.bounds);
        if self.is_full(&plot) {
            return;
        }
        let far = self.limits.open[1] + 2.0 * EVEN;
        match self.ways_to(ways, &plot) {
            WaysTo::TooShort => return self.near.push((plot, doubts)),
            WaysTo::TooLong => return self.push_plot(plot, doubts, looked, far),
            WaysTo::Unsure => {}
        }
        let Some(doubts) = self.looked(&plot, doubts, looked) else { return };
        if !self.is_finest(&plot) {
            self.split(plot, &doubts, least);
            return;
        }
        let Some(at) = self.middle(&plot) else { return };
        let ends = ways.spreads.ends_to(at);
        match ends.shortest_of(ways.most) {
            None => return self.push_plot(plot, doubts, Looked::Already, far),
            Some((length, kind)) if length + reach < self.limits.of(kind.toll())[0] => {
                return self.near.push((plot, doubts));
            }
            Some(_) => {}
        }
        if !self.safety.is_covered(at, &doubts) {
            return;
        }
        let Some(way) = ways.spreads.way_of(&ends, ways.most) else { return };
        let [low, _] = self.limits.of(way.kind.toll());
        if way.length - reach < low {
            self.near.push((plot, Rc::clone(&doubts)));
        }
        if let Some((at, way)) = self.followed(ways, &way, reach, &doubts, Want::Shortest(low)) {
            let [low, high] = self.limits.of(way.kind.toll());
            if way.length >= low - EVEN && way.length <= high + EVEN {
                self.push_position(at, way, low);
            }
        }
    }

    /// Whether surely nowhere on a plot he finds room.
    fn is_full(&self, plot: &Plot) -> bool {
        let [low, high] = self.view.terrain().feet_on(plot);
        low == high && self.middle(plot).is_some_and(|at| self.safety.is_full(at, reach(plot.bounds)))
    }

    /// What paths to a plot surely are. Where something bars ways on it, small plots are judged by several of
    /// their places.
    fn ways_to(&self, ways: &Ways, plot: &Plot) -> WaysTo {
        let reach = reach(plot.bounds);
        if plot.floor.is_some() {
            return WaysTo::Unsure;
        }
        if let Some(farthest) = ways.spreads.straight_to(plot.bounds) {
            // The ends of paths are followed a little past the finest plots.
            let past = farthest + self.safety.finest() + STEP;
            return if past < self.limits.open[0] { WaysTo::TooShort } else { WaysTo::Unsure };
        }
        if reach > 3.0 {
            return WaysTo::Unsure;
        }
        let of = |at: Place| {
            let ends = ways.spreads.ends_to(at);
            let Some((length, _)) = ends.shortest() else {
                return if reach < MARGIN { WaysTo::TooLong } else { WaysTo::Unsure };
            };
            // A way through difficult ground is no shorter anywhere on the plot, or is too long.
            let whole = ways.through > ways.most[1].min(length + reach) + EVEN;
            let least = if whole { self.limits.open[0] } else { self.least_of_all() };
            match ends.shortest_of(ways.most) {
                Some((length, _)) if length + reach < least => WaysTo::TooShort,
                _ => WaysTo::Unsure,
            }
        };
        if ways.planner.is_open(plot.bounds) {
            return self.middle(plot).map_or(WaysTo::Unsure, of);
        }
        if !SAMPLED.contains(&reach) {
            return WaysTo::Unsure;
        }
        let [low, high] = plot.bounds;
        let at = |axis: usize, share: f64| low[axis] + share * (high[axis] - low[axis]);
        let shares = [0.5, 0.0, 1.0];
        let mut places = shares.iter().flat_map(|x| shares.map(|y| [at(0, *x), at(1, y)])).filter_map(|at| {
            let height = self.safety.height_on(plot, at)?;
            let place = Place::from_inches(at[0], at[1], height.inches()).ok()?;
            self.safety.has_room(place).then_some(place)
        });
        let Some(first) = places.next().map(of) else { return WaysTo::Unsure };
        if places.all(|place| of(place) == first) { first } else { WaysTo::Unsure }
    }

    /// The longest paths that count, round difficult ground and through it, what rounding takes included.
    fn most(&self) -> [f64; 2] {
        let basics = &self.view.setup().ruleset.basics;
        let slack = (basics.allowance - basics.clearance).max(0.0);
        [self.limits.open[1] + slack, self.limits.on_difficult[1] + slack]
    }

    /// A position nearer than he has to go: the one with the longest path, his own place included.
    ///
    /// Rule: FB-4.
    fn nearer(&mut self, ways: &Ways) -> Option<Found> {
        let far = std::mem::take(&mut self.heap);
        // Kept for later: what lies beyond.
        let here = self.leader.pose.at;
        let all = self.safety.doubts();
        let mut best: Option<(f64, Place, Way)> = None;
        if self.safety.is_safe(here, &all) {
            best = Some((0.0, here, Way::NONE));
        }
        for (plot, doubts) in std::mem::take(&mut self.near) {
            self.push_near(ways, plot, doubts);
        }
        while let Some(item) = self.heap.pop() {
            let What::Plot(plot, doubts, _) = item.what else { continue };
            if best.as_ref().is_some_and(|(length, ..)| -item.key.length <= steps(*length)) {
                break;
            }
            if !self.is_finest(&plot) {
                for part in quarters(&plot) {
                    if let Some(doubts) = self.safety.look(&part, &doubts) {
                        self.push_near(ways, part, doubts);
                    }
                }
                continue;
            }
            let Some(at) = self.middle(&plot) else { continue };
            if !self.safety.is_covered(at, &doubts) {
                continue;
            }
            let ends = ways.spreads.ends_to(at);
            let Some(way) = ways.spreads.way_of(&ends, ways.most) else { continue };
            let [low, _] = self.limits.of(way.kind.toll());
            let found = self.followed(ways, &way, reach(plot.bounds), &doubts, Want::Longest(low));
            if let Some((at, way)) = found
                && best.as_ref().is_none_or(|(length, ..)| way.length > *length)
            {
                best = Some((way.length, at, way));
            }
        }
        self.heap = far;
        let (_, at, way) = best?;
        let lies = if at == here { Lies::Here } else { Lies::Nearer };
        Some(Found { at, way, lies })
    }

    /// Puts a plot on the list whose longest path comes first.
    fn push_near(&mut self, ways: &Ways, plot: Plot, doubts: Rc<[Doubt]>) {
        let most = self.limits.open[0];
        let reach = reach(plot.bounds);
        let open = plot.floor.is_none() && ways.planner.is_open(plot.bounds);
        let middle = || self.middle(&plot).and_then(|at| ways.spreads.shortest(at));
        let longest =
            if open { middle().map_or(most, |(length, _)| (length + reach).min(most)) } else { most };
        let nth = self.next();
        let key = Key { length: -steps(longest) - 1, enemy: 0.0, ties: [0.0; 3], nth };
        self.heap.push(Item { key, what: What::Plot(plot, doubts, Looked::Already) });
    }

    /// The nearest position of all that he cannot come to in one go.
    ///
    /// Rule: FB-4.
    fn beyond(&mut self) -> Option<Found> {
        let size = self.view.terrain().size;
        let longest = LONGEST * (size[0] + size[1]);
        self.forget_limits();
        for most in [2.0 * self.limits.open[1], 4.0 * self.limits.open[1], longest] {
            let planner = self.planner(most + MARGIN)?;
            let spreads = planner.spreads_within([most + MARGIN; 2]);
            let ways = Ways { planner: &planner, spreads: &spreads, through: 0.0, most: [most; 2] };
            if let Some(found) = self.beyond_within(&ways, most) {
                return Some(found);
            }
            if self.heap.is_empty() {
                return None;
            }
        }
        None
    }

    /// What is left to look at counts by its paths alone: one through difficult ground is too long for half the
    /// limits, and may still be the shortest of all.
    fn forget_limits(&mut self) {
        let left = std::mem::take(&mut self.heap).into_iter();
        let unbounded = |item: Item| Item { key: Key { length: 0, ..item.key }, ..item };
        self.heap = left.map(unbounded).collect();
    }

    fn beyond_within(&mut self, ways: &Ways, most: f64) -> Option<Found> {
        while let Some(item) = self.heap.pop() {
            if item.key.length > steps(most) {
                self.heap.push(item);
                return None;
            }
            match item.what {
                What::Position(at, way) => {
                    let none = Limits { open: [0.0, most], on_difficult: [0.0, most] };
                    let (at, way) = self.bettered(ways, at, way, none);
                    return Some(Found { at, way, lies: Lies::Beyond });
                }
                What::Plot(plot, doubts, looked) => {
                    let [round, through] = ways.spreads.least_to(plot.bounds);
                    let least = round.min(through).max(item.key.length as f64 * EVEN);
                    if steps(least) > item.key.length {
                        self.push_farther(plot, doubts, looked, [least, item.key.enemy]);
                    } else if looked == Looked::Already || !self.safety.is_barred(&plot, &doubts) {
                        self.split_beyond(ways, plot, (doubts, looked), least);
                    }
                }
            }
        }
        None
    }

    fn split_beyond(&mut self, ways: &Ways, plot: Plot, (doubts, looked): (Rc<[Doubt]>, Looked), least: f64) {
        let reach = reach(plot.bounds);
        if self.is_full(&plot) {
            return;
        }
        let beyond = ways.most[0] + 2.0 * EVEN;
        match self.ways_to(ways, &plot) {
            // All that counts there was looked at before.
            WaysTo::TooShort => return,
            WaysTo::TooLong => return self.push_plot(plot, doubts, looked, beyond),
            WaysTo::Unsure => {}
        }
        if plot.floor.is_none() && reach < 3.0 && ways.planner.is_open(plot.bounds) {
            let middle = self.middle(&plot).and_then(|at| ways.spreads.shortest(at));
            if let Some((length, _)) = middle
                && length - reach > least + reach
            {
                return self.push_plot(plot, doubts, looked, length - reach);
            }
        }
        let Some(doubts) = self.looked(&plot, doubts, looked) else { return };
        if !self.is_finest(&plot) {
            return self.split(plot, &doubts, least);
        }
        let Some(at) = self.middle(&plot) else { return };
        let ends = ways.spreads.ends_to(at);
        if ends.shortest_of(ways.most).is_none() {
            return self.push_plot(plot, doubts, Looked::Already, beyond);
        }
        if !self.safety.is_covered(at, &doubts) {
            return;
        }
        let Some(way) = ways.spreads.way_of(&ends, ways.most) else { return };
        if let Some((at, way)) = self.followed(ways, &way, reach, &doubts, Want::Shortest(0.0)) {
            self.push_position(at, way, 0.0);
        }
    }

    /// A safe position beside a found one to which the path is shorter, as long as there is one: in a narrow
    /// wedge the nearest lies beside the paths that were followed.
    fn bettered(&mut self, ways: &Ways, at: Place, way: Way, limits: Limits) -> (Place, Way) {
        let [x, y] = at.ground();
        let by = BESIDE;
        let floor = (at.z != self.view.terrain().ground_height([x, y])).then_some(at.z);
        let plot = Plot { bounds: [[x - by, y - by], [x + by, y + by]], floor };
        let all = self.safety.doubts();
        let doubts = self.safety.look(&plot, &all).unwrap_or(all);
        let mut best = (at, way);
        let least = |way: &Way| limits.of(way.kind.toll())[0];
        for step in STEPS {
            for _ in 0..MOST_STEPS {
                if best.1.length <= least(&best.1) + EVEN {
                    return best;
                }
                let Some(next) = self.beside(ways, &best, (step, &plot), &doubts, limits) else { break };
                best = next;
            }
        }
        best
    }

    /// The position with the shortest path of those one step beside another, if one is shorter.
    fn beside(
        &mut self,
        ways: &Ways,
        (at, way): &(Place, Way),
        (step, plot): (f64, &Plot),
        doubts: &[Doubt],
        limits: Limits,
    ) -> Option<(Place, Way)> {
        let [x, y] = at.ground();
        let [low, high] = plot.bounds;
        let mut shorter: Vec<(f64, Place)> = Vec::new();
        for turn in 0..TURNS {
            let angle = turn as f64 * std::f64::consts::TAU / TURNS as f64;
            let beside = [x + step * libm::cos(angle), y + step * libm::sin(angle)];
            let inside = (0..2).all(|axis| beside[axis] > low[axis] && beside[axis] < high[axis]);
            let Some(height) = self.safety.height_on(plot, beside).filter(|_| inside) else { continue };
            let Ok(place) = Place::from_inches(beside[0], beside[1], height.inches()) else { continue };
            let Some((length, kind)) = ways.spreads.ends_to(place).shortest_of(ways.most) else { continue };
            let [least, most] = limits.of(kind.toll());
            if length < way.length - step / 4.0 && length >= least && length <= most + EVEN {
                shorter.push((length, place));
            }
        }
        shorter.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (_, place) = shorter.into_iter().find(|(_, place)| self.safety.is_safe(*place, doubts))?;
        Some((place, ways.spreads.way_of(&ways.spreads.ends_to(place), ways.most)?))
    }

    /// Follows the end of a path through the finest plot in which it ends, to the place wanted.
    fn followed(
        &mut self,
        ways: &Ways,
        way: &Way,
        reach: f64,
        doubts: &[Doubt],
        want: Want,
    ) -> Option<(Place, Way)> {
        let to = *way.path.last()?;
        let from = way.path.iter().rev().nth(1).copied().unwrap_or(self.leader.pose.at);
        let leg = from.ground_distance(to);
        if leg == 0.0 {
            return None;
        }
        let before = way.length - leg;
        let ([fx, fy], [tx, ty]) = (from.ground(), to.ground());
        let floor = (to.z != self.view.terrain().ground_height(to.ground())).then_some(to.z);
        let place = |along: f64| {
            let share = along / leg;
            let at = [fx + share * (tx - fx), fy + share * (ty - fy)];
            let z = match floor {
                Some(floor) => floor,
                None => self.view.terrain().ground_height(at),
            };
            Place::from_inches(at[0], at[1], z.inches()).ok()
        };
        let beside = reach + STEP;
        let [low, high] = [(leg - beside).max(0.0), leg + beside];
        let (first, step, last) = match want {
            Want::Shortest(least) => (low.max(least - before), STEP, high),
            Want::Longest(most) => (high.min(most - before), -STEP, low),
        };
        let mut missed = None;
        let mut along = first;
        while (last - along) * step >= 0.0 {
            let here = place(along)?;
            if self.safety.is_safe(here, doubts) {
                let mut found = along;
                for _ in 0..if missed.is_some() { HALVINGS } else { 0 } {
                    let middle = (missed.unwrap_or(found) + found) / 2.0;
                    match place(middle).filter(|at| self.safety.is_safe(*at, doubts)) {
                        Some(_) => found = middle,
                        None => missed = Some(middle),
                    }
                }
                let at = place(found)?;
                return Some((at, ways.spreads.way_of(&ways.spreads.ends_to(at), ways.most)?));
            }
            missed = Some(along);
            along += step;
        }
        None
    }

    fn is_finest(&self, plot: &Plot) -> bool {
        reach(plot.bounds) <= self.safety.finest()
    }

    /// The least that any path must be long to count.
    fn least_of_all(&self) -> f64 {
        self.limits.open[0].min(self.limits.on_difficult[0])
    }

    /// The place in the middle of a plot.
    fn middle(&self, plot: &Plot) -> Option<Place> {
        let [low, high] = plot.bounds;
        let at = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
        let z = self.safety.height_on(plot, at)?;
        Place::from_inches(at[0], at[1], z.inches()).ok()
    }

    fn split(&mut self, plot: Plot, doubts: &Rc<[Doubt]>, least: f64) {
        for part in quarters(&plot) {
            self.push_plot(part, Rc::clone(doubts), Looked::NotYet, least);
        }
    }

    fn next(&mut self) -> u64 {
        self.pushed += 1;
        self.pushed
    }

    fn push_plot(&mut self, plot: Plot, doubts: Rc<[Doubt]>, looked: Looked, least: f64) {
        let enemy = -self.safety.most_clearance(&plot);
        self.push_farther(plot, doubts, looked, [least, enemy]);
    }

    /// The same of a plot that was on the list with a shorter way to it.
    fn push_farther(&mut self, plot: Plot, doubts: Rc<[Doubt]>, looked: Looked, [least, enemy]: [f64; 2]) {
        let key = Key { length: steps(least), enemy, ties: [f64::NEG_INFINITY; 3], nth: self.next() };
        self.heap.push(Item { key, what: What::Plot(plot, doubts, looked) });
    }

    fn push_position(&mut self, at: Place, way: Way, least: f64) {
        let ties = [self.to_own_edge(at), self.to_any_edge(at), self.safety.clockwise(at)];
        let enemy = -self.safety.clearance(at);
        let key = Key { length: steps(way.length.max(least)), enemy, ties, nth: self.next() };
        self.heap.push(Item { key, what: What::Position(at, way) });
    }

    /// From a place to the edge of the table that is nearest to the middle of his side's zone, inches.
    fn to_own_edge(&self, at: Place) -> f64 {
        from_edge(own_edge(self.view, self.leader.id.unit.side), at.ground())
    }

    fn to_any_edge(&self, at: Place) -> f64 {
        let far = edges(self.view.terrain().size).map(|edge| from_edge(edge, at.ground()));
        far.into_iter().fold(f64::INFINITY, f64::min)
    }
}

/// From the middle of a rectangle to its corners, inches.
fn reach([low, high]: Bounds) -> f64 {
    let (dx, dy) = (high[0] - low[0], high[1] - low[1]);
    (dx * dx + dy * dy).sqrt() / 2.0
}

/// A plot in four, or in two where it is much longer than wide.
fn quarters(plot: &Plot) -> Vec<Plot> {
    let [low, high] = plot.bounds;
    let size = [high[0] - low[0], high[1] - low[1]];
    let cuts = |axis: usize| {
        let middle = (low[axis] + high[axis]) / 2.0;
        let is_short = size[axis] < size[1 - axis] / 1.5;
        if is_short { vec![[low[axis], high[axis]]] } else { vec![[low[axis], middle], [middle, high[axis]]] }
    };
    let rows = cuts(1);
    let of = |[left, right]: [f64; 2]| {
        rows.iter().map(move |[near, far]| Plot { bounds: [[left, *near], [right, *far]], ..*plot })
    };
    cuts(0).into_iter().flat_map(of).collect()
}
