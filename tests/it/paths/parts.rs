//! The oracle's parts of a figure by the ground under them. Written from the rulebook alone.

use warstrike::table::piece::{Kind, Piece};

use super::figures::{Figure, Point, apart, on_way, side};
use super::world::{ALLOWANCE, near};

/// How far chords in place of a circle lie from it at most: half of it outside at their ends, half inside at their middles.
const OFF_CIRCLE: f64 = 0.01;

/// How far beside an edge it is asked what lies there, inches.
const BESIDE: f64 = 1e-6;

/// The steps of all hills with the heights of their tops, thousandths.
pub fn steps_of(pieces: &[Piece]) -> Vec<(Figure, i32)> {
    let steps = pieces.iter().filter_map(|piece| match &piece.kind {
        Kind::Hill { steps } => Some(steps),
        _ => None,
    });
    steps.flatten().map(|step| (Figure::of(&step.outline), step.top.0)).collect()
}

/// A figure cut along the edges of steps, each part with the height of the ground under it.
///
/// Rule: HIL-3, BAS-10 (a step begins where a centre stands on it).
pub fn parts(figure: Figure, steps: &[(Figure, i32)]) -> Vec<(Figure, i32)> {
    parts_between(figure, steps, [ALLOWANCE; 2])
}

/// The same for a wall: its parts overlap by three times the allowance, so that nobody slips through between them.
///
/// Rule: HIL-3, STR-1.
pub fn parts_of_wall(figure: Figure, steps: &[(Figure, i32)]) -> Vec<(Figure, i32)> {
    parts_between(figure, steps, [-0.5 * ALLOWANCE, 2.5 * ALLOWANCE])
}

/// Parts on a step begin so far inside its edge, those below it end so far inside.
fn parts_between(figure: Figure, steps: &[(Figure, i32)], [begin, end]: [f64; 2]) -> Vec<(Figure, i32)> {
    let bounds = figure.bounds();
    let steps: Vec<(&Figure, i32)> = steps
        .iter()
        .filter(|(step, _)| near(step.bounds(), bounds, 0.0))
        .map(|(step, top)| (step, *top))
        .collect();
    if steps.is_empty() {
        return vec![(figure, 0)];
    }
    let mut tops: Vec<i32> = steps.iter().map(|(_, top)| *top).chain([0]).collect();
    tops.sort_unstable();
    tops.dedup();
    let mut found = Vec::new();
    for top in tops {
        let of = |wanted: &dyn Fn(i32) -> bool, by: f64| {
            let those = steps.iter().filter(|(_, top)| wanted(*top));
            those.map(|(step, _)| inset(step, by)).collect::<Vec<_>>()
        };
        let cut = Cut {
            whole: ring_of(&figure),
            within: of(&|other| other == top, begin),
            beyond: of(&|other| other > top, end),
        };
        found.extend(cut.rings(top > 0).into_iter().map(|ring| (ring, top)));
    }
    let is_thin = |ring: &Vec<Point>| {
        let next = |index: usize| ring[(index + 1) % ring.len()];
        let around: f64 = (0..ring.len()).map(|index| apart(ring[index], next(index))).sum();
        2.0 * area(ring) < ALLOWANCE * around
    };
    if found.len() > 1 {
        found.retain(|(ring, _)| !is_thin(ring));
    }
    match found.as_slice() {
        [(_, top)] => vec![(figure, *top)],
        _ => found.into_iter().map(|(ring, top)| (Figure::Ring(ring), top)).collect(),
    }
}

fn ring_of(figure: &Figure) -> Vec<Point> {
    match figure {
        Figure::Ring(corners) => corners.clone(),
        Figure::Disc { centre: [x, y], radius } => {
            let out = radius + OFF_CIRCLE;
            let quarter = std::f64::consts::FRAC_PI_4 / libm::acos(1.0 - 2.0 * OFF_CIRCLE / out);
            let count = 4 * (quarter.ceil() as usize).max(2);
            let at = |index: usize| {
                let angle = std::f64::consts::TAU * index as f64 / count as f64;
                [x + out * libm::cos(angle), y + out * libm::sin(angle)]
            };
            (0..count).map(at).collect()
        }
    }
}

/// What is so deep inside a step.
fn inset(step: &Figure, by: f64) -> Vec<Point> {
    if let Figure::Disc { centre, radius } = step {
        return ring_of(&Figure::Disc { centre: *centre, radius: radius - by });
    }
    let corners = ring_of(step);
    let count = corners.len();
    let corner = |index: usize| {
        let [a, b, c] = [count - 1, 0, 1].map(|more| corners[(index + more) % count]);
        let moved = |from: Point, to: Point| {
            let share = by / apart(from, to);
            let [dx, dy] = [(from[1] - to[1]) * share, (to[0] - from[0]) * share];
            [from, to].map(|[x, y]| [x + dx, y + dy])
        };
        let ([p, q], [r, s]) = (moved(a, b), moved(b, c));
        let (at_p, at_q) = (side(r, s, p), side(r, s, q));
        if (at_p - at_q).abs() < 1e-12 { q } else { on_way(p, q, at_p / (at_p - at_q)) }
    };
    (0..count).map(corner).collect()
}

fn area(ring: &[Point]) -> f64 {
    (1..ring.len() - 1).map(|index| side(ring[0], ring[index], ring[index + 1])).sum::<f64>() / 2.0
}

/// What of a ring lies within any of some rings and beyond all others.
struct Cut {
    whole: Vec<Point>,
    within: Vec<Vec<Point>>,
    beyond: Vec<Vec<Point>>,
}

impl Cut {
    fn holds(&self, at: Point, on_step: bool) -> bool {
        let is_in = |ring: &Vec<Point>| winds_round(ring, at);
        is_in(&self.whole) && (!on_step || self.within.iter().any(is_in)) && !self.beyond.iter().any(is_in)
    }

    /// The rings of the cut, counter-clockwise and without holes.
    fn rings(&self, on_step: bool) -> Vec<Vec<Point>> {
        let chains = chains(self.edges(on_step));
        let Some(hole) = chains.iter().find(|chain| area(chain) < 0.0) else { return chains };
        // Both sides of a line through the hole.
        let x = (hole[0][0] + hole[hole.len() / 2][0]) / 2.0;
        let half = |[low, high]: [f64; 2]| vec![[low, -1e3], [high, -1e3], [high, 1e3], [low, 1e3]];
        let sides = [half([x, 1e3]), half([-1e3, x])];
        let beyond = |side: &Vec<Point>| [&self.beyond[..], std::slice::from_ref(side)].concat();
        let cut =
            |side| Self { whole: self.whole.clone(), within: self.within.clone(), beyond: beyond(side) };
        sides.iter().flat_map(|side| cut(side).rings(on_step)).collect()
    }

    /// Parts of edges that have the cut on one side alone, directed so that it lies left.
    fn edges(&self, on_step: bool) -> Vec<[Point; 2]> {
        let rings = || std::iter::once(&self.whole).chain(&self.within).chain(&self.beyond);
        let edges = |ring: &Vec<Point>| {
            (0..ring.len()).map(|index| [ring[index], ring[(index + 1) % ring.len()]]).collect::<Vec<_>>()
        };
        let all: Vec<[Point; 2]> = rings().flat_map(edges).collect();
        let mut found: Vec<[Point; 2]> = Vec::new();
        for [a, b] in &all {
            let mut shares = vec![0.0, 1.0];
            for [c, d] in &all {
                let (at_a, at_b) = (side(*c, *d, *a), side(*c, *d, *b));
                let (at_c, at_d) = (side(*a, *b, *c), side(*a, *b, *d));
                if at_a != at_b && at_c.min(at_d) <= 1e-12 && at_c.max(at_d) >= -1e-12 {
                    shares.push((at_a / (at_a - at_b)).clamp(0.0, 1.0));
                }
                // Corners that lie on it.
                let length = apart(*a, *b);
                if at_c.abs() < 1e-9 * length {
                    let along = (c[0] - a[0]) * (b[0] - a[0]) + (c[1] - a[1]) * (b[1] - a[1]);
                    shares.push((along / (length * length)).clamp(0.0, 1.0));
                }
            }
            shares.sort_by(f64::total_cmp);
            for pair in shares.windows(2) {
                let [from, to] = [pair[0], pair[1]].map(|share| on_way(*a, *b, share));
                let length = apart(from, to);
                if length < 2.0 * BESIDE {
                    continue;
                }
                let middle = on_way(from, to, 0.5);
                let left = [(from[1] - to[1]) / length * BESIDE, (to[0] - from[0]) / length * BESIDE];
                let [is_left, is_right] = [1.0, -1.0].map(|sign| {
                    self.holds([middle[0] + sign * left[0], middle[1] + sign * left[1]], on_step)
                });
                let edge = match (is_left, is_right) {
                    (true, false) => [from, to],
                    (false, true) => [to, from],
                    _ => continue,
                };
                if !found.iter().any(|[c, d]| apart(*c, edge[0]) < BESIDE && apart(*d, edge[1]) < BESIDE) {
                    found.push(edge);
                }
            }
        }
        found
    }
}

/// Edges joined end to end.
fn chains(mut edges: Vec<[Point; 2]>) -> Vec<Vec<Point>> {
    let mut found = Vec::new();
    while let Some([first, mut end]) = edges.pop() {
        let mut chain = vec![first];
        while apart(first, end) > 4.0 * BESIDE {
            let nearest =
                (0..edges.len()).min_by(|a, b| apart(edges[*a][0], end).total_cmp(&apart(edges[*b][0], end)));
            let Some(next) = nearest else { break };
            chain.push(end);
            end = edges.swap_remove(next)[1];
        }
        if chain.len() > 2 {
            found.push(chain);
        }
    }
    found
}

/// The winding number rule.
fn winds_round(ring: &[Point], p: Point) -> bool {
    let turn = |index: usize| {
        let (a, b) = (ring[index], ring[(index + 1) % ring.len()]);
        match (a[1] <= p[1], b[1] <= p[1]) {
            (true, false) if side(a, b, p) > 0.0 => 1,
            (false, true) if side(a, b, p) < 0.0 => -1,
            _ => 0,
        }
    };
    (0..ring.len()).map(turn).sum::<i32>() != 0
}

/// Rule: HIL-3.
#[test]
fn figures_are_cut_by_steps() {
    let ring =
        |[x, y]: Point, [right, top]: Point| Figure::Ring(vec![[x, y], [right, y], [right, top], [x, top]]);
    let steps = [(ring([0.0, -5.0], [8.0, 5.0]), 1000), (ring([2.0, -4.0], [6.0, 4.0]), 2000)];
    for (figure, expected, reason) in [
        (ring([-9.0, 0.0], [-1.0, 1.0]), vec![(0, 8.0)], "off the hill"),
        (ring([3.0, 0.0], [5.0, 1.0]), vec![(2000, 2.0)], "on its top"),
        (ring([-2.0, 0.0], [4.0, 1.0]), vec![(0, 2.005), (1000, 2.0), (2000, 1.995)], "over two edges"),
        (
            ring([-9.0, -9.0], [9.0, 9.0]),
            vec![(0, 18.0 * 18.0 - 7.99 * 9.99), (1000, 7.99 * 9.99 - 3.99 * 7.99), (2000, 3.99 * 7.99)],
            "around it",
        ),
    ] {
        let parts = parts(figure, &steps);
        let sum = |height: i32| -> f64 {
            let of = parts.iter().filter(|(_, top)| *top == height);
            of.map(|(part, _)| area(&ring_of(part))).sum()
        };
        for (height, expected) in expected {
            assert!((sum(height) - expected).abs() < 1e-5, "{reason}: {} at {height}", sum(height));
        }
    }
}
