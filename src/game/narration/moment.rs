//! A moment of a battle in words: when it is, and what happened in it.

use super::words::{force, phase};
use super::{Weight, sentences};
use crate::game::engine::fact::Fact;
use crate::level::setup::Setup;
use crate::rules::turn::{Phase, Turn};

/// At most so many sentences say what happened.
const SENTENCES: usize = 3;

/// "Round 2 · Action phase of Town garrison (B)".
pub fn when(setup: &Setup, turn: Turn) -> String {
    match turn.phase {
        Phase::Deployment => "Deployment".to_owned(),
        Phase::Over => "The end of the battle".to_owned(),
        _ => format!("Round {} · {} phase of {}", turn.round, phase(turn.phase), force(setup, turn.side)),
    }
}

/// Summary of the facts of one command, in a few sentences; empty where nothing is noteworthy.
pub fn what(setup: &Setup, facts: &[Fact]) -> String {
    let all = sentences(setup, facts);
    let of = |weights: &[Weight]| -> Vec<String> {
        let chosen = all.iter().filter(|sentence| weights.contains(&sentence.weight));
        chosen.map(|sentence| sentence.text.trim_end_matches('.').to_owned()).collect()
    };
    let lines = of(&[Weight::Line]);
    let mut lines =
        if lines.is_empty() { of(&[Weight::Heading, Weight::Phase, Weight::Quiet]) } else { lines };
    let more = lines.len() > SENTENCES;
    lines.truncate(SENTENCES);
    let text: Vec<String> = lines.into_iter().map(|line| format!("{line}.")).collect();
    if more { format!("{} …", text.join(" ")) } else { text.join(" ") }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::play::{DiceChoice, Match};
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::rules::ids::Side;

    #[test]
    fn a_moment_says_when_it_is_and_what_happened() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = Arc::new(load_level("street", &data, None).unwrap());
        let turn = |phase| Turn { round: 2, side: Side::B, first: Side::A, phase };
        for (phase, expected) in [
            (Phase::Deployment, "Deployment"),
            (Phase::Action, "Round 2 · Action phase of Town garrison (B)"),
            (Phase::Over, "The end of the battle"),
        ] {
            assert_eq!(when(&setup, turn(phase)), expected);
        }
        let mut game = Match::start(Arc::clone(&setup), DiceChoice::Seed(1)).unwrap();
        let unit = "A1".parse().unwrap();
        let stay = crate::game::phases::moving::kinds::AdvanceUnit {
            unit,
            moves: Vec::new(),
            fire: Vec::new(),
            sequence: crate::game::phases::moving::kinds::Sequence::MoveFirst,
        };
        let facts = game.submit(crate::game::engine::command::Command::new(Side::A, stay)).unwrap();
        let facts = facts.outcome.facts.clone();
        assert_eq!(what(&setup, &facts), "First rifles (A1) hold their ground.");
        assert_eq!(what(&setup, &[]), "");
    }
}
