//! Whole games end, and keep the engine's promises.

use std::sync::Arc;

use tabletop::battle::Battle;
use tabletop::dice::Dice;
use tabletop::game::Setup;

use crate::game::{Lhy, winner};
use crate::library::scenario;
use crate::players::LhyPlayer;
use crate::setup::LhySetup;

fn setup_of(level: &str, ruleset: &str) -> Arc<LhySetup> {
    let bundle = scenario(level, Some(ruleset)).unwrap();
    Arc::new(LhySetup::from_bundle(bundle).unwrap_or_else(|faults| panic!("{faults}")))
}

#[test]
fn random_games_end() {
    for level in ["mill", "farm-track"] {
        let setup = setup_of(level, "lhy-book");
        let (mut count, mut wins) = (0, 0);
        for seed in 0..50 {
            let (mut battle, _) = Battle::<Lhy>::new(Arc::clone(&setup), Dice::seeded(seed)).unwrap();
            let mut player = LhyPlayer::new("random", seed).unwrap();
            let mut commands = 0;
            while battle.decision().is_some() {
                let command = player.command(&battle).unwrap();
                battle.play(&command).unwrap_or_else(|error| panic!("{level} {seed}: {error}"));
                commands += 1;
                assert!(commands < 5000, "{level} {seed} does not end");
            }
            count += commands;
            wins += u32::from(winner(battle.view()) == Some(tabletop::ids::Side::A));
        }
        println!("{level}: {count} commands, A wins {wins}");
    }
}

#[test]
fn sensible() {
    for level in ["mill", "farm-track"] {
        let setup = setup_of(level, "lhy-book");
        for styles in [["sensible", "random"], ["random", "sensible"], ["sensible", "sensible"]] {
            let (mut count, mut wins) = (0, 0);
            let start = std::time::Instant::now();
            for seed in 0..20 {
                let (mut battle, _) = Battle::<Lhy>::new(Arc::clone(&setup), Dice::seeded(seed)).unwrap();
                let mut players = styles.map(|style| LhyPlayer::new(style, seed).unwrap());
                while let Some(decision) = battle.decision() {
                    let command = players[decision.player.index()].command(&battle).unwrap();
                    battle.play(&command).unwrap_or_else(|error| panic!("{level} {seed}: {error}"));
                    count += 1;
                }
                wins += u32::from(winner(battle.view()) == Some(tabletop::ids::Side::A));
            }
            println!("{level} {styles:?}: {count} commands, A wins {wins} {:?}", start.elapsed());
        }
    }
}
