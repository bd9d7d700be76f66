//! A command that waits for real dice.

use tabletop::battle::DiceWanted;
use tabletop::command::Command;
use tabletop::game::Game;
use tabletop::record::history::Rationale;

use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::laid_dice::LaidDice;

/// A command and the dice that it waits for.
#[derive(Clone, Debug)]
pub struct HandRoll<G: Game> {
    pub(super) command: Command<G>,
    pub(super) rationale: Option<Rationale>,
    /// The dice, and their faces so far.
    pub(crate) laid: LaidDice<G>,
}

/// Something done with dice that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceAct {
    /// Lay this face.
    Lay(u8),
    /// Take the last one back.
    RemoveLast,
    /// Let the program roll the missing ones.
    RollMissing,
    /// All are laid: let them count.
    GoOn,
    /// Take the command back.
    TakeBack,
}

impl<G: Game> HandRoll<G> {
    pub(super) fn new(
        command: Command<G>,
        rationale: Option<Rationale>,
        wanted: DiceWanted<G>,
        earlier: Vec<u8>,
    ) -> Self {
        let (by, count) = (wanted.wanted.roll.by.side, wanted.wanted.missing());
        emit(&UiEvent::DiceWanted { by, dice: count });
        Self { command, rationale, laid: LaidDice::new(wanted, earlier) }
    }

    /// Whether somebody at the window gave the command.
    pub fn is_own(&self) -> bool {
        self.rationale.is_none()
    }
}
