//! Rulings as switches: what each reading does, and that nothing else changes.
//!
//! A row names a key, a word, and what is then seen; each fails where the switch is ignored.

mod elsewhere;
mod fighting;
mod fleeing;
mod seeing;
mod testing;

use std::sync::Arc;

use warstrike::game::engine::command::Command;
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::level::setup::Setup;
use warstrike::rules::ids::UnitId;
use warstrike::rules::ruleset::{Allowed, Ruleset, Value, key};

use super::level_files::bundle;
use super::support::setup;

fn unit(text: &str) -> UnitId {
    text.parse().unwrap()
}

fn command(text: &str) -> Command {
    serde_json::from_str(text).unwrap()
}

/// A ruleset with a switch set.
fn with(ruleset: &Ruleset, name: &str, word: &str) -> Ruleset {
    let Allowed::Choice(choices) = key(name).unwrap().allowed else { panic!("{name} is no switch") };
    let choice = choices.iter().find(|choice| choice.name == word);
    let choice = choice.unwrap_or_else(|| panic!("{name} has no word {word}"));
    ruleset.with(name, Value::Choice(choice.name)).unwrap()
}

/// A setup with switches set.
fn set(setup: &Setup, switches: &[(&str, &str)]) -> Arc<Setup> {
    let mut setup = setup.clone();
    for (name, word) in switches {
        setup.ruleset = with(&setup.ruleset, name, word);
    }
    Arc::new(setup)
}

/// A game on a level of the project.
fn game_on(level: &str, switches: &[(&str, &str)]) -> Match {
    Match::start(set(&setup(level), switches), DiceChoice::Seed(1)).unwrap()
}

/// A game on a table of 60 by 60 with pieces, in the Action phase of A's first turn.
fn game(terrain: &str, [a, b]: [&str; 2], switches: &[(&str, &str)]) -> Match {
    let text = format!(
        r#"Level(name: "t", table: (width: 60.0, depth: 60.0), mission: Drill, terrain: [{terrain}], forces: (
            A: (name: "a", units: [{a}]), B: (name: "b", units: [{b}]),
        ), opening: InPlay(round: 1, side: A, first: A, phase: Action))"#
    );
    let setup = Setup::from_bundle(bundle(&text)).unwrap_or_else(|faults| panic!("{faults}"));
    Match::start(set(&setup, switches), DiceChoice::Seed(1)).unwrap()
}

/// A unit of a card of ten rifles or another number of models, of which some stand at places and the others are lost.
fn models(id: &str, card: &str, count: usize, more: &str, places: &[[f64; 2]]) -> String {
    let stands = places.iter().map(|[x, y]| format!("(at: ({x:?}, {y:?}), facing: 90.0)"));
    let lost = (places.len()..count).map(|_| "Lost".to_owned());
    let models: Vec<String> = stands.chain(lost).collect();
    format!(r#"(id: "{id}", card: "{card}", {more} models: [{}]), "#, models.join(", "))
}
