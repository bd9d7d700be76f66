//! A kind of die.

use std::fmt;
use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};

/// A die by its number of sides, from 1 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Die(NonZeroU8);

impl Die {
    /// The six-sided die.
    pub const SIX: Self = Self(NonZeroU8::new(6).expect("6 is not 0"));
    /// The ten-sided die.
    pub const TEN: Self = Self(NonZeroU8::new(10).expect("10 is not 0"));

    /// A die with this number of sides; `None` for 0.
    pub const fn new(sides: u8) -> Option<Self> {
        match NonZeroU8::new(sides) {
            Some(sides) => Some(Self(sides)),
            None => None,
        }
    }

    /// Number of sides.
    pub const fn sides(self) -> u8 {
        self.0.get()
    }

    /// Whether a number is one of its faces.
    pub const fn has(self, face: u8) -> bool {
        1 <= face && face <= self.sides()
    }

    /// The die of a file that names none.
    pub(super) const fn six() -> Self {
        Self::SIX
    }

    /// Whether it has six sides.
    pub(super) fn is_six(&self) -> bool {
        *self == Self::SIX
    }
}

/// `six-sided die`.
impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.sides() {
            6 => f.write_str("six-sided die"),
            10 => f.write_str("ten-sided die"),
            sides => write!(f, "{sides}-sided die"),
        }
    }
}
