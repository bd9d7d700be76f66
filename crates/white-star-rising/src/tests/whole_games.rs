//! Whole games by a random player keep the engine's promises.

use tabletop::battle::Battle;
use tabletop::command::Command;
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

#[test]
fn whole_games_are_played_undone_saved_and_replayed() {
    let setup = WsrSetup::varne().unwrap();
    for seed in 0..3 {
        let played = check_match::<Wsr>(&setup, seed, 2000, |battle, number| listed(battle, number, seed));
        assert!(played.battle().decision().is_none(), "game {seed} ends");
    }
}
