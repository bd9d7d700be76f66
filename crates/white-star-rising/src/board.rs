//! The battle as plain data, for whoever draws it or writes it down: what a side may know of it.

use serde::Serialize;
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use crate::chapters::basics::hq_values;
use crate::ending::ending;
use crate::game::View;
use crate::ids::{HqId, UnitId};
use crate::narrate::counted;
use crate::play::{Place, Play};
use crate::setup::WsrSetup;

/// A battle as its viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Board {
    /// In a sentence.
    pub sentence: String,
    /// From 1; 0 while sides set up.
    pub turn: u8,
    /// Number of turns of the scenario.
    pub turns: u8,
    /// Side whose formation is in its impulse.
    pub impulse: Option<Side>,
    /// Units that are not eliminated, in order of their ids.
    pub units: Vec<UnitOnBoard>,
    /// Headquarters that are not eliminated.
    pub headquarters: Vec<HqOnBoard>,
    /// Stacks, the uppermost unit first, in order of their hexes.
    pub stacks: Vec<(Hex, Vec<UnitId>)>,
    /// Impact hexes of smoke, with the number of the marker.
    pub smoke: Vec<(Hex, u8)>,
    /// Minefields.
    pub mines: Vec<Hex>,
    /// Wrecks.
    pub wrecks: Vec<Hex>,
    /// Improved positions.
    pub positions: Vec<Hex>,
    /// Goal hexes, with who holds them.
    pub goals: Vec<(Hex, Side)>,
    /// Fire missions that sides A and B have left this turn.
    pub missions: [u8; 2],
    /// Mines that A and B have in hand, where the viewer may know.
    pub mines_in_hand: [Option<u8>; 2],
    /// Fate points of A and B.
    pub fate: [u8; 2],
}

/// A unit with its markers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnitOnBoard {
    /// The unit.
    pub unit: UnitId,
    /// Its name, such as "tank platoon".
    pub name: String,
    /// Its hex; none aboard a transport or before it is set up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<Hex>,
    /// The transport that carries it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aboard: Option<UnitId>,
    /// Its reduced side lies up.
    pub reduced: bool,
    /// It is disrupted.
    pub disrupted: bool,
    /// It has Ops Complete.
    pub ops_complete: bool,
    /// It is Out of Command.
    pub out_of_command: bool,
}

/// A headquarters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HqOnBoard {
    /// The headquarters.
    pub hq: HqId,
    /// Its hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<Hex>,
    /// Its reduced side lies up.
    pub reduced: bool,
    /// Leadership.
    pub leadership: u8,
    /// Command range, in hexes.
    pub range: u8,
}

/// The battle as its viewer sees it.
pub fn board(view: View<'_>) -> Board {
    let View { setup, play, .. } = view;
    let hex_of = |place: Place| match place {
        Place::On(hex) => Some(hex),
        Place::Reserve | Place::Aboard(_) | Place::Gone => None,
    };
    let units =
        play.units.iter().filter(|(_, unit)| unit.place != Place::Gone).map(|(id, unit)| UnitOnBoard {
            unit: *id,
            name: setup.card(*id).name.clone(),
            hex: hex_of(unit.place),
            aboard: match unit.place {
                Place::Aboard(carrier) => Some(carrier),
                Place::Reserve | Place::On(_) | Place::Gone => None,
            },
            reduced: unit.reduced,
            disrupted: unit.disrupted,
            ops_complete: unit.done,
            out_of_command: unit.out_of_command,
        });
    let headquarters = play.hqs.iter().filter(|(_, hq)| hq.place != Place::Gone).map(|(id, hq)| {
        let [leadership, range] = hq_values(setup, play, *id);
        HqOnBoard { hq: *id, hex: hex_of(hq.place), reduced: hq.reduced, leadership, range }
    });
    Board {
        sentence: sentence(setup, play),
        turn: play.turn,
        turns: setup.level.turns,
        impulse: play.impulse,
        units: units.collect(),
        headquarters: headquarters.collect(),
        stacks: play.stacks.iter().map(|(hex, stack)| (*hex, stack.iter().copied().collect())).collect(),
        smoke: play.smoke.iter().map(|(hex, number)| (*hex, *number)).collect(),
        mines: play.mines.iter().copied().collect(),
        wrecks: play.wrecks.iter().copied().collect(),
        positions: play.positions.iter().copied().collect(),
        goals: play.held.iter().map(|(hex, side)| (*hex, *side)).collect(),
        missions: play.missions,
        mines_in_hand: Side::BOTH.map(|side| view.mines_in_hand(side)),
        fate: play.fate,
    }
}

/// The battle in a sentence.
fn sentence(setup: &WsrSetup, play: &Play) -> String {
    if let Some(ending) = ending(setup, play) {
        return ending;
    }
    let held = |side: Side| play.held.values().filter(|holder| **holder == side).count();
    let left = |side: Side| counted(play.on_map(side).count(), "unit", "units");
    let name = |side: Side| &setup.force(side).name;
    format!(
        "Turn {} of {}: {} has {} and {}, {} {} and {}",
        play.turn,
        setup.level.turns,
        name(Side::A),
        left(Side::A),
        counted(held(Side::A), "goal", "goals"),
        name(Side::B),
        left(Side::B),
        held(Side::B)
    )
}
