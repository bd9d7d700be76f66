//! The ten worked examples of the book, with the dice in the order of the rules.

use super::table::{Table, check, hex, unit};
use crate::assault::fact::Fact;
use crate::assault::machine::Answer;
use crate::data::ruleset::SoftAlone;
use crate::data::table::Role;

fn lines(played: &super::table::Played) -> Vec<(&'static str, i8)> {
    let summed = played.facts.iter().find_map(|fact| match fact {
        Fact::Summed { lines, .. } => Some(lines.iter().map(|line| (line.rule.0, line.value)).collect()),
        _ => None,
    });
    summed.unwrap_or_default()
}

/// Rule: LHY-DRM-1, LHY-RES-1, LHY-CAS-1, LHY-LSC-1, LHY-REG-1.
#[test]
fn a_narrow_win() {
    let played = Table::on("woods").attack("US-1 US-2 US-L").defend("GE-1 GE-M").play(&[5, 4, 9, 3]);
    check(
        &played,
        "drm 2
        rolled 5: 7, row 2
        Defender must retreat 2-4
        GE-1 retreats 2
        GE-M retreats 2
        GE-1 checks 4 to 6: true
        GE-M checks 9 to 6: false
        GE-M disrupted
        US-L loss check 3: false
        US-1 regrouping
        US-2 regrouping
        US-L regrouping
        GE-1 regrouping
        kept by Some(Attacker)",
    );
    assert_eq!(lines(&played), [("LHY-DRM-1", 5), ("LHY-DRM-1", -3), ("LHY-DRM-2", 0)]);
    assert_eq!(
        played.purposes(),
        ["assault", "cohesion check GE-1", "cohesion check GE-M", "loss check US-L"]
    );
}

/// Rule: LHY-DRM-1, LHY-DRM-9, LHY-RES-1, LHY-LSC-1.
#[test]
fn a_decisive_win_held_to_four() {
    let table = Table::on("open").attack("US-1 US-2 US-L US-F").defend("GE-M");
    let played = table.with("GE-M", |state| state.regrouping = true).play(&[10, 10]);
    check(
        &played,
        "drm 4
        rolled 10: 14, row 0
        Defender must retreat 4-4
        GE-M retreats 4
        GE-M casualty, 0 left
        GE-M eliminated by LHY-CAS-1
        US-L loss check 10: true
        US-L casualty, 0 left
        US-L eliminated by LHY-LSC-1
        kept by Some(Attacker)",
    );
    assert_eq!(lines(&played).iter().map(|(_, value)| value).sum::<i8>(), 6);
    assert_eq!(played.choices.last().unwrap().role, Role::Attacker, "the attacker may advance");
}

/// Rule: LHY-DRM-5, LHY-DRM-6, LHY-RES-7, LHY-FRM-4.
#[test]
fn repelled_and_disrupted_first() {
    let table = || {
        Table::on("rural")
            .attack("US-3")
            .defend("GE-1 GE-L")
            .with("GE-1 GE-L", |state| state.concealed = true)
    };
    let played = table().play(&[4, 8, 2]);
    check(
        &played,
        "drm -3
        rolled 4: 1, row 4
        Attacker must retreat 2-4
        US-3 retreats 2
        US-3 disrupted
        US-3 checks 8 to 6: false
        US-3 casualty, 1 left
        GE-L loss check 2: false
        kept by Some(Defender)",
    );
    assert_eq!(
        lines(&played),
        [("LHY-DRM-1", 2), ("LHY-DRM-1", -3), ("LHY-DRM-2", 0), ("LHY-DRM-5", -1), ("LHY-DRM-6", -1)]
    );
    let better = table().play(&[4, 6, 2]);
    assert!(better.short().contains(&"US-3 checks 6 to 6: true".to_owned()));
    assert_eq!(better.standing.units[0].state.steps, 2);
    assert!(better.standing.units.iter().all(|unit| !unit.state.concealed));
}

/// Rule: LHY-DRM-2, LHY-DRM-3, LHY-LIM-2, LHY-RET-3, LHY-RES-5, LHY-STA-7.
#[test]
fn russians_shattered() {
    let played = Table::on("urban")
        .attack("RU-1 RU-2")
        .with("RU-1 RU-2", |state| state.steps = 1)
        .defend("GE-1 GE-2 GE-L GE-M")
        .with("GE-1 GE-2 GE-L GE-M", |state| state.concealed = true)
        .play(&[1, 2, 5, 4]);
    check(
        &played,
        "drm -4
        rolled 1: -3, row 5
        Attacker must retreat 4-4
        RU-1 retreats 3
        RU-2 retreats 3
        lot 2 of RU-1 RU-2: RU-1
        RU-1 casualty, 0 left
        RU-1 eliminated by LHY-CAS-1
        RU-2 checks 5 to 5: true
        GE-L loss check 4: false
        RU-2 regrouping
        kept by Some(Defender)",
    );
    assert_eq!(lines(&played).iter().map(|(_, value)| value).sum::<i8>(), -5);
    assert_eq!(played.choices.last().unwrap().role, Role::Defender, "the defender may advance");
}

/// Rule: LHY-URB-1, LHY-DRM-12, LHY-RES-5.
#[test]
fn an_urban_assault() {
    let played = Table::on("urban").attack("US-1 US-2 US-L US-F").defend("GE-1 GE-P").play(&[3, 7, 7, 2, 6]);
    check(
        &played,
        "drm 4
        rolled 3: 7, row 2
        Defender must retreat 2-4
        lot 7 of US-1 US-2: US-2
        US-2 casualty, 1 left
        GE-1 casualty, 1 left
        GE-1 retreats 2
        GE-P retreats 2
        GE-1 checks 7 to 6: false
        GE-1 disrupted
        GE-P checks 2 to 6: true
        US-L loss check 6: false
        US-1 regrouping
        US-2 regrouping
        US-F regrouping
        US-L regrouping
        GE-P regrouping
        kept by Some(Attacker)",
    );
    assert_eq!(lines(&played).last(), Some(&("LHY-DRM-12", 2)));
}

/// Rule: LHY-VDA-1, LHY-VDA-2, LHY-VDA-3, LHY-VDA-4, LHY-DRM-8.
#[test]
fn a_vehicle_destroyed() {
    let mut table = Table::on("open").attack("US-1 US-2 US-B").defend("GE-1 GE-S");
    table.near_cover = true;
    let played = table.with("GE-S", |state| state.in_motion = true).play(&[4, 8, 6]);
    check(
        &played,
        "drm 2
        rolled 4: 6, row 2
        Defender must retreat 2-4
        GE-S tried at 8 + 2: true
        GE-S eliminated by LHY-VDA-2
        GE-1 retreats 2
        GE-1 checks 6 to 6: true
        US-1 regrouping
        US-2 regrouping
        US-B regrouping
        GE-1 regrouping
        kept by Some(Attacker)",
    );
    assert_eq!(lines(&played)[3], ("LHY-DRM-8", 1));
    let mut alone = Table::on("woods").attack("US-1 US-2 US-B").defend("GE-S");
    alone.near_cover = true;
    // +4 (assault values) − 1 = 3; a 1 is 4: the attacker retreats. A try of 4 + 6 destroys all the same.
    for (face, destroyed) in [(3, false), (4, true)] {
        let played = alone.play(&[1, face, 1, 1, 1]);
        assert!(
            played.short().contains(&format!("GE-S tried at {face} + 6: {destroyed}")),
            "{:?}",
            played.short()
        );
    }
}

/// Rule: LHY-IMM-1, LHY-IMM-2, LHY-IMM-3, LHY-IMM-4, LHY-RET-4.
#[test]
fn assaults_without_a_die() {
    let tank = Table::on("open").attack("US-T").defend("GE-G").play(&[]);
    check(&tank, "SoftAlone\nGE-G eliminated by LHY-IMM-1\nkept by Some(Attacker)");
    // Assault value 2, Cohesion 6 to 5, LATW none: the table decides. 3 + 3 = 6: the gun must retreat.
    let squad = Table::on("open").attack("US-1").defend("GE-G");
    let played = squad.play(&[3]);
    assert_eq!(played.short()[..2], ["drm 3", "rolled 3: 6, row 2"]);
    let mut any_unit = Table::on("open").attack("US-1").defend("GE-G");
    any_unit.rules.switches.soft_alone = SoftAlone::AnyUnit;
    check(&any_unit.play(&[]), "SoftAlone\nGE-G eliminated by LHY-IMM-1\nkept by Some(Attacker)");
    let latw = Table::on("open").attack("US-1").defend("GE-P").play(&[]);
    check(&latw, "LatwsAlone\nGE-P eliminated by LHY-IMM-2\nkept by Some(Attacker)");
    let tanks = Table::on("open").attack("US-T").defend("GE-S").play(&[]);
    check(&tanks, "OnlyAfvs\nAttacker must retreat 2-4\nUS-T retreats 2\nkept by Some(Defender)");
    assert!(tanks.standing.units[0].state.in_motion);
    let leaders = Table::on("open").attack("US-L").defend("GE-L").play(&[3]);
    check(
        &leaders,
        "NoCombatUnits\nside lot 3\nAttacker must retreat 2-4\nUS-L retreats 2\nkept by Some(Defender)",
    );
}

/// Rule: LHY-STA-7, LHY-RES-3, LHY-RES-5, LHY-RET-3, LHY-REG-1.
#[test]
fn japanese() {
    let played = Table::on("jungle").attack("US-1 US-2 US-F").defend("JA-1 JA-L").play(&[10, 1]);
    check(
        &played,
        "drm 0
        rolled 10: 10, row 1
        Defender must retreat 2-4
        JA-1 retreats 2
        JA-L retreats 2
        JA-1 casualty, 1 left
        JA-L loss check 1: true
        JA-L casualty, 0 left
        JA-L eliminated by LHY-LSC-1
        JA-1 regrouping
        kept by Some(Attacker)",
    );
    let retreats = played.choices.iter().filter(|choice| choice.role == Role::Defender);
    let lengths = retreats.flat_map(|choice| &choice.answers).map(|answer| match answer {
        Answer::Retreat(to) => hex("1010").distance(*to),
        other => panic!("{other:?}"),
    });
    assert_eq!(lengths.max(), Some(3), "2–3 in jungle");
}

/// Rule: LHY-RET-2, LHY-RET-3, LHY-RET-5, LHY-DRM-5, LHY-DRM-6.
#[test]
fn what_cannot_retreat() {
    let table = || {
        let table = Table::on("open").attack("US-1 US-2 US-L").defend("GE-1 GE-M GE-G");
        let mut table = table.with("GE-1 GE-M GE-G", |state| state.concealed = true);
        table.improved = true;
        table.circumstances.night = true;
        table
    };
    let played = table().play(&[9, 2, 6, 10]);
    check(
        &played,
        "drm 0
        rolled 9: 9, row 2
        Defender must retreat 2-4
        GE-1 retreats 2
        GE-G eliminated by LHY-RET-2
        GE-M retreats 2
        GE-1 checks 2 to 6: true
        GE-M checks 6 to 6: true
        US-L loss check 10: true
        US-L casualty, 0 left
        US-L eliminated by LHY-LSC-1
        US-1 regrouping
        US-2 regrouping
        GE-1 regrouping
        GE-M regrouping
        kept by Some(Attacker)",
    );
    let ends: Vec<u32> = played.choices[0]
        .answers
        .iter()
        .map(|answer| match answer {
            Answer::Retreat(to) => hex("1010").distance(*to),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!((ends.iter().min(), ends.iter().max()), (Some(&2), Some(&3)), "2 or 3, never 4");
    let mut shut = table();
    shut.board.barred = hex("1010").neighbours().collect();
    let played = shut.play(&[9, 10]);
    assert_eq!(
        played.short()[3..6],
        ["GE-1 eliminated by LHY-RET-5", "GE-G eliminated by LHY-RET-2", "GE-M eliminated by LHY-RET-5"]
    );
}

/// Rule: LHY-ADV-1, LHY-DRM-7, LHY-RES-4.
#[test]
fn an_advance_and_a_second_assault() {
    let mut first = Table::on("open").attack("US-1 US-A US-L").defend("GE-P GE-M");
    first.bystander("GE-2", Role::Defender, "1009");
    // 5 − 1 − 1 (two companies) + 1 (Regrouping) = 4.
    let first = first.with("GE-M", |state| state.regrouping = true);
    let to = hex("1009");
    let retreat = |to: &str| Answer::Retreat(hex(to));
    let advance = |id: &str| Answer::Advance(unit(id), to);
    let played = first.play_with(
        &[10, 5],
        vec![retreat("1006"), retreat("1006"), advance("US-1"), advance("US-A"), Answer::Stay],
    );
    let short = played.short();
    assert_eq!(
        short[short.len() - 5..],
        [
            "US-1 advances to 1009: Enemies",
            "US-A advances to 1009: Enemies",
            "second assault on 1009",
            "US-L loss check 5: false",
            "kept by Some(Attacker)"
        ]
    );
    let mut second = Table::on("open").attack("US-1 US-A").defend("GE-M");
    for id in ["US-1", "US-A"] {
        second.condition(id).advanced = true;
    }
    let played = second.play(&[6, 7]);
    check(
        &played,
        "drm 2
        rolled 6: 8, row 2
        Defender must retreat 2-4
        GE-M retreats 2
        GE-M checks 7 to 6: false
        GE-M disrupted
        US-1 regrouping
        US-A regrouping
        kept by Some(Attacker)",
    );
    assert_eq!(lines(&played), [("LHY-DRM-1", 4), ("LHY-DRM-1", -1), ("LHY-DRM-2", 0), ("LHY-DRM-7", -1)]);
    let mut third = Table::on("open").attack("US-1 US-A US-L").defend("GE-M");
    for id in ["US-1", "US-A", "US-L"] {
        third.condition(id).advanced = true;
    }
    let again = third.with("GE-M", |state| state.regrouping = true).play(&[10, 5]);
    assert_eq!(again.short()[1], "rolled 10: 14, row 0");
    assert!(again.choices.iter().all(|choice| choice.role == Role::Defender), "nobody advances twice a turn");
}
