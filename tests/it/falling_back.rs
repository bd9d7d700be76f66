//! Falling back: limits, refused orders, and orders played with scripted dice.

use std::collections::BTreeSet;

use super::refusals::reasons::{
    EndsOnModel, FiresOrMoves, ModelNotOnTable, ModelOfAnotherUnit, ModelTwice, MustFallBack, NobodyCanFire,
    NotAnEnemy, NotSuppressed, NothingToChoose, OutOfCoherency, PathNotChosen, Suppressed, TooFar, TooNear,
    UnknownUnit,
};
use warstrike::game::engine::fact::Fact;
use warstrike::game::engine::fact::UnitFact;
use warstrike::game::engine::refusal::Reason;
use warstrike::game::phases::fall_back;
use warstrike::game::phases::fall_back::kinds::Goes;
use warstrike::game::phases::shooting;
use warstrike::game::phases::shooting::ordered::ordered_fire;
use warstrike::rules::falling_back::{MoveLimit, limits, terms};
use warstrike::rules::movement::allowance::SlowGoing;
use warstrike::rules::odds::mean;
use warstrike::rules::salvo::Manner;

use super::refusals::{Row, check_rows, command, game, played, row};
use super::support::setup;

/// Rule: FB-2, FB-3, FB-5, GO-3, BAS-4.
#[test]
fn difficult_ground_halves_both_limits_rounded_down() {
    let ruleset = &setup("duel").ruleset;
    for (movement, open, on_difficult, reason) in [
        (6, [6.0, 12.0], [3.0, 6.0], "Mv 6"),
        (5, [5.0, 10.0], [2.0, 5.0], "Mv 5: half of 5 is 2"),
        (1, [1.0, 2.0], [0.0, 1.0], "Mv 1: half of 1 is 0"),
        (0, [0.0, 0.0], [0.0, 0.0], "a unit that cannot move"),
    ] {
        let limits = limits(movement, ruleset);
        assert_eq!((limits.open, limits.on_difficult), (open, on_difficult), "{reason}");
        assert_eq!(
            (limits.of(MoveLimit::Full), limits.of(MoveLimit::Halved)),
            (open, on_difficult),
            "{reason}"
        );
        let terms = terms(movement, ruleset);
        assert_eq!((terms.allowance, terms.on_difficult), (open[1], on_difficult[1]), "{reason}");
        assert_eq!(terms.slow, SlowGoing::Allowed, "slow going is allowed");
    }
}

#[rustfmt::skip]
const ROWS: &[Row] = &[
    // Units that may not fall back, or must.
    row("fall-back", r#"A FallBack {"unit":"A7"}"#, NotSuppressed, "ACT-6"),
    row("fall-back", r#"A AdvanceUnit {"unit":"A1","moves":[]}"#, Suppressed, "SUP-4"),
    row("fall-back", r#"A GetDown {"unit":"A1","turns":[]}"#, Suppressed, "SUP-4"),
    // Fire instead of the move.
    row("fall-back", r#"A FallBack {"unit":"A2","fire":{"at":"B1"}}"#, MustFallBack, "FB-1"),
    row("fall-back", r#"A FallBack {"unit":"A3","fire":{"at":"B1"}}"#, MustFallBack, "FB-1"),
    row("fall-back", r#"A FallBack {"unit":"A4","fire":{"at":"B1"},"moves":[{"model":"A4.2","path":[],"facing":0}]}"#, FiresOrMoves, "FB-1"),
    row("fall-back", r#"A FallBack {"unit":"A1","fire":{"at":"B1"}}"#, NobodyCanFire, "SHO-2"),
    row("fall-back", r#"A FallBack {"unit":"A4","fire":{"at":"A1"}}"#, NotAnEnemy, "BAS-8"),
    row("fall-back", r#"A FallBack {"unit":"A4","fire":{"at":"B77"}}"#, UnknownUnit, "MIS-7"),
    // Models that the player may not send elsewhere.
    row("fall-back", r#"A FallBack {"unit":"A1","moves":[{"model":"A1.2","path":[],"facing":0},{"model":"A1.2","path":[],"facing":0}]}"#, ModelTwice, "MOV-1"),
    row("fall-back", r#"A FallBack {"unit":"A1","moves":[{"model":"A2.1","path":[],"facing":0}]}"#, ModelOfAnotherUnit, "TURN-3"),
    row("fall-back", r#"A FallBack {"unit":"A1","moves":[{"model":"A1.9","path":[],"facing":0}]}"#, ModelNotOnTable, "BAS-6"),
    row("fall-back", r#"A FallBack {"unit":"A3","moves":[{"model":"A3.1","path":[],"facing":0}]}"#, NothingToChoose, "FB-1"),
    row("open-field", r#"A FallBack {"unit":"A2","moves":[{"model":"A2.4","path":[],"facing":0}]}"#, NothingToChoose, "ROU-2"),
    row("fall-back", r#"A FallBack {"unit":"A1","moves":[{"model":"A1.1","path":[[-60,1]],"facing":0}]}"#, PathNotChosen, "FB-4").measured(0.599, 0.0),
    row("open-field", r#"A FallBack {"unit":"A1","moves":[{"model":"A1.2","path":[[2,-2]],"facing":0}]}"#, PathNotChosen, "ROU-1").measured(0.705, 0.0),
    row("fall-back", r#"A FallBack {"unit":"A8","moves":[{"model":"A8.6","path":[[62,29]],"facing":0}]}"#, PathNotChosen, "FB-5").measured(1.125, 0.0),
    // Ends that are not legal.
    row("fall-back", r#"A FallBack {"unit":"A1","moves":[{"model":"A1.2","path":[[-58,2.5]],"facing":0}]}"#, TooNear, "FB-5").measured(5.5, 6.0),
    row("fall-back", r#"A FallBack {"unit":"A1","moves":[{"model":"A1.2","path":[[-58,5],[-57,5.2],[-58,2.5]],"facing":0}]}"#, TooNear, "FB-5").measured(5.5, 6.0),
    row("fall-back", r#"A FallBack {"unit":"A1","moves":[{"model":"A1.2","path":[[-58,-4.1]],"facing":0}]}"#, TooFar, "FB-5").measured(12.1, 12.0),
    row("fall-back", r#"A FallBack {"unit":"A1","moves":[{"model":"A1.2","path":[[-60,0.7]],"facing":0}]}"#, EndsOnModel, "MOV-4").measured(0.34, 1.0),
    row("fall-back", r#"A FallBack {"unit":"A1","moves":[{"model":"A1.2","path":[[-50,8]],"facing":0}]}"#, OutOfCoherency, "COH-1").measured(10.921, 2.0),
    // Across rubble both limits are halved.
    row("fall-back", r#"A FallBack {"unit":"A8","moves":[{"model":"A8.4","path":[[65.5,6.2]],"facing":0}]}"#, TooNear, "FB-5").measured(2.343, 3.0),
    row("fall-back", r#"A FallBack {"unit":"A8","moves":[{"model":"A8.4","path":[[69,4]],"facing":0}]}"#, TooFar, "GO-3").measured(6.403, 6.0),
    row("fall-back", r#"A FallBack {"unit":"A8","moves":[{"model":"A8.4","path":[[66.5,5.6]],"facing":0}]}"#, OutOfCoherency, "COH-1").measured(6.168, 2.0),
];

/// Rule: FB-1, FB-4, FB-5, ROU-1, ROU-2, ACT-6, SUP-4, RE-2, OFB-1, MOV-4, COH-1.
#[test]
fn refused_fall_backs_name_the_rule_and_the_measurement() {
    check_rows(ROWS);
}

/// Every reason that only falling back has is among the rows.
#[test]
fn every_reason_of_falling_back_has_a_row() {
    let rows: BTreeSet<Reason> = ROWS.iter().map(|row| row.reason).collect();
    for reason in [MustFallBack, FiresOrMoves, PathNotChosen, NothingToChoose, TooNear] {
        assert!(rows.contains(&reason), "no row for {reason:?}");
    }
}

/// The facts of an accepted command.
fn facts(level: &str, ruleset: Option<&str>, faces: &[u8], line: &str) -> Vec<Fact> {
    let game = played(game(level, ruleset, faces), &[line]);
    game.history().present().outcome.facts.clone()
}

const SNAP_FIRE: &str = r#"A FallBack {"unit":"A4","fire":{"at":"B1"}}"#;

/// Rule: FB-1, RE-2, FB-6. FB-1 grants the choice: it needs no Open Fire or Get Down before (RE-1), and exists under
/// rulesets without snap fire at runners.
#[test]
fn a_unit_that_stays_to_fire_needs_no_earlier_action_and_keeps_its_marker() {
    for ruleset in [None, Some("v0.52"), Some("every-hit")] {
        let facts = facts("fall-back", ruleset, &[1, 1, 1, 1, 1, 1], SNAP_FIRE);
        let [
            Fact::Unit(UnitFact::UnitActivated { .. }),
            Fact::FallBack(fall_back::kinds::Fact::FallBackForced { goes, .. }),
            fired,
            Fact::Unit(UnitFact::UnitActed { .. }),
        ] = &facts[..]
        else {
            panic!("{ruleset:?}: {facts:?}");
        };
        assert_eq!(*goes, Goes::Stays { at: "B1".parse().unwrap() }, "{ruleset:?}");
        assert!(
            matches!(
                fired,
                Fact::Shooting(shooting::kinds::Fact::SalvoFired { manner: Manner::SnapFire, .. })
            ),
            "{fired:?}"
        );
    }
}

/// Rule: FB-1. The odds of the order are those of snap fire.
#[test]
fn the_fire_of_a_unit_that_stays_has_its_odds() {
    let game = game("fall-back", None, &[]);
    let view = game.battle().view();
    let decision = game.battle().decision().unwrap();
    let fire = ordered_fire(view, &command(SNAP_FIRE).order, decision.choice).unwrap();
    assert_eq!(fire.manner(), Manner::SnapFire);
    let odds = fire.odds(view).unwrap();
    assert_eq!(odds.len(), 1);
    // Six dice need 5+: one hit in three.
    assert!((mean(&odds[0].1.hits) - 2.0).abs() < 1e-9);
    let moves = r#"A FallBack {"unit":"A4"}"#;
    assert_eq!(ordered_fire(view, &command(moves).order, decision.choice), None);
}

/// A weakened unit in view of a nearby enemy runs; without cover in reach it runs for its own edge. It drops no nerve
/// marker, for this ruleset has none.
///
/// Rule: OFB-3, ACT-7 (failed).
#[test]
fn by_the_outline_a_weakened_unit_in_the_open_runs() {
    let order = r#"A GetDown {"unit":"A11","turns":[]}"#;
    let facts = facts("marked", None, &[4, 5], order);
    let [
        Fact::Unit(UnitFact::LeadershipTested { passed: false, .. }),
        Fact::Unit(UnitFact::UnitActivated { .. }),
        Fact::FallBack(fall_back::kinds::Fact::FallBackForced { goes: Goes::ToEdge { .. }, .. }),
        moves @ ..,
        Fact::Unit(UnitFact::UnitActed { .. }),
    ] = &facts[..]
    else {
        panic!("{facts:?}");
    };
    assert_eq!(
        moves.iter().filter(|fact| matches!(fact, Fact::Unit(UnitFact::ModelMoved { .. }))).count(),
        5,
        "{moves:?}"
    );
    assert!(moves.iter().all(|fact| matches!(
        fact,
        Fact::Unit(UnitFact::ModelMoved { .. }) | Fact::Unit(UnitFact::ModelTurned { .. })
    )));
}
