//! The shadow of a round prism: exact tangents at its sides, and along its rim as many chords as its shadow on the body needs.

use super::convex::hides_full_height;
use super::shadow::{MIN_WIDTH_INCHES, RimDetail, Shadows};
use super::view_frame::{END_MARGIN, ViewFrame};
use crate::plane::{dot, fast_max};
use crate::shape::Point;

/// Parts of the rim from tangent to tangent, each drawn by one chord or by many.
const RIM_PARTS: f64 = 16.0;

/// Parts of the rim that eyes inside the circle see.
const RIM_PARTS_FROM_INSIDE: f64 = 8.0;

/// Maximum distance of the edge of a shadow from the true one, inches on the body: no more than places are rounded.
const RIM_PRECISION_INCHES: f64 = 5e-4;

/// The same where something of the body seems in view beside it: on a body of any height, what is left out is less than an
/// open line.
const FINE_RIM_PRECISION_INCHES: f64 = 1e-7;

/// Maximum number of times a part of the rim is halved. Halving once reduces the error to a quarter.
const MAX_HALVINGS: u32 = 10;

/// Eyes with a smaller power (square inches) over a circle are on its rim.
const RIM_TOLERANCE_SQ_INCHES: f64 = 1e-9;

/// A circle in the view frame.
struct Round<'a> {
    frame: &'a ViewFrame,
    centre: Point,
    radius: f64,
    /// The power of the eyes with respect to the circle: negative inside it.
    power: f64,
}

impl Shadows {
    /// Adds the shadow of a round prism, given its centre in the view frame and its bottom and top relative to the
    /// eyes.
    pub(super) fn cast_round(&mut self, centre: Point, radius: f64, heights: [f64; 2]) {
        let frame = self.frame;
        let power = dot(centre, centre) - radius * radius;
        let power = if power.abs() < RIM_TOLERANCE_SQ_INCHES { 0.0 } else { power };
        let round = Round { frame: &frame, centre, radius, power };
        let Some(tangents) = round.tangents() else { return };
        let [from, to] = [tangents[0].max(-frame.half), tangents[1].min(frame.half)];
        if from >= to {
            return;
        }
        // The shadow is curved only where the rim bounds it.
        if round.is_before_body() && hides_full_height(&frame, heights) {
            return self.cast_full_height(from, to);
        }
        // The two ends, and at most two breaks between them.
        let mut cuts = [from, to, to, to];
        for (cut, between) in cuts[1..3].iter_mut().zip(round.breaks()) {
            *cut = between.filter(|at| from < *at && *at < to).unwrap_or(to);
        }
        cuts.sort_by(f64::total_cmp);
        for cut in cuts.windows(2).filter(|cut| cut[1] - cut[0] > MIN_WIDTH_INCHES) {
            let [entry, exit] = round.entry_and_exit((cut[0] + cut[1]) / 2.0);
            if entry > 1.0 + END_MARGIN && exit < 1.0 / END_MARGIN {
                self.cast_rim(&round, tangents, [cut[0], cut[1]], heights);
            }
        }
    }

    /// Adds the trapezoids of a round prism between two breaks.
    fn cast_rim(&mut self, round: &Round, tangents: [f64; 2], [from, to]: [f64; 2], heights: [f64; 2]) {
        self.has_rims = true;
        let (parts, place) = parts(tangents, [from, to]);
        let at = |share: f64| {
            let left = match share {
                0.0 => from,
                1.0 => to,
                _ => place(share),
            };
            let met = round.entry_and_exit(left).map(|inverse| inverse.clamp(1.0, 1.0 / END_MARGIN));
            RimPoint { share, left, met }
        };
        let mut last = at(0.0);
        for part in 1..=parts {
            let next = at(f64::from(part) / f64::from(parts));
            self.cast_arc([last, next], heights, MAX_HALVINGS, &at);
            last = next;
        }
    }

    /// Adds the trapezoids of a part of a rim: one if a chord is close enough to it, otherwise those of its halves.
    fn cast_arc(
        &mut self,
        [from, to]: [RimPoint; 2],
        heights: [f64; 2],
        halvings: u32,
        at: &impl Fn(f64) -> RimPoint,
    ) {
        let middle = at((from.share + to.share) / 2.0);
        let precision = if self.needs_fine_rim(from.left, to.left) {
            FINE_RIM_PRECISION_INCHES
        } else {
            RIM_PRECISION_INCHES
        };
        if halvings > 0 && self.chord_error([from, middle, to], heights) > precision {
            self.cast_arc([from, middle], heights, halvings - 1, at);
            self.cast_arc([middle, to], heights, halvings - 1, at);
        } else {
            let [entry, exit] = [0, 1].map(|end| [from.met[end], to.met[end]]);
            self.add([from.left, to.left], entry, exit, heights);
        }
    }

    /// Error of the edges of a shadow on the body if a part of the rim is replaced by its chord, inches. They are parts of conics in which
    /// the middle is farthest from the chord.
    fn chord_error(&self, [from, middle, to]: [RimPoint; 3], [bottom, top]: [f64; 2]) -> f64 {
        let ViewFrame { low: foot, high: head, .. } = self.frame;
        let width = to.left - from.left;
        if width <= MIN_WIDTH_INCHES {
            return 0.0;
        }
        let share = (middle.left - from.left) / width;
        // See `Shadows::add`.
        let edges = [(bottom, usize::from(bottom >= 0.0)), (top, usize::from(top < 0.0))];
        let error = |(height, end): (f64, usize)| {
            let [start, true_height, stop] = [from, middle, to].map(|point| height * point.met[end]);
            let off = (start + share * (stop - start) - true_height).abs();
            let is_off_body = start.min(stop) - off >= head || start.max(stop) + off <= foot;
            let slope = (stop - start) / width;
            if is_off_body { 0.0 } else { off / (1.0 + slope * slope).sqrt() }
        };
        let [low, high] = edges.map(error);
        fast_max(low, high)
    }

    /// Whether to approximate a rim finely between two upright lines: some of the body is in view there.
    fn needs_fine_rim(&self, from: f64, to: f64) -> bool {
        self.rim_detail == RimDetail::Fine && self.open.iter().any(|open| open[0] < to && from < open[1])
    }
}

/// A point of a rim.
#[derive(Clone, Copy, Debug)]
struct RimPoint {
    /// The share of the way along the rim that is drawn.
    share: f64,
    /// Position to the left on the body, inches.
    left: f64,
    /// `1 / share` where the line to the body enters the circle, and where it leaves it.
    met: [f64; 2],
}

/// The number of parts of a rim between two upright lines, and the place at a share of the way: at equal angles round
/// the circle if both tangents exist, else evenly.
fn parts(tangents: [f64; 2], [from, to]: [f64; 2]) -> (u32, impl Fn(f64) -> f64) {
    let [middle, half] = [(tangents[0] + tangents[1]) / 2.0, (tangents[1] - tangents[0]) / 2.0];
    let is_outside = half.is_finite();
    let angle = |left: f64| libm::acos(((left - middle) / half).clamp(-1.0, 1.0));
    let [first, last] = if is_outside { [angle(from), angle(to)] } else { [0.0; 2] };
    let parts =
        if is_outside { RIM_PARTS * (first - last) / std::f64::consts::PI } else { RIM_PARTS_FROM_INSIDE };
    let place = move |share: f64| {
        if is_outside {
            middle + half * libm::cos(first + share * (last - first))
        } else {
            from + share * (to - from)
        }
    };
    // A thin part of the rim is nearly straight; there are at most `RIM_PARTS`.
    (parts.ceil().max(1.0) as u32, place)
}

impl Round<'_> {
    /// Whether all of it lies before the body's plane.
    fn is_before_body(&self) -> bool {
        self.centre[0] + self.radius < (1.0 - END_MARGIN) * self.frame.distance
    }

    /// Intersections of the tangents from the eyes with the body's plane; `None` if the whole circle is behind the eyes.
    fn tangents(&self) -> Option<[f64; 2]> {
        let all = [f64::NEG_INFINITY, f64::INFINITY];
        if self.power < 0.0 {
            return Some(all);
        }
        let root = self.power.sqrt();
        let [ahead, left] = self.centre;
        let right_side = [ahead * root + left * self.radius, left * root - ahead * self.radius];
        let left_side = [ahead * root - left * self.radius, left * root + ahead * self.radius];
        let at = |[ahead, left]: Point, behind: f64| {
            if ahead > END_MARGIN * self.radius { left * self.frame.distance / ahead } else { behind }
        };
        let tangents = [at(right_side, all[0]), at(left_side, all[1])];
        (ahead > 0.0 || tangents != all).then_some(tangents)
    }

    /// Other corners of the shadow: the intersections of the circle with the body's plane.
    fn breaks(&self) -> [Option<f64>; 2] {
        let [ahead, left] = self.centre;
        let beyond = self.frame.distance - ahead;
        let chord = self.radius * self.radius - beyond * beyond;
        let root = chord.max(0.0).sqrt();
        let is_crossed = chord > 0.0;
        [is_crossed.then_some(left - root), is_crossed.then_some(left + root)]
    }

    /// `1 / share` where the line to `left` on the body enters the circle and where it leaves it.
    fn entry_and_exit(&self, left: f64) -> [f64; 2] {
        let line = [self.frame.distance, left];
        let [squared, along] = [dot(line, line), dot(line, self.centre)];
        let root = (along * along - self.power * squared).max(0.0).sqrt();
        let limit = 1.0 / END_MARGIN;
        let through = along + root;
        let entry = if self.power > 0.0 { through / self.power } else { limit };
        let exit = if through > 0.0 { squared / through } else { f64::INFINITY };
        [entry.min(limit), exit]
    }
}
