//! A bag: a cup from which counters or chits are drawn.

use serde::{Deserialize, Serialize};

use crate::dice::{Dice, DiceError, Die, Needs, Roll, Roller};
use crate::game::Game;

/// Remaining contents of a bag: part of a game's state.
///
/// A draw is the roll of a die with as many sides as there are things left, so it is recorded, fed by hand and counted as
/// luck like any other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bag<T> {
    left: Vec<T>,
}

impl<T> Default for Bag<T> {
    fn default() -> Self {
        Self { left: Vec::new() }
    }
}

impl<T: Clone> Bag<T> {
    /// A bag with some things in it; `None` if there are more than 255.
    pub fn new(things: Vec<T>) -> Option<Self> {
        u8::try_from(things.len()).ok().map(|_| Self { left: things })
    }

    /// Returns the remaining things, in the order in which they were put in.
    pub fn left(&self) -> &[T] {
        &self.left
    }

    /// The die that draws from it; `None` from an empty bag.
    pub fn die(&self) -> Option<Die> {
        u8::try_from(self.left.len()).ok().and_then(Die::new)
    }

    /// Orders the remaining things for a draw, the wanted ones first, so that face 1 is the first of them; also returns the number of
    /// wanted ones.
    fn order(&self, is_wanted: impl Fn(&T) -> bool) -> (Vec<usize>, u8) {
        let (wanted, others): (Vec<usize>, Vec<usize>) =
            (0..self.left.len()).partition(|index| is_wanted(&self.left[*index]));
        let good = wanted.len() as u8;
        (wanted.into_iter().chain(others).collect(), good)
    }

    /// Finds what a draw for some purpose takes out; `is_wanted` tells luck from misfortune. The bag itself stays as it is:
    /// the fact of the draw takes the thing out, by [`Self::take`]. `None` from an empty bag.
    ///
    /// # Errors
    /// As [`Dice::roll`].
    pub fn draw<G: Game>(
        &self,
        dice: &mut Dice<G>,
        purpose: &'static str,
        by: impl Into<Roller<G>>,
        is_wanted: impl Fn(&T) -> bool,
    ) -> Result<Option<T>, DiceError<G>> {
        let Some(die) = self.die() else { return Ok(None) };
        let (order, good) = self.order(is_wanted);
        let needs = if good == 0 { Needs::Nothing } else { Needs::AtMost(good) };
        let face = dice.roll(Roll { purpose, by: by.into(), needs, die })?;
        let drawn = order.get(usize::from(face) - 1).and_then(|index| self.left.get(*index));
        Ok(drawn.cloned())
    }

    /// Takes a thing out; whether it was there.
    pub fn take(&mut self, thing: &T) -> bool
    where
        T: PartialEq,
    {
        let found = self.left.iter().position(|left| left == thing);
        found.map(|index| self.left.remove(index)).is_some()
    }

    /// Puts a thing back; whether there was room: a bag holds 255.
    pub fn put(&mut self, thing: T) -> bool {
        let has_room = self.left.len() < usize::from(u8::MAX);
        if has_room {
            self.left.push(thing);
        }
        has_room
    }
}
