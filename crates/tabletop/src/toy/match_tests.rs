//! The toy game is played, saved, replayed, undone, refused and narrated.

use std::sync::Arc;

use super::game::{EmptyCup, Fact, Order, Reason};
use super::{Subject, ToyBundle, ToyGame, ToySetup};
use crate::audience::facts_for;
use crate::battle::Battle;
use crate::chance::{Effort, expected};
use crate::command::Command;
use crate::dice::Dice;
use crate::game::{Game, Setup, State};
use crate::ids::Side;
use crate::luck::running_luck;
use crate::matches::{DiceChoice, LoadError, Match, MatchError};
use crate::record::history::Rationale;
use crate::record::save::parse_save;
use crate::sentence::sentences;
use crate::testing::check_match;

fn setup() -> Arc<ToySetup> {
    Arc::new(ToySetup { bundle: ToyBundle { chits: vec![1, 1, 2, 3] } })
}

fn started(dice: DiceChoice) -> Match<ToyGame> {
    Match::start(setup(), dice).unwrap()
}

fn command(player: Side, order: Order) -> Command<ToyGame> {
    Command { player, order }
}

/// One of the listed answers, by a number.
fn listed(battle: &Battle<ToyGame>, number: usize) -> Command<ToyGame> {
    let decision = battle.decision().unwrap();
    let answers = ToyGame::answers(battle.view(), decision);
    command(decision.player, answers[number * 7 % answers.len()].order)
}

#[test]
fn it_is_played_to_its_end() {
    let mut ends = [0; 2];
    for seed in 0..50 {
        let number = |battle: &Battle<ToyGame>, number: usize| listed(battle, number + seed as usize);
        let played = check_match(&setup(), seed, 100, number);
        assert!(played.battle().decision().is_none(), "it ends");
        let facts = played.history().line().into_iter().flat_map(|entry| &entry.outcome.facts);
        ends[usize::from(facts.into_iter().any(|fact| matches!(fact, Fact::Over { winner: None })))] += 1;
    }
    assert!(ends.iter().all(|count| *count > 0), "some are won and some are drawn: {ends:?}");
}

/// Why a command was given is kept with its entry and in the save, and changes no state; a save that says nothing of it loads.
#[test]
fn the_reason_for_a_command_is_kept_with_it() {
    let rationale =
        Rationale { by: "bold".to_owned(), does: "A draws".to_owned(), why: "why not".to_owned() };
    let [mut reasoned, mut silent] = [(); 2].map(|()| started(DiceChoice::Seed(3)));
    for number in 0..3 {
        let given = listed(reasoned.battle(), number);
        if number != 1 {
            reasoned.give_reason(&given, rationale.clone());
        }
        reasoned.submit(given.clone()).unwrap();
        silent.submit(given).unwrap();
    }
    let kept = |game: &Match<ToyGame>| {
        game.history().line().into_iter().map(|entry| entry.rationale.clone()).collect::<Vec<_>>()
    };
    let expected = [None, Some(rationale.clone()), None, Some(rationale.clone())];
    assert_eq!(kept(&reasoned), expected);
    let hash = |game: &Match<ToyGame>| game.history().present().outcome.hash;
    assert_eq!(hash(&reasoned), hash(&silent));
    let loaded = |game: &Match<ToyGame>| {
        let bytes = game.save_bytes().unwrap();
        let says = String::from_utf8(bytes.clone()).unwrap().matches("why not").count();
        (says, Match::<ToyGame>::from_save(parse_save(&bytes).unwrap()).unwrap().game)
    };
    let (said, again) = loaded(&reasoned);
    assert_eq!((said, kept(&again)), (2, expected.to_vec()));
    let (said, again) = loaded(&silent);
    assert_eq!((said, kept(&again)), (0, vec![None; 4]));
    // A reason given for one command is not kept with another.
    let other = listed(reasoned.battle(), 0);
    let given = Command { player: other.player.other(), ..other.clone() };
    reasoned.give_reason(&given, rationale);
    reasoned.submit(other).unwrap();
    assert_eq!(kept(&reasoned).last(), Some(&None));
}

#[test]
fn what_is_not_listed_is_refused_and_says_what_it_is_about() {
    let mut played = started(DiceChoice::Seed(1));
    for (by, order, json) in [
        (
            Side::A,
            Order::Move { to: 3 },
            r#"{"reason":"NotListed","rule":"TOY-1","text":"side A cannot do that now","hex":3}"#,
        ),
        (
            Side::A,
            Order::Attack,
            r#"{"reason":"NotListed","rule":"TOY-1","text":"side A cannot do that now","marker":"A"}"#,
        ),
        (Side::B, Order::Draw, r#"{"reason":"NotYourTurn","rule":"TOY-1","text":"it is side A's turn"}"#),
    ] {
        let before = played.battle().snapshot();
        match played.submit(command(by, order)) {
            Err(MatchError::Refused(refusal)) => assert_eq!(serde_json::to_string(&refusal).unwrap(), json),
            other => panic!("{order:?}: {:?}", other.map(|entry| entry.id)),
        }
        assert_eq!(played.battle().snapshot(), before, "{order:?} changed nothing");
    }
    assert_eq!(Reason::ALL, [Reason::NotListed, Reason::NotYourTurn, Reason::Over]);
}

/// A chit is known to the player who drew it; the other sees neither the fact nor the hand.
#[test]
fn a_drawn_chit_is_hidden_from_the_other_player() {
    let setup = setup();
    let mut state = ToyGame::open(Arc::clone(&setup), crate::dice::Dice::seeded(1));
    ToyGame::apply(&mut state, &[Fact::Drawn { side: Side::A, chit: 3 }]).unwrap();
    assert_eq!(state.view_for(Side::A).hand(Side::A), Some(&[3][..]));
    assert_eq!(state.view_for(Side::B).hand(Side::A), None);
    assert_eq!(state.view().hand(Side::A), Some(&[3][..]), "the rules know it");

    let mut played = started(DiceChoice::Seed(1));
    let facts = played.submit(command(Side::A, Order::Draw)).unwrap().outcome.facts.clone();
    let seen = |side| facts_for::<ToyGame>(&facts, side).count();
    assert_eq!((facts.len(), seen(Side::A), seen(Side::B)), (2, 2, 1));
}

/// A cup may begin empty and be filled.
#[test]
fn a_cup_is_filled_chit_by_chit() {
    let mut cup = crate::bag::Bag::default();
    assert_eq!(cup.die(), None);
    assert!(cup.put(3) && cup.put(1));
    assert_eq!(cup.left(), [3, 1]);
}

/// The faces of a draw say which chit: those that are wanted come first.
#[test]
fn a_draw_is_a_roll() {
    for (face, chit) in [(1, 2), (2, 3), (3, 1), (4, 1)] {
        let mut played = started(DiceChoice::Script(vec![face]));
        let entry = played.submit(command(Side::A, Order::Draw)).unwrap();
        assert_eq!(entry.outcome.facts[0], Fact::Drawn { side: Side::A, chit }, "face {face}");
        let draw = entry.outcome.draws[0];
        assert_eq!(
            (draw.roll.purpose, draw.roll.die.sides(), draw.roll.good_faces()),
            ("draw of a chit", 4, Some(2))
        );
        let luck = &running_luck(played.history())[0].all;
        assert_eq!((luck.dice, luck.expected, luck.successes), (1, 0.5, u32::from(face <= 2)));
    }
    let mut played = started(DiceChoice::Script(vec![5]));
    let error = played.submit(command(Side::A, Order::Draw)).map(|entry| entry.id).unwrap_err();
    assert_eq!(error.to_string(), "5 is not a face of a 4-sided die");
}

/// Of a single die every face counts: a draw may take out each chit, and an attack wins on two faces of ten.
#[test]
fn what_a_command_leads_to_is_expected_over_all_its_dice() {
    let effort = |exact| Effort { exact, samples: 4000, seed: 1 };
    let mut played = started(DiceChoice::Seed(1));
    let chits = |battle: &Battle<ToyGame>| {
        battle.view().hand(Side::A).unwrap().iter().copied().map(f64::from).sum::<f64>()
    };
    let draw = |played: &Match<ToyGame>, exact| {
        let (mut battle, _) = Battle::new(setup(), Dice::seeded(0)).unwrap();
        let before = played.battle().snapshot();
        expected(&mut battle, &before, &command(Side::A, Order::Draw), effort(exact), chits).unwrap()
    };
    let exact = draw(&played, 100);
    assert_eq!((exact.mean, exact.variance, exact.error), (7.0 / 4.0, 11.0 / 16.0, None));
    let sampled = draw(&played, 1);
    let error = sampled.error.unwrap();
    assert!(error > 0.0 && (sampled.mean - exact.mean).abs() < 4.0 * error, "{sampled:?}");
    assert_eq!(draw(&played, 1), sampled, "the same dice each time");

    for (side, to) in [(Side::A, 1), (Side::B, 5), (Side::A, 2), (Side::B, 4), (Side::A, 3)] {
        played.submit(command(side, Order::Move { to })).unwrap();
    }
    let (mut battle, _) = Battle::new(setup(), Dice::seeded(0)).unwrap();
    let before = played.battle().snapshot();
    let wins = |battle: &Battle<ToyGame>| f64::from(u8::from(battle.view().result() == Some(Some(Side::B))));
    let attack = command(Side::B, Order::Attack);
    let won = expected(&mut battle, &before, &attack, effort(100), wins).unwrap();
    assert!((won.mean - 0.2).abs() < 1e-12 && won.error.is_none(), "{won:?}");
    let refused = expected(&mut battle, &before, &command(Side::A, Order::Draw), effort(100), wins);
    assert!(refused.is_err(), "it is the other side's turn");
}

/// By hand a command waits for its dice and is given again with their faces.
#[test]
fn dice_are_rolled_by_hand() {
    let mut played = started(DiceChoice::Hand { seed: 0, faces: Vec::new() });
    match played.submit(command(Side::A, Order::Draw)).map(|entry| entry.id) {
        Err(MatchError::DiceWanted(wanted)) => {
            assert_eq!(
                wanted.wanted.to_string(),
                "draw of a chit, rolled by A, 2- needed: 1 die, faces given: 0"
            );
        }
        other => panic!("{other:?}"),
    }
    let entry = played.submit_with(command(Side::A, Order::Draw), &[2]).unwrap();
    assert_eq!(entry.outcome.facts[0], Fact::Drawn { side: Side::A, chit: 3 });
}

#[test]
fn it_is_put_into_words() {
    let facts = [
        Fact::Moved { side: Side::A, to: 1 },
        Fact::TurnEnded,
        Fact::Attacked { side: Side::B, face: 4, total: 7 },
        Fact::Over { winner: None },
    ];
    let said = sentences::<ToyGame>(&setup(), &facts);
    let texts: Vec<(&str, Option<Subject>)> = said.iter().map(|one| (one.text.as_str(), one.about)).collect();
    assert_eq!(
        texts,
        [
            ("Red moves to hex 1", Some(Subject::Hex(1))),
            ("Blue attacks: 4, 7 with its chits", Some(Subject::Marker(Side::B))),
            ("The battle is drawn", None),
        ]
    );
    let battle = started(DiceChoice::Seed(1));
    let prompt = ToyGame::prompt(battle.battle().view(), battle.battle().decision().unwrap());
    assert_eq!(prompt.sentence(&setup()), "Red (A): move, draw or attack.");
}

/// Going back past dice begins a branch that is marked.
#[test]
fn a_branch_past_dice_is_what_if() {
    let mut played = started(DiceChoice::Seed(1));
    played.submit(command(Side::A, Order::Draw)).unwrap();
    played.undo().unwrap();
    played.submit(command(Side::A, Order::Move { to: 1 })).unwrap();
    assert!(played.is_what_if());
}

/// A setup with mistakes, a snapshot and a save of another battle are errors.
#[test]
fn foreign_files_are_refused() {
    assert_eq!(ToySetup::from_bundle(ToyBundle { chits: Vec::new() }).unwrap_err(), EmptyCup);
    let other = Arc::new(ToySetup { bundle: ToyBundle { chits: vec![1] } });
    let other = Match::<ToyGame>::start(other, DiceChoice::Seed(1)).unwrap();
    let (mut battle, _) = Battle::<ToyGame>::new(setup(), crate::dice::Dice::seeded(1)).unwrap();
    let before = battle.snapshot().hash();
    let error = battle.restore(&other.battle().snapshot()).unwrap_err();
    assert_eq!(error.to_string(), "the snapshot does not fit this battle: it has other chits");
    assert_eq!(battle.snapshot().hash(), before);

    let bytes = other.save_bytes().unwrap();
    let mut save = parse_save::<ToyGame>(&bytes).unwrap();
    save.header.bundle.chits.clear();
    assert!(matches!(Match::from_save(save), Err(LoadError::Setup(EmptyCup))));
}
