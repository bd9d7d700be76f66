//! Saves of older programs: they are opened and replayed by this one.
//!
//! `tests/saves/NAME.jsonl` was written by the program of its time and is never changed. A file stays as long as its format is
//! read.

use warstrike::game::engine::play::Match;
use warstrike::game::engine::record::journal::{FORMAT, OLDEST_FORMAT};
use warstrike::game::engine::record::save::{parse_save, read_save};

use super::support::root;

/// Every save is read whole, replays to the states it was saved with, and has the format and the assumed keys of its time.
#[test]
fn saves_of_older_programs_are_replayed() {
    check("format-3-patrol", 3, 53, &["mission.reserve_enemy_distance", "mission.force_max_points"]);
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
    assert_eq!(ruleset.assumed, assumed, "{name}: keys that were added since");
    assert_eq!(ruleset.mission.reserve_enemy_distance, 0.0, "{name}: the rule of its time");
    // Saved anew, it is a save of this program and says the same.
    let again = parse_save(&loaded.game.save_bytes().unwrap()).unwrap();
    assert_eq!((again.header.format, again.header.ruleset_hash), (FORMAT, save.header.ruleset_hash));
}
