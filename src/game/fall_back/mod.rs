//! Falling back and routing, chapter 6.

pub mod retreat;

use bevy::prelude::{IntoScheduleConfigs, IntoSystem, Res, ResMut, Result, Schedule};

use super::agenda::{Agenda, Current, Step};
use super::check::unit_yet_to_act;
use super::command::{FallBack, Order};
use super::fact::{Fact, Facts};
use super::refusal::{Reason, Refusal};
use super::step::{Systems, note_failure};
use super::view::View;
use crate::rules::action::Action;
use crate::rules::basics::Strength;
use crate::rules::falling_back::{Occasion, forced};
use crate::rules::ids::{Side, UnitId};
use retreat::{Course, Retreat};

pub(super) fn plugin(schedule: &mut Schedule) {
    schedule.add_systems(resolve_fall_back.pipe(note_failure).run_if(falling_back).in_set(Systems::FallBack));
}

/// What a unit would do that is forced to fall back now; `None` if no model of it stands.
///
/// Rule: FB-1.
pub fn retreat(view: View, unit: UnitId, occasion: Occasion) -> Option<Retreat> {
    let from = view.unit(unit)?;
    let (standing, started) = (view.standing(unit).count() as u32, view.models(unit).count() as u32);
    let strength = Strength { standing, started };
    let forced = forced(strength, occasion, &view.setup().ruleset.basics);
    let leader = view.leader(from.id)?.id;
    Some(Retreat { unit, strength, forced, leader, course: Course::Destroyed })
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
