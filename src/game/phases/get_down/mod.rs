//! Get Down, ACT-5: a unit takes cover where it is. What it gains against shooting is asked where a shot's
//! needs are found.

use bevy::prelude::{IntoScheduleConfigs, IntoSystem, Res, ResMut, Result, Schedule};

use crate::game::engine::agenda::{Agenda, Current, Step};
use crate::game::engine::check::{standing_models, unit_to_activate};
use crate::game::engine::command::{GetDown, Order};
use crate::game::engine::fact::{Fact, Facts};
use crate::game::engine::refusal::Refusal;
use crate::game::engine::step::{Systems, note_failure};
use crate::game::engine::view::{Roster, View};
use crate::rules::action::Action;
use crate::rules::ids::Side;

pub(in crate::game) fn plugin(schedule: &mut Schedule) {
    schedule.add_systems(resolve_get_down.pipe(note_failure).run_if(getting_down).in_set(Systems::GetDown));
}

fn getting_down(current: Res<Current>) -> bool {
    matches!(&current.0, Some(Step::Resolve { order: Order::GetDown(_), .. }))
}

/// Whether the unit may get down.
///
/// Rule: ACT-5, FAC-2 (it may turn).
pub(in crate::game) fn check(view: View, player: Side, order: &GetDown) -> Result<(), Refusal> {
    unit_to_activate(view, player, order.unit)?;
    standing_models(view, order.unit, order.turns.iter().map(|turn| turn.model))?;
    Ok(())
}

/// Turns models, puts the unit down, drops its nerve marker.
///
/// Rule: ACT-5, NRV-3 (Get Down's marker).
fn resolve_get_down(
    current: Res<Current>,
    roster: Roster,
    mut agenda: ResMut<Agenda>,
    mut facts: ResMut<Facts>,
) -> Result {
    let Some(Step::Resolve { order: Order::GetDown(order), decision }) = &current.0 else {
        return Err("getting down runs without its order".into());
    };
    let view = roster.view();
    let unit = view.unit(order.unit).ok_or("an accepted order names an unknown unit")?;
    facts.push(Fact::UnitActivated { unit: order.unit, action: Action::GetDown });
    for turn in &order.turns {
        let model = view.model(turn.model).ok_or("an accepted order names an unknown model")?;
        if turn.facing != model.facing() {
            facts.push(Fact::ModelTurned { model: turn.model, facing: turn.facing });
        }
    }
    facts.push(Fact::UnitGotDown { unit: order.unit });
    let left = unit.morale.markers_after(view.setup().ruleset.leadership.markers_dropped_by_get_down);
    let dropped = unit.morale.nerve_markers - left;
    if dropped > 0 {
        facts.push(Fact::NerveMarkersDropped { unit: order.unit, dropped, left });
    }
    facts.push(Fact::UnitActed { unit: order.unit });
    agenda.push(Step::Decide(*decision));
    Ok(())
}
