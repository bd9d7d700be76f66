//! Looking at an earlier moment of the open game, playing on from there, and trying something out.
//!
//! While a moment is looked at, no order is taken and the game itself waits: computer players, questions, the recording.

use bevy::prelude::*;

use super::hand_dice::HandDice;
use super::open_game::{GameChanged, GameRequest, Keeping, LOOKING, Notice, OpenGame};
use crate::game::engine::play::MatchError;
use crate::game::engine::record::history::EntryId;

impl OpenGame {
    /// Whether a moment is looked at that is not the one at which the game stands.
    pub fn is_looking(&self) -> bool {
        self.game.history().is_looked_at()
    }

    /// Reason why a request is not carried out now, if it is not.
    pub(super) fn bars(&self, request: &GameRequest, dice: &HandDice) -> Option<&'static str> {
        match request {
            GameRequest::Submit(_)
            | GameRequest::Play(..)
            | GameRequest::AcceptDice
            | GameRequest::ShowNext
            | GameRequest::Undo
            | GameRequest::Redo
                if self.is_looking() =>
            {
                Some(LOOKING)
            }
            GameRequest::LookAt(_) | GameRequest::Show(_) | GameRequest::PlayOn(_) if dice.0.is_some() => {
                Some("Enter the dice first, or cancel the order with Esc; then look back.")
            }
            GameRequest::PlayOn(_) if !self.is_looking() => {
                Some("The game goes on from here already: look at an earlier moment first (F5).")
            }
            _ => None,
        }
    }

    /// Shows the battle as it stood after an entry.
    pub(super) fn look_at(&mut self, entry: EntryId, changes: &mut MessageWriter<GameChanged>) {
        if entry == self.game.history().present().id {
            return;
        }
        match self.game.look_at(entry) {
            Ok(()) => drop(changes.write(GameChanged::Looked)),
            Err(error) => self.fail(error),
        }
    }

    /// The same, and how the entry came about.
    pub(super) fn show(&mut self, entry: EntryId, changes: &mut MessageWriter<GameChanged>) {
        match self.game.look_at(entry) {
            Ok(()) => {
                let outcome = &self.game.history().present().outcome;
                let (facts, draws) = (outcome.facts.clone(), outcome.draws.clone());
                changes.write(GameChanged::Replayed { facts, draws });
            }
            Err(error) => self.fail(error),
        }
    }

    /// Goes on from what is looked at.
    pub(super) fn play_on(&mut self, keeping: Keeping, changes: &mut MessageWriter<GameChanged>) {
        let here = self.game.history().present().id;
        if let Some(departure) = &self.game.history().present().departure
            && !departure.goes_on
        {
            return self.fail(MatchError::OnlyShown(here.0));
        }
        let before = self.game.is_try_out();
        let gone = match keeping {
            Keeping::Branch => self.game.go_to(here),
            Keeping::Nothing => self.game.try_out(),
        };
        if let Err(error) = gone {
            return self.fail(error);
        }
        self.try_outs += u32::from(!before && self.game.is_try_out());
        let text = match self.game.is_try_out() {
            false => "You play on from here. What came after it stays as another branch: F11 goes to it.",
            true => "You try something out from here, with other dice. F3 ends it: none of it is kept.",
        };
        self.notice = Some(Notice::Done(text.to_owned()));
        changes.write(GameChanged::Jumped);
    }

    /// Forgets what was tried out.
    pub(super) fn end_try_out(&mut self, changes: &mut MessageWriter<GameChanged>) {
        match self.game.end_try_out() {
            Ok(true) => {
                self.notice =
                    Some(Notice::Done("Back at the game; what you tried out is forgotten.".to_owned()));
                changes.write(GameChanged::Looked);
            }
            Ok(false) => {}
            Err(error) => self.fail(error),
        }
    }
}
