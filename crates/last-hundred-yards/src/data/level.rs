//! A scenario: map, hexsides, goals, and who stands where.

use std::collections::BTreeMap;

use tabletop::ids::Side;
use tabletop_data::reading::{all, typed_id};
use tabletop_data::ron::Node;
use tabletop_hexes::hex::{Hex, Hexside};
use tabletop_hexes::map::HexMap;
use tabletop_hexes::map_file::{read_hex, read_map};

use super::read_game;
use super::ruleset::Ruleset;
use crate::card::{Card, Kind};
use crate::ids::UnitId;

/// Beginning of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    pub unit: UnitId,
    /// None of a unit that its player sets up.
    pub hex: Option<Hex>,
    pub aboard: Option<UnitId>,
    pub marks: [bool; MARKS.len()],
    /// Steps lost before.
    pub lost: u8,
}

/// Markers with which a unit may begin.
pub const MARKS: [&str; 4] = ["Concealed", "Shocked", "OutOfCommand", "Regrouping"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Force {
    pub name: String,
    pub units: Vec<Placed>,
    /// Columns in which its units without a hex are set up.
    pub columns: [u8; 2],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    pub name: String,
    pub map: HexMap,
    /// Kinds of hexsides by their place in the ruleset.
    pub sides: BTreeMap<Hexside, u8>,
    pub improved: Vec<Hex>,
    pub goals: Vec<Hex>,
    /// Side that has to take the goals.
    pub attacker: Side,
    /// Minutes in which it has to.
    pub minutes: u8,
    /// Side that has the initiative before the first turn.
    pub first: Side,
    pub night: bool,
    /// After September 1943.
    pub late: bool,
    pub forces: [Force; 2],
    /// Hexes with a name: "the mill".
    pub names: Vec<(Hex, String)>,
}

/// Fields of a level.
pub const FIELDS: &[&str] = &[
    "game", "name", "units", "map", "hexsides", "improved", "goals", "names", "attacker", "minutes", "first",
    "night", "late", "a", "b",
];

impl Level {
    pub fn read(node: Node<'_>, rules: &Ruleset, cards: &[Card]) -> Option<Self> {
        let fields = node.named("Level", FIELDS)?;
        fields.need("game").and_then(read_game)?;
        let terrain: Vec<String> = rules.terrain.iter().map(|row| row.id.clone()).collect();
        let name = fields.need("name").and_then(|node| node.name(60));
        let map = fields.need("map").and_then(|node| read_map(node, &terrain));
        let words = [("A", Side::A), ("B", Side::B)];
        let [attacker, first] =
            ["attacker", "first"].map(|name| fields.need(name).and_then(|n| n.word(&words)));
        let minutes = fields.need("minutes").and_then(|node| node.byte(2..=200, "minutes"));
        let [night, late] = ["night", "late"].map(|name| fields.or(name, false, |node| node.flag()));
        let map = map?;
        let sides = fields.or("hexsides", BTreeMap::new(), |node| read_sides(node, rules));
        let hexes = |name: &str| {
            fields.or(name, Vec::new(), |node| all(node.items(0..=100)?, |node| read_hex(node, &map)))
        };
        let (improved, goals) = (hexes("improved"), hexes("goals"));
        let names = fields.or("names", Vec::new(), |node| {
            all(node.items(0..=100)?, |node| {
                let [at, name] = node.array()?;
                let (hex, name) = (read_hex(at, &map), name.name(60));
                Some((hex?, name?))
            })
        });
        let [a, b] = ["a", "b"].map(|side| fields.need(side).and_then(|node| read_force(node, &map, cards)));
        let (goals, forces) = (goals?, [a?, b?]);
        if goals.is_empty() {
            node.fault("a level without goals has no winner", "goals: one hex or more");
        }
        judge(node, rules, cards, &forces);
        Some(Self {
            name: name?,
            map,
            sides: sides?,
            improved: improved?,
            goals,
            attacker: attacker?,
            minutes: minutes?,
            first: first?,
            night: night?,
            late: late?,
            forces,
            names: names?,
        })
    }
}

fn read_sides(node: Node<'_>, rules: &Ruleset) -> Option<BTreeMap<Hexside, u8>> {
    let kinds: Vec<(&str, u8)> =
        rules.hexsides.iter().enumerate().map(|(index, kind)| (kind.id.as_str(), index as u8)).collect();
    let read = |node: Node<'_>| {
        let [kind, one, other] = node.array()?;
        let text = kind.text(60)?;
        let found = kinds.iter().find(|(known, _)| *known == text);
        if found.is_none() {
            let names: Vec<&str> = kinds.iter().map(|(name, _)| *name).collect();
            kind.fault(
                format!("there is no hexside \"{text}\""),
                tabletop_data::ron::one_of(Some(&text), &names),
            );
        }
        let hex = |node: Node<'_>| {
            let text = node.text(10)?;
            text.parse::<Hex>().map_err(|error| node.fault(error.to_string(), "a hex as in 0405")).ok()
        };
        let (one, last) = (hex(one), hex(other));
        let side = Hexside::between(one?, last?);
        if side.is_none() {
            other.fault("these hexes are no neighbours", "the hex on the other side of it");
        }
        Some((side?, found?.1))
    };
    Some(all(node.items(0..=400)?, read)?.into_iter().collect())
}

fn read_force(node: Node<'_>, map: &HexMap, cards: &[Card]) -> Option<Force> {
    let fields = node.fields(&["name", "units", "columns"])?;
    let name = fields.need("name").and_then(|node| node.name(60));
    let columns = fields.or("columns", [1, map.columns()], |node| {
        let [from, to] = node.array::<2>()?.map(|node| node.byte(1..=map.columns(), "columns of the map"));
        Some([from?, to?])
    });
    let units =
        fields.need("units").and_then(|node| all(node.items(1..=60)?, |node| read_placed(node, map, cards)));
    Some(Force { name: name?, units: units?, columns: columns? })
}

fn read_placed(node: Node<'_>, map: &HexMap, cards: &[Card]) -> Option<Placed> {
    let fields = node.fields(&["id", "hex", "aboard", "marks", "lost"])?;
    let own: Option<UnitId> = fields.need("id").and_then(|node| known(node, cards));
    let hex = fields.maybe("hex", |node| read_hex(node, map));
    let aboard = fields.maybe("aboard", |node| known(node, cards));
    let words: Vec<(&str, usize)> = MARKS.iter().enumerate().map(|(index, word)| (*word, index)).collect();
    let marks = fields.or("marks", Vec::new(), |node| all(node.items(0..=4)?, |node| node.word(&words)));
    let lost = fields.or("lost", 0, |node| node.byte(0..=3, "steps"));
    let (unit, lost) = (own?, lost?);
    let card = cards.iter().find(|card| card.id == unit)?;
    if lost > 0 && lost >= card.steps {
        node.fault(format!("{unit} would have no step left"), format!("fewer than {} lost", card.steps));
    }
    let mut marked = [false; MARKS.len()];
    marks?.into_iter().for_each(|index| marked[index] = true);
    if marked[1] && card.kind != Kind::Afv {
        node.fault("only AFVs can be Shocked", "another mark");
    }
    Some(Placed { unit, hex: hex?, aboard: aboard?, marks: marked, lost })
}

fn known(node: Node<'_>, cards: &[Card]) -> Option<UnitId> {
    let unit: UnitId = typed_id(node)?;
    if cards.iter().any(|card| card.id == unit) {
        return Some(unit);
    }
    node.fault(format!("the units file has no {unit}"), "a unit of the units file");
    None
}

/// Every unit once, with a carrier of its own side, and no hex too full.
///
/// Rule: LHY-FRM-5 (where a battle begins.)
fn judge(node: Node<'_>, rules: &Ruleset, cards: &[Card], forces: &[Force; 2]) {
    let card = |unit: UnitId| cards.iter().find(|card| card.id == unit);
    let mut seen = Vec::new();
    for force in forces {
        let mut steps: BTreeMap<Hex, [u8; 2]> = BTreeMap::new();
        for placed in &force.units {
            let unit = placed.unit;
            if seen.contains(&unit) {
                node.fault(format!("{unit} is placed twice"), "each unit once");
            }
            seen.push(unit);
            let carrier = placed.aboard.filter(|carrier| {
                let own = force.units.iter().any(|other| other.unit == *carrier);
                !own || !card(*carrier).is_some_and(|card| card.kind.is_vehicle())
            });
            if let Some(carrier) = carrier {
                node.fault(format!("{carrier} cannot carry {unit}"), "a vehicle of the same side");
            }
            let (Some(hex), Some(card)) = (placed.hex, card(unit)) else { continue };
            let at = steps.entry(hex).or_default();
            match card.kind.is_vehicle() {
                true => at[1] += 1,
                false if card.kind.is_foot() => at[0] += card.steps.saturating_sub(placed.lost),
                false => {}
            }
            let [foot, vehicles] = [rules.numbers.stack_steps, rules.numbers.stack_vehicles];
            if at[0] > foot || at[1] > vehicles {
                let expected = format!("{foot} steps on foot and {vehicles} vehicles");
                node.fault(format!("{unit} is one too many in hex {hex}"), expected);
            }
        }
    }
}
