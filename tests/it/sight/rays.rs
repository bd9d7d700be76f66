//! The oracle's sight: rays from the eyes to the middles of a grid of cells on a body, each tested against every solid near
//! it.

use warstrike::table::sight::SightBody;

use crate::paths::figures::{Figure, Point, apart, on_way};

use super::world::{Solid, World};

/// How many cells a body has along each side.
pub const CELLS: usize = 100;

/// A point in space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    pub at: Point,
    pub height: f64,
}

/// Something solid between two heights, from one share of a line over the table to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    shares: [f64; 2],
    heights: [f64; 2],
}

impl Span {
    /// Whether a line that starts at one height and ends at another goes through it.
    fn stops(&self, from: f64, to: f64) -> bool {
        let [a, b] = self.shares.map(|share| from + share * (to - from));
        a.max(b) > self.heights[0] && a.min(b) < self.heights[1]
    }

    /// The heights between which lines end that start at a height and go through it; reversed if there are none.
    pub fn hides(&self, from: f64) -> [f64; 2] {
        let ends = |height: f64| self.shares.map(|share| from + (height - from) / share.max(1e-9));
        let ([a, b], [c, d]) = (ends(self.heights[0]), ends(self.heights[1]));
        [a.min(b), c.max(d)]
    }

    /// The heights that it has where lines end inside it.
    pub fn at_end(&self) -> Option<[f64; 2]> {
        (self.shares[1] > 1.0 - 1e-9).then_some(self.heights)
    }

    /// The share at which a line between two heights enters it.
    fn entry(&self, from: f64, to: f64) -> f64 {
        let at = |height: f64| (height - from) / (to - from);
        let start = from + self.shares[0] * (to - from);
        if start < self.heights[0] {
            at(self.heights[0])
        } else if start > self.heights[1] {
            at(self.heights[1])
        } else {
            self.shares[0]
        }
    }
}

/// The eyes of a model.
///
/// Rule: BAS-2.
pub fn eyes(of: &SightBody) -> Spot {
    Spot { at: of.foot.ground(), height: of.foot.z.inches() + of.eyes.inches() }
}

/// The middle of its body.
pub fn middle(of: &SightBody) -> Spot {
    Spot { at: of.foot.ground(), height: of.foot.z.inches() + of.height.inches() / 2.0 }
}

/// The left and right edge of a body as the eyes see it.
///
/// Rule: VIS-1.
pub fn ends(eye: Spot, to: &SightBody) -> [Point; 2] {
    let centre = to.foot.ground();
    let distance = apart(eye.at, centre);
    let across = [-(centre[1] - eye.at[1]) / distance, (centre[0] - eye.at[0]) / distance];
    [1.0, -1.0].map(|side| {
        let out = side * to.radius;
        [centre[0] + out * across[0], centre[1] + out * across[1]]
    })
}

/// How many of `cells` x `cells` rays are open; stops counting at `enough`.
fn open_rays(world: &World, eye: Spot, to: &SightBody, cells: usize, enough: usize) -> usize {
    let [left, right] = ends(eye, to);
    let [foot, head] = [to.foot.z.inches(), to.foot.z.inches() + to.height.inches()];
    let solids = near(&world.solids, &[eye.at, left, right], [eye.height.min(foot), eye.height.max(head)]);
    let share = |index: usize| (index as f64 + 0.5) / cells as f64;
    let (mut open, mut spans) = (0, Vec::new());
    for column in 0..cells {
        spans.clear();
        let at = on_way(left, right, share(column));
        solids.iter().for_each(|solid| add_spans(solid, eye.at, at, &mut spans));
        let heights = (0..cells).map(|row| foot + share(row) * (head - foot));
        open += heights.filter(|height| !spans.iter().any(|span| span.stops(eye.height, *height))).count();
        if open >= enough {
            break;
        }
    }
    open
}

/// The share of a body in view.
///
/// Rule: VIS-1.
pub fn fraction_from(world: &World, eye: Spot, to: &SightBody, cells: usize) -> f64 {
    open_rays(world, eye, to, cells, usize::MAX) as f64 / (cells * cells) as f64
}

/// The share of a body in view of another model.
///
/// Rule: VIS-1.
pub fn fraction(world: &World, from: &SightBody, to: &SightBody) -> f64 {
    fraction_from(world, eyes(from), to, CELLS)
}

/// Whether any ray is open from the eyes of either to the body of the other.
///
/// Rule: VIS-1.
pub fn any_open(world: &World, a: &SightBody, b: &SightBody, cells: usize) -> bool {
    [(a, b), (b, a)].iter().any(|(from, to)| open_rays(world, eyes(from), to, cells, 1) > 0)
}

/// The solids that rays between some points may meet.
pub fn near<'w>(solids: &'w [Solid], points: &[Point], [low, high]: [f64; 2]) -> Vec<&'w Solid> {
    let apart = |solid: &Solid| {
        let [low, high] = solid.bounds;
        (0..2).any(|axis| {
            points.iter().all(|at| at[axis] < low[axis]) || points.iter().all(|at| at[axis] > high[axis])
        })
    };
    let level = |solid: &Solid| solid.heights[0] <= high && solid.heights[1] >= low;
    solids.iter().filter(|solid| level(solid) && !apart(solid)).collect()
}

/// Adds the spans in which a line over the table crosses a solid's footprint.
pub fn add_spans(solid: &Solid, from: Point, to: Point, found: &mut Vec<Span>) {
    let mut cuts = vec![0.0, 1.0];
    solid.figure.shares(from, to, 0.0, &mut cuts);
    solid.holes.iter().for_each(|hole| hole.figure.shares(from, to, 0.0, &mut cuts));
    // A circle's cuts may lie before the line starts or after it ends.
    cuts.retain(|share| (0.0..=1.0).contains(share));
    cuts.sort_by(f64::total_cmp);
    let first = found.len();
    for pair in cuts.windows(2) {
        let middle = on_way(from, to, (pair[0] + pair[1]) / 2.0);
        if pair[1] - pair[0] < 1e-12 || !is_in(&solid.figure, middle) {
            continue;
        }
        for heights in solid_heights(solid, middle) {
            // Join spans at cuts that change nothing, so that no line slips through between them.
            match found[first..].last_mut() {
                Some(last) if last.shares[1] == pair[0] && last.heights == heights => {
                    last.shares[1] = pair[1]
                }
                _ => found.push(Span { shares: [pair[0], pair[1]], heights }),
            }
        }
    }
}

/// The heights between which a solid stands at a point: below and above the openings there.
fn solid_heights(solid: &Solid, at: Point) -> Vec<[f64; 2]> {
    let mut parts = vec![solid.heights];
    for hole in solid.holes.iter().filter(|hole| is_in(&hole.figure, at)) {
        let cut =
            |[low, high]: [f64; 2]| [[low, high.min(hole.heights[0])], [low.max(hole.heights[1]), high]];
        parts = parts.into_iter().flat_map(cut).filter(|[low, high]| low < high).collect();
    }
    parts
}

fn is_in(figure: &Figure, at: Point) -> bool {
    figure.outside(at) < 0.0
}

/// The first piece that a line meets, and the share of it before that.
pub fn first_stop(world: &World, from: Spot, to: Spot) -> Option<(usize, f64)> {
    let mut stops = Vec::new();
    for solid in &world.solids {
        let mut spans = Vec::new();
        add_spans(solid, from.at, to.at, &mut spans);
        spans.retain(|span| span.stops(from.height, to.height));
        stops.extend(spans.iter().map(|span| (solid.piece, span.entry(from.height, to.height))));
    }
    stops.into_iter().min_by(|a, b| a.1.total_cmp(&b.1))
}

/// The length of a line inside woods, by short steps.
///
/// Rule: VIS-2.
pub fn in_woods(world: &World, from: Spot, to: Spot, step: f64) -> f64 {
    let (ground, rise) = (apart(from.at, to.at), to.height - from.height);
    let length = (ground * ground + rise * rise).sqrt();
    let heights = [from.height.min(to.height), from.height.max(to.height)];
    let woods = near(&world.woods, &[from.at, to.at], heights);
    if woods.is_empty() {
        return 0.0;
    }
    let count = (length / step).ceil() as usize;
    let inside = (0..count).filter(|index| {
        let share = (*index as f64 + 0.5) / count as f64;
        let at = on_way(from.at, to.at, share);
        woods.iter().any(|wood| wood.holds(at, from.height + share * rise))
    });
    inside.count() as f64 * length / count as f64
}
