//! Battles in which one unit must fall back, and how they get there.

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

/// Plays a random table. Every second one is open; markers, hits, the models left and the enemy's last actions
/// vary.
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
    set_enemy_actions(&mut battle, UNIT.side, number / 3);
    Play::of(&mut battle, UNIT)
}

/// Plays one unit on the stress level, with all units placed amid the pieces, differently for each number.
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
    set_enemy_actions(&mut battle, unit.side, number / 3);
    Play::of(&mut battle, unit)
}

/// Hits a unit and leaves some of its models; on every second table its leader is lost.
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

/// On every second table the enemies may snap fire.
///
/// Rule: RE-1.
fn set_enemy_actions(battle: &mut Battle, side: Side, number: u64) {
    let mut snapshot = battle.snapshot();
    let did = if number.is_multiple_of(2) { Action::OpenFire } else { Action::AtTheDouble };
    for unit in snapshot.units.iter_mut().filter(|unit| unit.id.side != side) {
        unit.activity.last_action = Some(did);
    }
    battle.restore(&snapshot).unwrap();
}

/// The result of a fall back.
#[derive(Default)]
pub struct Outcome {
    pub facts: Vec<Fact>,
    /// The moves that its player chose instead of firing.
    pub chosen: Vec<ModelMove>,
    /// How often the enemy was asked for snap fire.
    pub asked: usize,
}

/// Plays the order to fall back.
///
/// Rule: SUP-4.
pub fn play_order(battle: &mut Battle, unit: UnitId) -> Outcome {
    let facts =
        submit(battle, unit.side, Order::FallBack(fall_back::kinds::Order::FallBack(FallBack::of(unit))));
    Outcome { facts, ..Outcome::default() }
}

/// Plays a failed test to act: over half strength its player moves it, and the enemy holds its fire.
///
/// Rule: ACT-7, OFB-1, OFB-4.
pub fn play_failed_test(battle: &mut Battle, unit: UnitId) -> Outcome {
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
            Choice::FallBack(fall_back::kinds::Choice::FallBack { unit, .. }) => {
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

/// How many directions a crawl tries.
const DIRECTIONS: i32 = 8;

/// A crawl of a whole unit as far as allowed, in formation, in the first direction that the ground allows;
/// empty if there is none. Crawling farther is never allowed.
///
/// Rule: OFB-1 (½ Mv), BAS-4 (rounded down).
fn crawl(battle: &Battle, unit: UnitId) -> Vec<ModelMove> {
    let max = f64::from(battle.view().unit(unit).unwrap().card.characteristics.movement / 2);
    let allowed = |moves: &Vec<ModelMove>| {
        battle.check(&Command { player: unit.side, order: fall_back(unit, moves) }).is_ok()
    };
    let shifted =
        |distance: f64| (0..DIRECTIONS).filter_map(move |turn| shifted(battle.view(), unit, turn, distance));
    let farther = shifted(max + 0.02).find(allowed);
    assert_eq!(farther, None, "{unit} crawls farther than {max}");
    shifted(max).find(allowed).unwrap_or_default()
}

/// The moves of a whole unit by a distance in one direction, facing that way; `None` if some model has no
/// surface there.
fn shifted(view: View, unit: UnitId, turn: i32, distance: f64) -> Option<Vec<ModelMove>> {
    let angle = std::f64::consts::TAU * f64::from(turn) / f64::from(DIRECTIONS);
    let by = [distance * libm::cos(angle), distance * libm::sin(angle)];
    let one = |model: ModelView| {
        let [x, y] = model.pose.at.ground();
        let flat = Place::from_inches(x + by[0], y + by[1], 0.0).ok()?;
        let at = Place { z: view.terrain().arrival_height(model.pose.at, flat.ground())?, ..flat };
        Some(ModelMove { model: model.id, path: vec![at], facing: Facing::toward(model.pose.at, at)? })
    };
    view.standing(unit).map(one).collect()
}
