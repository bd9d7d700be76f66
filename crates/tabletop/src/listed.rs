//! Games that list every legal order of a decision: their answers in words, and a player who gives any of them.

use std::marker::PhantomData;

use crate::agenda::Decision;
use crate::battle::Battle;
use crate::command::Command;
use crate::game::Game;
use crate::portfolio::Chosen;
use crate::prompt::Answer;

/// A game that lists every legal order.
pub trait Listed: Game {
    /// Every legal order at a decision, in a fixed order.
    fn orders(view: Self::View<'_>, decision: Decision<Self>) -> Vec<Self::Order>;

    /// An order in a few words; no two orders of a decision have the same.
    fn words(order: &Self::Order) -> String;

    /// Subject that an order names: who acts, or its target.
    fn subject(order: &Self::Order) -> Option<Self::Subject>;
}

/// The answers of [`Game::answers`].
pub fn answers<G: Listed>(view: G::View<'_>, decision: Decision<G>) -> Vec<Answer<G>> {
    let answer = |order: G::Order| Answer { text: G::words(&order), about: G::subject(&order), order };
    G::orders(view, decision).into_iter().map(answer).collect()
}

/// Gives any legal answer, each as likely as the next; the same seed gives the same answers.
#[derive(Clone, Copy, Debug)]
pub struct Random<G> {
    state: u64,
    game: PhantomData<G>,
}

impl<G: Listed> Random<G> {
    /// A player with a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed, game: PhantomData }
    }

    /// The next number, by `splitmix64`.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// One of the listed answers; `None` once the battle is over.
    pub fn command(&mut self, battle: &Battle<G>) -> Option<Command<G>> {
        let decision = battle.decision()?;
        let mut orders = G::orders(battle.view(), decision);
        let number = u64::try_from(orders.len()).ok().filter(|number| *number > 0)?;
        let picked = ((u128::from(self.next()) * u128::from(number)) >> 64) as usize;
        Some(Command { player: decision.player, order: orders.swap_remove(picked) })
    }

    /// The same with its words.
    pub fn choose(&mut self, battle: &Battle<G>) -> Option<Chosen<G, f64>> {
        let command = self.command(battle)?;
        let does = G::words(&command.order);
        Some(Chosen::plain(command, does))
    }
}
