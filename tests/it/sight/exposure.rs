//! The viewshed against the pair routine, cell by cell.

use warstrike::rules::basics::Allowance;
use warstrike::rules::measures::Thou;
use warstrike::rules::ruleset::SightRules;
use warstrike::rules::sight::{SightState, judge};
use warstrike::table::sight::exposure::{BodyGrid, Grid};
use warstrike::table::sight::{SightBody, Visibility};
use warstrike::table::terrain::Terrain;

use crate::paths::in_parallel;
use crate::paths::tables::Draw;
use crate::paths::turned::Symmetry;
use crate::random_tables::all_tables;

use super::tables::{Scene, scene};
use super::terrain;

/// How much shares of the viewshed and the pair routine may differ: they are summed in different orders.
const SHARE_TOLERANCE: f64 = 1e-9;

/// A grid over a scene's table, with bodies like one of its models on some level.
fn body_grid(draw: &mut Draw, scene: &Scene, terrain: &Terrain, rules: &SightRules) -> BodyGrid {
    let like = scene.models[draw.below(scene.models.len())];
    let grid = Grid::over(scene.table.size, draw.thou(0.5, 1.9)).unwrap();
    let levels = scene.models.iter().map(|model| model.foot.z).chain([Thou(0)]);
    let levels: Vec<Thou> = levels.collect();
    let level = levels[draw.below(levels.len())];
    terrain.body_grid(grid, &like, |_| level, rules).unwrap()
}

/// What is wrong with a cell of a viewshed.
fn wrong(
    terrain: &Terrain,
    rules: &SightRules,
    [eye, body]: [&SightBody; 2],
    found: Visibility,
) -> Option<String> {
    let in_view = terrain.fraction_in_view(eye, body);
    let judged = judge(&terrain.sighting(eye, body), rules, Allowance(0.005));
    let pair = terrain.visibility(eye, body, rules);
    let same = [pair, found].iter().all(|visibility| {
        (in_view - visibility.in_view).abs() <= SHARE_TOLERANCE && judged.state == visibility.state
    });
    (!same).then(|| format!("{found:?}, {pair:?}, not {in_view} and {judged:?}, {eye:?} to {body:?}"))
}

/// Rule: VIS-1, VIS-2.
#[test]
fn every_cell_of_the_viewshed_is_what_the_pair_routine_gives() {
    let rules = &crate::support::setup("duel").ruleset.sight;
    let counts = in_parallel(200, |index| {
        let scene = scene(index, 4);
        let terrain = terrain(&scene.table);
        let draw = &mut Draw::new(900_000 + index);
        let mut states = [0; 4];
        if scene.models.is_empty() {
            return states;
        }
        let bodies = body_grid(draw, &scene, &terrain, rules);
        for eye in &scene.models {
            let viewshed = terrain.viewshed(eye, &bodies, rules);
            assert_eq!(viewshed.len(), bodies.grid.cells());
            for _ in 0..60 {
                let cell = draw.below(viewshed.len());
                let why = wrong(&terrain, rules, [eye, &bodies.body(cell)], viewshed[cell]);
                assert_eq!(why, None, "table {index}, cell {cell} of {:?}", bodies.grid);
                states[viewshed[cell].state as usize] += 1;
            }
        }
        states
    });
    let count = |state: SightState| counts.iter().map(|(_, states)| states[state as usize]).sum::<usize>();
    let counts =
        [SightState::Clear, SightState::Obscured, SightState::Concealed, SightState::Hidden].map(count);
    println!("cells by state: {counts:?}");
    let enough = counts.iter().sum::<usize>() > 10_000 && counts.iter().all(|count| *count > 1000);
    assert!(!all_tables() || enough, "{counts:?}");
}

/// The number of wrong cells found on some tables if the viewshed is made by a faulty kernel, which gets the
/// table, its scene, the bodies and the eyes.
fn faults(fault: impl Fn(&Terrain, &Scene, &BodyGrid, &SightBody) -> Vec<Visibility> + Sync) -> usize {
    let rules = &crate::support::setup("duel").ruleset.sight;
    let counts = in_parallel(40, |index| {
        let scene = scene(index, 3);
        let terrain = terrain(&scene.table);
        let draw = &mut Draw::new(910_000 + index);
        let Some(eye) = scene.models.first() else { return 0 };
        let bodies = body_grid(draw, &scene, &terrain, rules);
        let viewshed = fault(&terrain, &scene, &bodies, eye);
        let is_wrong = |_: &usize| {
            let cell = draw.below(viewshed.len());
            wrong(&terrain, rules, [eye, &bodies.body(cell)], viewshed[cell]).is_some()
        };
        (0..50).filter(is_wrong).count()
    });
    counts.iter().map(|(_, count)| count).sum()
}

/// Rule: VIS-1, VIS-2.
#[test]
fn wrong_viewsheds_are_noticed() {
    let rules = &crate::support::setup("duel").ruleset.sight;
    let lower = |terrain: &Terrain, _: &Scene, bodies: &BodyGrid, eye: &SightBody| {
        terrain.viewshed(&SightBody { eyes: Thou(eye.eyes.0 - 20), ..*eye }, bodies, rules)
    };
    let incomplete = |_: &Terrain, scene: &Scene, bodies: &BodyGrid, eye: &SightBody| {
        let mut table = scene.table.clone();
        table.pieces.truncate(table.pieces.len() - 1);
        terrain(&table).viewshed(eye, bodies, rules)
    };
    let rotated = |terrain: &Terrain, _: &Scene, bodies: &BodyGrid, eye: &SightBody| {
        let mut viewshed = terrain.viewshed(eye, bodies, rules);
        viewshed.rotate_left(1);
        viewshed
    };
    let doubled = |terrain: &Terrain, _: &Scene, bodies: &BodyGrid, eye: &SightBody| {
        let mut viewshed = terrain.viewshed(eye, bodies, rules);
        for index in (1..viewshed.len()).step_by(2) {
            viewshed[index] = viewshed[index - 1];
        }
        viewshed
    };
    for (found, reason) in [
        (faults(lower), "eyes a fiftieth of an inch lower"),
        (faults(incomplete), "a piece left out"),
        (faults(rotated), "every cell for the next"),
        (faults(doubled), "two cells as one"),
    ] {
        println!("{reason}: {found} wrong");
        assert!(!all_tables() || found > 10, "{reason}: {found}");
    }
    assert_eq!(faults(|terrain, _, bodies, eye| terrain.viewshed(eye, bodies, rules)), 0);
}

/// Rule: VIS-1, VIS-2.
#[test]
fn mirrored_and_turned_tables_have_mirrored_and_turned_viewsheds() {
    const SIDE: usize = 24;
    let rules = &crate::support::setup("duel").ruleset.sight;
    let grid = Grid { low: [Thou(-12_000); 2], cell: Thou(1000), columns: SIDE, rows: SIDE };
    let odd = in_parallel(100, |index| {
        let scene = scene(index, 2);
        let Some(eye) = scene.models.first() else { return 0 };
        let map = |terrain: &Terrain, eye: &SightBody| {
            terrain.viewshed(eye, &terrain.body_grid(grid, eye, |_| Thou(0), rules).unwrap(), rules)
        };
        let plain = map(&terrain(&scene.table), eye);
        let mut odd = 0;
        for seen in [Symmetry::Mirrored, Symmetry::Turned] {
            let eye = SightBody { foot: seen.place(eye.foot), ..*eye };
            let other = map(&terrain(&seen.table(&scene.table)), &eye);
            for (cell, visibility) in plain.iter().enumerate() {
                let [column, row] = [cell % SIDE, cell / SIDE];
                let [column, row] = match seen {
                    Symmetry::Mirrored => [SIDE - 1 - column, row],
                    Symmetry::Turned => [SIDE - 1 - row, column],
                };
                let there = other[grid.index(column, row)];
                let same = (there.in_view - visibility.in_view).abs() < 1e-6;
                assert!(same, "table {index} {seen:?}, cell {cell}: {visibility:?} and {there:?}");
                odd += usize::from(there.state != visibility.state);
            }
        }
        odd
    });
    // A share on a threshold may fall on either side of it.
    let odd: usize = odd.iter().map(|(_, odd)| odd).sum();
    println!("{odd} states differ");
    assert!(odd <= 5, "{odd}");
}
