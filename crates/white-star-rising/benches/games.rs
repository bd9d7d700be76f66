//! Whole games without a window: `cargo bench -p white-star-rising -- [STYLE [GAMES [SCENARIO [RULESET]]]]`.
//!
//! A scenario may be a file; two styles with a comma between play against each other, A's first. Prints commands and who wins, and games
//! in a second of the processor, where the system says how much of it this program had.

use std::sync::Arc;
use std::time::Instant;

use tabletop::battle::Battle;
use tabletop::dice::Dice;
use tabletop::game::Setup;
use tabletop::ids::Side;
use tabletop_data::source_text::SourceText;
use white_star_rising::{Wsr, WsrPlayer, WsrSetup, bundle, find, rulesets, scenario, scenarios};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let word = |index: usize, fallback: &str| words.get(index).cloned().unwrap_or(fallback.to_owned());
    let (style, games) = (word(0, "sensible"), word(1, "300").parse::<u64>().unwrap_or(300));
    let named = |index: usize, all: Vec<&'static str>| match words.get(index) {
        Some(id) => vec![id.clone()],
        None => all.into_iter().map(str::to_owned).collect(),
    };
    for level in named(2, scenarios().iter().map(|file| file.id).collect()) {
        for ruleset in named(3, rulesets().iter().map(|file| file.id).collect()) {
            if let Err(error) = play(&style, games, &level, &ruleset) {
                println!("{level}, {ruleset}: {error}");
            }
        }
    }
}

fn play(style: &str, games: u64, level: &str, ruleset: &str) -> Result<(), String> {
    let bundle = match std::fs::read_to_string(level) {
        Ok(text) => {
            let file = SourceText { name: level.to_owned(), text };
            let ruleset = find("ruleset", rulesets(), ruleset)?.source();
            bundle(file, None, Some(ruleset)).map_err(|faults| faults.to_string())?
        }
        Err(_) => scenario(level, Some(ruleset))?,
    };
    let setup = Arc::new(WsrSetup::from_bundle(bundle).map_err(|faults| faults.to_string())?);
    let (first, second) = style.split_once(',').unwrap_or((style, style));
    let beginning = Battle::<Wsr>::beginning(Arc::clone(&setup));
    let (mut battle, _) =
        Battle::new(Arc::clone(&setup), Dice::seeded(0)).map_err(|error| error.to_string())?;
    let (mut commands, mut wins) = (0u64, [0u64; 2]);
    let mut players = [WsrPlayer::new(first, 0)?, WsrPlayer::new(second, 0)?];
    let start = (Instant::now(), processor_seconds());
    for seed in 0..games {
        for (index, player) in players.iter_mut().enumerate() {
            player.begin_again(2 * seed + index as u64);
        }
        battle.begin_again(&beginning, Dice::seeded(seed), |_| ()).map_err(|error| error.to_string())?;
        while let Some(decision) = battle.decision() {
            let Some(command) = players[decision.player.index()].command(&battle) else {
                return Err(format!("nobody answers {decision:?} in game {seed}"));
            };
            battle.play(&command).map_err(|error| format!("game {seed}: {error}"))?;
            commands += 1;
        }
        let winner = white_star_rising::winner(battle.view());
        wins[winner.unwrap_or(Side::B).index()] += 1;
    }
    let (seconds, of) = match (start.1, processor_seconds()) {
        (Some(start), Some(end)) => (end - start, "of the processor"),
        _ => (start.0.elapsed().as_secs_f64(), "of the clock"),
    };
    println!(
        "{level}, {ruleset}, {style}: {games} games, {} commands a game, A wins {}, B {}: {:.0} games a second {of}",
        commands / games.max(1),
        wins[0],
        wins[1],
        games as f64 / seconds
    );
    Ok(())
}

/// Seconds of the processor that this program has had.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
