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

use warstrike::game::battle::Battle;
use warstrike::game::fall_back::retreat;
use warstrike::game::fall_back::retreat::Course;
use warstrike::level::generator::StressSize;
use warstrike::rules::falling_back::Occasion;
use warstrike::rules::ids::UnitId;

use common::{Costs, Report, stress};

/// The preview of one unit of ten, in rays.
const PREVIEW: f64 = 20_000.0;

/// The longest a figure may take in all.
const MOST: Duration = Duration::from_secs(20);

fn main() {
    let mut report = Report::new();
    for (where_, each_side) in [("in lines", 0), ("amid the pieces", usize::MAX)] {
        let (battle, mut units) = if each_side == 0 {
            tables::at_the_start(&stress())
        } else {
            tables::amid_pieces(&stress(), StressSize::SHIPPED, each_side)
        };
        units.retain(|unit| battle.view().standing(*unit).count() == 10);
        figures(&mut report, where_, &battle, &units);
    }
    report.end()
}

fn figures(report: &mut Report, where_: &str, battle: &Battle, units: &[UnitId]) {
    for unit in units {
        let found = retreat(battle.view(), *unit, Occasion::Action).unwrap();
        let what = match &found.course {
            Course::Destroyed => "destroyed".to_owned(),
            Course::FallBack { haven, .. } => format!("{:?} at {:.2}", haven.lies, haven.length.0),
            Course::Rout { .. } => "rout".to_owned(),
            other => format!("{other:?}"),
        };
        println!("{unit} {where_}: {what}");
    }
    let costs = Costs::of(units.len(), MOST, |nth| {
        black_box(retreat(battle.view(), units[nth], Occasion::Action));
    });
    report.line_in_rays(&format!("preview of a unit of 10 {where_}, mean"), costs.mean(), Some(PREVIEW));
    report.line_in_rays(&format!("preview of a unit of 10 {where_}, worst"), costs.worst(), None);
    println!("{:?}", costs.medians);
}
