//! Plane figures on the table, seen from above: circles and simple polygons.
//!
//! Inches, in the table's axes. A polygon's corners run counter-clockwise and
//! its edges never cross: `level/` refuses any other before it gets here.

/// A point over the table, inches.
pub type Point = [f64; 2];

/// A figure on the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A disc.
    Circle {
        /// Its middle.
        centre: Point,
        /// Inches, positive.
        radius: f64,
    },
    /// A simple polygon, corners counter-clockwise.
    Polygon(Vec<Point>),
}
