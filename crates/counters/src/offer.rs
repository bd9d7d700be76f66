//! Orders that may be given now, and where counters may go.

use tabletop::game::Game;
use tabletop_hexes::hex::Hex;

/// A legal order.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer<G: Game> {
    /// The order.
    pub order: G::Order,
    /// In words: "Fire A2 at B5".
    pub text: String,
    /// Counters that act by it; empty where the player answers for the whole side.
    pub by: Vec<G::Subject>,
    /// Target.
    pub at: Option<Target<G>>,
    /// Its kind.
    pub kind: Kind,
}

/// Target of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Target<G: Game> {
    Hex(Hex),
    Counter(G::Subject),
}

/// Kinds of orders, as the window colours them and groups their buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Setting a counter up in a hex.
    Place,
    /// A step of a move.
    Move,
    /// Fire at a counter or a hex.
    Fire,
    /// Close combat by entering a hex.
    Attack,
    /// Choosing the formation that acts next.
    Activate,
    /// Anything else that counters do.
    Other,
    /// An answer without a counter: "Hold fire".
    Answer,
    /// The answer that ends it: "End the impulse".
    End,
}

/// Way of a group of counters to a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Its end.
    pub hex: Hex,
    /// Hexes of the way, the end last; the group's own hex is not among them.
    pub path: Vec<Hex>,
    /// It ends in close combat.
    pub is_attack: bool,
    /// Manner of entering its end, to players: "move", "assault", "overrun". A hex that can be entered in several has a way for
    /// each.
    pub manner: String,
    /// Cost in words: "3 of 4 movement factors".
    pub cost: String,
}
