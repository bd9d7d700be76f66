//! What the preview of a fall back or rout costs: of one unit of ten, of all of a side, and how that grows.
//! Each figure, its ratio to a ray cast in the same run, and the budget it is held against.

#![allow(clippy::unwrap_used, clippy::expect_used)]

// The tests' own, of which not all is used here.
#[path = "../../tests/it/chance.rs"]
#[allow(dead_code)]
mod chance;
#[path = "../common/mod.rs"]
mod common;
// Movement's own, likewise.
#[path = "../movement/tables.rs"]
#[allow(dead_code)]
mod tables;

use std::hint::black_box;
use std::time::Duration;

use warstrike::game::engine::battle::Battle;
use warstrike::game::phases::fall_back::retreat;
use warstrike::game::phases::fall_back::retreat::RetreatOutcome;
use warstrike::level::generator::StressSize;
use warstrike::rules::falling_back::Occasion;
use warstrike::rules::ids::UnitId;

use common::{Costs, Report, SAMPLES, stress};

/// The preview of one unit of ten, in rays.
const PREVIEW: f64 = 20_000.0;

/// The longest a figure may take in all.
const MOST: Duration = Duration::from_secs(20);

/// How long is spent at most on sampling one figure of growth; one sample is always taken.
const BRIEFLY: Duration = Duration::from_secs(2);

/// Units measured of tables of other sizes.
const MEASURED: usize = 3;

/// A side of twelve units.
const SIDE: StressSize = StressSize { units: 12, ..StressSize::SHIPPED };

fn main() {
    let mut report = Report::new();
    for (where_, each_side) in [("in lines", 0), ("amid the pieces", usize::MAX)] {
        let (battle, units) = battle(StressSize::SHIPPED, each_side);
        one_by_one(&mut report, where_, &battle, &units);
        let (battle, units) = self::battle(SIDE, each_side);
        all_at_once(&mut report, where_, &battle, &units);
    }
    println!("{MEASURED} units measured:");
    tables::growth(MEASURED, &["mean", "worst"], row);
    report.end()
}

/// A battle, so many units of each side set down amid the pieces, and the units of ten that are measured.
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

/// Each unit's preview by itself.
fn one_by_one(report: &mut Report, where_: &str, battle: &Battle, units: &[UnitId]) {
    for unit in units {
        let found = retreat(battle.view(), *unit, Occasion::Action).unwrap();
        let what = match &found.course {
            RetreatOutcome::Destroyed => "destroyed".to_owned(),
            RetreatOutcome::FallBack { haven, .. } => format!("{:?} at {:.2}", haven.lies, haven.length.0),
            RetreatOutcome::Rout { .. } => "rout".to_owned(),
            other => format!("{other:?}"),
        };
        println!("{unit} {where_}: {what}");
    }
    let costs = Costs::of(units.len(), MOST, |nth| preview(battle, units[nth]));
    report.line_in_rays(&format!("preview of a unit of 10 {where_}, mean"), costs.mean(), Some(PREVIEW));
    report.line_in_rays(&format!("  the worst of {}{}", costs.cases(), fewer(&costs)), costs.worst(), None);
}

/// The previews of all units of a side, one after another, as the window shows them on one key.
fn all_at_once(report: &mut Report, where_: &str, battle: &Battle, units: &[UnitId]) {
    let costs = Costs::of(1, MOST, |_| units.iter().for_each(|unit| preview(battle, *unit)));
    let what = format!("preview of all {} of a side {where_}{}", units.len(), fewer(&costs));
    report.line_in_rays(&what, costs.mean(), None);
    report.line_in_rays("  for each unit", costs.mean() / units.len() as f64, None);
}

fn fewer(costs: &Costs) -> String {
    if costs.samples < SAMPLES { format!(", samples: {}", costs.samples) } else { String::new() }
}

/// The figures of a table of another size, in rays: one row.
fn row(size: StressSize, each_side: usize) {
    let (battle, mut units) = battle(size, each_side);
    units.truncate(MEASURED);
    let costs = Costs::of(units.len(), BRIEFLY, |nth| preview(&battle, units[nth]));
    print!(" {:>11.1} {:>11.1}{}", costs.mean(), costs.worst(), fewer(&costs));
}
