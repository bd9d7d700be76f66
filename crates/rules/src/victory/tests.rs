use super::*;

const RULES: &MissionRules = &MissionRules::COMBINED;
const ALLOWANCE: Allowance = Allowance(0.005);

fn near(side: Side, gap: f64) -> NearModel {
    NearModel { side, suppressed: false, gap }
}

fn shaken(side: Side, gap: f64) -> NearModel {
    NearModel { suppressed: true, ..near(side, gap) }
}

/// Rule: MIS-4, SUP-4, TURN-2, BAS-10.
#[test]
fn an_unsuppressed_unit_holds_where_no_enemy_is_near() {
    use Side::{A, B};
    for (models, expected, reason) in [
        (vec![], Hold::Free, "nobody is near"),
        (vec![near(A, 3.0)], Hold::Held(A), "exactly 3 away"),
        (vec![near(A, 3.005)], Hold::Held(A), "0.005 is allowed for"),
        (vec![near(A, 3.006)], Hold::Free, "too far"),
        (vec![near(B, 0.0)], Hold::Held(B), "on it"),
        (vec![shaken(A, 1.0)], Hold::Free, "a suppressed unit does not capture"),
        (vec![shaken(A, 1.0), near(A, 2.9)], Hold::Held(A), "but another of its side does"),
        (vec![near(A, 1.0), near(B, 3.0)], Hold::Contested, "an enemy is near"),
        (vec![near(A, 1.0), shaken(B, 2.0)], Hold::Contested, "a suppressed enemy denies it too"),
        (vec![near(A, 1.0), near(B, 3.1)], Hold::Held(A), "the enemy is too far to deny it"),
        (vec![shaken(A, 1.0), shaken(B, 1.0)], Hold::Contested, "both suppressed"),
    ] {
        assert_eq!(hold(models, RULES, ALLOWANCE), expected, "{reason}");
    }
}

/// Rule: MIS-5.
#[test]
fn a_force_tests_with_less_than_half_its_units_left() {
    for (left, units, tests, reason) in [
        (4, 8, false, "exactly half"),
        (3, 8, true, "less than half"),
        (2, 5, true, "40 %"),
        (3, 5, false, "60 %"),
        (1, 1, false, "a force of one unit"),
        (0, 1, true, "nothing left"),
        (0, 0, false, "a force without units has none to lose"),
    ] {
        assert_eq!(tests_morale(left, units, RULES), tests, "{reason}");
    }
}

/// Rule: MIS-5.
#[test]
fn the_leader_likeliest_to_pass_is_the_best() {
    let unit = |number, dice, nerve| LeaderTest { unit: UnitId { side: Side::A, number }, dice, nerve };
    for (leaders, best, reason) in [
        (vec![], None, "no leader"),
        (vec![unit(1, 1, 3), unit(2, 2, 3)], Some(2), "more dice"),
        (vec![unit(1, 2, 3), unit(2, 2, 4)], Some(2), "a higher Nv"),
        (vec![unit(1, 3, 2), unit(2, 1, 4)], Some(1), "19/27 passes more often than 2/3"),
        (vec![unit(1, 2, 2), unit(2, 1, 4)], Some(2), "2/3 passes more often than 5/9"),
        (vec![unit(1, 2, 3), unit(2, 2, 3)], Some(1), "equals: the first"),
        (vec![unit(1, 0, 6), unit(2, 1, 1)], Some(2), "without dice none passes"),
    ] {
        assert_eq!(best_leader(leaders).map(|test| test.unit.number), best, "{reason}");
    }
}

/// Rule: MIS-6, BAS-6, OFB-6.
#[test]
fn points_survive_with_the_share_of_models_left() {
    let left = |standing, started| Remains::Left(Strength { standing, started });
    for (points, remains, expected, reason) in [
        (150, left(10, 10), 150, "whole"),
        (150, left(7, 10), 105, "seven tenths"),
        (100, left(1, 3), 33, "rounded down"),
        (100, left(2, 3), 66, "rounded down"),
        (150, left(0, 10), 0, "nobody left"),
        (150, Remains::Reserve, 0, "it never came"),
    ] {
        assert_eq!(surviving_points(points, remains, RULES), expected, "{reason}");
    }
    let half = MissionRules { absent_reserve_worth: 50, ..MissionRules::COMBINED };
    assert_eq!(surviving_points(151, Remains::Reserve, &half), 75, "where rules count it half");
}

/// Rule: MIS-6.
#[test]
fn objectives_decide_then_points() {
    let tally = |objectives: usize, points: u32| Tally {
        objectives: (0..objectives).map(|index| format!("objective-{index}")).collect(),
        points,
        units: Vec::new(),
    };
    for (a, b, winner, reason) in [
        (tally(2, 0), tally(1, 900), Some(Side::A), Ending::MoreObjectives),
        (tally(0, 900), tally(1, 10), Some(Side::B), Ending::MoreObjectives),
        (tally(1, 500), tally(1, 501), Some(Side::B), Ending::MorePoints),
        (tally(0, 10), tally(0, 0), Some(Side::A), Ending::MorePoints),
        (tally(1, 500), tally(1, 500), None, Ending::Level),
    ] {
        assert_eq!(decide(&[a, b]), (winner, reason));
    }
}

/// Rule: MIS-2, MIS-5, MIS-6, TURN-6.
#[test]
fn every_ending_names_its_paragraph() {
    for (ending, rule) in [
        (Ending::ObjectiveHeld { objective: "gate".to_owned() }, "MIS-2"),
        (Ending::ForceBroken, "MIS-5"),
        (Ending::MoreObjectives, "MIS-6"),
        (Ending::MorePoints, "MIS-6"),
        (Ending::Level, "MIS-6"),
        (Ending::LastRound, "TURN-6"),
    ] {
        assert_eq!(ending.rule().0, rule);
    }
}
