//! The pile that lies open.

use bevy::prelude::Resource;
use tabletop_hexes::hex::Hex;

/// Hex whose pile is fanned out by the pointer.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fan(pub Option<Hex>);
