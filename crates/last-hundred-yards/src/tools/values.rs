//! Every value of a ruleset with the paragraphs that use it.

use tabletop_shell::rules::RuleValue;

use crate::data::ruleset::{Ruleset, SideKind, Terrain};
use crate::data::table::Row;

/// Paragraphs of the table of terrain, of hexsides and of the result table.
const TERRAIN: &[&str] = &["LHY-MAN-1", "LHY-SAF-1", "LHY-RET-3"];
const HEXSIDES: &[&str] = &["LHY-SAF-1", "LHY-DRM-6"];
const TABLE: &[&str] = &["LHY-RES-1"];

/// The values, in the order of the ruleset's file.
pub(super) fn of(ruleset: &Ruleset) -> Vec<RuleValue> {
    let numbers = ruleset.numbers.values().into_iter().map(RuleValue::from);
    let switches = ruleset.switches.values().into_iter().map(RuleValue::from);
    let [foot, vehicle] = ruleset.road.map(|cost| cost.to_string());
    numbers
        .chain(switches)
        .chain(ruleset.terrain.iter().flat_map(of_terrain))
        .chain(RuleValue::row("road", [("foot", foot), ("vehicle", vehicle)], TERRAIN))
        .chain(ruleset.hexsides.iter().flat_map(of_side))
        .chain(ruleset.table.iter().flat_map(of_row))
        .collect()
}

fn of_terrain(row: &Terrain) -> Vec<RuleValue> {
    let values = [
        ("foot", row.foot.to_string()),
        ("vehicle", row.vehicle.to_string()),
        ("shelter", row.shelter.to_string()),
        ("obstacle", row.obstacle.to_string()),
        ("level", row.level.to_string()),
        ("building", format!("{:?}", row.building)),
        ("cover", row.cover.to_string()),
        ("forest", row.forest.to_string()),
        ("hinders_retreat", row.hinders_retreat.to_string()),
        ("sunken", row.sunken.to_string()),
    ];
    RuleValue::row(&format!("terrain.{}", row.id), values, TERRAIN)
}

fn of_side(row: &SideKind) -> Vec<RuleValue> {
    let values = [
        ("shelter", row.shelter.to_string()),
        ("wall", row.wall.to_string()),
        ("cover", row.cover.to_string()),
        ("prohibited", row.prohibited.to_string()),
        ("bars_vehicles", row.bars_vehicles.to_string()),
        ("hedgerow", row.hedgerow.to_string()),
    ];
    RuleValue::row(&format!("hexsides.{}", row.id), values, HEXSIDES)
}

fn of_row(row: &Row) -> Vec<RuleValue> {
    let name = row.from.map_or_else(|| "below".to_owned(), |from| from.to_string());
    let values = [
        ("urban", format!("{:?}", row.urban)),
        ("destruction", format!("{:?}", row.destruction)),
        ("suffers", format!("{:?}", row.suffers)),
        ("retreat", format!("{:?}", row.retreat)),
        ("casualty", format!("{:?}", row.casualty)),
        ("disrupt_first", row.disrupt_first.to_string()),
        ("check", format!("{:?}", row.check)),
        ("advance", format!("{:?}", row.advance)),
        ("regroup", format!("{:?}", row.regroup)),
        ("steadfast_regroup", row.steadfast_regroup.to_string()),
    ];
    RuleValue::row(&format!("table.{name}"), values, TABLE)
}
