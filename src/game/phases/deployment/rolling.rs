//! Roll-offs: who deploys first, who has the first turn; and the beginning of that turn.

use bevy_ecs::prelude::{In, Result};

use super::kinds::{Fact, RollOff, Step};
use super::opening::push_placing;
use crate::game::engine::agenda::Agenda;
use crate::game::engine::dice::{Dice, Needs, Roll};
use crate::game::engine::fact::Facts;
use crate::game::engine::step::StepContext;
use crate::game::engine::view::View;
use crate::game::phases::turn::kinds::Fact as TurnFact;
use crate::game::phases::turn::push_phase;
use crate::level::scenario::MissionKind;
use crate::rules::ids::Side;
use crate::rules::mission::roll_off_winner;
use crate::rules::ruleset::MissionRules;
use crate::rules::turn::{Phase, Turn};

/// Both players roll until one is higher.
///
/// Rule: MIS-2, MIS-3, MIS-8.
pub(super) fn hold_roll_off(
    In((purpose, finished_first)): In<(RollOff, Option<Side>)>,
    mut cx: StepContext,
) -> Result {
    let view = cx.roster.view();
    let bonus = finished_first
        .filter(|_| purpose == RollOff::FirstTurn)
        .map(|side| (side, view.setup().ruleset.mission.first_finished_bonus));
    let rules = &view.setup().ruleset.mission;
    let (rolls, winner) = roll_until_decided(&mut cx.dice, purpose, bonus, rules)?;
    cx.facts.push(Fact::RollOffHeld { purpose, rolls, winner });
    match purpose {
        RollOff::FirstPlacing => push_placing(view.setup(), winner, finished_first, &mut cx.agenda),
        RollOff::FirstTurn => begin_first_turn(view, winner, &mut cx.agenda, &mut cx.facts),
    }
    Ok(())
}

/// Deployment is over: rolls off for the first turn, or begins it.
///
/// Rule: MIS-2, MIS-3, MIS-8.
pub(super) fn end_deployment(
    view: View,
    finished_first: Option<Side>,
    agenda: &mut Agenda,
    facts: &mut Facts,
) {
    match view.setup().level.mission.kind {
        MissionKind::BrokenArrow => begin_first_turn(view, view.turn().first, agenda, facts),
        MissionKind::MeetingEngagement | MissionKind::Skirmish | MissionKind::Drill => {
            agenda.push(Step::RollOff { purpose: RollOff::FirstTurn, finished_first });
        }
    }
}

/// Rule: TURN-1, TURN-6.
fn begin_first_turn(view: View, first: Side, agenda: &mut Agenda, facts: &mut Facts) {
    let before = Turn { round: 0, side: first, first, phase: Phase::Deployment };
    let turn = before.next(view.rounds());
    facts.push(TurnFact::PhaseBegan { turn });
    push_phase(turn, agenda);
}

/// Rolls for A and B until one wins.
fn roll_until_decided(
    dice: &mut Dice,
    purpose: RollOff,
    bonus: Option<(Side, u8)>,
    rules: &MissionRules,
) -> Result<(Vec<[u8; 2]>, Side)> {
    let words = match purpose {
        RollOff::FirstPlacing => "roll-off for placing first",
        RollOff::FirstTurn => "roll-off for the first turn",
    };
    let roll = |side: Side| Roll::six(words, side, Needs::Nothing);
    let mut rolls = Vec::new();
    loop {
        let faces = [dice.roll(roll(Side::A))?, dice.roll(roll(Side::B))?];
        rolls.push(faces);
        if let Some(winner) = roll_off_winner(faces, bonus, rules) {
            return Ok((rolls, winner));
        }
    }
}
