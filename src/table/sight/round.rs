//! The shadow of a round prism: its sides are exact tangents, its rim goes in short pieces.

use super::convex::is_curtain;
use super::look::{Look, NEAR};
use super::shadow::{NARROW, Rims, Shadows};
use crate::table::plane::dot;
use crate::table::shape::Point;

/// Into so many pieces goes the rim between two tangents.
const PIECES: f64 = 32.0;

/// Into so many goes what eyes inside a circle see of its rim.
const PIECES_WITHIN: f64 = 8.0;

/// Into so many goes each of these pieces where some of the body seems in view beside it. What a piece leaves out is less than a hundredth of a
/// body; it shrinks with the square of their number.
const FINER: u32 = 128;

/// Nearer to a circle's rim than this, the eyes are on it; square inches.
const ON_RIM: f64 = 1e-9;

/// A circle as it is seen from the eyes.
struct Round<'a> {
    look: &'a Look,
    centre: Point,
    radius: f64,
    /// The power of the eyes over the circle: below 0 inside it.
    power: f64,
}

impl Shadows {
    /// Adds the shadow of a round prism, its middle in the look's axes, its bottom and top over
    /// the eyes.
    pub(super) fn cast_round(&mut self, centre: Point, radius: f64, heights: [f64; 2]) {
        let look = self.look;
        let power = dot(centre, centre) - radius * radius;
        let power = if power.abs() < ON_RIM { 0.0 } else { power };
        let round = Round { look: &look, centre, radius, power };
        let Some(sides) = round.sides() else { return };
        let [from, to] = [sides[0].max(-look.half), sides[1].min(look.half)];
        if from >= to {
            return;
        }
        // It is curved only where its rim bounds it.
        if round.is_before_body() && is_curtain(&look, heights) {
            return self.cast_curtain(from, to);
        }
        // At most the two ends and two breaks between them.
        let mut cuts = [from, to, to, to];
        for (cut, between) in cuts[1..3].iter_mut().zip(round.breaks()) {
            *cut = between.filter(|at| from < *at && *at < to).unwrap_or(to);
        }
        cuts.sort_by(f64::total_cmp);
        for cut in cuts.windows(2).filter(|cut| cut[1] - cut[0] > NARROW) {
            let [near, far] = round.met((cut[0] + cut[1]) / 2.0);
            if near > 1.0 + NEAR && far < 1.0 / NEAR {
                self.cast_rim(&round, sides, [cut[0], cut[1]], heights);
            }
        }
    }

    /// Adds the strips of a round prism between two breaks.
    fn cast_rim(&mut self, round: &Round, sides: [f64; 2], [from, to]: [f64; 2], heights: [f64; 2]) {
        self.has_rims = true;
        let (pieces, turned) = pieces(sides, [from, to]);
        let share = |nth: u32, part: f64| (f64::from(nth) + part) / f64::from(pieces);
        let at = |nth: u32| if nth == pieces { to } else { turned(share(nth, 0.0)) };
        let met = |left: f64| round.met(left).map(|inverse| inverse.clamp(1.0, 1.0 / NEAR));
        let mut last = (from, met(from));
        for nth in 0..pieces {
            let end = at(nth + 1);
            let finer = if self.is_open(last.0, end) { FINER } else { 1 };
            for part in 1..=finer {
                let part = f64::from(part) / f64::from(finer);
                let at = if part < 1.0 { turned(share(nth, part)) } else { end };
                let next = (at, met(at));
                let [near, far] = [0, 1].map(|end| [last.1[end], next.1[end]]);
                self.add([last.0, next.0], near, far, heights);
                last = next;
            }
        }
    }

    /// Whether a piece of a rim between two upright lines is to be followed finely: some of the body is in view
    /// there.
    fn is_open(&self, from: f64, to: f64) -> bool {
        self.rims == Rims::Finely && self.open.iter().any(|open| open[0] < to && from < open[1])
    }
}

/// In how many pieces to follow a rim between two upright lines, and where a share of the way is:
/// by turns round the circle where both its sides are seen, else evenly.
fn pieces(sides: [f64; 2], [from, to]: [f64; 2]) -> (u32, impl Fn(f64) -> f64) {
    let [middle, half] = [(sides[0] + sides[1]) / 2.0, (sides[1] - sides[0]) / 2.0];
    let outside = half.is_finite();
    let turn = |left: f64| libm::acos(((left - middle) / half).clamp(-1.0, 1.0));
    let [first, last] = if outside { [turn(from), turn(to)] } else { [0.0; 2] };
    let pieces = if outside { PIECES * (first - last) / std::f64::consts::PI } else { PIECES_WITHIN };
    let at = move |share: f64| {
        if outside {
            middle + half * libm::cos(first + share * (last - first))
        } else {
            from + share * (to - from)
        }
    };
    // A thin part of the rim is all but straight; the most there can be is `PIECES`.
    (pieces.ceil().max(1.0) as u32, at)
}

impl Round<'_> {
    /// Whether it lies wholly before the body's plane.
    fn is_before_body(&self) -> bool {
        self.centre[0] + self.radius < (1.0 - NEAR) * self.look.distance
    }

    /// Where the tangents through the eyes meet the body's plane; `None` where the circle is
    /// wholly behind the eyes.
    fn sides(&self) -> Option<[f64; 2]> {
        let all = [f64::NEG_INFINITY, f64::INFINITY];
        if self.power < 0.0 {
            return Some(all);
        }
        let root = self.power.sqrt();
        let [ahead, left] = self.centre;
        let right_side = [ahead * root + left * self.radius, left * root - ahead * self.radius];
        let left_side = [ahead * root - left * self.radius, left * root + ahead * self.radius];
        let at = |[ahead, left]: Point, behind: f64| {
            if ahead > NEAR * self.radius { left * self.look.distance / ahead } else { behind }
        };
        let sides = [at(right_side, all[0]), at(left_side, all[1])];
        (ahead > 0.0 || sides != all).then_some(sides)
    }

    /// Where else the shadow has a corner: where the circle meets the body's plane.
    fn breaks(&self) -> [Option<f64>; 2] {
        let [ahead, left] = self.centre;
        let beyond = self.look.distance - ahead;
        let chord = self.radius * self.radius - beyond * beyond;
        let root = chord.max(0.0).sqrt();
        let crossed = chord > 0.0;
        [crossed.then_some(left - root), crossed.then_some(left + root)]
    }

    /// `1 / share` where the line to `left` on the body enters the circle and leaves it.
    fn met(&self, left: f64) -> [f64; 2] {
        let line = [self.look.distance, left];
        let [squared, toward] = [dot(line, line), dot(line, self.centre)];
        let root = (toward * toward - self.power * squared).max(0.0).sqrt();
        let most = 1.0 / NEAR;
        let near = if self.power > 0.0 { (toward + root) / self.power } else { most };
        let through = toward + root;
        let far = if through > 0.0 { squared / through } else { f64::INFINITY };
        [near.min(most), far]
    }
}
