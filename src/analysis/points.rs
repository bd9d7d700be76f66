//! Points of an analysis.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};

use serde::{Serialize, Serializer};

use crate::rules::ids::Side;

/// Points of the forces' cards, in thousandths, so that parts add up to the whole to the last digit. As a gain of side A,
/// unless said otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(i64);

impl Points {
    const PER_POINT: f64 = 1000.0;

    /// The nearest thousandth.
    pub fn nearest(points: f64) -> Self {
        Self((points * Self::PER_POINT).round() as i64)
    }

    /// In points.
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / Self::PER_POINT
    }

    /// A gain of A as a side sees it.
    pub fn for_side(self, side: Side) -> Self {
        match side {
            Side::A => self,
            Side::B => -self,
        }
    }

    /// Without its sign.
    pub fn size(self) -> Self {
        Self(self.0.abs())
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Points {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Points {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::default(), Add::add)
    }
}

/// Whole points with their sign, as a player compares them: `+34`, `−7`, `0`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = self.as_f64().round();
        match whole {
            0.0 => f.write_str("0"),
            gain if gain > 0.0 => write!(f, "+{gain}"),
            loss => write!(f, "−{}", -loss),
        }
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.as_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_add_up_and_read_as_gains() {
        let parts = [0.1, 0.2, -0.3].map(Points::nearest);
        assert_eq!(parts.into_iter().sum::<Points>(), Points::default());
        let words = [34.2, -6.6, 0.4, -0.4].map(|points| Points::nearest(points).to_string());
        assert_eq!(words, ["+34", "−7", "0", "0"]);
    }
}
