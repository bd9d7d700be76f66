//! A question about fire that nobody can answer with fire: no model has a shot, or a throw at a model. The window holds fire for
//! the player instead of asking; the command is recorded like any other.

use super::open_game::{Commander, OpenGame};
use crate::game::dispatch;
use crate::game::engine::agenda::Choice;
use crate::game::engine::command::Command;

impl OpenGame {
    /// The answer to a question about fire to which there is no other, if it is put to a person. What happened at a real table is for
    /// people to say.
    ///
    /// Rule: ACT-4, RE-1, SHO-10.
    pub(super) fn only_answer(&self) -> Option<Command> {
        let battle = self.game.battle();
        let decision =
            battle.decision().filter(|decision| self.commander(decision.player) == Commander::Person)?;
        if !matches!(decision.choice, Choice::Shooting(_)) || self.game.setup().is_recorded() {
            return None;
        }
        let mut answers = dispatch::answers(battle.view(), decision);
        let last = answers.pop().filter(|_| answers.is_empty())?;
        Some(Command::new(decision.player, last.order))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::play::{DiceChoice, Match};
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::ui::output::offscreen::without_files;

    /// A game of the runners, after A1's run with these moves.
    fn after_run(moves: &str) -> OpenGame {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let data = DataFolder::find(Some(root)).unwrap();
        let level = root.join("tests/games/runners.ron").display().to_string();
        let setup = load_level(&level, &data, None).unwrap_or_else(|faults| panic!("{faults}"));
        let mut game = Match::start(Arc::new(setup), DiceChoice::Seed(7)).unwrap();
        let run = format!(r#"{{"player":"A","order":{{"AtTheDouble":{{"unit":"A1","moves":[{moves}]}}}}}}"#);
        for order in [
            r#"{"player":"A","order":{"AnnounceDouble":{"unit":"A1"}}}"#,
            r#"{"player":"B","order":"HoldFire"}"#,
            &run,
            r#"{"player":"B","order":"HoldFire"}"#,
        ] {
            game.submit(serde_json::from_str(order).unwrap())
                .unwrap_or_else(|error| panic!("{order}: {error}"));
        }
        OpenGame::new(game, &without_files())
    }

    const NEARER: &str = r#"{"model":"A1.1","path":[[-70,0]],"facing":0},{"model":"A1.2","path":[[-68.5,0]],"facing":0},
        {"model":"A1.3","path":[[-67,0]],"facing":0}"#;

    /// Rule: ACT-4, SHO-10. From where A1 stands B2 is 6.8 away, farther than Th 6: only bare ground near it could be thrown at. After
    /// the run it is 5.3 away, and each answer is one that the rules take.
    #[test]
    fn nobody_is_asked_to_fire_without_a_target() {
        let far = after_run("");
        let hold = far.only_answer().expect("nobody has a target");
        assert!(far.game.battle().check(&hold).is_ok(), "{hold:?}");
        let near = after_run(NEARER);
        assert_eq!(near.only_answer(), None, "A1.1 may throw at B2");
        let (battle, answers) = (near.game.battle(), near.answers());
        assert_eq!(answers.len(), 2);
        for answer in answers {
            let command = Command::new(battle.decision().unwrap().player, answer.order);
            assert!(battle.check(&command).is_ok(), "{}", answer.text);
        }
    }
}
