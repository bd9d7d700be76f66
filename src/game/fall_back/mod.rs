//! Falling back, chapter 6: not built. A suppressed unit that is activated owes it.

use bevy::prelude::{IntoScheduleConfigs, IntoSystem, Res, ResMut, Result, Schedule};

use super::agenda::{Agenda, Current, Step};
use super::check::unit_yet_to_act;
use super::command::{FallBack, Order};
use super::fact::{Fact, Facts};
use super::refusal::{Reason, Refusal};
use super::step::{Systems, note_failure};
use super::view::View;
use crate::rules::action::Action;
use crate::rules::ids::Side;

pub(super) fn plugin(schedule: &mut Schedule) {
    schedule.add_systems(resolve_fall_back.pipe(note_failure).run_if(falling_back).in_set(Systems::FallBack));
}

fn falling_back(current: Res<Current>) -> bool {
    matches!(&current.0, Some(Step::Resolve { order: Order::FallBack(_), .. }))
}

/// Whether the unit has to fall back: nobody chooses to.
///
/// Rule: ACT-6 (never chosen), SUP-4.
pub(super) fn check(view: View, player: Side, order: &FallBack) -> Result<(), Refusal> {
    let unit = unit_yet_to_act(view, player, order.unit)?;
    if !unit.morale.suppressed() {
        let text = format!("{} is not suppressed: falling back is never chosen", order.unit);
        return Err(Refusal::new(Reason::NotSuppressed, "ACT-6", text).of_unit(order.unit));
    }
    Ok(())
}

/// Records that the unit owes a Fall Back, and nothing else.
///
/// Rule: SUP-4 (it falls back instead; the move itself is not built).
fn resolve_fall_back(current: Res<Current>, mut agenda: ResMut<Agenda>, mut facts: ResMut<Facts>) -> Result {
    let Some(Step::Resolve { order: Order::FallBack(order), decision }) = &current.0 else {
        return Err("falling back runs without its order".into());
    };
    facts.push(Fact::UnitActivated { unit: order.unit, action: Action::FallBack });
    facts.push(Fact::FallBackOwed { unit: order.unit });
    facts.push(Fact::UnitActed { unit: order.unit });
    agenda.push(Step::Decide(*decision));
    Ok(())
}
