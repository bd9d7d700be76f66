//! The ground of a level, with everything that it does to units in plain words.

use tabletop_counters::{Boundary, BoundaryLook, Ground, Land, Look};
use tabletop_hexes::hex::Hex;

use crate::data::ruleset::{Building, SideKind, Terrain};
use crate::setup::LhySetup;

/// The ground of a level.
pub fn land(setup: &LhySetup) -> Land {
    let map = &setup.level.map;
    let boundary = |(side, kind): (&tabletop_hexes::hex::Hexside, &u8)| {
        let kind = setup.rules.hexsides.get(usize::from(*kind))?;
        let look = if kind.wall { BoundaryLook::Wall } else { BoundaryLook::Hedge };
        Some(Boundary { side: *side, look, text: side_text(kind) })
    };
    Land {
        map: map.clone(),
        grounds: map.hexes().map(|hex| ground(setup, hex)).collect(),
        boundaries: setup.level.sides.iter().filter_map(boundary).collect(),
        names: setup.level.names.clone(),
    }
}

/// Rule: LHY-SAF-1, LHY-DRM-6, LHY-MAN-1.
fn side_text(kind: &SideKind) -> String {
    let parts = [
        (kind.shelter > 0).then(|| format!("−{} to fire across it (LHY-SAF-1)", kind.shelter)),
        kind.wall.then(|| "−1 to assaults across it (LHY-DRM-6)".to_owned()),
        kind.prohibited.then(|| "nobody may cross it (LHY-MAN-1)".to_owned()),
        (kind.bars_vehicles && !kind.prohibited).then(|| "no vehicle may cross it (LHY-MAN-1)".to_owned()),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    format!("{}: {}", kind.id, parts.join(", "))
}

fn ground(setup: &LhySetup, hex: Hex) -> Ground {
    let row = setup.terrain(hex);
    let has_road = setup.level.map.neighbours(hex).any(|other| setup.level.map.has_road(hex, other));
    let road = has_road.then(|| {
        let [foot, vehicle] = setup.rules.road.map(points);
        format!("Road: {foot} on foot, {vehicle} for vehicles along the road (LHY-MAN-1)")
    });
    let lines = [Some(movement(row)), road, shelter(row), assault(row), sight(row), retreat(row)];
    Ground {
        look: look(row),
        name: row.id.clone(),
        level: row.level,
        effects: lines.into_iter().flatten().collect(),
    }
}

/// Points of half points: "1½".
fn points(halves: u8) -> String {
    match (halves / 2, halves % 2) {
        (0, 0) => "barred".to_owned(),
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

/// Rule: LHY-MAN-1.
fn movement(row: &Terrain) -> String {
    format!("Movement: {} on foot, {} for vehicles (LHY-MAN-1)", points(row.foot), points(row.vehicle))
}

/// Rule: LHY-SAF-1.
fn shelter(row: &Terrain) -> Option<String> {
    (row.shelter > 0).then(|| format!("Shelter: −{} to fire at who is here (LHY-SAF-1)", row.shelter))
}

/// Rule: LHY-DRM-3, LHY-DRM-6.
fn assault(row: &Terrain) -> Option<String> {
    match row.building {
        Building::None => None,
        Building::Rural => Some("Building: −1 to assaults on units on foot (LHY-DRM-6)".to_owned()),
        Building::Urban => {
            Some("Urban building: −2 to assaults on foot units and leaders (LHY-DRM-3)".to_owned())
        }
    }
}

fn sight(row: &Terrain) -> Option<String> {
    (row.obstacle > 0).then(|| "Blocks sight through the hex (LHY-SAF-1)".to_owned())
}

/// Rule: LHY-RET-3.
fn retreat(row: &Terrain) -> Option<String> {
    row.hinders_retreat.then(|| "A retreat through here goes 3 hexes at most (LHY-RET-3)".to_owned())
}

fn look(row: &Terrain) -> Look {
    match (row.building, row.forest) {
        (Building::Urban, _) => Look::Town,
        (Building::Rural, _) => Look::Farm,
        (Building::None, true) => Look::Woods,
        (Building::None, false) if row.level > 0 => Look::Hill,
        (Building::None, false) if row.vehicle == 0 || row.foot > 2 => Look::Water,
        (Building::None, false) if row.cover => Look::Rough,
        (Building::None, false) => Look::Open,
    }
}
