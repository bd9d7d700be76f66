//! The cost of sight on the stress level and on tables like it: each figure, its ratio to a ray cast in the same run, and
//! its budget.

#![allow(clippy::unwrap_used, clippy::expect_used)]

// Shared with the tests; not all of it is used here.
#[path = "../../tests/it/chance.rs"]
#[allow(dead_code)]
mod chance;
#[path = "../common/mod.rs"]
mod common;
mod figures;
// Shared with the movement benchmarks, likewise.
#[path = "../movement/tables.rs"]
#[allow(dead_code)]
mod tables;

use std::time::Duration;

use warstrike::level::generator::StressSize;

use common::{Report, stress};
use figures::Scene;

/// The budget of one pair, in rays.
const PAIR_BUDGET_RAYS: f64 = 4.0;
/// The budget of one cell of the exposure map and one observer, in rays.
const CELL_BUDGET_RAYS: f64 = 0.25;

/// The time limit for sampling one figure of another table; one sample is always taken.
const MAX_SAMPLING_TIME: Duration = Duration::from_secs(2);

fn figures(report: &mut Report, scene: &Scene) {
    report.line_in_rays("share in view of a random pair", scene.shares(), None);
    report.line_in_rays("share and state of a random pair", scene.states(), Some(PAIR_BUDGET_RAYS));
    report.line_in_rays("state with all its reasons", scene.reasons(), None);
    report.line_in_rays("state with all its reasons, remembered", scene.reasons_remembered(), None);
    report.line_in_rays("50 models at 50 others, a pair", scene.units(), None);
    report.line_in_rays("bodies on a grid of 72 x 48, a cell", scene.field(), None);
    report.line_in_rays("exposure map of 72 x 48, 20 enemies, a look", scene.map(20), Some(CELL_BUDGET_RAYS));
    report.line_in_rays("one of 20 has moved, a cell", scene.update(), None);
}

/// One row of a table of another size, in rays.
fn row(size: StressSize, amid: usize) {
    let (battle, _) = tables::amid_pieces(&tables::drawn(size), size, amid);
    let scene = Scene::new(&battle).within(MAX_SAMPLING_TIME);
    // Closures, because a method's path would fix the scene's lifetime.
    let columns: [fn(&Scene) -> f64; 4] =
        [|scene| scene.shares(), |scene| scene.states(), |scene| scene.map(5), |scene| scene.map(20)];
    for column in columns {
        print!(" {:>11.3}", column(&scene));
    }
}

fn main() {
    let mut report = Report::new();
    let (battle, _) = tables::amid_pieces(&stress(), StressSize::SHIPPED, usize::MAX);
    println!("all units placed among the pieces:");
    figures(&mut report, &Scene::new(&battle));
    println!("units in lines beyond the pieces, as in the level:");
    let (battle, _) = tables::at_the_start(&stress());
    let scene = Scene::new(&battle);
    report.line_in_rays("exposure map of 72 x 48, 20 enemies, a look", scene.map(20), Some(CELL_BUDGET_RAYS));
    let (viewpoints, rays) = scene.within(MAX_SAMPLING_TIME).after_advance();
    println!("a whole side after an Advance, from {viewpoints} viewpoints at cells of an inch:");
    report.line_in_rays("the whole map", rays, None);
    tables::growth(3, &["share", "state", "map of 5", "map of 20"], row);
    report.end();
}
