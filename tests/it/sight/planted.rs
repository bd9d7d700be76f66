//! Tests of the oracle: it agrees with results worked out by hand and rejects faulty kernels.

use warstrike::rules::measures::{Place, Thou};
use warstrike::table::piece::{
    Danger, Foundation, Kind, Level, Opening, OpeningKind, Piece, Roof, Step, Wall,
};
use warstrike::table::shape::Shape;
use warstrike::table::sight::SightBody;

use super::rays::{self, any_open, fraction};
use super::tables::scene;
use super::world::World;
use super::{Verdict, all_tables, faults, judged, sees_wrongly, verdict};

fn soldier(x: f64, y: f64, z: f64) -> SightBody {
    let foot = Place::from_inches(x, y, z).unwrap();
    SightBody { foot, radius: 0.5, height: Thou(1250), eyes: Thou(1100) }
}

fn rectangle(low: [f64; 2], high: [f64; 2]) -> Shape {
    Shape::Polygon(vec![low, [high[0], low[1]], high, [low[0], high[1]]])
}

fn piece(footprint: Shape, kind: Kind) -> Piece {
    Piece { id: "piece".into(), footprint, kind, going: None, danger: Danger::None }
}

/// From 4.9 to 5.1 along x, halfway to a soldier at 10.
fn across() -> Shape {
    rectangle([4.9, -3.0], [5.1, 3.0])
}

fn linear(height: i32) -> Vec<Piece> {
    vec![piece(across(), Kind::Linear { height: Thou(height) })]
}

fn pillar(radius: f64, height: i32) -> Vec<Piece> {
    vec![piece(Shape::Circle { centre: [5.0, 0.0], radius }, Kind::Point { height: Thou(height) })]
}

/// A ruin's wall across the line, 3 high, 0.2 thick.
fn wall(openings: Vec<Opening>) -> Vec<Piece> {
    let wall = Wall { from: [5.0, -3.0], to: [5.0, 3.0], height: Thou(3000), thickness: Thou(200), openings };
    vec![piece(rectangle([2.0, -3.0], [8.0, 3.0]), Kind::Ruin { height: Thou(3000), walls: vec![wall] })]
}

fn opening(along: i32, width: i32, sill: i32, top: i32) -> Opening {
    let [along, width, sill, top] = [along, width, sill, top].map(Thou);
    Opening { kind: OpeningKind::Window, along, width, sill, top }
}

/// Steps 1 and 2 high; the upper one starts at 5.
fn hill() -> Vec<Piece> {
    let step = |low: f64, top| Step { outline: rectangle([low, -3.0], [12.0, 3.0]), top: Thou(top) };
    vec![piece(
        rectangle([3.0, -3.0], [12.0, 3.0]),
        Kind::Hill { steps: vec![step(3.0, 1000), step(5.0, 2000)] },
    )]
}

/// A house without outer walls from 4 to 12, with an upper floor at height 2 from 6 onward and a roof at 4.
fn house(roof: Roof) -> Vec<Piece> {
    let walls = vec![Wall {
        from: [6.2, 2.9],
        to: [12.0, 2.9],
        height: Thou(2000),
        thickness: Thou(200),
        openings: vec![],
    }];
    let upper = Level { floor: Thou(2000), outline: Some(rectangle([6.0, -3.0], [12.0, 3.0])), walls };
    let levels = vec![Level { floor: Thou(0), outline: None, walls: vec![] }, upper];
    let kind = Kind::Structure { levels, foundation: Foundation::None, roof };
    vec![piece(rectangle([4.0, -3.0], [12.0, 3.0]), kind)]
}

fn over(kind: Kind) -> Vec<Piece> {
    vec![piece(rectangle([2.0, -3.0], [12.0, 3.0]), kind)]
}

/// Rule: VIS-1, BAS-2.
#[test]
fn the_oracle_agrees_with_results_worked_out_by_hand() {
    let (here, there) = (soldier(0.0, 0.0, 0.0), soldier(10.0, 0.0, 0.0));
    for (pieces, from, to, expected, reason) in [
        (vec![], &here, &there, 1.0, "nothing between"),
        // Over its far edge down to 1.1 - 0.3 x 10 / 5.1 = 0.512 of 1.25.
        (linear(800), &here, &there, 0.5906, "a wall under the eyes"),
        // Over its near edge up to 1.1 + 0.05 x 10 / 4.9 = 1.202.
        (linear(1150), &here, &there, 0.0384, "a wall a little over the eyes"),
        (linear(1180), &here, &there, 0.0, "a wall above everything"),
        (linear(400), &here, &there, 1.0, "a wall over which the feet are seen"),
        // Tangents from 5 away: 2 x 10 x 0.2 / sqrt(25 - 0.04) = 0.8006 of 1.
        (pillar(0.2, 3000), &here, &there, 0.1994, "a pillar"),
        (pillar(0.1, 3000), &here, &there, 0.5999, "a thin pillar"),
        // Over its top down to 1.1 - 0.6 x 10 / 5.1, under the feet.
        (pillar(0.1, 500), &here, &there, 1.0, "a low one"),
        (pillar(0.4, 3000), &soldier(6.0, 0.0, 0.0), &there, 1.0, "one behind the eyes"),
        (pillar(0.4, 3000), &here, &soldier(4.0, 0.0, 0.0), 1.0, "one behind the body"),
        (wall(vec![]), &here, &there, 0.0, "a high wall"),
        (wall(vec![]), &here, &soldier(4.0, 0.0, 0.0), 1.0, "before it"),
        // To either side 0.2 x 10 / 5.1 = 0.392; down to 1.1 - 0.5 x 10 / 5.1 = 0.120, up to
        // 1.1 - 0.1 x 10 / 4.9 = 0.896: 0.784 x 0.621.
        (wall(vec![opening(3000, 400, 600, 1000)]), &here, &there, 0.4871, "a window"),
        // One side up to 0.1 x 10 / 5.1 = 0.196, all of the other.
        (wall(vec![opening(3400, 1000, 0, 2000)]), &here, &there, 0.6961, "beside a door's jamb"),
        (wall(vec![opening(3000, 1000, 0, 9000)]), &here, &there, 1.0, "a hole higher than the wall"),
        // The openings touch: there is no bar between them.
        (
            wall(vec![opening(2900, 200, 0, 2000), opening(3100, 200, 0, 2000)]),
            &here,
            &there,
            0.7843,
            "two openings side by side",
        ),
        // Over its edge, 2 high at 5, from 1.1 + 5 = 6.1: down to 6.1 - 4.1 x 10 / 5 = -2.1.
        (hill(), &soldier(0.0, 0.0, 5.0), &soldier(10.0, 0.0, 2.0), 1.0, "on a hill from above"),
        // Up past the edge: 1.1 + 0.9 x 10 / 5 = 2.9, 0.35 of 1.25.
        (hill(), &here, &soldier(10.0, 0.0, 2.0), 0.28, "on a hill from below"),
        // Over the upper step's edge from 3.1: down to 3.1 - 1.1 x 7 / 3 = 0.533 of 1.25.
        (hill(), &soldier(8.0, 0.0, 2.0), &soldier(1.0, 0.0, 0.0), 0.5733, "at its foot from its top"),
        // The upper floor's edge at 6: 1.1 + 0.9 x 10 / 6 = 2.6 of 2 to 3.25.
        (house(Roof::Open), &here, &soldier(10.0, 0.0, 2.0), 0.52, "on an upper floor"),
        (house(Roof::Open), &here, &there, 1.0, "under it"),
        (house(Roof::Open), &soldier(10.0, 0.0, 2.0), &soldier(10.5, 1.0, 0.0), 0.0, "through it"),
        (house(Roof::Open), &soldier(0.0, 0.0, 9.0), &soldier(10.0, 0.0, 2.0), 1.0, "from above"),
        // Past the roof's edge at 6, 4 high: 10.1 - 6.1 x 10 / 6 = -0.067, under the feet.
        (house(Roof::Flat), &soldier(0.0, 0.0, 9.0), &soldier(10.0, 0.0, 2.0), 0.0, "under a roof"),
        // 6.1 - 2.1 x 10 / 6 = 2.6: what is under it is seen under the roof.
        (house(Roof::Flat), &soldier(0.0, 0.0, 5.0), &soldier(10.0, 0.0, 2.0), 0.48, "partly under a roof"),
        (over(Kind::Wood { height: Thou(4000) }), &here, &there, 1.0, "trees"),
        (over(Kind::Bog), &here, &there, 1.0, "bog"),
        (over(Kind::Field { height: Thou(2000) }), &here, &there, 1.0, "crops"),
        (over(Kind::Ground), &here, &there, 1.0, "ground"),
        (over(Kind::Ruin { height: Thou(3000), walls: vec![] }), &here, &there, 1.0, "a ruin without walls"),
    ] {
        let world = World::new(&pieces);
        let found = fraction(&world, from, to);
        assert!((found - expected).abs() < 0.011, "{reason}: {found}, not {expected}");
        let fine = rays::fraction_from(&world, rays::eyes(from), to, super::FINE_CELLS);
        assert!((fine - expected).abs() < 0.003, "{reason}: {fine} by finer rays, not {expected}");
    }
}

/// Rule: VIS-1. A model sees another in return if the other sees it, even if it sees none of its body.
#[test]
fn the_oracle_sees_both_ways() {
    let tall = SightBody { height: Thou(3000), ..soldier(0.0, 0.0, 0.0) };
    let there = soldier(10.0, 0.0, 0.0);
    let world = World::new(&linear(1400));
    assert_eq!(fraction(&world, &tall, &there), 0.0);
    assert!(fraction(&world, &there, &tall) > 0.3);
    assert!(any_open(&world, &tall, &there, rays::CELLS) && any_open(&world, &there, &tall, rays::CELLS));
    assert!(sees_wrongly(&world, [&tall, &there], true).is_none());
    assert!(sees_wrongly(&world, [&tall, &there], false).is_some());
    let closed = World::new(&linear(3200));
    assert!(sees_wrongly(&closed, [&tall, &there], false).is_none());
    assert!(sees_wrongly(&closed, [&tall, &there], true).is_some());
}

/// Rule: VIS-2.
#[test]
fn the_oracle_measures_woods_and_what_stops_a_line() {
    let mut pieces = over(Kind::Wood { height: Thou(4000) });
    pieces.push(piece(across(), Kind::Linear { height: Thou(1000) }));
    let world = World::new(&pieces);
    let line = |from: &SightBody, to: &SightBody| (rays::eyes(from), rays::middle(to));
    let (eye, body) = line(&soldier(0.0, 0.0, 0.0), &soldier(10.0, 0.0, 0.0));
    // 10 along and 0.475 down, of which 8 along are in the wood.
    let long = 8.0 / 10.0 * (100.0_f64 + 0.475 * 0.475).sqrt();
    assert!((rays::in_woods(&world, eye, body, 0.001) - long).abs() < 0.001);
    let (piece, share) = rays::first_stop(&world, eye, body).unwrap();
    assert_eq!(piece, 1);
    assert!((share - 0.49).abs() < 1e-9, "{share}");
    // From 7.1 down to 0.625: the trees' tops at 3.1 of 6.475, the wall's side not before.
    let (eye, body) = line(&soldier(0.0, 0.0, 6.0), &soldier(10.0, 0.0, 0.0));
    let long = (1.0 - 3.1 / 6.475) * (100.0_f64 + 6.475 * 6.475).sqrt();
    assert!((rays::in_woods(&world, eye, body, 0.001) - long).abs() < 0.001);
    assert_eq!(rays::first_stop(&world, eye, body), None);
}

/// Rule: VIS-1.
#[test]
fn the_oracle_rejects_wrong_shares() {
    let (here, there) = (soldier(0.0, 0.0, 0.0), soldier(10.0, 0.0, 0.0));
    for (pieces, right) in [(vec![], 1.0), (linear(800), 0.5906), (wall(vec![]), 0.0)] {
        let world = World::new(&pieces);
        for (off, is_right) in [(0.0, true), (0.008, true), (-0.008, true), (0.02, false), (-0.02, false)] {
            let verdict = verdict(&world, [&here, &there], right + off);
            assert_eq!(verdict == Verdict::Right, is_right, "{pieces:?}, {off} off: {verdict:?}");
            assert!(!matches!(verdict, Verdict::Grazing(_)));
        }
    }
    // Eyes exactly level with a floor: slightly higher they see nothing below it, slightly lower nothing above it.
    let level = Level { floor: Thou(1100), outline: None, walls: vec![] };
    let kind = Kind::Structure { levels: vec![level], foundation: Foundation::None, roof: Roof::Open };
    let world = World::new(&[piece(rectangle([-1.0, -3.0], [12.0, 3.0]), kind)]);
    assert!(matches!(verdict(&world, [&here, &there], 0.12), Verdict::Grazing(_)));
    assert!(matches!(verdict(&world, [&here, &there], 0.09), Verdict::Wrong(_)));
}

/// Kernels that ignore something are wrong on some of the random tables.
///
/// Rule: VIS-1.
#[test]
fn the_oracle_rejects_kernels_that_ignore_something() {
    for (fault, reason) in [
        (without_openings as fn(&mut World), "windows walled up"),
        (without_slabs, "no floors and roofs"),
        (without_broken_walls, "no walls with windows"),
        (without_half, "every other solid missed"),
        (a_little_lower, "a twentieth of an inch lower"),
    ] {
        let wrong: usize = super::in_parallel(150, |index| {
            let scene = scene(index, 3);
            let mut world = scene.world.clone();
            fault(&mut world);
            let verdicts = judged(index, &scene, |from, to| fraction(&world, from, to));
            faults(&verdicts)[1].len()
        })
        .iter()
        .map(|(_, wrong)| wrong)
        .sum();
        println!("{reason}: {wrong} wrong");
        assert!(!all_tables() || wrong > 3, "{reason}: {wrong} wrong");
    }
}

fn without_openings(world: &mut World) {
    world.solids.iter_mut().for_each(|solid| solid.holes.clear());
}

fn without_slabs(world: &mut World) {
    world.solids.retain(|solid| solid.heights[0] < solid.heights[1]);
}

fn without_broken_walls(world: &mut World) {
    world.solids.retain(|solid| solid.holes.is_empty());
}

fn without_half(world: &mut World) {
    let mut index = 0;
    world.solids.retain(|_| {
        index += 1;
        index % 2 == 0
    });
}

fn a_little_lower(world: &mut World) {
    world.solids.iter_mut().for_each(|solid| solid.heights[1] -= 0.05);
}

/// Rule: VIS-1.
#[test]
fn finer_rays_give_the_same() {
    super::in_parallel(60, |index| {
        let scene = scene(3000 + index, 3);
        for [from, to] in scene.pairs() {
            let [rays, finer] = [rays::CELLS, super::FINE_CELLS]
                .map(|cells| rays::fraction_from(&scene.world, rays::eyes(from), to, cells));
            assert!(
                (rays - finer).abs() < super::SHARE_TOLERANCE,
                "table {index}: {rays} and {finer}, {from:?} to {to:?}"
            );
        }
    });
}
