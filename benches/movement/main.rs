//! The cost of movement, on the stress level and on generated tables: each figure, its ratio to a ray cast in
//! the same run, and its budget.

#![allow(clippy::unwrap_used, clippy::expect_used)]

// Shared with the tests; not all of it is used here.
#[path = "../../tests/it/chance.rs"]
#[allow(dead_code)]
mod chance;
#[path = "../common/mod.rs"]
mod common;
mod figures;
mod tables;

use std::time::Duration;

use warstrike::level::generator::StressSize;
use warstrike::rules::action::Action;

use common::{Costs, Report, SAMPLES, stress};
use figures::{Kind, Scene};

/// Budgets, in rays.
const PATH: f64 = 120.0;
/// Two searches: one that finds no path around difficult ground, and one through it.
const CLAMBER: f64 = 2.0 * PATH;
const INDEX: f64 = 240.0;
const REACH: f64 = 6_000.0;
/// An Advance: 10 ms, with 0.85 µs per ray on the machine that set the budget.
const UNIT_MOVE: f64 = 12_000.0;
/// At The Double, four times the area: 16 ms, with 0.52 µs per ray, for what a model can reach and for a unit's move.
const DOUBLE: f64 = 31_000.0;

/// Time limit for sampling one figure without a budget; one sample is always taken.
const BRIEFLY: Duration = Duration::from_secs(2);

/// Units measured on generated tables.
const MEASURED: usize = 3;

fn mean_and_worst(report: &mut Report, what: &str, costs: &Costs, budget: Option<f64>) {
    if costs.cases() == 0 {
        return println!("{what:<46} none was found");
    }
    report.line_in_rays(what, costs.mean(), budget);
    let fewer = if costs.samples < SAMPLES { format!(", samples: {}", costs.samples) } else { String::new() };
    report.line_in_rays(&format!("  the worst of {}{fewer}", costs.cases()), costs.worst(), None);
}

/// Every figure of one battle.
fn figures(report: &mut Report, scene: &Scene) {
    for (what, kind, budget) in [
        ("shortest path of a run", Kind::Run, Some(PATH)),
        ("shortest path of a walk", Kind::Walk, Some(PATH)),
        ("shortest path of a clamber", Kind::Clamber, Some(CLAMBER)),
        ("no path to the goal", Kind::Nowhere, None),
    ] {
        mean_and_worst(report, what, &scene.paths(kind, 200), budget);
    }
    mean_and_worst(report, "planner prepared after a unit's move", &scene.index(), Some(INDEX));
    mean_and_worst(report, "all a model can reach, Advance", &scene.reach(Action::Advance), Some(REACH));
    let double = scene.within(BRIEFLY).reach(Action::AtTheDouble);
    mean_and_worst(report, "all a model can reach, At The Double", &double, Some(DOUBLE));
    for (what, action, goals, budget) in
        [("Advance", Action::Advance, 5, UNIT_MOVE), ("At The Double", Action::AtTheDouble, 2, DOUBLE)]
    {
        println!("{what} of a unit of 10:");
        let costs = scene.unit_moves(action, goals);
        mean_and_worst(report, "all it can reach, searched", &costs.ready, None);
        mean_and_worst(report, "a move planned, that searched", &costs.planned, None);
        mean_and_worst(report, &format!("{what} planned, all in all"), &costs.whole, Some(budget));
        mean_and_worst(report, "its check", &costs.checked, None);
    }
}

/// The figures of one generated table, in rays: one row.
fn row(size: StressSize, amid: usize) {
    let (battle, mut units) = tables::amid_pieces(&tables::drawn(size), size, amid);
    units.truncate(MEASURED);
    let scene = Scene::new(&battle, &units).within(BRIEFLY);
    let columns: [fn(&Scene) -> Costs; 6] = [
        |scene| scene.paths(Kind::Run, 100),
        |scene| scene.paths(Kind::Walk, 100),
        |scene| scene.index(),
        |scene| scene.reach(Action::Advance),
        |scene| scene.unit_moves(Action::Advance, 3).whole,
        |scene| scene.unit_moves(Action::AtTheDouble, 3).whole,
    ];
    for column in columns {
        print!(" {:>11.1}", column(&scene).mean());
    }
}

fn main() {
    let mut report = Report::new();
    let setup = stress();
    println!("units deployed in lines, as in the level:");
    let (battle, units) = tables::at_the_start(&setup);
    figures(&mut report, &Scene::new(&battle, &units));
    println!("all units among the pieces:");
    let (battle, units) = tables::amid_pieces(&setup, StressSize::SHIPPED, usize::MAX);
    figures(&mut report, &Scene::new(&battle, &units));
    println!("{MEASURED} units measured:");
    tables::growth(MEASURED, &["run", "walk", "index", "reach", "Advance", "Double"], row);
    report.end();
}
