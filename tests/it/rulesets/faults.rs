//! Mistakes in ruleset files are reported at their places.

use warstrike::level::fault::Faults;
use warstrike::level::ruleset_chain::{MAX_CHAIN_LENGTH, gather_chain};
use warstrike::level::ruleset_file::{based_on, read_ruleset};
use warstrike::level::setup::SourceText;

use super::{read, source};

/// An overlay on combined whose third line is this.
fn overlay(line: &str) -> SourceText {
    let text = format!("Ruleset(name: \"trial\", about: \"t\", on: \"combined\",\n  set: (\n    {line}\n))");
    SourceText { name: "trial.ron".into(), text }
}

fn lines(faults: &Faults) -> Vec<String> {
    faults.0.iter().map(ToString::to_string).collect()
}

/// Checks that the overlay has one fault, at that column of its third line, and
/// that what is said of it contains those words.
fn check(line: &str, column: usize, words: &[&str], reason: &str) {
    let faults = read(overlay(line)).expect_err(reason);
    let messages = lines(&faults);
    assert_eq!(messages.len(), 1, "{reason}: {messages:?}");
    let at = format!("trial.ron:3:{column}: ");
    assert!(messages[0].starts_with(&at), "{reason}: {} should be at {at}", messages[0]);
    for word in words {
        assert!(messages[0].contains(word), "{reason}: {} should say {word}", messages[0]);
    }
}

#[test]
fn mistakes_in_values_are_located() {
    check("movement: (enemy_gab: 2.0),", 16, &["`enemy_gab`", "expected: enemy_gap "], "unknown key");
    check("movemant: (enemy_gap: 2.0),", 5, &["`movemant`", "expected: movement "], "unknown chapter");
    check("movement: (enemy_gap: 2.0, enemy_gap: 3.0),", 32, &["twice"], "a key set twice");
    check("turn: (rounds: 4), turn: (rounds: 5),", 24, &["twice"], "a chapter given twice");
    check("movement: (enemy_gap: NaN),", 27, &["NaN", "a number from 0 to 20 inches"], "no number");
    check("movement: (enemy_gap: inf),", 27, &["inf", "a number from 0 to 20 inches"], "not finite");
    check("movement: (enemy_gap: 1e30),", 27, &["1e30", "a number from 0 to 20 inches"], "out of range");
    check("movement: (enemy_gap: \"2\"),", 27, &["a number from 0 to 20 inches"], "a text for a number");
    check("turn: (rounds: 4.5),", 20, &["4.5", "a whole number from 1 to 99 rounds"], "no whole number");
    check("turn: (rounds: 100),", 20, &["100", "a whole number from 1 to 99 rounds"], "out of range");
    check("turn: (rounds: -1),", 20, &["-1", "a whole number from 1 to 99 rounds"], "below nothing");
    check("actions: (on_my_target: Off),", 29, &["Off", "true or false"], "a word for a fact");
    check(
        "leadership: (suppression: HitDice),",
        31,
        &["HitDice", "expected: HitDie "],
        "no word of the switch",
    );
    check("movement: 2.0,", 15, &["fields in brackets"], "a chapter that is no chapter");
    check(
        "movement: (low_obstacle: 5.0),",
        30,
        &["movement.low_obstacle is 5, but movement.high_obstacle is 4"],
        "a contradiction with its base",
    );
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let faults = read(overlay("turn: (rounds: 0), movement: (coherence: 2, enemy_gap: -1),")).unwrap_err();
    assert_eq!(faults.0.len(), 3, "{faults}");
}

/// A key that is missing from a base, reported at its chapter or, where that is
/// missing as well, at `set`.
#[test]
fn a_base_must_set_every_key() {
    let whole = source("combined").unwrap();
    for (cut, line, column, field) in [
        ("            rounds: 6, // rounds (TURN-6)\n", 24, 15, "rounds"),
        ("        turn: (\n            rounds: 6, // rounds (TURN-6)\n        ),\n", 9, 10, "turn"),
    ] {
        assert!(whole.text.contains(cut), "combined has changed: {cut}");
        let text = whole.text.replace(cut, "");
        let faults = read_ruleset(&[SourceText { name: "base.ron".into(), text }]).unwrap_err();
        assert_eq!(faults.0.len(), 1, "{faults}");
        let messages = faults.to_string();
        assert!(
            messages.starts_with(&format!("base.ron:{line}:{column}: the field `{field}` is missing")),
            "{messages}"
        );
    }
}

#[test]
fn mistakes_outside_values_are_located() {
    for (text, expected, reason) in [
        (
            "Ruleset(name: \"a\", about: \"b\", on: \"c\")",
            "f.ron:1:1: the field `set` is missing",
            "no values",
        ),
        (
            "Ruleset(name: \"a/b\", about: \"b\", on: \"c\", set: ())",
            "f.ron:1:15: \"a/b\" is not a ruleset's name",
            "a path",
        ),
        (
            "Ruleset(name: \"a\", about: \"b\", on: \"../c\", set: ())",
            "f.ron:1:36: \"../c\" is not a ruleset's name",
            "a path",
        ),
        (
            "Ruleset(name: \"a\", about: \"b\", of: \"c\", set: ())",
            "f.ron:1:32: there is no field `of`",
            "a typo",
        ),
        ("Rules(name: \"a\")", "f.ron:1:1: the file is Rules", "another kind of file"),
        ("", "f.ron:1:1: this file is empty", "an empty file"),
        ("Ruleset(", "f.ron:1:8: ", "an open bracket"),
    ] {
        let chain = [SourceText { name: "f.ron".into(), text: text.into() }, source("combined").unwrap()];
        let messages = read_ruleset(&chain).expect_err(reason).to_string();
        assert!(messages.starts_with(expected), "{reason}: {messages}");
    }
}

/// A file of that name based on another that sets nothing.
fn link(name: &str, on: &str) -> SourceText {
    let text = format!("Ruleset(name: \"{name}\", about: \"t\", on: \"{on}\", set: ())");
    SourceText { name: format!("{name}.ron"), text }
}

#[test]
fn the_base_of_a_file_can_be_read_alone() {
    assert_eq!(based_on(&link("a", "b")), Ok(Some("b".to_owned())));
    assert_eq!(based_on(&source("combined").unwrap()), Ok(None));
    assert!(based_on(&link("a", "")).is_err(), "an empty name");
}

#[test]
fn chains_must_fit_together() {
    let combined = || source("combined").unwrap();
    for (chain, expected, reason) in [
        (vec![], "0 ruleset files", "nothing to read"),
        (vec![link("a", "combined")], "this is based on combined, but no file is given for it", "no base"),
        (vec![link("a", "b"), combined()], "this is based on b, but below it is combined", "the wrong base"),
        (vec![combined(), combined()], "this is based on nothing, but combined is given", "two bases"),
        (vec![link("a", "a"), link("a", "combined"), combined()], "a is based on itself", "a name twice"),
        (vec![link("a", "a"); MAX_CHAIN_LENGTH + 1], "17 ruleset files", "too many"),
    ] {
        let messages = read_ruleset(&chain).expect_err(reason).to_string();
        assert!(messages.contains(expected), "{reason}: {messages}");
    }
}

#[test]
fn gathering_a_chain_ends() {
    let endless = |name: &str| Ok(link(name, &format!("{name}x")));
    for (top, load, expected, reason) in [
        (
            link("a", "b"),
            &|_: &str| Ok(link("b", "a")) as Result<_, String>,
            "b.ron:1:36: a is based on itself",
            "a circle",
        ),
        (
            link("a", "a"),
            &|_: &str| Ok(link("a", "a")),
            "a.ron:1:36: a is based on itself",
            "a circle of one",
        ),
        (link("a", "x"), &endless, "xxxxxxxxxxxxxxx.ron:1:50: this is the 16th", "an endless row"),
        (link("a", "b"), &|_: &str| Err("no such file".to_owned()), "a.ron:1:36: no such file", "no file"),
    ] as [(_, &dyn Fn(&str) -> Result<SourceText, String>, _, _); 4]
    {
        let messages = gather_chain(top, load).expect_err(reason).to_string();
        assert!(messages.starts_with(expected), "{reason}: {messages}");
    }
}

#[test]
fn sixteen_files_may_stand_on_each_other() {
    let load = |name: &str| match name {
        "xxxxxxxxxxxxxxx" => source("combined").map(|mut base| {
            base.text = base.text.replace("name: \"combined\"", "name: \"xxxxxxxxxxxxxxx\"");
            base
        }),
        _ => Ok(link(name, &format!("{name}x"))),
    };
    let chain = gather_chain(link("a", "x"), load).unwrap();
    assert_eq!(chain.len(), MAX_CHAIN_LENGTH);
    assert_eq!(read_ruleset(&chain).unwrap().name, "a");
}

/// What the nearest file to the one played says counts.
#[test]
fn overlays_apply_in_order() {
    let set = |name: &str, on: &str, rounds: u8| {
        let mut file = link(name, on);
        file.text = file.text.replace("set: ()", &format!("set: (turn: (rounds: {rounds}))"));
        file
    };
    let chain =
        [set("a", "b", 4), set("b", "v0.52", 9), source("v0.52").unwrap(), source("combined").unwrap()];
    let ruleset = read_ruleset(&chain).unwrap();
    assert_eq!(ruleset.turn.rounds, 4);
    assert!(!ruleset.actions.on_my_target, "v0.52 lies below");
}

/// A file that was cut off anywhere is refused with a fault that has a place.
#[test]
fn a_file_cut_off_anywhere_is_refused() {
    let whole = source("v0.52").unwrap();
    let end = whole.text.rfind(')').unwrap();
    for cut in (0..=end).filter(|cut| whole.text.is_char_boundary(*cut)) {
        let text = whole.text[..cut].to_owned();
        let chain = [SourceText { name: "cut.ron".into(), text }, source("combined").unwrap()];
        let faults = read_ruleset(&chain).expect_err("cut off");
        assert!(faults.0.iter().any(|fault| fault.file == "cut.ron" && fault.line > 0), "{cut}: {faults}");
    }
}
