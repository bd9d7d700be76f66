//! Odds of four hundred assaults against those that another program found another way: `reference/assault.py`.

use serde_json::Value;
use tabletop_hexes::hex::Hex;

use super::{AssaultOdds, assault_odds};
use crate::assault::case::{Condition, Entry};
use crate::assault::tests::table::{Table, unit};
use crate::data::ruleset::{
    BestOf, DisruptFirst, Feint, Formula, LossCheck, Motion, RegroupWho, SoftAlone, Switches, UrbanBy,
};
use crate::data::table::Role;
use crate::state::State;

fn hex(value: &Value) -> Hex {
    let place = |index: usize| value[index].as_u64().unwrap() as u8;
    Hex::new(place(0), place(1)).unwrap()
}

fn switches(value: &Value) -> Switches {
    let word = |name: &str| value[name].as_str().unwrap();
    Switches {
        feint: Feint::FreeWithdrawal,
        loss_check: match word("loss_check") {
            "OneOrTen" => LossCheck::OneOrTen,
            "Ten" => LossCheck::Ten,
            _ => LossCheck::Always,
        },
        regroup_who: if word("regroup_who") == "Both" { RegroupWho::Both } else { RegroupWho::Losers },
        soft_alone: if word("soft_alone") == "Afv" { SoftAlone::Afv } else { SoftAlone::AnyUnit },
        urban_by: if word("urban_by") == "Total" { UrbanBy::Total } else { UrbanBy::Die },
        best_of: if word("best_of") == "Combat" { BestOf::Combat } else { BestOf::All },
        disrupt_first: if word("disrupt_first") == "On" { DisruptFirst::On } else { DisruptFirst::Off },
        formula: if word("formula") == "Source" { Formula::Source } else { Formula::None },
        motion: if word("motion") == "Once" { Motion::Once } else { Motion::Twice },
    }
}

fn table(case: &Value) -> Table {
    let mut table = Table::on(case["terrain"].as_str().unwrap());
    let flag = |name: &str| case[name].as_bool().unwrap();
    table.rules.switches = switches(&case["switches"]);
    (table.improved, table.near_cover) = (flag("improved"), flag("near_cover"));
    table.circumstances.night = flag("night");
    table.circumstances.after_september_1943 = flag("late");
    table.circumstances.coordinated = flag("coordinated");
    for pair in case["ground"].as_array().unwrap() {
        table.ground(&hex(&pair[0]).to_string(), pair[1].as_str().unwrap());
    }
    table.board.barred = case["barred"].as_array().unwrap().iter().map(hex).collect();
    for other in case["others"].as_array().unwrap() {
        let role = if other[1] == "A" { Role::Attacker } else { Role::Defender };
        table.bystander(other[2].as_str().unwrap(), role, &hex(&other[0]).to_string());
    }
    for (role, name) in [(Role::Attacker, "attackers"), (Role::Defender, "defenders")] {
        case[name].as_array().unwrap().iter().for_each(|one| fighter(&mut table, role, one));
    }
    table
}

fn fighter(table: &mut Table, role: Role, one: &Value) {
    let has = |mark: &str| one["markers"].as_array().unwrap().iter().any(|marker| marker == mark);
    let state = State {
        steps: one["steps"].as_u64().unwrap() as u8,
        disrupted: has("disrupted"),
        regrouping: has("regrouping"),
        shocked: has("shocked"),
        heroic: has("heroic"),
        concealed: has("concealed"),
        in_motion: has("moving"),
        out_of_command: false,
        sunken: has("sunken"),
    };
    let aboard = one["aboard"].as_str().map(unit);
    let condition = Condition { state, at: Some(table.hex), aboard, advanced: false };
    let entry = (role == Role::Attacker).then(|| Entry {
        from: hex(&one["from"]),
        uphill: one["uphill"].as_bool().unwrap(),
        wall: one["wall"].as_bool().unwrap(),
    });
    table.fighters.push((unit(one["id"].as_str().unwrap()), role, entry, condition));
}

fn numbers(odds: &AssaultOdds) -> Vec<(String, f64)> {
    let mut all = Vec::new();
    for unit in &odds.units {
        let ends = [unit.lost, unit.reduced, unit.disrupted, unit.regrouping, unit.retreats, unit.unharmed];
        all.extend(
            ends.into_iter().enumerate().map(|(place, value)| (format!("{} {place}", unit.unit), value)),
        );
    }
    let sides = odds.sides;
    for (name, values) in [
        ("keeps", sides.map(|side| side.keeps)),
        ("wiped", sides.map(|side| side.wiped)),
        ("retreats", sides.map(|side| side.retreats)),
        ("advances", sides.map(|side| side.advances)),
    ] {
        all.extend(values.into_iter().enumerate().map(|(side, value)| (format!("{name} {side}"), value)));
    }
    all.push(("empty".to_owned(), odds.empty));
    all
}

fn expected(odds: &Value, name: &str) -> f64 {
    let (what, place) = name.rsplit_once(' ').unwrap_or((name, ""));
    let found = match odds["units"].get(what) {
        Some(unit) => &unit[place.parse::<usize>().unwrap()],
        None if place.is_empty() => &odds[what],
        None => &odds[what][place.parse::<usize>().unwrap()],
    };
    found.as_f64().unwrap()
}

/// Rule: LHY-RES-1, LHY-RES-8, LHY-DRM-1, LHY-LIM-2, LHY-IMM-1, LHY-URB-1, LHY-VDA-2, LHY-RET-1, LHY-CAS-1, LHY-LSC-1,
/// LHY-REG-1.
#[test]
fn odds_are_those_of_another_program() {
    let text = include_str!("../../../reference/assault.json");
    let cases: Vec<Value> = serde_json::from_str(text).unwrap();
    let mut wrong = Vec::new();
    for case in &cases {
        let table = table(case);
        let (at, start) = table.case();
        let found = assault_odds(&at, &start);
        let drm = found.modifier.as_ref().map(|of| i64::from(of.drm));
        let differs: Vec<String> = numbers(&found)
            .into_iter()
            .filter(|(name, value)| (value - expected(&case["odds"], name)).abs() > 1e-12)
            .map(|(name, value)| format!("{name}: {value}, not {}", expected(&case["odds"], &name)))
            .collect();
        if drm != case["odds"]["drm"].as_i64() || !differs.is_empty() {
            wrong.push(format!(
                "{}: {drm:?}, not {}; {}",
                case["name"],
                case["odds"]["drm"],
                differs.join("; ")
            ));
        }
    }
    assert_eq!(cases.len(), 400);
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong[..wrong.len().min(8)].join("\n"));
}
