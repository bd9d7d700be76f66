//! The players' word: what it changes, what it ends, and that no game by the rules takes it.

use std::sync::Arc;

use warstrike::game::dispatch::{answers, prompt};
use warstrike::game::engine::agenda::{Choice, Decision};
use warstrike::game::engine::command::{Command, Order};
use warstrike::game::engine::play::{DiceChoice, Match, MatchError};
use warstrike::game::engine::record::claim::Existing;
use warstrike::game::narration::sentences;
use warstrike::game::phases::deployment::kinds::ModelPlace;
use warstrike::game::phases::turn::victory::holder;
use warstrike::game::phases::word::instead::{instead_of, standing_at};
use warstrike::game::phases::word::kinds::{
    Acted, BattleIsOver, Choice as WordChoice, GiveState, Order as Word, RemoveModels, SetUnit, Stance,
    TakeObjective,
};
use warstrike::level::setup::Setup;
use warstrike::rules::ids::{Side, UnitId};
use warstrike::rules::measures::Place;
use warstrike::rules::turn::Phase;
use warstrike::rules::victory::{Ending, Hold};

use super::support::{end_phase, first_answer, scratch, setup, shift, stay, with_checksums};

/// A recorded game on a level, rolled from a seed.
fn recorded(level: &str, seed: u64) -> Match {
    let setup = Arc::new(Setup::clone(&setup(level)).recorded());
    Match::start(setup, DiceChoice::Seed(seed)).unwrap()
}

fn unit(id: &str) -> UnitId {
    id.parse().unwrap()
}

fn say(game: &mut Match, word: impl Into<Word>) -> Result<Vec<String>, String> {
    let word: Word = word.into();
    let player = game.battle().decision().map_or(Side::A, |decision| decision.player);
    match game.submit(Command { player, order: Order::Word(word) }) {
        Ok(entry) => {
            let facts = entry.outcome.facts.clone();
            Ok(sentences(game.setup(), &facts).into_iter().map(|sentence| sentence.text).collect())
        }
        Err(MatchError::Refused(refusal)) => Err(format!("{} ({})", refusal.text(), refusal.rule())),
        Err(error) => panic!("{error}"),
    }
}

fn set(game: &Match, of: &str, x: i32, y: i32) -> Word {
    let at = game.battle().view().leader(unit(of)).unwrap().pose.at;
    let to = Place::flat(at.x.0 + x, at.y.0 + y);
    standing_at(game.battle().view(), unit(of), to).unwrap()
}

fn turn(game: &Match) -> (Side, Phase) {
    (game.battle().view().turn().side, game.battle().view().turn().phase)
}

/// Rule: MOV-4, BAS-6, BAS-9, SUP-3, LD-2, MIS-4. Each row: a word on the duel, and why it is not taken; nothing but the table is
/// asked.
#[test]
fn a_word_is_refused_for_what_is_not_there() {
    let at = |x: i32, y: i32| Place::flat(x, y);
    let one = |of: &str, model: u8, at: Place| {
        let place = ModelPlace { model: unit(of).model(model), at, facing: Default::default() };
        Word::SetUnit(SetUnit { unit: unit(of), models: vec![place] })
    };
    let gone = |of: &str, models: &[u8]| {
        let models = models.iter().map(|model| unit(of).model(*model)).collect();
        Word::RemoveModels(RemoveModels { unit: unit(of), models })
    };
    let state = |of: &str, change: fn(&mut GiveState)| {
        let mut state = GiveState::of(unit(of));
        change(&mut state);
        Word::GiveState(state)
    };
    let takes = |objective: &str, by| Word::TakeObjective(TakeObjective { objective: objective.into(), by });
    for (word, expected) in [
        (one("A5", 2, at(0, 14_000)), "A5.2 is not on the table (BAS-6)"),
        (one("A2", 1, at(40_000, 0)), "A2.1 would overhang"),
        (one("A2", 1, at(0, 12_300)), "the base of A2.1 would overlap that of B2.1 (MOV-4)"),
        (one("A2", 1, at(-12_000, 0)), "the base of A2.1 would overlap \"fence\""),
        (
            one("A2", 1, Place { z: warstrike::rules::measures::Thou(900), ..at(0, -14_000) }),
            "A2.1 cannot stand at height",
        ),
        (one("A2", 9, at(0, 0)), "A2 has no model 9 (BAS-9)"),
        (one("A9", 1, at(0, 0)), "there is no unit A9 in this battle (MIS-7)"),
        (Word::SetUnit(SetUnit { unit: unit("A2"), models: vec![] }), "no model of A2 is named (BAS-9)"),
        (gone("A5", &[2]), "A5.2 is not on the table (BAS-6)"),
        (gone("A5", &[1, 1]), "A5.1 is named twice (BAS-9)"),
        (state("A6", |state| state.hit_die = Some(1)), "A6 has no models on the table (TURN-3)"),
        (state("A1", |state| state.hit_die = Some(7)), "the hit-die of A1 shows at most 6 (SUP-3)"),
        (state("A1", |state| state.nerve_markers = Some(9)), "A1 has at most 3 nerve markers (LD-2)"),
        (state("A1", |state| state.suppression_markers = Some(1)), "A1 has no suppression markers (SUP-1)"),
        (state("A1", |state| state.nerve_markers = Some(2)), "that is so already (TURN-3)"),
        (state("A4", |state| state.acted = Some(Acted::Yes)), "that is so already (TURN-3)"),
        (takes("door", None), "there is no objective \"door\" in this battle (MIS-4)"),
        (takes("gate", None), "that is so already (TURN-3)"),
    ] {
        let mut game = recorded("duel", 1);
        let before = game.battle().snapshot();
        let refused = say(&mut game, word.clone()).unwrap_err();
        assert!(refused.contains(expected), "{word:?}: {refused}");
        assert_eq!(game.battle().snapshot(), before);
    }
    // What only the rules forbid is taken: onto the impassable pond, next to the enemy, out of coherency, a second time.
    for word in [one("A2", 1, at(12_000, 0)), one("A2", 1, at(0, 10_900)), one("A1", 1, at(0, 16_000))] {
        let mut game = recorded("duel", 1);
        say(&mut game, word.clone()).unwrap_or_else(|why| panic!("{word:?}: {why}"));
    }
}

/// Every word is refused in a game by the rules, and none is listed as an answer.
#[test]
fn a_game_by_the_rules_takes_no_word() {
    let mut game = Match::start(setup("duel"), DiceChoice::Seed(1)).unwrap();
    let words = [
        set(&game, "A2", 1000, 0),
        Word::RemoveModels(RemoveModels { unit: unit("A2"), models: vec![unit("A2").model(1)] }),
        Word::GiveState(GiveState { hit_die: Some(2), ..GiveState::of(unit("A1")) }),
        Word::TakeObjective(TakeObjective { objective: "gate".into(), by: Some(Side::A) }),
        Word::PhaseIsOver,
        Word::TurnIsOver,
        Word::BattleIsOver(BattleIsOver { winner: None }),
    ];
    for word in words {
        let refused = say(&mut game, word).unwrap_err();
        assert!(refused.starts_with("this game is played by the rules"), "{refused}");
    }
    let decision = game.battle().decision().unwrap();
    let listed = answers(game.battle().view(), decision);
    assert!(listed.iter().all(|answer| !matches!(answer.order, Order::Word(_))), "{listed:?}");
}

/// What is said is so, is told as a word, is undone and redone, and is the same after it is saved and loaded.
#[test]
fn a_word_is_an_entry_like_any_other() {
    let mut game = recorded("duel", 1);
    let before = game.battle().snapshot();
    let word = set(&game, "A2", 2000, 9000);
    let told = say(&mut game, word).unwrap();
    assert!(told[0].starts_with("By the players' word: ") && told[0].contains("9"), "{told:?}");
    let told = say(
        &mut game,
        Word::RemoveModels(RemoveModels {
            unit: unit("B1"),
            models: vec![unit("B1").model(4), unit("B1").model(5)],
        }),
    );
    assert!(told.unwrap()[0].ends_with("2 models, 8 left."));
    let state = GiveState {
        hit_die: Some(6),
        nerve_markers: Some(1),
        acted: Some(Acted::Yes),
        stance: Some(Stance::Down),
        ..GiveState::of(unit("B1"))
    };
    let told = say(&mut game, Word::GiveState(state)).unwrap();
    assert!(
        told[0].ends_with("are shaken (6 hits), have 1 nerve marker, are down and have acted."),
        "{told:?}"
    );
    let told =
        say(&mut game, Word::TakeObjective(TakeObjective { objective: "gate".into(), by: Some(Side::B) }));
    assert!(told.unwrap()[0].contains("(B) has the gate"));
    let view = game.battle().view();
    assert_eq!(holder(view, &view.objectives()[0]), Hold::Held(Side::B));
    assert_eq!(view.standing(unit("B1")).count(), 8);
    let after = game.battle().snapshot();
    for _ in 0..4 {
        assert!(game.undo().unwrap());
    }
    assert_eq!(game.battle().snapshot(), before);
    while game.redo().unwrap() {}
    assert_eq!(game.battle().snapshot(), after);
    let (_folder, saves) = scratch();
    let file = saves.join("evening.jsonl");
    game.save(&file, Existing::Kept).unwrap();
    let loaded = Match::load(&file).unwrap();
    assert_eq!((loaded.damage, loaded.game.battle().snapshot()), (None, after));
    assert!(loaded.game.setup().is_recorded());
    assert_eq!(game.verify().unwrap(), game.history().entries().len());
    // Without the word in its head the same file is of a game by the rules, which never took these words.
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains(r#""conduct":"AtARealTable""#));
    let by_rules = with_checksums(&text.replace(r#","conduct":"AtARealTable""#, ""));
    std::fs::write(&file, by_rules).unwrap();
    assert!(Match::load(&file).unwrap().game.departures().next().is_some());
}

/// Rule: TURN-1, TURN-6. The players know when a phase, a turn or the battle is over.
#[test]
fn phases_turns_and_the_battle_end_by_word() {
    let mut game = recorded("duel", 1);
    assert!(game.submit(end_phase(Side::A)).is_err(), "not everybody has acted");
    let told = say(&mut game, Word::PhaseIsOver).unwrap();
    assert_eq!(told[0], "By the players' word: the Action phase is over.");
    assert_eq!(turn(&game), (Side::B, Phase::Action));
    say(&mut game, Word::TurnIsOver).unwrap();
    assert_eq!((turn(&game), game.battle().view().turn().round), ((Side::A, Phase::Action), 3));
    let told = say(&mut game, Word::BattleIsOver(BattleIsOver { winner: Some(Side::B) })).unwrap();
    assert!(told.last().unwrap().contains("Orange patrol (B) wins: both players say so"), "{told:?}");
    let result = game.battle().view().result().unwrap().clone();
    assert_eq!((result.winner, result.reason), (Some(Side::B), Ending::PlayersWord));
    let refused = say(&mut game, Word::PhaseIsOver).unwrap_err();
    assert!(refused.contains("the battle is over"), "{refused}");
    // The last round ends it as always.
    let mut game = recorded("duel", 1);
    for _ in 0..4 {
        say(&mut game, Word::TurnIsOver).unwrap();
    }
    assert_eq!(game.battle().view().result().unwrap().reason, Ending::LastRound);
}

/// Rule: RE-1, TURN-3. A word in the middle of a run ends it: the unit has acted, and its player goes on.
#[test]
fn a_word_in_the_middle_of_an_action_ends_it() {
    for seed in 0..40 {
        let mut game = recorded("runners", seed);
        let Some((runner, asked)) = in_the_middle(&mut game) else { continue };
        let word = set(&game, "A1", 0, 300);
        if say(&mut game, word).is_err() {
            continue;
        }
        let view = game.battle().view();
        assert!(view.unit(runner).unwrap().activity.acted, "seed {seed}: {asked:?}");
        let decision = game.battle().decision().unwrap();
        assert_eq!(
            (decision.player, prompt(view, decision).form),
            (view.turn().side, warstrike::game::prompt::Form::ActivateUnit)
        );
        return;
    }
    panic!("nobody was in the middle of anything");
}

/// Announces runs until somebody may snap fire.
fn in_the_middle(game: &mut Match) -> Option<(UnitId, Choice)> {
    let units: Vec<UnitId> = game.battle().view().units().map(|unit| unit.id).collect();
    for unit in units {
        let order = warstrike::game::phases::moving::kinds::AnnounceDouble { unit };
        let _refused = game.submit(Command::new(unit.side, order));
        match game.battle().decision()? {
            Decision { choice: choice @ (Choice::Shooting(_) | Choice::Moving(_)), .. } => {
                return Some((unit, choice));
            }
            _ => continue,
        }
    }
    None
}

/// Rule: CC-1, CC-4, TURN-5. A word in a close combat ends it: the players tell the rest of the phase, and end it.
#[test]
fn a_word_in_a_close_combat_ends_it() {
    let mut game = recorded("brawl", 3);
    for _ in 0..60 {
        let fights =
            matches!(game.battle().decision(), Some(Decision { choice: Choice::CloseCombat(_), .. }));
        if fights {
            break;
        }
        let view = game.battle().view();
        let player = game.battle().decision().unwrap().player;
        let own: Vec<UnitId> = view.units().map(|unit| unit.id).filter(|unit| unit.side == player).collect();
        let moved = own.iter().any(|unit| {
            let ahead = if player == Side::A { 1500 } else { -1500 };
            game.submit(shift(&game, *unit, 0, ahead)).is_ok() || game.submit(stay(*unit)).is_ok()
        });
        if !moved {
            let next = first_answer(&game).unwrap_or(end_phase(player));
            game.submit(next).unwrap();
        }
    }
    let asked = game.battle().decision().unwrap();
    assert!(matches!(asked.choice, Choice::CloseCombat(_)), "{asked:?}");
    let (side, phase) = turn(&game);
    say(&mut game, Word::GiveState(GiveState { hit_die: Some(5), ..GiveState::of(unit("B1")) })).unwrap();
    let decision = game.battle().decision().unwrap();
    assert_eq!(decision, Decision { player: side, choice: WordChoice::TellOn.into() });
    assert!(game.battle().view().units().all(|unit| unit.activity.combat.is_none()));
    // The rest is told, too, and no order is taken.
    let refused = game.submit(stay(unit("A1"))).unwrap_err().to_string();
    assert!(refused.contains("the players tell the rest of this phase"), "{refused}");
    say(&mut game, Word::GiveState(GiveState { hit_die: Some(1), ..GiveState::of(unit("B1")) })).unwrap();
    say(&mut game, Word::PhaseIsOver).unwrap();
    assert_ne!(turn(&game), (side, phase));
}

/// Rule: MIS-1, MIS-2. Units are brought on, or left at home, by word: the other player places next, and then the game begins.
#[test]
fn a_whole_deployment_is_told() {
    let mut game = recorded("muster", 5);
    let refused = say(&mut game, Word::PhaseIsOver).unwrap_err();
    assert!(refused.contains("still being deployed"), "{refused}");
    let mut players = Vec::new();
    for nth in 0.. {
        let Some(Decision { player, choice: Choice::Deployment(_) }) = game.battle().decision() else {
            break;
        };
        let view = game.battle().view();
        let Some(next) =
            view.units().map(|unit| unit.id).find(|unit| unit.side == player && view.waits(*unit))
        else {
            game.submit(first_answer(&game).unwrap()).unwrap();
            continue;
        };
        players.push(player);
        let models: Vec<_> = view.models(next).map(|model| model.id).collect();
        let part =
            Word::RemoveModels(RemoveModels { unit: next, models: models[..models.len() - 1].to_vec() });
        if models.len() > 1 {
            assert!(say(&mut game, part).unwrap_err().contains("not on the table yet"));
        }
        let place = |(index, model): (i32, &_)| ModelPlace {
            model: *model,
            at: Place::flat(-25_000 + 1200 * index, -3000 + 1500 * nth),
            facing: Default::default(),
        };
        let brought = SetUnit { unit: next, models: (0..).zip(&models).map(place).collect() };
        if say(&mut game, Word::SetUnit(brought)).is_err() {
            say(&mut game, Word::RemoveModels(RemoveModels { unit: next, models })).unwrap();
        }
        assert!(nth < 40, "deployment never ends");
    }
    assert!(players.windows(2).any(|pair| pair[0] != pair[1]), "{players:?}");
    assert_eq!(game.battle().view().turn().phase, Phase::Action);
}

/// The word that stands for a refused order is what the order would have brought about.
#[test]
fn what_is_refused_happened_on_the_table() {
    let mut game = recorded("duel", 1);
    let too_far = shift(&game, unit("A2"), 0, 11_000);
    assert!(game.battle().check(&too_far).is_err());
    let word = instead_of(game.battle().view(), &too_far.order).unwrap();
    say(&mut game, word).unwrap();
    let at = game.battle().view().model(unit("A2").model(1)).unwrap().pose.at;
    assert_eq!(at.ground(), [-8.0, 7.0]);
    let view = game.battle().view();
    assert_eq!(instead_of(view, &end_phase(Side::A).order), Some(Word::PhaseIsOver));
    assert_eq!(instead_of(view, &stay(unit("A1")).order), None, "nothing to set");
}
