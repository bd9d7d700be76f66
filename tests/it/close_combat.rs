//! Close combat as it is played: whole fights with dice from a seed, whatever their course.

use std::sync::Arc;

use warstrike::game::combat_forecast::{Fates, Question, forecast};
use warstrike::game::dispatch::answers;
use warstrike::game::engine::command::Command;
use warstrike::game::engine::components::CombatPart;
use warstrike::game::engine::fact::Fact;
use warstrike::game::engine::play::{DiceChoice, Game};
use warstrike::game::phases::close_combat::groups::groups;
use warstrike::game::phases::close_combat::kinds::Fact as CombatFact;
use warstrike::game::phases::shooting;
use warstrike::game::phases::shooting::poses_after_moves;
use warstrike::game::phases::turn::is_act;
use warstrike::rules::ids::Side;
use warstrike::rules::odds::mean;
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

/// The Knights of `melee` have come within reach of the LaansGuard, and their player has ended the phase.
fn attacked(dice: DiceChoice) -> Game {
    let mut game = Game::start(Arc::clone(&setup_under("melee", None)), dice).unwrap();
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

/// Rule: CC-6 (its odds), CC-7. What is foretold of the first round is what many fights come to in the mean, dice of the
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
    let game = Game::start(Arc::clone(&setup_under("melee", None)), DiceChoice::Seed(1)).unwrap();
    let (setup, snapshot) = (game.setup(), game.battle().snapshot());
    let none = forecast(setup, &snapshot, &Question::default(), 10).unwrap();
    assert_eq!(none.combats, [], "nobody has moved");
    let command: Command = serde_json::from_str(ADVANCE).unwrap();
    let moves = command.order.unit_move().unwrap();
    let moved = poses_after_moves(game.battle().view(), moves.moves);
    let question = Question { moved, mover: Some(moves.unit) };
    let told = forecast(setup, &snapshot, &question, 100).unwrap();
    let [combat] = &told.combats[..] else { panic!("{} combats", told.combats.len()) };
    assert_eq!(combat.units.len(), 2);
    for unit in &combat.units {
        let all: f64 = unit.lost.iter().sum();
        assert!((all - 1.0).abs() < 1e-9, "{}: {:?}", unit.unit, unit.lost);
        let Fates { wiped_out, destroyed, routs, falls_back } = unit.fates;
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
