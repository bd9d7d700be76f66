//! Hexes and counters that are lit, and the words written beside them on the map.

use bevy::prelude::Resource;
use tabletop::game::Game;
use tabletop_counters::Target;
use tabletop_hexes::hex::Hex;

/// All that is lit now. The scene draws it and knows no reasons.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Lit<G: Game> {
    /// Hexes, each with its light; of two lights of one hex the later covers the earlier.
    pub hexes: Vec<(Hex, LitKind)>,
    /// The planned way, from the hex where it begins.
    pub path: Vec<Hex>,
    /// Counters, each with its light.
    pub counters: Vec<(G::Subject, LitKind)>,
    /// Words on the map: at a hex or above a counter.
    pub labels: Vec<(Target<G>, String)>,
    /// A line of sight.
    pub sight: Option<SightLine>,
}

/// From a hex to another, and the hex that blocks it.
pub type SightLine = (Hex, Hex, Option<Hex>);

/// Meanings of light.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LitKind {
    /// A hex that the chosen counters can move to.
    Move,
    /// A hex that they can attack.
    Attack,
    /// A target of their fire.
    Fire,
    /// A hex in which a counter may be set up.
    Place,
    /// Chosen by the player, or the subject of the question.
    Chosen,
    /// An enemy that may fire at the planned way, and hexes where that is likely.
    Danger,
    /// Pointed at by words in a panel; or counters that may act.
    Hint,
}

impl<G: Game> Default for Lit<G> {
    fn default() -> Self {
        Self { hexes: Vec::new(), path: Vec::new(), counters: Vec::new(), labels: Vec::new(), sight: None }
    }
}
