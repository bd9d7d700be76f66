//! Sight against an oracle that shares nothing with the program but its plain types: ten
//! thousand rays a body, each held against what of the terrain is solid.

mod exposure;
mod gallery;
mod planted;
pub mod rays;
mod tables;
mod turned;
pub mod world;

use warstrike::rules::basics::Allowance;
use warstrike::table::sight::SightBody;
use warstrike::table::terrain::Terrain;

use super::paths::in_parallel;
use super::paths::tables::Table;
use rays::Spot;
use tables::{Scene, scene};
use world::World;

/// How far the program's share of a body in view may be off.
///
/// Rule: VIS-1.
const OFF: f64 = 0.01;

/// How near to a surface eyes must be for the oracle to give way, inches.
const HAIR: f64 = 0.001;

/// As many cells along each side as tell of a sliver too thin for ten thousand rays.
const FINE: usize = 400;

/// As many as tell of the thinnest slit.
const FINEST: usize = 2000;

/// Tables with polygons that turn in where the body's plane or the eyes' cuts them: a prism's
/// parts must not hide what lies between them.
const TELLING: [u64; 3] = [3038, 3423, 5926];

/// The same table as the program has it.
fn terrain(table: &Table) -> Terrain {
    let rules = super::support::setup("duel").ruleset.movement;
    Terrain::new(table.size, table.pieces.clone().into(), &rules, Allowance(0.005))
}

/// What came of one pair.
#[derive(Clone, Debug, PartialEq)]
enum Verdict {
    Right,
    /// Right only for eyes moved by a hair: they are that near to a surface.
    Grazing(String),
    Wrong(String),
}

/// Holds a share of a body in view against the oracle's.
fn verdict(world: &World, [from, to]: [&SightBody; 2], found: f64) -> Verdict {
    let rays = rays::fraction(world, from, to);
    if (found - rays).abs() <= OFF {
        return Verdict::Right;
    }
    // A column of cells is a hundredth of the body itself.
    let fine = rays::fraction_from(world, rays::eyes(from), to, FINE);
    if (found - fine).abs() <= OFF {
        return Verdict::Right;
    }
    let why = format!("{found}, the oracle {rays}, finer {fine}, from {from:?} to {to:?}");
    let [least, most] = nearby(world, from, to);
    if (least - OFF..=most + OFF).contains(&found) { Verdict::Grazing(why) } else { Verdict::Wrong(why) }
}

/// The least and the most that eyes see which are moved by a hair along each axis.
fn nearby(world: &World, from: &SightBody, to: &SightBody) -> [f64; 2] {
    let Spot { at: [x, y], height } = rays::eyes(from);
    let [h, o] = [HAIR, 0.0];
    let steps = [[o, o, o], [h, o, o], [-h, o, o], [o, h, o], [o, -h, o], [o, o, h], [o, o, -h]];
    let moved = steps.map(|[dx, dy, dz]| Spot { at: [x + dx, y + dy], height: height + dz });
    let seen = moved.map(|eye| rays::fraction_from(world, eye, to, rays::CELLS));
    seen.into_iter().fold([1.0, 0.0], |[least, most], seen| [seen.min(least), seen.max(most)])
}

/// How many bodies are wholly in view, partly, and not at all.
fn shares(seen: &[f64]) -> [usize; 3] {
    let whole = seen.iter().filter(|seen| **seen == 1.0).count();
    let none = seen.iter().filter(|seen| **seen == 0.0).count();
    [whole, seen.len() - whole - none, none]
}

/// The verdicts on all pairs of one scene, and what the oracle sees of each.
fn judged(
    nth: u64,
    scene: &Scene,
    fraction: impl Fn(&SightBody, &SightBody) -> f64,
) -> Vec<(u64, f64, Verdict)> {
    let judge = |[from, to]: [&SightBody; 2]| {
        (nth, rays::fraction(&scene.world, from, to), verdict(&scene.world, [from, to], fraction(from, to)))
    };
    scene.pairs().map(judge).collect()
}

/// Splits verdicts into those that need a hair and the wrong ones.
fn faults(verdicts: &[(u64, f64, Verdict)]) -> [Vec<&(u64, f64, Verdict)>; 2] {
    let of =
        |wanted: fn(&Verdict) -> bool| verdicts.iter().filter(|(_, _, verdict)| wanted(verdict)).collect();
    [of(|verdict| matches!(verdict, Verdict::Grazing(_))), of(|verdict| matches!(verdict, Verdict::Wrong(_)))]
}

/// Rule: VIS-1, BAS-2.
#[test]
fn on_a_thousand_random_tables_the_fraction_in_view_is_the_oracles() {
    let verdicts = in_parallel(1000, |nth| {
        let scene = scene(nth, 3);
        let terrain = terrain(&scene.table);
        judged(nth, &scene, |from, to| terrain.fraction_in_view(from, to))
    });
    let verdicts: Vec<_> = verdicts.into_iter().flat_map(|(_, verdicts)| verdicts).collect();
    let [whole, part, none] = shares(&verdicts.iter().map(|(_, seen, _)| *seen).collect::<Vec<_>>());
    let [grazing, wrong] = faults(&verdicts);
    println!("{whole} wholly in view, {part} partly, {none} not at all; {} by a hair", grazing.len());
    println!("{grazing:#?}");
    assert!(wrong.is_empty(), "{} wrong, among them {:#?}", wrong.len(), &wrong[..wrong.len().min(5)]);
    assert!(whole > 500 && part > 500 && none > 200, "the tables are too easy or too hard");
    assert!(grazing.len() <= 5, "too many are right only by a hair");
}

/// Rule: VIS-1.
#[test]
fn parts_of_a_piece_hide_nothing_that_lies_between_them() {
    for nth in TELLING {
        let scene = scene(nth, 4);
        let terrain = terrain(&scene.table);
        let verdicts = judged(nth, &scene, |from, to| terrain.fraction_in_view(from, to));
        let wrong = faults(&verdicts).concat();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}

/// What the oracle says of whether two models see each other, and what is wrong with an answer.
fn sees_wrongly(world: &World, [a, b]: [&SightBody; 2], found: bool) -> Option<String> {
    let open = rays::any_open(world, a, b, rays::CELLS);
    // Only the finest rays find the thinnest slit.
    let wrong = found != open && (open || !rays::any_open(world, a, b, FINEST));
    wrong.then(|| format!("{found}, not {open}, between {a:?} and {b:?}"))
}

/// Rule: VIS-1.
#[test]
fn who_can_see_whom_is_what_any_ray_tells() {
    let answers = in_parallel(1000, |nth| {
        let scene = scene(nth, 3);
        let terrain = terrain(&scene.table);
        let judge = |[a, b]: [&SightBody; 2]| {
            let found = terrain.can_see(a, b);
            (found, sees_wrongly(&scene.world, [a, b], found).map(|why| format!("table {nth}: {why}")))
        };
        scene.pairs().map(judge).collect::<Vec<_>>()
    });
    let answers: Vec<_> = answers.into_iter().flat_map(|(_, answers)| answers).collect();
    let faults: Vec<&String> = answers.iter().filter_map(|(_, why)| why.as_ref()).collect();
    let hidden = answers.iter().filter(|(found, _)| !found).count();
    println!("{} pairs, {hidden} of them out of sight", answers.len());
    assert!(faults.is_empty(), "{} wrong, among them {:#?}", faults.len(), &faults[..faults.len().min(5)]);
    assert!(hidden > 200, "the tables are too easy");
}

/// Rule: VIS-1. On this table a head shows by 0.0003 over a wall, less than the finest grid of rays tells: a line
/// through that slit is open all the same.
#[test]
fn a_slit_too_thin_for_rays_is_open_to_a_line() {
    let scene = scene(2690, 4);
    let terrain = terrain(&scene.table);
    let mut slits = 0;
    for [from, to] in scene.pairs() {
        let view = terrain.body_view(from, to);
        let Some([x, y, height]) = view.seen_point() else { continue };
        let stop = rays::first_stop(&scene.world, rays::eyes(from), Spot { at: [x, y], height });
        assert_eq!(stop, None, "{} in view, from {from:?} to {to:?}", view.share());
        slits += usize::from(view.share() < 1e-4);
    }
    assert_eq!(slits, 1);
}

/// Rule: VIS-1.
#[test]
fn sight_is_symmetric() {
    let counts = in_parallel(1000, |nth| {
        let scene = scene(nth, 33);
        let terrain = terrain(&scene.table);
        let (mut seen, mut all) = (0, 0);
        for [a, b] in scene.pairs() {
            let sees = terrain.can_see(a, b);
            assert_eq!(sees, terrain.can_see(b, a), "table {nth}: {a:?} and {b:?}");
            seen += usize::from(sees);
            all += 1;
        }
        (seen, all)
    });
    let sum = |part: fn(&(usize, usize)) -> usize| counts.iter().map(|(_, count)| part(count)).sum::<usize>();
    let (seen, all) = (sum(|count| count.0), sum(|count| count.1));
    println!("{all} pairs, {seen} of them in sight");
    assert!(all > 1_000_000 && all - seen > 50_000, "the tables are too easy or too small");
}

/// Rule: VIS-2.
#[test]
fn the_sight_lines_way_through_woods_is_what_stepping_tells() {
    let lengths = in_parallel(1000, |nth| {
        let scene = scene(nth, 4);
        let terrain = terrain(&scene.table);
        let length = |[from, to]: [&SightBody; 2]| {
            let stepped = rays::in_woods(&scene.world, rays::eyes(from), rays::middle(to), 0.001);
            let found = terrain.sight_line(from, to).in_woods;
            // Each way in and out is found to half a step.
            let right = (found - stepped).abs() < 0.003;
            assert!(right, "table {nth}: {found}, not {stepped}, from {from:?} to {to:?}");
            stepped
        };
        scene.pairs().map(length).collect::<Vec<_>>()
    });
    let lengths: Vec<f64> = lengths.into_iter().flat_map(|(_, lengths)| lengths).collect();
    let [through, far] = [0.0, 1.0].map(|least| lengths.iter().filter(|length| **length > least).count());
    println!("{} lines, {through} through woods, {far} of them for more than 1", lengths.len());
    assert!(through > 300 && far > 100);
}

/// Rule: VIS-1, VIS-2.
#[test]
fn the_sight_line_is_blocked_where_the_oracles_is() {
    let blocked = in_parallel(1000, |nth| {
        let scene = scene(nth, 4);
        let terrain = terrain(&scene.table);
        let stopped = |[from, to]: &[&SightBody; 2]| {
            let expected = rays::first_stop(&scene.world, rays::eyes(from), rays::middle(to));
            let found = terrain.sight_line(from, to).blocked;
            let same = match (expected, found) {
                (Some((_, share)), Some((_, other))) => (share - other).abs() < 0.001,
                (expected, found) => expected.is_none() && found.is_none(),
            };
            assert!(same, "table {nth}: {found:?}, not {expected:?}, from {from:?} to {to:?}");
            expected.is_some()
        };
        scene.pairs().filter(stopped).count()
    });
    let blocked: usize = blocked.iter().map(|(_, count)| count).sum();
    println!("{blocked} lines blocked");
    assert!(blocked > 1000);
}
