//! A scenario: map, goals, cup and who stands where.

use tabletop::ids::Side;
use tabletop_data::reading::all;
use tabletop_data::ron::Node;
use tabletop_hexes::hex::Hex;
use tabletop_hexes::map::HexMap;
use tabletop_hexes::map_file::{read_hex, read_map};

use super::forces::Force;
use super::read_game;
use super::ruleset::Ruleset;
use crate::ids::{HqId, UnitId};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    pub name: String,
    pub map: HexMap,
    pub goals: Vec<Hex>,
    pub holder: Side,
    pub goals_to_win: u8,
    pub turns: u8,
    /// Side that draws first.
    pub first: Side,
    pub markers: [u8; 2],
    pub aircraft: u8,
    pub end_of_turn: u8,
    pub improved: Vec<Hex>,
    pub units: Vec<(UnitId, Hex)>,
    pub hqs: Vec<(HqId, Hex)>,
    pub columns: [u8; 2],
    /// Fate points.
    pub fate: [u8; 2],
    /// Hexes with a name: "the farm".
    pub names: Vec<(Hex, String)>,
}

/// Fields of a level.
pub const FIELDS: &[&str] = &[
    "game",
    "name",
    "forces",
    "map",
    "goals",
    "holder",
    "goals_to_win",
    "turns",
    "first",
    "markers",
    "improved",
    "placed",
    "columns",
    "fate",
    "names",
];

/// A unit or (s)HQ in a hex.
enum Placed {
    Unit(UnitId, Hex),
    Hq(HqId, Hex),
}

impl Level {
    pub fn read(node: Node<'_>, rules: &Ruleset, forces: &[Force; 2]) -> Option<Self> {
        let fields = node.named("Level", FIELDS)?;
        fields.need("game").and_then(read_game)?;
        let terrain: Vec<String> = rules.terrain.iter().map(|row| row.id.clone()).collect();
        let name = fields.need("name").and_then(|node| node.name(60));
        let map = fields.need("map").and_then(|node| read_map(node, &terrain));
        let sides = [("A", Side::A), ("B", Side::B)];
        let [holder, first] = ["holder", "first"].map(|name| fields.need(name).and_then(|n| n.word(&sides)));
        let [to_win, turns] =
            ["goals_to_win", "turns"].map(|name| fields.need(name).and_then(|node| node.byte(1..=40, "")));
        let markers = fields.need("markers").and_then(read_markers);
        let columns = fields.need("columns").and_then(|node| {
            let [from, to] = node.array::<2>()?.map(|node| node.byte(1..=99, ""));
            Some([from?, to?])
        });
        let fate = fields.or("fate", [0; 2], |node| {
            let [a, b] = node.array::<2>()?.map(|node| node.byte(0..=20, "points"));
            Some([a?, b?])
        });
        let map = map?;
        let hexes = |name: &str| {
            fields.need(name).and_then(|node| all(node.items(0..=100)?, |node| read_hex(node, &map)))
        };
        let (goals, improved) = (hexes("goals"), hexes("improved"));
        let names = fields.or("names", Vec::new(), |node| read_names(node, &map));
        let placed = fields
            .need("placed")
            .and_then(|node| all(node.items(0..=200)?, |node| read_placed(node, &map, forces)));
        let [a, b, aircraft, end_of_turn] = markers?;
        let (mut units, mut hqs) = (Vec::new(), Vec::new());
        for placed in placed? {
            match placed {
                Placed::Unit(unit, hex) => units.push((unit, hex)),
                Placed::Hq(hq, hex) => hqs.push((hq, hex)),
            }
        }
        judge_stacks(fields.need("placed")?, &units, rules);
        Some(Self {
            name: name?,
            map,
            goals: goals?,
            holder: holder?,
            goals_to_win: to_win?,
            turns: turns?,
            first: first?,
            markers: [a, b],
            aircraft,
            end_of_turn,
            improved: improved?,
            units,
            hqs,
            columns: columns?,
            fate: fate?,
            names: names?,
        })
    }

    /// The name of a hex, if it has one.
    pub fn name_of(&self, hex: Hex) -> Option<&str> {
        self.names.iter().find(|(known, _)| *known == hex).map(|(_, name)| name.as_str())
    }
}

/// Hexes with a name.
fn read_names(node: Node<'_>, map: &HexMap) -> Option<Vec<(Hex, String)>> {
    let read = |node: Node<'_>| {
        let [at, name] = node.array()?;
        let (hex, name) = (read_hex(at, map), name.name(60));
        Some((hex?, name?))
    };
    all(node.items(0..=100)?, read)
}

fn read_markers(node: Node<'_>) -> Option<[u8; 4]> {
    let fields = node.fields(&["a", "b", "aircraft", "end_of_turn"])?;
    let read = |name: &str, min: u8| fields.need(name).and_then(|node| node.byte(min..=10, "markers"));
    let [a, b, aircraft, end] = [read("a", 1), read("b", 1), read("aircraft", 0), read("end_of_turn", 2)];
    Some([a?, b?, aircraft?, end?])
}

fn read_placed(node: Node<'_>, map: &HexMap, forces: &[Force; 2]) -> Option<Placed> {
    let [id, at] = node.array()?;
    let hex = read_hex(at, map);
    let text = id.text(20)?;
    if let Ok(unit) = text.parse::<UnitId>() {
        let known = forces[unit.side.index()].units.iter().any(|card| card.id == unit);
        if known {
            return Some(Placed::Unit(unit, hex?));
        }
    } else if let Ok(hq) = text.parse::<HqId>() {
        let known = forces[hq.side.index()].hqs.iter().any(|card| card.id == hq);
        if known {
            return Some(Placed::Hq(hq, hex?));
        }
    }
    id.fault(format!("no force has {text}"), "a unit or headquarters of the forces file");
    None
}

/// Rule: WSR-BAS-8.
fn judge_stacks(node: Node<'_>, units: &[(UnitId, Hex)], rules: &Ruleset) {
    let limit = usize::from(rules.numbers.stacking);
    for (index, (unit, hex)) in units.iter().enumerate() {
        let below = units[..index].iter().filter(|(_, other)| other == hex).count();
        if below >= limit {
            node.fault(format!("{unit} is one too many in hex {hex}"), format!("{limit} units in a hex"));
        }
    }
}
