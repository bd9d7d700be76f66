//! Lengths, points and facings of level and card files.

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

/// A value as a measure of the table; a fault where it is none.
pub(super) trait NodeMeasures {
    /// A length, rounded to whole thousandths of an inch.
    fn inches(&self, range: RangeInclusive<f64>) -> Option<Thou>;

    /// The facing of a model.
    fn facing(&self) -> Option<Facing>;

    /// A coordinate, rounded to whole thousandths.
    fn coordinate(&self) -> Option<Thou>;

    /// `(x, y)`, rounded to whole thousandths, inches.
    fn point(&self) -> Option<Point>;
}

impl NodeMeasures for Node<'_> {
    fn inches(&self, range: RangeInclusive<f64>) -> Option<Thou> {
        Thou::from_inches(self.number(range, "inches")?).ok()
    }

    fn facing(&self) -> Option<Facing> {
        Facing::from_degrees(self.degrees()?).ok()
    }

    fn coordinate(&self) -> Option<Thou> {
        self.inches(-MAX_COORDINATE_INCHES..=MAX_COORDINATE_INCHES)
    }

    fn point(&self) -> Option<Point> {
        let [x, y] = self.array::<2>()?.map(|node| node.coordinate());
        Some([x?.inches(), y?.inches()])
    }
}
