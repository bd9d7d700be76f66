//! Plays a level to its end with the player of random games, and prints its commands as `warstrike run` reads
//! them. `cargo run --release --no-default-features --example random_game -- LEVEL SEED [RULESET]`
//!
//! With the same seed, `warstrike run LEVEL --orders FILE --seed SEED --say` tells what happened.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::path::Path;
use std::sync::Arc;

use warstrike::ai::random::RandomPlayer;
use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::dice::Dice;
use warstrike::level::data_folder::{DataFolder, load_level};
use warstrike::standard_error::tell;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (level, seed) = match &arguments[..] {
        [level, seed, ..] => (level, seed.parse().expect("the second argument is a seed")),
        _ => panic!("say which level, and a seed"),
    };
    let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
    let setup = load_level(level, &data, arguments.get(2).map(String::as_str));
    let setup = Arc::new(setup.unwrap_or_else(|faults| panic!("{faults}")));
    let (mut battle, _) = Battle::new(setup, Dice::seeded(seed)).unwrap();
    let mut player = RandomPlayer::new(seed);
    while let Some(command) = player.command(&battle) {
        println!("{}", serde_json::to_string(&command).unwrap());
        battle.submit(&command).unwrap();
    }
    tell(format_args!("{:?}", battle.view().result()));
}
