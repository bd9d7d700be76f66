//! The chapters of the frame, paragraph by paragraph, each row with its reason.

use tabletop::ids::Side;

use super::scene::{Table, hex, unit};
use crate::chapters::fire::{Effect, effect, plan, targets, terms};
use crate::chapters::movement::{Moment, allowance, maneuvers, step_cost, withdrawals};
use crate::chapters::{concealment, ground, harm, lot, movement, recovery, sum};
use crate::fact::{Fact, Recovery};
use crate::gate::judge;
use crate::order::{Choice, Order, Way};
use crate::run::{lapse_of, may_lead};

/// Rule: LHY-FRM-1, LHY-MAN-1.
#[test]
fn steps_cost_by_terrain_hexside_and_road() {
    let table = Table::new("farm-track", &[]);
    for (id, from, to, halves, why) in [
        ("RU-1", "0102", "0202", Some(2), "open on foot"),
        ("RU-1", "0202", "0301", Some(3), "woods on foot"),
        ("RU-T", "0202", "0301", Some(8), "woods, tracked"),
        ("RU-1", "0302", "0402", Some(3), "a river on foot"),
        ("RU-T", "0302", "0402", None, "a river bars vehicles"),
        ("RU-T", "0303", "0403", Some(2), "the road through the ford"),
        ("RU-1", "0502", "0601", Some(3), "uphill on foot"),
        ("RU-T", "0502", "0601", Some(2), "uphill, tracked"),
        ("RU-1", "0601", "0701", None, "a cliff"),
        ("RU-T", "0503", "0602", None, "a farm bars vehicles"),
        ("RU-1", "0503", "0602", Some(2), "a farm on foot"),
    ] {
        let cost = step_cost(&table.setup, table.setup.card(unit(id)), hex(from), hex(to));
        assert_eq!(cost, halves, "{why}");
    }
    let points = |id: &str, moment| allowance(&table.setup, table.setup.card(unit(id)), moment);
    assert_eq!((points("RU-1", Moment::Action), points("RU-1", Moment::Reaction)), (6, 4));
    assert_eq!((points("RU-T", Moment::Action), points("RU-T", Moment::Reaction)), (10, 8));
    assert_eq!((points("RU-H", Moment::Action), points("RU-H", Moment::Reaction)), (12, 8));
}

/// Rule: LHY-FRM-5.
#[test]
fn six_steps_on_foot_and_two_vehicles_fill_a_hex() {
    let mut table = Table::new("mill", &[("US-1", "0203"), ("US-2", "0203"), ("US-3", "0203")]);
    table.place("US-M", "0202");
    table.place("US-L", "0202");
    let room = |table: &Table, id: &str| {
        ground::has_room(&table.setup, &table.play, &[unit(id)], Side::A, hex("0203")).is_ok()
    };
    assert!(!room(&table, "US-M"), "a seventh step");
    assert!(room(&table, "US-L"), "a leader takes no room");
    table.state("US-3").steps = 1;
    assert!(room(&table, "US-M"), "a sixth step");
    let ends = maneuvers(&table.setup, &table.play, unit("US-M"), Moment::Action);
    assert!(ends.contains_key(&hex("0203")) && !ends.contains_key(&hex("0604")));
}

/// Rule: LHY-TURN-3.
#[test]
fn time_lapses_by_the_die() {
    let table = Table::new("mill", &[]);
    let minutes: Vec<u8> = (1..=10).map(|face| lapse_of(&table.setup, face)).collect();
    assert_eq!(minutes, [2, 2, 2, 3, 3, 3, 4, 4, 4, 5]);
}

/// Rule: LHY-SAF-1, LHY-REG-2.
#[test]
fn fire_is_added_up_by_range_and_shelter() {
    for (firer, from, to, regrouping, added, why) in [
        ("US-1", "0503", "0603", false, 2 + 1 - 2, "a neighbour in a rural building"),
        ("US-M", "0303", "0603", false, 3 - 2, "three hexes"),
        ("US-M", "0203", "0603", false, 3 - 1 - 2, "four hexes"),
        ("US-1", "0502", "0503", false, 2 + 1 - 1, "a wall between neighbours"),
        ("US-1", "0503", "0603", true, 2 + 1 - 2 - 1, "Regrouping"),
        ("US-1", "0605", "0604", false, 2 + 1 - 3, "an urban building"),
    ] {
        let mut table = Table::new("mill", &[(firer, from), ("GE-1", to)]);
        table.state(firer).regrouping = regrouping;
        let shot = plan(table.view(), unit(firer), hex(to)).unwrap();
        assert_eq!(sum(&terms(table.view(), &shot)), added, "{why}");
    }
}

/// Rule: LHY-SAF-1, LHY-REG-2, LHY-STA-1, LHY-STA-3, LHY-SAF-2.
#[test]
fn fire_that_is_not_allowed_is_refused_by_paragraph() {
    type Change = fn(&mut Table);
    let rows: [(&str, &str, &str, &str, Change); 7] = [
        ("US-1", "0103", "0604", "LHY-SAF-1", |_| {}),
        ("US-L", "0503", "0603", "LHY-SAF-1", |_| {}),
        ("US-1", "0503", "0603", "LHY-STA-1", |table| table.state("US-1").disrupted = true),
        ("US-1", "0403", "0603", "LHY-REG-2", |table| table.state("US-1").regrouping = true),
        ("US-1", "0503", "0504", "LHY-SAF-1", |_| {}),
        ("US-1", "0503", "0603", "LHY-TURN-2", |table| {
            table.play.units.get_mut(&unit("US-1")).unwrap().acted = true;
        }),
        ("US-1", "0503", "0603", "LHY-TURN-2", |table| table.play.acting.clear()),
    ];
    for (firer, from, to, rule, change) in rows {
        let mut table = Table::new("mill", &[(firer, from), ("GE-1", "0603"), ("GE-2", "0604")]);
        table.activate(firer);
        change(&mut table);
        let order = Order::Fire { unit: unit(firer), hex: hex(to) };
        let judged = judge(table.view(), Side::A, &order, Choice::Act);
        let refusal = judged.expect("it is an answer").unwrap_err();
        assert_eq!(refusal.rule().0, rule, "{firer} from {from} at {to}: {}", refusal.text());
    }
}

/// Rule: LHY-SAF-2, LHY-STA-4, LHY-STA-7.
#[test]
fn totals_strike_the_best_target() {
    let mut table = Table::new("mill", &[("US-1", "0503"), ("GE-1", "0603"), ("GE-L", "0603")]);
    let best = |table: &Table| targets(table.view(), hex("0603"), Side::B).0;
    assert_eq!(best(&table), [unit("GE-1")], "a combat unit before a better leader");
    for (total, expected) in
        [(5, Effect::Nothing), (6, Effect::Found), (7, Effect::Disrupted), (10, Effect::Casualty)]
    {
        assert_eq!(effect(table.view(), unit("GE-1"), total), expected, "{total}");
    }
    table.state("GE-1").disrupted = true;
    assert_eq!(best(&table), [unit("GE-L")], "all on foot, if no combat unit is undisrupted");
    assert_eq!(effect(table.view(), unit("GE-1"), 7), Effect::Casualty, "already Disrupted");
    table.state("GE-1").disrupted = false;
    table.state("GE-1").heroic = true;
    assert_eq!(effect(table.view(), unit("GE-1"), 8), Effect::Found, "Heroic: Cohesion 8");
    assert_eq!(effect(table.view(), unit("GE-1"), 9), Effect::Casualty, "Heroic");
    let russians = Table::new("farm-track", &[("RU-1", "0202")]);
    assert_eq!(effect(russians.view(), unit("RU-1"), 6), Effect::Casualty, "Russians are not Disrupted");
}

/// Rule: LHY-FRM-3, LHY-FRM-4, LHY-STA-7.
#[test]
fn harm_takes_a_step_or_disrupts() {
    let mut table = Table::new("mill", &[("GE-1", "0603"), ("GE-L", "0603")]);
    let (squad, leader) = (unit("GE-1"), unit("GE-L"));
    let casualty = |table: &Table, id| harm::casualty(&table.setup, &table.play, id);
    assert_eq!(
        casualty(&table, squad),
        [Fact::Reduced { unit: squad, left: 1 }, Fact::Disrupted { unit: squad }]
    );
    assert_eq!(casualty(&table, leader), [Fact::Eliminated { unit: leader }], "it has no step");
    let failure = |table: &Table| harm::failure(&table.setup, &table.play, squad);
    assert_eq!(failure(&table), [Fact::Disrupted { unit: squad }]);
    table.state("GE-1").disrupted = true;
    assert_eq!(failure(&table)[0], Fact::Reduced { unit: squad, left: 1 });
    let russians = Table::new("farm-track", &[("RU-1", "0202")]);
    let russian = unit("RU-1");
    let facts = harm::disruption(&russians.setup, &russians.play, russian);
    assert_eq!(facts, [Fact::Reduced { unit: russian, left: 1 }], "a casualty in place of Disruption");
}

/// Rule: LHY-REC-1, LHY-STA-4.
#[test]
fn recovery_by_face() {
    let mut table = Table::new("mill", &[("US-1", "0203"), ("US-L", "0203"), ("GE-1", "0603")]);
    let plan = |table: &Table| recovery::plan(&table.setup, &table.play, unit("US-1"));
    assert!(plan(&table).is_err(), "nothing to recover");
    table.state("US-1").disrupted = true;
    let found = plan(&table).unwrap();
    assert_eq!((sum(&found.terms), found.limit), (-1, 6), "its leader is there");
    for (face, expected, why) in [
        (2, Recovery::Rallied, "a total of 1"),
        (3, Recovery::Recovered, "2"),
        (7, Recovery::Recovered, "6 against 6"),
        (8, Recovery::Failed, "7 against 6"),
        (10, Recovery::Recovered, "a natural 10"),
    ] {
        assert_eq!(found.outcome(&table.setup, unit("US-1"), face), expected, "{why}");
    }
    assert_eq!(
        found.hero(&table.setup, &table.play, unit("US-1"), 10),
        Some(unit("US-1")),
        "an enemy within 5"
    );
    assert_eq!(found.hero(&table.setup, &table.play, unit("US-1"), 9), None);
    table.place("GE-1", "0804");
    assert_eq!(found.hero(&table.setup, &table.play, unit("US-1"), 10), None, "no enemy within 5");
    *table.state("US-1") = crate::state::State { steps: 2, regrouping: true, ..Default::default() };
    let regrouping = plan(&table).unwrap();
    assert_eq!(
        regrouping.outcome(&table.setup, unit("US-1"), 7),
        Recovery::Rallied,
        "a Regrouping hex rallies"
    );
}

/// Rule: LHY-REC-2.
#[test]
fn who_withdraws_goes_away_from_the_enemy() {
    let table = Table::new("mill", &[("US-1", "0304"), ("GE-1", "0504")]);
    let found = withdrawals(&table.setup, &table.play, unit("US-1"));
    assert!(!found.is_empty());
    for (to, path) in &found {
        assert!(path.len() <= 4 && path.last() == Some(to));
        assert!(to.distance(hex("0504")) > 2, "{to}");
    }
    let guns = Table::new("farm-track", &[("GE-G", "0604"), ("RU-1", "0504"), ("GE-FP", "0603")]);
    for id in ["GE-G", "GE-FP"] {
        assert!(withdrawals(&guns.setup, &guns.play, unit(id)).is_empty(), "{id} does not withdraw");
    }
}

/// Rule: LHY-ASB-1, LHY-ASB-2, LHY-ELI-1, LHY-ELI-4, LHY-ELI-6, LHY-STA-4.
#[test]
fn assaults_are_declared_from_near_by_a_way() {
    let mut table =
        Table::new("mill", &[("US-1", "0403"), ("US-L", "0403"), ("US-2", "0303"), ("GE-1", "0603")]);
    table.activate("US-1");
    let mistake = |table: &Table, units: &[&str], at: &str, from: &str| {
        let units = units.iter().map(|id| unit(id)).collect();
        let order = Order::Assault { units, hex: hex(at), from: hex(from) };
        match judge(table.view(), Side::A, &order, Choice::Act).expect("it is an answer") {
            Ok(()) => "",
            Err(refusal) => refusal.rule().0,
        }
    };
    for (units, at, from, rule, why) in [
        (&["US-1"][..], "0603", "0503", "", "two hexes away"),
        (&["US-1", "US-L"], "0603", "0503", "", "a leader with a squad"),
        (&["US-L"], "0603", "0503", "LHY-ELI-4", "a leader alone"),
        (&["US-2"], "0603", "0503", "LHY-ASB-1", "three hexes away"),
        (&["US-1"], "0603", "0703", "LHY-ASB-1", "no way round by its points"),
        (&["US-1"], "0603", "0403", "LHY-ASB-2", "not a neighbour"),
        (&["US-1"], "0604", "0504", "LHY-ASB-2", "nobody there"),
        (&[], "0603", "0503", "LHY-ASB-2", "nobody goes"),
    ] {
        assert_eq!(mistake(&table, units, at, from), rule, "{why}");
    }
    table.state("US-2").heroic = true;
    assert_eq!(mistake(&table, &["US-2"], "0603", "0503"), "", "Heroic: three hexes");
    table.state("US-1").regrouping = true;
    assert_eq!(mistake(&table, &["US-1"], "0603", "0503"), "LHY-ELI-1");
    table.state("US-1").regrouping = false;
    let (us, at, from) = (vec![unit("US-2")], hex("0603"), hex("0503"));
    table.play.apply(&table.setup, &Fact::AssaultDeclared { by: Side::A, hex: at, from, units: us });
    assert_eq!(mistake(&table, &["US-L"], "0603", "0503"), "", "reinforces its platoon");
}

/// Rule: LHY-ASB-3.
#[test]
fn reactions_under_assault_are_few() {
    let mut table =
        Table::new("farm-track", &[("RU-1", "0502"), ("GE-1", "0602"), ("GE-S", "0602"), ("GE-G", "0602")]);
    table.activate("RU-1");
    table.place("RU-2", "0402");
    let (units, at, from) = (vec![unit("RU-1")], hex("0602"), hex("0502"));
    table.play.apply(&table.setup, &Fact::AssaultDeclared { by: Side::A, hex: at, from, units });
    let rule =
        |order: Order| match judge(table.view(), Side::B, &order, Choice::React).expect("it is an answer") {
            Ok(()) => "",
            Err(refusal) => refusal.rule().0,
        };
    let fire = |id: &str, at: &str| Order::Fire { unit: unit(id), hex: hex(at) };
    assert_eq!(rule(fire("GE-1", "0502")), "", "foot fires at a neighbour");
    assert_eq!(rule(fire("GE-1", "0402")), "LHY-ASB-3", "and no farther");
    assert_eq!(rule(fire("GE-S", "0502")), "LHY-ASB-3", "a vehicle only drives away");
    assert_eq!(rule(Order::Maneuver { unit: unit("GE-S"), to: hex("0703") }), "", "by road or open ground");
    assert_eq!(
        rule(Order::Maneuver { unit: unit("GE-1"), to: hex("0601") }),
        "LHY-ASB-3",
        "foot does not maneuver"
    );
}

/// Rule: LHY-RES-5 (lots.)
#[test]
fn lots_share_the_faces() {
    let places = |count: usize| (1..=10).map(|face| lot(face, count)).collect::<Vec<_>>();
    assert_eq!(places(2)[4..6], [Some(0), Some(1)]);
    assert_eq!(places(3)[2..4], [Some(0), Some(1)]);
    assert_eq!((places(3)[9], places(4)[8], places(4)[7]), (None, None, Some(3)));
}

/// Rule: LHY-STA-6, LHY-TURN-3.
#[test]
fn a_vehicle_that_moves_is_in_motion_until_it_fires_or_rests() {
    let mut table = Table::new("farm-track", &[("RU-T", "0103"), ("RU-1", "0104"), ("GE-1", "0503")]);
    let moved = |id: &str, to: &str| Fact::Moved { unit: unit(id), path: vec![hex(to)], way: Way::Maneuver };
    let lapse = Fact::TimeLapsed { face: 1, minutes: 2, total: 2 };
    let in_motion = |table: &Table| table.play.state(unit("RU-T")).in_motion;
    table.play.apply(&table.setup, &moved("RU-T", "0203"));
    table.play.apply(&table.setup, &moved("RU-1", "0103"));
    assert!(in_motion(&table) && !table.play.state(unit("RU-1")).in_motion, "vehicles alone");
    table.play.apply(&table.setup, &lapse);
    assert!(in_motion(&table), "it has moved this turn");
    table.play.apply(&table.setup, &Fact::TurnBegan { turn: 2 });
    table.play.apply(&table.setup, &lapse);
    assert!(!in_motion(&table), "a turn without moving");
    table.play.apply(&table.setup, &moved("RU-T", "0303"));
    let (from, at) = (hex("0303"), hex("0503"));
    table
        .play
        .apply(&table.setup, &Fact::Fired { unit: unit("RU-T"), from, hex: at, sav: 2, regrouping: false });
    assert!(!in_motion(&table), "it has stopped to fire");
}

/// Rule: LHY-STA-2, LHY-REG-3.
#[test]
fn regrouping_goes_by_recovery_disruption_and_withdrawal() {
    let squad = unit("US-1");
    for (fact, why) in [
        (Fact::Regrouped { unit: squad }, "recovered"),
        (Fact::Disrupted { unit: squad }, "Disrupted"),
        (Fact::Moved { unit: squad, path: vec![hex("0102")], way: Way::Withdraw }, "withdrew"),
    ] {
        let mut table = Table::new("mill", &[("US-1", "0103"), ("GE-1", "0603")]);
        table.state("US-1").regrouping = true;
        table.play.apply(&table.setup, &fact);
        assert!(!table.play.state(squad).regrouping, "{why}");
    }
}

/// Rule: LHY-TURN-1.
#[test]
fn a_side_without_leader_and_armour_cannot_lead() {
    let table = Table::new("farm-track", &[("RU-1", "0103"), ("GE-S", "0703")]);
    let may = |side| may_lead(&table.setup, &table.play, side);
    assert!(!may(Side::A) && may(Side::B), "a squad and an AFV");
    let table = Table::new("mill", &[("US-L", "0103"), ("GE-1", "0603")]);
    let may = |side| may_lead(&table.setup, &table.play, side);
    assert!(may(Side::A) && !may(Side::B), "a leader and a squad");
}

/// Rule: LHY-TRM-1, LHY-TRM-3.
#[test]
fn kinds_of_units() {
    let table = Table::new("farm-track", &[]);
    for (id, combat, vehicle, foot) in [
        ("GE-1", true, false, true),
        ("GE-M", true, false, true),
        ("GE-G", true, false, true),
        ("GE-S", true, true, false),
        ("GE-C", false, true, false),
        ("RU-H", false, true, false),
        ("GE-L", false, false, true),
        ("GE-P", false, false, true),
        ("GE-FP", false, false, false),
    ] {
        let kind = table.setup.card(unit(id)).kind;
        assert_eq!((kind.is_combat(), kind.is_vehicle(), kind.is_foot()), (combat, vehicle, foot), "{id}");
    }
}

/// Rule: LHY-SCN-1, LHY-END-1.
#[test]
fn the_americans_win_alone_in_the_three_hexes() {
    let holds = |table: &Table| {
        table.setup.level.goals.iter().all(|goal| movement::holds(&table.setup, &table.play, Side::A, *goal))
    };
    let mut table = Table::new("mill", &[("US-1", "0602"), ("US-2", "0603"), ("US-L", "0604")]);
    assert!(holds(&table), "a leader is enough");
    table.place("GE-P", "0604");
    assert!(!holds(&table), "an enemy is there, too");
    assert_eq!((table.setup.level.minutes, table.setup.level.attacker), (40, Side::A));
}

/// Rule: LHY-STA-5.
#[test]
fn concealment_goes_where_enemies_see() {
    let mut table = Table::new("mill", &[("GE-1", "0604"), ("US-1", "0103")]);
    table.state("GE-1").concealed = true;
    let id = unit("GE-1");
    let moves = |table: &Table, path: &[&str]| {
        let path: Vec<_> = path.iter().map(|at| hex(at)).collect();
        concealment::move_reveals(&table.setup, &table.play, id, &path)
    };
    assert!(moves(&table, &["0503"]), "into the open, five hexes away");
    assert!(!moves(&table, &["0603"]), "into a house, five hexes away");
    assert!(!moves(&table, &["0704"]), "into the open, behind the mill");
    table.place("US-1", "0303");
    assert!(moves(&table, &["0603"]), "into a house, three hexes away");
    assert!(!concealment::fire_reveals(&table.setup, &table.play, id, hex("0603")), "firing from a house");
    table.place("US-1", "0503");
    assert!(concealment::fire_reveals(&table.setup, &table.play, id, hex("0603")), "at a neighbour");
}
