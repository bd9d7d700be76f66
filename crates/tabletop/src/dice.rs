//! The one source of dice.
//!
//! The nth face of a battle depends on its seed and on n alone, so a snapshot
//! holds two numbers, and undoing a command and repeating it rolls the same.
//! Faces can also be fed: scripted by a test or `--dice`, typed in by hand, or
//! recorded by a log. Dice are rolled in batches alike: the same purpose, the
//! same roller, the same face needed, as a player takes them into his hand.

mod die;
mod roll;

use std::collections::VecDeque;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::game::Game;

pub use die::Die;
pub use roll::{Draw, Needs, Roll, Rolled, Roller, SavedRoll, Wanted, rolls};

/// State of a battle's dice generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DiceState {
    /// Seed of the battle.
    #[serde(with = "crate::seed")]
    pub seed: u64,
    /// Faces drawn so far.
    pub drawn: u64,
}

/// Source of the faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Rolled from the seed.
    Seed,
    /// Rolled from another seed: what is tried out must not show what the battle will roll.
    Another(u64),
    /// Fed, first face first; rolling more is an error.
    Fed(VecDeque<u8>),
    /// Fed, first face first; after the last one the seed rolls. The die that follows `n` fed faces is
    /// the seed's die `n + 1`: fed faces count as drawn.
    FedThenSeed(VecDeque<u8>),
    /// Rolled by hand: the faces come with each command, and without them rolling is an error that
    /// says what to roll.
    Hand,
}

/// Why dice could not be rolled. Nothing was drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiceError<G: Game> {
    /// More dice were rolled than faces were fed.
    #[error("too few faces were given: {0}")]
    Exhausted(Wanted<G>),
    /// A fed face is no face of a die.
    #[error("{face} is not a face of a {die}")]
    NoFace {
        /// Fed face.
        face: u8,
        /// Die to be rolled.
        die: Die,
    },
}

/// The dice of a battle.
#[derive(Debug)]
#[cfg_attr(feature = "ecs", derive(bevy_ecs::prelude::Resource))]
pub struct Dice<G: Game> {
    state: DiceState,
    source: Source,
    generator: ChaCha8Rng,
    draws: Vec<Draw<G>>,
}

impl<G: Game> Dice<G> {
    /// Dice that roll from a seed.
    pub fn seeded(seed: u64) -> Self {
        Self {
            state: DiceState { seed, drawn: 0 },
            source: Source::Seed,
            generator: ChaCha8Rng::seed_from_u64(seed),
            draws: Vec::new(),
        }
    }

    /// Rolls `count` dice for one roll, together; returns their faces in the order in which they were drawn.
    ///
    /// # Errors
    /// Faces are fed and fewer are left, or one of them is none. Nothing is drawn then.
    pub fn roll_alike(&mut self, roll: Roll<G>, count: u32) -> Result<Vec<u8>, DiceError<G>> {
        let faces = match &mut self.source {
            Source::Seed => rolled(&mut self.generator, roll.die, self.state.drawn, count),
            Source::Another(seed) => {
                rolled(&mut ChaCha8Rng::seed_from_u64(*seed), roll.die, self.state.drawn, count)
            }
            Source::Fed(faces) => take_fed(faces, roll, count)?,
            Source::FedThenSeed(faces) => {
                let fed_count = count.min(faces.len() as u32);
                let mut taken = take_fed(faces, roll, fed_count)?;
                let drawn = self.state.drawn + u64::from(fed_count);
                taken.extend(rolled(&mut self.generator, roll.die, drawn, count - fed_count));
                taken
            }
            Source::Hand => take_fed(&mut VecDeque::new(), roll, count)?,
        };
        self.state.drawn += u64::from(count);
        self.draws.extend(faces.iter().map(|face| Draw { roll, face: *face }));
        Ok(faces)
    }

    /// Rolls one die.
    ///
    /// # Errors
    /// As [`Self::roll_alike`].
    pub fn roll(&mut self, roll: Roll<G>) -> Result<u8, DiceError<G>> {
        let faces = self.roll_alike(roll, 1)?;
        // One die was asked for, so there is one face.
        Ok(faces[0])
    }

    /// The faces the seed gives `count` such dice after the next `skipped` ones. Draws none.
    pub fn faces_ahead(&self, die: Die, skipped: u64, count: u32) -> Vec<u8> {
        rolled(&mut self.generator.clone(), die, self.state.drawn + skipped, count)
    }

    /// State of the generator.
    pub fn state(&self) -> DiceState {
        self.state
    }

    /// Puts the dice back to where they stood.
    pub fn restore(&mut self, state: DiceState) {
        if state.seed != self.state.seed {
            self.generator = ChaCha8Rng::seed_from_u64(state.seed);
        }
        self.state = state;
        self.draws.clear();
    }

    /// Chooses the source of the next faces; returns the previous one.
    pub fn set_source(&mut self, source: Source) -> Source {
        std::mem::replace(&mut self.source, source)
    }

    /// Source of the next faces.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The dice rolled since this was last asked, in order.
    pub fn take_draws(&mut self) -> Vec<Draw<G>> {
        std::mem::take(&mut self.draws)
    }
}

/// The faces a seed gives so many dice after the first `drawn`. Each face takes one 64-bit word (two
/// of the generator's), so the nth face is found without rolling those before it.
fn rolled(generator: &mut ChaCha8Rng, die: Die, drawn: u64, count: u32) -> Vec<u8> {
    let position = u128::from(drawn) * 2;
    if generator.get_word_pos() != position {
        generator.set_word_pos(position);
    }
    // Scaling by multiplication favours no face by more than 2⁻⁵⁶.
    let mut face = || ((u128::from(generator.next_u64()) * u128::from(die.sides())) >> 64) as u8 + 1;
    (0..count).map(|_| face()).collect()
}

/// Takes the next faces that were fed: as many as are wanted, or none.
fn take_fed<G: Game>(fed: &mut VecDeque<u8>, roll: Roll<G>, count: u32) -> Result<Vec<u8>, DiceError<G>> {
    let wanted = count as usize;
    if let Some(face) = fed.iter().take(wanted).find(|face| !roll.die.has(**face)) {
        return Err(DiceError::NoFace { face: *face, die: roll.die });
    }
    if fed.len() < wanted {
        return Err(DiceError::Exhausted(Wanted { roll, count, there: fed.len() as u32 }));
    }
    Ok(fed.drain(..wanted).collect())
}

#[cfg(test)]
mod tests;
