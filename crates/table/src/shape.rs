//! Plane shapes on the table, seen from above: circles and simple polygons.
//!
//! Inches, in the table's axes. A polygon's corners run counter-clockwise and its edges never cross: `level/`
//! has rejected any other.

/// A point over the table, inches.
pub type Point = [f64; 2];

/// A shape on the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A circle and its inside.
    Circle {
        /// Its centre.
        centre: Point,
        /// Inches, positive.
        radius: f64,
    },
    /// A simple polygon, corners counter-clockwise.
    Polygon(Vec<Point>),
}
