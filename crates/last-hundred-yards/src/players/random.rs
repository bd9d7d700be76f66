//! A player who gives any legal answer.

use tabletop::battle::Battle;
use tabletop::command::Command;
use tabletop::portfolio::Chosen;

use crate::game::{Lhy, words};
use crate::listing::orders;

/// Gives any legal answer, each as likely as the next; the same seed gives the same answers.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A player with a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next number, by `splitmix64`.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// One of the listed answers; `None` once the battle is over.
    pub fn command(&mut self, battle: &Battle<Lhy>) -> Option<Command<Lhy>> {
        let decision = battle.decision()?;
        let mut answers = orders(battle.view(), decision);
        let number = u64::try_from(answers.len()).ok().filter(|number| *number > 0)?;
        let picked = ((u128::from(self.next()) * u128::from(number)) >> 64) as usize;
        Some(Command { player: decision.player, order: answers.swap_remove(picked) })
    }

    /// The same with its words.
    pub fn choose(&mut self, battle: &Battle<Lhy>) -> Option<Chosen<Lhy, f64>> {
        let command = self.command(battle)?;
        let does = words(&command.order);
        Some(Chosen::plain(command, does))
    }
}
