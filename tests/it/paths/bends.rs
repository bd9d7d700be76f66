//! Where the oracle's paths may bend: finely cut circles, corners, and wherever the edges
//! of two things meet of which one lies over the other.

use super::figures::{Figure, Point, apart, length, on_way, side};
use super::oracle::Margins;
use super::world::{ALLOWANCE, Surface, World, near};

/// A place at which a way may bend.
#[derive(Clone, Debug)]
pub struct Vertex {
    pub at: Point,
    tight: Tight,
    /// On how many surfaces a model may be there; none for the start and the end.
    pub surfaces: Option<usize>,
}

/// Which legs a shortest way can have there.
#[derive(Clone, Debug)]
enum Tight {
    Any,
    /// Those that touch a circle there: how far from square to the radius they may be.
    Round {
        out: Point,
        most: f64,
    },
    /// Those that leave both neighbours of a corner on one side.
    Corner([Point; 2]),
}

impl Vertex {
    pub fn plain(at: Point) -> Self {
        Self { at, tight: Tight::Any, surfaces: None }
    }

    /// Lets every leg come and go.
    pub fn loosen(&mut self) {
        self.tight = Tight::Any;
    }

    /// Whether a leg of some length is one that a shortest way can have.
    pub fn is_tight(&self, along: Point, long: f64) -> bool {
        match &self.tight {
            Tight::Any => true,
            Tight::Round { out, most } => {
                // A hair more for short legs: to an end of the way that lies a hair beside the circle.
                (along[0] * out[0] + along[1] * out[1]).abs() <= (most + 1e-6) * long + 0.003
            }
            Tight::Corner(wings) => {
                let [a, b] = wings.map(|wing| side([0.0, 0.0], along, wing) / length(wing) / long);
                long < 0.1 || a.min(b) > -0.02 || a.max(b) < 0.02
            }
        }
    }
}

/// The line that runs `off` outside a figure.
#[derive(Clone, Copy)]
struct Rim<'w> {
    figure: &'w Figure,
    off: f64,
    /// Whether what is beside it ends there: an edge of a step or a floor.
    edge: bool,
}

/// Every bend of use to ways of at most `most` inches between two points.
pub fn bends(world: &World, margins: Margins, [from, to]: [Point; 2], most: f64) -> Vec<Vertex> {
    let clear = margins.clear;
    // No way of that length comes farther from the middle between both ends.
    let middle = on_way(from, to, 0.5);
    let spare = most / 2.0 + 0.1;
    let window = [[middle[0] - spare, middle[1] - spare], [middle[0] + spare, middle[1] + spare]];
    let mut found = Vec::new();
    let mut rims = Vec::new();
    for bar in world.bars.iter().filter(|bar| bar.is_near(window, 4.0)) {
        let keeps: Vec<f64> = levels(world).into_iter().filter_map(|on| world.keep(bar, on)).collect();
        for nth in (0..keeps.len()).filter(|nth| !keeps[..*nth].contains(&keeps[*nth])) {
            rims.push(Rim { figure: &bar.figure, off: keeps[nth] + clear, edge: false });
            for end in [from, to] {
                through(&bar.figure, keeps[nth] + clear, end, &mut found);
            }
            turning_out(&bar.figure, keeps[nth], clear, &mut found);
        }
    }
    for step in world.steps.iter().filter(|step| near(step.figure.bounds(), window, 0.1)) {
        turning_out(&step.figure, 0.0, clear, &mut found);
        for end in [from, to] {
            through(&step.figure, clear, end, &mut found);
        }
        turning_in(&step.figure, -ALLOWANCE - clear, &mut found);
        for off in [clear, -ALLOWANCE - clear] {
            rims.push(Rim { figure: &step.figure, off, edge: true });
        }
    }
    for floor in world.floors.iter().filter(|floor| near(floor.figure.bounds(), window, 0.1)) {
        turning_in(&floor.figure, -clear, &mut found);
        rims.push(Rim { figure: &floor.figure, off: -clear, edge: true });
    }
    meetings(&rims, !world.floors.is_empty(), &mut found);
    found.retain(|vertex| (0..2).all(|axis| (window[0][axis]..=window[1][axis]).contains(&vertex.at[axis])));
    for vertex in &mut found {
        let here = world.surfaces(vertex.at);
        let free = here.iter().filter(|on| world.depth(vertex.at, **on) <= margins.depth);
        vertex.surfaces = Some(free.count());
    }
    found.retain(|vertex| vertex.surfaces != Some(0));
    found
}

/// One surface of each height there is.
fn levels(world: &World) -> Vec<Surface> {
    let ground = std::iter::once(0).chain(world.steps.iter().map(|step| step.top));
    let ground = ground.map(|height| Surface { height, floor: None });
    let floors = world.floors.iter().map(|floor| Surface { height: floor.height, floor: Some(floor.piece) });
    ground.chain(floors).collect()
}

/// Cuts for a circle: a way round all of it is longer than it by less than 0.003.
fn cuts(radius: f64) -> usize {
    (96.0 * radius.max(0.25).sqrt()).ceil() as usize
}

/// Points of a circle, on one a hair larger, so that what joins neighbours touches it.
fn circle(centre: Point, radius: f64, wanted: impl Fn(Point) -> bool, found: &mut Vec<Vertex>) {
    let count = cuts(radius);
    let half = std::f64::consts::PI / count as f64;
    for nth in 0..count {
        let angle = 2.0 * half * nth as f64;
        let out = [libm::cos(angle), libm::sin(angle)];
        if wanted(out) {
            let far = radius / libm::cos(half);
            let at = [centre[0] + far * out[0], centre[1] + far * out[1]];
            found.push(Vertex { at, tight: Tight::Round { out, most: libm::sin(half) }, surfaces: None });
        }
    }
}

/// Where an end of a way touches something round, nearer than ways keep to it: points of the circle
/// through that end.
fn through(figure: &Figure, off: f64, end: Point, found: &mut Vec<Vertex>) {
    let circles: Vec<(Point, f64)> = match figure {
        Figure::Disc { centre, radius } => vec![(*centre, radius + off)],
        Figure::Ring(corners) => corners.iter().map(|corner| (*corner, off)).collect(),
    };
    for (centre, radius) in circles {
        let far = apart(centre, end);
        if far >= radius || far < radius - 0.0075 || radius < 0.1 {
            continue;
        }
        let begin = libm::atan2(end[1] - centre[1], end[0] - centre[0]);
        let count = cuts(radius);
        for nth in 0..count {
            let angle = begin + std::f64::consts::TAU * nth as f64 / count as f64;
            let out = [libm::cos(angle), libm::sin(angle)];
            let at = [centre[0] + far * out[0], centre[1] + far * out[1]];
            let most = libm::sin(4.0 / count as f64);
            found.push(Vertex { at, tight: Tight::Round { out, most }, surfaces: None });
        }
    }
}

/// The bends of one that goes round a figure, `keep` away from it and a little more.
fn turning_out(figure: &Figure, keep: f64, clear: f64, found: &mut Vec<Vertex>) {
    match figure {
        Figure::Disc { centre, radius } => circle(*centre, radius + keep + clear, |_| true, found),
        Figure::Ring(corners) => {
            for [before, corner, after] in threes(corners) {
                let (a, b) = (toward(corner, before), toward(corner, after));
                if side(before, corner, after) <= 0.0 {
                    continue;
                }
                if keep > 0.0 {
                    let outside =
                        |out: Point| [a, b].iter().all(|wing| out[0] * wing[0] + out[1] * wing[1] < 0.1);
                    circle(corner, keep + clear, outside, found);
                } else {
                    let at = pushed(corner, a, b, clear);
                    found.push(Vertex { at, tight: Tight::Corner([a, b]), surfaces: None });
                }
            }
        }
    }
}

/// The bends of one that stays in a figure: its corners that turn in, moved; outward above 0.
fn turning_in(figure: &Figure, off: f64, found: &mut Vec<Vertex>) {
    let Figure::Ring(corners) = figure else { return };
    for [before, corner, after] in threes(corners) {
        if side(before, corner, after) < 0.0 {
            let (a, b) = (toward(corner, before), toward(corner, after));
            let at = pushed(corner, a, b, -off);
            found.push(Vertex { at, tight: Tight::Corner([a, b]), surfaces: None });
        }
    }
}

fn threes(corners: &[Point]) -> impl Iterator<Item = [Point; 3]> + '_ {
    let count = corners.len();
    (0..count).map(move |nth| [corners[(nth + count - 1) % count], corners[nth], corners[(nth + 1) % count]])
}

fn toward(from: Point, to: Point) -> Point {
    let long = apart(from, to);
    [(to[0] - from[0]) / long, (to[1] - from[1]) / long]
}

/// A corner moved away from both its edges by `off`, out of the angle between them.
fn pushed(corner: Point, a: Point, b: Point, off: f64) -> Point {
    let sum = [a[0] + b[0], a[1] + b[1]];
    let long = length(sum).max(1e-9);
    // The sine of half the angle between the edges; a sharp corner is not pushed far.
    let half = (1.0 - (a[0] * b[0] + a[1] * b[1])).max(0.0) / 2.0;
    let by = off / half.sqrt().max(0.3) / long;
    [corner[0] - by * sum[0], corner[1] - by * sum[1]]
}

/// Where the edge of one thing meets that of another on another surface.
fn meetings(rims: &[Rim], floors: bool, found: &mut Vec<Vertex>) {
    for (nth, one) in rims.iter().enumerate() {
        for other in &rims[..nth] {
            if !(floors || one.edge || other.edge) || std::ptr::eq(one.figure, other.figure) {
                continue;
            }
            let reach = one.off.max(0.0) + other.off.max(0.0) + 0.1;
            if !near(one.figure.bounds(), other.figure.bounds(), reach) {
                continue;
            }
            let on_both =
                |at: &Point| [one, other].iter().all(|rim| (rim.figure.outside(*at) - rim.off).abs() < 0.006);
            let points = parts(one).into_iter().flat_map(|a| {
                parts(other).into_iter().flat_map(move |b| crossings(a, b)).collect::<Vec<_>>()
            });
            found.extend(points.filter(on_both).map(|at| Vertex { at, tight: Tight::Any, surfaces: None }));
        }
    }
}

/// A piece of a rim.
#[derive(Clone, Copy)]
enum Part {
    Line(Point, Point),
    Circle(Point, f64),
}

/// The circle on which the points of a finely cut one lie.
fn round(centre: Point, radius: f64) -> Part {
    Part::Circle(centre, radius / libm::cos(std::f64::consts::PI / cuts(radius) as f64))
}

fn parts(rim: &Rim) -> Vec<Part> {
    match rim.figure {
        Figure::Disc { centre, radius } => vec![round(*centre, radius + rim.off)],
        Figure::Ring(corners) => {
            let edges = rim.figure.edges().map(|(a, b)| {
                let unit = toward(a, b);
                let (out, on) = ([unit[1] * rim.off, -unit[0] * rim.off], [unit[0] * 0.01, unit[1] * 0.01]);
                Part::Line(
                    [a[0] + out[0] - on[0], a[1] + out[1] - on[1]],
                    [b[0] + out[0] + on[0], b[1] + out[1] + on[1]],
                )
            });
            let round = corners.iter().filter(|_| rim.off > 0.1).map(|corner| round(*corner, rim.off));
            edges.chain(round).collect()
        }
    }
}

fn crossings(one: Part, other: Part) -> Vec<Point> {
    match (one, other) {
        (Part::Line(a, b), Part::Line(c, d)) => {
            let (from, to) = (side(c, d, a), side(c, d, b));
            let (from_other, to_other) = (side(a, b, c), side(a, b, d));
            let crossed = from * to < 0.0 && from_other * to_other < 0.0;
            let share = from / (from - to);
            crossed.then(|| on_way(a, b, share)).into_iter().collect()
        }
        (Part::Line(a, b), Part::Circle(centre, radius))
        | (Part::Circle(centre, radius), Part::Line(a, b)) => {
            let mut shares = Vec::new();
            Figure::Disc { centre, radius }.shares(a, b, 0.0, &mut shares);
            shares.retain(|share| (0.0..=1.0).contains(share));
            shares.into_iter().map(|share| on_way(a, b, share)).collect()
        }
        (Part::Circle(a, r), Part::Circle(b, s)) => {
            let long = apart(a, b);
            let along = (long * long + r * r - s * s) / (2.0 * long);
            let squared = r * r - along * along;
            if long == 0.0 || squared <= 0.0 {
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
