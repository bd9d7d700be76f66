//! What whole games cost: games a second on one core, and where the time goes, by what a command does and by what its
//! player does before it gives one. Each figure, and its ratio to a ray cast in the same run.
//!
//! The player is the one of random games. It asks `check` for each order that it tries, as a player that computes
//! would: its share is a figure of its own.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "../common/mod.rs"]
#[allow(dead_code)]
mod common;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use warstrike::ai::random::RandomPlayer;
use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::command::{Command, Order};
use warstrike::game::engine::dice::Dice;
use warstrike::game::phases::moving::kinds::Order as MovingOrder;
use warstrike::level::setup::Setup;
use warstrike::rules::ids::Side;

use common::{RAYS, Rays, Report, SEED, median_of, sample, shipped};

/// Games on each table.
const GAMES: u64 = 20;

/// Seconds spent on something, and how often.
#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    seconds: f64,
    times: usize,
}

/// What a command asks of the game.
fn kind(command: &Command) -> &'static str {
    match &command.order {
        Order::Deployment(_) => "deployment and reserves",
        Order::Moving(MovingOrder::AdvanceUnit(order)) if !order.fire.is_empty() => "moves with fire",
        Order::Moving(MovingOrder::OpenFire(_)) | Order::Shooting(_) => "fire",
        Order::Moving(_) => "moves",
        Order::FallBack(_) => "falling back",
        Order::CloseCombat(_) => "close combat",
        Order::GetDown(_) => "getting down",
        Order::Turn(_) => "ends of phases, and what follows",
    }
}

/// Plays a game and adds up where its time goes. Returns the units that are left.
fn play(setup: &Arc<Setup>, seed: u64, spent: &mut BTreeMap<&'static str, Spent>) -> usize {
    let mut add = |what, begun: Instant| {
        let spent: &mut Spent = spent.entry(what).or_default();
        spent.seconds += begun.elapsed().as_secs_f64();
        spent.times += 1;
    };
    let begun = Instant::now();
    let (mut battle, _) = Battle::new(Arc::clone(setup), Dice::seeded(seed)).unwrap();
    add("the opening", begun);
    let mut player = RandomPlayer::new(seed);
    loop {
        let begun = Instant::now();
        let Some(command) = player.command(&battle) else { break };
        add("the player's own: choosing, and trying orders", begun);
        let begun = Instant::now();
        battle.submit(&command).unwrap();
        add(kind(&command), begun);
    }
    assert!(battle.view().result().is_some(), "seed {seed} does not end");
    Side::BOTH.into_iter().flat_map(|side| battle.view().standing_of(side)).count()
}

fn main() {
    let (mut report, mut rays) = (Report::new(), Rays::new(SEED));
    for level in ["watermill", "crash-site", "chapel"] {
        let setup = shipped(level);
        let mut spent = BTreeMap::new();
        let (mut left, mut ratios) = (0, Vec::new());
        for seed in SEED..SEED + GAMES {
            // Rays of its own for each game, because machines change speed.
            let ray = sample(RAYS, || rays.cast());
            let begun = Instant::now();
            left += play(&setup, seed, &mut spent);
            ratios.push(begun.elapsed().as_secs_f64() / ray);
        }
        let total: f64 = spent.values().map(|spent| spent.seconds).sum();
        let commands: usize = spent.values().map(|spent| spent.times).sum();
        println!(
            "{level}: {:.2} games a second on one core; {} commands and {} models left a game",
            GAMES as f64 / total,
            commands / 2 / GAMES as usize,
            left / GAMES as usize
        );
        report.line_in_rays(&format!("{level}: a whole game"), median_of(ratios.into_iter()), None);
        let mut spent: Vec<_> = spent.into_iter().collect();
        spent.sort_by(|(_, a), (_, b)| b.seconds.total_cmp(&a.seconds));
        for (what, Spent { seconds, times }) in spent {
            let share = 100.0 * seconds / total;
            let mean = 1e6 * seconds / times as f64;
            println!(
                "  {share:>5.1} %  {:>6.1} a game, {mean:>8.0} µs each: {what}",
                times as f64 / GAMES as f64
            );
        }
    }
    report.end();
}
