//! Benchmarks of the preview of a fall back or rout: for one unit of ten, for all units of a side, and how the
//! cost grows. Each figure is printed with its ratio to a ray cast in the same run and its budget.

#![allow(clippy::unwrap_used, clippy::expect_used)]

// Shared with the tests; not all of it is used here.
#[path = "../../tests/it/chance.rs"]
#[allow(dead_code)]
mod chance;
#[path = "../common/mod.rs"]
mod common;
// Shared with the movement benchmarks, likewise.
#[path = "../movement/tables.rs"]
#[allow(dead_code)]
mod tables;

use std::hint::black_box;
use std::rc::Rc;
use std::time::Duration;

use warstrike::game::engine::battle::Battle;
use warstrike::game::phases::fall_back::retreat;
use warstrike::game::phases::fall_back::retreat::RetreatOutcome;
use warstrike::level::generator::StressSize;
use warstrike::rules::falling_back::Occasion;
use warstrike::rules::ids::UnitId;

use common::{Costs, Report, SAMPLES, asked_nothing, sample, shipped, shipped_levels, stress};

/// The preview of one unit of ten, in rays.
const PREVIEW_BUDGET_IN_RAYS: f64 = 20_000.0;

/// The preview of any unit of a shipped level, in rays: 100 ms, with 0.85 µs per ray.
const SHIPPED_BUDGET_IN_RAYS: f64 = 118_000.0;

/// How many units of shipped levels are measured: those whose previews take longest when each is asked once.
const SLOWEST_SHOWN: usize = 12;

/// The longest that measuring one figure may take.
const MAX_DURATION: Duration = Duration::from_secs(20);

/// The longest that sampling one figure of growth may take; one sample is always taken.
const MAX_SAMPLING: Duration = Duration::from_secs(2);

/// How many units are measured on tables of other sizes.
const UNITS_MEASURED: usize = 3;

/// A side of twelve units.
const SIDE: StressSize = StressSize { units: 12, ..StressSize::SHIPPED };

fn main() {
    let mut report = Report::new();
    for (place, each_side) in [("in lines", 0), ("amid the pieces", usize::MAX)] {
        let (battle, units) = battle(StressSize::SHIPPED, each_side);
        single_previews(&mut report, place, &battle, &units);
        let (battle, units) = self::battle(SIDE, each_side);
        side_previews(&mut report, place, &battle, &units);
    }
    slowest_previews(&mut report);
    println!("{UNITS_MEASURED} units measured:");
    tables::growth(UNITS_MEASURED, &["mean", "worst"], row);
    report.end()
}

/// A unit of a shipped level.
struct ShippedUnit {
    level: String,
    battle: Rc<Battle>,
    unit: UnitId,
    /// Of its preview, asked once.
    seconds: f64,
}

/// Every unit of every shipped level that can be asked where it would fall back, slowest first.
fn shipped_units() -> Vec<ShippedUnit> {
    let mut units: Vec<ShippedUnit> = Vec::new();
    for level in shipped_levels() {
        let battle = Rc::new(tables::at_the_start(&shipped(&level)).0);
        let ids: Vec<UnitId> = battle.view().units().map(|unit| unit.id).collect();
        for unit in ids.into_iter().filter(|unit| battle.view().standing(*unit).next().is_some()) {
            let anew = asked_nothing(&battle);
            let seconds = sample(1, || preview(&anew, unit));
            units.push(ShippedUnit { level: level.clone(), battle: Rc::clone(&battle), unit, seconds });
        }
    }
    units.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    units
}

/// The previews of the units of shipped levels that take longest.
fn slowest_previews(report: &mut Report) {
    let mut units = shipped_units();
    println!("{} units of shipped levels asked once; the slowest:", units.len());
    units.truncate(SLOWEST_SHOWN);
    let costs = Costs::asked_anew(MAX_DURATION, || {
        units.iter().map(|unit| first_preview(&unit.battle, unit.unit)).collect()
    });
    for (unit, rays) in units.iter().zip(&costs.medians) {
        report.line_in_rays(&format!("preview of {} of {}", unit.unit, unit.level), *rays, None);
    }
    let what = format!("the slowest unit of a shipped level{}", samples_note(&costs));
    report.line_in_rays(&what, costs.worst(), Some(SHIPPED_BUDGET_IN_RAYS));
}

/// A battle with some units of each side set down amid the pieces, and the units of ten to measure.
fn battle(size: StressSize, each_side: usize) -> (Battle, Vec<UnitId>) {
    let setup = if size == StressSize::SHIPPED { stress() } else { tables::drawn(size) };
    let (battle, mut units) = match each_side {
        0 => tables::at_the_start(&setup),
        _ => tables::amid_pieces(&setup, size, each_side),
    };
    units.retain(|unit| battle.view().standing(*unit).count() == 10);
    (battle, units)
}

fn preview(battle: &Battle, unit: UnitId) {
    black_box(retreat(battle.view(), unit, Occasion::Action));
}

/// Seconds that a preview takes where nothing has been asked before.
fn first_preview(battle: &Battle, unit: UnitId) -> f64 {
    let anew = asked_nothing(battle);
    sample(1, || preview(&anew, unit))
}

/// The previews of units, each asked first.
fn first_previews(battle: &Battle, units: &[UnitId], max_time: Duration) -> Costs {
    Costs::asked_anew(max_time, || units.iter().map(|unit| first_preview(battle, *unit)).collect())
}

/// The preview of each unit by itself.
fn single_previews(report: &mut Report, place: &str, battle: &Battle, units: &[UnitId]) {
    for unit in units {
        let found = retreat(battle.view(), *unit, Occasion::Action).unwrap();
        let what = match &found.outcome {
            RetreatOutcome::Destroyed => "destroyed".to_owned(),
            RetreatOutcome::FallBack { safe_position, .. } => {
                format!("{:?} at {:.2}", safe_position.reachability, safe_position.length.0)
            }
            RetreatOutcome::Rout { .. } => "rout".to_owned(),
            other => format!("{other:?}"),
        };
        println!("{unit} {place}: {what}");
    }
    let costs = first_previews(battle, units, MAX_DURATION);
    report.line_in_rays(
        &format!("preview of a unit of 10 {place}, mean"),
        costs.mean(),
        Some(PREVIEW_BUDGET_IN_RAYS),
    );
    report.line_in_rays(
        &format!("  the worst of {}{}", costs.cases(), samples_note(&costs)),
        costs.worst(),
        None,
    );
}

/// The previews of all units of a side in turn, as the window shows them on one key.
fn side_previews(report: &mut Report, place: &str, battle: &Battle, units: &[UnitId]) {
    let costs = Costs::asked_anew(MAX_DURATION, || {
        let anew = asked_nothing(battle);
        vec![sample(1, || units.iter().for_each(|unit| preview(&anew, *unit)))]
    });
    let what = format!("preview of all {} of a side {place}{}", units.len(), samples_note(&costs));
    report.line_in_rays(&what, costs.mean(), None);
    report.line_in_rays("  for each unit", costs.mean() / units.len() as f64, None);
}

fn samples_note(costs: &Costs) -> String {
    if costs.samples < SAMPLES { format!(", samples: {}", costs.samples) } else { String::new() }
}

/// One row: the figures of a table of another size, in rays.
fn row(size: StressSize, each_side: usize) {
    let (battle, mut units) = battle(size, each_side);
    units.truncate(UNITS_MEASURED);
    let costs = first_previews(&battle, &units, MAX_SAMPLING);
    print!(" {:>11.1} {:>11.1}{}", costs.mean(), costs.worst(), samples_note(&costs));
}
