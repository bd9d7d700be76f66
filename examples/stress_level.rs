//! Writes the stress level to standard output:
//! `cargo run --no-default-features --example stress_level > levels/stress.ron`
//!
//! Two numbers after `--` give another size: rows of ten pieces, and units of ten models on each side. `30 20` is a table of 300
//! pieces and 400 models.

use std::io::{Error, Write};

use warstrike::level::generator::{STRESS_SEED, StressSize, stress_level_of};

fn main() -> std::io::Result<()> {
    let numbers: Result<Vec<u8>, _> = std::env::args().skip(1).map(|number| number.parse()).collect();
    let size = match numbers.map_err(Error::other)?[..] {
        [] => StressSize::SHIPPED,
        [rows, units] => StressSize { rows, units },
        _ => {
            return Err(Error::other("expected two numbers or none: rows of pieces, and units on each side"));
        }
    };
    std::io::stdout().write_all(stress_level_of(size, STRESS_SEED).as_bytes())
}
