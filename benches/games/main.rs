//! What whole games cost: games a second on one core for each style, against itself, on each table; where the time goes, by
//! what is decided and by what the command does; and the memory that one more battle takes. Each figure, and its ratio to a
//! ray cast in the same run. Games a second are of processor time where the system tells it.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "../common/mod.rs"]
#[allow(dead_code)]
mod common;
#[path = "../common/processor_time.rs"]
mod processor_time;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use warstrike::ai::ComputerPlayer;
use warstrike::game::engine::agenda::Choice;
use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::command::{Command, Order};
use warstrike::game::engine::dice::Dice;
use warstrike::game::phases::moving::kinds::Order as MovingOrder;
use warstrike::level::data_folder::DataFolder;
use warstrike::level::setup::Setup;
use warstrike::level::styles::Styles;

use processor_time::processor_seconds;

use common::{RAYS, Rays, Report, SEED, median_of, sample, shipped};

const TABLES: [&str; 3] = ["watermill", "crash-site", "chapel"];
const STYLES: [&str; 7] =
    ["swift", "quick", "random", "aggressive", "objective-minded", "cautious", "strong"];

/// Games of each style on each table: at most so many, and no more once so much time is over.
const GAMES: u64 = 20;
const MAX_TIME: Duration = Duration::from_secs(20);

/// How many battles are held at once to see what one takes.
const BATTLES: usize = 200;

/// Seconds spent on something, and how often.
#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    seconds: f64,
    times: usize,
}

type Ledger = BTreeMap<&'static str, Spent>;

/// What a player decides.
fn decided(choice: Choice) -> &'static str {
    match choice {
        Choice::Deployment(_) => "choosing: deployment",
        Choice::Turn(_) => "choosing: actions",
        Choice::Moving(_) => "choosing: ends of moves",
        Choice::Shooting(_) | Choice::CloseCombat(_) | Choice::FallBack(_) | Choice::Word(_) => {
            "choosing: answers"
        }
    }
}

/// What a command asks of the game.
fn carried_out(command: &Command) -> &'static str {
    match &command.order {
        Order::Deployment(_) => "playing: deployment and reserves",
        Order::Moving(MovingOrder::AdvanceUnit(order)) if !order.fire.is_empty() => {
            "playing: moves with fire"
        }
        Order::Moving(MovingOrder::OpenFire(_)) | Order::Shooting(_) => "playing: fire",
        Order::Moving(_) => "playing: moves",
        Order::FallBack(_) => "playing: falling back",
        Order::CloseCombat(_) => "playing: close combat",
        Order::GetDown(_) => "playing: getting down",
        Order::Word(_) => "playing: the players' word",
        Order::Turn(_) => "playing: ends of phases, and what follows",
    }
}

/// Plays a game of a style against itself and adds up where its time goes.
fn play(setup: &Arc<Setup>, styles: &Styles, seed: u64, spent: &mut Ledger) {
    let mut add = |what, begun: Instant| {
        let spent: &mut Spent = spent.entry(what).or_default();
        spent.seconds += begun.elapsed().as_secs_f64();
        spent.times += 1;
    };
    let begun = Instant::now();
    let (mut battle, _) = Battle::new(Arc::clone(setup), Dice::seeded(seed)).unwrap();
    let mut players =
        [0, 1].map(|side| ComputerPlayer::new(setup, styles.clone(), seed + side as u64).unwrap());
    add("the opening", begun);
    while let Some(decision) = battle.decision() {
        let begun = Instant::now();
        let chosen = players[decision.player.index()].choose(&battle).expect("a legal answer");
        add(decided(decision.choice), begun);
        let begun = Instant::now();
        battle.play(&chosen.command).unwrap();
        add(carried_out(&chosen.command), begun);
    }
    assert!(battle.view().result().is_some(), "seed {seed} does not end");
}

/// Measures a style on a table; returns games a second.
fn measure(
    report: &mut Report,
    rays: &mut Rays,
    (table, setup): (&str, &Arc<Setup>),
    styles: &Styles,
) -> f64 {
    let (mut spent, mut ratios, begun) = (Ledger::new(), Vec::new(), Instant::now());
    let mut taken = 0.0;
    for seed in SEED..SEED + GAMES {
        // Rays of its own for each game, because machines change speed.
        let ray = sample(RAYS, || rays.cast());
        let (begun_game, began) = (Instant::now(), processor_seconds());
        play(setup, styles, seed, &mut spent);
        taken += processor_seconds() - began;
        ratios.push(begun_game.elapsed().as_secs_f64() / ray);
        if begun.elapsed() > MAX_TIME {
            break;
        }
    }
    let games = ratios.len() as f64;
    let total: f64 = spent.values().map(|spent| spent.seconds).sum();
    let name = &styles.chosen.id;
    println!("\n{name} on {table}: {:.2} games a second on one core, {games} games", games / taken);
    report.line_in_rays(&format!("{name} on {table}: a whole game"), median_of(ratios.into_iter()), None);
    let mut spent: Vec<_> = spent.into_iter().collect();
    spent.sort_by(|(_, a), (_, b)| b.seconds.total_cmp(&a.seconds));
    for (what, Spent { seconds, times }) in spent {
        let (share, mean) = (100.0 * seconds / total, 1e6 * seconds / times as f64);
        println!("  {share:>5.1} %  {:>6.1} a game, {mean:>8.0} µs each: {what}", times as f64 / games);
    }
    games / taken
}

/// What this process holds in memory, kB; `None` where the system does not say it so.
fn resident() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// The memory of one battle, of many held at once.
fn print_memory(setup: &Arc<Setup>) {
    let before = resident();
    let battles: Vec<Battle> = (0..BATTLES)
        .map(|seed| Battle::new(Arc::clone(setup), Dice::seeded(seed as u64)).unwrap().0)
        .collect();
    if let (Some(before), Some(after)) = (before, resident()) {
        println!("\na battle takes {:.0} kB of memory", (after - before) / battles.len() as f64);
    }
}

fn main() {
    let (mut report, mut rays) = (Report::new(), Rays::new(SEED));
    let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
    let only: Vec<String> = std::env::args().skip(1).filter(|name| STYLES.contains(&name.as_str())).collect();
    let tables = TABLES.map(|table| (table, shipped(table)));
    print_memory(&tables[0].1);
    let mut rates = Vec::new();
    for style in STYLES.iter().filter(|name| only.is_empty() || only.iter().any(|one| one == **name)) {
        let styles = Styles::load(style, &data).unwrap_or_else(|faults| panic!("{faults}"));
        for (table, setup) in &tables {
            let rate = measure(&mut report, &mut rays, (table, setup), &styles);
            rates.push((*style, *table, rate));
        }
    }
    println!("\ngames a second on one core");
    for (style, table, rate) in rates {
        println!("  {style:>18} on {table:<12} {rate:>8.2}");
    }
    report.end();
}
