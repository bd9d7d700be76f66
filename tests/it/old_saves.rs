//! Saves of older programs: they are opened and replayed by this one.
//!
//! `tests/saves/NAME.jsonl` was written by the program of its time and is never changed. A file stays as long as its format is
//! read.

use warstrike::game::engine::play::{Match, MatchError};
use warstrike::game::engine::record::history::EntryId;
use warstrike::game::engine::record::journal::{FORMAT, OLDEST_FORMAT};
use warstrike::game::engine::record::save::{parse_save, read_save};
use warstrike::game::engine::snapshot::StateHash;

use warstrike::rules::ids::UnitId;
use warstrike::rules::ruleset::Value;

use super::support::{root, stay, with_checksums};

fn unit(text: &str) -> UnitId {
    text.parse().unwrap()
}

/// Every save is read whole, replays to the states it was saved with, and has the format and the assumed keys of its time.
#[test]
fn saves_of_older_programs_are_replayed() {
    check(
        "format-3-patrol",
        3,
        53,
        &["movement.edge_margin", "mission.reserve_enemy_distance", "mission.force_max_points"],
    );
    check("format-4-street", 4, 59, &["movement.edge_margin"]);
    let formats = OLDEST_FORMAT..FORMAT;
    let files = std::fs::read_dir(root().join("tests/saves")).unwrap().count();
    assert!(files >= formats.count(), "a save of each older format");
}

fn check(name: &str, format: u32, entries: usize, assumed: &[&str]) {
    let path = root().join("tests/saves").join(name).with_extension("jsonl");
    let save = read_save(&path).unwrap();
    assert_eq!(save.header.format, format, "{name}");
    let loaded = Match::load(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(loaded.damage, None, "{name}");
    assert_eq!(loaded.game.history().entries().len(), entries, "{name}");
    assert_eq!(loaded.game.verify().unwrap(), entries, "{name}");
    let ruleset = &loaded.game.setup().ruleset;
    // Switches of rulings came later than all of them, and at the ruling they change nothing.
    let (switches, numbers): (Vec<&str>, Vec<&str>) =
        ruleset.assumed.iter().partition(|name| matches!(ruleset.value(name), Some(Value::Choice(_))));
    assert_eq!(numbers, assumed, "{name}: keys that were added since");
    assert!(switches.contains(&"falling_back.safe_from"), "{name}: {switches:?}");
    assert_eq!(ruleset.movement.edge_margin, 0.0, "{name}: the rule of its time");
    if assumed.contains(&"mission.reserve_enemy_distance") {
        assert_eq!(ruleset.mission.reserve_enemy_distance, 0.0, "{name}: the rule of its time");
    }
    // Saved anew, it is a save of this program and says the same.
    let again = parse_save(&loaded.game.save_bytes().unwrap()).unwrap();
    assert_eq!((again.header.format, again.header.ruleset_hash), (FORMAT, save.header.ruleset_hash));
}

/// A battle that was played by a program in which every shot needed one more to hit. It is shown from end to end as it was
/// played, marked where the rules of this program do not bring it about; it can be gone through and played on; checking it
/// fails.
#[test]
fn a_battle_played_by_other_rules_is_shown_and_marked() {
    let path = root().join("tests/saves/format-5-other-rules.jsonl");
    let save = read_save(&path).unwrap();
    assert_eq!(save.header.format, 5);
    let loaded = Match::load(&path).unwrap();
    assert_eq!(loaded.damage, None);
    let mut game = loaded.game;
    let entries = game.history().entries().len();
    assert_eq!(entries, 90);
    let departed: Vec<usize> = game.departures().map(|(entry, _)| entry.0).collect();
    assert_eq!(departed, [13, 19, 20, 25, 27, 37, 43, 47, 56, 57, 59, 62, 66, 70, 75], "those that fire");
    let (_, first) = game.departures().next().unwrap();
    assert!(
        first.goes_on && first.why.contains("too few faces were given: test on toughness"),
        "{}",
        first.why
    );
    let words = game.departed_in_words().unwrap();
    assert!(words.starts_with("15 of 90 entries were played by other rules"), "{words}");
    match game.verify() {
        Err(MatchError::Departed { entry: 13, .. }) => {}
        other => panic!("{other:?}"),
    }
    // Saved again, what departs is as it was.
    let again = parse_save(&game.save_bytes().unwrap()).unwrap();
    assert_eq!(save.lines.len(), again.lines.len());
    for entry in departed {
        let [(_, _, saved), (_, _, again)] = [&save.lines[entry], &again.lines[entry]];
        assert_eq!(serde_json::to_string(saved).unwrap(), serde_json::to_string(again).unwrap());
    }
    // Every moment can be gone to, and the states are those of the time.
    for entry in (0..entries).rev() {
        game.go_to(EntryId(entry)).unwrap();
        let (state, present) = (game.battle().snapshot(), game.history().present());
        assert_eq!(StateHash::of(&state).unwrap(), present.outcome.hash, "entry {entry}");
    }
    // From where the rules depart, the battle can be played on by those of this program.
    game.go_to(EntryId(13)).unwrap();
    let next = game.history().entries()[14].command.clone().unwrap();
    game.submit(next).unwrap();
    assert_eq!(game.history().entries().len(), entries + 1);
}

/// What a command brought about that this program cannot read is the end of what can be shown; all before it is kept.
#[test]
fn an_outcome_of_an_unknown_kind_ends_what_is_shown() {
    let path = root().join("tests/saves/format-5-other-rules.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    // In the line of entry 13, the first that departs.
    let changed = |from: &str, to: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        assert!(lines[14].contains(from), "{from}");
        lines[14] = lines[14].replace(from, to);
        Match::from_save(parse_save(with_checksums(&lines.join("\n")).as_bytes()).unwrap()).unwrap()
    };
    let unknown = changed("\"UnitActed\"", "\"UnitDanced\"");
    let damage = unknown.damage.unwrap();
    assert_eq!((damage.line, unknown.game.history().entries().len()), (15, 13));
    assert!(damage.what.contains("cannot be read: unknown variant `UnitDanced`"), "{damage}");
    // A unit that the battle does not have.
    let damage = changed("\"UnitActed\":{\"unit\":\"A3", "\"UnitActed\":{\"unit\":\"A93").damage.unwrap();
    assert_eq!(damage.line, 15);
    assert!(damage.what.contains("what was saved of it cannot be shown"), "{damage}");
    // What still has to happen is of an unknown kind: the entry can be looked at, and not played on.
    let mut shown = changed("\"agenda\":[", "\"agenda\":[\"Dance\",").game;
    let (entry, departure) = shown.departures().next().map(|(entry, why)| (entry, why.clone())).unwrap();
    assert_eq!((entry, departure.goes_on), (EntryId(13), false));
    shown.go_to(entry).unwrap();
    let error = shown.submit(stay(unit("A1"))).unwrap_err().to_string();
    assert!(error.contains("can only be looked at"), "{error}");
}

/// A header says which game and which format a save is of.
#[test]
fn saves_of_other_games_and_formats_are_refused_by_name() {
    let path = root().join("tests/saves/format-5-other-rules.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let (game, format) = (r#""game":"warstrike","#, r#""format":5"#);
    for (from, to, words) in [
        (game, r#""game":"chess","#, "the save is of the game \"chess\"; this program plays \"warstrike\""),
        (game, "", "does not say which game it is of"),
        (format, r#""format":2"#, "the save has format 2; this program reads formats 3 to 5"),
        (format, r#""format":6,"new":1"#, "the save has format 6; this program reads formats 3 to 5"),
    ] {
        assert!(text.contains(from));
        let changed = with_checksums(&text.replacen(from, to, 1));
        let error = parse_save(changed.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}
