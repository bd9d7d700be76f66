//! The forces: formations with their units, headquarters, artillery and aircraft.

use tabletop::ids::Side;
use tabletop_data::reading::{all, typed_id};
use tabletop_data::ron::{Fields, Node};

use super::read_game;
use crate::card::{Armour, Assault, Card, Face, Fire, Flag, Going, Support};
use crate::ids::{HqId, UnitId};

/// An (s)HQ: leadership and command range, of the full and the reduced side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HqCard {
    pub id: HqId,
    pub full: [u8; 2],
    pub reduced: [u8; 2],
    /// The unit whose kind is pictured on it.
    pub like: UnitId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missions {
    pub each_turn: u8,
    pub dice: u8,
    pub to_hit: u8,
    pub smoke: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aircraft {
    pub dice: u8,
    pub to_hit: u8,
    pub armour: Armour,
}

/// A side's formation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Force {
    pub name: String,
    pub morale: u8,
    pub hqs: Vec<HqCard>,
    pub missions: Missions,
    pub aircraft: Option<Aircraft>,
    pub mines: u8,
    pub units: Vec<Card>,
}

pub fn read_forces(node: Node<'_>) -> Option<[Force; 2]> {
    let fields = node.named("Forces", &["game", "a", "b"])?;
    fields.or("game", (), read_game)?;
    let [a, b] = [("a", Side::A), ("b", Side::B)]
        .map(|(name, side)| fields.need(name).and_then(|node| read_force(node, side)));
    Some([a?, b?])
}

fn read_force(node: Node<'_>, side: Side) -> Option<Force> {
    let fields = node.fields(&["name", "morale", "hqs", "missions", "aircraft", "mines", "units"])?;
    let name = fields.need("name").and_then(|node| node.name(60));
    let morale = byte(&fields, "morale");
    let hqs = fields.need("hqs").and_then(|node| all(node.items(0..=9)?, |node| read_hq(node, side)));
    let missions = fields.need("missions").and_then(read_missions);
    let aircraft = fields.maybe("aircraft", read_aircraft);
    let mines = byte(&fields, "mines");
    let units = fields.need("units").and_then(|node| all(node.items(1..=60)?, |node| read_card(node, side)));
    Some(Force {
        name: name?,
        morale: morale?,
        hqs: hqs?,
        missions: missions?,
        aircraft: aircraft?,
        mines: mines?,
        units: units?,
    })
}

fn byte(fields: &Fields<'_>, name: &str) -> Option<u8> {
    fields.need(name)?.byte(0..=40, "")
}

fn of_side<T>(node: Node<'_>, side: Side, owner: Side, id: T) -> Option<T> {
    if owner == side {
        return Some(id);
    }
    node.fault(format!("this is an id of side {owner}"), format!("an id that begins with {side}"));
    None
}

fn pair(node: Node<'_>) -> Option<[u8; 2]> {
    let [one, other] = node.array::<2>()?.map(|node| node.byte(0..=40, ""));
    Some([one?, other?])
}

fn read_hq(node: Node<'_>, side: Side) -> Option<HqCard> {
    let fields = node.fields(&["id", "leadership", "range", "reduced", "like"])?;
    let own = fields.need("id").and_then(|node| {
        let hq: HqId = typed_id(node)?;
        of_side(node, side, hq.side, hq)
    });
    let (leadership, range) = (byte(&fields, "leadership"), byte(&fields, "range"));
    let reduced = fields.need("reduced").and_then(pair);
    let like = fields.need("like").and_then(typed_id);
    Some(HqCard { id: own?, full: [leadership?, range?], reduced: reduced?, like: like? })
}

fn read_missions(node: Node<'_>) -> Option<Missions> {
    let fields = node.fields(&["each_turn", "dice", "to_hit", "smoke"])?;
    let [each_turn, dice, to_hit] = ["each_turn", "dice", "to_hit"].map(|name| byte(&fields, name));
    let smoke = fields.need("smoke").and_then(|node| node.flag());
    Some(Missions { each_turn: each_turn?, dice: dice?, to_hit: to_hit?, smoke: smoke? })
}

fn read_aircraft(node: Node<'_>) -> Option<Aircraft> {
    let fields = node.fields(&["dice", "to_hit", "armour"])?;
    let [dice, to_hit] = ["dice", "to_hit"].map(|name| byte(&fields, name));
    let armour = fields.need("armour").and_then(read_armour);
    Some(Aircraft { dice: dice?, to_hit: to_hit?, armour: armour? })
}

fn read_armour(node: Node<'_>) -> Option<Armour> {
    pair(node).map(|[factor, save]| Armour { factor, save })
}

fn read_fire(node: Node<'_>) -> Option<Fire> {
    let parts = node.tuple(3..=5)?;
    let [power, range, to_hit] = [parts[0], parts[1], parts[2]].map(|node| node.byte(0..=40, ""));
    let words = [("Underlined", true), ("Augmented", false)];
    let marks = all(parts[3..].to_vec(), |node| node.word(&words))?;
    let (underlined, augmented) = (marks.contains(&true), marks.contains(&false));
    Some(Fire { power: power?, range: range?, to_hit: to_hit?, underlined, augmented })
}

fn read_assault(node: Node<'_>) -> Option<Assault> {
    let parts = node.tuple(2..=3)?;
    let [factor, to_hit] = [parts[0], parts[1]].map(|node| node.byte(0..=40, ""));
    let starred = parts.get(2).is_some_and(|node| node.word(&[("Starred", true)]) == Some(true));
    Some(Assault { factor: factor?, to_hit: to_hit?, starred })
}

fn read_support(node: Node<'_>) -> Option<Support> {
    let fields = node.fields(&["name", "ap", "range", "augments"])?;
    let name = fields.need("name").and_then(|node| node.name(60));
    let (ap, range) = (byte(&fields, "ap"), byte(&fields, "range"));
    let augments = fields.or("augments", false, |node| node.flag());
    Some(Support { name: name?, ap: ap?, range: range?, augments: augments? })
}

const FLAGS: [(&str, Flag); 8] = [
    ("Hard", Flag::Hard),
    ("Afv", Flag::Afv),
    ("Infantry", Flag::Infantry),
    ("Recon", Flag::Recon),
    ("Engineer", Flag::Engineer),
    ("Transport", Flag::Transport),
    ("Mortar", Flag::Mortar),
    ("Flak", Flag::Flak),
];

fn read_card(node: Node<'_>, side: Side) -> Option<Card> {
    let fields = node.fields(&[
        "id", "name", "flags", "going", "moves", "ap", "he", "flak", "assault", "armour", "reduced",
        "support",
    ])?;
    let own = fields.need("id").and_then(|node| {
        let unit: UnitId = typed_id(node)?;
        of_side(node, side, unit.side, unit)
    });
    let name = fields.need("name").and_then(|node| node.name(60));
    let flags = fields.need("flags").and_then(|node| all(node.items(0..=8)?, |node| node.word(&FLAGS)));
    let goings = [("Leg", Going::Leg), ("Wheeled", Going::Wheeled), ("Tracked", Going::Tracked)];
    let going = fields.need("going").and_then(|node| node.word(&goings));
    let moves = byte(&fields, "moves");
    let [ap, he, flak] = ["ap", "he", "flak"].map(|name| fields.maybe(name, read_fire));
    let assault = fields.maybe("assault", read_assault);
    let armour = fields.maybe("armour", read_armour);
    let full = Face { ap: ap?, he: he?, flak: flak?, assault: assault? };
    let reduced = fields.or("reduced", full, |node| read_reduced(node, full));
    let support = fields.maybe("support", read_support);
    let (flags, armour) = (flags?, armour?);
    if flags.contains(&Flag::Hard) != armour.is_some() {
        fields.node.fault("armour and the flag Hard do not go together", "both for a vehicle, else neither");
    }
    if matches!(support, Some(Some(_))) && !flags.contains(&Flag::Infantry) {
        fields.node.fault("a support weapon belongs to infantry", "a unit with the flag Infantry");
    }
    Some(Card {
        id: own?,
        name: name?,
        flags,
        going: going?,
        moves: moves?,
        armour,
        full,
        reduced: reduced?,
        support: support?,
    })
}

/// The reduced side: the full one with fewer dice.
fn read_reduced(node: Node<'_>, full: Face) -> Option<Face> {
    let fields = node.fields(&["ap", "he", "flak", "assault"])?;
    let dice = |name: &str| fields.maybe(name, |node| node.byte(0..=40, ""));
    let fire = |full: Option<Fire>, dice: Option<u8>| {
        full.map(|fire| Fire { power: dice.unwrap_or(fire.power), ..fire })
    };
    let [ap, he, flak, factor] = ["ap", "he", "flak", "assault"].map(dice);
    let factor = factor?;
    Some(Face {
        ap: fire(full.ap, ap?),
        he: fire(full.he, he?),
        flak: fire(full.flak, flak?),
        assault: full.assault.map(|it| Assault { factor: factor.unwrap_or(it.factor), ..it }),
    })
}
