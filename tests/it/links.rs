//! Links of close combat: ways against an independent oracle, and whether two models of a battle are linked.

mod oracle;

use warstrike::game::engine::battle::Battle;
use warstrike::game::phases::close_combat::link::{is_linked, is_linked_at};
use warstrike::rules::basics::{Allowance, Disc, gap};
use warstrike::rules::card::Base;
use warstrike::rules::ids::{Side, UnitId};
use warstrike::rules::measures::{Place, Thou};
use warstrike::rules::movement::bodies::Body;
use warstrike::rules::movement::going::{Gait, Going};
use warstrike::table::paths::OtherModels;
use warstrike::table::piece::{
    Danger, Foundation, Kind, Level, Opening, OpeningKind, Piece, Roof, Step, Wall,
};
use warstrike::table::shape::Shape;
use warstrike::table::terrain::Terrain;
use warstrike::table::walk::Mover;

use super::fall_back::tables::{Draft, Ground, Squad, draft_on};
use super::paths::in_parallel;
use super::paths::tables::{Draw, Table, piece, place};
use super::random_tables::all_tables;
use oracle::{Building, Grid, LENIENT, STRETCH, STRICT};

/// A small table with buildings and places on it, all within reach of each other.
struct Scene {
    table: Table,
    ends: [Disc; 2],
    bases: Vec<Body>,
}

/// As wide and deep, inches.
const SIZE: f64 = 9.0;

/// Longer ways are not compared, inches.
const MAX_LENGTH: f64 = 9.0;

/// How far the two may differ besides, inches: bends and ends lie between the points of the grid.
const OFF_GRID: f64 = 0.25;

fn scene(number: u64) -> Scene {
    let draw = &mut Draw::new(31_000_000 + number);
    let mut pieces = Vec::new();
    let (buildings, others) = (1 + draw.below(2), draw.below(3));
    while pieces.len() < buildings + others {
        let one = piece(draw, pieces.len(), [2.5, 2.5]);
        let is_building = matches!(one.kind, Kind::Structure { .. } | Kind::Ruin { .. });
        let is_wanted = if pieces.len() < buildings {
            is_building
        } else {
            !is_building && !matches!(one.kind, Kind::Hill { .. })
        };
        if is_wanted {
            pieces.push(one);
        }
    }
    let gait = if draw.one_in(6) { Gait::Leaper } else { Gait::Walker };
    let mover = Mover { radius: 0.5, height: Thou(1250), gait };
    let flat = Place::flat(0, 0);
    let others = OtherModels::default();
    let mut table = Table { size: [SIZE; 2], pieces, mover, others, from: flat, to: flat };
    let mut stands: Vec<Place> = Vec::new();
    for _ in 0..3 + draw.below(5) {
        let at = place(draw, &table);
        let is_free =
            |other: &Place| other.ground_distance(at) >= 1.0 || (other.z.0 - at.z.0).abs() >= mover.height.0;
        if stands.iter().all(is_free) {
            stands.push(at);
        }
    }
    if stands.len() < 2 {
        return scene(number + 500_000);
    }
    (table.from, table.to) = (stands[0], stands[1]);
    let disc = |at: &Place| Disc { at: *at, radius: mover.radius };
    let bases = stands[2..].iter().map(|at| Body { disc: disc(at), height: mover.height }).collect();
    Scene { ends: [disc(&stands[0]), disc(&stands[1])], bases, table }
}

fn terrain(size: [f64; 2], pieces: &[Piece]) -> Terrain {
    let rules = super::support::setup("duel").ruleset.movement;
    Terrain::new(size, pieces.to_vec().into(), &rules, Allowance(0.005))
}

/// What a random table showed.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Outcome {
    found: Option<f64>,
    straight: f64,
    is_compared: bool,
}

fn judge(number: u64) -> Outcome {
    let Scene { table, ends, bases } = scene(number);
    let terrain = terrain(table.size, &table.pieces);
    let way = |ends: [Disc; 2]| terrain.linking_path(ends, table.mover, &bases, MAX_LENGTH);
    let found = way(ends);
    let back = way([ends[1], ends[0]]);
    let same = match (found, back) {
        (Some(found), Some(back)) => (found - back).abs() < 1e-9,
        _ => found == back,
    };
    assert!(same, "table {number}: {found:?} there, {back:?} back");
    let building = Building::new(table.size, &table.pieces, table.mover, &bases);
    let [strict, lenient] =
        [STRICT, LENIENT].map(|margins| Grid::new(&building, margins).shortest(ends, 12.0));
    let show = format!("table {number}: {found:?}, the oracle {strict:?}, lenient {lenient:?}, {ends:?}");
    let bound = found.unwrap_or(MAX_LENGTH);
    assert!(strict.is_none_or(|strict| bound <= strict + 0.06), "too long; {show}");
    let shortest = lenient.map_or(f64::INFINITY, |lenient| (lenient - OFF_GRID) / STRETCH);
    assert!(found.is_none_or(|found| shortest <= found), "too short; {show}");
    Outcome { found, straight: gap(ends[0], ends[1]), is_compared: strict.is_some() && found.is_some() }
}

/// Rule: CC-1 (the way), MOV-1, STR-1, STR-2, STR-3, GO-4. The oracle's way is as long, to within what its grid allows.
#[test]
fn ways_are_as_short_as_the_oracles() {
    let outcomes: Vec<Outcome> = in_parallel(300, judge).into_iter().map(|(_, outcome)| outcome).collect();
    let count = |is: fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| is(outcome)).count();
    let compared = count(|outcome| outcome.is_compared);
    let around = count(|outcome| outcome.found.is_some_and(|found| found > outcome.straight + 0.5));
    let none = count(|outcome| outcome.found.is_none());
    if all_tables() {
        assert!(compared > 150 && around > 80 && none > 20, "{compared}, {around}, {none}");
    }
}

/// A battle of A1, B1 and B2, a model each, on a table of 40 by 40.
fn battle(pieces: Vec<Piece>, places: [Place; 3]) -> Battle {
    let base = Base { diameter: Thou(1000), height: Thou(1250), eyes: Thou(1100) };
    let squad = |(id, at): (UnitId, Place)| Squad {
        id,
        base,
        movement: 5,
        special: Vec::new(),
        models: vec![Some(at)],
    };
    let ids = [(Side::A, 1), (Side::B, 1), (Side::B, 2)].map(|(side, number)| UnitId { side, number });
    let units = ids.into_iter().zip(places).map(squad).collect();
    Draft { size: [40.0, 40.0], pieces, units }.battle()
}

fn at(x: f64, y: f64, z: f64) -> Place {
    Place::from_inches(x, y, z).unwrap()
}

fn rectangle([x, y]: [f64; 2], [right, top]: [f64; 2]) -> Shape {
    Shape::Polygon(vec![[x, y], [right, y], [right, top], [x, top]])
}

fn a_piece(footprint: Shape, kind: Kind, going: Option<Going>) -> Piece {
    Piece { id: "piece".to_owned(), footprint, kind, going, danger: Danger::None }
}

/// A wall along the x axis, 24 long and so high, perhaps with an opening 2 wide around the origin.
fn wall(height: i32, opening: Option<OpeningKind>) -> Piece {
    let sill = if opening == Some(OpeningKind::Window) { Thou(1000) } else { Thou(0) };
    let opening =
        opening.map(|kind| Opening { kind, along: Thou(12_000), width: Thou(2000), sill, top: Thou(2000) });
    let wall = Wall {
        from: [-12.0, 0.0],
        to: [12.0, 0.0],
        height: Thou(height),
        thickness: Thou(200),
        openings: opening.into_iter().collect(),
    };
    let kind = Kind::Ruin { height: Thou(height), walls: vec![wall] };
    a_piece(rectangle([-12.0, -1.0], [12.0, 1.0]), kind, None)
}

/// A house of two levels, 8 by 8, its upper floor at 3 and its roof at 6; closed walls all around on both.
fn house() -> Piece {
    let corners = [[-4.0, -4.0], [4.0, -4.0], [4.0, 4.0], [-4.0, 4.0]];
    let wall = |index: usize| Wall {
        from: corners[index],
        to: corners[(index + 1) % 4],
        height: Thou(3000),
        thickness: Thou(200),
        openings: Vec::new(),
    };
    let level = |floor| Level { floor: Thou(floor), outline: None, walls: (0..4).map(wall).collect() };
    let kind = Kind::Structure {
        levels: vec![level(0), level(3000)],
        foundation: Foundation::None,
        roof: Roof::Flat,
    };
    a_piece(rectangle([-4.1, -4.1], [4.1, 4.1]), kind, None)
}

/// A wall of 24 along the x axis, its right end at x, so high.
fn high_wall(end: f64, height: i32) -> Piece {
    let footprint = rectangle([end - 24.0, -0.15], [end, 0.15]);
    a_piece(footprint, Kind::Linear { height: Thou(height) }, None)
}

/// A hill of one step across the x axis, 24 long and 1 wide.
fn ridge(height: i32) -> Piece {
    let outline = rectangle([-12.0, -0.5], [12.0, 0.5]);
    let steps = vec![Step { outline: outline.clone(), top: Thou(height) }];
    a_piece(outline, Kind::Hill { steps }, None)
}

/// Rule: CC-1 (linked), BAS-1, BAS-10, VIS-1, STR-1, OBS-3.
#[test]
fn models_are_linked_as_worked_out_by_hand() {
    let far = at(15.0, 15.0, 0.0);
    let pond = a_piece(rectangle([-2.0, 2.0], [2.0, 4.0]), Kind::Bog, Some(Going::Impassable));
    let across = |x: f64| [at(x, -1.5, 0.0), at(x, 1.5, 0.0)];
    let door = || vec![wall(3000, Some(OpeningKind::Door))];
    let window = || vec![wall(3000, Some(OpeningKind::Window))];
    // 1 off the middle of the wall, so far beside the opening: the way is 2 × √(d² + 0.9²) + 0.2 − 1.
    let beside = |aside: f64| [at(1.0 + aside, -1.0, 0.0), at(1.0 + aside, 1.0, 0.0)];
    for (pieces, [a, b], other, expected, reason) in [
        (vec![], [at(0.0, 0.0, 0.0), at(7.0, 0.0, 0.0)], far, true, "6.000 in the open"),
        (vec![], [at(0.0, 0.0, 0.0), at(7.005, 0.0, 0.0)], far, true, "6.005 is allowed for"),
        (vec![], [at(0.0, 0.0, 0.0), at(7.01, 0.0, 0.0)], far, false, "6.01"),
        (
            vec![pond.clone()],
            [at(0.0, 0.0, 0.0), at(0.0, 6.0, 0.0)],
            far,
            true,
            "they see each other over a pond",
        ),
        (vec![pond], [at(0.0, 0.0, 0.0), at(0.0, 7.01, 0.0)], far, false, "too far over a pond"),
        (vec![wall(3000, None)], beside(0.0), far, false, "a wall without an opening"),
        (vec![high_wall(12.0, 5000)], across(0.0), far, false, "a wall 5.0 high, its end 12 off"),
        (vec![high_wall(12.0, 4000)], across(0.0), far, false, "4 is impassable too"),
        (vec![high_wall(12.0, 3999)], across(0.0), far, true, "over 2 and under 4 a way leads over it"),
        // Round the end, 2 off: 2 × √(2² + 1.35²) + 0.3 − 1.
        (vec![high_wall(2.0, 5000)], across(0.0), far, true, "round the end of a high wall: 4.13"),
        // √(3.15² + 1.35²) is 3.427: 6.154.
        (vec![high_wall(3.15, 5000)], across(0.0), far, false, "round an end too far off: 6.15"),
        (vec![ridge(4000)], across(0.0), far, true, "over a hill, which costs nothing"),
        (
            vec![high_wall(12.0, 5000)],
            [at(0.0, 1.5, 0.0), at(3.0, 1.5, 0.0)],
            far,
            true,
            "beside a high wall",
        ),
        (vec![wall(1000, None)], beside(0.0), far, true, "a wall that they see over"),
        (door(), beside(1.0), far, true, "a door 1 off: 1.89"),
        (door(), beside(2.0), far, true, "2 off: 3.59"),
        (door(), beside(3.0), far, true, "3 off: 5.46"),
        (door(), beside(3.275), far, true, "3.275 off: 5.993"),
        (door(), beside(3.29), far, false, "3.29 off: 6.022"),
        (window(), beside(3.0), far, true, "a window 3 off"),
        (
            door(),
            beside(3.0),
            at(0.0, 0.0, 0.0),
            true,
            "one in the doorway leaves half an inch on either side",
        ),
        (
            door(),
            beside(3.0),
            at(0.5, 0.0, 0.0),
            false,
            "one that stands at that side of it: too long a way round",
        ),
        (vec![house()], [at(0.0, 0.0, 0.0), at(0.0, 3.0, 3.0)], far, true, "up a level: 2 and 3"),
        (vec![house()], [at(0.0, 0.0, 0.0), at(3.0, 3.0, 3.0)], far, false, "3.24 and 3"),
        (vec![house()], [at(0.0, 0.0, 0.0), at(0.0, 0.0, 6.0)], far, true, "two levels straight up"),
        (vec![house()], [at(0.0, 0.0, 0.0), at(0.0, 1.1, 6.0)], far, false, "and a tenth to the side"),
        (vec![house()], [at(3.0, 0.0, 0.0), at(5.0, 0.0, 0.0)], far, false, "inside and outside"),
    ] {
        let battle = battle(pieces, [a, b, other]);
        let view = battle.view();
        let [one, two, _] = [(Side::A, 1), (Side::B, 1), (Side::B, 2)]
            .map(|(side, number)| view.standing(UnitId { side, number }).next().unwrap());
        assert_eq!(is_linked(view, one, two), expected, "{reason}");
        assert_eq!(is_linked(view, two, one), expected, "{reason}, the other way");
        // The same if both only might stand there.
        let moved = self::battle(
            battle.view().setup().level.terrain.pieces.to_vec(),
            [far, at(-15.0, 15.0, 0.0), other],
        );
        let there = is_linked_at(moved.view(), (one, a), (two, b));
        assert_eq!(there, expected, "{reason}, not yet there");
    }
}

/// Rule: CC-1 (linked), VIS-1. On random tables the order of the two does not matter; two within 6 that can see each other
/// are linked, whatever lies between them.
#[test]
fn links_are_mutual() {
    let judge = |number: u64| {
        let draft = draft_on(Ground::Crowded, number);
        let battle = draft.battle();
        let view = battle.view();
        let mut found = [0; 3];
        for a in view.standing_of(Side::A) {
            for b in view.standing_of(Side::B) {
                let linked = is_linked(view, a, b);
                assert_eq!(linked, is_linked(view, b, a), "table {number}: {} and {}", a.id, b.id);
                let is_near = gap(a.disc(), b.disc()) <= 6.005;
                let is_seen = view.terrain().can_see(&a.sight_body(), &b.sight_body());
                assert!(is_near || !linked, "table {number}: {} and {} are too far apart", a.id, b.id);
                assert!(linked || !is_near || !is_seen, "table {number}: {} and {}", a.id, b.id);
                found[0] += usize::from(linked && is_seen);
                found[1] += usize::from(linked && !is_seen);
                found[2] += usize::from(is_near && !linked);
            }
        }
        found
    };
    let found: Vec<[usize; 3]> = in_parallel(300, judge).into_iter().map(|(_, found)| found).collect();
    let sum = |index: usize| found.iter().map(|found| found[index]).sum::<usize>();
    if all_tables() {
        assert!((0..3).all(|index| sum(index) > 20), "{} {} {}", sum(0), sum(1), sum(2));
    }
}
