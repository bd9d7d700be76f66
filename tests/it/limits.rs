//! Exact limits: a gap at a limit, at the allowance past it and a thousandth further, for bases of every size.

use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::command::{Command, Order};
use warstrike::game::phases::close_combat::groups::groups_if;
use warstrike::game::phases::close_combat::link::is_linked_at;
use warstrike::game::phases::moving::kinds::{ModelMove, OpenFire};
use warstrike::game::phases::shooting::kinds::FireAt;
use warstrike::rules::action::Action;
use warstrike::rules::basics::{Allowance, Disc, gap};
use warstrike::rules::card::Base;
use warstrike::rules::ids::{ModelId, Side, UnitId};
use warstrike::rules::measures::{Facing, Place, Thou};
use warstrike::rules::movement::LevelSegment;
use warstrike::rules::movement::coherency::{Levels, coherency_gap, out_of_coherency};
use warstrike::rules::movement::enemies::too_close;
use warstrike::rules::shooting::{Aim, barred};
use warstrike::rules::sight::{Mutual, SightState};
use warstrike::rules::victory::{Hold, NearModel, hold};

use super::fall_back::tables::{Draft, Squad};
use super::support::setup;

const ALLOWANCE: Allowance = Allowance(0.005);

/// How far past a limit, in thousandths, and whether that is still within it, and at least as far.
const PAST: [(i32, bool, bool); 5] =
    [(-6, true, false), (-5, true, true), (0, true, true), (5, true, true), (6, false, true)];

/// Diameters of bases from half an inch to 8, thousandths.
fn diameters() -> impl Iterator<Item = i32> {
    (10..=160).map(|step| 50 * step)
}

/// From half an inch to a yard, thousandths.
fn limits() -> impl Iterator<Item = i32> {
    (1..=72).map(|step| 500 * step)
}

fn inches(thousandths: i32) -> f64 {
    Thou(thousandths).inches()
}

/// Two bases so far from each other, side by side; the second is an inch across if `even` does not make them alike.
fn bases(diameter: i32, apart: i32, is_even: bool) -> [Disc; 2] {
    let other = if is_even { diameter } else { 1000 };
    let at = Place::flat(-3707, 1201);
    let beside = Place { x: Thou(at.x.0 + apart + (diameter + other) / 2), ..at };
    [Disc { at, radius: inches(diameter) / 2.0 }, Disc { at: beside, radius: inches(other) / 2.0 }]
}

/// Rule: BAS-10, COH-2, SHO-2, MIS-4, MOV-5. Whatever is measured, and between whatever bases.
#[test]
fn every_rule_on_gaps_compares_them_exactly() {
    let mission = &setup("duel").ruleset.mission;
    for (limit, diameter) in limits().flat_map(|limit| diameters().map(move |diameter| (limit, diameter))) {
        let inches = inches(limit);
        for ((past, within, at_least), is_even) in
            PAST.into_iter().flat_map(|row| [(row, true), (row, false)])
        {
            let row = format!("bases of {diameter}, {limit} and {past}");
            let [one, other] = bases(diameter, limit + past, is_even);
            let between = |_, _| coherency_gap(one, other, Levels::Neighbours);
            let lost = out_of_coherency(2, 0, inches, between, ALLOWANCE);
            assert_eq!(lost.is_none(), within, "coherency; {row}");
            let aim = Aim {
                gap: gap(one, other),
                range: Some(inches),
                mutual: Mutual::Open,
                state: SightState::Clear,
                awareness: 0.0,
            };
            assert_eq!(barred(&aim, ALLOWANCE).is_none(), within, "range of a weapon; {row}");
            let mut mission = *mission;
            mission.holding_distance = inches;
            let near = NearModel { side: Side::A, suppressed: false, gap: gap(one, other) };
            assert_eq!(hold([near], &mission, ALLOWANCE) == Hold::Held(Side::A), within, "held; {row}");
            let [from, to] = [other.at.ground(), one.at.ground()];
            let away = |point: [f64; 2]| [point[0], point[1] + 100.0];
            let passes = |at: [f64; 2]| {
                let segment = |from, to| LevelSegment { from, to, height: Thou(0) };
                too_close([segment(away(at), at)], other.radius, one, inches, ALLOWANCE).is_none()
            };
            assert_eq!(passes(from), at_least, "the enemies' inches; {row}");
            assert!(!passes(to), "onto the enemy; {row}");
        }
    }
}

/// A battle of two models of A1, one of B1, all on bases so large, where they stand far from each other.
fn battle(diameter: i32) -> Battle {
    let base = Base { diameter: Thou(diameter), height: Thou(1250), eyes: Thou(1100) };
    let squad = |side, places: &[Place]| Squad {
        id: UnitId { side, number: 1 },
        base,
        movement: 12,
        special: Vec::new(),
        models: places.iter().map(|at| Some(*at)).collect(),
    };
    let own = [Place::flat(0, -30_000), Place::flat(12_000, -30_000)];
    let units = vec![squad(Side::A, &own), squad(Side::B, &[Place::flat(0, 20_000)])];
    Draft { size: [120.0, 80.0], pieces: Vec::new(), units }.battle_with(0, 0)
}

fn model(side: Side, number: u8) -> ModelId {
    ModelId { unit: UnitId { side, number: 1 }, number }
}

/// An Advance of models of A1 straight to places.
fn advance(ends: &[(u8, Place)]) -> Command {
    let facing = Facing::from_degrees(90.0).unwrap();
    let one =
        |(number, at): &(u8, Place)| ModelMove { model: model(Side::A, *number), path: vec![*at], facing };
    let unit = model(Side::A, 1).unit;
    let order = Order::of_move(Action::Advance, unit, ends.iter().map(one).collect()).unwrap();
    Command { player: Side::A, order }
}

/// Rule: BAS-10, COH-1, MOV-1, CC-1, SHO-2. The battle's own checks.
#[test]
fn a_battle_compares_gaps_exactly() {
    for diameter in diameters() {
        let battle = battle(diameter);
        let view = battle.view();
        let [one, enemy] = [model(Side::A, 1), model(Side::B, 1)].map(|id| view.model(id).unwrap());
        for (past, within, _) in PAST {
            let row = format!("bases of {diameter}, {past} past the limit");
            let leader = Place::flat(0, -29_000);
            let beside = Place { x: Thou(diameter + 2000 + past), ..leader };
            let together = battle.check(&advance(&[(1, leader), (2, beside)]));
            assert_eq!(together.is_ok(), within, "coherency; {row}: {together:?}");
            let straight = Place::flat(0, -18_000 + past);
            let far = battle.check(&advance(&[(1, straight)]));
            let is_too_far = far.is_err_and(|refusal| refusal.rule().0 == "ACT-2");
            assert_eq!(!is_too_far, within, "a move of 12; {row}");
            let near = Place::flat(0, 20_000 - diameter - 6000 - past);
            assert_eq!(is_linked_at(view, (one, near), (enemy, enemy.pose.at)), within, "linked; {row}");
            let groups = groups_if(view, &[(one.id, near)], Some(one.id.unit));
            assert_eq!(!groups.is_empty(), within, "in close combat; {row}");
        }
    }
}

/// Rule: BAS-10, SHO-2. Fire at the range of the only firearm, in the open.
#[test]
fn a_battle_compares_ranges_exactly() {
    for diameter in diameters().step_by(3) {
        for (past, within, _) in PAST {
            let base = Base { diameter: Thou(diameter), height: Thou(1250), eyes: Thou(1100) };
            let squad = |side, at| Squad {
                id: UnitId { side, number: 1 },
                base,
                movement: 5,
                special: Vec::new(),
                models: vec![Some(at)],
            };
            let range = setup("duel").cards[0].weapons.iter().map(|weapon| weapon.range.0).max().unwrap();
            let (from, apart) = (Place::flat(-15_000, 0), diameter + range + past);
            let units =
                vec![squad(Side::A, from), squad(Side::B, Place { x: Thou(from.x.0 + apart), ..from })];
            let battle = Draft { size: [80.0, 40.0], pieces: Vec::new(), units }.battle_with(0, 0);
            let (unit, at) = (UnitId { side: Side::A, number: 1 }, UnitId { side: Side::B, number: 1 });
            let order = OpenFire { unit, moves: Vec::new(), fire: vec![FireAt { at, by: None }] };
            let checked = battle.check(&Command { player: Side::A, order: order.into() });
            assert_eq!(checked.is_ok(), within, "bases of {diameter}, {past} past {range}: {checked:?}");
        }
    }
}
