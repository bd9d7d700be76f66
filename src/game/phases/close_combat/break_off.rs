//! A combat that has lasted too long is broken off: unit by unit, in its player's order.

use bevy_ecs::prelude::{In, Result};

use super::groups::units_in;
use super::kinds::{Choice, Fact, LeftFor, Mistake, Step};
use crate::game::engine::agenda::Decision;
use crate::game::engine::query::own_unit;
use crate::game::engine::refusal::Refusal;
use crate::game::engine::step::StepContext;
use crate::game::engine::view::View;
use crate::game::phases::fall_back::kinds::Step as FallBackStep;
use crate::rules::ids::{Side, UnitId};

/// The units of a side that have yet to leave a combat.
///
/// Rule: CC-8 (every unit of the side).
pub fn yet_to_leave(view: View<'_>, combat: u8, side: Side) -> Vec<UnitId> {
    units_in(view, combat).filter(|unit| unit.id.side == side).map(|unit| unit.id).collect()
}

/// The next unit of a side leaves, or its player is asked which one does.
///
/// Rule: CC-8 (in its player's order).
pub(super) fn next_to_leave(In((combat, side)): In<(u8, Side)>, mut cx: StepContext) {
    match yet_to_leave(cx.roster.view(), combat, side)[..] {
        [] => {}
        [only] => leave(In(only), cx),
        _ => {
            cx.agenda.push(Step::BreakOff { combat, side });
            cx.agenda.ask(Decision { player: side, choice: Choice::BreakOff { combat }.into() });
        }
    }
}

/// Whether a unit may leave next.
///
/// Rule: CC-8.
pub(super) fn check(view: View, player: Side, unit: UnitId, combat: u8) -> Result<(), Refusal> {
    own_unit(view, player, unit)?;
    if yet_to_leave(view, combat, player).contains(&unit) {
        return Ok(());
    }
    Err(Refusal::new(Mistake::NotInTheCombat).about(unit))
}

/// A unit makes its Fall Back move or routs; its enemies keep their hit-dice and markers.
///
/// Rule: CC-8 (that clears nobody).
pub(super) fn leave(In(unit): In<UnitId>, mut cx: StepContext) {
    cx.facts.push(Fact::UnitLeftCombat { unit, why: LeftFor::LongCombat });
    cx.agenda.push(FallBackStep::LeaveCombat { unit });
}
