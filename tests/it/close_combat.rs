//! Close combat as it is played: whole fights with dice from a seed, whatever their course.

use std::collections::BTreeMap;
use std::sync::Arc;

use warstrike::game::combat_forecast::{EndChances, Question, forecast};
use warstrike::game::dispatch::answers;
use warstrike::game::engine::agenda::Choice;
use warstrike::game::engine::command::Command;
use warstrike::game::engine::components::CombatPart;
use warstrike::game::engine::fact::{Fact, UnitFact};
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::phases::close_combat::groups::groups;
use warstrike::game::phases::close_combat::kinds::{Choice as CombatChoice, Fact as CombatFact};
use warstrike::game::phases::close_combat::round::aimed;
use warstrike::game::phases::fall_back::kinds::{Fact as FallBackFact, Goes};
use warstrike::game::phases::shooting;
use warstrike::game::phases::shooting::poses_after_moves;
use warstrike::game::phases::turn::is_act;
use warstrike::level::setup::Setup;
use warstrike::rules::close_combat::CombatMove;
use warstrike::rules::ids::{Side, UnitId};
use warstrike::rules::odds::mean;
use warstrike::rules::turn::Phase;

use super::chance::Chance;
use super::level_files::bundle;
use super::support::setup_under;

/// Answers every question of a fight until a unit is to be activated: the first answer, or any.
fn play_out(game: &mut Match, mut choose: impl FnMut(usize) -> usize) {
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

/// The Knights of `melee` have come within reach of the LaansGuard, and their player has ended the phase.
fn attacked(dice: DiceChoice) -> Match {
    let mut game = Match::start(Arc::clone(&setup_under("melee", None)), dice).unwrap();
    for line in [ADVANCE, r#"{"player":"A","order":"EndPhase"}"#] {
        game.submit(serde_json::from_str(line).unwrap()).unwrap();
    }
    game
}

const ADVANCE: &str = r#"{"player":"A","order":{"AdvanceUnit":{"unit":"A1","moves":[
    {"model":"A1.1","path":[[0,-4]],"facing":90},{"model":"A1.2","path":[[2,-4]],"facing":90}]}}}"#;

/// Rule: CC-7, CC-8 (a combat ends), TURN-5 (in the same turn).
#[test]
fn every_fight_ends_and_leaves_nobody_in_it() {
    for seed in 0..40 {
        let mut game = attacked(DiceChoice::Seed(seed));
        let mut chance = Chance::new(seed);
        assert_eq!(groups(game.battle().view()).len(), 1);
        play_out(&mut game, |count| chance.below(count));
        let view = game.battle().view();
        assert_eq!(view.turn().phase, Phase::Action, "the next turn has begun");
        for unit in view.units() {
            assert_eq!(unit.activity.combat, None, "{}", unit.id);
            assert!(view.models(unit.id).all(|model| model.condition.combat == CombatPart::None));
        }
    }
}

/// Rule: CC-6 (its odds), CC-7. What is foretold of the first round is what many fights come to on average, dice of the
/// fights and reckoning of the odds being different code: hits that each side takes in it.
#[test]
fn the_first_round_comes_as_foretold() {
    const FIGHTS: u32 = 600;
    let game = attacked(DiceChoice::Seed(1));
    // Without the defensive fire, which the exact round leaves out.
    let hold = Command { player: Side::B, order: shooting::kinds::Order::HoldFire.into() };
    let mut counted = [0.0; 2];
    for seed in 0..FIGHTS {
        let mut game = attacked(DiceChoice::Seed(u64::from(seed)));
        game.submit(hold.clone()).unwrap();
        play_out(&mut game, |_| 0);
        let facts = game.history().line().into_iter().flat_map(|entry| entry.outcome.facts.clone());
        let first = facts.into_iter().find_map(|fact| match fact {
            Fact::CloseCombat(CombatFact::CombatRoundEnded { round: 1, hits, .. }) => Some(hits),
            _ => None,
        });
        for (sum, hits) in counted.iter_mut().zip(first.unwrap()) {
            *sum += f64::from(hits) / f64::from(FIGHTS);
        }
    }
    let told = forecast(game.setup(), &game.battle().snapshot(), &Question::default(), 50).unwrap();
    let round = &told.combats[0].round;
    assert_eq!(round.len(), 2, "each unit strikes the other");
    for salvo in round {
        let mean = mean(&salvo.odds.hits);
        let found = counted[salvo.at.side.index()];
        // At most 6 dice, each with a variance of at most a quarter; four standard errors.
        let error = 4.0 * (6.0 * 0.25 / f64::from(FIGHTS)).sqrt();
        assert!((mean - found).abs() < error, "{} takes {found}, not {mean}", salvo.at);
    }
    // By hand: two blades, three attacks each with the charge, 2+ to hit.
    assert!((mean(&round[0].odds.hits) - 5.0).abs() < 1e-9);
}

/// Rule: CC-8 (to its end). The chances of a whole combat make sense together, and a move not yet made is foreseen.
#[test]
fn a_whole_combat_is_foreseen_before_the_move() {
    let game = Match::start(Arc::clone(&setup_under("melee", None)), DiceChoice::Seed(1)).unwrap();
    let (setup, snapshot) = (game.setup(), game.battle().snapshot());
    let none = forecast(setup, &snapshot, &Question::default(), 10).unwrap();
    assert_eq!(none.combats, [], "nobody has moved");
    let command: Command = serde_json::from_str(ADVANCE).unwrap();
    let moves = command.order.drafted_action().unwrap();
    let moved = poses_after_moves(game.battle().view(), &moves.moves);
    let question = Question { moved, mover: Some(moves.unit), answer: None };
    let told = forecast(setup, &snapshot, &question, 100).unwrap();
    let [combat] = &told.combats[..] else { panic!("{} combats", told.combats.len()) };
    assert_eq!(combat.units.len(), 2);
    for unit in &combat.units {
        let all: f64 = unit.lost.iter().sum();
        assert!((all - 1.0).abs() < 1e-9, "{}: {:?}", unit.unit, unit.lost);
        let EndChances { wiped_out, destroyed, routs, falls_back } = unit.fates;
        assert!((0.0..=1.0 + 1e-9).contains(&(wiped_out + destroyed + routs + falls_back)));
        assert!(unit.retreat.is_some(), "{} would go somewhere", unit.unit);
    }
    assert!(combat.wins.iter().sum::<f64>() > 0.5, "on this bare table somebody wins: {:?}", combat.wins);
    assert_eq!(game.battle().snapshot(), snapshot, "foreseeing changes nothing");
}

/// Rule: CC-9 (the winner, foreseen). A combat that has begun is the same one: what its units have lost is behind them, and who
/// wins it is foreseen as before it began.
#[test]
fn a_combat_that_has_begun_is_foreseen_to_its_end() {
    let mut game = attacked(DiceChoice::Seed(1));
    game.submit(Command { player: Side::B, order: shooting::kinds::Order::HoldFire.into() }).unwrap();
    assert_eq!(game.battle().view().turn().phase, Phase::CloseCombat);
    let told = forecast(game.setup(), &game.battle().snapshot(), &Question::default(), 100).unwrap();
    let [combat] = &told.combats[..] else { panic!("{} combats", told.combats.len()) };
    assert_eq!((combat.group.attackers.len(), combat.group.defenders.len()), (1, 1));
    assert!(combat.wins.iter().sum::<f64>() > 0.5, "on this bare table somebody wins: {:?}", combat.wins);
}

/// Rule: CC-8 (to its end, foreseen), SUP-4, ROU-1. What is foreseen of losses and fates is what as many other fights come to,
/// counted from their facts; the error stated is that of so many samples, and of none where nobody fights.
#[test]
fn losses_and_fates_come_as_foreseen() {
    const FIGHTS: u32 = 300;
    let game = attacked(DiceChoice::Seed(1));
    let told = forecast(game.setup(), &game.battle().snapshot(), &Question::default(), FIGHTS).unwrap();
    assert!((told.error - 0.5 / f64::from(FIGHTS).sqrt()).abs() < 1e-12, "{}", told.error);
    let setup = setup_under("melee", None);
    let before = Match::start(Arc::clone(&setup), DiceChoice::Seed(1)).unwrap().battle().snapshot();
    let none = forecast(&setup, &before, &Question::default(), FIGHTS).unwrap();
    assert_eq!((none.samples, none.error), (0, 0.0), "nobody fights");
    let mut lost: BTreeMap<UnitId, Vec<f64>> = BTreeMap::new();
    let mut fates: BTreeMap<UnitId, [f64; 4]> = BTreeMap::new();
    let share = 1.0 / f64::from(FIGHTS);
    for seed in 0..FIGHTS {
        let mut game = attacked(DiceChoice::Seed(u64::from(1000 + seed)));
        play_as_usual(&mut game);
        let facts: Vec<Fact> =
            game.history().line().into_iter().flat_map(|entry| entry.outcome.facts.clone()).collect();
        let mut left = None;
        for fact in &facts {
            let (unit, fate) = match fact {
                Fact::Unit(UnitFact::UnitWipedOut { unit }) if left != Some(*unit) => (*unit, 0),
                Fact::FallBack(FallBackFact::FallBackForced { unit, goes, .. }) => {
                    left = Some(*unit);
                    match goes {
                        Goes::Nowhere => (*unit, 1),
                        Goes::Routs { .. } => (*unit, 2),
                        _ => (*unit, 3),
                    }
                }
                _ => continue,
            };
            fates.entry(unit).or_default()[fate] += share;
        }
        for unit in &told.combats[0].units {
            let fell = |fact: &&Fact| matches!(fact, Fact::Unit(UnitFact::ModelLost { model, why: None, .. }) if model.unit == unit.unit);
            let fell = facts.iter().filter(fell).count();
            lost.entry(unit.unit).or_insert_with(|| vec![0.0; unit.lost.len()])[fell] += share;
        }
    }
    // Two samples of a chance: four times the standard error of their difference.
    let close = |a: f64, b: f64, what: &str| {
        let chance = ((a + b) / 2.0).clamp(0.01, 0.99);
        let error = (chance * (1.0 - chance) * 2.0 * share).sqrt();
        assert!((a - b).abs() <= 4.0 * error, "{what}: {a} and {b}");
    };
    for unit in &told.combats[0].units {
        let counted = fates.get(&unit.unit).copied().unwrap_or_default();
        let EndChances { wiped_out, destroyed, routs, falls_back } = unit.fates;
        for (a, b) in [wiped_out, destroyed, routs, falls_back].into_iter().zip(counted) {
            close(a, b, &format!("fates of {}: {:?} and {counted:?}", unit.unit, unit.fates));
        }
        for (models, (a, b)) in unit.lost.iter().zip(&lost[&unit.unit]).enumerate() {
            close(*a, *b, &format!("{} loses {models}", unit.unit));
        }
    }
    assert!(fates.values().any(|fates| fates[2] > 0.05), "somebody routs: {fates:?}");
}

/// Answers every question of a fight as a forecast does, until a unit is to be activated: the first answer, and where a unit is
/// forced to fall back the last, which is what the rules say.
fn play_as_usual(game: &mut Match) {
    for _ in 0..1_000 {
        let Some(decision) = game.battle().decision().filter(|decision| !is_act(decision.choice)) else {
            return;
        };
        let mut answers = answers(game.battle().view(), decision);
        let usual = if matches!(decision.choice, Choice::FallBack(_)) { answers.len() - 1 } else { 0 };
        let command = Command { player: decision.player, order: answers.swap_remove(usual).order };
        game.submit(command.clone()).unwrap_or_else(|error| panic!("{command:?}: {error}"));
    }
    panic!("the fight does not end");
}

/// A1.1 stands at (0 −4), A1.2 at (2 −6.5). B1.1 at (0 0) and B1.2 at (2 0) are the nearest to them; bases of 1.25 and 1 touch at
/// 1.125. So the gaps are 2.875 and 5.375, and ½ Mv is 3: the first comes into contact, the second goes 3, to (2 −3.5).
/// B1.1 is the leader and falls last. Of the others B1.2 is √20 = 4.47 from A1.1, B1.4 at (0 1.5) is 5.5 and B1.3 at (4 0) √32 = 5.66:
/// if A1.1 alone strikes, they fall in this order. To A1.2 B1.3 is nearer than B1.4.
///
/// Rule: CC-5 (closing in), CC-6 (nearest to those who strike).
#[test]
fn the_first_answer_closes_in_on_the_nearest() {
    let mut game = Match::start(Arc::clone(&setup_under("melee", None)), DiceChoice::Seed(1)).unwrap();
    let advance = ADVANCE.replace("[[2,-4]]", "[[2,-6.5]]");
    for line in [&advance, r#"{"player":"A","order":"EndPhase"}"#] {
        game.submit(serde_json::from_str(line).unwrap()).unwrap();
    }
    let told = forecast(game.setup(), &game.battle().snapshot(), &Question::default(), 1).unwrap();
    let shots = told.combats[0].round.iter().flat_map(|salvo| salvo.shots()).cloned();
    let [id, other]: [UnitId; 2] = ["A1".parse().unwrap(), "B1".parse().unwrap()];
    let first: Vec<_> = shots.filter(|shot| shot.from == id.model(1)).collect();
    assert!(!first.is_empty(), "it strikes somebody");
    game.submit(Command { player: Side::B, order: shooting::kinds::Order::HoldFire.into() }).unwrap();
    let mut closed = false;
    for _ in 0..8 {
        let decision = game.battle().decision().unwrap();
        let Choice::CloseCombat(CombatChoice::Move { unit, by, .. }) = decision.choice else { break };
        let closes_in = by == CombatMove::ClosingIn;
        if closes_in {
            let falls = aimed(game.battle().view(), id, other, first.clone()).unwrap().falls;
            let order: Vec<u8> = falls.marks().iter().map(|mark| mark.model.number).collect();
            assert_eq!(order[..2], [2, 4], "nearest to the one who strikes");
        }
        closed = closes_in && unit == id;
        let mut answers = answers(game.battle().view(), decision);
        // All others stay where they are.
        let index = if closed { 0 } else { answers.len() - 1 };
        game.submit(Command { player: decision.player, order: answers.swap_remove(index).order }).unwrap();
        if closed {
            break;
        }
    }
    assert!(closed, "A1 is asked");
    let at = |number: u8| game.battle().view().model(id.model(number)).unwrap().pose.at.ground();
    let [[x, y], [second_x, second_y]] = [at(1), at(2)];
    assert!(x.abs() < 0.002 && (-1.13..=-1.12).contains(&y), "into contact: {x} {y}");
    assert!((second_x - 2.0).abs() < 0.002 && (second_y + 3.5).abs() < 0.002, "{second_x} {second_y}");
}

/// An officer comes within reach of ten rifles that have waited for it. Where their fire fells it the combat is over: no round of it
/// begins.
///
/// Rule: CC-3, CC-8 (a combat ends).
#[test]
fn a_combat_whose_attacker_falls_to_defensive_fire_has_no_round() {
    let text = r#"Level(name: "t", table: (width: 48.0, depth: 48.0), mission: Drill, terrain: [], forces: (
        A: (name: "a", units: [(id: "A1", card: "officer", models: [(at: (0.0, -8.0), facing: 90.0)])]),
        B: (name: "b", units: [(id: "B1", card: "laansguard-rifles", last_action: GetDown, models: Block(at: (0.0, 0.0), facing: 270.0, files: 10, gap: 0.5))]),
    ), opening: InPlay(round: 1, side: A, first: A, phase: Action))"#;
    let setup = Arc::new(Setup::from_bundle(bundle(text)).unwrap_or_else(|faults| panic!("{faults}")));
    let mut fell = 0;
    for seed in 0..24 {
        let mut game = Match::start(Arc::clone(&setup), DiceChoice::Seed(seed)).unwrap();
        for line in [
            r#"{"player":"A","order":{"AdvanceUnit":{"unit":"A1","moves":[{"model":"A1.1","path":[[0,-4]],"facing":90}]}}}"#,
            r#"{"player":"A","order":"EndPhase"}"#,
        ] {
            game.submit(serde_json::from_str(line).unwrap()).unwrap();
        }
        play_as_usual(&mut game);
        let facts: Vec<Fact> =
            game.history().line().into_iter().flat_map(|entry| entry.outcome.facts.clone()).collect();
        let index = |is: &dyn Fn(&Fact) -> bool| facts.iter().position(is);
        let wiped = index(&|fact| matches!(fact, Fact::Unit(UnitFact::UnitWipedOut { .. })));
        let round = index(&|fact| matches!(fact, Fact::CloseCombat(CombatFact::CombatRoundBegan { .. })));
        let started = index(&|fact| matches!(fact, Fact::CloseCombat(CombatFact::CombatStarted { .. })));
        if started.is_some() && wiped.is_some_and(|wiped| round.is_none_or(|round| wiped < round)) {
            fell += 1;
            assert_eq!(round, None, "seed {seed}: {facts:?}");
        }
    }
    assert!(fell > 0, "it falls to defensive fire sometimes");
}
