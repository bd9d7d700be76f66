//! Roll-offs: who places first, who has the first turn.

use bevy::prelude::{IntoScheduleConfigs, IntoSystem, Res, ResMut, Result, Schedule};

use crate::game::engine::agenda::{Agenda, Current, Step};
use crate::game::engine::dice::{Dice, Needs, Roll};
use crate::game::engine::fact::{Fact, Facts, RollOff};
use crate::game::engine::step::{Systems, note_failure};
use crate::game::engine::view::Roster;
use crate::rules::ids::Side;
use crate::rules::mission::roll_off_winner;
use crate::rules::turn::{Phase, Turn};

pub(super) fn plugin(schedule: &mut Schedule) {
    schedule.add_systems(hold_roll_off.pipe(note_failure).run_if(rolling_off).in_set(Systems::RollOff));
}

fn rolling_off(current: Res<Current>) -> bool {
    matches!(&current.0, Some(Step::RollOff { .. }))
}

/// Both players roll until one is higher.
///
/// Rule: MIS-2 (rolling off), MIS-8 (rolling off).
fn hold_roll_off(
    current: Res<Current>,
    roster: Roster,
    mut dice: ResMut<Dice>,
    mut agenda: ResMut<Agenda>,
    mut facts: ResMut<Facts>,
) -> Result {
    let Some(Step::RollOff { purpose, finished_first }) = current.0 else {
        return Err("a roll-off runs without its step".into());
    };
    let view = roster.view();
    let bonus = finished_first
        .filter(|_| purpose == RollOff::FirstTurn)
        .map(|side| (side, view.setup().ruleset.mission.first_finished_bonus));
    let (rolls, winner) = roll_until_decided(&mut dice, purpose, bonus)?;
    facts.push(Fact::RollOffHeld { purpose, rolls, winner });
    match purpose {
        RollOff::FirstPlacing => {
            agenda.push(Step::ContinueDeployment { last: winner.other(), finished_first });
        }
        RollOff::FirstTurn => {
            let turn = Turn { round: 0, side: winner, first: winner, phase: Phase::Deployment };
            facts.push(Fact::PhaseBegan { turn: turn.next(view.rounds()) });
            agenda.push(Step::NextPhase);
        }
    }
    Ok(())
}

/// Rolls for A and B until one wins.
fn roll_until_decided(
    dice: &mut Dice,
    purpose: RollOff,
    bonus: Option<(Side, u8)>,
) -> Result<(Vec<[u8; 2]>, Side)> {
    let words = match purpose {
        RollOff::FirstPlacing => "roll-off for placing first",
        RollOff::FirstTurn => "roll-off for the first turn",
    };
    let roll = |side: Side| Roll { purpose: words, by: side.into(), needs: Needs::Nothing };
    let mut rolls = Vec::new();
    loop {
        let faces = [dice.roll(roll(Side::A))?, dice.roll(roll(Side::B))?];
        rolls.push(faces);
        if let Some(winner) = roll_off_winner(faces, bonus) {
            return Ok((rolls, winner));
        }
    }
}
