//! What sight costs, on the stress level and on tables like it: each figure, its ratio to a ray cast
//! in the same run, and the budget it is held against.

#![allow(clippy::unwrap_used, clippy::expect_used)]

// The tests' own, of which not all is used here.
#[path = "../../tests/it/chance.rs"]
#[allow(dead_code)]
mod chance;
#[path = "../common/mod.rs"]
mod common;
mod figures;
// Movement's own, likewise.
#[path = "../movement/tables.rs"]
#[allow(dead_code)]
mod tables;

use std::time::Duration;

use warstrike::level::generator::StressSize;

use common::{Report, stress};
use figures::Scene;

/// Budgets, in rays.
const PAIR: f64 = 4.0;
/// Of a cell of the exposure map and one who looks.
const CELL: f64 = 0.25;

/// How long is spent at most on sampling one figure of another table; one sample is always taken.
const BRIEFLY: Duration = Duration::from_secs(2);

fn figures(report: &mut Report, scene: &Scene) {
    report.line_in_rays("share in view of a random pair", scene.shares(), None);
    report.line_in_rays("share and state of a random pair", scene.states(), Some(PAIR));
    report.line_in_rays("state with all its reasons", scene.reasons(), None);
    report.line_in_rays("50 models at 50 others, a pair", scene.units(), None);
    report.line_in_rays("bodies on a grid of 72 x 48, a cell", scene.field(), None);
    report.line_in_rays("exposure map of 72 x 48, 20 enemies, a look", scene.map(20), Some(CELL));
    report.line_in_rays("one of 20 has moved, a cell", scene.update(), None);
}

/// One row of a table of another size, in rays.
fn row(size: StressSize, amid: usize) {
    let (battle, _) = tables::amid_pieces(&tables::drawn(size), size, amid);
    let scene = Scene::new(&battle).within(BRIEFLY);
    // Closures: a method's path would fix the scene's lifetime.
    let columns: [fn(&Scene) -> f64; 4] =
        [|scene| scene.shares(), |scene| scene.states(), |scene| scene.map(5), |scene| scene.map(20)];
    for column in columns {
        print!(" {:>11.3}", column(&scene));
    }
}

fn main() {
    let mut report = Report::new();
    let (battle, _) = tables::amid_pieces(&stress(), StressSize::SHIPPED, usize::MAX);
    println!("all units set down amid the pieces:");
    figures(&mut report, &Scene::new(&battle));
    println!("units in lines beyond the pieces, as the level has them:");
    let (battle, _) = tables::at_the_start(&stress());
    let scene = Scene::new(&battle);
    report.line_in_rays("exposure map of 72 x 48, 20 enemies, a look", scene.map(20), Some(CELL));
    let (looks, rays) = scene.within(BRIEFLY).after_advance();
    println!("a whole side after an Advance, from {looks} places at cells of an inch:");
    report.line_in_rays("the map, all in all", rays, None);
    tables::growth(3, &["share", "state", "map of 5", "map of 20"], row);
    report.end();
}
