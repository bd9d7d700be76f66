//! Scalars of level and card files: lengths, points, facings, ids.

use std::ops::RangeInclusive;

use super::ron::Node;
use crate::rules::measures::{Facing, Thou};
use crate::table::shape::Point;

/// Characters of a name shown to players.
pub(super) const MAX_NAME_LENGTH: usize = 80;

/// Characters of an explanation.
pub(super) const MAX_ABOUT_LENGTH: usize = 4000;

/// Largest coordinate relative to the origin of the table or piece.
const MAX_COORDINATE_INCHES: f64 = 240.0;

impl Node<'_> {
    /// A length, rounded to whole thousandths of an inch.
    pub(super) fn inches(&self, range: RangeInclusive<f64>) -> Option<Thou> {
        Thou::from_inches(self.number(range, "inches")?).ok()
    }

    /// A whole number that fits a byte.
    pub(super) fn byte(&self, range: RangeInclusive<u8>, unit: &str) -> Option<u8> {
        let (min, max) = range.into_inner();
        u8::try_from(self.whole(u32::from(min)..=u32::from(max), unit)?).ok()
    }

    /// An angle in degrees.
    pub(super) fn degrees(&self) -> Option<f64> {
        self.number(-360.0..=360.0, "degrees")
    }

    /// The facing of a model.
    pub(super) fn facing(&self) -> Option<Facing> {
        Facing::from_degrees(self.degrees()?).ok()
    }

    /// A coordinate, rounded to whole thousandths.
    pub(super) fn coordinate(&self) -> Option<Thou> {
        self.inches(-MAX_COORDINATE_INCHES..=MAX_COORDINATE_INCHES)
    }

    /// `(x, y)`, rounded to whole thousandths, inches.
    pub(super) fn point(&self) -> Option<Point> {
        let [x, y] = self.array::<2>()?.map(|node| node.coordinate());
        Some([x?.inches(), y?.inches()])
    }

    /// An id: `south-ruin`.
    pub(super) fn id(&self) -> Option<String> {
        let expected = "lower-case letters, digits and hyphens, at most 40: \"south-ruin\"";
        let id = self.text(MAX_ABOUT_LENGTH)?;
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if id.chars().all(fits) && id.len() <= 40 {
            return Some(id);
        }
        self.fault(format!("{} is not an id", self.quote()), expected);
        None
    }
}
