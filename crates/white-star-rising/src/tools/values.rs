//! Every value of a ruleset with the paragraphs that use it.

use tabletop_shell::rules::RuleValue;

use crate::data::ruleset::{Ruleset, Terrain};

/// Paragraphs of each number and switch.
const RULES: &[(&str, &[&str])] = &[
    ("best_face", &["WSR-BAS-2"]),
    ("worst_face", &["WSR-BAS-2"]),
    ("stacking", &["WSR-BAS-8"]),
    ("cover_face", &["WSR-FIR-12", "WSR-MTR-3", "WSR-ART-5"]),
    ("hard_bonus_limit", &["WSR-FIR-13"]),
    ("spotting_range", &["WSR-REC-3", "WSR-FIR-8"]),
    ("load_cost", &["WSR-TRA-1", "WSR-TRA-2"]),
    ("overrun_multiple", &["WSR-OVR-2"]),
    ("overrun_cost", &["WSR-OVR-1"]),
    ("disrupted_face", &["WSR-DIS-4", "WSR-ASL-4", "WSR-OVR-4"]),
    ("mine_dice", &["WSR-MIN-2"]),
    ("mine_face", &["WSR-MIN-2"]),
    ("missions_a_caller", &["WSR-ART-1"]),
    ("mission_fails_at", &["WSR-ART-3"]),
    ("flak_at_armour", &["WSR-AA-2"]),
    ("aircraft_steps", &["WSR-CAS-4"]),
    ("aircraft_stays_from", &["WSR-CAS-5"]),
    ("hq_hit_at", &["WSR-HQ-7"]),
    ("hq_loss_bonus", &["WSR-HQ-7"]),
    ("out_of_command_rally", &["WSR-RAL-2"]),
    ("fate_die", &["WSR-FAT-1"]),
    ("fate_marker", &["WSR-FAT-1"]),
    ("assault_loser", &["WSR-ASL-11"]),
    ("assault_tie", &["WSR-ASL-11"]),
    ("extended", &["WSR-FIR-5"]),
    ("defenders_done", &["WSR-MRK-2"]),
    ("mortar_area", &["WSR-MTR-5"]),
    ("mines_where", &["WSR-MIN-1"]),
    ("engineer_even", &["WSR-MIN-5"]),
    ("air_return", &["WSR-CAS-10"]),
    ("air_disrupted", &["WSR-CAS-5"]),
    ("hq_in_assault", &["WSR-HQ-10"]),
    ("smoke_near", &["WSR-LOS-5"]),
    ("add_1", &["WSR-ADD-1"]),
    ("add_2", &["WSR-ADD-2"]),
    ("add_3", &["WSR-ADD-3"]),
    ("add_4", &["WSR-ADD-4"]),
    ("add_5", &["WSR-ADD-5"]),
    ("add_6", &["WSR-ADD-6"]),
    ("add_7", &["WSR-ADD-7"]),
    ("fate", &["WSR-FAT-1"]),
];

/// Paragraphs of the table of terrain.
const TERRAIN: &[&str] = &["WSR-MOV-2"];

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
    let road = value("road", &ruleset.road.to_string());
    numbers.chain(switches).chain(ruleset.terrain.iter().flat_map(of_terrain)).chain([road]).collect()
}

fn rules_of(name: &str) -> Vec<String> {
    let rules = RULES.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, rules)| *rules);
    rules.iter().map(|rule| (*rule).to_owned()).collect()
}

fn value(key: &str, value: &str) -> RuleValue {
    let rules = TERRAIN.iter().map(|rule| (*rule).to_owned()).collect();
    RuleValue { key: key.to_owned(), value: value.to_owned(), others: Vec::new(), rules }
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
    let key = |name: &str| format!("terrain.{}.{name}", row.id);
    numbers.into_iter().chain(words).map(|(name, of)| value(&key(name), &of)).collect()
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
        assert!(all.len() > 60, "{}", all.len());
        let without: Vec<_> = all.iter().filter(|value| value.rules.is_empty()).collect();
        assert!(without.is_empty(), "{without:?}");
        let book = include_str!("../../../../assets/white-star-rising/rulebook.ron");
        let is_known = |rule: &String| book.contains(&format!("id: \"{rule}\""));
        let unknown: Vec<_> =
            all.iter().flat_map(|value| &value.rules).filter(|rule| !is_known(rule)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}
