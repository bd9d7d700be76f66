//! Phases, turns and rounds: chapter 2.
//!
//! The Starting, Reaction and Close-Combat phases pass without a decision until
//! what is decided in them is built.

mod recovery;

use bevy::prelude::{IntoScheduleConfigs, IntoSystem, Res, ResMut, Result, Schedule};

use crate::game::engine::agenda::{Agenda, Current, Step};
use crate::game::engine::command::Order;
use crate::game::engine::fact::{Fact, Facts};
use crate::game::engine::refusal::{Reason, Refusal};
use crate::game::engine::step::{Systems, note_failure};
use crate::game::engine::view::{Roster, UnitView, View};
use crate::game::leadership::has_to_fall_back;
use crate::rules::ids::Side;
use crate::rules::turn::Phase;

pub(in crate::game) fn plugin(schedule: &mut Schedule) {
    let end_phase = resolve_end_phase.run_if(ending_phase);
    let next_phase = begin_next_phase.pipe(note_failure).run_if(leaving_phase);
    schedule.add_systems((end_phase, next_phase).chain().in_set(Systems::Turn));
    recovery::plugin(schedule);
}

fn ending_phase(current: Res<Current>) -> bool {
    matches!(&current.0, Some(Step::Resolve { order: Order::EndPhase, .. }))
}

fn leaving_phase(current: Res<Current>) -> bool {
    matches!(&current.0, Some(Step::NextPhase))
}

/// Whether the active player may end his Action phase: every unit of his that
/// may act has acted.
///
/// Rule: TURN-3.
pub(in crate::game) fn check_end_phase(view: View, player: Side) -> Result<(), Refusal> {
    match view.units().find(|unit| unit.id.side == player && may_still_act(view, *unit)) {
        Some(unit) => {
            let text = match has_to_fall_back(view, unit) {
                true => format!("{} is suppressed and has not fallen back yet", unit.id),
                false => {
                    format!("{} has not acted yet: every unit acts, if only by staying where it is", unit.id)
                }
            };
            Err(Refusal::new(Reason::UnitsYetToAct, "TURN-3", text).of_unit(unit.id))
        }
        None => Ok(()),
    }
}

/// Whether a unit is still to be activated in its side's present turn, if only to fall back.
///
/// Rule: TURN-3 (every unit acted or fell back).
pub fn may_still_act(view: View, unit: UnitView) -> bool {
    !unit.activity.acted && view.standing(unit.id).next().is_some()
}

/// Rule: TURN-3.
fn resolve_end_phase(mut agenda: ResMut<Agenda>) {
    agenda.push(Step::NextPhase);
}

/// Leaves the present phase and says what comes next.
///
/// Rule: TURN-1, TURN-6.
fn begin_next_phase(roster: Roster, mut agenda: ResMut<Agenda>, mut facts: ResMut<Facts>) -> Result {
    let view = roster.view();
    let turn = view.turn().next(view.rounds());
    facts.push(Fact::PhaseBegan { turn });
    agenda.push_phase(turn);
    match turn.phase {
        Phase::Deployment => return Err("a battle cannot go back to deployment".into()),
        Phase::Over => facts.push(Fact::BattleEnded { rounds: turn.round }),
        Phase::Starting | Phase::Action | Phase::Reaction | Phase::CloseCombat => {}
    }
    Ok(())
}
