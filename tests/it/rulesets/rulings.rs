//! Rulings in ruleset files: their readings, and those that an author has confirmed.

use warstrike::level::rules_report::{Format, write_rulings};
use warstrike::level::ruleset_diff::compare;
use warstrike::level::ruleset_file::read_ruleset;
use warstrike::level::setup::SourceText;
use warstrike::rules::ruleset::{Ruleset, Value};

use super::{read, shipped, source};

/// An overlay on another file with these fields.
fn overlay(name: &str, on: &str, confirmed: &str, set: &str) -> SourceText {
    let text = format!(
        "Ruleset(name: \"{name}\", about: \"t\", on: \"{on}\", confirmed: [{confirmed}],\n  set: ({set}))"
    );
    SourceText { name: format!("{name}.ron"), text }
}

fn printed(ruleset: &Ruleset) -> String {
    let mut out = Vec::new();
    write_rulings(&mut out, Some(ruleset), Format::Text).unwrap();
    let text = String::from_utf8(out).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What is confirmed below holds above, but where a file reads the ruling anew.
#[test]
fn confirmed_rulings_hold_until_a_file_reads_them_otherwise() {
    let below = overlay("below", "combined", r#""FB-5.1", "LD-4.2", "VIS-1.1""#, "");
    let otherwise = "falling_back: (followers: EachInTurn)";
    for (confirmed, set, expected, reason) in [
        ("", "", vec!["FB-5.1", "LD-4.2", "VIS-1.1"], "nothing new"),
        (r#""BAS-5.1""#, "", vec!["BAS-5.1", "FB-5.1", "LD-4.2", "VIS-1.1"], "one more"),
        ("", otherwise, vec!["LD-4.2", "VIS-1.1"], "one is read otherwise"),
        (r#""FB-5.1""#, otherwise, vec!["FB-5.1", "LD-4.2", "VIS-1.1"], "and that is confirmed"),
        (
            "",
            "leadership: (who_inspires: EveryModel)",
            vec!["FB-5.1", "VIS-1.1"],
            "one of two switches is set",
        ),
    ] {
        let chain = [overlay("above", "below", confirmed, set), below.clone(), source("combined").unwrap()];
        let ruleset = read_ruleset(&chain).unwrap_or_else(|faults| panic!("{reason}: {faults}"));
        assert_eq!(ruleset.confirmed, expected, "{reason}");
    }
    let confirmed = read(below).unwrap();
    assert_eq!(confirmed.hash(), shipped("combined").hash(), "they change nothing in play");
    assert_eq!(
        confirmed.with("turn.rounds", Value::Whole(5)).unwrap().confirmed.len(),
        3,
        "nor does a number them"
    );
}

#[test]
fn names_and_readings_that_do_not_exist_are_faults() {
    for (confirmed, set, expected, reason) in [
        (
            r#""FB-5.9""#,
            "",
            "t.ron:1:60: there is no ruling FB-5.9; expected: FB-5.1 to FB-5.3",
            "no such number",
        ),
        (
            r#""FB-1.1""#,
            "",
            "t.ron:1:60: there is no ruling FB-1.1; expected: another paragraph",
            "no rulings",
        ),
        (
            r#""FC-1.1""#,
            "",
            "t.ron:1:60: the rulebook has no paragraph FC-1; expected: one of those",
            "no paragraph",
        ),
        (
            r#""FB-5""#,
            "",
            "t.ron:1:60: \"FB-5\" is not the name of a ruling; expected: a paragraph and a",
            "a paragraph",
        ),
        (
            r#""FB-5.1", "FB-5.1""#,
            "",
            "t.ron:1:70: FB-5.1 is confirmed twice; expected: each ruling once",
            "twice",
        ),
        (
            "",
            "falling_back: (followers: Nearest)",
            "t.ron:2:35: followers is Nearest; expected: one of AsMany, EachInTurn",
            "no such reading",
        ),
    ] {
        let faults = read(overlay("t", "combined", confirmed, set)).expect_err(reason);
        assert_eq!(faults.0.len(), 1, "{reason}: {faults}");
        let found = faults.to_string();
        assert!(found.starts_with(expected), "{reason}: {found}");
    }
}

/// Whoever writes three wrong entries reads of all three.
#[test]
fn every_wrong_confirmation_is_said_at_once() {
    let faults = read(overlay("t", "combined", r#""FB-5.9", "FB-5.1", "FB-5.1", "FC-1.1""#, "")).unwrap_err();
    let said: Vec<&str> = faults.0.iter().map(|fault| fault.what.as_str()).collect();
    let expected =
        ["there is no ruling FB-5.9", "FB-5.1 is confirmed twice", "the rulebook has no paragraph FC-1"];
    assert_eq!(said, expected);
}

/// A ruling is listed with its key and value or with why it is code, and whether it is confirmed.
#[test]
fn the_list_says_how_each_ruling_is_set() {
    let other =
        overlay("other", "combined", r#""FB-5.1", "VIS-1.1""#, "falling_back: (followers: EachInTurn)");
    let text = printed(&read(other).unwrap());
    for part in [
        "The switches are set as in other.",
        "Switch: falling_back.followers is EachInTurn, not AsMany. Confirmed. 2 A model",
        "Switch: leadership.suppressed_officer is Inspires, not Silent. Switch: leadership.who_inspires is Leader, not EveryModel.",
        "Switch: close_combat.defence_counts is AsSnapFire, not EachUsesUp or Apart. CC-4",
        "Code: Sight is measured by areas, and what is only touched has none. Confirmed. VIS-2",
        "are code, 2 are confirmed",
    ] {
        assert!(text.contains(part), "{part:?} in\n{text}");
    }
    assert!(!printed(&shipped("combined")).contains("Confirmed."));
}

/// Each switch of a ruling is told in words by the comparison of two rulesets.
#[test]
fn readings_are_compared_in_words() {
    let other =
        read(overlay("other", "combined", "", "falling_back: (safe_from: Concealed, followers: EachInTurn)"));
    let comparison = compare(&shipped("combined"), &other.unwrap(), |_| true);
    let mut out = Vec::new();
    comparison.write_words(&mut out).unwrap();
    let expected = "\
combined and other differ in 2 points:

6. Falling back and routing
  falling_back.safe_from (FB-2)
    How clearly an enemy may see a safe position at most.
    combined  Obscured (no enemy sees the leader there better than Obscured)
    other     Concealed (no enemy sees the leader there better than Concealed)
  falling_back.followers (FB-5)
    Which of the others end in coherency.
    combined  AsMany (as many as possible, even if some are then farther from the leader than they could be)
    other     EachInTurn (each in turn takes the end nearest to the leader's, even if a later one is left apart by that)
";
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}
