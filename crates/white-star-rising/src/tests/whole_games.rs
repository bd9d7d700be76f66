//! Whole games by a random player keep the engine's promises.

use std::collections::BTreeSet;

use tabletop::battle::{Battle, Noted};
use tabletop::command::Command;
use tabletop::dice::Dice;
use tabletop::game::Game;
use tabletop::testing::check_match;

use crate::game::Wsr;
use crate::setup::WsrSetup;

/// One of the listed answers, by numbers that look random and are the same every time.
pub fn listed(battle: &Battle<Wsr>, number: usize, seed: u64) -> Command<Wsr> {
    let decision = battle.decision().unwrap();
    let answers = Wsr::answers(battle.view(), decision);
    assert!(!answers.is_empty(), "somebody is asked and has no answer: {decision:?}");
    let mixed = (number as u64 + 1)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(seed.wrapping_mul(0xbf58_476d_1ce4_e5b9));
    let mixed = (mixed ^ (mixed >> 31)).wrapping_mul(0x94d0_49bb_1331_11eb);
    let order = answers[(mixed >> 33) as usize % answers.len()].order.clone();
    Command { player: decision.player, order }
}

/// What happens in a game: the names of its facts.
fn kinds_of_game(setup: &std::sync::Arc<WsrSetup>, seed: u64, kinds: &mut BTreeSet<String>) {
    let (mut battle, _) = Battle::<Wsr>::new(setup.clone(), Dice::seeded(seed)).unwrap();
    for number in 0..5000 {
        if battle.decision().is_none() {
            return;
        }
        let command = listed(&battle, number, seed);
        let note = |noted: Noted<'_, Wsr>| {
            if let Noted::Fact(fact) = noted {
                let name = format!("{fact:?}");
                kinds.insert(name.split([' ', '(']).next().unwrap_or_default().to_owned());
            }
        };
        battle.play_noting(&command, note).unwrap();
    }
    panic!("game {seed} does not end");
}

/// Rule: WSR-TURN-1, WSR-TURN-2, WSR-TURN-5, WSR-TURN-6, WSR-TURN-9, WSR-SCN-1, WSR-SCN-2, WSR-SCN-3, WSR-SCN-4.
#[test]
fn random_games_end_and_reach_every_kind_of_fact() {
    let setup = WsrSetup::varne().unwrap();
    let mut kinds = BTreeSet::new();
    for seed in 100..160 {
        kinds_of_game(&setup, seed, &mut kinds);
    }
    let rare = ["HqReplaced", "MinesCleared", "Overran"];
    let expected = [
        "Deployed",
        "HqDeployed",
        "Raised",
        "TurnBegan",
        "Drawn",
        "ImpulseBegan",
        "CommandChecked",
        "OutOfCommand",
        "RallyRolled",
        "Fired",
        "HexFired",
        "PositionHeld",
        "Saved",
        "Disrupted",
        "Reduced",
        "Eliminated",
        "HqRolled",
        "HqReduced",
        "HqEliminated",
        "Done",
        "Lent",
        "MarchBegan",
        "Moved",
        "FellBack",
        "Stopped",
        "MarchEnded",
        "Loaded",
        "Unloaded",
        "MinesLaid",
        "MinesStruck",
        "MissionCalled",
        "Smoked",
        "AssaultBegan",
        "AssaultRolled",
        "AssaultSettled",
        "FightEnded",
        "AirSent",
        "FlakFired",
        "AirAccuracy",
        "AirMisdirected",
        "AirEnded",
        "SmokeAged",
        "TurnEnded",
        "Over",
    ];
    let missed: Vec<_> = expected.iter().filter(|kind| !kinds.contains(**kind)).collect();
    assert!(missed.is_empty(), "never seen: {missed:?}");
    let unknown: Vec<_> = kinds
        .iter()
        .filter(|kind| !expected.contains(&kind.as_str()) && !rare.contains(&kind.as_str()))
        .collect();
    assert!(unknown.is_empty(), "not listed: {unknown:?}");
}

#[test]
fn whole_games_are_played_undone_saved_and_replayed() {
    let setup = WsrSetup::varne().unwrap();
    for seed in 0..3 {
        let played = check_match::<Wsr>(&setup, seed, 2000, |battle, number| listed(battle, number, seed));
        assert!(played.battle().decision().is_none(), "game {seed} ends");
    }
}
