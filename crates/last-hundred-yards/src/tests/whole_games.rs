//! Whole games by random and sensible players, in every scenario and with every switch, end, keep the engine's promises and reach the
//! paragraphs.
//!
//! `LHY_GAMES=10000` plays that many and prints what was never reached; without it 500 games are played.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tabletop::battle::{Battle, Noted};
use tabletop::dice::{Dice, Die};
use tabletop::game::{Game, Setup};
use tabletop::ids::Side;
use tabletop::testing::check_match;

use super::reached::{of_setup, wild_orders};
use super::setup_of;
use crate::data::ruleset::Switches;
use crate::game::{Lhy, winner};
use crate::gate::judge;
use crate::library::{rulesets, scenario, scenarios};
use crate::players::LhyPlayer;
use crate::setup::LhySetup;
use crate::uses::{USED, of_fact};

/// Every scenario under every ruleset, and under the book's with each switch alone.
fn setups() -> Vec<(String, Arc<LhySetup>)> {
    let mut all = Vec::new();
    for level in scenarios() {
        for ruleset in rulesets() {
            all.push((format!("{}, {}", level.id, ruleset.id), setup_of(level.id, ruleset.id)));
        }
        let book = LhySetup::from_bundle(scenario(level.id, None).unwrap()).unwrap();
        for (switch, switches) in Switches::default().others() {
            let mut other = book.clone();
            other.rules.switches = switches;
            all.push((format!("{}, {switch}", level.id), Arc::new(other)));
        }
    }
    all
}

/// Paragraphs and kinds of facts that came up, with how often.
type Seen = BTreeMap<String, u64>;

fn note(seen: &mut Seen, what: &str) {
    *seen.entry(what.to_owned()).or_default() += 1;
}

/// Plays a game to its end, and notes what it reaches.
fn play(name: &str, setup: &Arc<LhySetup>, seed: u64, styles: [&str; 2], seen: &mut Seen) -> u64 {
    let (mut battle, _) = Battle::<Lhy>::new(Arc::clone(setup), Dice::seeded(seed)).unwrap();
    let mut players = styles.map(|style| LhyPlayer::new(style, seed).unwrap());
    for number in 0..5000 {
        let Some(decision) = battle.decision() else {
            assert!(winner(battle.view()).is_some(), "{name}, game {seed} has no winner");
            return number;
        };
        note(seen, Lhy::prompt(battle.view(), decision).rule.0);
        let Some(command) = players[decision.player.index()].command(&battle) else {
            panic!("{name}, game {seed}: no answer to {decision:?}");
        };
        for order in wild_orders(battle.view(), number) {
            if let Some(Err(refusal)) = judge(battle.view(), decision.player, &order, decision.choice) {
                assert!(!refusal.text().is_empty());
                note(seen, refusal.rule().0);
            }
        }
        let played = battle.play_noting(&command, |noted| match noted {
            Noted::Fact(fact) => of_fact(setup, fact, &mut |rule| {
                assert!(USED.contains(&rule), "{rule} is not in the list of what facts can show");
                note(seen, rule);
            }),
            Noted::Drawn(draw) => assert_eq!(draw.roll.die, Die::TEN),
        });
        played.unwrap_or_else(|error| panic!("{name}, game {seed}, command {number}: {error}"));
    }
    panic!("{name}: game {seed} does not end");
}

/// Rule: LHY-TRM-4, LHY-TURN-1, LHY-TURN-2, LHY-TURN-3, LHY-SCN-1, LHY-END-1.
#[test]
fn whole_games_end_and_reach_the_paragraphs() {
    let wanted = std::env::var("LHY_GAMES").ok().map(|text| text.parse::<u64>().expect("a number of games"));
    let setups = setups();
    let (mut seen, mut commands) = (Seen::new(), 0);
    let games = wanted.unwrap_or(500);
    for seed in 0..games {
        let (name, setup) = &setups[seed as usize % setups.len()];
        let styles = match seed % 16 {
            0 => ["sensible", "random"],
            4 | 12 => ["sensible"; 2],
            8 => ["random", "sensible"],
            _ => ["random"; 2],
        };
        of_setup(setup).iter().for_each(|rule| note(&mut seen, rule));
        commands += play(name, setup, seed, styles, &mut seen);
    }
    let ids: BTreeSet<String> = tabletop_shell::testing::paragraphs::<Lhy>().into_iter().collect();
    let missed: Vec<&String> = ids.iter().filter(|id| !seen.contains_key(*id)).collect();
    if wanted.is_some() {
        println!("{games} games, {commands} commands; paragraphs never reached: {missed:?}");
    }
    assert!(missed.len() <= 16, "never reached: {missed:?}");
}

#[test]
fn whole_games_are_played_undone_saved_and_replayed() {
    for (seed, (level, ruleset)) in
        [("mill", "lhy-book"), ("farm-track", "lhy-other-readings")].into_iter().enumerate()
    {
        let setup = setup_of(level, ruleset);
        let seed = seed as u64;
        let mut player = LhyPlayer::new("random", seed).unwrap();
        let played = check_match::<Lhy>(&setup, seed, 3000, |battle, _| player.command(battle).unwrap());
        assert!(played.battle().decision().is_none(), "game {seed} ends");
    }
}

/// On either side the sensible player wins more often against the random one than the random one does in his place.
#[test]
fn the_sensible_player_beats_the_random_one() {
    for level in ["mill", "farm-track"] {
        let setup = setup_of(level, "lhy-book");
        let wins = |styles: [&str; 2]| {
            let won = |seed: &u64| {
                let mut players = styles.map(|style| LhyPlayer::new(style, *seed).unwrap());
                let (mut battle, _) = Battle::<Lhy>::new(Arc::clone(&setup), Dice::seeded(*seed)).unwrap();
                while let Some(decision) = battle.decision() {
                    let command = players[decision.player.index()].command(&battle).unwrap();
                    battle.play(&command).unwrap();
                }
                winner(battle.view()) == Some(Side::A)
            };
            (0..10).filter(won).count()
        };
        let (attacks, even) = (wins(["sensible", "random"]), wins(["random", "random"]));
        let defends = wins(["random", "sensible"]);
        assert!(attacks >= even + 5 && defends <= even, "{level}: {attacks}, {even}, {defends} of 10");
    }
}
