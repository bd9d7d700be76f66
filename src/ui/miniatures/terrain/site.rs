//! Sites of pieces: the seed of their looks, and the models that stand in them.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::level::chance::Chance;
use crate::table::shape::Point;

/// A model that plants make room for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ui) struct Standing {
    /// On the table, inches.
    pub at: Point,
    /// Of its base, inches.
    pub radius: f64,
    /// Share of the room that they have made, from 0 to 1.
    pub share: f32,
}

/// Inputs of a piece's look besides the piece.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::ui) struct Site {
    /// Of the level.
    pub seed: u64,
    /// Models on the ground of the piece.
    pub standing: Vec<Standing>,
}

impl Site {
    /// An empty one of a level.
    pub fn of_level(name: &str) -> Self {
        Self { seed: seed_of(0, name), standing: Vec::new() }
    }

    /// The seed of a piece.
    pub fn seed_of(&self, piece: &str) -> u64 {
        seed_of(self.seed, piece)
    }
}

fn seed_of(seed: u64, name: &str) -> u64 {
    xxh3_64_with_seed(name.as_bytes(), seed)
}

/// A number between two others.
pub(crate) fn between(chance: &mut Chance, low: f32, high: f32) -> f32 {
    low + (high - low) * chance.share() as f32
}

/// Whether a piece's name has a word in it: what the rules do not tell apart, a name may.
pub(super) fn is_named(id: &str, words: &[&str]) -> bool {
    let id = id.to_ascii_lowercase();
    words.iter().any(|word| id.contains(word))
}
