//! The plane of the hexes in whole numbers: centres and corners.
//!
//! Rule: WSR-LOS-1.

use crate::hex::Axial;

/// A point of the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// To the right.
    pub x: i64,
    /// Down.
    pub y: i64,
}

/// Corners of a hex from its centre, clockwise from the right.
const CORNERS: [Point; 6] = [
    Point { x: 2, y: 0 },
    Point { x: 1, y: 1 },
    Point { x: -1, y: 1 },
    Point { x: -2, y: 0 },
    Point { x: -1, y: -1 },
    Point { x: 1, y: -1 },
];

/// The centre of a hex.
///
/// Rule: WSR-LOS-1.
pub const fn centre(hex: Axial) -> Point {
    Point { x: 3 * hex.q as i64, y: 2 * hex.r as i64 + hex.q as i64 }
}

/// The corners of a hex, clockwise.
///
/// Rule: WSR-LOS-1.
pub fn corners(hex: Axial) -> [Point; 6] {
    let Point { x, y } = centre(hex);
    CORNERS.map(|corner| Point { x: x + corner.x, y: y + corner.y })
}

impl Point {
    /// Twice the area that this way spans with another: positive where the other turns clockwise.
    pub const fn cross(self, other: Self) -> i64 {
        self.x * other.y - self.y * other.x
    }

    /// Dot product.
    pub const fn dot(self, other: Self) -> i64 {
        self.x * other.x + self.y * other.y
    }
}
