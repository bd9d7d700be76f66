//! Zones for which a legal placing is known: the search finds one as well.

use super::*;
use crate::piece::{Kind, Piece};
use crate::plane::distance;
use crate::sample::{SOLDIER, at, ground, piece, rectangle, table};
use warstrike_rules::movement::going::Going;

/// Room for soldiers in a zone of a table.
fn room<'a>(terrain: &'a Terrain, zone: Shape) -> Room<'a> {
    Room {
        terrain,
        mover: SOLDIER,
        zone: Cow::Owned(zone),
        leader_zone: None,
        others: Vec::new(),
        enemies: Vec::new(),
        enemy_gap: 2.0,
        max_gap: 2.0,
    }
}

fn turned(points: &[Point], degrees: f64) -> Vec<Point> {
    let angle = degrees.to_radians();
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    points.iter().map(|[x, y]| [x * cos - y * sin, x * sin + y * cos]).collect()
}

fn box_of(width: f64, depth: f64) -> [Point; 4] {
    let (x, y) = (width / 2.0, depth / 2.0);
    [[-x, -y], [x, -y], [x, y], [-x, y]]
}

fn barred(footprint: Shape) -> Piece {
    Piece { going: Some(Going::Impassable), ..piece("barred", footprint, Kind::Ground) }
}

/// Rule: MIS-1, MIS-3, COH-1, BAS-10.
#[test]
fn a_formation_is_found_where_one_has_room() {
    let polygon = |points: &[Point]| Shape::Polygon(points.to_vec());
    let disc = |radius| Shape::Circle { centre: [0.0, 0.0], radius };
    let ell = [[0.0, 0.0], [5.0, 0.0], [5.0, 1.0], [1.0, 1.0], [1.0, 5.0], [0.0, 5.0]];
    for (zone, count, found, reason) in [
        (polygon(&box_of(1.0, 3.0)), 2, true, "one behind the other"),
        (polygon(&box_of(1.0, 3.0)), 3, true, "three, all touching"),
        (polygon(&box_of(1.0, 3.0)), 4, false, "three at most"),
        (polygon(&box_of(1.0, 2.99)), 3, true, "the allowance helps twice: 0.005 at each gap"),
        (
            polygon(&box_of(1.0, 2.97)),
            3,
            false,
            "the allowance does not help: 0.005 at either end and at each gap",
        ),
        (polygon(&box_of(1.0, 1.0)), 2, false, "room for one"),
        (polygon(&box_of(0.99, 1.0)), 1, true, "0.005 on either side"),
        (polygon(&box_of(0.98, 1.0)), 1, false, "too narrow"),
        (polygon(&box_of(30.0, 1.0)), 10, true, "in one rank"),
        (polygon(&box_of(5.0, 2.0)), 10, true, "a block as large as the zone"),
        (polygon(&turned(&box_of(5.0, 2.0), 33.0)), 10, true, "the same turned"),
        (polygon(&box_of(5.0, 2.0)), 11, false, "and no more"),
        (polygon(&box_of(1.8661, 1.5)), 2, true, "two that touch, in opposite corners"),
        (polygon(&box_of(3.0, 2.7321)), 8, true, "three, two and three, staggered"),
        (polygon(&ell), 9, true, "round the corner"),
        (polygon(&ell), 10, false, "nine at most"),
        (disc(1.5), 7, true, "one in the middle, six round it"),
        (disc(1.5), 8, false, "and no more"),
    ] {
        let terrain = table(Vec::new());
        let room = room(&terrain, zone);
        let places = room.formation(count, [0.0, 0.0]);
        assert_eq!(places.is_some(), found, "{count}: {reason}");
        assert_eq!(places.map_or(count, |places| places.len()), count, "{reason}");
        assert!(!(found && room.is_surely_too_small(count)), "proof against room: {reason}");
    }
}

/// Rule: MIS-1, GO-4, MOV-4. What stands in the zone: a pond 4 wide fills it but for a strip of 1.
#[test]
fn a_formation_goes_round_what_stands_in_the_zone() {
    let terrain = table(vec![ground(Going::Impassable)]);
    let strip = |width: f64| rectangle([-2.0, -2.0], [2.0 + width, 2.0]);
    for (zone, others, count, found, reason) in [
        (strip(1.0), vec![], 4, true, "four beside the pond"),
        (strip(1.0), vec![], 5, false, "and no more"),
        (strip(0.98), vec![], 1, false, "the strip is too narrow"),
        (strip(1.0), vec![at(2.5, -1.5, 0.0)], 3, true, "three beside the pond and another model"),
        (strip(1.0), vec![at(2.5, 0.0, 0.0)], 2, true, "one on either side of him, 1 apart"),
        (strip(1.0), vec![at(2.5, 0.0, 0.0)], 3, false, "and no more"),
    ] {
        let body = |at| Body { disc: Disc { at, radius: 0.5 }, height: SOLDIER.height };
        let room = Room { others: others.into_iter().map(body).collect(), ..room(&terrain, zone) };
        assert_eq!(room.formation(count, [0.0, 0.0]).is_some(), found, "{count}: {reason}");
    }
}

/// Rule: MIS-3. The leader touches the edge, the others come within 2 of it, nobody within 2 of an enemy.
#[test]
fn who_enters_is_led_along_the_edge() {
    let terrain = table(Vec::new());
    let strip = |depth: f64| rectangle([-24.0, -24.0], [24.0, -24.0 + depth]);
    let enemy = |x: f64| Disc { at: at(x, -23.5, 0.0), radius: 0.5 };
    for (apart, count, found, reason) in [
        (6.0, 1, true, "between enemies 5 apart: 2 from either"),
        (5.98, 1, false, "a little too near"),
        (8.0, 4, true, "two in front, two behind"),
    ] {
        let enemies: Vec<Disc> = (-8..=8).map(|step| enemy(apart * (f64::from(step) + 0.5))).collect();
        let room = Room { enemies, leader_zone: Some(strip(1.0)), ..room(&terrain, strip(3.0)) };
        let places = room.formation(count, [0.0, -24.0]);
        assert_eq!(places.is_some(), found, "{count}: {reason}");
    }
}

/// Numbers from a seed.
struct Numbers(u64);

impl Numbers {
    /// From 0 to 1.
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.share()
    }

    fn below(&mut self, end: usize) -> usize {
        ((self.share() * end as f64) as usize).min(end - 1)
    }
}

/// A zone built around a legal placing, as tight as it can be.
struct Tight {
    zone: Shape,
    pieces: Vec<Piece>,
    others: Vec<Body>,
    leader_zone: Option<Shape>,
    count: usize,
}

/// Construction of a tight zone.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kindred {
    /// A box around models placed at random, turned.
    Loose,
    /// The same with hardly any gaps.
    Dense,
    /// The hull of models placed at random.
    Hull,
    /// A block of ranks and files, as large as its zone, turned.
    Block,
    /// A corridor as wide as a base with some turns, full of models.
    Snake,
    /// A box full of impassable discs and other models beside those placed.
    Cluttered,
    /// The same along an edge that the leader touches.
    Entering,
}

const KINDS: [Kindred; 7] = [
    Kindred::Loose,
    Kindred::Dense,
    Kindred::Hull,
    Kindred::Block,
    Kindred::Snake,
    Kindred::Cluttered,
    Kindred::Entering,
];

/// Models placed one after another at random, each so far from one before at most.
fn scattered(numbers: &mut Numbers, count: usize, gap: f64) -> Vec<Point> {
    scattered_from([0.0, 0.0], |_| true, numbers, count, gap)
}

/// The same from a place on, all of them inside something.
fn scattered_from(
    first: Point,
    inside: impl Fn(Point) -> bool,
    numbers: &mut Numbers,
    count: usize,
    gap: f64,
) -> Vec<Point> {
    let mut placed: Vec<Point> = vec![first];
    while placed.len() < count {
        let [x, y] = placed[numbers.below(placed.len())];
        let (angle, apart) = (numbers.between(0.0, std::f64::consts::TAU), 1.001 + gap * numbers.share());
        let next = [x + apart * libm::cos(angle), y + apart * libm::sin(angle)];
        if inside(next) && placed.iter().all(|other| distance(*other, next) >= 1.001) {
            placed.push(next);
        }
    }
    placed
}

/// The box round bases at some points.
fn bounds(placed: &[Point]) -> Vec<Point> {
    let [[x, y], [right, top]] = crate::outline::bounds_of(placed);
    vec![[x - 0.5, y - 0.5], [right + 0.5, y - 0.5], [right + 0.5, top + 0.5], [x - 0.5, top + 0.5]]
}

fn tight(kind: Kindred, numbers: &mut Numbers) -> Tight {
    let count = 1 + numbers.below(10);
    let turn = if numbers.below(2) == 0 { 0.0 } else { numbers.between(0.0, 90.0) };
    let zone = |points: &[Point]| Shape::Polygon(turned(points, turn));
    let of = |zone: Shape, count: usize| Tight {
        zone,
        pieces: Vec::new(),
        others: Vec::new(),
        leader_zone: None,
        count,
    };
    match kind {
        Kindred::Loose => of(zone(&bounds(&scattered(numbers, count, 1.9))), count),
        Kindred::Dense => of(zone(&bounds(&scattered(numbers, count, 0.1))), count),
        Kindred::Hull => {
            // Sides at sixteen directions, each as near as the bases let it.
            let placed = scattered(numbers, count.max(2), 1.0);
            let sides = crate::plane::points_on_rings([0.0, 0.0], [1.0], 16);
            let lines: Vec<(Point, f64)> = sides
                .map(|out| {
                    let far = placed.iter().map(|at| at[0] * out[0] + at[1] * out[1]);
                    (out, far.fold(f64::NEG_INFINITY, f64::max) + 0.5)
                })
                .collect();
            let next = lines.iter().cycle().skip(1);
            let corner = |((a, far), (b, other)): (&(Point, f64), &(Point, f64))| {
                let turn = a[0] * b[1] - a[1] * b[0];
                [(far * b[1] - other * a[1]) / turn, (other * a[0] - far * b[0]) / turn]
            };
            of(Shape::Polygon(lines.iter().zip(next).map(corner).collect()), placed.len())
        }
        Kindred::Block => {
            let (files, ranks) = (1 + numbers.below(5), 1 + numbers.below(3));
            of(zone(&box_of(files as f64, ranks as f64)), files * ranks)
        }
        Kindred::Snake => snake(numbers, turn),
        Kindred::Cluttered => {
            let placed = scattered(numbers, count, 1.9);
            cluttered(numbers, &placed, &bounds(&placed))
        }
        Kindred::Entering => {
            let inside = |at: Point| (-23.5..=-21.5).contains(&at[1]);
            let placed = scattered_from([0.0, -23.5], inside, numbers, count, 1.9);
            let [low, high] = crate::outline::bounds_of(&placed);
            let strip = |top: f64| rectangle([low[0] - 0.5, -24.0], [high[0] + 0.5, top]);
            let Shape::Polygon(outline) = strip(-21.0) else { unreachable!() };
            Tight { leader_zone: Some(strip(-23.0)), ..cluttered(numbers, &placed, &outline) }
        }
    }
}

/// A corridor of straight parts of whole bases, turning left and right in turn.
fn snake(numbers: &mut Numbers, turn: f64) -> Tight {
    let mut middle: Vec<Point> = vec![[0.0, 0.0]];
    let mut count = 1;
    for part in 0..2 + numbers.below(3) {
        let length = 1 + numbers.below(4);
        let [x, y] = middle[middle.len() - 1];
        let length = if part > 0 { length.max(2) } else { length };
        middle.push(if part % 2 == 0 { [x + length as f64, y] } else { [x, y + length as f64] });
        count += length;
    }
    // Right and left of the way, half a base aside; it goes to the right and up in turn.
    let [mut right, mut left] = [Vec::new(), Vec::new()];
    let last = middle.len() - 1;
    for (index, [x, y]) in middle.iter().enumerate() {
        let goes_up = |part: usize| part % 2 == 1;
        match index {
            0 => (right.push([x - 0.5, y - 0.5]), left.push([x - 0.5, y + 0.5])),
            _ if index == last && goes_up(index - 1) => {
                (right.push([x + 0.5, y + 0.5]), left.push([x - 0.5, y + 0.5]))
            }
            _ if index == last => (right.push([x + 0.5, y - 0.5]), left.push([x + 0.5, y + 0.5])),
            _ if goes_up(index) => (right.push([x + 0.5, y - 0.5]), left.push([x - 0.5, y + 0.5])),
            _ => (right.push([x + 0.5, y - 0.5]), left.push([x - 0.5, y + 0.5])),
        };
    }
    let outline: Vec<Point> = right.into_iter().chain(left.into_iter().rev()).collect();
    let count = count.min(12);
    let zone = Shape::Polygon(turned(&outline, turn));
    Tight { zone, pieces: Vec::new(), others: Vec::new(), leader_zone: None, count }
}

/// Discs and models wherever they have room beside those placed, many touching them.
fn cluttered(numbers: &mut Numbers, placed: &[Point], outline: &[Point]) -> Tight {
    let [low, high] = crate::outline::bounds_of(outline);
    let (mut pieces, mut others) = (Vec::new(), Vec::new());
    for _ in 0..60 {
        let centre = [numbers.between(low[0], high[0]), numbers.between(low[1], high[1])];
        let free = placed.iter().map(|at| distance(*at, centre)).fold(f64::INFINITY, f64::min) - 0.5;
        if free > 0.2 {
            let radius = free.min(1.0);
            if numbers.below(4) == 0 {
                let at = Place::from_inches(centre[0], centre[1], 0.0).unwrap();
                others.push(Body { disc: Disc { at, radius: radius - 0.002 }, height: Thou(1250) });
            } else {
                pieces.push(barred(Shape::Circle { centre, radius }));
            }
        }
    }
    let zone = Shape::Polygon(outline.to_vec());
    Tight { zone, pieces, others, leader_zone: None, count: placed.len() }
}

/// Number of tight zones of a kind, of those tried, in which a formation is found.
fn found(kind: Kindred, tries: u64) -> u64 {
    let finds = |seed: u64| {
        let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ kind as u64);
        let Tight { zone, pieces, others, leader_zone, count } = tight(kind, &mut numbers);
        let terrain = table(pieces);
        let [low, high] = zone.bounds();
        let room = Room { others, leader_zone, ..room(&terrain, zone) };
        let near = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
        assert!(
            !room.is_surely_too_small(count),
            "{kind:?}, seed {seed}: a proof against a placing that is legal"
        );
        room.formation(count, near).is_some()
    };
    (0..tries).filter(|seed| finds(*seed)).count() as u64
}

/// Rule: MIS-3 (room is what a legal placing proves).
#[test]
fn where_a_placing_is_known_the_search_finds_one() {
    let each = std::env::var("WARSTRIKE_ZONES").ok().and_then(|tries| tries.parse().ok()).unwrap_or(60);
    for kind in KINDS {
        let found = found(kind, each);
        println!("{kind:?}: {found} of {each}");
        assert!(100 * found >= 99 * each, "{kind:?}: a formation in {found} of {each} tight zones");
    }
}
