//! Plays games and asks whether luck is nothing in the mean, as it must be if what an analysis expects is right:
//! `cargo run --release --no-default-features --example luck_of_games -- GAMES [LEVEL [STYLE [FIRST SEED]]]`
//!
//! It prints two sums with their intervals of 95 in 100: the points that the dice gave A beyond what was expected of each
//! command, and the successes of all dice beyond the sum of their chances. Its status is 1 if either lies farther than three
//! standard errors from nothing, which of right sums one run in 200 does.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use tabletop::luck::running_luck;
use warstrike::ai::ComputerPlayer;
use warstrike::analysis::Analysis;
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::level::data_folder::{DataFolder, load_level};
use warstrike::level::judgement_file::Judgement;
use warstrike::level::setup::Setup;
use warstrike::level::styles::Styles;

/// So many standard errors from nothing are no chance any more.
const TOO_FAR: f64 = 3.0;

/// No game may take more commands: it would not end.
const MAX_COMMANDS: usize = 3000;

/// A sum that is to be nothing in the mean.
#[derive(Default)]
struct Tally {
    games: f64,
    sum: f64,
    squares: f64,
    /// By the dice themselves, each of which is a chance of its own.
    variance: f64,
}

impl Tally {
    fn add(&mut self, gain: f64, variance: f64) {
        self.games += 1.0;
        self.sum += gain;
        self.squares += gain * gain;
        self.variance += variance;
    }

    fn mean(&self) -> f64 {
        self.sum / self.games
    }

    /// The standard error of the mean, as the dice foretell it.
    fn error(&self) -> f64 {
        self.variance.sqrt() / self.games
    }

    /// The same, by how much the games differ from each other.
    fn seen_error(&self) -> f64 {
        ((self.squares / self.games - self.mean() * self.mean()).max(0.0) / self.games).sqrt()
    }

    /// Says it; whether it is nothing within chance.
    fn say(&self, what: &str) -> bool {
        let (mean, error) = (self.mean(), self.error());
        let off = if error > 0.0 { mean / error } else { 0.0 };
        let verdict = match off.abs() {
            far if far > TOO_FAR => "NOT nothing: what is expected is wrong",
            far if far > 1.96 => "outside its interval, as one run in twenty is",
            _ => "nothing within its interval",
        };
        println!(
            "{what}: {mean:+.3} a game, ± {:.3} (standard error {error:.3} by the dice, {:.3} as seen; {off:+.2} errors): {verdict}",
            1.96 * error,
            self.seen_error(),
        );
        off.abs() <= TOO_FAR
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let given = |at: usize, usual: &str| arguments.get(at).cloned().unwrap_or_else(|| usual.to_owned());
    let number = |text: String| text.parse::<u64>().expect("a whole number");
    let (games, level, style) = (number(given(0, "100")), given(1, "street"), given(2, "quick"));
    let first = number(given(3, "0"));
    let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
    let setup = load_level(&level, &data, None).unwrap_or_else(|faults| panic!("{faults}"));
    let styles = Styles::load(&style, &data).unwrap_or_else(|faults| panic!("{faults}"));
    let judgement = Judgement::load(data.root()).unwrap();
    let setup = Arc::new(setup);
    let (mut points, mut successes) = (Tally::default(), Tally::default());
    let began = Instant::now();
    for seed in first..first + games {
        let game = play(&setup, &styles, seed);
        let dice = Analysis::of(&game, &judgement).unwrap().dice();
        let deviation = dice.deviation.as_f64();
        points.add(dice.gain.as_f64(), deviation * deviation);
        for luck in running_luck(game.history()) {
            successes
                .add(f64::from(luck.all.successes) - luck.all.expected, luck.all.spread * luck.all.spread);
        }
    }
    println!("{games} games of {level} by {style}, {:.0} seconds", began.elapsed().as_secs_f64());
    let nothing =
        [points.say("points for A by dice"), successes.say("successes of a side beyond expectation")];
    if nothing.contains(&false) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn play(setup: &Arc<Setup>, styles: &Styles, seed: u64) -> Match {
    let mut game = Match::start(Arc::clone(setup), DiceChoice::Seed(seed)).unwrap();
    let mut player = ComputerPlayer::new(setup, styles.clone(), seed).unwrap();
    for _ in 0..MAX_COMMANDS {
        let Some(chosen) = player.choose(game.battle()) else { break };
        game.submit(chosen.command).unwrap();
    }
    game
}
