//! A level of a game on hexes as a small plan, for lists.

use crate::rules::ids::Side;

/// A plan. Lengths are shares of its width.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HexPlan {
    /// Height.
    pub height: f32,
    /// Each hex: its corners in order, and its colour as red, green and blue.
    pub hexes: Vec<([[f32; 2]; 6], [u8; 3])>,
    /// Points along each road.
    pub roads: Vec<[[f32; 2]; 2]>,
    /// Places to be held.
    pub goals: Vec<[f32; 2]>,
    /// Stacks of counters.
    pub counters: Vec<([f32; 2], Side)>,
}
