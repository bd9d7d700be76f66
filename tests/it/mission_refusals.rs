//! Orders of missions that are refused, row by row: of the wrong player, in the wrong phase, given twice, and wrong in
//! themselves. `tests/games/meeting-engagement.orders` and `broken-arrow.orders` have more in the course of a game.

use warstrike::game::engine::refusal::{General, Reason};
use warstrike::game::phases::deployment::kinds::Reason as Deployment;

use super::refusals::{Row, check_rows, row};

const fn general(reason: General) -> Reason {
    Reason::General(reason)
}

const fn deployment(reason: Deployment) -> Reason {
    Reason::Deployment(reason)
}

/// A wins the first roll-off.
const A_FIRST: &[u8] = &[6, 1];
const PICK: &str = r#"A PickZone {"zone":"A"}"#;
/// Of `meeting`: two objectives each.
const LAID: [&str; 4] = [
    r#"A PlaceObjective {"at":[-8,14]}"#,
    r#"B PlaceObjective {"at":[0,-14]}"#,
    r#"A PlaceObjective {"at":[8,14]}"#,
    r#"B PlaceObjective {"at":[10,-14]}"#,
];
const A1: &str = r#"A DeployUnit {"unit":"A1","models":[{"model":"A1.1","at":[-8,-12.5],"facing":90}]}"#;
const B1: &str = r#"B DeployUnit {"unit":"B1","models":[{"model":"B1.1","at":[18,20],"facing":270}]}"#;
/// Of `broken-arrow`: one objective each, no obstacles.
const IN_DEBRIS: [&str; 2] = [r#"B PlaceObjective {"at":[3,3]}"#, r#"A PlaceObjective {"at":[-3,-3]}"#];
const NO_OBSTACLES: [&str; 2] = ["A EndObstacles", "B EndObstacles"];
const B_CHOOSES: &str = r#"B ChooseUnits {"deploy":["B2"]}"#;
const A_CHOOSES: &str = r#"A ChooseUnits {"deploy":["A1","A4"]}"#;

/// A row of a mission that A begins.
const fn first(level: &'static str, order: &'static str, reason: Reason, rule: &'static str) -> Row {
    row(level, order, reason, rule).rolled(A_FIRST)
}

const LAID_BY_BOTH: &[&str] = &[PICK, LAID[0], LAID[1], LAID[2], LAID[3]];
const SEARCHED: &[&str] = &[PICK, IN_DEBRIS[0], IN_DEBRIS[1]];
const BARE: &[&str] = &[PICK, IN_DEBRIS[0], IN_DEBRIS[1], NO_OBSTACLES[0], NO_OBSTACLES[1]];
const CHOSEN: &[&str] =
    &[PICK, IN_DEBRIS[0], IN_DEBRIS[1], NO_OBSTACLES[0], NO_OBSTACLES[1], B_CHOOSES, A_CHOOSES];

#[rustfmt::skip]
const ROWS: &[Row] = &[
    // The wrong player: A has won the roll-off, and each places in turn.
    first("meeting", r#"B PickZone {"zone":"B"}"#, general(General::NotYourDecision), "MIS-2"),
    first("meeting", LAID[1], general(General::NotYourDecision), "MIS-2").after(&[PICK]),
    first("meeting", B1, general(General::NotYourDecision), "MIS-2").after(LAID_BY_BOTH),
    first("broken-arrow", IN_DEBRIS[1], general(General::NotYourDecision), "MIS-3").after(&[PICK]),
    first("broken-arrow", NO_OBSTACLES[1], general(General::NotYourDecision), "MIS-3").after(SEARCHED),
    first("broken-arrow", A_CHOOSES, general(General::NotYourDecision), "MIS-3").after(BARE),
    first("meeting", r#"B DeployUnit {"unit":"A1","models":[]}"#, general(General::NotYourUnit), "TURN-3").after(&[PICK, LAID[0], LAID[1], LAID[2], LAID[3], A1]),
    // The wrong phase: nothing of a turn in deployment, nothing of deployment out of its order.
    first("meeting", "A EndPhase", general(General::NotNow), "MIS-2"),
    first("meeting", r#"A GetDown {"unit":"A1","turns":[]}"#, general(General::NotNow), "MIS-2"),
    first("meeting", LAID[0], general(General::NotNow), "MIS-2"),
    first("meeting", A1, general(General::NotNow), "MIS-2").after(&[PICK]),
    first("meeting", "A HoldFire", general(General::NotNow), "MIS-2").after(LAID_BY_BOTH),
    first("meeting", "A EndObstacles", general(General::NotNow), "MIS-2").after(LAID_BY_BOTH),
    first("broken-arrow", r#"A ChooseUnits {"deploy":["A1","A4"]}"#, general(General::NotNow), "MIS-3").after(SEARCHED),
    // A decision answered twice.
    first("meeting", PICK, general(General::NotNow), "MIS-2").after(&[PICK]),
    first("meeting", LAID[0], general(General::NotYourDecision), "MIS-2").after(&[PICK, LAID[0]]),
    first("meeting", A1, general(General::NotYourDecision), "MIS-2").after(&[PICK, LAID[0], LAID[1], LAID[2], LAID[3], A1]),
    first("meeting", A1, deployment(Deployment::AlreadyDeployed), "MIS-2").after(&[PICK, LAID[0], LAID[1], LAID[2], LAID[3], A1, B1]),
    first("broken-arrow", NO_OBSTACLES[0], general(General::NotYourDecision), "MIS-3").after(&[PICK, IN_DEBRIS[0], IN_DEBRIS[1], NO_OBSTACLES[0]]),
    first("broken-arrow", B_CHOOSES, general(General::NotYourDecision), "MIS-3").after(&[PICK, IN_DEBRIS[0], IN_DEBRIS[1], NO_OBSTACLES[0], NO_OBSTACLES[1], B_CHOOSES]),
    // Wrong in themselves.
    first("meeting", r#"A PlaceObjective {"at":[0,11]}"#, deployment(Deployment::OutsideZone), "MIS-2").after(&[PICK]).measured(1.0, 0.0),
    first("meeting", r#"A PlaceObjective {"at":[0,19]}"#, deployment(Deployment::NearEdge), "MIS-2").after(&[PICK]).measured(5.0, 6.0),
    first("meeting", r#"A PlaceObjective {"at":[-3,14]}"#, deployment(Deployment::NearObjective), "MIS-2").after(&[PICK, LAID[0], LAID[1]]).measured(5.0, 6.0),
    first("meeting", r#"A DeployUnit {"unit":"A2","models":[]}"#, deployment(Deployment::PlacedLast), "MIS-2").after(LAID_BY_BOTH),
    first("meeting", r#"A DeployUnit {"unit":"A1","models":[]}"#, deployment(Deployment::ModelNotPlaced), "MIS-1").after(LAID_BY_BOTH),
    first("meeting", r#"A DeployUnit {"unit":"A9","models":[]}"#, general(General::UnknownUnit), "MIS-7").after(LAID_BY_BOTH),
    first("broken-arrow", r#"B PlaceObjective {"at":[10,0]}"#, deployment(Deployment::OutsideZone), "MIS-3").after(&[PICK]).measured(1.0, 0.0),
    first("broken-arrow", r#"A PlaceObstacle {"at":[-14,12],"radius":1,"height":1.5}"#, deployment(Deployment::InEnemyZone), "MIS-3").after(SEARCHED),
    first("broken-arrow", r#"A PlaceObstacle {"at":[16,0],"radius":1,"height":1.5}"#, deployment(Deployment::NearTerrain), "MIS-3").after(SEARCHED).measured(2.0, 4.0),
    first("broken-arrow", r#"A PlaceObstacle {"at":[-3,-7],"radius":1,"height":1.5}"#, deployment(Deployment::NearObjective), "MIS-3").after(SEARCHED).measured(3.0, 4.0),
    first("broken-arrow", r#"A PlaceObstacle {"at":[-14,-4],"radius":1.6,"height":1.5}"#, deployment(Deployment::ObstacleSize), "MIS-3").after(SEARCHED).measured(1.6, 1.5),
    first("broken-arrow", r#"B ChooseUnits {"deploy":["B1","B2"]}"#, deployment(Deployment::UnitCount), "MIS-3").after(BARE),
    first("broken-arrow", r#"A ChooseUnits {"deploy":["A1","A1"]}"#, deployment(Deployment::UnitTwice), "MIS-3").after(&[PICK, IN_DEBRIS[0], IN_DEBRIS[1], NO_OBSTACLES[0], NO_OBSTACLES[1], B_CHOOSES]),
    first("meeting", r#"A HoldBack {"unit":"A1"}"#, deployment(Deployment::HasRoom), "MIS-3").after(LAID_BY_BOTH),
    first("meeting", r#"A HoldBack {"unit":"A2"}"#, deployment(Deployment::PlacedLast), "MIS-2").after(LAID_BY_BOTH),
    first("meeting", r#"A HoldBack {"unit":"A1"}"#, general(General::NotNow), "MIS-2").after(&[PICK]),
    first("broken-arrow", r#"A DeployUnit {"unit":"A2","models":[{"model":"A2.1","at":[0,-14],"facing":90}]}"#, deployment(Deployment::InReserve), "MIS-3").after(CHOSEN),
];

/// Rule: MIS-1, MIS-2, MIS-3, MIS-7, TURN-3.
#[test]
fn refused_orders_of_missions_name_the_rule_and_the_measurement() {
    check_rows(ROWS);
}

/// Every reason that only deployment has is among the rows; two that only reserves meet are in `broken-arrow.orders`, one
/// in `room_to_deploy`.
#[test]
fn every_reason_of_deployment_has_a_row() {
    for reason in Deployment::ALL {
        let of_reserves = matches!(
            reason,
            Deployment::OtherUnitArrives | Deployment::AwayFromEdge | Deployment::EntersNearEnemy
        );
        let has_row = ROWS.iter().any(|row| row.reason == deployment(*reason));
        assert!(has_row || of_reserves, "no row for {reason:?}");
    }
}
