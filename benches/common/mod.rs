//! What the benchmarks share: the yardstick, sampling, the report, the stress level.
//!
//! Machines differ and are shared, so only ratios count. A figure is the median of 20 samples; one above 1.5
//! times its budget fails the run.
//!
//! A terrain remembers sight lines, ways and legs of paths, and a battle its last answers. A benchmark therefore asks each
//! question on a battle of its own ([`asked_nothing`]), or says "remembered" in its row.

// Not every benchmark has several cases.
#[allow(dead_code)]
mod costs;
mod ray;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::dice::Dice;
use warstrike::level::data_folder::{DataFolder, load_level};
use warstrike::level::setup::Setup;

#[allow(unused_imports)]
pub use costs::Costs;
pub use ray::Rays;

/// Seed of all random input.
pub const SEED: u64 = 2013;

/// A figure above this multiple of its budget fails.
const TOLERANCE: f64 = 1.5;

/// Samples per figure, and rays cast per sample.
pub const SAMPLES: usize = 20;
pub const RAYS: u32 = 2000;

/// Median time of one call, seconds: 20 samples of `calls` calls each.
pub fn median(calls: u32, mut work: impl FnMut()) -> f64 {
    median_of((0..SAMPLES).map(|_| sample(calls, &mut work)))
}

/// Mean time of one of `calls` calls, seconds.
pub fn sample(calls: u32, mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    (0..calls).for_each(|_| work());
    start.elapsed().as_secs_f64() / f64::from(calls)
}

/// The median.
pub fn median_of(samples: impl Iterator<Item = f64>) -> f64 {
    let mut samples: Vec<f64> = samples.collect();
    samples.sort_by(f64::total_cmp);
    samples[samples.len() / 2]
}

/// Prints figures relative to the ray and collects those that are too slow.
pub struct Report {
    /// Seconds.
    ray: f64,
    failed: Vec<String>,
}

impl Report {
    /// Starts by measuring the ray.
    pub fn new() -> Self {
        println!("stress level, seed {SEED}, median of {SAMPLES}; figures in µs and in rays of this run");
        let mut rays = Rays::new(SEED);
        let mut report = Self { ray: median(RAYS, || rays.cast()), failed: Vec::new() };
        report.line("a ray against 40 solids", report.ray, None);
        report
    }

    /// `budget` is in rays.
    pub fn line(&mut self, what: &str, seconds: f64, budget: Option<f64>) {
        self.line_in_rays(what, seconds / self.ray, budget);
    }

    /// A figure measured as a ratio only.
    pub fn line_in_rays(&mut self, what: &str, rays: f64, budget: Option<f64>) {
        let budget_text = match budget {
            Some(budget) => format!("budget {budget:>9} rays, {:>5.2} of it", rays / budget),
            None => "no budget".to_owned(),
        };
        println!("{what:<46} {:>11.3} µs {rays:>11.1} rays  {budget_text}", rays * self.ray * 1e6);
        if budget.is_some_and(|budget| rays > TOLERANCE * budget) {
            self.failed.push(what.to_owned());
        }
    }

    /// Ends the program, with an error if any figure was too slow.
    pub fn end(self) -> ! {
        if !self.failed.is_empty() {
            println!("too slow: {}", self.failed.join(", "));
        }
        std::process::exit(i32::from(!self.failed.is_empty()))
    }
}

/// The same position in a battle on a terrain of its own, of which nothing has been asked yet.
// Not every benchmark asks what is remembered.
#[allow(dead_code)]
pub fn asked_nothing(battle: &Battle) -> Battle {
    let setup = Setup::from_bundle(battle.setup().bundle.clone()).unwrap_or_else(|faults| panic!("{faults}"));
    let (mut anew, _) = Battle::new(Arc::new(setup), Dice::seeded(SEED)).unwrap();
    anew.restore(&battle.snapshot()).unwrap();
    anew
}

/// The stress level.
pub fn stress() -> Arc<Setup> {
    shipped("stress")
}

/// Every level of `levels/`, by its path there without the ending, in order.
// Not every benchmark goes through them.
#[allow(dead_code)]
pub fn shipped_levels() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    let mut folders = vec![folder.clone()];
    let mut levels = Vec::new();
    while let Some(at) = folders.pop() {
        for entry in std::fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "ron") {
                levels.push(path.strip_prefix(&folder).unwrap().with_extension("").display().to_string());
            }
        }
    }
    levels.sort();
    levels
}

/// A level of `levels/`, by its path there without the ending.
pub fn shipped(level: &str) -> Arc<Setup> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let data = DataFolder::find(Some(root)).unwrap();
    let file = root.join(format!("levels/{level}.ron"));
    let setup = load_level(&file.display().to_string(), &data, None);
    Arc::new(setup.unwrap_or_else(|faults| panic!("{faults}")))
}
