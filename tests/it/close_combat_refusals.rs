//! Orders in close combat that are refused, row by row.

use warstrike::game::engine::refusal::{General, Reason};
use warstrike::game::phases::close_combat::kinds::Reason as CloseCombat;
use warstrike::game::phases::{fall_back, moving, shooting};

use super::refusals::{Row, check_rows, row};

const fn general(reason: General) -> Reason {
    Reason::General(reason)
}

const fn combat(reason: CloseCombat) -> Reason {
    Reason::CloseCombat(reason)
}

const TOO_FAR: Reason = Reason::Moving(moving::kinds::Reason::TooFar);
const ENDED: &str = "A EndPhase";
const HELD: &str = "B HoldFire";
/// Two attackers go into contact or nearly so, and the first round begins.
const GONE: &str = r#"A MoveInCombat {"unit":"A1","moves":[{"model":"A1.1","path":[[0,-1]],"facing":90},{"model":"A1.2","path":[[2,-1.5]],"facing":90}]}"#;
const A1_STAYS: &str = r#"A MoveInCombat {"unit":"A1","moves":[]}"#;
const B1_STAYS: &str = r#"B MoveInCombat {"unit":"B1","moves":[]}"#;
const B2_STAYS: &str = r#"B MoveInCombat {"unit":"B2","moves":[]}"#;
/// Of `apart`: everyone stays, A1 may fire at either of two.
const AIMING: &[&str] = &[ENDED, HELD, A1_STAYS, A1_STAYS, B1_STAYS, B2_STAYS];
/// Of `wiped-out`: one die of each model; B1 falls.
const WON: &[u8] = &[4, 4, 1, 1, 1, 1, 4, 1, 6];
/// Of `tests`: B1 does not recover, nobody hits, A2 fails.
const UNTESTED: &[u8] = &[6, 6, 1, 1, 1, 1, 1, 1, 6, 5];
/// Of `even`: A1 hits nobody, is hit once, saves and fails its test.
const BROKEN: &[u8] = &[1, 1, 1, 4, 1, 1, 6, 6, 6];
/// Of `worn`: nobody hits anybody in six rounds.
const WORN: &[u8] = &[1; 36];
const B1_STRIKES: &str = r#"B Fight {"unit":"B1"}"#;
const SIX_ROUNDS: &[&str] =
    &[ENDED, HELD, B1_STRIKES, B1_STRIKES, B1_STRIKES, B1_STRIKES, B1_STRIKES, B1_STRIKES];

#[rustfmt::skip]
const ROWS: &[Row] = &[
    // Nobody fights in the Action phase, and nobody answers for the other side, or twice.
    row("fights/charge", r#"A MoveInCombat {"unit":"A1","moves":[]}"#, general(General::NotNow), "TURN-3"),
    row("fights/charge", r#"A Fight {"unit":"A1"}"#, general(General::NotNow), "TURN-3"),
    row("fights/charge", r#"A TestInCombat {"unit":"A1"}"#, general(General::NotNow), "TURN-3"),
    row("fights/charge", r#"B DefensiveFire {"unit":"B1","at":"A1"}"#, general(General::NotYourDecision), "TURN-1"),
    row("fights/charge", r#"A DefensiveFire {"unit":"A1","at":"B1"}"#, general(General::NotYourDecision), "TURN-3").after(&[ENDED]),
    row("fights/charge", r#"A HoldFire"#, general(General::NotYourDecision), "TURN-3").after(&[ENDED]),
    row("fights/charge", r#"B HoldFire"#, general(General::NotYourDecision), "TURN-3").after(&[ENDED, HELD]),
    row("fights/charge", r#"B DefensiveFire {"unit":"B1","at":"A1"}"#, general(General::NotYourDecision), "TURN-3").after(&[ENDED, HELD]),
    row("fights/charge", r#"A HoldFire"#, general(General::NotNow), "TURN-3").after(&[ENDED, HELD]),
    row("fights/charge", A1_STAYS, general(General::NotYourDecision), "TURN-3").after(&[ENDED, HELD, A1_STAYS, A1_STAYS]),
    row("fights/apart", r#"A Fight {"unit":"A1"}"#, general(General::NotYourDecision), "TURN-3").after(&[ENDED, HELD, A1_STAYS, A1_STAYS]),
    row("fights/tests", r#"B TestInCombat {"unit":"B1"}"#, general(General::NotYourDecision), "TURN-3").rolled(UNTESTED).after(&[ENDED]),
    // Defensive fire.
    row("fights/lapses", r#"B DefensiveFire {"unit":"B2","at":"A1"}"#, combat(CloseCombat::MayNotDefend), "SUP-4").rolled(&[6, 5]).after(&[ENDED]),
    row("fights/lapses", r#"B DefensiveFire {"unit":"B3","at":"A1"}"#, combat(CloseCombat::MayNotDefend), "CC-3").rolled(&[6, 5]).after(&[ENDED]),
    row("fights/chain", r#"B DefensiveFire {"unit":"B1","at":"A3"}"#, combat(CloseCombat::MayNotDefend), "CC-3").after(&[ENDED]),
    row("fights/chain", r#"B DefensiveFire {"unit":"B2","at":"A1"}"#, combat(CloseCombat::MayNotDefend), "CC-3").after(&[ENDED]),
    row("fights/prepared", r#"B DefensiveFire {"unit":"B2","at":"A1"}"#, combat(CloseCombat::MayNotDefend), "CC-3").after(&[ENDED]),
    row("fights/prepared", r#"B DefensiveFire {"unit":"B4","at":"A1","by":[{"model":"B4.1"}]}"#, Reason::Shooting(shooting::kinds::Reason::OutOfArc), "FAC-3").after(&[ENDED]).spot(0.0, -5.0),
    row("fights/charge", r#"B DefensiveFire {"unit":"B9","at":"A1"}"#, general(General::UnknownUnit), "MIS-7").after(&[ENDED]),
    // The attackers consolidate.
    row("fights/charge", r#"A MoveInCombat {"unit":"B1","moves":[]}"#, general(General::NotYourUnit), "TURN-3").after(&[ENDED, HELD]),
    row("fights/one-salvo", r#"A MoveInCombat {"unit":"A2","moves":[]}"#, general(General::ActionUnfinished), "TURN-3").rolled(&[6, 6]).after(&[ENDED]),
    row("fights/charge", r#"A MoveInCombat {"unit":"A1","moves":[{"model":"B1.1","path":[],"facing":0}]}"#, general(General::ModelOfAnotherUnit), "TURN-3").after(&[ENDED, HELD]),
    row("fights/charge", r#"A MoveInCombat {"unit":"A1","moves":[{"model":"A1.4","path":[],"facing":0}]}"#, general(General::ModelNotOnTable), "BAS-6").after(&[ENDED, HELD]),
    row("fights/charge", r#"A MoveInCombat {"unit":"A1","moves":[{"model":"A1.1","path":[],"facing":0},{"model":"A1.1","path":[],"facing":0}]}"#, general(General::ModelTwice), "MOV-1").after(&[ENDED, HELD]),
    row("fights/charge", r#"A MoveInCombat {"unit":"A1","moves":[{"model":"A1.2","path":[[2,-1]],"facing":90}]}"#, TOO_FAR, "CC-4").after(&[ENDED, HELD]).measured(3.5, 3.0),
    row("fights/charge", r#"A MoveInCombat {"unit":"A1","moves":[{"model":"A1.3","path":[[4,-8]],"facing":90}]}"#, combat(CloseCombat::NotNearer), "CC-4").after(&[ENDED, HELD]).spot(4.0, -8.0),
    row("fights/charge", r#"A MoveInCombat {"unit":"A1","moves":[{"model":"A1.2","path":[[0.5,-4.2]],"facing":90}]}"#, general(General::EndsOnModel), "MOV-4").after(&[ENDED, HELD]).measured(0.539, 1.0),
    // Fighters close in.
    row("fights/charge", r#"A MoveInCombat {"unit":"A1","moves":[{"model":"A1.1","path":[[0.1,-1]],"facing":90}]}"#, combat(CloseCombat::InContact), "CC-5").after(&[ENDED, HELD, GONE]),
    row("fights/charge", r#"A MoveInCombat {"unit":"A1","moves":[{"model":"A1.3","path":[[4,-3.5]],"facing":90}]}"#, TOO_FAR, "CC-5").after(&[ENDED, HELD, GONE]).measured(3.5, 3.0),
    row("fights/charge", r#"A MoveInCombat {"unit":"A1","moves":[{"model":"A1.3","path":[[4,-7.5]],"facing":90}]}"#, combat(CloseCombat::NotNearer), "CC-5").after(&[ENDED, HELD, GONE]).spot(4.0, -7.5),
    row("fights/apart", r#"A MoveInCombat {"unit":"A1","moves":[{"model":"A1.2","path":[[0,-9]],"facing":90}]}"#, combat(CloseCombat::TakesNoPart), "CC-5").after(&[ENDED, HELD, A1_STAYS]),
    // They strike and fire.
    row("fights/apart", r#"A Fight {"unit":"A1","by":[{"model":"A1.2","at":"B1"}]}"#, combat(CloseCombat::TakesNoPart), "CC-5").after(AIMING),
    row("fights/apart", r#"A Fight {"unit":"A1","by":[{"model":"A1.1","at":"B1","weapon":"Bayonet"}]}"#, combat(CloseCombat::CannotStrike), "CC-5").after(AIMING),
    row("fights/apart", r#"A Fight {"unit":"A1","by":[{"model":"A1.1","at":"B1","weapon":"Grenade"}]}"#, combat(CloseCombat::CannotStrike), "CC-5").after(AIMING),
    row("fights/apart", r#"A Fight {"unit":"A1","by":[{"model":"A1.1","at":"B3"}]}"#, combat(CloseCombat::CannotStrike), "CC-5").after(AIMING),
    row("fights/apart", r#"A Fight {"unit":"A1","by":[{"model":"A1.1","at":"B1"},{"model":"A1.1","at":"B2"}]}"#, general(General::ModelTwice), "CC-6").after(AIMING),
    row("fights/apart", r#"A Fight {"unit":"B1"}"#, general(General::NotYourUnit), "TURN-3").after(AIMING),
    row("fights/apart", r#"A Fight {"unit":"A2"}"#, general(General::ActionUnfinished), "TURN-3").after(AIMING),
    // They test, and leave.
    row("fights/tests", r#"A TestInCombat {"unit":"A2"}"#, combat(CloseCombat::NoTestToTake), "CC-7").rolled(UNTESTED).after(&[ENDED, r#"A TestInCombat {"unit":"A2"}"#]),
    row("fights/tests", r#"A TestInCombat {"unit":"B1"}"#, general(General::NotYourUnit), "TURN-3").rolled(UNTESTED).after(&[ENDED]),
    row("fights/even", r#"A FallBack {"unit":"A1","fire":{"at":"B1"}}"#, Reason::FallBack(fall_back::kinds::Reason::MustFallBack), "FB-1").rolled(BROKEN).after(&[ENDED, HELD]),
    row("fights/even", r#"A FallBack {"unit":"A2"}"#, general(General::UnknownUnit), "MIS-7").rolled(BROKEN).after(&[ENDED, HELD]),
    row("fights/even", r#"B FallBack {"unit":"B1"}"#, general(General::NotYourDecision), "TURN-3").rolled(BROKEN).after(&[ENDED, HELD]),
    // A combat that has lasted too long is left one by one.
    row("fights/worn", r#"A BreakOff {"unit":"A3"}"#, combat(CloseCombat::NotInTheCombat), "CC-8").rolled(WORN).after(SIX_ROUNDS),
    row("fights/worn", r#"A BreakOff {"unit":"B1"}"#, general(General::NotYourUnit), "TURN-3").rolled(WORN).after(SIX_ROUNDS),
    row("fights/worn", r#"B BreakOff {"unit":"B1"}"#, general(General::NotYourDecision), "TURN-3").rolled(WORN).after(SIX_ROUNDS),
    row("fights/worn", r#"A TestInCombat {"unit":"A1"}"#, general(General::NotNow), "TURN-3").rolled(WORN).after(SIX_ROUNDS),
    // The winner consolidates.
    row("fights/wiped-out", r#"A MoveInCombat {"unit":"A1","moves":[{"model":"A1.1","path":[[0,1.51]],"facing":90},{"model":"A1.2","path":[[2.5,1]],"facing":90}]}"#, combat(CloseCombat::TooNearToEnemy), "CC-9").rolled(WON).after(&[ENDED, HELD]).measured(5.99, 6.0).spot(0.0, 1.51),
    row("fights/wiped-out", r#"A MoveInCombat {"unit":"A1","moves":[{"model":"A1.1","path":[[0,-4.5]],"facing":90}]}"#, TOO_FAR, "CC-9").rolled(WON).after(&[ENDED, HELD]).measured(3.5, 3.0),
    row("fights/wiped-out", r#"A MoveInCombat {"unit":"A1","moves":[{"model":"A1.1","path":[[0,1.5]],"facing":90}]}"#, general(General::OutOfCoherency), "COH-1").rolled(WON).after(&[ENDED, HELD]).measured(3.717, 2.0),
];

/// Rule: CC-1, CC-3, CC-4, CC-5, CC-6, CC-7, CC-9, SUP-4, FB-1, FAC-3, MOV-4, COH-1, TURN-1, TURN-3.
#[test]
fn refused_orders_name_the_rule_and_the_measurement() {
    check_rows(ROWS);
}

/// Every reason that only close combat has is among the rows.
#[test]
fn every_reason_of_close_combat_has_a_row() {
    for reason in CloseCombat::ALL {
        assert!(ROWS.iter().any(|row| row.reason == combat(*reason)), "no row for {reason:?}");
    }
}
