//! Dice that the players roll with their own hands: which are asked for, and the faces that lie there.
//!
//! A command that wants dice is not carried out until its last face is laid; until then the battle
//! stands as it stood, and the command can be taken back.

use std::sync::Arc;

use bevy::prelude::*;

use super::open_game::{GameChanged, OpenGame};
use crate::game::engine::battle::DiceWanted;
use crate::game::engine::command::Command;
use crate::game::engine::dice::{Dice, Source};
use crate::game::engine::fact::Fact;
use crate::game::engine::play::{DiceChoice, Game, GameError};
use crate::game::engine::record::history::DiceOrigin;

/// The question that is open, if one is.
#[derive(Resource, Debug, Default)]
pub(super) struct HandDice(pub Option<Question>);

/// Dice that are asked for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Question {
    /// What wants them.
    pub cause: Cause,
    /// The dice, and what came before them.
    pub dice: DiceWanted,
    /// The faces that lie there, in the order in which they were laid.
    pub faces: Vec<u8>,
    /// Faces of the same cause's rolls before.
    before: Vec<u8>,
}

/// What wants dice.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cause {
    /// The battle's opening.
    Opening,
    /// The first of these commands; the others follow it.
    Commands(Vec<Command>),
}

/// What the player does with dice that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DiceAsk {
    /// He lays one with this face.
    Lay(u8),
    /// He takes the last one back.
    TakeBack,
    /// He lets the program roll those that are missing.
    LetRoll,
    /// He takes the command back.
    Withdraw,
}

impl Question {
    fn new(cause: Cause, dice: DiceWanted, before: Vec<u8>) -> Self {
        info!("dice are wanted: {}", dice.wanted);
        Self { cause, dice, faces: Vec::new(), before }
    }

    /// How many dice are still to be laid.
    pub fn missing(&self) -> usize {
        (self.dice.wanted.missing() as usize).saturating_sub(self.faces.len())
    }

    /// How many of the dice that lie there succeed; `None` where none can.
    pub fn successes(&self) -> Option<usize> {
        let needs = self.dice.wanted.roll.needs;
        needs.good_faces()?;
        Some(self.faces.iter().filter(|face| needs.met_by(**face) == Some(true)).count())
    }

    fn lay(&mut self, face: u8) {
        if self.missing() > 0 && (1..=6).contains(&face) {
            self.faces.push(face);
            info!("laid {face}");
        }
    }

    /// Lays the faces that the program's dice show next.
    fn let_roll(&mut self, dice: &Dice) {
        let skipped = (self.before.len() + self.faces.len()) as u64;
        self.faces.extend(dice.faces_ahead(skipped, self.missing() as u32));
    }

    /// All faces of the cause so far.
    fn all_faces(&self) -> Vec<u8> {
        [self.before.as_slice(), &self.faces].concat()
    }
}

impl HandDice {
    /// The question with which a battle opens: its opening was rolled by the program, so that there is
    /// something to look at, and is played again with the faces that are laid.
    pub fn of_opening(opened: &OpenGame) -> Self {
        let game = &opened.game;
        let [opening] = game.history().entries() else { return Self(None) };
        let by_program = opening.dice == DiceOrigin::Seed && !opening.outcome.draws.is_empty();
        if !rolls_by_hand(game) || !by_program || opened.file.is_some() {
            return Self(None);
        }
        match open_with(game, &[]) {
            Err(GameError::DiceWanted(dice)) => Self(Some(Question::new(Cause::Opening, *dice, Vec::new()))),
            _ => Self(None),
        }
    }

    /// Does what the player does with the dice.
    pub fn handle(&mut self, ask: DiceAsk, opened: &OpenGame) {
        let Some(question) = &mut self.0 else { return };
        match ask {
            DiceAsk::Lay(face) => question.lay(face),
            DiceAsk::TakeBack => drop(question.faces.pop()),
            DiceAsk::LetRoll => match question.cause {
                Cause::Opening => question.let_roll(&Dice::seeded(opened.game.seed())),
                Cause::Commands(_) => question.let_roll(opened.game.battle().dice()),
            },
            DiceAsk::Withdraw => self.0 = None,
        }
    }

    /// Whether the battle's opening is not played yet.
    pub fn asks_for_opening(&self) -> bool {
        self.0.as_ref().is_some_and(|question| question.cause == Cause::Opening)
    }
}

/// Whether the players roll the dice themselves.
pub(super) fn rolls_by_hand(game: &Game) -> bool {
    *game.battle().dice().source() == Source::Hand
}

fn open_with(game: &Game, faces: &[u8]) -> Result<Game, GameError> {
    let dice = DiceChoice::Hand { seed: game.seed(), faces: faces.to_vec() };
    Game::start(Arc::clone(game.setup()), dice)
}

impl OpenGame {
    /// Carries commands out, one after the other, up to the first that is refused or wants dice that
    /// are rolled by hand. `faces` are those of the first.
    pub fn carry_out(
        &mut self,
        commands: Vec<Command>,
        faces: Vec<u8>,
        hand: &mut HandDice,
        turned: &mut MessageWriter<GameChanged>,
    ) {
        let (mut faces, mut facts) = (faces, Vec::new());
        let before = self.game.history().present().id;
        for (nth, command) in commands.iter().enumerate() {
            match self.play(command, &faces) {
                Ok(new) => facts.extend(new),
                Err(GameError::DiceWanted(dice)) if rolls_by_hand(&self.game) => {
                    let rest = commands[nth..].to_vec();
                    hand.0 = Some(Question::new(Cause::Commands(rest), *dice, std::mem::take(&mut faces)));
                    break;
                }
                Err(error) => {
                    self.fail(error);
                    break;
                }
            }
            faces.clear();
        }
        // Not by the facts: who holds his fire makes none, and yet the battle goes on.
        if self.game.history().present().id != before {
            let played = self.game.history().line().len() - 1;
            info!("played {}", super::words::counted(played, "command"));
            turned.write(GameChanged::Facts(facts));
        }
    }

    fn play(&mut self, command: &Command, faces: &[u8]) -> Result<Vec<Fact>, GameError> {
        let entry = match rolls_by_hand(&self.game) {
            true => self.game.submit_with(command.clone(), faces)?,
            false => self.game.submit(command.clone())?,
        };
        Ok(entry.outcome.facts.clone())
    }

    /// Goes on with the faces that lie there, once all do.
    pub fn go_on(&mut self, hand: &mut HandDice, turned: &mut MessageWriter<GameChanged>) {
        let Some(question) = hand.0.take_if(|question| question.missing() == 0) else { return };
        let faces = question.all_faces();
        match question.cause {
            Cause::Opening => self.open_again(faces, hand, turned),
            Cause::Commands(commands) => self.carry_out(commands, faces, hand, turned),
        }
    }

    /// Plays the opening with the faces that were laid.
    fn open_again(&mut self, faces: Vec<u8>, hand: &mut HandDice, turned: &mut MessageWriter<GameChanged>) {
        match open_with(&self.game, &faces) {
            Ok(game) => {
                info!("opened with {}", super::words::words_of_dice(faces.len()));
                self.game = game;
                turned.write(GameChanged::Opened);
            }
            Err(GameError::DiceWanted(dice)) => {
                hand.0 = Some(Question::new(Cause::Opening, *dice, faces));
            }
            Err(error) => self.fail(error),
        }
    }
}
