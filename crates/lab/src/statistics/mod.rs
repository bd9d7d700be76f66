//! Statistics of paired games, by `libm`, so that every machine finds the same digits.
//!
//! Three designs, which must not be mixed. **Rules against rules**: the paired difference of a measure in each block, with an
//! interval that may be watched ([`sequence`]) or, where the number of blocks was fixed beforehand, the usual one
//! ([`fixed`]) and a bootstrap of blocks; several measures together by [`holm`]. **Head to head**: the sequential test on
//! swapped pairs ([`pentanomial`]). **Evenness of tables**: shares of the wins of a player who meets himself, by intervals as those of
//! rules, and exact ones of few games ([`binomial`]).

pub mod binomial;
pub mod bootstrap;
pub mod fixed;
pub mod functions;
pub mod holm;
pub mod homogeneity;
pub mod moments;
pub mod pentanomial;
#[cfg(test)]
mod reference_tests;
pub mod regression;
pub mod sequence;
#[cfg(test)]
mod simulations;

/// The chance of a wrong alarm that everything here allows itself.
pub const ALPHA: f64 = 0.05;

/// The ends of an interval.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// So much on both sides of a middle.
    pub fn around(middle: f64, half: f64) -> Self {
        Self { low: middle - half, high: middle + half }
    }

    /// It has a value in it.
    pub fn holds(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The largest distance from 0 in it.
    pub fn reach(&self) -> f64 {
        self.low.abs().max(self.high.abs())
    }
}
