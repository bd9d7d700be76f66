//! When the dice of a command are thrown, as it is played back.

use std::collections::VecDeque;

use crate::game::engine::dice::Draw;
use crate::game::phases::shooting::kinds::VolleyRolled;
use crate::game::phases::shooting::salvo::{FIRST_SIX, TO_HIT};
use crate::ui::dice_throw::{Volley, volleys};

/// Seconds that a throw rolls, however long its dice tumble in the simulation.
const ROLL_SECONDS: f32 = 1.0;
/// Seconds between the beginnings of two throws.
const BETWEEN_SECONDS: f32 = 0.7;

/// A volley, and when it is thrown.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct PlannedThrow {
    /// Its dice.
    pub volley: Volley,
    /// Seconds from the beginning of the playback.
    start: f32,
}

impl PlannedThrow {
    /// When its dice lie still, in seconds from the beginning of the playback.
    pub fn end(&self) -> f32 {
        self.start + ROLL_SECONDS
    }

    /// How much of it is over, from 0 to 1; `None` before it.
    pub fn share(&self, elapsed: f32) -> Option<f32> {
        (elapsed >= self.start).then(|| ((elapsed - self.start) / ROLL_SECONDS).min(1.0))
    }
}

/// The dice of what is played back that are still to be thrown, in their order.
pub(super) struct DiceAhead(VecDeque<Draw>);

impl DiceAhead {
    pub fn new(draws: &[Draw]) -> Self {
        Self(draws.iter().copied().collect())
    }

    /// The dice up to the next that are rolled to hit.
    pub fn before_hits(&mut self) -> Vec<Draw> {
        let is_to_hit = |draw: &Draw| [TO_HIT, FIRST_SIX].contains(&draw.purpose);
        let count = self.0.iter().position(is_to_hit).unwrap_or(self.0.len());
        self.0.drain(..count).collect()
    }

    /// The dice of a salvo's volleys.
    pub fn hits(&mut self, volleys: &[VolleyRolled]) -> Vec<Draw> {
        let count: usize = volleys.iter().map(|volley| volley.faces.len() + volley.again.len()).sum();
        self.0.drain(..count.min(self.0.len())).collect()
    }
}

/// Plans the throws of dice one after the other, from a time on; gives back when the last has come to rest.
pub(super) fn plan(throws: &mut Vec<PlannedThrow>, draws: &[Draw], from: f32) -> f32 {
    let mut start = from;
    for volley in volleys(draws) {
        throws.push(PlannedThrow { volley, start });
        start += BETWEEN_SECONDS;
    }
    if draws.is_empty() { from } else { start - BETWEEN_SECONDS + ROLL_SECONDS }
}
