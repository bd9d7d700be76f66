//! Writes the stress level to standard output:
//! `cargo run --no-default-features --example stress_level > levels/stress.ron`

use std::io::Write;

use warstrike::level::generator::{STRESS_SEED, stress_level};

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(stress_level(STRESS_SEED).as_bytes())
}
