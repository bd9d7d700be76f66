//! What a switch leaves alone: golden games in which its paragraph has no say end as they did.

use std::collections::BTreeMap;

use warstrike::rules::ruleset::{Allowed, keys};

use super::with;
use crate::golden::{games, hash_if};

/// Games about one thing each.
const GAMES: [&str; 14] = [
    "advance",
    "deployment",
    "fall-back",
    "fight-charge",
    "fight-chain",
    "fight-doorway",
    "fight-tests",
    "gallery-structures",
    "meeting-engagement",
    "nerves",
    "open-fire",
    "rout",
    "runners",
    "turns",
];

/// The games that each reading changes: none of the others.
const CHANGED: [(&str, &str, &[&str]); 22] = [
    ("leadership.salvo_beside_hits", "Marker", &[]),
    ("falling_back.clockwise_from", "Facing", &[]),
    ("falling_back.rout_saw", "InArc", &["fight-charge"]),
    ("falling_back.first_in_rout", "WithLeader", &["rout"]),
    ("sight.edge_cover", "ByShareAlone", &[]),
    ("mission.force_leaders", "OnTable", &[]),
    ("leadership.suppressed_officer", "Silent", &[]),
    ("leadership.who_inspires", "EveryModel", &[]),
    ("leadership.inspires_to", "Leader", &[]),
    ("leadership.recovery_order", "Player", &["nerves"]),
    ("movement.openings", "Fitting", &[]),
    ("falling_back.safe_from", "Concealed", &["fall-back", "fight-chain"]),
    ("falling_back.only_place", "Taken", &[]),
    ("falling_back.followers", "EachInTurn", &[]),
    ("sight.wood_obscures", "Throughout", &[]),
    ("shooting.blind_shots", "AsHidden", &["open-fire"]),
    ("close_combat.defence_counts", "EachUsesUp", &[]),
    ("close_combat.defence_counts", "Apart", &[]),
    ("close_combat.charge_by", "ClosingIn", &[]),
    ("mission.nothing_to_place", "Nobody", &[]),
    ("mission.level_roll_off", "GoesToBonus", &["deployment", "meeting-engagement"]),
    ("mission.placed_last", "Leaders", &["deployment"]),
];

#[test]
fn a_reading_changes_only_games_in_which_its_paragraph_has_a_say() {
    let pinned = std::fs::read_to_string(games().join("hashes.txt")).unwrap();
    let pinned: BTreeMap<&str, &str> = pinned
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(name, hashes)| (name, hashes.split(' ').next().unwrap()))
        .collect();
    let mut wrong = Vec::new();
    for (key, word, expected) in CHANGED {
        let changed = GAMES.iter().copied().filter(|name| {
            let hash = hash_if(name, |setup| setup.ruleset = with(&setup.ruleset, key, word));
            hash != pinned[name]
        });
        let changed: Vec<_> = changed.collect();
        if changed != expected {
            wrong.push(format!("{key}: {word} changes {changed:?}, not {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every other reading of every ruling is in the list.
#[test]
fn no_reading_is_left_out() {
    for info in keys().iter().filter(|info| info.ruling.is_some() || info.key == "falling_back.safe_from") {
        let Allowed::Choice(words) = info.allowed else { panic!("{} is no switch", info.key) };
        for word in &words[1..] {
            let listed = CHANGED.iter().any(|(key, other, _)| *key == info.key && *other == word.name);
            assert!(listed, "{}: {}", info.key, word.name);
        }
    }
}
