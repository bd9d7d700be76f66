//! Battles of which one unit has to fall back, and how it is brought to it.

use std::collections::VecDeque;
use std::sync::{Arc, LazyLock};

use warstrike::game::engine::agenda::Choice;
use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::command::Command;
use warstrike::game::engine::command::Order;
use warstrike::game::engine::components::Fate;
use warstrike::game::engine::dice::Source;
use warstrike::game::engine::fact::Fact;
use warstrike::game::engine::view::{ModelView, View};
use warstrike::game::leadership::terms_to_act;
use warstrike::game::phases::fall_back;
use warstrike::game::phases::fall_back::kinds::FallBack;
use warstrike::game::phases::get_down;
use warstrike::game::phases::get_down::kinds::GetDown;
use warstrike::game::phases::moving::kinds::ModelMove;
use warstrike::game::phases::shooting;
use warstrike::game::phases::turn::is_act;
use warstrike::level::generator::StressSize;
use warstrike::level::setup::Setup;
use warstrike::rules::action::Action;
use warstrike::rules::ids::{Side, UnitId};
use warstrike::rules::measures::{Facing, Place};
use warstrike::rules::ruleset::FallBackProcedure;

use super::Play;
use crate::amid_pieces::amid_pieces;
use crate::fall_back::tables::{Ground, UNIT, draft_on};
use crate::support::setup_under;

/// The play of a random table. Every second is open; markers and hits, what is left of the unit and what its enemy
/// did last are not the same on all.
pub fn on_draft(number: u64, procedure: FallBackProcedure) -> Option<Play> {
    let ground = if number.is_multiple_of(2) { Ground::Crowded } else { Ground::Open };
    let draft = draft_on(ground, 70_000 + number);
    let (hits, markers) = (1 + (number % 6) as u8, (number % 4) as u8);
    let mut battle = match procedure {
        FallBackProcedure::SafePosition => {
            let draft = if number.is_multiple_of(10) { draft.finished()? } else { draft };
            draft.battle_with(hits, markers)
        }
        FallBackProcedure::Outline => {
            let draft = match number % 10 {
                0 => draft.finished()?,
                1 | 2 => draft,
                _ => draft.weakened(number)?,
            };
            draft.battle_by("outline-2012")
        }
    };
    enemies_did(&mut battle, UNIT.side, number / 3);
    Play::of(&mut battle, UNIT)
}

/// The play of one unit on the stress level, all units set down amid the pieces, each number otherwise.
pub fn on_stress(number: u64, procedure: FallBackProcedure) -> Option<Play> {
    static SETUPS: LazyLock<[Arc<Setup>; 2]> =
        LazyLock::new(|| [None, Some("outline-2012")].map(|ruleset| setup_under("stress", ruleset)));
    let setup = &SETUPS[usize::from(procedure == FallBackProcedure::Outline)];
    let (mut battle, units) = amid_pieces(setup, StressSize::SHIPPED, usize::MAX, 40_000 + number);
    let unit = units[number as usize % units.len()];
    let count = battle.view().standing(unit).count();
    let left = match number % 4 {
        0 => count,
        1 => count / 2,
        2 => count.div_ceil(4),
        _ if number % 8 == 3 => count.div_ceil(4) - 1,
        _ => count / 3 + 1,
    };
    suppress(&mut battle, unit, left);
    enemies_did(&mut battle, unit.side, number / 3);
    Play::of(&mut battle, unit)
}

/// A unit is hit, and so many of it are left: its leader, on every second table, is not among them.
fn suppress(battle: &mut Battle, unit: UnitId, left: usize) {
    let hit_die = battle.view().setup().ruleset.falling_back.procedure == FallBackProcedure::SafePosition;
    let mut snapshot = battle.snapshot();
    let hit = snapshot.units.iter_mut().find(|state| state.id == unit).unwrap();
    if hit_die {
        hit.hit_die = 2
    } else {
        hit.suppression_markers = 1
    }
    let mut models: Vec<_> = snapshot.models.iter_mut().filter(|state| state.id.unit == unit).collect();
    if left.is_multiple_of(2) {
        models.reverse();
    }
    models[left..].iter_mut().for_each(|state| state.condition.fate = Fate::Lost);
    battle.restore(&snapshot).unwrap();
}

/// On every second table the enemies of a side may snap fire.
///
/// Rule: RE-1.
fn enemies_did(battle: &mut Battle, side: Side, number: u64) {
    let mut snapshot = battle.snapshot();
    let did = if number.is_multiple_of(2) { Action::OpenFire } else { Action::AtTheDouble };
    for unit in snapshot.units.iter_mut().filter(|unit| unit.id.side != side) {
        unit.activity.last_action = Some(did);
    }
    battle.restore(&snapshot).unwrap();
}

/// What came of a fall back.
#[derive(Default)]
pub struct Outcome {
    pub facts: Vec<Fact>,
    /// Where its player moved it in place of firing.
    pub chosen: Vec<ModelMove>,
    /// How often the enemy was asked for snap fire.
    pub asked: usize,
}

/// What comes of the order to fall back.
///
/// Rule: SUP-4.
pub fn ordered(battle: &mut Battle, unit: UnitId) -> Outcome {
    let facts =
        submit(battle, unit.side, Order::FallBack(fall_back::kinds::Order::FallBack(FallBack::of(unit))));
    Outcome { facts, ..Outcome::default() }
}

/// What comes of a failed test to act: over half strength its player moves it, and its enemy holds his fire.
///
/// Rule: ACT-7, OFB-1, OFB-4.
pub fn failed(battle: &mut Battle, unit: UnitId) -> Outcome {
    let dice = terms_to_act(battle.view(), battle.view().unit(unit).unwrap()).dice;
    battle.dice_mut().set_source(Source::Fed(VecDeque::from(vec![6; usize::from(dice)])));
    let facts = submit(
        battle,
        unit.side,
        Order::GetDown(get_down::kinds::Order::GetDown(GetDown { unit, turns: Vec::new() })),
    );
    let mut outcome = Outcome { facts, ..Outcome::default() };
    while let Some(decision) = battle.decision().filter(|decision| !is_act(decision.choice)) {
        let answer = match decision.choice {
            Choice::FallBack(fall_back::kinds::Choice::FallBack { unit }) => {
                outcome.chosen = crawl(battle, unit);
                fall_back(unit, &outcome.chosen)
            }
            Choice::Shooting(shooting::kinds::Choice::SnapFire { at, .. }) => {
                assert_eq!((at, decision.player), (unit, unit.side.other()));
                outcome.asked += 1;
                Order::Shooting(shooting::kinds::Order::HoldFire)
            }
            other => panic!("{other:?}"),
        };
        outcome.facts.extend(submit(battle, decision.player, answer));
    }
    outcome
}

fn fall_back(unit: UnitId, moves: &[ModelMove]) -> Order {
    Order::FallBack(fall_back::kinds::Order::FallBack(FallBack {
        moves: moves.to_vec(),
        ..FallBack::of(unit)
    }))
}

fn submit(battle: &mut Battle, player: Side, order: Order) -> Vec<Fact> {
    let command = Command { player, order };
    battle.submit(&command).unwrap_or_else(|error| panic!("{command:?}: {error}")).facts
}

/// Directions in which a unit tries to crawl.
const DIRECTIONS: i32 = 8;

/// A crawl of all of a unit as far as it may, formation kept, the first that the ground allows; nothing where none is.
/// Farther is never allowed.
///
/// Rule: OFB-1 (½ Mv), BAS-4 (rounded down).
fn crawl(battle: &Battle, unit: UnitId) -> Vec<ModelMove> {
    let most = f64::from(battle.view().unit(unit).unwrap().card.characteristics.movement / 2);
    let allowed = |moves: &Vec<ModelMove>| {
        battle.check(&Command { player: unit.side, order: fall_back(unit, moves) }).is_ok()
    };
    let shifted = |far: f64| (0..DIRECTIONS).filter_map(move |turn| shifted(battle.view(), unit, turn, far));
    let farther = shifted(most + 0.02).find(allowed);
    assert_eq!(farther, None, "{unit} crawls farther than {most}");
    shifted(most).find(allowed).unwrap_or_default()
}

/// Everyone of a unit moved so far in one of some directions, and looking there; none where nothing bears one there.
fn shifted(view: View, unit: UnitId, turn: i32, far: f64) -> Option<Vec<ModelMove>> {
    let angle = std::f64::consts::TAU * f64::from(turn) / f64::from(DIRECTIONS);
    let by = [far * libm::cos(angle), far * libm::sin(angle)];
    let one = |model: ModelView| {
        let [x, y] = model.pose.at.ground();
        let flat = Place::from_inches(x + by[0], y + by[1], 0.0).ok()?;
        let at = Place { z: view.terrain().arrival_height(model.pose.at, flat.ground())?, ..flat };
        Some(ModelMove { model: model.id, path: vec![at], facing: Facing::toward(model.pose.at, at)? })
    };
    view.standing(unit).map(one).collect()
}
