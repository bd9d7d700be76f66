//! Files: what is shipped is in order, and a faulty file has all its faults at once.

use tabletop::game::Setup;
use tabletop_data::reading::read;

use crate::data::ruleset::{Ruleset, Switches};
use crate::data::table::Role;
use crate::data::units::read_units;
use crate::library::{rosters, rulesets, scenario, scenarios};
use crate::setup::LhySetup;

/// Rule: LHY-FRM-2, LHY-TRM-3, LHY-RES-1, LHY-RES-2.
#[test]
fn the_shipped_rules_and_units_are_in_order() {
    let book = read(&rulesets()[0].source(), Ruleset::read).unwrap();
    assert_eq!(book.table.len(), 6);
    let defenders = book.table.iter().filter(|row| row.suffers == Role::Defender).count();
    assert_eq!(defenders, 3, "the upper rows are the attacker's");
    assert_eq!(book.switches, Switches::default());
    let other = read(&rulesets()[1].source(), Ruleset::read).unwrap();
    assert_eq!(book.numbers, other.numbers, "only readings differ");
    let differ = book.switches.values().into_iter().zip(other.switches.values());
    assert!(
        differ.into_iter().all(|(one, two)| one.name == two.name && one.word != two.word),
        "every switch differs"
    );
    assert_eq!(read(&rosters()[0].source(), read_units).unwrap().len(), 26);
    for level in scenarios() {
        assert!(LhySetup::from_bundle(scenario(level.id, None).unwrap()).is_ok(), "{}", level.id);
    }
}

#[test]
fn a_faulty_level_has_all_its_faults_at_once() {
    let mut bundle = scenario("mill", None).unwrap();
    let text = &mut bundle.level.text;
    for (right, wrong) in [
        ("(\"wall\", \"0402\", \"0403\")", "(\"fence\", \"0402\", \"0403\")"),
        ("\"0502\", \"0503\"", "\"0502\", \"0505\""),
        ("(id: \"US-2\")", "(id: \"US-9\")"),
        ("attacker: A", "attacker: C"),
        ("minutes: 40", "minutes: 1"),
    ] {
        assert!(text.contains(right), "{right}");
        *text = text.replacen(right, wrong, 1);
    }
    let faults = LhySetup::from_bundle(bundle).unwrap_err();
    let all = faults.to_string();
    for said in ["fence", "no neighbours", "US-9", "C", "minutes"] {
        assert!(all.contains(said), "{said}: {all}");
    }
    assert!(faults.0.len() >= 5, "{all}");
}

/// Rule: LHY-FRM-5.
#[test]
fn a_hex_that_begins_too_full_is_a_fault() {
    let mut bundle = scenario("mill", None).unwrap();
    for unit in ["US-1", "US-2", "US-3", "US-M"] {
        let placed = format!("(id: \"{unit}\", hex: \"0103\")");
        bundle.level.text = bundle.level.text.replacen(&format!("(id: \"{unit}\")"), &placed, 1);
    }
    let said = LhySetup::from_bundle(bundle).unwrap_err().to_string();
    assert!(said.contains("US-M is one too many in hex 0103"), "{said}");
}
