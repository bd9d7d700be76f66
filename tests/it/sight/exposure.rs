//! The exposure map against the routine for a pair, cell by cell.

use warstrike::rules::basics::Allowance;
use warstrike::rules::measures::Thou;
use warstrike::rules::ruleset::SightRules;
use warstrike::rules::sight::{SightState, judge};
use warstrike::table::sight::exposure::{Field, Grid};
use warstrike::table::sight::{SightBody, Visibility};
use warstrike::table::terrain::Terrain;

use crate::paths::in_parallel;
use crate::paths::tables::Draw;
use crate::paths::turned::Symmetry;

use super::tables::{Scene, scene};
use super::terrain;

/// How much a share of the map and of the pair routine may differ: the order of sums.
const SAME: f64 = 1e-9;

/// A grid over a table of a scene and bodies like one of its models on some level.
fn field(draw: &mut Draw, scene: &Scene, terrain: &Terrain, rules: &SightRules) -> Field {
    let like = scene.models[draw.below(scene.models.len())];
    let grid = Grid::over(scene.table.size, draw.thou(0.5, 1.9)).unwrap();
    let levels = scene.models.iter().map(|model| model.foot.z).chain([Thou(0)]);
    let levels: Vec<Thou> = levels.collect();
    let level = levels[draw.below(levels.len())];
    terrain.field(grid, &like, |_| level, rules).unwrap()
}

/// What is wrong with a cell of a map.
fn wrong(
    terrain: &Terrain,
    rules: &SightRules,
    [eye, body]: [&SightBody; 2],
    found: Visibility,
) -> Option<String> {
    let in_view = terrain.fraction_in_view(eye, body);
    let judged = judge(&terrain.sighting(eye, body), rules, Allowance(0.005));
    let pair = terrain.glimpse(eye, body, rules);
    let same = [pair, found]
        .iter()
        .all(|glimpse| (in_view - glimpse.in_view).abs() <= SAME && judged.state == glimpse.state);
    (!same).then(|| format!("{found:?}, {pair:?}, not {in_view} and {judged:?}, {eye:?} to {body:?}"))
}

/// Rule: VIS-1, VIS-2.
#[test]
fn every_cell_of_the_map_is_what_the_routine_for_a_pair_tells() {
    let rules = &crate::support::setup("duel").ruleset.sight;
    let counts = in_parallel(200, |nth| {
        let scene = scene(nth, 4);
        let terrain = terrain(&scene.table);
        let draw = &mut Draw::new(900_000 + nth);
        let mut states = [0; 4];
        if scene.models.is_empty() {
            return states;
        }
        let field = field(draw, &scene, &terrain, rules);
        for eye in &scene.models {
            let glimpses = terrain.glimpses(eye, &field, rules);
            assert_eq!(glimpses.len(), field.grid.cells());
            for _ in 0..60 {
                let cell = draw.below(glimpses.len());
                let why = wrong(&terrain, rules, [eye, &field.body(cell)], glimpses[cell]);
                assert_eq!(why, None, "table {nth}, cell {cell} of {:?}", field.grid);
                states[glimpses[cell].state as usize] += 1;
            }
        }
        states
    });
    let count = |state: SightState| counts.iter().map(|(_, states)| states[state as usize]).sum::<usize>();
    let counts =
        [SightState::Clear, SightState::Obscured, SightState::Concealed, SightState::Hidden].map(count);
    println!("cells by state: {counts:?}");
    assert!(counts.iter().sum::<usize>() > 10_000 && counts.iter().all(|count| *count > 1000), "{counts:?}");
}

/// How many of a map's cells are found to be wrong on some tables, if it is made by a kernel with a fault:
/// for a table, its pieces, eyes and a field given as they are.
fn faults(fault: impl Fn(&Terrain, &Scene, &Field, &SightBody) -> Vec<Visibility> + Sync) -> usize {
    let rules = &crate::support::setup("duel").ruleset.sight;
    let counts = in_parallel(40, |nth| {
        let scene = scene(nth, 3);
        let terrain = terrain(&scene.table);
        let draw = &mut Draw::new(910_000 + nth);
        let Some(eye) = scene.models.first() else { return 0 };
        let field = field(draw, &scene, &terrain, rules);
        let glimpses = fault(&terrain, &scene, &field, eye);
        let is_wrong = |_: &usize| {
            let cell = draw.below(glimpses.len());
            wrong(&terrain, rules, [eye, &field.body(cell)], glimpses[cell]).is_some()
        };
        (0..50).filter(is_wrong).count()
    });
    counts.iter().map(|(_, count)| count).sum()
}

/// Rule: VIS-1, VIS-2.
#[test]
fn maps_made_wrongly_are_noticed() {
    let rules = &crate::support::setup("duel").ruleset.sight;
    let lower = |terrain: &Terrain, _: &Scene, field: &Field, eye: &SightBody| {
        terrain.glimpses(&SightBody { eyes: Thou(eye.eyes.0 - 20), ..*eye }, field, rules)
    };
    let lacking = |_: &Terrain, scene: &Scene, field: &Field, eye: &SightBody| {
        let mut table = scene.table.clone();
        table.pieces.truncate(table.pieces.len() - 1);
        terrain(&table).glimpses(eye, field, rules)
    };
    let next = |terrain: &Terrain, _: &Scene, field: &Field, eye: &SightBody| {
        let mut glimpses = terrain.glimpses(eye, field, rules);
        glimpses.rotate_left(1);
        glimpses
    };
    let coarse = |terrain: &Terrain, _: &Scene, field: &Field, eye: &SightBody| {
        let mut glimpses = terrain.glimpses(eye, field, rules);
        for nth in (1..glimpses.len()).step_by(2) {
            glimpses[nth] = glimpses[nth - 1];
        }
        glimpses
    };
    for (found, reason) in [
        (faults(lower), "eyes a fiftieth of an inch lower"),
        (faults(lacking), "a piece left out"),
        (faults(next), "every cell for the next"),
        (faults(coarse), "two cells as one"),
    ] {
        println!("{reason}: {found} wrong");
        assert!(found > 10, "{reason}: {found}");
    }
    assert_eq!(faults(|terrain, _, field, eye| terrain.glimpses(eye, field, rules)), 0);
}

/// Rule: VIS-1, VIS-2.
#[test]
fn mirrored_and_turned_tables_have_mirrored_and_turned_maps() {
    const SIDE: usize = 24;
    let rules = &crate::support::setup("duel").ruleset.sight;
    let grid = Grid { low: [Thou(-12_000); 2], cell: Thou(1000), columns: SIDE, rows: SIDE };
    let odd = in_parallel(100, |nth| {
        let scene = scene(nth, 2);
        let Some(eye) = scene.models.first() else { return 0 };
        let map = |terrain: &Terrain, eye: &SightBody| {
            terrain.glimpses(eye, &terrain.field(grid, eye, |_| Thou(0), rules).unwrap(), rules)
        };
        let plain = map(&terrain(&scene.table), eye);
        let mut odd = 0;
        for seen in [Symmetry::Mirrored, Symmetry::Turned] {
            let eye = SightBody { foot: seen.place(eye.foot), ..*eye };
            let other = map(&terrain(&seen.table(&scene.table)), &eye);
            for (cell, glimpse) in plain.iter().enumerate() {
                let [column, row] = [cell % SIDE, cell / SIDE];
                let [column, row] = match seen {
                    Symmetry::Mirrored => [SIDE - 1 - column, row],
                    Symmetry::Turned => [SIDE - 1 - row, column],
                };
                let there = other[grid.index(column, row)];
                let same = (there.in_view - glimpse.in_view).abs() < 1e-6;
                assert!(same, "table {nth} {seen:?}, cell {cell}: {glimpse:?} and {there:?}");
                odd += usize::from(there.state != glimpse.state);
            }
        }
        odd
    });
    // Shares on a threshold may fall on either side of it.
    let odd: usize = odd.iter().map(|(_, odd)| odd).sum();
    println!("{odd} states differ");
    assert!(odd <= 5, "{odd}");
}
