//! Odds of assaults.

use super::endings::{Until, ways};
use super::{AssaultOdds, assault_odds, readings, rows};
use crate::assault::case::Condition;
use crate::assault::progress::Standing;
use crate::assault::tests::table::Table;
use crate::data::table::Role;

fn close(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() < 1e-12, "{what}: {found}, not {expected}");
}

/// The table of the book, in tenths.
///
/// Rule: LHY-RES-8.
#[test]
fn rows_in_tenths() {
    let table = Table::on("open").rules.table;
    for (drm, expected) in [
        (-4, [0, 0, 1, 4, 3, 2]),
        (-3, [0, 0, 2, 4, 3, 1]),
        (-2, [0, 0, 3, 4, 3, 0]),
        (-1, [0, 0, 4, 4, 2, 0]),
        (0, [0, 1, 4, 4, 1, 0]),
        (1, [0, 2, 4, 4, 0, 0]),
        (2, [0, 3, 4, 3, 0, 0]),
        (3, [0, 4, 4, 2, 0, 0]),
        (4, [1, 4, 4, 1, 0, 0]),
    ] {
        let found: Vec<u8> = rows(&table, drm).iter().map(|row| row.faces).collect();
        assert_eq!(found, expected, "at {drm}");
    }
}

fn odds(table: &Table) -> AssaultOdds {
    let (case, start) = table.case();
    assault_odds(&case, &start)
}

/// The first example by hand: +2, so 3 faces lead to 10–13, 4 to 6–9, 3 to 2–5.
///
/// Rule: LHY-RES-1, LHY-FRM-4, LHY-LSC-1.
#[test]
fn a_narrow_win_by_hand() {
    let found = odds(&Table::on("woods").attack("US-1 US-2 US-L").defend("GE-1 GE-M"));
    let [us1, _, leader, ge1, gun] = found.units[..] else { panic!("{found:?}") };
    close(found.sides[0].keeps, 0.7, "taken");
    close(found.sides[1].keeps, 0.3, "held");
    // Disrupted first, a failure of 4 in ten is a casualty.
    close(gun.lost, 0.3 * 0.4, "GE-M");
    close(ge1.reduced, 0.3 * 0.4, "GE-1");
    close(ge1.disrupted, 0.3 + 0.4 * 0.4, "GE-1");
    close(us1.disrupted, 0.3 * 0.4, "US-1");
    close(leader.lost, 0.2, "the loss check in every row");
    close(us1.regrouping, 0.4 + 0.3 * 0.6, "US-1");
    assert!(
        found.sentence.starts_with("At +2 the assault takes 1010 with 70 %; the defender keeps it with 30 %")
    );
}

/// Rule: LHY-RES-5 (a lot that is cast again gives the others the same chance.)
#[test]
fn lots_are_even() {
    let table = Table::on("urban").attack("US-1 US-M").defend("GE-1 GE-2 GE-M");
    let mut table = table;
    table.circumstances.hidden = true;
    let found = odds(&table);
    let chances: Vec<f64> = found.units[2..].iter().map(|unit| unit.reduced + unit.lost).collect();
    assert!(chances.iter().all(|chance| *chance > 0.0), "{chances:?}");
    assert!(found.modifier.unwrap().incomplete);
}

/// The chances of units apart are those of them together, and the chances of the hex add up.
#[test]
fn chances_add_up() {
    for table in [
        Table::on("urban").attack("US-1 US-2 US-L US-F").defend("GE-1 GE-P"),
        Table::on("jungle").attack("US-1 US-2 US-F").defend("JA-1 JA-2 JA-L"),
        Table::on("open").attack("US-1 US-2 US-B").defend("GE-1 GE-S"),
        Table::on("open").attack("US-L").defend("GE-L"),
    ] {
        let (case, start) = table.case();
        let ends = ways(&case, &start, Until::Over);
        close(ends.iter().map(|(_, chance)| chance).sum(), 1.0, "all ends");
        let found = odds(&table);
        for (index, unit) in found.units.iter().enumerate() {
            let of = |is: &dyn Fn(Condition) -> bool| -> f64 {
                ends.iter().filter(|(end, _)| is(end.units[index])).map(|(_, chance)| chance).sum()
            };
            let name = unit.unit.to_string();
            close(unit.lost, of(&|now| now.at.is_none()), &name);
            close(unit.retreats, of(&|now| now.at.is_some_and(|at| at != case.hex)), &name);
            close(unit.disrupted, of(&|now| now.at.is_some() && now.state.disrupted), &name);
            close(unit.regrouping, of(&|now| now.at.is_some() && now.state.regrouping), &name);
        }
        for role in Role::BOTH {
            let is_left = |end: &Standing| {
                let units = case.fighters.iter().zip(&end.units);
                units.into_iter().any(|(fighter, unit)| fighter.role == role && unit.at.is_some())
            };
            let wiped: f64 = ends.iter().filter(|(end, _)| !is_left(end)).map(|(_, chance)| chance).sum();
            close(found.sides[role.index()].wiped, wiped, "wiped out");
        }
        let [attacker, defender] = found.sides;
        close(attacker.keeps + defender.keeps + found.empty, 1.0, "the hex");
    }
}

/// Each switch changes an assault that its paragraph is about, and is left out where it changes nothing.
///
/// Rule: LHY-LSC-1, LHY-REG-1, LHY-IMM-1, LHY-URB-1, LHY-RES-5, LHY-RES-7, LHY-DRM-1, LHY-DRM-8.
#[test]
fn readings_that_change_something() {
    let names = |table: &Table| -> Vec<String> {
        let (case, start) = table.case();
        readings(&case, &start)
            .into_iter()
            .map(|reading| format!("{} {}", reading.switch, reading.word))
            .collect()
    };
    assert_eq!(
        names(&Table::on("open").attack("US-1 US-2").defend("GE-1")),
        ["regroup_who Losers", "disrupt_first Off", "formula None"]
    );
    assert_eq!(
        names(&Table::on("open").attack("US-1").defend("GE-G")),
        ["regroup_who Losers", "soft_alone AnyUnit", "formula None"]
    );
    assert_eq!(
        names(&Table::on("urban").attack("US-1 US-2 US-L").defend("GE-1 GE-2")),
        [
            "loss_check Ten",
            "loss_check Always",
            "regroup_who Losers",
            "urban_by Die",
            "disrupt_first Off",
            "formula None"
        ]
    );
    let moving =
        Table::on("open").attack("US-1 US-T").defend("GE-1").with("US-T", |state| state.in_motion = true);
    assert!(names(&moving).contains(&"motion Twice".to_owned()));
    let japanese = Table::on("open").attack("US-1 US-2 US-F").defend("JA-1 JA-L");
    assert!(names(&japanese).contains(&"best_of All".to_owned()));
}

/// Time of the largest assault in a release build: `cargo test --release … -- odds_are_quick --nocapture`.
#[test]
fn odds_are_quick() {
    let usual = Table::on("urban").attack("US-1 US-2 US-L US-F").defend("GE-1 GE-P GE-L");
    let largest = Table::on("urban")
        .attack("US-1 US-2 US-3 US-M US-L US-B US-F US-T")
        .defend("GE-1 GE-2 GE-M GE-L GE-P GE-G GE-FP GE-S");
    for (name, table) in [("usual", usual), ("largest", largest)] {
        let (case, start) = table.case();
        let mut times: Vec<f64> = (0..9)
            .map(|_| {
                let before = std::time::Instant::now();
                std::hint::black_box(assault_odds(&case, &start));
                before.elapsed().as_secs_f64() * 1e3
            })
            .collect();
        times.sort_by(f64::total_cmp);
        let ends = ways(&case, &start, Until::Over).len();
        let apart = ways(&case, &start, Until::Apart).len();
        println!("{name}: {:.2} ms in the middle, {apart} apart, {ends} ends", times[4]);
    }
}
