//! Falling back and routing, chapter 6.

mod followers;
mod leader;
pub mod retreat;
mod rout;
mod safe;
mod search;

use bevy::prelude::{IntoScheduleConfigs, IntoSystem, Res, ResMut, Result, Schedule};

use super::agenda::{Agenda, Current, Step};
use super::check::unit_yet_to_act;
use super::command::{FallBack, Order};
use super::fact::{Fact, Facts};
use super::refusal::{Reason, Refusal};
use super::step::{Systems, note_failure};
use super::view::{ModelView, View};
use crate::rules::action::Action;
use crate::rules::basics::{Strength, gap};
use crate::rules::falling_back::{self, Forced, Occasion, forced};
use crate::rules::ids::{Side, UnitId};
use crate::rules::movement::allowance::MoveTerms;
use retreat::{Course, Retreat};

pub(super) fn plugin(schedule: &mut Schedule) {
    schedule.add_systems(resolve_fall_back.pipe(note_failure).run_if(falling_back).in_set(Systems::FallBack));
}

/// What a unit would do that is forced to fall back now; `None` if no model of it stands.
///
/// Rule: FB-1, FB-4, ROU-1.
pub fn retreat(view: View, unit: UnitId, occasion: Occasion) -> Option<Retreat> {
    let (standing, started) = (view.standing(unit).count() as u32, view.models(unit).count() as u32);
    let strength = Strength { standing, started };
    let forced = forced(strength, occasion, &view.setup().ruleset.basics);
    let leader = view.leader(unit)?;
    let course = match forced {
        Forced::Destroyed => Course::Destroyed,
        Forced::Move | Forced::MoveOrFire => leader::course(view, leader)?,
    };
    Some(Retreat { unit, strength, forced, leader: leader.id, course })
}

/// The models of a unit, its leader first, then by nearness to him.
///
/// Rule: ROU-1.
fn by_nearness<'a>(view: View<'a>, leader: ModelView<'a>) -> Vec<ModelView<'a>> {
    let mut models: Vec<ModelView> = view.standing(leader.id.unit).collect();
    models.sort_by(|a, b| {
        let far = |model: &ModelView| (model.id != leader.id, gap(model.disc(), leader.disc()));
        let ((a_follows, a_far), (b_follows, b_far)) = (far(a), far(b));
        a_follows.cmp(&b_follows).then(a_far.total_cmp(&b_far)).then(a.id.cmp(&b.id))
    });
    models
}

/// What models of a unit may do on their way when it falls back.
///
/// Rule: FB-2, FB-3.
pub fn terms(view: View, unit: UnitId) -> Option<MoveTerms> {
    let movement = view.unit(unit)?.card.characteristics.movement;
    Some(falling_back::terms(movement, &view.setup().ruleset))
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
