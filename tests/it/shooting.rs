//! Fire that is refused, row by row with its rule and what was measured; and what golden games do not show.

use std::collections::BTreeSet;

use super::refusals::reasons::{
    ActionBarred, ActionUnfinished, BeyondAwareness, MayNotSnapFire, ModelNotOnTable, ModelOfAnotherUnit,
    ModelTwice, MovesAfterFire, NoFooting, NobodyCanFire, NotAnEnemy, NotAnnounced, NotSeen, NotSuppressed,
    OffTable, OutOfArc, OutOfRange, Suppressed, TargetTwice, TooFar, UnitNotOnTable, UnknownModel,
    UnknownUnit, WeaponNotCarried, WeaponNotFired,
};
use warstrike::game::engine::agenda::Choice;
use warstrike::game::engine::fact::Fact;
use warstrike::game::engine::fact::UnitFact;
use warstrike::game::engine::play::{Match, MatchError};
use warstrike::game::engine::refusal::Reason;
use warstrike::game::phases::shooting;
use warstrike::game::phases::shooting::declare::declare;
use warstrike::game::phases::shooting::kinds::FireAt;
use warstrike::game::phases::shooting::kinds::FireMode;
use warstrike::game::phases::shooting::kinds::Save;
use warstrike::game::phases::shooting::odds::{Found, odds_of, sampled};
use warstrike::game::phases::turn;
use warstrike::rules::ids::UnitId;
use warstrike::rules::odds::mean;
use warstrike::rules::salvo::Manner;

use super::refusals::{Row, check_rows, command, game, played, row};

const FIRED_FIRST: &[&str] =
    &[r#"A AdvanceUnit {"unit":"A15","moves":[],"fire":[{"at":"B12"}],"sequence":"FireFirst"}"#];
const RAN: &[&str] = &[
    r#"A AnnounceDouble {"unit":"A1"}"#,
    "B HoldFire",
    r#"A AtTheDouble {"unit":"A1","moves":[{"model":"A1.1","path":[[-70,0]],"facing":0},{"model":"A1.2","path":[[-68.5,0]],"facing":0},{"model":"A1.3","path":[[-67,0]],"facing":0}]}"#,
    "B HoldFire",
];
const ANNOUNCED: &[&str] = &[r#"A AnnounceDouble {"unit":"A1"}"#];

#[rustfmt::skip]
const ROWS: &[Row] = &[
    // At whom.
    row("firing-line", r#"A OpenFire {"unit":"A1","moves":[],"fire":[{"at":"A2"}]}"#, NotAnEnemy, "BAS-8"),
    row("firing-line", r#"A OnMyTarget {"unit":"A1","at":"A2.1"}"#, NotAnEnemy, "BAS-8"),
    row("firing-line", r#"A OpenFire {"unit":"A1","moves":[],"fire":[{"at":"B99"}]}"#, UnknownUnit, "MIS-7"),
    row("firing-line", r#"A OnMyTarget {"unit":"A1","at":"B1.99"}"#, UnknownModel, "BAS-9"),
    row("firing-line", r#"A OnMyTarget {"unit":"A1","at":"B1.9"}"#, ModelNotOnTable, "BAS-6"),
    row("duel", r#"A OpenFire {"unit":"A6","moves":[],"fire":[{"at":"B1"}]}"#, UnitNotOnTable, "TURN-3"),
    row("firing-line", r#"A OpenFire {"unit":"A1","moves":[],"fire":[{"at":"B1","by":[{"model":"A1.1"}]},{"at":"B1"}]}"#, TargetTwice, "BAS-8"),
    row("firing-line", r#"A AdvanceUnit {"unit":"A1","moves":[],"fire":[{"at":"B1"},{"at":"B1"}]}"#, TargetTwice, "BAS-8"),
    // Who.
    row("firing-line", r#"A OpenFire {"unit":"A1","moves":[],"fire":[{"at":"B1","by":[{"model":"A1.1"},{"model":"A1.1"}]}]}"#, ModelTwice, "SHO-4"),
    row("firing-line", r#"A OpenFire {"unit":"A1","moves":[],"fire":[{"at":"B1","by":[{"model":"A1.1"}]},{"at":"B2","by":[{"model":"A1.1"}]}]}"#, ModelTwice, "SHO-4"),
    row("firing-line", r#"A OnMyTarget {"unit":"A1","at":"B1.1","by":[{"model":"A1.1"},{"model":"A1.1"}]}"#, ModelTwice, "SHO-4"),
    row("firing-line", r#"A OpenFire {"unit":"A1","moves":[],"fire":[{"at":"B1","by":[{"model":"A2.1"}]}]}"#, ModelOfAnotherUnit, "BAS-8"),
    row("firing-line", r#"A OpenFire {"unit":"A1","moves":[],"fire":[{"at":"B1","by":[{"model":"A1.99"}]}]}"#, UnknownModel, "BAS-9"),
    row("firing-line", r#"A OpenFire {"unit":"A1","moves":[],"fire":[{"at":"B1","by":[{"model":"A1.4"}]}]}"#, ModelNotOnTable, "BAS-6"),
    row("firing-line", r#"A OpenFire {"unit":"A1","moves":[],"fire":[{"at":"B1","by":[]}]}"#, NobodyCanFire, "SHO-2"),
    row("firing-line", r#"A OpenFire {"unit":"A1","moves":[],"fire":[{"at":"B1"},{"at":"B2"}]}"#, NobodyCanFire, "SHO-2"),
    row("firing-line", r#"A OnMyTarget {"unit":"A16","at":"B13.1"}"#, NobodyCanFire, "SHO-2"),
    row("duel", r#"A OpenFire {"unit":"A3","moves":[],"fire":[{"at":"B1"}]}"#, Suppressed, "SUP-4"),
    row("firing-line", r#"A FallBack {"unit":"A1"}"#, NotSuppressed, "ACT-6"),
    // With what.
    row("firing-line", r#"A OpenFire {"unit":"A1","moves":[],"fire":[{"at":"B1","by":[{"model":"A1.1","weapon":"Autogun"}]}]}"#, WeaponNotCarried, "SHO-8"),
    row("assault", r#"A OpenFire {"unit":"A9","moves":[],"fire":[{"at":"B4","by":[{"model":"A9.1","throw_at":[3,6]}]}]}"#, WeaponNotCarried, "SHO-10"),
    row("firing-line", r#"A OpenFire {"unit":"A1","moves":[],"fire":[{"at":"B1","by":[{"model":"A1.1","weapon":"Bayonet"}]}]}"#, WeaponNotFired, "ACT-1"),
    row("firing-line", r#"A AdvanceUnit {"unit":"A1","moves":[],"fire":[{"at":"B1","by":[{"model":"A1.1","weapon":"Bayonet"}]}]}"#, WeaponNotFired, "ACT-2"),
    row("assault", r#"A OnMyTarget {"unit":"A4","at":"B4.1","by":[{"model":"A4.1","weapon":"Grenade"}]}"#, WeaponNotFired, "ACT-3"),
    row("assault", r#"A OnMyTarget {"unit":"A4","at":"B4.1","by":[{"model":"A4.1","throw_at":[0,5.5]}]}"#, WeaponNotFired, "ACT-3"),
    row("assault", r#"A OpenFire {"unit":"A4","moves":[],"fire":[{"at":"B4","by":[{"model":"A4.1","weapon":"Rifle","throw_at":[0,5.5]}]}]}"#, WeaponNotFired, "SHO-10"),
    row("runners", r#"A FireAfterRunning {"unit":"A1","fire":{"at":"B2","by":[{"model":"A1.1","weapon":"Rifle"}]}}"#, WeaponNotFired, "ACT-4").after(RAN),
    row("runners", r#"B SnapFire {"unit":"B1","by":[{"model":"B1.1","weapon":"Bayonet"}]}"#, WeaponNotFired, "RE-2").after(ANNOUNCED),
    // How far, and whether it is seen.
    row("firing-line", r#"A OpenFire {"unit":"A16","moves":[],"fire":[{"at":"B13","by":[{"model":"A16.1"}]}]}"#, OutOfRange, "SHO-2").measured(25.5, 24.0),
    row("firing-line", r#"A AdvanceUnit {"unit":"A16","moves":[{"model":"A16.1","path":[[-80,-13.006]],"facing":90}],"fire":[{"at":"B13","by":[{"model":"A16.1"}]}]}"#, OutOfRange, "SHO-2").measured(24.006, 24.0),
    row("assault", r#"A OpenFire {"unit":"A3","moves":[],"fire":[{"at":"B1","by":[{"model":"A3.1","weapon":"Grenade"}]}]}"#, OutOfRange, "SHO-10").measured(29.594, 6.0),
    row("assault", r#"A OpenFire {"unit":"A4","moves":[],"fire":[{"at":"B4","by":[{"model":"A4.1","throw_at":[0,6.506]}]}]}"#, OutOfRange, "SHO-10").measured(6.006, 6.0),
    row("firing-line", r#"A OpenFire {"unit":"A18","moves":[],"fire":[{"at":"B15","by":[{"model":"A18.2"}]}]}"#, NotSeen, "SHO-2"),
    row("firing-line", r#"A OnMyTarget {"unit":"A5","at":"B2.1"}"#, NotSeen, "ACT-3"),
    row("assault", r#"A OpenFire {"unit":"A8","moves":[],"fire":[{"at":"B10","by":[{"model":"A8.1","weapon":"Grenade"}]}]}"#, NotSeen, "SHO-2"),
    row("assault", r#"A OpenFire {"unit":"A8","moves":[],"fire":[{"at":"B10","by":[{"model":"A8.1","throw_at":[-60,-26]}]}]}"#, NotSeen, "SHO-10"),
    row("firing-line", r#"A OpenFire {"unit":"A12","moves":[],"fire":[{"at":"B9","by":[{"model":"A12.1"}]}]}"#, BeyondAwareness, "VIS-4").measured(20.0, 12.0),
    row("firing-line", r#"A AdvanceUnit {"unit":"A12","moves":[],"fire":[{"at":"B9","by":[{"model":"A12.2"}]}]}"#, BeyondAwareness, "VIS-4").measured(20.095, 12.0),
    row("assault", r#"A OpenFire {"unit":"A4","moves":[],"fire":[{"at":"B4","by":[{"model":"A4.1","throw_at":[0,5.5,2]}]}]}"#, NoFooting, "SHO-10"),
    row("assault", r#"A OpenFire {"unit":"A5","moves":[],"fire":[{"at":"B5","by":[{"model":"A5.1","throw_at":[80.5,2]}]}]}"#, OffTable, "SHO-10").measured(0.5, 0.0),
    // Where it looks.
    row("firing-line", r#"A OpenFire {"unit":"A7","moves":[],"fire":[{"at":"B4","by":[{"model":"A7.1"}]}]}"#, OutOfArc, "FAC-3"),
    row("runners", r#"A FireAfterRunning {"unit":"A1","fire":{"at":"B2","by":[{"model":"A1.1","throw_at":[-75,0]}]}}"#, OutOfArc, "FAC-4").after(RAN),
    // In what manner, and when.
    row("firing-line", r#"A AdvanceUnit {"unit":"A1","moves":[],"fire":[{"at":"B1","by":[{"model":"A1.1","fires":"Snap"}]}]}"#, MayNotSnapFire, "ACT-1"),
    row("firing-line", r#"A OnMyTarget {"unit":"A1","at":"B1.1","by":[{"model":"A1.1","fires":"Snap"}]}"#, MayNotSnapFire, "ACT-1"),
    row("firing-line", r#"A OpenFire {"unit":"A1","moves":[],"fire":[{"at":"B1","by":[{"model":"A1.1","fires":"Snap"}]}]}"#, MayNotSnapFire, "ACT-1").by("outline-2012"),
    row("runners", r#"B SnapFire {"unit":"B3"}"#, MayNotSnapFire, "RE-1").after(ANNOUNCED),
    row("runners", r#"B SnapFire {"unit":"B4"}"#, MayNotSnapFire, "RE-1").after(ANNOUNCED),
    row("runners", r#"B SnapFire {"unit":"B5"}"#, MayNotSnapFire, "RE-1").after(ANNOUNCED),
    row("runners", r#"B SnapFire {"unit":"B9"}"#, NobodyCanFire, "SHO-2").after(ANNOUNCED),
    row("runners", r#"A AtTheDouble {"unit":"A1","moves":[]}"#, NotAnnounced, "RE-1"),
    row("firing-line", r#"A OnMyTarget {"unit":"A1","at":"B1.1"}"#, ActionBarred, "ACT-3").by("v0.52"),
    row("firing-line", r#"A OpenFire {"unit":"A16","moves":[{"model":"A16.1","path":[[-80,-14]],"facing":90}]}"#, TooFar, "ACT-1").by("v0.52").measured(0.5, 0.0),
    row("firing-line", r#"A AdvanceUnit {"unit":"A15","moves":[{"model":"A15.1","path":[[84,-9]],"facing":90}],"sequence":"FireFirst"}"#, MovesAfterFire, "ACT-2"),
    row("firing-line", r#"A AdvanceUnit {"unit":"A14","moves":[]}"#, ActionUnfinished, "TURN-3").after(FIRED_FIRST),
    row("firing-line", r#"A AdvanceUnit {"unit":"A15","moves":[],"fire":[{"at":"B12"}]}"#, ActionUnfinished, "ACT-2").after(FIRED_FIRST),
    row("firing-line", r#"A AdvanceUnit {"unit":"A15","moves":[],"sequence":"FireFirst"}"#, ActionUnfinished, "ACT-2").after(FIRED_FIRST),
    row("runners", r#"A FireAfterRunning {"unit":"A2","fire":{"at":"B5"}}"#, ActionUnfinished, "TURN-3").after(RAN),
    row("runners", r#"A FireAfterRunning {"unit":"A1","fire":{"at":"A2"}}"#, NotAnEnemy, "BAS-8").after(RAN),
];

/// Rule: ACT-1, ACT-2, ACT-3, ACT-4, ACT-6, RE-1, RE-2, SHO-2, SHO-4, SHO-8, SHO-10, VIS-4, FAC-3, FAC-4, BAS-8, SUP-4, TURN-3.
#[test]
fn fire_is_refused_with_its_rule_and_what_was_measured() {
    check_rows(ROWS);
}

/// Reasons that only fire has, and those that only its questions have, are all among the rows.
#[test]
fn every_reason_of_fire_has_its_row() {
    let rows: BTreeSet<Reason> = ROWS.iter().map(|row| row.reason).collect();
    let of_fire = Reason::all().filter(|reason| matches!(reason, Reason::Shooting(_)));
    for reason in of_fire.chain([ActionBarred, ActionUnfinished, MovesAfterFire]) {
        assert!(rows.contains(&reason), "no row for {reason:?}");
    }
}

/// Rule: SHO-2. A refusal does not deny that other models of the unit fire at another target.
#[test]
fn a_refusal_of_fire_allows_for_models_that_fire_elsewhere() {
    for (fire, text) in [
        (r#"[{"at":"B1","by":[]}]"#, "no model of A1 can fire at B1"),
        (r#"[{"at":"B1"},{"at":"B2"}]"#, "none of the other models of A1 can fire at B2"),
    ] {
        let order = format!(r#"A OpenFire {{"unit":"A1","moves":[],"fire":{fire}}}"#);
        match game("firing-line", None, &[]).submit(command(&order)) {
            Err(MatchError::Refused(refusal)) => assert_eq!(refusal.text(), text),
            other => panic!("{fire}: {:?}", other.map(|entry| entry.id)),
        }
    }
}

/// Rule: ACT-2. One who was to throw at a point near the second target, when the test for it fails, does not
/// throw there as part of the salvo at the first.
#[test]
fn a_throw_at_a_point_is_not_sent_to_the_first_target() {
    // 5 and 5 fail Ld 2, Nv 3; A6.2's one die at B7 misses with 1.
    let order = r#"A AdvanceUnit {"unit":"A6","moves":[],"fire":[{"at":"B7","by":[{"model":"A6.2"}]},{"at":"B6","by":[{"model":"A6.1","weapon":"Grenade","throw_at":[40,5]}]}]}"#;
    let game = played(game("assault", None, &[5, 5, 1]), &[order]);
    let salvos = game.history().present().outcome.facts.iter().filter_map(|fact| match fact {
        Fact::Shooting(shooting::kinds::Fact::SalvoFired { at, shots, .. }) => {
            Some((at.to_string(), shots.len()))
        }
        _ => None,
    });
    assert_eq!(salvos.collect::<Vec<_>>(), [("B7".to_owned(), 1)]);
}

/// Rule: ACT-3. A leader straight above the named model gives the teardrop no direction: that model alone is hit.
#[test]
fn a_teardrop_without_a_direction_lies_on_the_named_model_alone() {
    // A1.2 sees B1.1 under the platform, A1.1 does not: Concealed for him, though he may not fire. Two dice hit, nobody
    // is saved or stands: one falls.
    let order = r#"A OnMyTarget {"unit":"A1","at":"B1.1","by":[{"model":"A1.2"}]}"#;
    let game = played(game("tower", None, &[6, 6, 1, 1, 1, 1]), &[order]);
    let facts = &game.history().present().outcome.facts;
    let lost = facts.iter().filter_map(|fact| match fact {
        Fact::Unit(UnitFact::ModelLost { model, .. }) => Some(model.to_string()),
        _ => None,
    });
    assert_eq!(lost.collect::<Vec<_>>(), ["B1.1"]);
    assert!(facts.iter().any(|fact| matches!(fact, Fact::Unit(UnitFact::HitsTaken { hits: 2, .. }))));
}

/// Rule: ACT-4, SHO-10. Who has run and carries something to throw is asked where an enemy is near enough, and
/// nowhere else.
#[test]
fn runners_are_asked_for_throws_only_near_an_enemy() {
    let asked = |game: &Match| game.battle().decision().map(|decision| decision.choice);
    let near = played(game("runners", None, &[]), RAN);
    assert!(
        matches!(asked(&near), Some(Choice::Shooting(shooting::kinds::Choice::FireAfterRunning { .. }))),
        "B2 is 5.3 away"
    );
    let far = [RAN[0], RAN[1], r#"A AtTheDouble {"unit":"A1","moves":[]}"#, "B HoldFire"];
    let far = played(game("runners", None, &[]), &far);
    // 7.5 and less are near enough: Th 6 and the blast's 1.5. From where it stands B2 is 6.8 away from A1.3.
    assert!(
        matches!(asked(&far), Some(Choice::Shooting(shooting::kinds::Choice::FireAfterRunning { .. }))),
        "B2 is 6.8 away"
    );
    let away = r#"A AtTheDouble {"unit":"A1","moves":[{"model":"A1.1","path":[[-80,-10]],"facing":270},{"model":"A1.2","path":[[-78.5,-10]],"facing":270},{"model":"A1.3","path":[[-77,-10]],"facing":270}]}"#;
    let away = played(game("runners", None, &[]), &[RAN[0], RAN[1], away, "B HoldFire"]);
    assert_eq!(asked(&away), Some(Choice::Turn(turn::kinds::Choice::Act)), "B2 is 15 away and more");
}

/// Rule: SHO-3, SHO-5, SHO-6, SUP-1, SUP-3, NRV-1, NRV-2. What is reckoned beforehand is what rolling the same salvo
/// many times comes to: two ways to the same chances.
#[test]
fn reckoned_odds_are_those_of_rolling() {
    let game = game("firing-line", None, &[]);
    let view = game.battle().view();
    for (from, at, reason) in [
        ("A1", "B1", "in the open, casualties in order"),
        ("A5", "B2", "a 6+6, and only one may fall"),
        ("A6", "B3", "two wounds each"),
        ("A8", "B4", "armour that never saves"),
        ("A9", "B5", "Steadfast, nine hits already"),
        ("A14", "B11", "hard cover"),
        ("A17", "B14", "one of three seen"),
    ] {
        let [from, at] = [from, at].map(|id| id.parse::<UnitId>().unwrap());
        let [unit, target] = [from, at].map(|id| view.unit(id).unwrap());
        let fire = [FireAt { at, by: None }];
        let salvo = declare(view, &[], unit, &fire, FireMode::of(unit, Manner::OpenFire)).unwrap().remove(0);
        let reckoned = odds_of(view, from, &salvo).unwrap();
        assert_eq!(reckoned.found, Found::Exactly, "{reason}");
        let rolled = sampled(view, target, (from, &salvo), 4_000);
        // Five standard errors of a chance, and of a mean of no more than ten.
        let near = |a: f64, b: f64, within: f64, what: &str| {
            assert!((a - b).abs() <= within, "{reason}, {what}: {a} reckoned, {b} rolled");
        };
        near(mean(&reckoned.hits), mean(&rolled.hits), 0.2, "hits");
        near(mean(&reckoned.lost), mean(&rolled.lost), 0.1, "lost");
        near(reckoned.leader_lost, rolled.leader_lost, 0.04, "leader lost");
        near(reckoned.will.suppressed, rolled.will.suppressed, 0.04, "suppressed");
        near(reckoned.will.shaken, rolled.will.shaken, 0.04, "shaken");
        near(mean(&reckoned.will.markers), mean(&rolled.will.markers), 0.06, "markers");
        near(reckoned.stays_suppressed, rolled.stays_suppressed, 0.04, "stays suppressed");
    }
}

/// Rule: BAS-8, NRV-2, SHO-10. A1.1's blast at B1 takes in B2.1 too, and A1.2 fires at B2: for B2 that is one salvo. Its save
/// fails twice and it gets one marker. 4 hits; both of B1 and the friend save with 6; B2.1 fails with 1 and stands with 6. Then 6
/// hits and 1 misses; 1 fails, 6 stands.
#[test]
fn a_blast_and_shots_of_one_unit_are_one_salvo() {
    let game = game("assault", None, &[4, 6, 6, 6, 1, 6, 6, 1, 1, 6]);
    let game = played(
        game,
        &[
            r#"A OpenFire {"unit":"A1","moves":[],"fire":[{"at":"B1","by":[{"model":"A1.1","weapon":"Grenade"}]},{"at":"B2","by":[{"model":"A1.2"}]}]}"#,
        ],
    );
    let facts = &game.history().present().outcome.facts;
    let failed: u32 = facts
        .iter()
        .filter_map(|fact| match fact {
            Fact::Shooting(shooting::kinds::Fact::SavesRolled { unit, on: Save::Armour, rolls })
                if unit.to_string() == "B2" =>
            {
                Some(rolls)
            }
            _ => None,
        })
        .flatten()
        .map(|roll| roll.failed)
        .sum();
    let morale = game.battle().view().unit("B2".parse().unwrap()).unwrap().morale;
    assert_eq!((failed, morale.hit_die, morale.nerve_markers), (2, 2, 1));
}
