//! The style that every game has: any listed answer, each as likely as another.

use std::sync::Arc;

use tabletop::adviser::{Advice, Adviser, Advisers, StyleName};
use tabletop::battle::Battle;
use tabletop::command::Command;
use tabletop::game::Game;

/// Id of the style.
pub const RANDOM: &str = "random";

/// A player who takes any listed answer. The same seed takes the same ones.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Of a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next number of SplitMix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

impl<G: Game> Adviser<G> for Random {
    fn advise(&mut self, battle: &Battle<G>) -> Option<Advice<G>> {
        let decision = battle.decision()?;
        let mut answers = G::answers(battle.view_for(decision.player), decision);
        let count = answers.len() as u64;
        // The high half of a product, so that no answer is likelier than another by more than their number in 2^64.
        let chosen = (u128::from(self.next()) * u128::from(count)) >> 64;
        let order = (count > 0).then(|| answers.swap_remove(chosen as usize).order)?;
        let command = Command { player: decision.player, order };
        let (does, why) = (String::new(), String::new());
        Some(Advice { command, by: RANDOM.to_owned(), does, why, alternatives: Vec::new() })
    }
}

/// [`Random`] alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct OnlyRandom;

impl<G: Game> Advisers<G> for OnlyRandom {
    fn styles(&self) -> Vec<StyleName> {
        let about = "Takes any legal answer, each as likely as another.".to_owned();
        vec![StyleName { id: RANDOM.to_owned(), name: "Random".to_owned(), about }]
    }

    fn adviser(&self, style: &str, _: &Arc<G::Setup>, seed: u64) -> Result<Box<dyn Adviser<G>>, String> {
        match style {
            RANDOM => Ok(Box::new(Random::new(seed))),
            _ => Err(format!("there is no style \"{style}\"; expected: {RANDOM}")),
        }
    }
}
