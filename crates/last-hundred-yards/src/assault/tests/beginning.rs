//! Chapters 4 to 6: who may assault, who counts, what needs no die, and the modifier.

use super::table::{Table, hex, unit};
use crate::assault::eligible::{Attacker, Reason, Target, assault_distance, drops_out, faults};
use crate::assault::fact::Fact;
use crate::assault::limits::{fits, picks, surplus_heroes};
use crate::assault::machine::{Answer, ChoiceKind, Next, Unwanted, by_default, chosen, next, rolled};
use crate::assault::scene::Scene;
use crate::data::ruleset::{Formula, Motion, SoftAlone};
use crate::data::table::Role;
use crate::state::State;

/// Reasons of each of the units, which assault these defenders together.
fn reasons(units: &[(&str, State)], defenders: &str, declared: &str) -> Vec<(String, Reason)> {
    let table = Table::on("open");
    let cards = |ids: &str| -> Vec<_> { ids.split_whitespace().map(|id| table.card(id)).collect() };
    let own: Vec<_> = units.iter().map(|(id, state)| (table.card(id), *state)).collect();
    let (defenders, declared) = (cards(defenders), cards(declared));
    let attackers: Vec<Attacker<'_>> =
        own.iter().map(|(card, state)| Attacker { card, state: *state, has_riders: false }).collect();
    let target = Target { defenders: defenders.iter().collect(), declared: declared.iter().collect() };
    faults(&attackers, &target).into_iter().map(|fault| (fault.unit.to_string(), fault.reason)).collect()
}

fn of(found: &[(&str, Reason)]) -> Vec<(String, Reason)> {
    found.iter().map(|(unit, reason)| ((*unit).to_owned(), *reason)).collect()
}

/// Rule: LHY-ELI-1, LHY-ELI-2, LHY-ELI-4, LHY-ELI-5, LHY-ELI-6, LHY-ELI-7.
#[test]
fn who_may_assault() {
    let good = State::default();
    let disrupted = State { disrupted: true, ..good };
    let regrouping = State { regrouping: true, ..good };
    let shocked = State { shocked: true, ..good };
    let lost = State { out_of_command: true, ..good };
    let heroic_lost = State { out_of_command: true, heroic: true, ..good };
    let heroic = State { heroic: true, ..good };
    let gun = Reason::TooLight { defender: unit("GE-G") };
    let tank = Reason::TooLight { defender: unit("GE-S") };
    type Row<'a> = (&'a [(&'a str, State)], &'a str, &'a str, &'a [(&'a str, Reason)], &'a str);
    let rows: &[Row<'_>] = &[
        (&[("US-1", good)], "GE-1", "", &[], "a squad"),
        (&[("US-1", disrupted)], "GE-1", "", &[("US-1", Reason::Disrupted)], "Disrupted"),
        (&[("US-1", regrouping)], "GE-1", "", &[("US-1", Reason::Regrouping)], "Regrouping"),
        (&[("US-T", shocked)], "GE-1", "", &[("US-T", Reason::Shocked)], "Shocked"),
        (&[("US-H", good), ("US-1", good)], "GE-G GE-1", "", &[("US-H", gun)], "a half-track at a gun"),
        (&[("US-H", good), ("US-1", good)], "GE-S", "", &[("US-H", tank)], "a half-track at an AFV"),
        (
            &[("GE-C", good), ("GE-1", good)],
            "US-T",
            "",
            &[("GE-C", Reason::TooLight { defender: unit("US-T") })],
            "a carrier",
        ),
        (&[("US-H", good), ("US-1", good)], "GE-C GE-1", "", &[], "a half-track at a carrier"),
        (&[("US-T", good)], "GE-S GE-G", "", &[], "an AFV at both"),
        (&[("US-L", good)], "GE-1", "", &[("US-L", Reason::NoCombatUnit)], "a leader alone"),
        (&[("US-B", good)], "GE-1", "", &[("US-B", Reason::NoCombatUnit)], "a LATW alone"),
        (&[("US-F", good)], "GE-1", "", &[("US-F", Reason::NoCombatUnit)], "a FT alone"),
        (&[("US-L", good), ("US-1", good)], "GE-1", "", &[], "a leader with a squad"),
        (&[("US-L", good), ("US-T", good)], "GE-1", "", &[], "an AFV is a combat unit"),
        (
            &[("US-L", good), ("US-1", disrupted)],
            "GE-1",
            "",
            &[("US-L", Reason::NoCombatUnit), ("US-1", Reason::Disrupted)],
            "all faults at once; a squad that may not assault takes nobody along",
        ),
        (&[("US-L", good)], "GE-1", "US-3", &[], "reinforcing its platoon"),
        (&[("US-L", good)], "GE-1", "US-A", &[("US-L", Reason::NoCombatUnit)], "another company's platoon"),
        (&[("US-L", good)], "GE-1", "US-B", &[("US-L", Reason::NoCombatUnit)], "no combat unit there"),
        (&[("US-H", good)], "GE-1", "", &[("US-H", Reason::NoEscort)], "a half-track alone"),
        (
            &[("US-H", good), ("US-L", good)],
            "GE-1",
            "",
            &[("US-H", Reason::NoEscort), ("US-L", Reason::NoCombatUnit)],
            "a leader is no infantry",
        ),
        (&[("US-H", good), ("US-T", good)], "GE-1", "", &[], "a half-track with an AFV"),
        (&[("US-H", good)], "GE-1", "US-T", &[], "a half-track reinforcing its platoon"),
        (
            &[("RU-L", good), ("RU-1", good)],
            "GE-1",
            "",
            &[("RU-L", Reason::RussianLeader)],
            "a Russian leader",
        ),
        (
            &[("RU-L", heroic), ("RU-1", good)],
            "GE-1",
            "",
            &[("RU-L", Reason::RussianLeader)],
            "nor a Heroic one",
        ),
        (&[("RU-1", lost)], "GE-1", "", &[("RU-1", Reason::OutOfCommand)], "a Russian Out of Command"),
        (&[("RU-1", heroic_lost)], "GE-1", "", &[], "unless Heroic"),
        (&[("US-1", lost)], "GE-1", "", &[], "others may"),
    ];
    for (units, defenders, declared, expected, why) in rows {
        assert_eq!(reasons(units, defenders, declared), of(expected), "{why}");
    }
    for reason in [gun, Reason::Riders, Reason::NoEscort, Reason::OutOfCommand] {
        assert!(reason.rule().starts_with("LHY-ELI-") && !reason.words().is_empty());
    }
}

/// Rule: LHY-ELI-3.
#[test]
fn riders_get_off_first() {
    let table = Table::on("open");
    let (tank, half_track, squad, enemy) =
        (table.card("US-T"), table.card("US-H"), table.card("US-1"), table.card("GE-1"));
    let target = Target { defenders: vec![&enemy], declared: Vec::new() };
    let with = |card, has_riders| Attacker { card, state: State::default(), has_riders };
    let found = faults(&[with(&tank, true), with(&half_track, true), with(&squad, false)], &target);
    assert_eq!(found.iter().map(|fault| fault.reason).collect::<Vec<_>>(), [Reason::Riders], "AFVs only");
    assert!(faults(&[with(&tank, false)], &target).is_empty());
}

/// Rule: LHY-ASB-1, LHY-STA-4, LHY-ASB-4.
#[test]
fn from_how_far_and_who_drops_out() {
    let table = Table::on("open");
    let heroic = State { heroic: true, ..State::default() };
    let far = |id: &str, state| assault_distance(&table.rules.numbers, &table.card(id), state);
    assert_eq!(
        (far("US-1", State::default()), far("US-1", heroic), far("US-L", State::default())),
        (2, 3, 2)
    );
    assert_eq!((far("US-T", State::default()), far("US-H", State::default())), (3, 3));
    assert!(drops_out(State { disrupted: true, ..heroic }) && drops_out(State { shocked: true, ..heroic }));
    assert!(!drops_out(State { regrouping: true, ..heroic }));
}

/// All but one Heroic marker of a nationality come off; the best unit keeps it.
///
/// Rule: LHY-LIM-1.
#[test]
fn one_hero_of_a_nationality() {
    let heroes = |state: &mut State| state.heroic = true;
    let table = Table::on("open")
        .attack("US-1 US-2 US-L RU-1")
        .defend("GE-1 GE-2")
        .with("US-1 US-2 US-L RU-1 GE-1 GE-2", heroes)
        .with("US-1", |state| state.steps = 1);
    let (case, now) = table.case();
    let off = surplus_heroes(Scene { case: &case, now: &now });
    assert_eq!(off, [unit("US-L"), unit("US-1"), unit("GE-2")]);
    let played = table.play(&[1, 1, 1, 1, 1, 5]);
    assert!(played.short()[0].ends_with("not heroic"), "before all else");
}

fn counted(table: &Table, role: Role) -> Vec<String> {
    let (case, now) = table.case();
    picks(Scene { case: &case, now: &now }, role)
        .into_iter()
        .map(|pick| pick.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        .collect()
}

/// Rule: LHY-LIM-2.
#[test]
fn who_counts() {
    for (units, expected, why) in [
        ("GE-1 GE-2 GE-M", "GE-1 GE-2", "4 steps, the greatest assault value"),
        ("GE-1 GE-M GE-L GE-P", "GE-1 GE-L GE-M GE-P", "all within the limits"),
        ("GE-1 GE-FP GE-C GE-S", "GE-1 GE-FP GE-S", "one vehicle, by Cohesion; an FP on top"),
        ("GE-G GE-1 GE-2", "GE-1 GE-2", "a towed gun has a step"),
    ] {
        let table = Table::on("open").attack("US-1").defend(units);
        assert_eq!(counted(&table, Role::Defender)[0], expected, "{why}");
    }
    let reduced =
        Table::on("open").attack("US-1").defend("GE-1 GE-2 GE-M").with("GE-2", |state| state.steps = 1);
    assert_eq!(counted(&reduced, Role::Defender), ["GE-1 GE-2 GE-M"], "2 + 1 + 1 steps");
    let table = Table::on("open").attack("US-1 US-2 US-3 US-M").defend("GE-1");
    let (case, now) = table.case();
    let scene = Scene { case: &case, now: &now };
    for (units, fit, why) in [
        ("US-1 US-M", true, "fewer may count"),
        ("US-1 US-2", true, "4 steps"),
        ("US-1 US-2 US-M", false, "5 steps"),
        ("US-1 GE-1", false, "not his"),
    ] {
        let ids: Vec<_> = units.split(' ').map(unit).collect();
        assert_eq!(fits(scene, Role::Attacker, &ids), fit, "{why}");
    }
}

/// The player picks where it matters; units that are alike are not asked about.
///
/// Rule: LHY-LIM-2, LHY-LIM-3.
#[test]
fn the_player_picks() {
    let alike = Table::on("open").attack("US-1 US-2 US-3").defend("GE-1");
    assert!(alike.play(&[9, 1]).choices.iter().all(|choice| choice.kind != ChoiceKind::Count));
    let table = || {
        Table::on("open")
            .attack("US-1 US-2")
            .defend("GE-1 GE-2 GE-M")
            .with("GE-1", |state| state.regrouping = true)
    };
    // By default GE-1 and GE-2: 4 − 4 + 1 (Regrouping).
    let by_default = table().play(&[5, 1, 1, 1]);
    assert_eq!(by_default.short()[0], "drm 1");
    assert_eq!(by_default.choices[0].kind, ChoiceKind::Count);
    // Without the Regrouping squad: 4 − 3. The result is for all of them.
    let pick = Answer::Count(vec![unit("GE-2"), unit("GE-M")]);
    let picked = table().play_with(&[5, 1, 1, 1], vec![pick]);
    assert_eq!(picked.short()[0], "drm 1");
    let checks = picked.short().iter().filter(|line| line.contains(" checks ")).count();
    assert_eq!(checks, 3, "the result applies to all");
    let (case, mut now) = {
        let table = Box::leak(Box::new(table()));
        table.case()
    };
    while let Next::Facts(facts) = next(&case, &now) {
        now.apply(&case, &facts);
    }
    let too_many = Answer::Count(vec![unit("GE-1"), unit("GE-2"), unit("GE-M")]);
    assert_eq!(chosen(&case, &now, &too_many), Err(Unwanted::NoSuchAnswer));
    assert_eq!(rolled(&case, &now, 3), Err(Unwanted::NoDie));
}

fn begins(table: &Table, faces: &[u8]) -> String {
    table.play(faces).short()[0].clone()
}

/// Rule: LHY-IMM-1, LHY-IMM-2.
#[test]
fn destroyed_by_themselves() {
    let shocked = |state: &mut State| state.shocked = true;
    for (attackers, defenders, at_once, why) in [
        ("US-T", "GE-G", true, "a towed gun"),
        ("US-T", "GE-C GE-G", true, "a carrier and a gun"),
        ("US-1 US-T", "GE-G", true, "even a single AFV"),
        ("US-1", "GE-G", false, "no AFV"),
        ("US-T", "GE-G GE-1", false, "not by themselves"),
        ("US-T", "GE-G GE-L", false, "a leader is with it"),
    ] {
        let table = Table::on("open").attack(attackers).defend(defenders);
        let (case, now) = table.case();
        let found = crate::assault::at_once::case_of(Scene { case: &case, now: &now });
        assert_eq!(found == Some(crate::assault::fact::AtOnce::SoftAlone), at_once, "{why}");
    }
    let table = Table::on("open").attack("US-T").defend("GE-S");
    assert_eq!(begins(&table.with("GE-S", shocked), &[]), "SoftAlone");
    let mut any = Table::on("open").attack("US-1").defend("GE-G");
    any.rules.switches.soft_alone = SoftAlone::AnyUnit;
    assert_eq!(begins(&any, &[]), "SoftAlone");
    assert_eq!(begins(&Table::on("open").attack("US-1").defend("GE-P"), &[]), "LatwsAlone");
    // In the order written: LATWs alone are destroyed also where only units that are no combat units fight.
    assert_eq!(begins(&Table::on("open").attack("US-L").defend("GE-P"), &[]), "LatwsAlone");
}

/// Rule: LHY-IMM-3, LHY-IMM-4.
#[test]
fn no_combat_units_or_only_afvs() {
    let mut table = Table::on("open").attack("US-B").defend("GE-L");
    assert_eq!(table.play(&[]).short()[..2], ["NoCombatUnits", "Attacker must retreat 2-4"]);
    table = Table::on("open").attack("US-L").defend("GE-L GE-P");
    for (face, loser) in [(1, "Attacker"), (2, "Defender"), (9, "Attacker"), (10, "Defender")] {
        let played = table.play(&[face]);
        assert_eq!(played.short()[2], format!("{loser} must retreat 2-4"), "odd, the attacker");
        assert!(!played.short().iter().any(|line| line.contains("loss check")), "no loss check after it");
    }
    let heroic = Table::on("open").attack("US-L").defend("GE-L").with("US-L", |state| state.heroic = true);
    assert_eq!(heroic.play(&[]).short()[1], "Defender must retreat 2-4", "Cohesion 8");
    let tanks = Table::on("open").attack("GE-S").defend("US-T");
    assert_eq!(tanks.play(&[]).short()[..2], ["OnlyAfvs", "Defender must retreat 2-4"]);
    let mut equal = Table::on("open").attack("GE-S").defend("US-T");
    let card = equal.cards.iter_mut().find(|card| card.id == unit("US-T")).unwrap();
    card.atv = Some(3);
    assert_eq!(equal.play(&[3]).short()[..3], ["OnlyAfvs", "side lot 3", "Attacker must retreat 2-4"]);
}

/// Plays it by default up to its modifier: the lines beside assault values and Cohesion, and the modifier.
fn summed(table: &Table) -> (Vec<(&'static str, i8)>, i8) {
    let (case, mut now) = table.case();
    loop {
        let facts = match next(&case, &now) {
            Next::Facts(facts) => facts,
            Next::Choice(choice) => by_default(&case, &now, &choice).unwrap(),
            other => panic!("{other:?}"),
        };
        if let Some(Fact::Summed { lines, drm }) = facts.first() {
            let lines = lines.iter().filter(|line| !["LHY-DRM-1", "LHY-DRM-2"].contains(&line.rule.0));
            return (lines.map(|line| (line.rule.0, line.value)).collect(), *drm);
        }
        now.apply(&case, &facts);
    }
}

fn lines(table: Table) -> Vec<(&'static str, i8)> {
    summed(&table).0
}

fn drm(table: &Table) -> i8 {
    summed(table).1
}

fn fight(terrain: &str, attackers: &str, defenders: &str) -> Table {
    Table::on(terrain).attack(attackers).defend(defenders)
}

/// Rule: LHY-DRM-3, LHY-DRM-5, LHY-DRM-6.
#[test]
fn modifiers_of_the_defender() {
    let concealed = |state: &mut State| state.concealed = true;
    let improved = |mut table: Table| {
        table.improved = true;
        table
    };
    let [urban, hidden, cover] = [("LHY-DRM-3", -2), ("LHY-DRM-5", -1), ("LHY-DRM-6", -1)];
    for (table, expected, why) in [
        (fight("open", "US-1", "GE-1"), vec![], "open ground"),
        (fight("urban", "US-1", "GE-1"), vec![urban], "a squad in an urban building"),
        (fight("urban", "US-1", "GE-L GE-P"), vec![urban], "a leader in it"),
        (fight("urban", "US-1 US-M", "GE-FP GE-P"), vec![], "no combat unit on foot and no leader"),
        (improved(fight("urban", "US-1", "GE-FP GE-P")), vec![cover], "so the improved position counts"),
        (improved(fight("urban", "US-1", "GE-1")), vec![urban], "not with DRM-3"),
        (fight("rural", "US-1", "GE-1"), vec![cover], "a rural building"),
        (improved(fight("rural", "US-1", "GE-1")), vec![cover], "once, however many apply"),
        (improved(fight("open", "US-1", "GE-FP GE-C")), vec![], "an FP alone is no unit on foot"),
        (fight("open", "US-1", "GE-1").with("GE-1", concealed), vec![hidden], "concealed"),
        (fight("open", "US-1", "GE-M GE-L").with("GE-L", concealed), vec![], "no combat unit"),
        (fight("open", "US-1", "GE-M").with("US-1", concealed), vec![], "the attacker's does not count"),
    ] {
        assert_eq!(lines(table), expected, "{why}");
    }
}

/// Rule: LHY-DRM-4, LHY-DRM-6, LHY-DRM-7, LHY-DRM-11.
#[test]
fn modifiers_of_the_way() {
    let mut uphill = fight("open", "US-1 US-2", "GE-1");
    uphill.entry("US-2").uphill = true;
    assert_eq!(lines(uphill), [("LHY-DRM-4", -1)], "any attacker");
    let mut both = fight("open", "US-1 US-2", "GE-1");
    both.entry("US-1").wall = true;
    both.entry("US-2").uphill = true;
    assert_eq!(lines(both), [("LHY-DRM-4", -1), ("LHY-DRM-6", -1)]);
    let mut uncounted = fight("open", "US-1 US-2 US-M", "GE-1");
    uncounted.entry("US-M").uphill = true;
    assert_eq!(lines(uncounted), [], "of those who count");
    assert_eq!(lines(fight("open", "US-1 US-A", "GE-1")), [("LHY-DRM-7", -1)]);
    assert_eq!(
        lines(fight("open", "US-1 US-2 US-A", "GE-1")),
        [("LHY-DRM-7", -1)],
        "also of who does not count"
    );
    let mut two_platoons = fight("open", "RU-1 RU-3", "GE-1");
    assert_eq!(lines(fight("open", "RU-1 RU-3", "GE-1")), [], "not activated together");
    two_platoons.circumstances.coordinated = true;
    assert_eq!(lines(two_platoons), [("LHY-DRM-11", 2)]);
    let mut one_platoon = fight("open", "RU-1 RU-2", "GE-1");
    one_platoon.circumstances.coordinated = true;
    assert_eq!(lines(one_platoon), [], "one platoon");
    let mut americans = fight("open", "US-1 US-T", "GE-1");
    americans.circumstances.coordinated = true;
    assert_eq!(lines(americans), [], "Russians only");
}

/// Rule: LHY-DRM-8, LHY-DRM-9, LHY-DRM-10, LHY-DRM-12.
#[test]
fn modifiers_of_units() {
    let moving = |state: &mut State| state.in_motion = true;
    let heroic = |state: &mut State| state.heroic = true;
    let regrouping = |state: &mut State| state.regrouping = true;
    let motion = |value| ("LHY-DRM-8", value);
    for (table, expected, why) in [
        (fight("open", "US-1 US-T", "GE-1").with("US-T", moving), vec![motion(-1)], "the attacker's"),
        (fight("open", "US-1", "GE-1 GE-S").with("GE-S", moving), vec![motion(1)], "the defender's"),
        (
            fight("open", "US-1 US-T", "GE-1 GE-S").with("US-T GE-S", moving),
            vec![motion(-1), motion(1)],
            "both",
        ),
        (fight("open", "US-1 US-T US-H", "GE-1").with("US-H", moving), vec![], "not the one that counts"),
        (fight("open", "US-1", "GE-1").with("GE-1", regrouping), vec![("LHY-DRM-9", 1)], "Regrouping"),
        (
            fight("open", "US-1", "GE-1 GE-FP").with("US-1", heroic),
            vec![("LHY-DRM-10", 1)],
            "Heroic against FP",
        ),
        (fight("open", "US-1", "GE-1").with("US-1", heroic), vec![], "no FP"),
        (fight("open", "US-1 US-B", "GE-1 GE-G"), vec![("LHY-DRM-12", 1)], "LATW against a towed gun"),
        (fight("open", "US-1 US-F", "GE-1 GE-FP"), vec![("LHY-DRM-12", 2)], "FT against an FP"),
        (
            fight("urban", "US-1 US-F US-B", "GE-1"),
            vec![("LHY-DRM-3", -2), ("LHY-DRM-12", 1), ("LHY-DRM-12", 2)],
            "both may count",
        ),
        (fight("rural", "US-1 US-F US-B", "GE-1"), vec![("LHY-DRM-6", -1)], "no urban building"),
        (fight("urban", "US-1", "GE-1 GE-P"), vec![("LHY-DRM-3", -2)], "the attacker's only"),
    ] {
        assert_eq!(lines(table), expected, "{why}");
    }
}

/// Rule: LHY-DRM-1, LHY-DRM-2, LHY-TRM-2.
#[test]
fn the_sum_and_its_limits() {
    // 2 − 2, Cohesion 6 to 6.
    assert_eq!(drm(&fight("open", "US-1", "GE-1")), 0);
    let reduced = fight("open", "US-1", "GE-1").with("GE-1", |state| state.steps = 1);
    assert_eq!(drm(&reduced), 1, "the reduced side has its own assault value");
    // 6 − 0, a gun of Cohesion 5: held to 4.
    assert_eq!(drm(&fight("open", "US-1 US-2 US-L US-F", "GE-G")), 4);
    // Heroic: 8 against 5.
    let heroic = fight("open", "US-1", "GE-G").with("US-1", |state| state.heroic = true);
    assert_eq!(drm(&heroic), 4, "2 + 3, held to 4");
    let mut weak = fight("open", "US-1", "GE-1");
    weak.cards.iter_mut().find(|card| card.id == unit("GE-1")).unwrap().cohesion = Some(1);
    assert_eq!(drm(&weak), 3, "the difference of 5 is held to 3");
    // One side without combat units: no Cohesion line. 2 − 1 − 0.
    assert_eq!(drm(&fight("open", "US-1", "GE-L GE-P")), 1);
    let mut without = fight("open", "US-1 US-2", "GE-1").with("GE-1", |state| state.regrouping = true);
    without.rules.switches.formula = Formula::None;
    assert_eq!(drm(&without), 1, "the formula without assault values");
}

/// Rule: LHY-DRM-8.
#[test]
fn motion_reduces_once_or_twice() {
    let mut table = fight("open", "US-1 US-T", "GE-1").with("US-T", |state| state.in_motion = true);
    // 2 + 2 − 2 − 1.
    assert_eq!(drm(&table), 1);
    table.rules.switches.motion = Motion::Twice;
    assert_eq!(drm(&table), 0);
}

/// Concealed units that the asker does not know count as the marker's line.
///
/// Rule: LHY-DRM-5.
#[test]
fn what_is_not_known_is_named() {
    let mut table = fight("open", "US-1", "GE-1");
    table.circumstances.hidden = true;
    let (case, mut now) = table.case();
    now.progress.counted = [Some(vec![unit("US-1")]), Some(vec![unit("GE-1")])];
    let found = crate::assault::modifier::modifier(Scene { case: &case, now: &now });
    assert!(found.incomplete);
    assert_eq!((found.sum, found.lines[3].rule.0), (-1, "LHY-DRM-5"));
    assert_eq!(hex(super::table::HEX), case.hex);
}
