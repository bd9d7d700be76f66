//! Close combat as it is played: whole fights with dice from a seed, whatever their course.

use std::sync::Arc;

use warstrike::game::dispatch::answers;
use warstrike::game::engine::command::Command;
use warstrike::game::engine::components::CombatPart;
use warstrike::game::engine::play::{DiceChoice, Game};
use warstrike::game::narration::sentences;
use warstrike::game::phases::close_combat::groups::groups;
use warstrike::game::phases::turn::is_act;
use warstrike::rules::turn::Phase;

use super::chance::Chance;
use super::support::setup_under;

/// Answers every question of a fight until a unit is to be activated: the first answer, or any.
fn play_out(game: &mut Game, mut choose: impl FnMut(usize) -> usize) {
    for _ in 0..1_000 {
        let Some(decision) = game.battle().decision() else { return };
        if is_act(decision.choice) {
            return;
        }
        let mut answers = answers(game.battle().view(), decision);
        let order = answers.swap_remove(choose(answers.len())).order;
        let command = Command { player: decision.player, order };
        game.submit(command.clone()).unwrap_or_else(|error| panic!("{command:?}: {error}"));
    }
    panic!("the fight does not end");
}

/// Rule: CC-7, CC-8 (a combat ends), TURN-5 (in the same turn).
#[test]
fn every_fight_ends_and_leaves_nobody_in_it() {
    for seed in 0..40 {
        let setup = Arc::clone(&setup_under("melee", None));
        let mut game = Game::start(setup, DiceChoice::Seed(seed)).unwrap();
        let mut chance = Chance::new(seed);
        for line in [
            r#"{"player":"A","order":{"AdvanceUnit":{"unit":"A1","moves":[{"model":"A1.1","path":[[0,-4]],"facing":90},{"model":"A1.2","path":[[2,-4]],"facing":90}]}}}"#,
            r#"{"player":"A","order":"EndPhase"}"#,
        ] {
            game.submit(serde_json::from_str(line).unwrap()).unwrap();
        }
        assert_eq!(groups(game.battle().view()).len(), 1);
        play_out(&mut game, |count| chance.below(count));
        let view = game.battle().view();
        assert_eq!(view.turn().phase, Phase::Action, "the next turn has begun");
        for unit in view.units() {
            assert_eq!(unit.activity.combat, None, "{}", unit.id);
            assert!(view.models(unit.id).all(|model| model.condition.combat == CombatPart::None));
        }
        if std::env::var_os("WARSTRIKE_SAY").is_some() {
            for entry in game.history().line() {
                for sentence in sentences(game.setup(), &entry.outcome.facts) {
                    println!("{}", sentence.text);
                    for detail in sentence.details {
                        println!("      {detail}");
                    }
                }
            }
        }
    }
}
