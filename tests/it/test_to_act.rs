//! Suppression markers and the test to act (ACT-7), and the consequences of failing it (OFB-1, OFB-2, OFB-7):
//! with scripted dice, with dice by hand, and refused orders.

use super::refusals::reasons::{
    ActionUnfinished, EndsOnModel, FiresOrMoves, NobodyCanFire, NotAnEnemy, NotNow, NotSuppressed, TooFar,
    UnitsYetToAct,
};
use warstrike::game::engine::agenda::Choice;
use warstrike::game::engine::components::Posture;
use warstrike::game::engine::fact::Fact;
use warstrike::game::engine::fact::UnitFact;
use warstrike::game::engine::play::{DiceChoice, Match, MatchError};
use warstrike::game::engine::unit_fact::TestedFor;
use warstrike::game::leadership::terms_to_act;
use warstrike::game::phases::fall_back;
use warstrike::game::phases::get_down;
use warstrike::game::phases::moving;
use warstrike::game::phases::shooting::odds::odds;
use warstrike::game::phases::shooting::ordered::ordered_fire;
use warstrike::game::phases::shooting::snap_fire::may_snap_fire;
use warstrike::game::phases::turn;
use warstrike::rules::action::Action;
use warstrike::rules::falling_back::{Occasion, crawl_terms};
use warstrike::rules::ids::UnitId;
use warstrike::rules::movement::allowance::SlowGoing;
use warstrike::rules::odds::mean;
use warstrike::rules::salvo::Manner;
use warstrike::rules::shooting::HitRoll;

use super::refusals::{Row, check_rows, command, game, played, row};
use super::support::setup_under;

fn unit(id: &str) -> UnitId {
    id.parse().unwrap()
}

fn markers(game: &Match, id: &str) -> u8 {
    game.battle().view().unit(unit(id)).unwrap().morale.suppression_markers
}

fn facts(game: &Match) -> &[Fact] {
    &game.history().present().outcome.facts
}

fn get_down(id: &str) -> String {
    format!(r#"A GetDown {{"unit":"{id}","turns":[]}}"#)
}

/// Rule: ACT-7 (−1 Nv for each marker after the first), LD-3.
#[test]
fn a_marked_unit_tests_with_what_its_markers_leave() {
    let game = game("marked", None, &[]);
    for (id, dice, nerve) in [("A3", 2, 3), ("A4", 2, 1), ("A6", 1, 2), ("A7", 2, 0)] {
        let view = game.battle().view();
        let terms = terms_to_act(view, view.unit(unit(id)).unwrap());
        assert_eq!((terms.dice, terms.nerve), (dice, nerve), "{id}");
    }
}

/// Rule: ACT-7 (passed: each die at or under that Nv removes a marker; failed), TURN-3.
#[test]
fn a_unit_that_passes_acts_and_loses_a_marker_per_success() {
    for (id, faces, left) in [
        ("A3", &[3, 4][..], Some(0)),
        ("A3", &[1, 1], Some(0)),
        ("A3", &[4, 4], None),
        ("A5", &[1, 1], Some(1)),
        ("A5", &[1, 2], Some(2)),
        ("A5", &[2, 2], None),
        ("A6", &[2], Some(1)),
        ("A6", &[3], None),
        ("A7", &[1, 1], None),
    ] {
        let case = format!("{id}, {faces:?}");
        let before = game("marked", None, faces);
        let had = markers(&before, id);
        let game = played(before, &[&get_down(id)]);
        let tested = facts(&game).first().unwrap();
        let Fact::Unit(UnitFact::LeadershipTested {
            purpose: TestedFor::Acting, passed, faces: rolled, ..
        }) = tested
        else {
            panic!("{case}: {tested:?}");
        };
        assert_eq!((*passed, &rolled[..]), (left.is_some(), faces), "{case}");
        assert_eq!(markers(&game, id), left.unwrap_or(had), "{case}: a failed test removes none");
        let removed = facts(&game).iter().find_map(|fact| match fact {
            Fact::Unit(UnitFact::SuppressionMarkersRemoved { removed, left, .. }) => Some((*removed, *left)),
            _ => None,
        });
        assert_eq!(removed, left.map(|left| (had - left, left)), "{case}");
        let down = facts(&game)
            .iter()
            .any(|fact| matches!(fact, Fact::GetDown(get_down::kinds::Fact::UnitGotDown { .. })));
        assert_eq!(down, left.is_some(), "{case}: it does what was ordered, or falls back");
    }
}

/// Rule: ACT-7 (a salvo with a hit leaves one marker), BAS-8. However many hits; a salvo without hits leaves none.
#[test]
fn a_salvo_with_a_hit_leaves_one_marker() {
    const FIRE: &str = r#"A OpenFire {"unit":"A1","moves":[],"fire":[{"at":"B1"}]}"#;
    let sure: Vec<u8> = std::iter::repeat_n(6, 60).collect();
    let hit = played(game("marked", None, &sure), &[FIRE]);
    let gained = facts(&hit).iter().find_map(|fact| match fact {
        Fact::Unit(UnitFact::SuppressionMarkersGained { gained, now, .. }) => Some((*gained, *now)),
        _ => None,
    });
    let hits = facts(&hit).iter().find_map(|fact| match fact {
        Fact::Unit(UnitFact::HitsTaken { hits, .. }) => Some(*hits),
        _ => None,
    });
    assert_eq!((hits, gained, markers(&hit, "B1")), (Some(12), Some((1, 1)), 1));
    assert!(hit.battle().view().unit(unit("B1")).unwrap().morale.suppressed(), "suppressed means marked");
    let missed = played(game("marked", None, &[1; 12]), &[FIRE]);
    assert_eq!(markers(&missed, "B1"), 0);
}

/// Rule: ACT-7, RE-1. Marked units do not snap fire, so nothing interrupts A8's run once it has passed; the choice in
/// the middle of the run is no new order.
#[test]
fn a_run_is_tested_once() {
    let game = game("marked", None, &[3, 4]);
    let game = played(game, &[r#"A AnnounceDouble {"unit":"A8"}"#]);
    assert!(matches!(
        game.battle().decision().unwrap().choice,
        Choice::Moving(moving::kinds::Choice::Run { .. })
    ));
    let game = played(game, &[r#"A AtTheDouble {"unit":"A8","moves":[]}"#]);
    let line = game.history().line();
    let all: Vec<&Fact> = line.iter().flat_map(|entry| &entry.outcome.facts).collect();
    let tests =
        all.iter().filter(|fact| matches!(fact, Fact::Unit(UnitFact::LeadershipTested { .. }))).count();
    assert_eq!(tests, 1, "{all:?}");
    let acted = game.battle().view().unit(unit("A8")).unwrap().activity;
    assert_eq!((acted.acted, acted.last_action), (true, Some(Action::AtTheDouble)));
}

/// Rule: ACT-7, LD-1. The test asks for its dice before the order rolls any.
#[test]
fn the_test_to_act_asks_for_dice_by_hand() {
    let mut game =
        Match::start(setup_under("marked", None), DiceChoice::Hand { seed: 1, faces: Vec::new() }).unwrap();
    let before = game.battle().snapshot();
    let order = || command(&get_down("A3"));
    let Err(MatchError::DiceWanted(wanted)) = game.submit_with(order(), &[]) else {
        panic!("a marked unit acts without a test")
    };
    assert_eq!(wanted.wanted.roll.purpose, "leadership test to act");
    assert_eq!(wanted.wanted.count, 2);
    assert_eq!(game.battle().snapshot(), before);
    game.submit_with(order(), &[5, 2]).unwrap();
    assert_eq!(markers(&game, "A3"), 0);
}

/// Rule: ACT-7 (the test), SUP-2. The odds of fire include markers and failed tests to act.
#[test]
fn the_odds_of_fire_include_markers() {
    let game = game("marked", None, &[]);
    let odds = odds(game.battle().view(), unit("A1"), unit("B1"), Manner::OpenFire).unwrap();
    let hit: f64 = odds.hits[1..].iter().sum();
    assert!((odds.will.suppressed - hit).abs() < 1e-12, "one hit marks it");
    assert_eq!((odds.will.shaken, odds.will.markers.len()), (0.0, 1), "no nerve markers");
    assert!(hit > 0.9 && hit < 1.0, "{hit}");
    // Two dice at 3 or less fail 1 in 4; one die 1 in 2. The leader falls last: never with so few wounds.
    assert!((odds.stays_suppressed - hit / 4.0).abs() < 1e-3, "{}", odds.stays_suppressed);
}

/// A game in which these units failed their tests.
fn failed(ids: &[&str]) -> Match {
    let orders: Vec<String> = ids.iter().map(|id| get_down(id)).collect();
    let orders: Vec<&str> = orders.iter().map(String::as_str).collect();
    played(game("marked", None, &vec![6; 2 * ids.len()]), &orders)
}

fn posture(game: &Match, id: &str) -> Posture {
    game.battle().view().unit(unit(id)).unwrap().activity.posture
}

/// Rule: OFB-1, OFB-2, OFB-7, BAS-6.
#[test]
fn strength_decides_what_a_failed_test_forces() {
    for (id, asked, holds, left, reason) in [
        ("A4", true, Posture::Up, 6, "over half: its player chooses"),
        ("A9", false, Posture::InCover, 5, "exactly half, concealed from the enemy within its Aw"),
        ("A10", false, Posture::InCover, 5, "exactly half, no enemy within its Aw"),
        ("A11", false, Posture::Up, 5, "exactly half, seen"),
        ("A12", false, Posture::Up, 0, "a fifth: destroyed"),
    ] {
        let game = failed(&[id]);
        let decision = game.battle().decision().unwrap();
        let expected = if asked {
            Choice::FallBack(fall_back::kinds::Choice::FallBack {
                unit: unit(id),
                occasion: Occasion::Action,
            })
        } else {
            Choice::Turn(turn::kinds::Choice::Act)
        };
        assert_eq!((decision.player, decision.choice), (unit(id).side, expected), "{reason}");
        assert_eq!(posture(&game, id), holds, "{reason}");
        let view = game.battle().view();
        assert_eq!(view.standing(unit(id)).count(), left, "{reason}");
        assert_eq!(view.unit(unit(id)).unwrap().activity.acted, !asked, "{reason}");
    }
}

/// Rule: OFB-2 (+1 Ev, +1 To, no snap fire, until its next activation), SHO-3, SHO-5.
#[test]
fn a_unit_that_stays_in_cover_is_harder_to_hit_and_to_kill() {
    let needs = |game: &Match| {
        let odds = odds(game.battle().view(), unit("B5"), unit("A10"), Manner::OpenFire).unwrap();
        let shot = &odds.shots[0];
        (shot.evasion.unwrap().posture, shot.needs.hit, shot.needs.toughness)
    };
    let (before, after) = (game("marked", None, &[]), failed(&["A10"]));
    assert_eq!(needs(&before), (0, HitRoll::Needs(5), Some(4)), "Ev 6 + 1 beyond Aw, To 5");
    assert_eq!(needs(&after), (1, HitRoll::Needs(6), Some(3)), "one more on each");
    let view = after.battle().view();
    assert!(may_snap_fire(view, view.unit(unit("A10")).unwrap()).is_err());
}

/// Rule: OFB-1 (fire). The odds of the answer are those of its manner of firing.
#[test]
fn fire_instead_of_a_fall_back_has_its_odds() {
    let game = failed(&["A4"]);
    let (view, decision) = (game.battle().view(), game.battle().decision().unwrap());
    let order = command(r#"A FallBack {"unit":"A4","fire":{"at":"B2"}}"#).order;
    let fire = ordered_fire(view, &order, decision.choice).unwrap();
    assert_eq!(fire.manner(), Manner::FallingBack);
    let odds = fire.odds(view).unwrap();
    // Six dice need 5+: one hit in three.
    assert!((mean(&odds[0].1.hits) - 2.0).abs() < 1e-9);
}

/// Rule: OFB-1 (½ Mv), GO-3. Mv 5: 2, and 1 over difficult ground.
#[test]
fn a_unit_crawls_half_its_movement() {
    let ruleset = &setup_under("marked", None).ruleset;
    for (movement, open, difficult) in [(6, 3.0, 1.0), (5, 2.0, 1.0), (1, 0.0, 0.0)] {
        let terms = crawl_terms(movement, ruleset);
        assert_eq!((terms.allowance, terms.on_difficult, terms.slow), (open, difficult, SlowGoing::Allowed));
    }
}

/// A7 has four markers, so it always fails.
const A7_FAILED: &[&str] = &[r#"A GetDown {"unit":"A7","turns":[]}"#];

#[rustfmt::skip]
const ROWS: &[Row] = &[
    row("marked", r#"A FallBack {"unit":"A4"}"#, NotSuppressed, "ACT-6"),
    row("marked", r#"A FallBack {"unit":"A1"}"#, NotSuppressed, "ACT-6"),
    row("marked", r#"A OpenFire {"unit":"A3","moves":[],"fire":[{"at":"A1"}]}"#, NotAnEnemy, "BAS-8"),
    row("marked", "A EndPhase", UnitsYetToAct, "TURN-3"),
    row("marked", r#"A GetDown {"unit":"A4","turns":[]}"#, NotNow, "TURN-3").after(A7_FAILED),
    row("marked", r#"A FallBack {"unit":"A4"}"#, ActionUnfinished, "TURN-3").after(A7_FAILED),
    row("marked", r#"A FallBack {"unit":"A7","fire":{"at":"B2"},"moves":[{"model":"A7.1","path":[],"facing":0}]}"#, FiresOrMoves, "OFB-1").after(A7_FAILED),
    row("marked", r#"A FallBack {"unit":"A7","fire":{"at":"A1"}}"#, NotAnEnemy, "BAS-8").after(A7_FAILED),
    row("marked", r#"A FallBack {"unit":"A7","fire":{"at":"B1"}}"#, NobodyCanFire, "SHO-2").after(A7_FAILED),
    row("marked", r#"A FallBack {"unit":"A7","moves":[{"model":"A7.1","path":[[18.5,-4.5]],"facing":90}]}"#, TooFar, "OFB-1").after(A7_FAILED).measured(3.25, 3.0),
    row("marked", r#"A FallBack {"unit":"A7","moves":[{"model":"A7.1","path":[[20,-7.75]],"facing":90}]}"#, EndsOnModel, "MOV-4").after(A7_FAILED).measured(0.0, 1.0),
    // Under this ruleset a level's hit-die is a marker.
    row("fall-back", r#"A FallBack {"unit":"A4"}"#, NotSuppressed, "ACT-6").by("outline-2012"),
];

/// Rule: ACT-6, ACT-7 (chooses its order, then tests), OFB-1, MOV-4.
#[test]
fn orders_that_a_marked_unit_may_not_choose() {
    check_rows(ROWS);
}
