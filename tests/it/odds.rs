//! What a unit's fire may do: who fires with how many dice at whom, what each needs, and the chances.

use warstrike::game::engine::refusal::General;
use warstrike::game::engine::refusal::{Reason, Refusal};
use warstrike::game::phases::shooting;
use warstrike::game::phases::shooting::kinds::AimedShot;
use warstrike::game::phases::shooting::odds::{Odds, odds};
use warstrike::rules::ids::UnitId;
use warstrike::rules::odds::mean;
use warstrike::rules::salvo::Manner;
use warstrike::rules::shooting::HitRoll::{self, Needs, TwoSixes};
use warstrike::rules::shooting::to_hit;

use super::support::{game, setup_under};

use warstrike::game::engine::dice::{Dice, DiceError, Source};
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::engine::view::View;
use warstrike::game::phases::shooting::declare::{AimedSalvo, declare, declare_at_model};
use warstrike::game::phases::shooting::kinds::FireAt;
use warstrike::game::phases::shooting::kinds::FireMode;
use warstrike::game::phases::shooting::kinds::Shooter;
use warstrike::game::phases::shooting::odds::{Found, odds_at_model, odds_of_fire, sampled};
use warstrike::game::phases::shooting::salvo::{Rolled, roll};

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
        ("A1", "A2", Reason::Shooting(shooting::kinds::Reason::NotAnEnemy), "BAS-8"),
        ("A1", "B9", Reason::General(General::UnknownUnit), "MIS-7"),
        ("A9", "B1", Reason::General(General::UnknownUnit), "MIS-7"),
    ] {
        let refusal = told(from, at, Manner::OpenFire).unwrap_err();
        assert_eq!((refusal.reason(), refusal.rule().0), (expected, rule), "{refusal}");
    }
}

/// The salvo that a unit would fire at another by Open Fire.
fn salvo(view: View, from: &str, at: &str) -> AimedSalvo {
    let from = view.unit(unit(from)).unwrap();
    let fire = [FireAt { at: unit(at), by: None }];
    declare(view, &[], from, &fire, FireMode::of(from, Manner::OpenFire)).unwrap().remove(0)
}

/// Every way in which the engine's dice of a salvo can fall, with its chance.
fn rolled_out(view: View, from: &str, salvo: &AimedSalvo) -> Vec<(Rolled, f64)> {
    let mut ended = Vec::new();
    let mut open = vec![Vec::new()];
    while let Some(faces) = open.pop() {
        let mut dice = Dice::seeded(0);
        dice.set_source(Source::Fed(faces.clone().into()));
        match roll(&mut dice, view, unit(from), salvo) {
            Ok(rolled) => ended.push((rolled, 1.0 / f64::from(6_u32.pow(faces.len() as u32)))),
            Err(DiceError::Exhausted(_)) => {
                open.extend((1..=6).map(|face| faces.iter().copied().chain([face]).collect()));
            }
            Err(error) => panic!("{error}"),
        }
    }
    ended
}

/// What all ways come to, as odds: hits, lost, the leader lost, suppressed, markers.
fn counted(view: View, at: &str, ways: &[(Rolled, f64)]) -> ([Vec<f64>; 3], [f64; 2]) {
    let before = view.unit(unit(at)).unwrap().morale;
    let mut lists = [vec![0.0; 12], vec![0.0; 12], vec![0.0; 12]];
    let mut chances = [0.0; 2];
    for (rolled, chance) in ways {
        let suffered = rolled.suffered.iter().find(|suffered| suffered.unit == unit(at));
        let (hits, lost, led) = suffered.map_or((0, 0, false), |suffered| {
            let led = suffered.lost.iter().any(|(_, rank)| *rank == warstrike::rules::salvo::Rank::Leader);
            (suffered.hits as usize, suffered.lost.len(), led)
        });
        let after = suffered.and_then(|suffered| suffered.will).map_or(before, |will| will.after);
        lists[0][hits] += chance;
        lists[1][lost] += chance;
        lists[2][usize::from(after.nerve_markers - before.nerve_markers)] += chance;
        chances[0] += if led { *chance } else { 0.0 };
        chances[1] += if after.suppressed() { *chance } else { 0.0 };
    }
    (lists, chances)
}

fn same(got: &[f64], expected: &[f64], within: f64, reason: &str) {
    for nth in 0..got.len().max(expected.len()) {
        let at = |list: &[f64]| list.get(nth).copied().unwrap_or_default();
        near(at(got), at(expected), within, &format!("{reason} of {nth}"));
    }
}

/// Rule: SHO-1, SHO-3, SHO-4, SHO-5, SHO-6, SUP-1, NRV-2. Every face of every die that the engine may roll, by
/// the engine's own routine, against the odds: a pistol at one who is down; a rifle at one behind a
/// breastwork; the same rifle from behind at guns of two wounds, of which one is already wounded.
#[test]
fn odds_are_those_of_all_faces_that_the_engine_may_roll() {
    let range = game("range", 1);
    let view = range.battle().view();
    for (from, at) in [("A2", "B2"), ("A3", "B4"), ("A4", "B5")] {
        let salvo = salvo(view, from, at);
        let ways = rolled_out(view, from, &salvo);
        near(ways.iter().map(|(_, chance)| chance).sum(), 1.0, 1e-9, "all there is");
        let ([hits, lost, markers], [leader_lost, suppressed]) = counted(view, at, &ways);
        let odds = told(from, at, Manner::OpenFire).unwrap();
        assert_eq!(odds.found, Found::Exactly);
        let reason = |what: &str| format!("{from} at {at}: {what}");
        same(&odds.hits, &hits, 1e-9, &reason("hits"));
        same(&odds.lost, &lost, 1e-9, &reason("lost"));
        same(&odds.will.markers, &markers, 1e-9, &reason("markers"));
        near(odds.leader_lost, leader_lost, 1e-9, &reason("leader"));
        near(odds.will.suppressed, suppressed, 1e-9, &reason("suppressed"));
    }
}

/// Rule: SHO-1, SUP-3, NRV-1, NRV-2, LD-1. A million salvos of the engine, ten rifles at ten men, against the exact odds:
/// within five standard errors of each chance.
#[test]
fn a_million_salvos_come_out_as_the_odds_say() {
    let range = game("range", 1);
    let view = range.battle().view();
    let exact = told("A1", "B1", Manner::OpenFire).unwrap();
    let salvo = salvo(view, "A1", "B1");
    let rolls = 1_000_000;
    let found = sampled(view, view.unit(unit("B1")).unwrap(), (unit("A1"), &salvo), rolls);
    let Found::Sampled { error, .. } = found.found else { panic!("not sampled") };
    near(error, 0.0005, 1e-12, "the stated error: half of a thousandth");
    let close = |got: f64, expected: f64, what: &str| {
        let error = (expected * (1.0 - expected) / f64::from(rolls)).sqrt();
        near(got, expected, 5.0 * error + 1e-9, what);
        assert!(error <= 0.000_5, "{what}: no chance has a larger error than is stated");
    };
    for (what, got, expected) in [
        ("hits", &found.hits, &exact.hits),
        ("lost", &found.lost, &exact.lost),
        ("markers", &found.will.markers, &exact.will.markers),
    ] {
        for nth in 0..got.len().max(expected.len()) {
            let at = |list: &[f64]| list.get(nth).copied().unwrap_or_default();
            close(at(got), at(expected), &format!("{what} of {nth}"));
        }
    }
    close(found.will.shaken, exact.will.shaken, "shaken");
    close(found.will.suppressed, exact.will.suppressed, "suppressed");
    close(found.leader_lost, exact.leader_lost, "leader lost");
    close(found.stays_suppressed, exact.stays_suppressed, "stays suppressed");
}

/// Rule: ACT-3. On My Target is sampled; against every face the engine may roll it is within the stated
/// error.
#[test]
fn sampled_odds_keep_within_their_error() {
    let range = game("range", 1);
    let view = range.battle().view();
    let from = view.unit(unit("A4")).unwrap();
    let at = unit("B5").model(1);
    let salvo = declare_at_model(view, from, at, None, FireMode::of(from, Manner::OnMyTarget)).unwrap();
    let ([hits, lost, markers], [leader_lost, suppressed]) =
        counted(view, "B5", &rolled_out(view, "A4", &salvo));
    let odds = odds_at_model(view, unit("A4"), at, None).unwrap();
    let Found::Sampled { error, .. } = odds.found else { panic!("not sampled") };
    same(&odds.hits, &hits, 4.0 * error, "hits");
    same(&odds.lost, &lost, 4.0 * error, "lost");
    same(&odds.will.markers, &markers, 4.0 * error, "markers");
    near(odds.leader_lost, leader_lost, 4.0 * error, "leader");
    near(odds.will.suppressed, suppressed, 4.0 * error, "suppressed");
}

/// Rule: VIS-5, ACT-5. B1 and B2 stand on a road. By the switch that makes pavement count, those upright lose 1 Ev,
/// those who are down do not.
#[test]
fn pavement_exposes_who_is_upright_where_rules_say_so() {
    for (ruleset, at, evasion, needs) in [
        ("combined", "B1", 6, Needs(4)),
        ("pavement-exposes", "B1", 5, Needs(3)),
        ("combined", "B2", 7, Needs(5)),
        ("pavement-exposes", "B2", 7, Needs(5)),
    ] {
        let game = Match::start(setup_under("range", Some(ruleset)), DiceChoice::Seed(1)).unwrap();
        let from = if at == "B1" { "A1" } else { "A2" };
        let odds = odds(game.battle().view(), unit(from), unit(at), Manner::OpenFire).unwrap();
        let shot = &odds.shots[0];
        assert_eq!((shot.evasion.unwrap().total(), shot.needs.hit), (evasion, needs), "{at}, {ruleset}");
    }
}

/// Rule: SHO-3, SHO-5, SUP-1, SUP-3. The figures of the rulebook's chapter 11, rolled by the engine a hundred thousand
/// times each: ten rifles at ten LaansGuard whose Ev is higher by 0 to 3; hits, lost, shaken, suppressed, as
/// finely as they are told there.
#[test]
fn the_figures_reckoned_beforehand_come_out_of_the_engine() {
    let range = game("range", 1);
    let view = range.battle().view();
    let target = view.unit(unit("B1")).unwrap();
    let open = salvo(view, "A1", "B1");
    for (more, [hits, lost, shaken, suppressed]) in [
        (0, [10.0, 2.5, 0.98, 1.0]),
        (1, [6.7, 1.7, 0.70, 1.0]),
        (2, [3.3, 0.83, 0.10, 0.97]),
        (3, [0.56, 0.14, 0.0, 0.43]),
    ] {
        let mut salvo = open.clone();
        for shot in &mut salvo.shots {
            shot.needs.hit = to_hit(6, 6 + more, &range.setup().ruleset.shooting);
        }
        let found = sampled(view, target, (unit("A1"), &salvo), 100_000);
        for (what, got, told) in [
            ("hits", mean(&found.hits), hits),
            ("lost", mean(&found.lost), lost),
            ("shaken", found.will.shaken, shaken),
            ("suppressed", found.will.suppressed, suppressed),
        ] {
            // Half of the last figure told, and the error of the sample: 20 dice, 100,000 times.
            let (rounded, error) = if told > 1.0 { (0.05, 0.03) } else { (0.005, 0.007) };
            near(got, told, rounded + error, &format!("Ev +{more}: {what}"));
        }
    }
}

/// Rule: ACT-2, LD-1, LD-3. A19 has lost its leader: one die against Nv 3 lets A19.3 fire at B21, else he joins the two
/// who fire at B17. Reckoned from the odds of either case by itself.
#[test]
fn odds_of_split_fire_know_the_test_before_it() {
    let game = game("firing-line", 1);
    let view = game.battle().view();
    let from = view.unit(unit("A19")).unwrap();
    let mode = FireMode::of(from, Manner::Advance);
    let by = |models: &[u8]| Some(models.iter().map(|nth| Shooter::of(unit("A19").model(*nth))).collect());
    let told = |fire: &[FireAt]| odds_of_fire(view, &[], unit("A19"), fire, mode).unwrap();
    let alone = |at: &str, models: &[u8]| told(&[FireAt { at: unit(at), by: by(models) }]).remove(0).1;
    let [passed, failed, other] = [alone("B17", &[2, 4]), alone("B17", &[2, 3, 4]), alone("B21", &[3])];
    let split =
        told(&[FireAt { at: unit("B17"), by: by(&[2, 4]) }, FireAt { at: unit("B21"), by: by(&[3]) }]);
    let half = |a: f64, b: f64| (a + b) / 2.0;
    let at = |list: &[f64], nth: usize| list.get(nth).copied().unwrap_or_default();
    for nth in 0..=3 {
        let expected = half(at(&passed.hits, nth), at(&failed.hits, nth));
        near(at(&split[0].1.hits, nth), expected, 1e-12, &format!("{nth} hits at B17"));
        let nobody = if nth == 0 { 1.0 } else { 0.0 };
        let expected = half(at(&other.hits, nth), nobody);
        near(at(&split[1].1.hits, nth), expected, 1e-12, &format!("{nth} hits at B21"));
    }
    for (_, odds) in &split {
        near(odds.hits.iter().sum(), 1.0, 1e-12, "all there is");
        near(odds.lost.iter().sum(), 1.0, 1e-12, "all there is");
    }
    near(split[1].1.will.suppressed, other.will.suppressed / 2.0, 1e-12, "suppressed only if fired at");
    assert!(mean(&failed.hits) > mean(&passed.hits), "one die more");
}
