//! A lower bound of what a single occluder hides from one pair of eyes, for every body that may stand in a cell.

use crate::outline::Bounds;
use crate::plane::{Interval, clip_to_convex, cross, dot, fast_max, fast_min, subtract};
use crate::shape::{Point, Shape};
use crate::sight::SightBody;
use crate::sight::occluders::{Occluder, OccluderKind};
use crate::sight::prepared_occluder::PreparedOccluder;
use crate::sight::view_frame::END_MARGIN;
use warstrike_rules::measures::Place;

/// Bodies anywhere in a rectangle or on a small disc, relative to a pair of eyes outside it.
#[derive(Debug)]
pub(super) struct CellOcclusionBound {
    /// Toward its rightmost and leftmost corner.
    sides: [Point; 2],
    /// Over the table, to its nearest and farthest place, inches.
    distances: [f64; 2],
    /// Half a body's width.
    half_width: f64,
    /// Half the width that all bodies have in common on one plane.
    shared_half_width: f64,
    /// The lowest and the highest foot, relative to the eyes.
    feet: [f64; 2],
    /// From a body's foot to its top.
    height: f64,
    /// The eyes: over the table, and their height.
    eye: (Point, f64),
    /// The rectangle, or the one around the disc.
    bounds: Bounds,
    /// To the centre of the disc; `None` for a rectangle.
    disc_centre: Option<Point>,
}

/// The share of a bound for the body at a disc's centre that holds all over the disc, where bodies turn a little toward
/// the eyes.
const DISC_SHARE: f64 = 0.85;

/// The eyes must be at least this many radii away from a disc.
const MIN_DISC_DISTANCE_RADII: f64 = 20.0;

/// More than an occluder is ever shifted: how deep a model may stand inside it.
const MAX_SHIFT_INCHES: f64 = 0.006;

impl CellOcclusionBound {
    /// For bodies anywhere in a rectangle; `None` if the eyes are above or below it.
    pub(super) fn for_rectangle(
        observer: &SightBody,
        [low, high]: Bounds,
        feet: [f64; 2],
        body: &SightBody,
    ) -> Option<Self> {
        let at = observer.foot.ground();
        let beside = |axis: usize| fast_max(fast_max(low[axis] - at[axis], at[axis] - high[axis]), 0.0);
        let nearest = [beside(0), beside(1)];
        if nearest == [0.0; 2] {
            return None;
        }
        let corners = [low, [high[0], low[1]], high, [low[0], high[1]]].map(|corner| subtract(corner, at));
        let farthest = corners.iter().map(|corner| dot(*corner, *corner)).fold(0.0, f64::max);
        // From outside, all corners are less than half a turn apart.
        let right = corners.iter().fold(corners[0], |a, b| if cross(a, *b) < 0.0 { *b } else { a });
        let left = corners.iter().fold(corners[0], |a, b| if cross(a, *b) > 0.0 { *b } else { a });
        let eyes = observer.foot.z.inches() + observer.eyes.inches();
        Some(Self {
            sides: [right, left],
            distances: [dot(nearest, nearest).sqrt(), farthest.sqrt()],
            half_width: body.radius,
            shared_half_width: body.radius,
            feet: feet.map(|foot| foot - eyes),
            height: body.height.inches(),
            eye: (at, eyes),
            bounds: [low, high],
            disc_centre: None,
        })
    }

    /// For bodies anywhere on a level disc; `None` if the eyes are too near.
    pub(super) fn for_disc(observer: &SightBody, foot: Place, radius: f64, body: &SightBody) -> Option<Self> {
        let ([x, y], feet) = (foot.ground(), [foot.z.inches(); 2]);
        let bounds = [[x - radius, y - radius], [x + radius, y + radius]];
        let bound = Self::for_rectangle(observer, bounds, feet, body)?;
        let centre = subtract([x, y], bound.eye.0);
        let distance = dot(centre, centre).sqrt();
        (distance > MIN_DISC_DISTANCE_RADII * radius).then(|| Self {
            distances: [distance - radius, distance + radius],
            // What each body covers of the plane of the one at the centre.
            shared_half_width: body.radius * distance / (distance + radius) - 1.1 * radius,
            disc_centre: Some(centre),
            ..bound
        })
    }

    /// A lower bound of the share of each body that an occluder hides.
    pub(super) fn min_hidden_share(&self, prepared: &PreparedOccluder, occluder: &Occluder) -> f64 {
        let [bottom, top] = prepared.heights;
        if occluder.kind != OccluderKind::Solid || bottom > self.feet[0].min(0.0) || self.height <= 0.0 {
            return 0.0;
        }
        let is_before = prepared.farthest < self.distances[0] * (1.0 - END_MARGIN);
        let ends = if is_before {
            prepared.silhouette
        } else {
            prepared.silhouette.and_then(|_| self.silhouette_before(occluder))
        };
        let Some(ends) = ends else { return 0.0 };
        // For a body whose centre lies in it by no more than the allowance, it is shifted.
        let is_amid = top > self.feet[0] && occluder.region.is_near(self.bounds, MAX_SHIFT_INCHES);
        let shift = if is_amid { MAX_SHIFT_INCHES } else { 0.0 };
        match self.disc_centre {
            Some(centre) => self.hidden_over_disc(centre, top, ends, (occluder, shift)),
            None => self.hidden_over_rectangle(top, ends, (occluder, shift)),
        }
    }

    /// The bound for a rectangle, with an occluder that may be shifted a little.
    fn hidden_over_rectangle(&self, top: f64, ends: [Point; 2], (occluder, shift): (&Occluder, f64)) -> f64 {
        // Each end relative to each side: ahead, left.
        let [right, left] = ends.map(|end| self.sides.map(|side| [dot(side, end), cross(side, end)]));
        if [right, left].iter().flatten().any(|[ahead, _]| *ahead <= 0.0) {
            return 0.0;
        }
        let slope = |[ahead, left]: Point| left / ahead;
        // Where the shadow's sides can lie on a body's plane, for the worst direction and distance.
        let [nearest, farthest] = self.distances;
        let from = fast_max(slope(right[0]), slope(right[1]));
        let from = from * if from > 0.0 { farthest } else { nearest };
        let to = fast_min(slope(left[0]), slope(left[1]));
        let to = to * if to < 0.0 { farthest } else { nearest };
        let lengths = self.sides.map(|side| dot(side, side).sqrt());
        let ahead = [right, left].map(|[a, b]| fast_min(a[0] / lengths[0], b[0] / lengths[1]));
        let (from, to) = (from + shift * farthest / ahead[0], to - shift * farthest / ahead[1]);
        let half = self.shared_half_width;
        let width = (fast_min(to, half) - fast_max(from, -half)) / (2.0 * half);
        if width <= 0.0 {
            return 0.0;
        }
        match &occluder.region.shape {
            _ if self.is_full_height(top) => width,
            Shape::Polygon(_) if occluder.is_convex => {
                width * self.min_height_share(top, fast_min(ahead[0], ahead[1]))
            }
            _ => 0.0,
        }
    }

    /// The bound for a disc, on the plane of the body at its centre.
    fn hidden_over_disc(
        &self,
        centre: Point,
        top: f64,
        ends: [Point; 2],
        (occluder, shift): (&Occluder, f64),
    ) -> f64 {
        let squared = dot(centre, centre);
        let ahead = ends.map(|end| dot(centre, end));
        if ahead[0] <= 0.0 || ahead[1] <= 0.0 {
            return 0.0;
        }
        let projected = |end: usize| cross(centre, ends[end]) / ahead[end] * squared.sqrt();
        let (from, to) =
            (projected(0) + shift * squared / ahead[0], projected(1) - shift * squared / ahead[1]);
        let (from, to) = (fast_max(from, -self.shared_half_width), fast_min(to, self.shared_half_width));
        if to <= from {
            return 0.0;
        }
        let height = match &occluder.region.shape {
            _ if self.is_full_height(top) => 1.0,
            Shape::Polygon(corners) if occluder.is_convex => {
                self.mean_height_share(centre, top, corners, [from, to])
            }
            _ => 0.0,
        };
        // As a share of the full width, of which the bodies share only a part.
        DISC_SHARE * (to - from) * height / (2.0 * self.half_width)
    }

    /// Whether an occluder is at least as high as any body looks, wherever it stands before it.
    fn is_full_height(&self, top: f64) -> bool {
        top >= (self.feet[1] + self.height).max(0.0)
    }

    /// The mean share of a body's height that an occluder hides from the foot up, between two places left of the centre
    /// line of the body at a disc's centre.
    fn mean_height_share(&self, centre: Point, top: f64, corners: &[Point], [from, to]: [f64; 2]) -> f64 {
        let ((eye, _), [_, foot]) = (self.eye, self.feet);
        let distance = dot(centre, centre).sqrt();
        let ahead = [centre[0] / distance, centre[1] / distance];
        let [nearest, farthest] = self.distances.map(|bound| bound / distance);
        // The shadow's upper edge there, as a share of the body's height.
        let edge = |left: f64| {
            let toward = [centre[0] - ahead[1] * left, centre[1] + ahead[0] * left];
            let part = clip_to_convex(corners, [eye, toward], Interval::new(0.0, nearest))?;
            let edge = if top >= 0.0 { top * nearest / part.from } else { top * farthest / part.to };
            Some(((edge - foot) / self.height).min(1.0))
        };
        // At its very ends lines may touch the occluder without entering it.
        let margin = 1e-3 * (to - from);
        let edges =
            [from + margin, (from + to) / 2.0, to - margin].map(|at| edge(at).unwrap_or(f64::NEG_INFINITY));
        // The shadow of a convex shape is convex, so chords lie inside it.
        let mean = |a: f64, b: f64| match (a.min(b), a.max(b)) {
            (low, high) if low >= 0.0 => (low + high) / 2.0,
            (low, high) if high > 0.0 => high * high / (2.0 * (high - low)),
            _ => 0.0,
        };
        (mean(edges[0], edges[1]) + mean(edges[1], edges[2])) / 2.0
    }

    /// A lower bound of the length, inches, that the line to the middle of each body runs inside an occluder.
    pub(super) fn min_length_inside(&self, occluder: &Occluder) -> f64 {
        let Shape::Polygon(corners) = &occluder.region.shape else { return 0.0 };
        let (eye, height) = self.eye;
        let middles = self.feet.map(|foot| height + foot + self.height / 2.0);
        let is_level = occluder.bottom <= height.min(middles[0]) && occluder.top >= height.max(middles[1]);
        if !occluder.is_convex || !is_level {
            return 0.0;
        }
        // All between the chords along both sides lies inside.
        let whole = Interval::new(0.0, self.distances[0]);
        let mut within = whole;
        for direction in self.directions() {
            let Some(part) = clip_to_convex(corners, [eye, direction], whole) else {
                return 0.0;
            };
            within = Interval::new(fast_max(within.from, part.from), fast_min(within.to, part.to));
        }
        // Between the sides, the straight line through points at one distance on both is a little nearer.
        within.to * self.cos_half_angle() - within.from
    }

    /// The rightmost and leftmost point of the part of an occluder that lies before every body.
    fn silhouette_before(&self, occluder: &Occluder) -> Option<[Point; 2]> {
        let Shape::Polygon(corners) = &occluder.region.shape else { return None };
        if !occluder.is_convex {
            return None;
        }
        let (eye, _) = self.eye;
        let limit = self.distances[0] * self.cos_half_angle() * (1.0 - END_MARGIN);
        let directions = self.directions();
        // Positive before the bodies.
        let margins = |at: Point| directions.map(|side| limit - dot(side, at));
        let mut ends: Option<[Point; 2]> = None;
        let mut add = |at: Point| {
            let [right, left] = ends.unwrap_or([at; 2]);
            let right = if cross(right, at) < 0.0 { at } else { right };
            let left = if cross(left, at) > 0.0 { at } else { left };
            ends = Some([right, left]);
        };
        let mut a = subtract(*corners.last()?, eye);
        let mut margins_a = margins(a);
        for corner in corners {
            let b = subtract(*corner, eye);
            let margins_b = margins(b);
            for side in 0..2 {
                if (margins_a[side] > 0.0) != (margins_b[side] > 0.0) {
                    let share = margins_a[side] / (margins_a[side] - margins_b[side]);
                    let cut = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
                    if margins(cut)[1 - side] >= 0.0 {
                        add(cut);
                    }
                }
            }
            if margins_b.iter().all(|margin| *margin > 0.0) {
                add(b);
            }
            (a, margins_a) = (b, margins_b);
        }
        ends
    }

    /// Unit vectors toward its rightmost and leftmost corner.
    fn directions(&self) -> [Point; 2] {
        self.sides.map(|side| {
            let length = dot(side, side).sqrt();
            [side[0] / length, side[1] / length]
        })
    }

    /// The cosine of half the angle between its sides.
    fn cos_half_angle(&self) -> f64 {
        let [right, left] = self.directions();
        ((1.0 + dot(right, left)) / 2.0).max(0.0).sqrt()
    }

    /// A lower bound of the share of a body's height that an occluder hides from the foot up, wherever it stands before
    /// the body, given how far ahead its ends are at least.
    fn min_height_share(&self, top: f64, ahead: f64) -> f64 {
        let [_, foot] = self.feet;
        // What is below the eyes looks lower the nearer it is; it looks no lower than the line between the ends, which
        // lies inside the occluder.
        let edge = if top >= 0.0 { top } else { top * self.distances[1] / ahead };
        ((edge - foot) / self.height).clamp(0.0, 1.0)
    }
}
