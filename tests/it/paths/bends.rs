//! The vertices of the oracle's graph: finely cut circles, corners, and the intersections of the boundaries
//! of two things on different surfaces.

use super::figures::{Figure, Point, apart, norm, on_way, side};
use super::oracle::Margins;
use super::world::{ALLOWANCE, Surface, World, near};

/// A point at which a path may bend.
#[derive(Clone, Debug)]
pub struct Vertex {
    pub at: Point,
    tight: Tight,
    /// On how many surfaces a model may be there; `None` for the start and the end.
    pub surfaces: Option<usize>,
}

/// Which legs a shortest path can have there.
#[derive(Clone, Debug)]
enum Tight {
    Any,
    /// Those tangent to a circle there; with the largest cosine of their angle to the radius.
    Round {
        out: Point,
        max_length: f64,
    },
    /// Those that leave both neighbours of a corner on one side.
    Corner([Point; 2]),
}

impl Vertex {
    pub fn plain(at: Point) -> Self {
        Self { at, tight: Tight::Any, surfaces: None }
    }

    /// Accepts every leg from now on.
    pub fn loosen(&mut self) {
        self.tight = Tight::Any;
    }

    /// Whether a shortest path can have a leg in that direction, of that length.
    pub fn is_tight(&self, along: Point, length: f64) -> bool {
        match &self.tight {
            Tight::Any => true,
            Tight::Round { out, max_length } => {
                // A little tolerance for short legs: an end of the path may lie just beside the circle.
                (along[0] * out[0] + along[1] * out[1]).abs() <= (max_length + 1e-6) * length + 0.003
            }
            Tight::Corner(neighbours) => {
                let [a, b] =
                    neighbours.map(|neighbour| side([0.0, 0.0], along, neighbour) / norm(neighbour) / length);
                length < 0.1 || a.min(b) > -0.02 || a.max(b) < 0.02
            }
        }
    }
}

/// The boundary of a figure, offset outward by `off`.
#[derive(Clone, Copy)]
struct Boundary<'w> {
    figure: &'w Figure,
    off: f64,
    /// Whether a surface ends there: the edge of a step or a floor.
    edge: bool,
}

/// Every vertex that paths of at most `max_length` inches between two points may use.
pub fn bends(world: &World, margins: Margins, [from, to]: [Point; 2], max_length: f64) -> Vec<Vertex> {
    let clear = margins.clear;
    // No path of that length gets farther from the midpoint of its ends.
    let middle = on_way(from, to, 0.5);
    let half_window = max_length / 2.0 + 0.1;
    let window = [
        [middle[0] - half_window, middle[1] - half_window],
        [middle[0] + half_window, middle[1] + half_window],
    ];
    let mut found = Vec::new();
    let mut boundaries = Vec::new();
    for obstacle in world.obstacles.iter().filter(|obstacle| obstacle.is_near(window, 4.0)) {
        let keep_outs: Vec<f64> =
            levels(world).into_iter().filter_map(|on| world.keep_out(obstacle, on)).collect();
        for index in (0..keep_outs.len()).filter(|index| !keep_outs[..*index].contains(&keep_outs[*index])) {
            boundaries.push(Boundary {
                figure: &obstacle.figure,
                off: keep_outs[index] + clear,
                edge: false,
            });
            for end in [from, to] {
                circle_through(&obstacle.figure, keep_outs[index] + clear, end, &mut found);
            }
            convex_corners(&obstacle.figure, keep_outs[index], clear, &mut found);
        }
    }
    for step in world.steps.iter().filter(|step| near(step.figure.bounds(), window, 0.1)) {
        convex_corners(&step.figure, 0.0, clear, &mut found);
        for end in [from, to] {
            circle_through(&step.figure, clear, end, &mut found);
        }
        reflex_corners(&step.figure, -ALLOWANCE - clear, &mut found);
        for off in [clear, -ALLOWANCE - clear] {
            boundaries.push(Boundary { figure: &step.figure, off, edge: true });
        }
    }
    for floor in world.floors.iter().filter(|floor| near(floor.figure.bounds(), window, 0.1)) {
        reflex_corners(&floor.figure, -clear, &mut found);
        boundaries.push(Boundary { figure: &floor.figure, off: -clear, edge: true });
    }
    intersections(&boundaries, !world.floors.is_empty(), &mut found);
    found.retain(|vertex| (0..2).all(|axis| (window[0][axis]..=window[1][axis]).contains(&vertex.at[axis])));
    for vertex in &mut found {
        let here = world.surfaces(vertex.at);
        let free = here.iter().filter(|on| world.depth(vertex.at, **on) <= margins.depth);
        vertex.surfaces = Some(free.count());
    }
    found.retain(|vertex| vertex.surfaces != Some(0));
    found
}

/// One surface of each height.
fn levels(world: &World) -> Vec<Surface> {
    let ground = std::iter::once(0).chain(world.steps.iter().map(|step| step.top));
    let ground = ground.map(|height| Surface { height, floor: None });
    let floors = world.floors.iter().map(|floor| Surface { height: floor.height, floor: Some(floor.piece) });
    ground.chain(floors).collect()
}

/// Segments of a circle: the polygon around it is longer by less than 0.003.
fn circle_segments(radius: f64) -> usize {
    (96.0 * radius.max(0.25).sqrt()).ceil() as usize
}

/// The corners of a polygon around a circle, so that legs between neighbours touch the circle.
fn circle(centre: Point, radius: f64, wanted: impl Fn(Point) -> bool, found: &mut Vec<Vertex>) {
    let count = circle_segments(radius);
    let half = std::f64::consts::PI / count as f64;
    for index in 0..count {
        let angle = 2.0 * half * index as f64;
        let out = [libm::cos(angle), libm::sin(angle)];
        if wanted(out) {
            let distance = radius / libm::cos(half);
            let at = [centre[0] + distance * out[0], centre[1] + distance * out[1]];
            found.push(Vertex {
                at,
                tight: Tight::Round { out, max_length: libm::sin(half) },
                surfaces: None,
            });
        }
    }
}

/// If an end of the path lies closer to something round than paths keep: the points of the circle through
/// that end.
fn circle_through(figure: &Figure, off: f64, end: Point, found: &mut Vec<Vertex>) {
    let circles: Vec<(Point, f64)> = match figure {
        Figure::Disc { centre, radius } => vec![(*centre, radius + off)],
        Figure::Ring(corners) => corners.iter().map(|corner| (*corner, off)).collect(),
    };
    for (centre, radius) in circles {
        let distance = apart(centre, end);
        if distance >= radius || distance < radius - 0.0075 || radius < 0.1 {
            continue;
        }
        let begin = libm::atan2(end[1] - centre[1], end[0] - centre[0]);
        let count = circle_segments(radius);
        for index in 0..count {
            let angle = begin + std::f64::consts::TAU * index as f64 / count as f64;
            let out = [libm::cos(angle), libm::sin(angle)];
            let at = [centre[0] + distance * out[0], centre[1] + distance * out[1]];
            let max_length = libm::sin(4.0 / count as f64);
            found.push(Vertex { at, tight: Tight::Round { out, max_length }, surfaces: None });
        }
    }
}

/// The vertices for going round a figure, `keep_out` away from it and a little more.
fn convex_corners(figure: &Figure, keep_out: f64, clear: f64, found: &mut Vec<Vertex>) {
    match figure {
        Figure::Disc { centre, radius } => circle(*centre, radius + keep_out + clear, |_| true, found),
        Figure::Ring(corners) => {
            for [previous, corner, next] in threes(corners) {
                let (a, b) = (toward(corner, previous), toward(corner, next));
                if side(previous, corner, next) <= 0.0 {
                    continue;
                }
                if keep_out > 0.0 {
                    let outside = |out: Point| {
                        [a, b].iter().all(|neighbour| out[0] * neighbour[0] + out[1] * neighbour[1] < 0.1)
                    };
                    circle(corner, keep_out + clear, outside, found);
                } else {
                    let at = offset_corner(corner, a, b, clear);
                    found.push(Vertex { at, tight: Tight::Corner([a, b]), surfaces: None });
                }
            }
        }
    }
}

/// The vertices for staying inside a figure: its reflex corners, moved; outward where `off` is positive.
fn reflex_corners(figure: &Figure, off: f64, found: &mut Vec<Vertex>) {
    let Figure::Ring(corners) = figure else { return };
    for [previous, corner, next] in threes(corners) {
        if side(previous, corner, next) < 0.0 {
            let (a, b) = (toward(corner, previous), toward(corner, next));
            let at = offset_corner(corner, a, b, -off);
            found.push(Vertex { at, tight: Tight::Corner([a, b]), surfaces: None });
        }
    }
}

fn threes(corners: &[Point]) -> impl Iterator<Item = [Point; 3]> + '_ {
    let count = corners.len();
    (0..count).map(move |index| {
        [corners[(index + count - 1) % count], corners[index], corners[(index + 1) % count]]
    })
}

fn toward(from: Point, to: Point) -> Point {
    let length = apart(from, to);
    [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
}

/// A corner moved by `off` away from both its edges, out of the angle between them.
fn offset_corner(corner: Point, a: Point, b: Point, off: f64) -> Point {
    let sum = [a[0] + b[0], a[1] + b[1]];
    let length = norm(sum).max(1e-9);
    // The sine of half the angle between the edges; a sharp corner is not moved far.
    let half = (1.0 - (a[0] * b[0] + a[1] * b[1])).max(0.0) / 2.0;
    let by = off / half.sqrt().max(0.3) / length;
    [corner[0] - by * sum[0], corner[1] - by * sum[1]]
}

/// The intersections of the boundaries of two things on different surfaces.
fn intersections(boundaries: &[Boundary], floors: bool, found: &mut Vec<Vertex>) {
    for (index, one) in boundaries.iter().enumerate() {
        for other in &boundaries[..index] {
            if !(floors || one.edge || other.edge) || std::ptr::eq(one.figure, other.figure) {
                continue;
            }
            let reach = one.off.max(0.0) + other.off.max(0.0) + 0.1;
            if !near(one.figure.bounds(), other.figure.bounds(), reach) {
                continue;
            }
            let is_on_both = |at: &Point| {
                [one, other]
                    .iter()
                    .all(|boundary| (boundary.figure.outside(*at) - boundary.off).abs() < 0.006)
            };
            let points = pieces(one).into_iter().flat_map(|a| {
                pieces(other).into_iter().flat_map(move |b| crossings(a, b)).collect::<Vec<_>>()
            });
            found.extend(points.filter(is_on_both).map(|at| Vertex {
                at,
                tight: Tight::Any,
                surfaces: None,
            }));
        }
    }
}

/// A piece of a boundary.
#[derive(Clone, Copy)]
enum Piece {
    Line(Point, Point),
    Circle(Point, f64),
}

/// The circle on which the corners of a finely cut one lie.
fn cut_circle(centre: Point, radius: f64) -> Piece {
    Piece::Circle(centre, radius / libm::cos(std::f64::consts::PI / circle_segments(radius) as f64))
}

fn pieces(boundary: &Boundary) -> Vec<Piece> {
    match boundary.figure {
        Figure::Disc { centre, radius } => vec![cut_circle(*centre, radius + boundary.off)],
        Figure::Ring(corners) => {
            let edges = boundary.figure.edges().map(|(a, b)| {
                let unit = toward(a, b);
                let (out, on) =
                    ([unit[1] * boundary.off, -unit[0] * boundary.off], [unit[0] * 0.01, unit[1] * 0.01]);
                Piece::Line(
                    [a[0] + out[0] - on[0], a[1] + out[1] - on[1]],
                    [b[0] + out[0] + on[0], b[1] + out[1] + on[1]],
                )
            });
            let round =
                corners.iter().filter(|_| boundary.off > 0.1).map(|corner| cut_circle(*corner, boundary.off));
            edges.chain(round).collect()
        }
    }
}

fn crossings(one: Piece, other: Piece) -> Vec<Point> {
    match (one, other) {
        (Piece::Line(a, b), Piece::Line(c, d)) => {
            let (from, to) = (side(c, d, a), side(c, d, b));
            let (from_other, to_other) = (side(a, b, c), side(a, b, d));
            let crossed = from * to < 0.0 && from_other * to_other < 0.0;
            let share = from / (from - to);
            crossed.then(|| on_way(a, b, share)).into_iter().collect()
        }
        (Piece::Line(a, b), Piece::Circle(centre, radius))
        | (Piece::Circle(centre, radius), Piece::Line(a, b)) => {
            let mut shares = Vec::new();
            Figure::Disc { centre, radius }.shares(a, b, 0.0, &mut shares);
            shares.retain(|share| (0.0..=1.0).contains(share));
            shares.into_iter().map(|share| on_way(a, b, share)).collect()
        }
        (Piece::Circle(a, r), Piece::Circle(b, s)) => {
            let length = apart(a, b);
            let along = (length * length + r * r - s * s) / (2.0 * length);
            let squared = r * r - along * along;
            if length == 0.0 || squared <= 0.0 {
                return Vec::new();
            }
            let (unit, aside) = (toward(a, b), squared.sqrt());
            let at = |aside: f64| {
                [a[0] + along * unit[0] - aside * unit[1], a[1] + along * unit[1] + aside * unit[0]]
            };
            vec![at(aside), at(-aside)]
        }
    }
}
