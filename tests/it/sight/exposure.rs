//! The exposure map against the routine for a pair, cell by cell.

use warstrike::rules::basics::Allowance;
use warstrike::rules::measures::Thou;
use warstrike::rules::ruleset::SightRules;
use warstrike::rules::sight::{SightState, judge};
use warstrike::table::sight::Viewed;
use warstrike::table::sight::exposure::{Field, Glimpse, Grid};
use warstrike::table::terrain::Terrain;

use crate::paths::everywhere;
use crate::paths::tables::Draw;

use super::tables::{Scene, scene};
use super::terrain;

/// How much a share of the map and of the pair routine may differ: the order of sums.
const SAME: f64 = 1e-9;

/// A grid over a table of a scene and bodies like one of its models on some level.
fn field(draw: &mut Draw, scene: &Scene, terrain: &Terrain, rules: &SightRules) -> Field {
    let like = scene.models[draw.below(scene.models.len())];
    let grid = Grid::over(scene.table.size, draw.thou(0.3, 1.7)).unwrap();
    let levels = scene.models.iter().map(|model| model.foot.z).chain([Thou(0)]);
    let levels: Vec<Thou> = levels.collect();
    terrain.field(grid, &like, levels[draw.below(levels.len())], rules).unwrap()
}

/// What is wrong with a cell of a map.
fn wrong(terrain: &Terrain, rules: &SightRules, [eye, body]: [&Viewed; 2], found: Glimpse) -> Option<String> {
    let in_view = terrain.fraction_in_view(eye, body);
    let judged = judge(&terrain.sighting(eye, body), rules, Allowance(0.005));
    let same = (in_view - found.in_view).abs() <= SAME && judged.state == found.state;
    (!same).then(|| format!("{found:?}, not {in_view} and {judged:?}, {eye:?} to {body:?}"))
}

/// Rule: VIS-1, VIS-2.
#[test]
fn every_cell_of_the_map_is_what_the_routine_for_a_pair_tells() {
    let rules = &crate::support::setup("duel").ruleset.sight;
    let counts = everywhere(300, |nth| {
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
