//! What a unit's fire may do: who fires with how many dice at whom, what each needs, and the chances.

use warstrike::game::refusal::{Reason, Refusal};
use warstrike::game::shooting::aim::AimedShot;
use warstrike::game::shooting::odds::{Odds, odds};
use warstrike::rules::ids::UnitId;
use warstrike::rules::odds::mean;
use warstrike::rules::salvo::Manner;
use warstrike::rules::shooting::HitRoll::{self, Needs, TwoSixes};

use super::support::game;

fn unit(id: &str) -> UnitId {
    id.parse().unwrap()
}

fn told(from: &str, at: &str, manner: Manner) -> Result<Odds, Refusal> {
    let range = game("range", 1);
    odds(range.battle().view(), unit(from), unit(at), manner)
}

fn near(got: f64, expected: f64, within: f64, reason: &str) {
    assert!((got - expected).abs() <= within, "{reason}: {got}, not {expected}");
}

/// Rule: BAS-8, SHO-3, SHO-4, SHO-5, SHO-6, SUP-1, SUP-3, NRV-2, VIS-6. Ten rifles at ten LaansGuard in the open
/// and within Aw, as the rulebook reckons them: 10 hits, 2.5 lost, shaken .98, suppressed for certain.
#[test]
fn ten_rifles_at_ten_laansguard() {
    let odds = told("A1", "B1", Manner::OpenFire).unwrap();
    assert_eq!(odds.shots.len(), 10);
    for shot in &odds.shots {
        let needs = (shot.dice, shot.needs.hit, shot.needs.armour, shot.needs.toughness, &shot.hard_cover);
        assert_eq!(needs, (2, Needs(4), Some(4), Some(4), &None), "{}", shot.from);
        assert_eq!(shot.at.number, 11 - shot.from.number, "each at the nearest, straight ahead");
    }
    near(mean(&odds.hits), 10.0, 1e-9, "hits");
    near(mean(&odds.lost), 2.5, 1e-3, "lost: ten at most, which changes next to nothing");
    near(odds.will.shaken, 0.98, 0.005, "shaken");
    near(odds.will.suppressed, 1.0, 1e-5, "suppressed");
    assert_eq!(odds.order.last(), Some(&unit("B1").model(1)), "the leader falls last");
    near(odds.leader_lost, odds.lost[10], 1e-12, "he falls only with all the others");
    near(odds.lost.iter().sum(), 1.0, 1e-12, "all there is");
}

/// Rule: ACT-2, ACT-4, SHO-4, SHO-8. Rifles fire at half rate in Advance and not At The Double, a pistol in full
/// and at half.
#[test]
fn each_action_has_its_rate_of_fire() {
    let dice = |from: &str, at: &str, action| {
        let odds = told(from, at, action).unwrap();
        odds.shots.iter().map(|shot| u32::from(shot.dice)).sum::<u32>()
    };
    for (from, at, action, expected, reason) in [
        ("A1", "B1", Manner::OpenFire, 20, "ten rifles of rate 2"),
        ("A1", "B1", Manner::Advance, 10, "half"),
        ("A1", "B1", Manner::AfterRunning, 0, "both hands are needed"),
        ("A2", "B2", Manner::OpenFire, 2, "a pistol of rate 2"),
        ("A2", "B2", Manner::Advance, 2, "one-handed: in full"),
        ("A2", "B2", Manner::AfterRunning, 1, "one-handed: half"),
        ("A2", "B3", Manner::OpenFire, 0, "15 away, and it reaches 9"),
    ] {
        assert_eq!(dice(from, at, action), expected, "{from} at {at}, {action:?}: {reason}");
    }
    let none = told("A2", "B3", Manner::OpenFire).unwrap();
    assert_eq!((none.lost, none.will.suppressed, none.order.len()), (vec![1.0], 0.0, 0), "nothing happens");
}

fn only_shot(from: &str, at: &str) -> AimedShot {
    let odds = told(from, at, Manner::OpenFire).unwrap();
    assert_eq!(odds.shots.len(), 1, "{from} at {at}");
    odds.shots[0].clone()
}

/// Rule: ACT-5, SHO-9, FAC-5. What the target does, stands behind and shows.
#[test]
fn cover_posture_and_flank_count() {
    let needs = |from: &str, at: &str| -> (HitRoll, Option<u8>, Option<u8>) {
        let shot = only_shot(from, at);
        (shot.needs.hit, shot.needs.armour, shot.needs.toughness)
    };
    // Ev 6 and 1 for being down against BS 6; the pistol's 4 against Ar 5; its 4 against To 5 and 1.
    assert_eq!(needs("A2", "B2"), (Needs(5), Some(3), Some(2)), "down");
    // The line to the body's middle runs over the breastwork, 1 high, which hides some of it.
    let behind = only_shot("A3", "B4");
    assert_eq!(behind.needs.toughness, Some(3), "strength 5 against To 5 and 1 for hard cover");
    assert_eq!(behind.hard_cover.as_deref(), Some("breastwork"));
    // Guns: Ev 5, in the flank 4; Ar 5, in the flank 4.
    assert_eq!(needs("A4", "B5"), (Needs(2), Some(5), Some(4)), "from behind");
    // Twenty away and more, beyond Aw 12, and sixes by then.
    assert_eq!(only_shot("A4", "B4").needs.hit, Needs(5), "in the open from behind, beyond Aw");
    assert!(TwoSixes > Needs(6));
}

/// Rule: FAC-3. Guns of Limited Vision do not turn round to A4 behind them while they Open Fire; in Advance
/// they do.
#[test]
fn who_may_not_turn_fires_only_ahead() {
    for (action, shots) in [(Manner::OpenFire, 0), (Manner::Advance, 3)] {
        assert_eq!(told("B5", "A4", action).unwrap().shots.len(), shots, "{action:?}");
    }
    assert!(!told("B5", "A3", Manner::OpenFire).unwrap().shots.is_empty(), "those before them they hit");
}

/// Rule: LD-1, LD-3, SUP-5. The chance that a unit is suppressed and stays so through its next test.
#[test]
fn the_next_test_is_reckoned_with_what_the_salvo_leaves() {
    // One pistol of two dice at B2, one model, its leader: 5+, 3+ saves, 2+ stands. Ld 2, Nv 3.
    let odds = told("A2", "B2", Manner::OpenFire).unwrap();
    let [hit, fails, falls] = [1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0_f64];
    let squared = |chance: f64| chance * chance;
    let fails_test = |nerve: f64| squared(1.0 - nerve / 6.0);
    let (missed, saved): (f64, f64) = (1.0 - hit, hit * (1.0 - fails));
    let stands = hit * fails * (1.0 - falls);
    // A marker for a failed save, however many; who falls tests no more.
    let unshaken = squared(missed + saved) - squared(missed);
    let unnerved = squared(missed + saved + stands) - squared(missed + saved);
    let expected = unshaken * fails_test(3.0) + unnerved * fails_test(2.0);
    near(odds.stays_suppressed, expected, 1e-12, "stays suppressed");
    near(odds.will.suppressed, 1.0 - missed * missed, 1e-12, "suppressed");
    near(odds.leader_lost, 1.0 - squared(1.0 - hit * fails * falls), 1e-12, "the only model is the leader");
}

/// Rule: SHO-1. What cannot be reckoned says why.
#[test]
fn what_cannot_be_fired_is_said() {
    for (from, at, expected, rule) in [
        ("A1", "A2", Reason::NotAnEnemy, "BAS-8"),
        ("A1", "B9", Reason::UnknownUnit, "MIS-7"),
        ("A9", "B1", Reason::UnknownUnit, "MIS-7"),
    ] {
        let refusal = told(from, at, Manner::OpenFire).unwrap_err();
        assert_eq!((refusal.reason, refusal.rule.0), (expected, rule), "{refusal}");
    }
}
