//! The solid parts of the table as upright prisms: what the rules measure, and what the window makes colliders of.

use super::shape::Shape;
use super::terrain::Terrain;

/// An upright prism of a piece, or of a part of it with one ground under it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prism<'a> {
    /// Index of its piece.
    pub piece: usize,
    /// The level of the structure that it is a part of, from 0; the roof's is one above the highest.
    pub level: Option<usize>,
    /// Its outline, seen from above.
    pub outline: &'a Shape,
    /// Height of its bottom over the table, inches; a floor has its bottom at its top.
    pub bottom: f64,
    /// Height of its top over the table, inches.
    pub top: f64,
}

impl Terrain {
    /// The solid parts of all pieces: steps of hills, floors, walls without their openings, obstacles. The same prisms
    /// block lines of sight.
    ///
    /// Rule: HIL-3.
    pub fn prisms(&self) -> impl Iterator<Item = Prism<'_>> {
        self.sight.solids()
    }

    /// The trees of all woods, from the ground to their tops.
    pub fn trees(&self) -> impl Iterator<Item = Prism<'_>> {
        self.sight.trees()
    }
}
