//! All that lies on the map at a moment, as its viewer may see it.

use tabletop::game::Game;
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

/// A moment of a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene<G: Game> {
    /// Counters that are not out of the game, in order of their ids.
    pub counters: Vec<Counter<G>>,
    /// Stacks of counters, the uppermost first, in order of their hexes.
    pub stacks: Vec<(Hex, Vec<G::Subject>)>,
    /// Markers, in order of their hexes.
    pub markers: Vec<Marker>,
    /// "Turn 2 of 4".
    pub turn: String,
    /// Side in whose impulse or turn the battle is.
    pub active: Option<Side>,
    /// The battle in a sentence.
    pub sentence: String,
    /// Standings beside the map: first what is fought for, then the cup, the fire missions left, fate.
    pub standings: Vec<Standing>,
}

/// A counter and its state.
#[derive(Clone, Debug, PartialEq)]
pub struct Counter<G: Game> {
    /// Its id.
    pub id: G::Subject,
    /// Owner.
    pub side: Side,
    /// Its hex; `None` aboard another counter, and before it is set up.
    pub hex: Option<Hex>,
    /// Counter that carries it.
    pub aboard: Option<G::Subject>,
    /// To players: "tank platoon".
    pub name: String,
    /// Picture on it.
    pub symbol: Symbol,
    /// Numbers printed on the side that lies up.
    pub printed: Vec<Printed>,
    /// Its weaker side lies up.
    pub is_reduced: bool,
    /// It has acted and may not again.
    pub is_spent: bool,
    /// Other states.
    pub marks: Vec<Mark>,
    /// All about it, a line each, for its card: "Armour 4, saves at 5+ (WSR-FIR-9)".
    pub card: Vec<String>,
}

/// A printed number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// As printed: "3-6-5".
    pub text: String,
    /// Its meaning in a line: "armour-piercing fire: 3 dice, 6 hexes, hits at 5+ (WSR-BAS-5)".
    pub meaning: String,
    /// Colour of the print.
    pub tone: Tone,
}

/// Colours of print and marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Tone {
    Black,
    Red,
    Blue,
    Green,
    Grey,
}

/// A state of a counter, shown on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// One or two letters: "D".
    pub sign: String,
    /// "disrupted".
    pub word: String,
    /// Its meaning in a sentence, with its paragraph.
    pub meaning: String,
    /// Colour.
    pub tone: Tone,
}

/// Pictures on counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Symbol {
    Infantry,
    Engineers,
    Reconnaissance,
    Tanks,
    AssaultGuns,
    Gun,
    Mortar,
    Flak,
    Trucks,
    Carriers,
    Headquarters,
    Leader,
    MachineGun,
    /// Light anti-tank weapon.
    AntiTank,
    Flamethrower,
    Bunker,
    /// Counters that the viewer knows nothing of.
    Unknown,
    Artillery,
    Aircraft,
}

/// A marker that is no counter of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Marker {
    /// Its hex.
    pub hex: Hex,
    /// Its model.
    pub piece: Piece,
    /// Its meaning in a sentence.
    pub meaning: String,
}

/// Models of markers.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Piece {
    Wreck,
    /// Density between 0 and 1.
    Smoke(f32),
    Mines,
    /// Foxholes or another improved position.
    Position,
    /// A hex to be held, and its holder.
    Goal(Option<Side>),
    /// Hex of an air strike or a fire mission under way.
    Aim,
}

/// A card beside the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// "The cup".
    pub title: String,
    /// In a sentence.
    pub sentence: String,
    /// The numbers, a line each.
    pub lines: Vec<String>,
}

impl<G: Game> Scene<G> {
    /// A counter by its id.
    pub fn counter(&self, id: G::Subject) -> Option<&Counter<G>> {
        self.counters.iter().find(|counter| counter.id == id)
    }

    /// The stack of a hex, the uppermost first.
    pub fn stack(&self, hex: Hex) -> &[G::Subject] {
        self.stacks.iter().find(|(at, _)| *at == hex).map_or(&[], |(_, stack)| stack)
    }
}
