//! Close combat, chapter 9: who is in it, defensive fire, moves, rounds, tests, who has won.
//!
//! ```text
//! Action ends ─StartCombats▶ defensive fire ─▶ JoinCombats ─▶ attackers consolidate
//!    ┌──────────────────────────────────────────────────────────────┘
//!    └▶ BeginRound ▶ close in ▶ Declare ▶ Salvo… ▶ EndRound ▶ Tests… ▶ FinishRound ─▶ EndCombat
//!           ▲───────────────────────────────────────────────────────────┘
//! ```
//!
//! After the longest combat `BreakOff` lets one side's units leave before `EndCombat`.
//!
//! A combat is a number that its units carry (`InCombat`); each step asks who carries it still.

mod break_off;
pub mod declare;
pub mod defensive_fire;
pub mod groups;
pub mod kinds;
pub mod link;
mod morale;
pub mod moves;
mod narrate;
mod plan;
mod prompt;
mod reasons;
pub mod round;
mod start;

use bevy_ecs::prelude::{Result, World};

use crate::game::engine::agenda::{Choice as AnyChoice, Decision};
use crate::game::engine::components::{CombatPart, InCombat};
use crate::game::engine::refusal::Refusal;
use crate::game::engine::state_writer::StateWriter;
use crate::game::engine::step;
use crate::game::engine::view::View;
use crate::game::phases::close_combat::kinds::MoveInCombat;
use crate::game::phases::drafted::Drafted;
use crate::game::prompt::Offer;
use crate::rules::ids::{Side, UnitId};

use kinds::SnapFireLeft;
pub(in crate::game) use kinds::{Choice, Fact, Order, Step};
pub use moves::may_move_by;
pub(in crate::game) use narrate::{narrate, narrate_action};
pub use plan::planned_moves;
pub(in crate::game) use prompt::{answers, prompt};

pub(in crate::game) fn check(
    view: View,
    player: Side,
    order: &Order,
    choice: AnyChoice,
) -> Option<Result<(), Refusal>> {
    let AnyChoice::CloseCombat(choice) = choice else { return None };
    match (order, choice) {
        (Order::DefensiveFire(order), Choice::DefensiveFire) => {
            Some(defensive_fire::check(view, player, order))
        }
        (Order::MoveInCombat(order), Choice::Move { unit, by, .. }) => {
            Some(moves::check(view, player, order, (unit, by)))
        }
        (Order::Fight(order), Choice::Fight { unit }) => Some(declare::check(view, player, order, unit)),
        (Order::TestInCombat(order), Choice::Test { combat }) => {
            Some(morale::check(view, player, order.unit, combat))
        }
        (Order::BreakOff(order), Choice::BreakOff { combat }) => {
            Some(break_off::check(view, player, order.unit, combat))
        }
        _ => None,
    }
}

pub(in crate::game) fn resolve(world: &mut World, order: Order, decision: Decision) -> Result {
    match order {
        Order::DefensiveFire(order) => step::run(world, defensive_fire::resolve, order),
        Order::MoveInCombat(order) => step::run(world, moves::resolve, (order, decision)),
        Order::Fight(order) => step::run(world, declare::resolve, order),
        Order::TestInCombat(order) => step::run(world, morale::test, order.unit),
        Order::BreakOff(order) => step::run(world, break_off::leave, order.unit),
    }
}

pub(in crate::game) fn run(world: &mut World, step: Step) -> Result {
    match step {
        Step::StartCombats => step::run(world, start::start_combats, ()),
        Step::OfferDefensiveFire => step::run(world, defensive_fire::offer, ()),
        Step::JoinCombats => step::run(world, start::join_combats, ()),
        Step::OfferCombatMove { unit, by, round } => step::run(world, moves::offer, (unit, by, round)),
        Step::BeginRound { combat, round } => step::run(world, round::begin, (combat, round)),
        Step::Declare { waiting, declared } => step::run(world, declare::declare_next, (waiting, declared)),
        Step::CombatSalvo(salvo) => step::run(world, round::roll_salvo, salvo),
        Step::EndRound { combat, round, hits, last_models } => {
            step::run(world, round::end, (combat, round, hits, last_models))
        }
        Step::Tests { combat, side } => step::run(world, morale::next_test, (combat, side)),
        Step::TakeHeart { combat, near } => step::run(world, morale::take_heart, (combat, near)),
        Step::FinishRound { combat, round, hits } => step::run(world, round::finish, (combat, round, hits)),
        Step::BreakOff { combat, side } => step::run(world, break_off::next_to_leave, (combat, side)),
        Step::EndCombat { combat, rounds } => step::run(world, round::end_combat, (combat, rounds)),
    }
}

pub(in crate::game) fn apply(fact: &Fact, state: &mut StateWriter) -> Result {
    match fact {
        Fact::CombatStarted { combat, attackers, defenders, .. }
        | Fact::CombatJoined { combat, attackers, defenders, .. } => {
            for unit in attackers.iter().chain(defenders) {
                let combat = InCombat { number: *combat, has_tested: false };
                state.unit(*unit)?.activity.combat = Some(combat);
            }
        }
        Fact::UnitDefended { unit, snap_fire, .. } => {
            let activity = &mut state.unit(*unit)?.activity;
            activity.has_defended = true;
            activity.has_snap_fired |= *snap_fire == SnapFireLeft::UsedUp;
        }
        Fact::DefenceFailed { unit } => state.unit(*unit)?.activity.has_defended = true,
        Fact::CombatLapsed { units } => {
            for unit in units {
                state.unit(*unit)?.activity.combat = None;
            }
        }
        Fact::ModelCharged { model } => state.model(*model)?.condition.combat = CombatPart::Charges,
        Fact::CombatRoundBegan { combat, fighters, .. } => begin_round(*combat, fighters, state)?,
        Fact::CombatRoundEnded { combat, .. } => {
            for unit in units_of(*combat, state)? {
                state.each_model(unit, |model| model.condition.combat = CombatPart::None)?;
            }
        }
        Fact::UnitLeftCombat { unit, .. } => leave(*unit, state)?,
        Fact::CombatEnded { combat, .. } => {
            for unit in units_of(*combat, state)? {
                leave(unit, state)?;
            }
        }
    }
    Ok(())
}

fn begin_round(combat: u8, fighters: &[crate::rules::ids::ModelId], state: &mut StateWriter) -> Result {
    for unit in units_of(combat, state)? {
        if let Some(combat) = &mut state.unit(unit)?.activity.combat {
            combat.has_tested = false;
        }
    }
    for fighter in fighters {
        let part = &mut state.model(*fighter)?.condition.combat;
        if *part == CombatPart::None {
            *part = CombatPart::Fights;
        }
    }
    Ok(())
}

fn leave(unit: UnitId, state: &mut StateWriter) -> Result {
    state.unit(unit)?.activity.combat = None;
    state.each_model(unit, |model| model.condition.combat = CombatPart::None)
}

/// Every unit that carries a combat's number.
fn units_of(combat: u8, state: &mut StateWriter) -> Result<Vec<UnitId>> {
    let mut units = Vec::new();
    state.each_unit(|unit| {
        if unit.activity.combat.is_some_and(|its| its.number == combat) {
            units.push(unit.id);
        }
    })?;
    Ok(units)
}

/// Close combat offers no action: it follows from moves.
pub(in crate::game) fn offers(_: View, _: UnitId) -> Vec<Offer> {
    Vec::new()
}

/// No unit is activated in close combat.
pub(in crate::game) fn acting(_: &Order) -> Option<UnitId> {
    None
}

pub(in crate::game) fn drafted(order: &Order) -> Option<Drafted<'_>> {
    order.combat_move().map(|MoveInCombat { unit, moves }| Drafted::CombatMove { unit: *unit, moves })
}
