//! Ruleset files: that the shipped ones read, what each changes, their hashes.

mod coverage;
mod diff;
mod faults;
mod format;
mod reach;
mod rulings;

use std::path::PathBuf;

use warstrike::level::fault::Faults;
use warstrike::level::ruleset_chain::gather_chain;
use warstrike::level::ruleset_file::read_ruleset;
use warstrike::level::setup::SourceText;
use warstrike::rules::ruleset::{Allowed, KeyInfo, Ruleset, Value, keys};

/// Every ruleset that is shipped.
const SHIPPED: [&str; 12] = [
    "combined",
    "v0.52",
    "outline-2012",
    "shaken-at-6",
    "every-hit",
    "salvo-3",
    "salvo-4",
    "salvo-5",
    "split-by-test",
    "loser-tests",
    "pavement-exposes",
    "defensive-fire-2012",
];

/// A file of the project.
fn project(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Whether expected texts are to be written instead of compared.
fn regenerate() -> bool {
    std::env::var_os("WARSTRIKE_REGENERATE").is_some()
}

/// Compares a file of the project with what it should be, or writes it.
fn check_file(path: &str, expected: &str) {
    if regenerate() {
        std::fs::write(project(path), expected).unwrap();
    }
    // A checkout may have turned line ends into CR LF.
    let found = std::fs::read_to_string(project(path)).unwrap().replace("\r\n", "\n");
    assert!(
        found == expected,
        "{path} is not up to date; WARSTRIKE_REGENERATE=1 cargo test --no-default-features ruleset"
    );
}

fn source(name: &str) -> Result<SourceText, String> {
    let path = project(&format!("assets/rulesets/{name}.ron"));
    let text = std::fs::read_to_string(path).map_err(|error| format!("no ruleset {name}: {error}"))?;
    Ok(SourceText { name: format!("{name}.ron"), text })
}

/// Reads a ruleset that stands, in the end, on shipped ones.
fn read(top: SourceText) -> Result<Ruleset, Faults> {
    read_ruleset(&gather_chain(top, source)?)
}

fn shipped(name: &str) -> Ruleset {
    read(source(name).unwrap()).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn every_shipped_ruleset_reads() {
    for name in SHIPPED {
        assert_eq!(shipped(name).name, name, "the file's name is the ruleset's");
    }
    let files = std::fs::read_dir(project("assets/rulesets")).unwrap().count();
    assert_eq!(files, SHIPPED.len(), "a file in the folder is not in the list of this test");
}

/// What each overlay changes in `combined`, and nothing else.
#[test]
fn every_shipped_overlay_changes_exactly_what_its_edition_says() {
    check(
        "v0.52",
        &[
            ("actions.on_my_target", "true", "false"),           // without ACT-3
            ("actions.open_fire_move", "0.5", "0"),              // without the move in ACT-1
            ("reactions.snap_fire_at_runners", "true", "false"), // without RE-1
        ],
    );
    check(
        "outline-2012",
        &[
            ("actions.open_fire_snap_fire", "true", "false"), // no snap fire for doubled Aw in ACT-1
            ("falling_back.procedure", "SafePosition", "Outline"), // OFB replaces FB and ROU
            ("leadership.markers_dropped_by_falling_back", "1", "0"), // FB and NRV are replaced
            ("leadership.markers_dropped_by_get_down", "1", "0"), // Get Down drops none
            ("leadership.markers_dropped_in_starting", "1", "0"), // TURN-2's removal is replaced
            ("leadership.markers_for_failed_saves", "1", "0"), // NRV is replaced
            ("leadership.markers_for_hits", "1", "0"),        // NRV is replaced
            ("leadership.recovery_test", "true", "false"),    // TURN-4's test is replaced
            ("leadership.steadfast", "true", "false"),        // Steadfast is off
            ("leadership.suppression", "HitDie", "Markers"),  // ACT-7 replaces SUP
        ],
    );
    check("shaken-at-6", &[]); // the rule as first written is what combined has
    check("every-hit", &[("leadership.nerve_from_hits", "NewSalvos", "EveryHit")]);
    check("salvo-3", &[("leadership.nerve_from_hits", "NewSalvos", "BigSalvos")]);
    check(
        "salvo-4",
        &[
            ("leadership.big_salvo", "3", "4"),
            ("leadership.nerve_from_hits", "NewSalvos", "BigSalvos"),
            ("leadership.steadfast_big_salvo", "6", "8"), // twice as many
        ],
    );
    check(
        "salvo-5",
        &[
            ("leadership.big_salvo", "3", "5"),
            ("leadership.nerve_from_hits", "NewSalvos", "BigSalvos"),
            ("leadership.steadfast_big_salvo", "6", "10"), // twice as many
        ],
    );
    check("split-by-test", &[("actions.open_fire_splits", "Freely", "ByTest")]);
    check("pavement-exposes", &[("sight.pavement_exposes", "false", "true")]);
    check("defensive-fire-2012", &[("close_combat.defensive_fire", "Unsuppressed", "Prepared")]);
}

fn check(overlay: &str, expected: &[(&str, &str, &str)]) {
    let [before, after] = [shipped("combined").values(), shipped(overlay).values()];
    let found: Vec<(&str, String, String)> = before
        .iter()
        .filter(|(key, value)| after[*key] != **value)
        .map(|(key, value)| (*key, value.to_string(), after[key].to_string()))
        .collect();
    let found: Vec<_> = found.iter().map(|(key, a, b)| (*key, a.as_str(), b.as_str())).collect();
    assert_eq!(found, expected, "{overlay}");
}

/// The numbers that other tests do not compare: those the overlays name again
/// hold even where they change nothing.
#[test]
fn salvo_3_and_shaken_at_6_set_their_numbers_themselves() {
    for (name, key, expected) in [
        ("salvo-3", "leadership.big_salvo", Value::Whole(3)),
        ("salvo-3", "leadership.steadfast_big_salvo", Value::Whole(6)),
        ("shaken-at-6", "leadership.shaken_at", Value::Whole(6)),
        ("shaken-at-6", "leadership.steadfast_shaken_at", Value::Whole(12)),
        ("every-hit", "leadership.shaken_at", Value::Whole(6)),
    ] {
        assert_eq!(shipped(name).value(key), Some(expected), "{name}");
        let field = key.split_once('.').unwrap().1;
        assert!(source(name).unwrap().text.contains(&format!(" {field}: ")), "{name} sets {key}");
    }
}

/// Every value that a key may have and that differs from this one, for numbers
/// the ends of the range.
fn others(info: &KeyInfo, value: Value) -> Vec<Value> {
    let all = match info.allowed {
        Allowed::Number { min, max } => vec![Value::Number(min), Value::Number(max)],
        Allowed::Whole { min, max } => vec![Value::Whole(min), Value::Whole(max)],
        Allowed::Fact => vec![Value::Fact(false), Value::Fact(true)],
        Allowed::Choice(choices) => choices.iter().map(|choice| Value::Choice(choice.name)).collect(),
    };
    all.into_iter().filter(|other| *other != value).collect()
}

#[test]
fn a_hash_differs_when_any_single_key_differs() {
    let combined = shipped("combined");
    let mut seen = vec![combined.hash()];
    for info in keys() {
        let value = combined.value(info.key).unwrap();
        let others = others(info, value);
        assert!(!others.is_empty(), "{} can only be {value}", info.key);
        for other in others {
            let changed = combined.with(info.key, other).unwrap();
            assert_eq!(changed.value(info.key), Some(other), "{} keeps what it is set to", info.key);
            assert!(!seen.contains(&changed.hash()), "{} = {other} has a hash of its own", info.key);
            seen.push(changed.hash());
        }
    }
}

#[test]
fn values_out_of_range_are_rejected() {
    let combined = shipped("combined");
    for (key, value, reason) in [
        ("movement.enemy_gap", Value::Number(f64::NAN), "no number"),
        ("movement.enemy_gap", Value::Number(-0.5), "below its range"),
        ("movement.enemy_gap", Value::Whole(3), "a length is not counted"),
        ("turn.rounds", Value::Whole(0), "below its range"),
        ("leadership.suppression", Value::Choice("Dice"), "no word of this switch"),
        ("movement.enemy_gab", Value::Number(2.0), "no such key"),
    ] {
        assert_eq!(combined.with(key, value), None, "{reason}");
    }
}

/// A save names its ruleset by this number: it must never change by accident.
#[test]
fn the_hashes_of_shipped_rulesets_are_pinned() {
    let lines: String =
        SHIPPED.iter().map(|name| format!("{:016x} {name}\n", shipped(name).hash())).collect();
    check_file("tests/it/rulesets/hashes.txt", &lines);
}

/// Names are not played: the rule as first written is what is played by default.
#[test]
fn rulesets_that_play_alike_have_the_same_hash() {
    assert_eq!(shipped("combined").hash(), shipped("shaken-at-6").hash());
}
