//! Plays styles against each other on the shipped tables, each pair of games with the same seed and the sides changed, and
//! prints what share each wins: `cargo run --release --no-default-features --example round_robin -- PAIRS STYLE STYLE…`
//!
//! A draw counts half. Points are those of the mission at the end of a game; they show what wins hide. The interval is 1.96 standard errors of the mean of pairs, for the games of a pair share table and
//! seed. `--threads N` says how many threads play (by default as many as there are cores), `--tables a,b` on which tables,
//! `--first N` from which seed on. With `--equal` both sides have the same force, that of A and that of B in turn: where one force
//! beats the other whoever plays it, styles show nothing of themselves. Seconds per game are processor time where the system reports it. What is printed last does
//! not depend on the threads: one hash of all games' last states.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "../benches/common/processor_time.rs"]
mod processor_time;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use processor_time::processor_seconds;
use warstrike::ai::ComputerPlayer;
use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::dice::Dice;
use warstrike::level::data_folder::{DataFolder, load_level};
use warstrike::level::scenario::UnitStart;
use warstrike::level::setup::Setup;
use warstrike::level::styles::Styles;
use warstrike::rules::ids::{Side, UnitId};

const TABLES: &str = "watermill,crash-site,chapel";

/// No game may take more commands: it would not end.
const MAX_COMMANDS: usize = 3000;

/// What is to be played.
struct Match {
    pairs: usize,
    styles: Vec<Styles>,
    tables: Vec<String>,
    first: u64,
    threads: usize,
    forces: Forces,
}

/// Who has which force.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Forces {
    /// As the table says.
    OfTheTable,
    /// Both sides the same.
    Equal,
}

/// Two games with the sides changed.
#[derive(Clone, Copy)]
struct Pair {
    styles: [usize; 2],
    table: usize,
    seed: u64,
    /// Whose force both sides have, where they have the same.
    force: Side,
}

/// How one of them ended.
#[derive(Clone)]
struct Game {
    winner: Option<Side>,
    /// How many more points A has at the end.
    margin: f64,
    commands: usize,
    hash: u64,
    ending: String,
    /// Of processor time.
    seconds: f64,
}

fn main() {
    let asked = read_arguments();
    let pairs = all_pairs(&asked);
    let began = Instant::now();
    let played = play_all(&asked, &pairs);
    let seconds = began.elapsed().as_secs_f64();
    print_shares(&asked, &pairs, &played);
    print_matrix(&asked, &pairs, &played);
    print_whole(&asked, (&pairs, &played), seconds);
}

fn read_arguments() -> Match {
    let (mut plain, mut tables, mut first, mut threads) = (Vec::new(), TABLES.to_owned(), 0, cores());
    let mut forces = Forces::OfTheTable;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_else(|| panic!("{argument} needs a value"));
        match argument.as_str() {
            "--tables" => tables = value(),
            "--first" => first = value().parse().expect("a seed"),
            "--threads" => threads = value().parse().expect("how many threads"),
            "--equal" => forces = Forces::Equal,
            _ => plain.push(argument),
        }
    }
    let (pairs, names) = plain.split_first().expect("say how many pairs of games, and which styles");
    let data = data();
    let style = |name: &String| Styles::load(name, &data).unwrap_or_else(|faults| panic!("{faults}"));
    Match {
        pairs: pairs.parse().expect("the first argument is how many pairs of games each two styles play"),
        styles: names.iter().map(style).collect(),
        tables: tables.split(',').map(str::to_owned).collect(),
        first,
        threads: threads.max(1),
        forces,
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn data() -> DataFolder {
    DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap()
}

/// Every two styles, on each table in turn; a single style plays itself.
fn all_pairs(asked: &Match) -> Vec<Pair> {
    let count = asked.styles.len();
    let mut meetings: Vec<[usize; 2]> =
        (0..count).flat_map(|one| (one + 1..count).map(move |other| [one, other])).collect();
    if meetings.is_empty() {
        meetings.push([0, 0]);
    }
    let of = |styles: [usize; 2]| {
        (0..asked.pairs).map(move |index| {
            let table = index % asked.tables.len();
            let force = Side::BOTH[index / asked.tables.len() % 2];
            Pair { styles, table, seed: asked.first + index as u64, force }
        })
    };
    meetings.into_iter().flat_map(of).collect()
}

/// The games of each pair, in the order of the pairs, whoever played them.
fn play_all(asked: &Match, pairs: &[Pair]) -> Vec<[Game; 2]> {
    let next = AtomicUsize::new(0);
    let work = || {
        let data = data();
        let load = |name: &String| Arc::new(load_level(name, &data, None).unwrap_or_else(|f| panic!("{f}")));
        let tables: Vec<Arc<Setup>> = asked.tables.iter().map(load).collect();
        let with_force = |side: Side| tables.iter().map(move |table| Arc::new(equal(table, side)));
        let equal = Side::BOTH.map(|side| with_force(side).collect::<Vec<_>>());
        let mut played = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(pair) = pairs.get(index) else { return played };
            let [one, other] = pair.styles.map(|style| &asked.styles[style]);
            let setup = match asked.forces {
                Forces::OfTheTable => &tables[pair.table],
                Forces::Equal => &equal[pair.force.index()][pair.table],
            };
            let games = [[one, other], [other, one]].map(|styles| play(setup, styles, pair.seed));
            played.push((index, games));
        }
    };
    let mut all: Vec<(usize, [Game; 2])> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..asked.threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a game panicked")).collect()
    });
    all.sort_by_key(|(index, _)| *index);
    all.into_iter().map(|(_, games)| games).collect()
}

/// The table with the force of one side for both.
fn equal(table: &Setup, of: Side) -> Setup {
    let mut setup = table.clone();
    let units = &table.level.forces[of.index()].units;
    for side in Side::BOTH {
        let as_own = |unit: &UnitStart| UnitStart { id: UnitId { side, ..unit.id }, ..unit.clone() };
        setup.level.forces[side.index()].units = units.iter().map(as_own).collect();
    }
    setup
}

fn play(setup: &Arc<Setup>, styles: [&Styles; 2], seed: u64) -> Game {
    let began = processor_seconds();
    let (mut battle, _) = Battle::new(Arc::clone(setup), Dice::seeded(seed)).unwrap();
    let mut players =
        [0, 1].map(|side| ComputerPlayer::new(setup, styles[side].clone(), seed + side as u64).unwrap());
    let mut commands = 0;
    while let Some(decision) = battle.decision() {
        let names = || styles.map(|style| style.chosen.id.as_str());
        let chosen = players[decision.player.index()].choose(&battle);
        let chosen =
            chosen.unwrap_or_else(|| panic!("{:?}, seed {seed}: no answer to {decision:?}", names()));
        let done = battle.play(&chosen.command);
        done.unwrap_or_else(|error| panic!("{:?}, seed {seed}: {:?}: {error}", names(), chosen.command));
        commands += 1;
        assert!(commands < MAX_COMMANDS, "{:?}, seed {seed} does not end", names());
    }
    let result = battle.view().result().expect("a battle that asks nothing has ended");
    Game {
        winner: result.winner,
        margin: f64::from(result.tally[0].points) - f64::from(result.tally[1].points),
        commands,
        hash: battle.snapshot().hash().unwrap().0,
        ending: format!("{:?} in round {}", result.reason, result.rounds),
        seconds: processor_seconds() - began,
    }
}

/// What share of a pair the first style has won.
fn share(games: &[Game; 2]) -> f64 {
    let of = |game: &Game, own: Side| match game.winner {
        Some(winner) => f64::from(u8::from(winner == own)),
        None => 0.5,
    };
    (of(&games[0], Side::A) + of(&games[1], Side::B)) / 2.0
}

/// By how many points the first style is ahead on average in a pair.
fn lead(games: &[Game; 2]) -> f64 {
    (games[0].margin - games[1].margin) / 2.0
}

/// Mean and half the 95 % interval, from pairs.
fn mean_and_error(shares: &[f64]) -> (f64, f64) {
    let n = shares.len() as f64;
    let mean = shares.iter().sum::<f64>() / n;
    let variance =
        shares.iter().map(|share| (share - mean) * (share - mean)).sum::<f64>() / (n - 1.0).max(1.0);
    (mean, 1.96 * (variance / n).sqrt())
}

fn of_meeting<'a>(
    pairs: &'a [Pair],
    played: &'a [[Game; 2]],
    styles: [usize; 2],
) -> impl Iterator<Item = (&'a Pair, &'a [Game; 2])> {
    pairs.iter().zip(played).filter(move |(pair, _)| pair.styles == styles)
}

fn print_shares(asked: &Match, pairs: &[Pair], played: &[[Game; 2]]) {
    let mut meetings: Vec<[usize; 2]> = pairs.iter().map(|pair| pair.styles).collect();
    meetings.dedup();
    for styles in meetings {
        let found: Vec<_> = of_meeting(pairs, played, styles).collect();
        let shares: Vec<f64> = found.iter().map(|(_, games)| share(games)).collect();
        let leads: Vec<f64> = found.iter().map(|(_, games)| lead(games)).collect();
        let (points, give) = mean_and_error(&leads);
        let games = || found.iter().flat_map(|(_, games)| games.iter());
        let n = games().count() as f64;
        let [one, other] = styles.map(|style| &asked.styles[style].chosen.id);
        let (mean, error) = mean_and_error(&shares);
        println!(
            "{one:>18} against {other:18} wins {:5.1} % ± {:4.1}, ahead by {points:.0} ± {give:.0} points   {n} games, {:.0} commands and {:.4} s each",
            100.0 * mean,
            100.0 * error,
            games().map(|game| game.commands).sum::<usize>() as f64 / n,
            games().map(|game| game.seconds).sum::<f64>() / n,
        );
        for (table, name) in asked.tables.iter().enumerate() {
            let here: Vec<f64> =
                found.iter().filter(|(pair, _)| pair.table == table).map(|(_, games)| share(games)).collect();
            if asked.tables.len() > 1 && !here.is_empty() {
                let (mean, error) = mean_and_error(&here);
                println!("{:>38} {:18} {:5.1} % ± {:4.1}", "on", name, 100.0 * mean, 100.0 * error);
            }
        }
    }
}

/// What share each style wins against each other, in percent.
fn print_matrix(asked: &Match, pairs: &[Pair], played: &[[Game; 2]]) {
    let names: Vec<&String> = asked.styles.iter().map(|style| &style.chosen.id).collect();
    if names.len() < 3 {
        return;
    }
    println!("\n{:>18} {}", "", names.iter().map(|name| format!("{name:>18}")).collect::<String>());
    for (one, name) in names.iter().enumerate() {
        let cell = |other: usize| {
            let (styles, turned) = if one < other { ([one, other], false) } else { ([other, one], true) };
            let shares: Vec<f64> = of_meeting(pairs, played, styles).map(|(_, games)| share(games)).collect();
            if one == other || shares.is_empty() {
                return format!("{:>18}", "·");
            }
            let (mean, error) = mean_and_error(&shares);
            let mean = if turned { 1.0 - mean } else { mean };
            format!("{:>18}", format!("{:.1} ± {:.1}", 100.0 * mean, 100.0 * error))
        };
        println!("{name:>18} {}", (0..names.len()).map(cell).collect::<String>());
    }
    println!();
}

fn print_whole(asked: &Match, (pairs, played): (&[Pair], &[[Game; 2]]), seconds: f64) {
    let games =
        || pairs.iter().zip(played).flat_map(|(pair, games)| games.iter().map(move |game| (pair, game)));
    let count = games().count();
    if let Some((pair, longest)) = games().max_by_key(|(_, game)| game.commands) {
        let [one, other] = pair.styles.map(|style| &asked.styles[style].chosen.id);
        println!(
            "the longest game: {} commands on {} by {one} and {other}, seed {}: {}",
            longest.commands, asked.tables[pair.table], pair.seed, longest.ending
        );
    }
    let each: f64 = games().map(|(_, game)| game.seconds).sum();
    let hash = games().fold(0_u64, |hash, (_, game)| hash.rotate_left(7) ^ game.hash);
    println!(
        "{count} games in {seconds:.1} s on {} threads, {:.1} a second on one; hash of all last states {hash:016x}",
        asked.threads,
        count as f64 / each,
    );
}
