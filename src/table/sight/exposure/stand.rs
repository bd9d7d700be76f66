//! What a single prism surely hides of each body that may stand in a rectangle, from one pair of eyes.

use crate::rules::measures::Place;
use crate::table::outline::Bounds;
use crate::table::plane::{clip_to_convex, cross, dot, fast_max, fast_min, subtract};
use crate::table::shape::{Point, Shape};
use crate::table::sight::SightBody;
use crate::table::sight::blocks::{Occluder, OccluderKind};
use crate::table::sight::look::NEAR;
use crate::table::sight::seen::Seen;

/// Bodies that may stand anywhere in a rectangle, told from a pair of eyes outside it.
#[derive(Debug)]
pub(super) struct Stand {
    /// Toward its outermost corners, right and left.
    sides: [Point; 2],
    /// Over the table to its nearest and to its farthest place, inches.
    far: [f64; 2],
    /// Half a body's width.
    width: f64,
    /// The same, as far as all have it in common.
    half: f64,
    /// The lowest and the highest foot over the eyes.
    feet: [f64; 2],
    /// A body's top over its foot.
    height: f64,
    /// The eyes, over the table and up.
    eye: (Point, f64),
    /// The rectangle.
    bounds: Bounds,
    /// To the middle of a small disc within it, where only there bodies stand.
    middle: Option<Point>,
}

/// Of what is told of a disc so much holds all over it, as a share: bodies there turn a little toward the eyes.
const TURNED: f64 = 0.85;

/// The eyes are at least so many times a disc's radius off.
const FAR_OFF: f64 = 20.0;

/// More than a prism is ever moved aside, inches: what a model may stand inside it.
const ASIDE: f64 = 0.006;

impl Stand {
    /// `None` where the eyes are over or under the rectangle.
    pub(super) fn new(
        eye: &SightBody,
        [low, high]: Bounds,
        feet: [f64; 2],
        body: &SightBody,
    ) -> Option<Self> {
        let at = eye.foot.ground();
        let beside = |axis: usize| fast_max(fast_max(low[axis] - at[axis], at[axis] - high[axis]), 0.0);
        let nearest = [beside(0), beside(1)];
        if nearest == [0.0; 2] {
            return None;
        }
        let corners = [low, [high[0], low[1]], high, [low[0], high[1]]].map(|corner| subtract(corner, at));
        let farthest = corners.iter().map(|corner| dot(*corner, *corner)).fold(0.0, f64::max);
        // From outside all corners are less than half a turn from each other.
        let right = corners.iter().fold(corners[0], |a, b| if cross(a, *b) < 0.0 { *b } else { a });
        let left = corners.iter().fold(corners[0], |a, b| if cross(a, *b) > 0.0 { *b } else { a });
        let eyes = eye.foot.z.inches() + eye.eyes.inches();
        Some(Self {
            sides: [right, left],
            far: [dot(nearest, nearest).sqrt(), farthest.sqrt()],
            width: body.radius,
            half: body.radius,
            feet: feet.map(|foot| foot - eyes),
            height: body.height.inches(),
            eye: (at, eyes),
            bounds: [low, high],
            middle: None,
        })
    }

    /// Bodies that may stand on a level disc; `None` where the eyes are too near to tell anything.
    pub(super) fn around(eye: &SightBody, foot: Place, by: f64, body: &SightBody) -> Option<Self> {
        let ([x, y], feet) = (foot.ground(), [foot.z.inches(); 2]);
        let stand = Self::new(eye, [[x - by, y - by], [x + by, y + by]], feet, body)?;
        let middle = subtract([x, y], stand.eye.0);
        let far = dot(middle, middle).sqrt();
        (far > FAR_OFF * by).then(|| Self {
            far: [far - by, far + by],
            // What each of them has of its width on the plane of the one amid them.
            half: body.radius * far / (far + by) - 1.1 * by,
            middle: Some(middle),
            ..stand
        })
    }

    /// The share of each body there that a prism surely hides, as the eyes see it: less than the truth.
    pub(super) fn least_hidden(&self, seen: &Seen, block: &Occluder) -> f64 {
        let [bottom, top] = seen.heights;
        if block.matter != OccluderKind::Solid || bottom > self.feet[0].min(0.0) || self.height <= 0.0 {
            return 0.0;
        }
        let is_before = seen.farthest < self.far[0] * (1.0 - NEAR);
        let ends = if is_before { seen.ends } else { seen.ends.and_then(|_| self.ends_before(block)) };
        let Some(ends) = ends else { return 0.0 };
        // Bodies whose middles lie in it by no more than the allowance see it moved aside.
        let is_amid = top > self.feet[0] && block.region.is_near(self.bounds, ASIDE);
        let aside = if is_amid { ASIDE } else { 0.0 };
        match self.middle {
            Some(middle) => self.hidden_around(middle, top, ends, (block, aside)),
            None => self.hidden_all_over(top, ends, (block, aside)),
        }
    }

    /// By a prism that may be moved aside a little.
    fn hidden_all_over(&self, top: f64, ends: [Point; 2], (block, moved): (&Occluder, f64)) -> f64 {
        // Each end from each side: so far ahead, so far left.
        let [right, left] = ends.map(|end| self.sides.map(|side| [dot(side, end), cross(side, end)]));
        if [right, left].iter().flatten().any(|[ahead, _]| *ahead <= 0.0) {
            return 0.0;
        }
        let aside = |[ahead, aside]: Point| aside / ahead;
        // On the plane of a body: farthest where its slope is steepest.
        let [nearest, farthest] = self.far;
        let from = fast_max(aside(right[0]), aside(right[1]));
        let from = from * if from > 0.0 { farthest } else { nearest };
        let to = fast_min(aside(left[0]), aside(left[1]));
        let to = to * if to < 0.0 { farthest } else { nearest };
        let lengths = self.sides.map(|side| dot(side, side).sqrt());
        let ahead = [right, left].map(|[a, b]| fast_min(a[0] / lengths[0], b[0] / lengths[1]));
        let (from, to) = (from + moved * farthest / ahead[0], to - moved * farthest / ahead[1]);
        let wide = (fast_min(to, self.half) - fast_max(from, -self.half)) / (2.0 * self.half);
        if wide <= 0.0 {
            return 0.0;
        }
        match &block.region.shape {
            _ if self.is_overtopped(top) => wide,
            Shape::Polygon(_) if block.is_convex => wide * self.least_high(top, fast_min(ahead[0], ahead[1])),
            _ => 0.0,
        }
    }

    /// On the plane of the body amid the others.
    fn hidden_around(
        &self,
        middle: Point,
        top: f64,
        ends: [Point; 2],
        (block, moved): (&Occluder, f64),
    ) -> f64 {
        let squared = dot(middle, middle);
        let aheads = ends.map(|end| dot(middle, end));
        if aheads[0] <= 0.0 || aheads[1] <= 0.0 {
            return 0.0;
        }
        let aside = |nth: usize| cross(middle, ends[nth]) / aheads[nth] * squared.sqrt();
        let (from, to) = (aside(0) + moved * squared / aheads[0], aside(1) - moved * squared / aheads[1]);
        let (from, to) = (fast_max(from, -self.half), fast_min(to, self.half));
        if to <= from {
            return 0.0;
        }
        let high = match &block.region.shape {
            _ if self.is_overtopped(top) => 1.0,
            Shape::Polygon(corners) if block.is_convex => self.high_around(middle, top, corners, [from, to]),
            _ => 0.0,
        };
        // Of the whole width, which is more than what they have in common.
        TURNED * (to - from) * high / (2.0 * self.width)
    }

    /// Whether a prism is as high as any body seems, wherever it is before it.
    fn is_overtopped(&self, top: f64) -> bool {
        top >= (self.feet[1] + self.height).max(0.0)
    }

    /// The share of a body's height that a prism hides from the foot up, in the mean from one to another point left
    /// of the middle one's middle.
    fn high_around(&self, middle: Point, top: f64, corners: &[Point], [from, to]: [f64; 2]) -> f64 {
        let ((eye, _), [_, foot]) = (self.eye, self.feet);
        let far = dot(middle, middle).sqrt();
        let ahead = [middle[0] / far, middle[1] / far];
        let [nearest, farthest] = self.far.map(|distance| distance / far);
        // Its upper edge there, of the body's height from the foot on.
        let edge = |aside: f64| {
            let toward = [middle[0] - ahead[1] * aside, middle[1] + ahead[0] * aside];
            let [first, last] = clip_to_convex(corners, [eye, toward], [0.0, nearest])?;
            let edge = if top >= 0.0 { top * nearest / first } else { top * farthest / last };
            Some(((edge - foot) / self.height).min(1.0))
        };
        // At its very ends it may be touched, not met.
        let hair = 1e-3 * (to - from);
        let edges =
            [from + hair, (from + to) / 2.0, to - hair].map(|at| edge(at).unwrap_or(f64::NEG_INFINITY));
        // The shadow of what nowhere turns in nowhere turns in.
        let mean = |a: f64, b: f64| match (a.min(b), a.max(b)) {
            (low, high) if low >= 0.0 => (low + high) / 2.0,
            (low, high) if high > 0.0 => high * high / (2.0 * (high - low)),
            _ => 0.0,
        };
        (mean(edges[0], edges[1]) + mean(edges[1], edges[2])) / 2.0
    }

    /// How far the line to the middle of each body there surely runs inside a prism, inches: less than the truth.
    pub(super) fn least_within(&self, block: &Occluder) -> f64 {
        let Shape::Polygon(corners) = &block.region.shape else { return 0.0 };
        let (eye, height) = self.eye;
        let middles = self.feet.map(|foot| height + foot + self.height / 2.0);
        let is_level = block.bottom <= height.min(middles[0]) && block.top >= height.max(middles[1]);
        if !block.is_convex || !is_level {
            return 0.0;
        }
        // From chord to chord of its both sides it is all within.
        let mut within = [0.0, self.far[0]];
        for toward in self.toward() {
            let Some([first, last]) = clip_to_convex(corners, [eye, toward], [0.0, self.far[0]]) else {
                return 0.0;
            };
            within = [fast_max(within[0], first), fast_min(within[1], last)];
        }
        // Between them what is as far off on both is a little nearer.
        within[1] * self.half_turn() - within[0]
    }

    /// The outermost points, right and left, of what of a prism lies before each body there.
    fn ends_before(&self, block: &Occluder) -> Option<[Point; 2]> {
        let Shape::Polygon(corners) = &block.region.shape else { return None };
        if !block.is_convex {
            return None;
        }
        let (eye, _) = self.eye;
        let before = self.far[0] * self.half_turn() * (1.0 - NEAR);
        let toward = self.toward();
        // Above 0 before the bodies.
        let left_to = |at: Point| toward.map(|side| before - dot(side, at));
        let mut ends: Option<[Point; 2]> = None;
        let mut add = |at: Point| {
            let [right, left] = ends.unwrap_or([at; 2]);
            let right = if cross(right, at) < 0.0 { at } else { right };
            let left = if cross(left, at) > 0.0 { at } else { left };
            ends = Some([right, left]);
        };
        let mut a = subtract(*corners.last()?, eye);
        let mut left_a = left_to(a);
        for corner in corners {
            let b = subtract(*corner, eye);
            let left_b = left_to(b);
            for side in 0..2 {
                if (left_a[side] > 0.0) != (left_b[side] > 0.0) {
                    let share = left_a[side] / (left_a[side] - left_b[side]);
                    let cut = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
                    if left_to(cut)[1 - side] >= 0.0 {
                        add(cut);
                    }
                }
            }
            if left_b.iter().all(|left| *left > 0.0) {
                add(b);
            }
            (a, left_a) = (b, left_b);
        }
        ends
    }

    /// The directions toward its outermost corners, of length 1.
    fn toward(&self) -> [Point; 2] {
        self.sides.map(|side| {
            let far = dot(side, side).sqrt();
            [side[0] / far, side[1] / far]
        })
    }

    /// The cosine of half the angle between its sides.
    fn half_turn(&self) -> f64 {
        let [right, left] = self.toward();
        ((1.0 + dot(right, left)) / 2.0).max(0.0).sqrt()
    }

    /// The share of a body's height that a prism surely hides from the foot up, where it is before it: of all bodies,
    /// its ends so far ahead at least.
    fn least_high(&self, top: f64, ahead: f64) -> f64 {
        let [_, foot] = self.feet;
        // What is under the eyes seems the lower the nearer it is: no lower than the line between its ends, which
        // lies within it.
        let edge = if top >= 0.0 { top } else { top * self.far[1] / ahead };
        ((edge - foot) / self.height).clamp(0.0, 1.0)
    }
}
