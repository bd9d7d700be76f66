//! The ground of a level, with everything that it does to units in plain words.

use tabletop_counters::{Boundary, BoundaryLook, Ground, Land, Look};
use tabletop_hexes::hex::Hex;

use crate::data::ruleset::{Building, SideKind, Terrain};
use crate::setup::LhySetup;

/// The ground of a level.
pub fn land(setup: &LhySetup) -> Land {
    let map = &setup.level.map;
    let boundaries = setup.level.sides.iter().filter_map(|(side, kind)| {
        let kind = setup.rules.hexsides.get(usize::from(*kind))?;
        let look = if kind.wall { BoundaryLook::Wall } else { BoundaryLook::Hedge };
        Some(Boundary { side: *side, look, text: say_side(setup, kind) })
    });
    Land {
        map: map.clone(),
        grounds: map.hexes().map(|hex| ground(setup, hex)).collect(),
        boundaries: boundaries.collect(),
        names: setup.level.names.clone(),
    }
}

fn ground(setup: &LhySetup, hex: Hex) -> Ground {
    let row = setup.terrain(hex);
    let has_road = setup.level.map.neighbours(hex).any(|other| setup.level.map.has_road(hex, other));
    let [foot, vehicle] = setup.rules.road.map(points);
    let road =
        has_road.then(|| format!("Road: {foot} on foot and {vehicle} by vehicle along it (LHY-MAN-1)"));
    let improved = setup.level.improved.contains(&hex).then(|| {
        let numbers = &setup.rules.numbers;
        format!(
            "Improved position: −{} to fire at it (LHY-SAF-1), −{} to assaults on units on foot (LHY-DRM-6)",
            numbers.position_shelter, numbers.drm_cover
        )
    });
    let lines =
        [Some(movement(row)), road, shelter(row), improved, building(setup, row), retreat(setup, row)];
    Ground {
        look: look(row),
        name: row.id.replace('-', " "),
        level: row.level,
        effects: lines.into_iter().flatten().collect(),
    }
}

/// Half points in words: "1½ points".
fn points(halves: u8) -> String {
    match (halves / 2, halves % 2) {
        (1, 0) => "1 point".to_owned(),
        (whole, 0) => format!("{whole} points"),
        (0, _) => "½ point".to_owned(),
        (whole, _) => format!("{whole}½ points"),
    }
}

/// The model that shows a terrain's effects.
fn look(row: &Terrain) -> Look {
    let wet = row.vehicle == 0 && row.hinders_retreat && row.obstacle == 0;
    match row.building {
        Building::Urban => Look::Town,
        Building::Rural => Look::Farm,
        Building::None if row.forest => Look::Woods,
        Building::None if wet => Look::Water,
        Building::None if row.level > 0 => Look::Hill,
        Building::None if row.cover => Look::Rough,
        Building::None => Look::Open,
    }
}

/// Rule: LHY-MAN-1.
fn movement(row: &Terrain) -> String {
    let foot = points(row.foot);
    match row.vehicle {
        0 => format!("{foot} on foot, barred to vehicles (LHY-MAN-1)"),
        halves => format!("{foot} on foot, {} by vehicle (LHY-MAN-1)", points(halves)),
    }
}

/// Rule: LHY-SAF-1.
fn shelter(row: &Terrain) -> Option<String> {
    (row.shelter > 0).then(|| format!("Shelter: −{} to fire at it (LHY-SAF-1)", row.shelter))
}

/// Rule: LHY-DRM-3, LHY-DRM-6.
fn building(setup: &LhySetup, row: &Terrain) -> Option<String> {
    let numbers = &setup.rules.numbers;
    match row.building {
        Building::None => None,
        Building::Rural => {
            Some(format!("Rural building: −{} to assaults on units on foot (LHY-DRM-6)", numbers.drm_cover))
        }
        Building::Urban => Some(format!(
            "Urban building: −{} to assaults on a combat unit on foot or a leader (LHY-DRM-3); close results cost both sides \
             (LHY-URB-1)",
            numbers.drm_urban
        )),
    }
}

/// Rule: LHY-RET-3.
fn retreat(setup: &LhySetup, row: &Terrain) -> Option<String> {
    let limit = setup.rules.numbers.retreat_limit;
    row.hinders_retreat.then(|| format!("Retreats through it go {limit} hexes at most (LHY-RET-3)"))
}

/// Rule: LHY-SAF-1, LHY-DRM-6, LHY-MAN-1.
fn say_side(setup: &LhySetup, kind: &SideKind) -> String {
    let mut effects = Vec::new();
    if kind.prohibited {
        effects.push("nobody crosses it (LHY-MAN-1)".to_owned());
    } else if kind.bars_vehicles {
        effects.push("barred to vehicles (LHY-MAN-1)".to_owned());
    }
    if kind.shelter > 0 {
        effects.push(format!("−{} to fire across it (LHY-SAF-1)", kind.shelter));
    }
    if kind.wall {
        effects.push(format!("−{} to assaults across it (LHY-DRM-6)", setup.rules.numbers.drm_cover));
    }
    format!("{}: {}", kind.id, effects.join(", "))
}
