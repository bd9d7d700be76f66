//! Every value of a ruleset with the paragraphs that use it.

use tabletop_shell::rules::RuleValue;

use crate::data::ruleset::{Ruleset, SideKind, Terrain};
use crate::data::table::Row;

/// Paragraphs of each number and switch.
const RULES: &[(&str, &[&str])] = &[
    ("stack_steps", &["LHY-FRM-5"]),
    ("stack_vehicles", &["LHY-FRM-5"]),
    ("shock_ends", &["LHY-STA-3"]),
    ("heroic_cohesion", &["LHY-STA-4"]),
    ("heroic_face", &["LHY-STA-4", "LHY-REC-1"]),
    ("heroic_range", &["LHY-STA-4"]),
    ("reveal_fire", &["LHY-STA-5"]),
    ("reveal_move", &["LHY-STA-5"]),
    ("reveal_open", &["LHY-STA-5"]),
    ("initiative_bonus", &["LHY-TURN-1"]),
    ("lapse_two", &["LHY-TURN-3"]),
    ("lapse_three", &["LHY-TURN-3"]),
    ("lapse_four", &["LHY-TURN-3"]),
    ("lapse_shortest", &["LHY-TURN-3"]),
    ("foot_reaction", &["LHY-MAN-1"]),
    ("vehicle_reaction", &["LHY-MAN-1"]),
    ("uphill_halves", &["LHY-MAN-1"]),
    ("near_bonus", &["LHY-SAF-1"]),
    ("far_from", &["LHY-SAF-1"]),
    ("far_loss", &["LHY-SAF-1"]),
    ("farther_from", &["LHY-SAF-1"]),
    ("farther_loss", &["LHY-SAF-1"]),
    ("fire_range", &["LHY-SAF-1"]),
    ("position_shelter", &["LHY-SAF-1"]),
    ("regrouping_fire", &["LHY-SAF-1", "LHY-REG-2"]),
    ("casualty_from", &["LHY-SAF-2"]),
    ("rally_leader", &["LHY-REC-1"]),
    ("rally_elite", &["LHY-REC-1"]),
    ("rally_suppressed", &["LHY-REC-1"]),
    ("rally_steadfast", &["LHY-REC-1"]),
    ("rally_at", &["LHY-REC-1"]),
    ("withdraw_hexes", &["LHY-REC-2"]),
    ("assault_foot", &["LHY-ASB-1"]),
    ("assault_heroic", &["LHY-ASB-1", "LHY-STA-4"]),
    ("assault_vehicle", &["LHY-ASB-1"]),
    ("counted_steps", &["LHY-LIM-2"]),
    ("counted_leaders", &["LHY-LIM-2"]),
    ("counted_latws", &["LHY-LIM-2"]),
    ("counted_flamethrowers", &["LHY-LIM-2"]),
    ("counted_vehicles", &["LHY-LIM-2"]),
    ("counted_positions", &["LHY-LIM-2"]),
    ("heroic_markers", &["LHY-LIM-1"]),
    ("modifier_limit", &["LHY-DRM-1"]),
    ("cohesion_limit", &["LHY-DRM-2"]),
    ("drm_urban", &["LHY-DRM-3"]),
    ("drm_uphill", &["LHY-DRM-4"]),
    ("drm_concealed", &["LHY-DRM-5"]),
    ("drm_cover", &["LHY-DRM-6"]),
    ("drm_fragmented", &["LHY-DRM-7"]),
    ("drm_motion", &["LHY-DRM-8"]),
    ("drm_regrouping", &["LHY-DRM-9"]),
    ("drm_heroic", &["LHY-DRM-10"]),
    ("drm_envelopment", &["LHY-DRM-11"]),
    ("drm_latw", &["LHY-DRM-12"]),
    ("drm_flamethrower", &["LHY-DRM-12"]),
    ("destroyed_from", &["LHY-VDA-2"]),
    ("try_squad", &["LHY-VDA-3"]),
    ("try_weapon", &["LHY-VDA-3"]),
    ("try_heroic", &["LHY-VDA-3"]),
    ("try_av_over", &["LHY-VDA-3"]),
    ("try_alone", &["LHY-VDA-4"]),
    ("try_shocked", &["LHY-VDA-4"]),
    ("try_sunken", &["LHY-VDA-4"]),
    ("try_motion", &["LHY-VDA-4"]),
    ("retreat_limit", &["LHY-RET-3"]),
    ("retreat_points", &["LHY-RET-4"]),
    ("loss_low", &["LHY-LSC-1"]),
    ("loss_high", &["LHY-LSC-1"]),
    ("loss_check", &["LHY-LSC-1"]),
    ("regroup_who", &["LHY-REG-1"]),
    ("soft_alone", &["LHY-IMM-1"]),
    ("urban_by", &["LHY-URB-1"]),
    ("best_of", &["LHY-RES-5"]),
    ("disrupt_first", &["LHY-RES-7"]),
    ("formula", &["LHY-DRM-1"]),
    ("motion", &["LHY-DRM-8"]),
];

/// Paragraphs of the table of terrain, of hexsides and of the result table.
const TERRAIN: &[&str] = &["LHY-MAN-1", "LHY-SAF-1", "LHY-RET-3"];
const HEXSIDES: &[&str] = &["LHY-SAF-1", "LHY-DRM-6"];
const TABLE: &[&str] = &["LHY-RES-1"];

/// The values, in the order of the ruleset's file.
pub(super) fn of(ruleset: &Ruleset) -> Vec<RuleValue> {
    let numbers = ruleset.numbers.values().into_iter().map(|(name, number)| {
        let others = Vec::new();
        RuleValue { key: format!("numbers.{name}"), value: number.to_string(), others, rules: rules_of(name) }
    });
    let switches = ruleset.switches.values().into_iter().map(|(name, value, words)| {
        let others = words.iter().filter(|word| **word != value).map(|word| (*word).to_owned()).collect();
        RuleValue { key: format!("switches.{name}"), value, others, rules: rules_of(name) }
    });
    let [foot, vehicle] = ruleset.road;
    let road = [("road.foot", foot), ("road.vehicle", vehicle)];
    numbers
        .chain(switches)
        .chain(ruleset.terrain.iter().flat_map(of_terrain))
        .chain(road.into_iter().map(|(key, cost)| value(key, cost.to_string(), TERRAIN)))
        .chain(ruleset.hexsides.iter().flat_map(of_side))
        .chain(ruleset.table.iter().flat_map(of_row))
        .collect()
}

fn rules_of(name: &str) -> Vec<String> {
    let rules = RULES.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, rules)| *rules);
    rules.iter().map(|rule| (*rule).to_owned()).collect()
}

fn value(key: &str, value: String, rules: &[&str]) -> RuleValue {
    let rules = rules.iter().map(|rule| (*rule).to_owned()).collect();
    RuleValue { key: key.to_owned(), value, others: Vec::new(), rules }
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
    let key = |name: &str| format!("terrain.{}.{name}", row.id);
    values.into_iter().map(|(name, of)| value(&key(name), of, TERRAIN)).collect()
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
    let key = |name: &str| format!("hexsides.{}.{name}", row.id);
    values.into_iter().map(|(name, of)| value(&key(name), of, HEXSIDES)).collect()
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
    let key = |field: &str| format!("table.{name}.{field}");
    values.into_iter().map(|(field, of)| value(&key(field), of, TABLE)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::rulesets;
    use crate::setup::read;

    /// Every number and switch names its paragraphs, and every paragraph here is one of the rulebook.
    #[test]
    fn every_value_has_its_paragraphs() {
        let ruleset = read(&rulesets()[0].source(), Ruleset::read).unwrap();
        let all = of(&ruleset);
        assert!(all.len() > 150, "{}", all.len());
        let without: Vec<_> = all.iter().filter(|value| value.rules.is_empty()).collect();
        assert!(without.is_empty(), "{without:?}");
        let book = include_str!("../../../../assets/last-hundred-yards/rulebook.ron");
        let is_known = |rule: &String| book.contains(&format!("id: \"{rule}\""));
        let unknown: Vec<_> =
            all.iter().flat_map(|value| &value.rules).filter(|rule| !is_known(rule)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}
