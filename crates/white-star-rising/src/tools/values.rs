//! Every value of a ruleset with the paragraphs that use it.

use tabletop_shell::rules::RuleValue;

use crate::data::ruleset::{Ruleset, Terrain};

/// Paragraphs of the table of terrain.
const TERRAIN: &[&str] = &["WSR-MOV-2"];

/// The values, in the order of the ruleset's file.
pub(super) fn of(ruleset: &Ruleset) -> Vec<RuleValue> {
    let numbers = ruleset.numbers.values().into_iter().map(RuleValue::from);
    let switches = ruleset.switches.values().into_iter().map(RuleValue::from);
    let road = RuleValue::new("road", ruleset.road, TERRAIN);
    numbers.chain(switches).chain(ruleset.terrain.iter().flat_map(of_terrain)).chain([road]).collect()
}

fn of_terrain(row: &Terrain) -> Vec<RuleValue> {
    let [leg, wheeled, tracked] = row.costs;
    let numbers = [
        ("leg", leg),
        ("wheeled", wheeled),
        ("tracked", tracked),
        ("soft", row.soft),
        ("hard", row.hard),
        ("obstacle", row.obstacle),
        ("level", row.level),
    ];
    let numbers = numbers.map(|(name, number)| (name, number.to_string()));
    let words = [("hides", format!("{:?}", row.hides)), ("overrun", row.overrun.to_string())];
    RuleValue::row(&format!("terrain.{}", row.id), numbers.into_iter().chain(words), TERRAIN)
}
