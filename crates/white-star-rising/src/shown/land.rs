//! The ground of a level, with everything that it does to units in plain words.

use tabletop_counters::{Ground, Land};
use tabletop_hexes::hex::Hex;

use crate::data::ruleset::{Hides, Terrain};
use crate::odds::words::dice;
use crate::setup::WsrSetup;

/// The ground of a level.
pub fn land(setup: &WsrSetup) -> Land {
    let map = &setup.level.map;
    Land {
        map: map.clone(),
        grounds: map.hexes().map(|hex| ground(setup, hex)).collect(),
        boundaries: Vec::new(),
        names: setup.level.names.clone(),
    }
}

fn ground(setup: &WsrSetup, hex: Hex) -> Ground {
    let kind = setup.terrain_kind(hex);
    let row = &setup.rules.terrain[kind];
    let has_road = setup.level.map.neighbours(hex).any(|other| setup.level.map.has_road(hex, other));
    let road = has_road.then(|| {
        format!("Road: {} from road hex to road hex along the road (WSR-MOV-1)", factors(setup.rules.road))
    });
    let lines = [Some(movement(row)), road, cover(setup, row), hiding(setup, row), height(row), overrun(row)];
    Ground {
        look: setup.rules.looks[kind],
        name: row.id.clone(),
        level: row.level,
        effects: lines.into_iter().flatten().collect(),
    }
}

fn factors(count: u8) -> String {
    if count == 1 { "1 movement factor".to_owned() } else { format!("{count} movement factors") }
}

/// Rule: WSR-MOV-1, WSR-MOV-2.
fn movement(row: &Terrain) -> String {
    let [leg, wheeled, tracked] = row.costs.map(|cost| match cost {
        0 => "barred".to_owned(),
        cost => cost.to_string(),
    });
    format!("Movement: {leg} on foot, {wheeled} on wheels, {tracked} on tracks (WSR-MOV-2)")
}

/// Rule: WSR-FIR-12, WSR-FIR-13.
fn cover(setup: &WsrSetup, row: &Terrain) -> Option<String> {
    let face = setup.rules.numbers.cover_face;
    match (row.soft, row.hard) {
        (0, 0) => None,
        (soft, 0) => Some(format!("Cover: {} at {face}+ for soft targets (WSR-FIR-12)", dice(soft))),
        (soft, hard) => Some(format!(
            "Cover: {} at {face}+ for soft targets (WSR-FIR-12), {} more for hard ones (WSR-FIR-13)",
            dice(soft),
            dice(hard)
        )),
    }
}

/// Rule: WSR-FIR-8.
fn hiding(setup: &WsrSetup, row: &Terrain) -> Option<String> {
    let who = match row.hides {
        Hides::Nobody => return None,
        Hides::Infantry => "infantry that stands",
        Hides::All => "units that stand",
    };
    let range = setup.rules.numbers.spotting_range;
    Some(format!(
        "Hides {who} still: 1 save die more while no enemy is next to the hex and no enemy scouts see it within {range} hexes \
         (WSR-FIR-8)"
    ))
}

/// Rule: WSR-LOS-4.
fn height(row: &Terrain) -> Option<String> {
    let top = row.level + row.obstacle;
    let ground = if row.level > 0 { format!("Ground of level {}, b", row.level) } else { "B".to_owned() };
    (top > 0).then(|| {
        format!(
            "{ground}locks sight between hexes below level {top}; where one end is higher, only next to the lower one (WSR-LOS-4)"
        )
    })
}

/// Rule: WSR-OVR-1.
fn overrun(row: &Terrain) -> Option<String> {
    row.overrun.then(|| "Armour may overrun soft targets here (WSR-OVR-1)".to_owned())
}
