//! Probability distribution of the number of dice that succeed.

/// The chance of each number of successes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Spread {
    /// The number that the first chance is of.
    min: u32,
    chances: Vec<f64>,
}

impl Spread {
    /// A chance that is left out: of a million such, all together are nothing to a reader.
    const NOTHING: f64 = 1e-30;

    /// The distribution for `dice` dice alike, each with this chance to succeed.
    pub fn of(dice: u32, chance: f64) -> Self {
        let mut spread = Self::default();
        (0..dice).for_each(|_| spread.add_die(chance));
        spread
    }

    /// One die more, with this chance to succeed.
    pub fn add_die(&mut self, chance: f64) {
        self.chances.push(0.0);
        for index in (0..self.chances.len()).rev() {
            let from_below = if index > 0 { self.chances[index - 1] * chance } else { 0.0 };
            self.chances[index] = self.chances[index] * (1.0 - chance) + from_below;
        }
        // Numbers that never come up in practice would make many dice slow.
        while self.chances.len() > 1 && self.chances.last().is_some_and(|last| *last < Self::NOTHING) {
            self.chances.pop();
        }
        let common = self.chances.iter().position(|chance| *chance >= Self::NOTHING).unwrap_or(0);
        self.chances.drain(..common);
        self.min += common as u32;
    }

    /// The chance of at most `max` successes.
    pub fn at_most(&self, max: u32) -> f64 {
        let counted = (max + 1).saturating_sub(self.min) as usize;
        self.chances.iter().take(counted).sum::<f64>().min(1.0)
    }

    /// Each number of successes that may come up, with its chance.
    pub fn by_successes(&self) -> impl Iterator<Item = (u32, f64)> {
        (self.min..).zip(self.chances.iter().copied()).filter(|(_, chance)| *chance > 0.0)
    }
}

/// Of no dice: no success.
impl Default for Spread {
    fn default() -> Self {
        Self { min: 0, chances: vec![1.0] }
    }
}
