//! Real dice: a command that needs any waits until the players have laid their faces; until then the battle stays as it was.

use tabletop::battle::DiceWanted;
use tabletop::command::Command;
use tabletop::dice::Source;
use tabletop::game::Game;
use tabletop::record::history::Rationale;
use tabletop_counters::OnHexes;

use super::table::Table;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::laid_dice::LaidDice;

/// A command and the dice that it waits for.
#[derive(Clone, Debug)]
pub struct HandRoll<G: Game> {
    command: Command<G>,
    rationale: Option<Rationale>,
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

impl<G: OnHexes> Table<G> {
    /// Whether the players roll the dice.
    pub fn rolls_by_hand(&self) -> bool {
        *self.game.battle().dice().source() == Source::Hand
    }

    /// From now on the players roll the dice, or the program does.
    pub fn set_by_hand(&mut self, by_hand: bool) {
        match by_hand {
            true => self.game.roll_by_hand(),
            false => self.game.roll_by_program(),
        }
        // What waits for dice gets them from the program then.
        if let Some(HandRoll { command, rationale, .. }) = self.hand.take() {
            self.carry_out(command, rationale, Vec::new());
        }
    }

    /// Dice that are asked for.
    pub fn hand(&self) -> Option<&HandRoll<G>> {
        self.hand.as_ref().filter(|_| self.beats.is_empty() && !self.is_looking())
    }

    /// Does something with the dice that are asked for. What a computer player has ordered cannot be taken back: it would order it
    /// again.
    pub fn do_with_dice(&mut self, act: DiceAct) {
        let is_whole = self.hand.as_ref().is_some_and(|hand| hand.laid.missing() == 0);
        let Some(hand) = &mut self.hand else { return };
        match act {
            DiceAct::Lay(face) => drop(hand.laid.lay(face)),
            DiceAct::RemoveLast => drop(hand.laid.faces.pop()),
            DiceAct::RollMissing => hand.laid.roll_missing(self.game.battle().dice()),
            DiceAct::TakeBack if hand.rationale.is_none() => self.hand = None,
            DiceAct::TakeBack => {}
            DiceAct::GoOn if !is_whole => {}
            DiceAct::GoOn => {
                if let Some(HandRoll { command, rationale, laid }) = self.hand.take() {
                    self.carry_out(command, rationale, laid.all_faces());
                }
            }
        }
    }
}
