//! Plays styles against each other on the shipped tables, each game twice with the sides changed, and prints how many
//! each wins: `cargo run --release --no-default-features --example round_robin -- GAMES STYLE STYLE…`
//!
//! A draw counts half. The interval is 1.96 standard errors of the mean of pairs, for a pair is played with the same seed
//! on the same table.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use warstrike::ai::ComputerPlayer;
use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::dice::Dice;
use warstrike::level::data_folder::{DataFolder, load_level};
use warstrike::level::setup::Setup;
use warstrike::level::styles::Styles;
use warstrike::rules::ids::Side;

const TABLES: [&str; 3] = ["chapel", "watermill", "crash-site"];

/// The winner of a game and how many commands it took.
fn play(setup: &Arc<Setup>, styles: [&Styles; 2], seed: u64) -> (Option<Side>, usize) {
    let (mut battle, _) = Battle::new(Arc::clone(setup), Dice::seeded(seed)).unwrap();
    let mut players =
        [0, 1].map(|side| ComputerPlayer::new(setup, styles[side].clone(), seed + side as u64).unwrap());
    let mut commands = 0;
    while let Some(decision) = battle.decision() {
        let chosen = players[decision.player.index()].choose(&battle).expect("a legal answer");
        battle.submit(&chosen.command).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        commands += 1;
    }
    (battle.view().result().and_then(|result| result.winner), commands)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (games, names) = arguments.split_first().expect("say how many games, and which styles");
    let games: u64 =
        games.parse().expect("the first argument is how many pairs of games each two styles play");
    let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
    let styles: Vec<Styles> = names
        .iter()
        .map(|name| Styles::load(name, &data).unwrap_or_else(|faults| panic!("{faults}")))
        .collect();
    let tables = TABLES.map(|name| Arc::new(load_level(name, &data, None).unwrap()));
    for (index, one) in styles.iter().enumerate() {
        for other in &styles[index + 1..] {
            let began = Instant::now();
            let (mut shares, mut commands) = (Vec::new(), 0);
            for pair in 0..games {
                let setup = &tables[pair as usize % tables.len()];
                let share = |winner: Option<Side>, own: Side| match winner {
                    Some(winner) => f64::from(u8::from(winner == own)),
                    None => 0.5,
                };
                let (first, some) = play(setup, [one, other], pair);
                let (second, more) = play(setup, [other, one], pair);
                commands += some + more;
                shares.push((share(first, Side::A) + share(second, Side::B)) / 2.0);
            }
            let n = shares.len() as f64;
            let mean = shares.iter().sum::<f64>() / n;
            let variance =
                shares.iter().map(|share| (share - mean) * (share - mean)).sum::<f64>() / (n - 1.0).max(1.0);
            println!(
                "{:>18} against {:18} wins {:5.1} % ± {:4.1}   {} games, {:.0} commands each, {:.2} s each",
                one.chosen.id,
                other.chosen.id,
                100.0 * mean,
                196.0 * (variance / n).sqrt(),
                2 * games,
                commands as f64 / (2.0 * n),
                began.elapsed().as_secs_f64() / (2.0 * n),
            );
        }
    }
}
