//! Styles against each other, and the count of `strong` fitted to games.
//!
//! `LHY_DUEL="farm-track strong sensible 100" cargo test --release -p last-hundred-yards duel -- --nocapture` plays a hundred seeds twice,
//! with sides swapped; a fifth word is the first seed, and a style may be a file. `LHY_VALUES=600 cargo test --release -p
//! last-hundred-yards fitted -- --nocapture` plays so many games of each scenario and prints the weights for `value` of a style.

use std::sync::Arc;

use tabletop::battle::Battle;
use tabletop::dice::Dice;
use tabletop::ids::Side;
use tabletop_data::source_text::SourceText;

use super::setup_of;
use crate::game::{Lhy, winner};
use crate::order::Order;
use crate::players::{Atlas, COUNT, Features, LhyPlayer, features};

fn player(style: &str) -> LhyPlayer {
    match std::fs::read_to_string(style) {
        Ok(text) => LhyPlayer::of_file(&SourceText { name: style.to_owned(), text }, 1).unwrap(),
        Err(_) => LhyPlayer::new(style, 1).unwrap(),
    }
}

/// Seconds of the processor that this thread has had, where the system says so.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

/// Games that a style wins as each side against another, of so many seeds, and how often it feints.
fn duel(level: &str, styles: [&str; 2], seeds: std::ops::Range<u64>) -> ([usize; 2], usize) {
    let setup = setup_of(level, "lhy-book");
    let mut players = styles.map(player);
    let (mut wins, mut feints) = ([0; 2], 0);
    for seed in seeds {
        for side in Side::BOTH {
            let (mut battle, _) = Battle::<Lhy>::new(Arc::clone(&setup), Dice::seeded(seed)).unwrap();
            while let Some(decision) = battle.decision() {
                let is_own = decision.player == side;
                let command = players[usize::from(!is_own)].command(&battle).unwrap();
                feints += usize::from(is_own && command.order == Order::Feint);
                battle.play(&command).unwrap();
            }
            wins[side.index()] += usize::from(winner(battle.view()) == Some(side));
        }
    }
    (wins, feints)
}

/// Whoever plays on wins three games in five against the style that it plays on with, at least.
#[test]
fn strong_wins_its_duel() {
    let wanted = std::env::var("LHY_DUEL").unwrap_or_default();
    let words: Vec<&str> = wanted.split_whitespace().collect();
    if let [level, own, other, seeds, first @ ..] = &words[..] {
        let count: u64 = seeds.parse().unwrap();
        let first: u64 = first.first().map_or(0, |first| first.parse().unwrap());
        let begun = processor_seconds();
        let (wins, feints) = duel(level, [own, other], first..first + count);
        let seconds = (processor_seconds() - begun) / (2 * count) as f64;
        println!(
            "{level}, {own} against {other}, {count} seeds from {first}: {} won as A, {} as B; {feints} feints; {seconds:.3} s a game",
            wins[0], wins[1]
        );
        return;
    }
    // Debug builds have time for few games.
    let (wins, _) = duel("farm-track", ["strong", "sensible"], 0..4);
    assert!(wins.iter().sum::<usize>() >= 5, "{wins:?} of 4 and 4");
}

/// Rows of what is counted at the beginning of each turn, with whether the attacker won.
fn rows(games: u64) -> Vec<(Features, f64)> {
    let mut rows = Vec::new();
    for level in ["mill", "farm-track"] {
        let setup = setup_of(level, "lhy-book");
        let atlas = Atlas::new(&setup);
        let styles = ["sensible", "bold", "careful", "sensible", "bold"];
        let mut players = styles.map(player);
        let mut wild = player("random");
        for seed in 0..games {
            let (mut battle, _) = Battle::<Lhy>::new(Arc::clone(&setup), Dice::seeded(seed)).unwrap();
            let pair = [(seed % 5) as usize, (seed / 5 % 5) as usize];
            let (mut found, mut number) = (Vec::new(), 0);
            while let Some(decision) = battle.decision() {
                number += 1;
                // Some games have a move in it now and then that nobody sensible would make: its price is to be known.
                let player = match seed % 3 == 0 && number % 11 == seed % 11 {
                    true => &mut wild,
                    false => &mut players[pair[decision.player.index()]],
                };
                let command = player.command(&battle).unwrap();
                battle.play(&command).unwrap();
                if battle.view().play.turn as usize > found.len() && battle.decision().is_some() {
                    found.push(features(battle.view(), &atlas));
                }
            }
            let won = f64::from(u8::from(winner(battle.view()) == Some(setup.level.attacker)));
            rows.extend(found.into_iter().map(|features| (features, won)));
        }
    }
    rows
}

/// Weights under which the rows are likeliest, by Newton's method, drawn a little towards nothing.
fn fitted(rows: &[(Features, f64)]) -> Features {
    let mut weights = [0.0; COUNT];
    for _ in 0..12 {
        let mut system = [[0.0; COUNT + 1]; COUNT];
        for (features, won) in rows {
            let sum: f64 = weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum();
            let chance = 1.0 / (1.0 + libm::exp(-sum));
            for (one, row) in system.iter_mut().enumerate() {
                row[COUNT] += features[one] * (won - chance);
                for other in 0..COUNT {
                    row[other] += features[one] * features[other] * chance * (1.0 - chance);
                }
            }
        }
        for one in 0..COUNT {
            system[one][one] += 2.0;
            system[one][COUNT] -= 2.0 * weights[one];
        }
        for (weight, step) in weights.iter_mut().zip(solved(system)) {
            *weight += step;
        }
    }
    weights
}

/// Solution of linear equations, each with its right side last.
fn solved(mut system: [[f64; COUNT + 1]; COUNT]) -> [f64; COUNT] {
    for pivot in 0..COUNT {
        let lead = system[pivot];
        for (place, row) in system.iter_mut().enumerate().filter(|(place, _)| *place != pivot) {
            let share = row[pivot] / lead[pivot];
            let from = if place < pivot { pivot } else { 0 };
            for column in from..=COUNT {
                row[column] -= share * lead[column];
            }
        }
    }
    std::array::from_fn(|place| system[place][COUNT] / system[place][place])
}

/// The count tells who wins: better by far than knowing how often the attacker does.
#[test]
fn what_is_counted_is_fitted() {
    let wanted = std::env::var("LHY_VALUES").ok().map(|text| text.parse::<u64>().unwrap());
    let rows = rows(wanted.unwrap_or(12));
    let weights = fitted(&rows);
    if wanted.is_some() {
        let words: Vec<String> = weights.iter().map(|weight| format!("{weight:.3}")).collect();
        println!("{} rows; value: [{}]", rows.len(), words.join(", "));
    }
    let mean = rows.iter().map(|(_, won)| won).sum::<f64>() / rows.len() as f64;
    let squares = |chance: &dyn Fn(&Features) -> f64| {
        let each = rows.iter().map(|(features, won)| won - chance(features));
        each.map(|error| error * error).sum::<f64>() / rows.len() as f64
    };
    let (by_mean, by_count) = (squares(&|_| mean), squares(&|of| crate::players::chance(&weights, of)));
    assert!(by_count < 0.7 * by_mean, "{by_count} and {by_mean}");
}
