//! Tables of several sizes, and battles on them with units among the terrain.

// Shared with the tests.
#[path = "../../tests/it/amid_pieces.rs"]
mod amid;

use std::sync::Arc;

use warstrike::game::engine::battle::Battle;
use warstrike::level::generator::{STRESS_SEED, StressSize, stress_level_of};
use warstrike::level::setup::Setup;
use warstrike::rules::ids::UnitId;

use crate::common::{SEED, stress};

/// The stress level with more or fewer pieces and models.
pub fn drawn(size: StressSize) -> Arc<Setup> {
    let mut bundle = stress().bundle.clone();
    bundle.level.text = stress_level_of(size, STRESS_SEED);
    Arc::new(Setup::from_bundle(bundle).unwrap_or_else(|faults| panic!("{faults}")))
}

/// A battle and the units to measure, of the player to move: deployed as in the level, before the first move.
pub fn at_the_start(setup: &Arc<Setup>) -> (Battle, Vec<UnitId>) {
    amid::at_the_start(setup, SEED)
}

/// The same, with some units of each side placed among the terrain, in formation, at random free places;
/// these are measured.
pub fn amid_pieces(setup: &Arc<Setup>, size: StressSize, each_side: usize) -> (Battle, Vec<UnitId>) {
    amid::amid_pieces(setup, size, each_side, SEED)
}

/// How figures grow, in rays: with the pieces, on tables as deep as they need, with so many units of each
/// side among them; and with the models, all among the stress level's pieces. `row` prints the columns of one
/// table.
pub fn growth(each_side: usize, columns: &[&str], row: impl Fn(StressSize, usize)) {
    println!("growth, in rays; fewer samples of what is slow");
    let columns: Vec<String> = columns.iter().map(|name| format!("{name:>11}")).collect();
    println!("{:>7} {:>7} {}", "pieces", "models", columns.join(" "));
    let row = |size: StressSize, each_side| {
        print!("{:>7} {:>7}", 10 * u32::from(size.rows), 20 * u32::from(size.units));
        row(size, each_side);
        println!();
    };
    println!("tables as deep as their pieces need, equally close; other units in lines beyond them:");
    for rows in [1, 3, 10, 30] {
        row(StressSize { rows, ..StressSize::SHIPPED }, each_side);
    }
    println!("the stress level's table, all units amid the pieces:");
    for units in [1, 3, 10, 20] {
        row(StressSize { units, ..StressSize::SHIPPED }, usize::MAX);
    }
}
