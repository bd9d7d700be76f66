//! Routing: the heading directly away from several enemies, by best-first branch and bound over intervals of headings.

use std::collections::BinaryHeap;

use super::basics::{Disc, gap};
use super::measures::Place;

/// The heading of a straight move that maximises the smallest gain in distance from any of the enemies, degrees from 0
/// to under 360; `None` without enemies.
///
/// Distances are gaps between bases at the mover's present height.
///
/// Rule: ROU-3.
pub fn directly_away(mover: Disc, enemies: &[Disc], length: f64) -> Option<f64> {
    let threats: Vec<Threat> = enemies.iter().map(|enemy| Threat::new(mover, *enemy, length)).collect();
    if threats.is_empty() {
        return None;
    }
    let mut spans: BinaryHeap<Span> =
        (0..SPANS).map(|index| Span::new(&threats, index as f64 * SPAN_DEGREES, SPAN_DEGREES)).collect();
    while let Some(span) = spans.pop() {
        if span.width <= MIN_SPAN_DEGREES {
            return Some((span.from + span.width / 2.0).rem_euclid(360.0));
        }
        let half = span.width / 2.0;
        spans.push(Span::new(&threats, span.from, half));
        spans.push(Span::new(&threats, span.from + half, half));
    }
    None
}

/// The smallest gain in distance from any of the enemies by a move along a heading, inches; negative if it comes nearer
/// to one, infinite without enemies.
///
/// Rule: ROU-3.
pub fn smallest_gain(mover: Disc, enemies: &[Disc], length: f64, heading: f64) -> f64 {
    let gain = |enemy: &Disc| Threat::new(mover, *enemy, length).gain(direction(heading));
    enemies.iter().map(gain).fold(f64::INFINITY, f64::min)
}

/// The number of intervals the search starts with, and their width.
const SPANS: usize = 72;
const SPAN_DEGREES: f64 = 360.0 / SPANS as f64;

/// An interval this narrow counts as one heading: far finer than stored places can distinguish.
const MIN_SPAN_DEGREES: f64 = 1e-4;

/// An enemy relative to a straight move.
struct Threat {
    mover: Disc,
    enemy: Disc,
    length: f64,
    /// The heading straight away from it, degrees, and its gain; `None` if it is on the same spot.
    away: Option<(f64, f64)>,
}

impl Threat {
    fn new(mover: Disc, enemy: Disc, length: f64) -> Self {
        let ([x, y], [ex, ey]) = (mover.at.ground(), enemy.at.ground());
        let mut threat = Self { mover, enemy, length, away: None };
        if (x, y) != (ex, ey) {
            let away = libm::atan2(y - ey, x - ex).to_degrees();
            threat.away = Some((away, threat.gain(direction(away))));
        }
        threat
    }

    /// The gain of a move in a direction.
    fn gain(&self, [x, y]: [f64; 2]) -> f64 {
        moved_gap(self.mover, [self.length * x, self.length * y], self.enemy) - gap(self.mover, self.enemy)
    }

    /// The largest gain of any heading in an interval, given the directions at both its ends. The gain falls with the angle
    /// from straight away.
    fn max_gain(&self, from: f64, width: f64, ends: [[f64; 2]; 2]) -> f64 {
        match self.away {
            Some((away, gain)) if (away - from).rem_euclid(360.0) <= width => gain,
            _ => self.gain(ends[0]).max(self.gain(ends[1])),
        }
    }
}

fn direction(heading: f64) -> [f64; 2] {
    let turn = heading.to_radians();
    [libm::cos(turn), libm::sin(turn)]
}

/// The gap after a move that is not rounded to stored places.
fn moved_gap(mover: Disc, [dx, dy]: [f64; 2], enemy: Disc) -> f64 {
    let (Place { z, .. }, [x, y], [ex, ey]) = (mover.at, mover.at.ground(), enemy.at.ground());
    let (lx, ly, rise) = (x + dx - ex, y + dy - ey, z.inches() - enemy.at.z.inches());
    let level = ((lx * lx + ly * ly).sqrt() - mover.radius - enemy.radius).max(0.0);
    (level * level + rise * rise).sqrt()
}

/// An interval of headings, with an upper bound of the smallest gain of any of them.
struct Span {
    from: f64,
    width: f64,
    bound: f64,
}

impl Span {
    fn new(threats: &[Threat], from: f64, width: f64) -> Self {
        let ends = [direction(from), direction(from + width)];
        let gains = threats.iter().map(|threat| threat.max_gain(from, width, ends));
        let bound = gains.fold(f64::INFINITY, f64::min);
        Self { from, width, bound }
    }
}

impl PartialEq for Span {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Span {}

impl PartialOrd for Span {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Span {
    /// The greatest has the highest bound; of ties, the one that starts at the lower angle.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.bound.total_cmp(&other.bound).then_with(|| other.from.total_cmp(&self.from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::Thou;

    fn disc(x: i32, y: i32) -> Disc {
        Disc { at: Place::flat(x, y), radius: 0.5 }
    }

    /// Rule: ROU-3. Worked out by hand: straight away from one enemy; halfway between the headings away from two equally
    /// distant ones.
    #[test]
    fn directly_away_maximises_the_smallest_gain() {
        let origin = disc(0, 0);
        for (enemies, expected, reason) in [
            (vec![disc(-5000, 0)], 0.0, "from one in the west"),
            (vec![disc(0, 5000)], 270.0, "from one in the north"),
            (vec![disc(-5000, -5000), disc(-5000, 5000)], 0.0, "between two in the west"),
            (vec![disc(-4000, 0), disc(0, -4000)], 45.0, "from west and south"),
            (vec![disc(-4000, 0), disc(-8000, 0)], 0.0, "from two in one line"),
        ] {
            let found = directly_away(origin, &enemies, 12.0).unwrap();
            let off = (found - expected + 180.0).rem_euclid(360.0) - 180.0;
            assert!(off.abs() < 0.001, "{reason}: {found}");
        }
        assert_eq!(directly_away(origin, &[], 12.0), None, "no enemy to run from");
    }

    /// Rule: ROU-3, BAS-1. Gaps between bases, worked out by hand; all radii are 0.5.
    #[test]
    fn the_smallest_gain_is_that_over_the_worst_enemy() {
        let near = |x, y| Disc { at: Place::flat(x, y), radius: 0.5 };
        let above = Disc { at: Place { z: Thou(3000), ..Place::flat(-5000, 0) }, radius: 0.5 };
        for (enemies, heading, expected, reason) in [
            (vec![near(-5000, 0)], 0.0, 12.0, "straight away: 12 from a gap of 4"),
            (vec![near(-5000, 0)], 90.0, 8.0, "across: 13 − 1 from a gap of 4"),
            (vec![near(-5000, 0)], 180.0, 2.0, "over it: 7 − 1 from a gap of 4"),
            (vec![near(-5000, 0), near(0, 5000)], 0.0, 8.0, "less over the second"),
            (vec![above], 0.0, 11.279, "3 below it: √(16² + 3²) from √(4² + 3²)"),
            (vec![Disc { radius: 2.0, ..near(-5000, 0) }], 180.0, 2.0, "7 − 2.5 from a gap of 2.5"),
        ] {
            let found = smallest_gain(disc(0, 0), &enemies, 12.0, heading);
            assert!((found - expected).abs() < 0.001, "{reason}: {found}");
        }
        let [mover, enemy] = [(0, 3000), (-5000, 1000)]
            .map(|(x, z)| Disc { at: Place { z: Thou(z), ..Place::flat(x, 0) }, radius: 0.5 });
        let found = smallest_gain(mover, &[enemy], 12.0, 0.0);
        assert!((found - 11.652).abs() < 0.001, "2 above it: √(16² + 2²) from √(4² + 2²): {found}");
        assert_eq!(smallest_gain(disc(0, 0), &[], 12.0, 0.0), f64::INFINITY, "over no enemy");
    }

    /// Rule: ROU-3. No heading of a fine fan does better.
    #[test]
    fn no_other_heading_gains_more() {
        let mut seed = 7_u32;
        let mut draw = |range: i32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as i32 % (2 * range) - range
        };
        for _ in 0..200 {
            let mover = disc(draw(3000), draw(3000));
            let enemies: Vec<Disc> =
                (0..1 + draw(4).unsigned_abs()).map(|_| disc(draw(20_000), draw(20_000))).collect();
            let found = directly_away(mover, &enemies, 12.0).unwrap();
            let best = smallest_gain(mover, &enemies, 12.0, found);
            for tenth in 0..3600 {
                let other = smallest_gain(mover, &enemies, 12.0, f64::from(tenth) / 10.0);
                assert!(other <= best + 1e-4, "{mover:?} {enemies:?}: {found} gains {best}, {tenth} {other}");
            }
        }
    }
}
