//! Real dice: which ones the battle asks for, and the faces that the players have entered.
//!
//! A command that needs dice is carried out once the last face is entered. Until then the battle stays as it
//! was, and the command can be cancelled.

use std::sync::Arc;

use bevy::prelude::*;

use super::events::{UiEvent, emit};
use super::laid_dice::LaidDice;
use super::open_game::{GameChanged, OpenGame};
use crate::game::engine::WarStrike;
use crate::game::engine::battle::DiceWanted;
use crate::game::engine::battle::Outcome;
use crate::game::engine::command::Command;
use crate::game::engine::dice::{Dice, Source};
use crate::game::engine::play::{DiceChoice, Match, MatchError};
use crate::game::engine::record::history::DiceOrigin;

/// The dice that are asked for, if any are.
#[derive(Resource, Debug, Default)]
pub(in crate::ui) struct HandDice(pub Option<DiceQuestion>);

/// Dice that are asked for.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct DiceQuestion {
    /// Cause of the roll.
    pub cause: Cause,
    /// The dice, and their faces so far.
    pub laid: LaidDice<WarStrike>,
}

/// Cause of a roll.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) enum Cause {
    /// The battle's opening.
    Opening,
    /// The first of these commands; the others come after it.
    Commands(Vec<Command>),
}

/// A change to the dice that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum DiceRequest {
    /// Enter this face.
    Enter(u8),
    /// Remove the last face.
    RemoveLast,
    /// Let the program roll the missing ones.
    RollMissing,
    /// Cancel the command.
    Cancel,
}

impl DiceQuestion {
    fn new(cause: Cause, dice: DiceWanted, earlier: Vec<u8>) -> Self {
        let (by, count) = (dice.wanted.roll.by.side, dice.wanted.missing());
        emit(&UiEvent::DiceWanted { by, dice: count });
        Self { cause, laid: LaidDice::new(dice, earlier) }
    }

    fn enter(&mut self, face: u8) {
        if self.laid.lay(face) {
            emit(&UiEvent::DieEntered { face });
        }
    }
}

impl HandDice {
    /// Asks for the dice of the opening. The program has rolled it, so that there is something to look at; it is
    /// played again with the faces that are entered.
    pub fn of_opening(opened: &OpenGame) -> Self {
        let game = &opened.game;
        let [opening] = game.history().entries() else { return Self(None) };
        let by_program = opening.dice == DiceOrigin::Seed && !opening.outcome.draws.is_empty();
        if !rolls_by_hand(game) || !by_program || opened.file.is_some() {
            return Self(None);
        }
        match open_with(game, &[]) {
            Err(MatchError::DiceWanted(dice)) => {
                Self(Some(DiceQuestion::new(Cause::Opening, *dice, Vec::new())))
            }
            _ => Self(None),
        }
    }

    /// Carries a change out.
    pub fn handle(&mut self, request: DiceRequest, opened: &OpenGame) {
        let Some(question) = &mut self.0 else { return };
        match request {
            DiceRequest::Enter(face) => question.enter(face),
            DiceRequest::RemoveLast => drop(question.laid.faces.pop()),
            DiceRequest::RollMissing => match question.cause {
                Cause::Opening => question.laid.roll_missing(&Dice::seeded(opened.game.seed())),
                Cause::Commands(_) => question.laid.roll_missing(opened.game.battle().dice()),
            },
            DiceRequest::Cancel => self.0 = None,
        }
    }

    /// Whether the opening still needs its dice.
    pub fn asks_for_opening(&self) -> bool {
        self.0.as_ref().is_some_and(|question| question.cause == Cause::Opening)
    }
}

/// Whether the players roll real dice.
pub(in crate::ui) fn rolls_by_hand(game: &Match) -> bool {
    *game.battle().dice().source() == Source::Hand
}

fn open_with(game: &Match, faces: &[u8]) -> Result<Match, MatchError> {
    let dice = DiceChoice::Hand { seed: game.seed(), faces: faces.to_vec() };
    Match::start(Arc::clone(game.setup()), dice)
}

impl OpenGame {
    /// Carries commands out in order, up to the first that is refused or needs dice that the players roll.
    /// `faces` are those of the first command.
    pub fn carry_out(
        &mut self,
        commands: Vec<Command>,
        faces: Vec<u8>,
        hand: &mut HandDice,
        changes: &mut MessageWriter<GameChanged>,
    ) {
        let (mut faces, mut facts, mut draws) = (faces, Vec::new(), Vec::new());
        let before = self.game.history().present().id;
        let was_what_if = self.game.is_what_if();
        for (index, command) in commands.iter().enumerate() {
            match self.play(command, &faces) {
                Ok(outcome) => {
                    self.refused = None;
                    facts.extend(outcome.facts);
                    draws.extend(outcome.draws);
                    // An answer that needs dice waits to be asked for: what comes of it is rolled by the players.
                    while let Some(Ok(outcome)) = self.only_answer().map(|answer| self.play(&answer, &[])) {
                        facts.extend(outcome.facts);
                        draws.extend(outcome.draws);
                    }
                }
                Err(MatchError::DiceWanted(dice)) if rolls_by_hand(&self.game) => {
                    let rest = commands[index..].to_vec();
                    hand.0 =
                        Some(DiceQuestion::new(Cause::Commands(rest), *dice, std::mem::take(&mut faces)));
                    break;
                }
                Err(error) => {
                    if matches!(error, MatchError::Refused(_)) {
                        self.refused = Some(command.clone());
                    }
                    self.fail(error);
                    break;
                }
            }
            faces.clear();
        }
        self.tell_what_if(was_what_if);
        // Not by the facts: holding fire makes none, and yet the battle goes on.
        if self.game.history().present().id != before {
            emit(&UiEvent::Played { commands: self.game.history().line().len() - 1 });
            changes.write(GameChanged::Played { facts, draws });
        }
    }

    fn play(&mut self, command: &Command, faces: &[u8]) -> Result<Outcome, MatchError> {
        let entry = match rolls_by_hand(&self.game) {
            true => self.game.submit_with(command.clone(), faces)?,
            false => self.game.submit(command.clone())?,
        };
        Ok(entry.outcome.clone())
    }

    /// Goes on with the faces that were entered, once they are complete.
    pub fn go_on(&mut self, hand: &mut HandDice, changes: &mut MessageWriter<GameChanged>) {
        let Some(question) = hand.0.take_if(|question| question.laid.missing() == 0) else { return };
        let faces = question.laid.all_faces();
        match question.cause {
            Cause::Opening => self.open_again(faces, hand, changes),
            Cause::Commands(commands) => self.carry_out(commands, faces, hand, changes),
        }
    }

    /// Plays the opening with the faces that were entered.
    fn open_again(&mut self, faces: Vec<u8>, hand: &mut HandDice, changes: &mut MessageWriter<GameChanged>) {
        match open_with(&self.game, &faces) {
            Ok(game) => {
                emit(&UiEvent::OpeningPlayed { dice: faces.len() });
                self.open(game);
                changes.write(GameChanged::Opened);
            }
            Err(MatchError::DiceWanted(dice)) => {
                hand.0 = Some(DiceQuestion::new(Cause::Opening, *dice, faces));
            }
            Err(error) => self.fail(error),
        }
    }
}
