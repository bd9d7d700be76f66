//! Ways worked out by hand. Bases are 1 across; walls 0.2 thick.

use crate::paths::linking_path::vertices::Vertex;
use crate::piece::{Going, Kind, Level, Opening, OpeningKind, Piece, Wall};
use crate::sample::{
    LEAPER, SOLDIER, at, ground, hill, house, opening, piece, plateau, rectangle, table, wall,
};
use crate::terrain::Terrain;
use crate::walk::Mover;
use warstrike_rules::basics::Disc;
use warstrike_rules::measures::{Place, Thou};
use warstrike_rules::movement::bodies::Body;

fn base(at: Place) -> Disc {
    Disc { at, radius: 0.5 }
}

fn body(at: Place) -> Body {
    Body { disc: base(at), height: Thou(1250) }
}

/// The length of the way from one place to another, whichever way round.
fn length(terrain: &Terrain, mover: Mover, bases: &[Body], [a, b]: [Place; 2]) -> Option<f64> {
    let there = terrain.linking_path([base(a), base(b)], mover, bases, 12.0);
    let back = terrain.linking_path([base(b), base(a)], mover, bases, 12.0);
    let same = match (there, back) {
        (Some(there), Some(back)) => (there - back).abs() < 1e-9,
        _ => there == back,
    };
    assert!(same, "{a}, {b}: {there:?} there, {back:?} back");
    there
}

fn check(terrain: &Terrain, bases: &[Body], ends: [Place; 2], expected: Option<f64>, reason: &str) {
    compare(length(terrain, SOLDIER, bases, ends), expected, reason);
}

fn compare(found: Option<f64>, expected: Option<f64>, reason: &str) {
    let same = match (found, expected) {
        (Some(found), Some(expected)) => (expected - 1e-9..expected + 0.001).contains(&found),
        _ => found == expected,
    };
    assert!(same, "{reason}: {found:?}, expected {expected:?}");
}

fn apart(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// A wall 20 long through the origin, 3 high.
fn long_wall(openings: Vec<Opening>) -> Piece {
    walls(vec![wall([-10.0, 0.0], [10.0, 0.0], openings)])
}

fn walls(walls: Vec<Wall>) -> Piece {
    piece("ruin", rectangle([-10.0, -4.0], [10.0, 4.0]), Kind::Ruin { height: Thou(3000), walls })
}

/// The sample's house with no openings, and perhaps with walls upstairs.
fn keep(upstairs: Vec<Wall>) -> Piece {
    let mut keep = house();
    if let Kind::Structure { levels, .. } = &mut keep.kind {
        levels[0].walls.iter_mut().for_each(|wall| wall.openings.clear());
        levels[1].walls = upstairs;
    }
    keep
}

/// Rule: CC-1, STR-1. Models stand 1 off the middle of a wall, so far to the side of an opening 2 wide.
#[test]
fn a_way_leads_through_the_opening_of_a_wall() {
    let beside = |aside: f64| [at(1.0 + aside, -1.0, 0.0), at(1.0 + aside, 1.0, 0.0)];
    // To the jamb, through the wall, and from there; without half a base at either end.
    let around = |aside: f64| Some(2.0 * apart(aside, 0.9) + 0.2 - 1.0);
    let through = |kind: OpeningKind| table(vec![long_wall(vec![opening(kind, 10_000)])]);
    let door = through(OpeningKind::Door);
    for (aside, reason) in [(1.0, "a door 1 off"), (2.0, "2 off"), (3.0, "3 off: 5.46"), (4.0, "4 off: 7.4")]
    {
        check(&door, &[], beside(aside), around(aside), reason);
    }
    check(&door, &[], beside(-1.0), Some(1.0), "right through it");
    check(&through(OpeningKind::Window), &[], beside(2.0), around(2.0), "a window");
    check(&through(OpeningKind::Hole), &[], beside(2.0), around(2.0), "a hole");
    check(&table(vec![long_wall(vec![])]), &[], beside(0.0), None, "no opening");
}

/// Rule: CC-1. Two walls that touch leave no gap, end to end or end to side.
#[test]
fn no_way_leads_through_the_joint_of_two_walls() {
    let ends = [at(0.0, -1.0, 0.0), at(0.0, 1.0, 0.0)];
    for (split, reason) in [
        (vec![wall([-10.0, 0.0], [0.0, 0.0], vec![]), wall([0.0, 0.0], [10.0, 0.0], vec![])], "end to end"),
        (
            vec![
                wall([-10.0, 0.0], [-0.1, 0.0], vec![]),
                wall([0.0, -3.0], [0.0, 3.0], vec![]),
                wall([0.1, 0.0], [10.0, 0.0], vec![]),
            ],
            "end to side",
        ),
    ] {
        let ends = if reason == "end to side" { [at(-1.0, -1.0, 0.0), at(1.0, 1.0, 0.0)] } else { ends };
        let found = table(vec![walls(split)]).linking_path(ends.map(base), SOLDIER, &[], 6.0);
        assert_eq!(found, None, "{reason}");
    }
}

/// Rule: CC-1. Third models block the way where they meet its height.
#[test]
fn no_way_leads_through_a_base() {
    let door = table(vec![long_wall(vec![opening(OpeningKind::Door, 10_000)])]);
    let across = [at(0.0, -2.0, 0.0), at(0.0, 2.0, 0.0)];
    let around = 2.0 * ((4.0_f64 - 0.25).sqrt() + 0.5 * libm::asin(0.25)) - 1.0;
    let wide = Body { disc: Disc { at: at(0.0, 0.0, 0.0), radius: 1.0 }, height: Thou(1250) };
    check(&door, &[body(at(0.0, 0.0, 0.0))], across, Some(around), "around a base in the doorway");
    check(&door, &[wide], across, None, "a base as wide as the doorway");
    check(&door, &[body(at(-0.5, 0.0, 0.0)), body(at(0.5, 0.0, 0.0))], across, None, "two side by side");
    let above = [body(at(2.0, 0.5, 3.0))];
    let below = [at(2.0, -1.5, 0.0), at(2.0, 2.5, 0.0)];
    check(&table(vec![house()]), &above, below, Some(3.0), "one upstairs does not block downstairs");
    check(&table(vec![]), &[body(at(0.0, 0.0, 0.0))], across, Some(around), "in the open");
}

/// Rule: CC-1, GO-4, OBS-3, SPR-1.
#[test]
fn no_way_leads_over_what_is_impassable_to_the_mover() {
    let across = [at(-4.0, 0.0, 0.0), at(4.0, 0.0, 0.0)];
    let around = 2.0 * apart(2.0, 2.0) + 4.0 - 1.0;
    let rock = piece("rock", rectangle([-2.0, -2.0], [2.0, 2.0]), Kind::Point { height: Thou(4500) });
    for (pieces, mover, expected, reason) in [
        (vec![ground(Going::Impassable)], SOLDIER, around, "around a pond"),
        (vec![ground(Going::Difficult)], SOLDIER, 7.0, "over rubble"),
        (vec![rock.clone()], SOLDIER, around, "around a rock"),
        (vec![rock], LEAPER, 7.0, "a leaper goes over it"),
        (vec![hill()], SOLDIER, 7.0, "over a hill, which adds nothing"),
    ] {
        compare(length(&table(pieces), mover, &[], across), Some(expected), reason);
    }
}

/// Rule: CC-1 (each level passed counts its height), MOV-1, STR-2, STR-3. The upper floor at 3 lies over the half at +x.
#[test]
fn each_level_passed_counts_its_height() {
    let upstairs = at(2.0, 0.0, 3.0);
    for (ends, expected, reason) in [
        ([upstairs, at(2.0, 0.0, 0.0)], 3.0, "straight below"),
        ([upstairs, at(2.6, 0.0, 0.0)], 3.0, "the bases overlap, seen from above"),
        ([upstairs, at(2.0, 3.0, 0.0)], 2.0 + 3.0, "below and to the side"),
        ([upstairs, at(-2.0, 0.0, 0.0)], 3.0 + 3.0, "beyond the edge of the floor"),
        ([upstairs, at(2.0, 3.0, 3.0)], 2.0, "on the same floor"),
        ([at(3.4, 0.0, 3.0), at(5.4, 0.0, 0.0)], 1.0 + 3.0, "outside, off the edge and past the wall below"),
    ] {
        check(&table(vec![house()]), &[], ends, Some(expected), reason);
    }
    let mut tall = house();
    if let Kind::Structure { levels, .. } = &mut tall.kind {
        levels.push(Level { floor: Thou(5500), outline: None, walls: vec![] });
    }
    let tall = table(vec![tall]);
    check(&tall, &[], [at(2.0, 0.0, 0.0), at(2.0, 0.0, 5.5)], Some(5.5), "two levels");
    let between = [body(at(2.0, 0.0, 3.0))];
    check(&tall, &between, [at(2.0, 0.0, 0.0), at(2.0, 0.0, 5.5)], Some(5.5), "past one in between");
}

/// Rule: CC-1, STR-1. Where a wall stops it downstairs the way goes upstairs and down again, or around by the corner
/// where the upper floor begins right over the wall.
#[test]
fn a_way_passes_each_wall_on_the_level_where_it_is_free() {
    let outside = at(-5.2, -3.0, 0.0);
    let upstairs = at(1.0, -2.0, 3.0);
    // The two walls meet with their axes, so that a tenth of an inch is missing at the outer corner.
    let around = apart(1.1, 1.0) + apart(0.1, 0.1) + 4.0 + apart(1.0, 2.1) + 3.0 - 1.0;
    check(
        &table(vec![keep(vec![])]),
        &[],
        [outside, upstairs],
        Some(around),
        "around the corner of the house",
    );
    let mut halved = keep(vec![]);
    if let Kind::Structure { levels, .. } = &mut halved.kind {
        levels[0].walls.push(wall([2.0, -4.0], [2.0, 4.0], vec![]));
    }
    let over = 2.0 - 1.0 + 2.0 * 3.0;
    let ends = [at(1.0, 0.0, 0.0), at(3.0, 0.0, 0.0)];
    check(&table(vec![halved]), &[], ends, Some(over), "up, over the wall and down");
    let parapet = wall([2.0, -4.0], [2.0, 4.0], vec![]);
    let ends = [at(1.0, 0.0, 3.0), at(3.0, 0.0, 3.0)];
    check(&table(vec![keep(vec![parapet])]), &[], ends, Some(over), "down, under a wall and up");
}

/// Rule: CC-1, HIL-2, HIL-3. A bridge that begins at a hilltop of its own height is level with it.
#[test]
fn a_way_steps_from_a_hill_onto_a_floor_of_its_height() {
    let deck = Level { floor: Thou(2000), outline: None, walls: vec![] };
    let bridge = Kind::Structure {
        levels: vec![deck],
        foundation: Default::default(),
        roof: crate::piece::Roof::Open,
    };
    let hill = plateau([-2.0, -2.0], [1.0, 2.0], 2000);
    let terrain = table(vec![hill, piece("bridge", rectangle([1.0, -1.0], [9.0, 1.0]), bridge)]);
    check(&terrain, &[], [at(0.0, 0.0, 2.0), at(5.0, 0.0, 2.0)], Some(4.0), "along the bridge");
}

/// Rule: BAS-10. The limit is the caller's: exactly that long is short enough.
#[test]
fn a_way_longer_than_the_limit_is_none() {
    let terrain = table(vec![]);
    let ends = [base(at(0.0, 0.0, 0.0)), base(at(7.0, 0.0, 0.0))];
    assert_eq!(terrain.linking_path(ends, SOLDIER, &[], 6.0), Some(6.0));
    assert_eq!(terrain.linking_path(ends, SOLDIER, &[], 5.999), None);
}

#[test]
fn a_taut_way_bends_around_its_vertices() {
    let terrain = table(vec![ground(Going::Impassable)]);
    let foci = [[-4.0, 0.0], [4.0, 0.0]];
    let barriers = super::Barriers::within(&terrain, SOLDIER, foci, 12.0);
    let found = super::vertices(&barriers, foci, 12.0);
    assert_eq!(found.len(), 4, "the corners of a square: {found:?}");
    let corner = |vertex: &&Vertex| vertex.at[0] > 0.0 && vertex.at[1] > 0.0;
    let corner = found.iter().find(corner).unwrap();
    for (along, expected, reason) in [
        ([1.0, -1.0], true, "past the corner"),
        ([1.0, 0.0], true, "along an edge"),
        ([1.0, -9.0], true, "nearly along the other"),
        ([1.0, 1.0], false, "out of the square"),
        ([1.0, 0.1], false, "into it"),
    ] {
        assert_eq!(corner.is_tangent(along, 1.0), expected, "{reason}");
    }
}
