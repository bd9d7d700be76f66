//! A game is looked at as it stood after any entry, played on from there as another branch, or tried out without a trace.

use std::path::PathBuf;

use warstrike::game::engine::command::Command;
use warstrike::game::engine::play::{Match, MatchError};
use warstrike::game::engine::record::claim::{Claim, Existing};
use warstrike::game::engine::record::history::{Branch, DiceOrigin, EntryId};
use warstrike::game::engine::snapshot::StateHash;

use super::golden;
use super::support::{root, scratch};

/// A save that was played by other rules in part, and a whole game that was recorded.
fn games() -> Vec<(&'static str, Match)> {
    let save = root().join("tests/saves/format-5-other-rules.jsonl");
    vec![("other rules", Match::load(&save).unwrap().game), ("whole patrol", recorded("whole-patrol"))]
}

fn recorded(name: &str) -> Match {
    let orders = std::fs::read_to_string(golden::games().join(format!("{name}.orders"))).unwrap();
    let mut game = golden::open(&orders, None);
    for line in orders.lines().filter(|line| line.starts_with('{')) {
        let _refused = game.submit(serde_json::from_str::<Command>(line).unwrap());
    }
    game
}

fn hash(game: &Match) -> StateHash {
    StateHash::of(&game.battle().snapshot()).unwrap()
}

/// Forwards, backwards and in leaps: every moment is the state that was recorded, and looking changes nothing.
#[test]
fn every_moment_is_the_one_that_was_played() {
    for (name, mut game) in games() {
        let last = game.history().entries().len() - 1;
        let (before, saved) = (hash(&game), game.save_bytes().unwrap());
        let leaps = (0..=last).map(|step| step * 37 % (last + 1));
        let all: Vec<usize> = (0..=last).rev().chain(0..=last).chain(leaps).collect();
        for entry in all {
            game.look_at(EntryId(entry)).unwrap();
            let present = game.history().present();
            assert_eq!((present.id.0, present.outcome.hash), (entry, hash(&game)), "{name}: entry {entry}");
            assert_eq!(game.history().is_looked_at(), entry != last, "{name}: entry {entry}");
            assert_eq!(game.history().home(), EntryId(last));
        }
        game.look_at(EntryId(3)).unwrap();
        assert_eq!(game.save_bytes().unwrap(), saved, "{name}: a save says where the game stands");
        game.look_back().unwrap();
        assert_eq!(hash(&game), before, "{name}");
        assert_eq!(game.save_bytes().unwrap(), saved, "{name}");
    }
}

/// The command that was given after an entry.
fn command_after(game: &Match, entry: usize) -> Command {
    game.history().entries()[entry + 1].command.clone().unwrap()
}

/// While a moment is looked at no command is taken, and nothing is written.
#[test]
fn no_order_is_taken_in_the_past_and_nothing_is_written() {
    let (_folder, saves) = scratch();
    std::fs::create_dir_all(&saves).unwrap();
    let path: PathBuf = saves.join("recording.jsonl");
    let mut game = recorded("whole-patrol");
    game.record_to(Claim::on(&path, Existing::Kept).unwrap()).unwrap();
    let written = std::fs::read(&path).unwrap();
    game.look_at(EntryId(20)).unwrap();
    match game.submit(command_after(&game, 20)) {
        Err(MatchError::LookedAt(20)) => {}
        other => panic!("{:?}", other.map(|entry| entry.id)),
    }
    assert_eq!(game.history().present().id, EntryId(20));
    assert!(matches!(game.look_at(EntryId(100_000)), Err(MatchError::NoEntry(_))));
    assert_eq!(game.history().present().outcome.hash, hash(&game), "it stands where it stood");
    game.look_back().unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), written);
    assert_eq!(game.history().redo_target(), None, "and redoing is as it was");
}

/// Played on from an earlier moment, the game has another branch, and the first one stays: in memory and in the file.
#[test]
fn playing_on_from_a_moment_keeps_the_other_branch() {
    let mut game = recorded("whole-patrol");
    let last = game.history().entries().len() - 1;
    game.look_at(EntryId(30)).unwrap();
    let again = command_after(&game, 30);
    game.go_to(EntryId(30)).unwrap();
    assert!(!game.history().is_looked_at());
    let entry = game.submit(again).unwrap();
    assert_eq!((entry.after, entry.branch), (Some(EntryId(30)), Branch::WhatIf));
    assert_eq!(game.history().ends(), [EntryId(last), EntryId(last + 1)]);
    game.look_at(EntryId(last)).unwrap();
    assert_eq!(game.history().present().outcome.hash, hash(&game), "the other branch can be looked at");
    assert_eq!(game.history().home(), EntryId(last + 1));
    let loaded = Match::from_save(
        warstrike::game::engine::record::save::parse_save(&game.save_bytes().unwrap()).unwrap(),
    );
    let loaded = loaded.unwrap().game;
    assert_eq!(loaded.history().present().id, EntryId(last + 1));
    assert_eq!(loaded.history().ends().len(), 2);
}

/// What is tried out rolls other dice, can be undone and looked back on, is in no file, and is gone afterwards.
#[test]
fn a_try_out_leaves_no_trace() {
    let (_folder, saves) = scratch();
    std::fs::create_dir_all(&saves).unwrap();
    let path = saves.join("recording.jsonl");
    let mut game = recorded("whole-patrol");
    game.record_to(Claim::on(&path, Existing::Kept).unwrap()).unwrap();
    let (before, saved, written) = (hash(&game), game.save_bytes().unwrap(), std::fs::read(&path).unwrap());
    let entries = game.history().entries().len();
    // From the first command that rolled several dice.
    let rolled = |entry: &&warstrike::game::engine::record::history::Entry| {
        entry.faces().count() > 3 && entry.id.0 > 1
    };
    let from = game.history().entries().iter().find(rolled).unwrap().id.0 - 1;
    game.look_at(EntryId(from)).unwrap();
    game.try_out().unwrap();
    assert!(game.is_try_out() && !game.history().is_looked_at());
    let again = command_after(&game, from);
    let real: Vec<u8> = game.history().entries()[from + 1].faces().collect();
    let tried = game.submit(again).unwrap();
    assert_eq!(tried.dice, DiceOrigin::Fed);
    let faces: Vec<u8> = tried.faces().collect();
    assert_ne!(faces, real, "nobody learns what the battle rolls");
    let (tried, state) = (tried.id, hash(&game));
    assert!(game.is_tried_out(tried));
    assert_eq!(game.kept_at(), EntryId(entries - 1));
    assert_eq!(game.save_bytes().unwrap(), saved, "a save has none of it");
    assert!(game.undo().unwrap());
    assert!(game.redo().unwrap());
    assert_eq!(hash(&game), state);
    game.look_at(EntryId(2)).unwrap();
    game.look_back().unwrap();
    assert_eq!(hash(&game), state);
    assert!(game.end_try_out().unwrap());
    assert_eq!((hash(&game), game.history().entries().len()), (before, entries));
    assert_eq!(std::fs::read(&path).unwrap(), written);
    assert_eq!(game.save_bytes().unwrap(), saved);
    assert!(!game.end_try_out().unwrap());
    assert_eq!(game.history().redo_target(), None);
}
