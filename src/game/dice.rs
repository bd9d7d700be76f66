//! The one source of dice.
//!
//! The nth face of a battle depends on its seed and on n alone, so a snapshot
//! holds two numbers, and undoing a command and repeating it rolls the same.
//! Faces can also be fed: scripted by a test or `--dice`, or recorded by a log.

use std::collections::VecDeque;

use bevy::prelude::{Deref, Resource};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// Where the dice of a battle stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DiceState {
    /// Seed of the battle.
    pub seed: u64,
    /// Faces drawn so far.
    pub drawn: u64,
}

/// Where faces come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Rolled from the seed.
    Seed,
    /// Fed, first face first; rolling more is an error.
    Fed(VecDeque<u8>),
}

/// Why a die could not be rolled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiceError {
    /// More dice were rolled than faces were fed.
    #[error("no face is left for the die rolled for: {purpose}")]
    Exhausted {
        /// What the die was for.
        purpose: &'static str,
    },
    /// A fed face is no face of a die.
    #[error("{0} is no face of a six-sided die")]
    NoFace(u8),
}

/// One die that was rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Draw {
    /// What for.
    pub purpose: &'static str,
    /// 1 to 6.
    pub face: u8,
}

/// The dice of a battle.
///
/// Rule: BAS-3 (six-sided dice).
#[derive(Resource, Debug, Deref)]
pub struct Dice {
    #[deref]
    state: DiceState,
    source: Source,
    generator: ChaCha8Rng,
    draws: Vec<Draw>,
}

impl Dice {
    /// Dice that roll from a seed.
    pub fn seeded(seed: u64) -> Self {
        Self {
            state: DiceState { seed, drawn: 0 },
            source: Source::Seed,
            generator: ChaCha8Rng::seed_from_u64(seed),
            draws: Vec::new(),
        }
    }

    /// Rolls one six-sided die.
    ///
    /// # Errors
    /// Faces are fed and none is left, or the next is none.
    pub fn roll(&mut self, purpose: &'static str) -> Result<u8, DiceError> {
        let face = match &mut self.source {
            Source::Seed => self.rolled_face(),
            Source::Fed(faces) => faces.pop_front().ok_or(DiceError::Exhausted { purpose })?,
        };
        if !(1..=6).contains(&face) {
            return Err(DiceError::NoFace(face));
        }
        self.state.drawn += 1;
        self.draws.push(Draw { purpose, face });
        Ok(face)
    }

    /// The face the seed gives next. Each face takes one 64-bit word (two of the
    /// generator's), so the nth face is found without rolling those before it.
    fn rolled_face(&mut self) -> u8 {
        let position = u128::from(self.state.drawn) * 2;
        if self.generator.get_word_pos() != position {
            self.generator.set_word_pos(position);
        }
        // Scaling by multiplication favours no face by more than 2⁻⁶¹.
        ((u128::from(self.generator.next_u64()) * 6) >> 64) as u8 + 1
    }

    /// Where the dice stand.
    pub fn state(&self) -> DiceState {
        self.state
    }

    /// Puts the dice back to where they stood.
    pub(super) fn restore(&mut self, state: DiceState) {
        if state.seed != self.state.seed {
            self.generator = ChaCha8Rng::seed_from_u64(state.seed);
        }
        self.state = state;
        self.draws.clear();
    }

    /// Chooses where the next faces come from; gives back where they came from.
    pub fn set_source(&mut self, source: Source) -> Source {
        std::mem::replace(&mut self.source, source)
    }

    /// Where the next faces come from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The dice rolled since this was last asked, in order.
    pub(super) fn take_draws(&mut self) -> Vec<Draw> {
        std::mem::take(&mut self.draws)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faces(dice: &mut Dice, count: usize) -> Vec<u8> {
        (0..count).map(|_| dice.roll("a test").unwrap()).collect()
    }

    /// Rule: BAS-3. The first faces of a seed are pinned: a change of generator would change every
    /// recorded battle.
    #[test]
    fn the_faces_of_a_seed_never_change() {
        assert_eq!(faces(&mut Dice::seeded(1), 12), [3, 1, 4, 2, 2, 5, 3, 1, 6, 5, 3, 4]);
    }

    /// Rule: BAS-3. Sixty thousand rolls: each face comes up ten thousand times, give or take four
    /// standard deviations (91 each).
    #[test]
    fn every_face_is_as_likely_as_any_other() {
        let mut counts = [0; 6];
        for face in faces(&mut Dice::seeded(7), 60_000) {
            counts[usize::from(face) - 1] += 1;
        }
        assert!(counts.iter().all(|count| (9_635..=10_365).contains(count)), "{counts:?}");
    }

    /// The nth face depends on the seed and n alone.
    #[test]
    fn dice_put_back_roll_the_same_again() {
        let mut dice = Dice::seeded(3);
        let first = faces(&mut dice, 50);
        let middle = DiceState { seed: 3, drawn: 20 };
        dice.restore(middle);
        assert_eq!(faces(&mut dice, 30), first[20..]);
        let mut other = Dice::seeded(99);
        other.restore(middle);
        assert_eq!(faces(&mut other, 30), first[20..], "also in other hands");
    }

    /// Fed faces come in order, count as drawn, and run out.
    #[test]
    fn fed_faces_come_in_order_and_run_out() {
        let mut dice = Dice::seeded(3);
        let rolled = faces(&mut dice, 4);
        let mut dice = Dice::seeded(3);
        let before = dice.set_source(Source::Fed([6, 1].into()));
        assert_eq!(faces(&mut dice, 2), [6, 1]);
        assert_eq!(dice.roll("a test"), Err(DiceError::Exhausted { purpose: "a test" }));
        assert_eq!(dice.state().drawn, 2, "a die that was not rolled does not count");
        dice.set_source(before);
        assert_eq!(faces(&mut dice, 2), rolled[2..], "the seed goes on where it stands");
        dice.set_source(Source::Fed([7].into()));
        assert_eq!(dice.roll("a test"), Err(DiceError::NoFace(7)));
    }
}
