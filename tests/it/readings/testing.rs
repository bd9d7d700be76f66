//! Leadership tests: who inspires whom, in what order units test; who is placed last.

use warstrike::game::engine::fact::Fact;
use warstrike::game::engine::play::{Match, MatchError};
use warstrike::game::engine::unit_fact::UnitFact;
use warstrike::game::leadership::test_terms;
use warstrike::game::phases::turn::kinds::Mistake;
use warstrike::game::phases::turn::morale::force_morale;
use warstrike::rules::ids::Side;

use super::{command, game, game_on, models, unit};
use crate::support::end_phase;

/// A command squad of Nv 4 whose leader stands at x 0 and another of it at 2.5; rifles without any Nv left, whose leader and
/// second stand where the row says: 6 inches of gap are 7 between the centres.
///
/// Rule: LD-4.
#[test]
fn who_inspires_whom() {
    let nerve = |switches: &[(&str, &str)], hit_die: &str, rifles: &[[f64; 2]]| {
        let squad = models("A1", "command-squad", 5, hit_die, &[[0.0, 0.0], [2.5, 0.0]]);
        let rifles = models("A2", "laansguard-rifles", 10, "nerve_markers: 3,", rifles);
        let enemy = models("B1", "officer", 1, "", &[[0.0, 25.0]]);
        let game = game("", [&format!("{squad}{rifles}"), &enemy], switches);
        let view = game.battle().view();
        let terms = test_terms(view, view.unit(unit("A2")).unwrap());
        (terms.nerve, terms.inspired_by.map(|by| by.number))
    };
    let led = (4, Some(1));
    for (switch, hit_die, rifles, ruled, otherwise, reason) in [
        (
            ("leadership.suppressed_officer", "Silent"),
            "",
            [[7.0, 0.0], [9.0, 0.0]],
            led,
            led,
            "nobody is suppressed",
        ),
        (
            ("leadership.suppressed_officer", "Silent"),
            "hit_die: 1,",
            [[7.0, 0.0], [9.0, 0.0]],
            led,
            (0, None),
            "it is",
        ),
        (
            ("leadership.who_inspires", "EveryModel"),
            "",
            [[7.0, 0.0], [9.0, 0.0]],
            led,
            led,
            "the leader is near",
        ),
        (
            ("leadership.who_inspires", "EveryModel"),
            "",
            [[9.5, 0.0], [11.5, 0.0]],
            (0, None),
            (4, Some(2)),
            "only the second",
        ),
        (
            ("leadership.inspires_to", "Leader"),
            "",
            [[7.0, 0.0], [9.0, 0.0]],
            led,
            led,
            "their leader is near",
        ),
        (
            ("leadership.inspires_to", "Leader"),
            "",
            [[9.0, 0.0], [7.0, 0.0]],
            led,
            (0, None),
            "only their second is",
        ),
    ] {
        assert_eq!(nerve(&[], hit_die, &rifles), ruled, "{switch:?} is not set: {reason}");
        assert_eq!(nerve(&[switch], hit_die, &rifles), otherwise, "{switch:?}: {reason}");
    }
}

/// Three suppressed units of B when A has ended its phase.
fn three_suppressed(switches: &[(&str, &str)]) -> Match {
    let suppressed = |id: &str, x: f64| models(id, "officer", 1, "hit_die: 1,", &[[x, 20.0]]);
    let b = ["B1", "B2", "B3"].iter().zip([-15.0, 0.0, 15.0]).map(|(id, x)| suppressed(id, x));
    let a = models("A1", "officer", 1, "acted: true,", &[[0.0, -20.0]]);
    let mut game = game("", [&a, &b.collect::<String>()], switches);
    game.submit(end_phase(Side::A)).unwrap();
    game
}

fn tested(game: &Match) -> Vec<String> {
    let facts = game.history().entries().iter().flat_map(|entry| entry.outcome.facts.clone());
    let unit = |fact: Fact| match fact {
        Fact::Unit(UnitFact::LeadershipTested { unit, .. }) => Some(unit.to_string()),
        _ => None,
    };
    facts.filter_map(unit).collect()
}

/// By their numbers without a question; or each but the last is asked for.
///
/// Rule: TURN-4.
#[test]
fn units_recover_by_their_numbers_or_as_their_player_says() {
    assert_eq!(tested(&three_suppressed(&[])), ["B1", "B2", "B3"]);

    let mut game = three_suppressed(&[("leadership.recovery_order", "Player")]);
    assert_eq!(tested(&game), [""; 0]);
    let names =
        |unit: &str| command(&format!(r#"{{"player":"B","order":{{"TestToRecover":{{"unit":"{unit}"}}}}}}"#));
    game.submit(names("B2")).unwrap();
    match game.submit(names("B2")) {
        Err(MatchError::Refused(refusal)) => assert_eq!(refusal.mistake, Mistake::NoTestToRecover.into()),
        other => panic!("{other:?}"),
    }
    game.submit(names("B3")).unwrap();
    assert_eq!(tested(&game), ["B2", "B3", "B1"], "the last that is left needs no question");
    assert_eq!(game.battle().view().turn().side, Side::B, "the turn goes on");
}

/// Two officers and a command squad: the squad waits for the officers, or all of them are leaders.
///
/// Rule: MIS-2.
#[test]
fn leaders_may_be_placed_last_as_well() {
    let squad_first = |switches: &[(&str, &str)]| {
        let mut game = game_on("muster", switches);
        let place = r#"{"player":"A","order":{"DeployUnit":{"unit":"A2","models":[]}}}"#;
        while game.battle().decision().is_some_and(|decision| !is_placing(decision.choice)) {
            game.submit(crate::support::first_answer(&game).unwrap()).unwrap();
        }
        if game.battle().decision().unwrap().player == Side::B {
            game.submit(crate::support::first_answer(&game).unwrap()).unwrap();
        }
        match game.submit(command(place)) {
            Err(MatchError::Refused(refusal)) => refusal.to_string(),
            other => panic!("{other:?}"),
        }
    };
    let ruled = squad_first(&[]);
    assert!(ruled.contains("MIS-2") && ruled.contains("A1"), "{ruled}");
    let otherwise = squad_first(&[("mission.placed_last", "Leaders")]);
    assert!(!otherwise.contains("MIS-2"), "only its models are missing: {otherwise}");
}

/// Both units of B wait to be placed: their leaders may take the test of their force, or nobody may.
///
/// Rule: MIS-5.
#[test]
fn leaders_that_wait_may_test_for_their_force_or_not() {
    for (word, may) in [("WithReserves", true), ("OnTable", false)] {
        let game = game_on("muster", &[("mission.force_leaders", word)]);
        assert_eq!(force_morale(game.battle().view(), Side::B).best.is_some(), may, "{word}");
    }
}

fn is_placing(choice: warstrike::game::engine::agenda::Choice) -> bool {
    use warstrike::game::engine::agenda::Choice;
    use warstrike::game::phases::deployment::kinds::Choice as Deployment;
    matches!(choice, Choice::Deployment(Deployment::PlaceUnit { .. }))
}
