//! A combat that has lasted too long is broken off: unit by unit, in its player's order.

use bevy_ecs::prelude::{In, ResMut, Result};

use super::groups::units_in;
use super::kinds::{Choice, Fact, LeftFor, Mistake, Step};
use crate::game::engine::agenda::{Agenda, Decision};
use crate::game::engine::fact::Facts;
use crate::game::engine::query::own_unit;
use crate::game::engine::refusal::Refusal;
use crate::game::engine::view::{Roster, View};
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
pub(super) fn next_to_leave(
    In((combat, side)): In<(u8, Side)>,
    roster: Roster,
    mut agenda: ResMut<Agenda>,
    facts: ResMut<Facts>,
) {
    match yet_to_leave(roster.view(), combat, side)[..] {
        [] => {}
        [only] => leave(only, agenda, facts),
        _ => {
            agenda.push(Step::BreakOff { combat, side });
            agenda.ask(Decision { player: side, choice: Choice::BreakOff { combat }.into() });
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

/// The unit that a player chose leaves.
///
/// Rule: CC-8.
pub(super) fn resolve(In(unit): In<UnitId>, agenda: ResMut<Agenda>, facts: ResMut<Facts>) {
    leave(unit, agenda, facts);
}

/// A unit makes its Fall Back move or routs; its enemies keep their hit-dice and markers.
///
/// Rule: CC-8 (that clears nobody).
fn leave(unit: UnitId, mut agenda: ResMut<Agenda>, mut facts: ResMut<Facts>) {
    facts.push(Fact::UnitLeftCombat { unit, why: LeftFor::LongCombat });
    agenda.push(FallBackStep::LeaveCombat { unit });
}
