//! Roll-offs: who places first, who has the first turn.

use bevy::prelude::{In, ResMut, Result};

use super::kinds::{Fact, RollOff, Step};
use crate::game::engine::agenda::Agenda;
use crate::game::engine::dice::{Dice, Needs, Roll};
use crate::game::engine::fact::Facts;
use crate::game::engine::view::Roster;
use crate::game::phases::turn::kinds::{Fact as TurnFact, Step as TurnStep};
use crate::rules::ids::Side;
use crate::rules::mission::roll_off_winner;
use crate::rules::turn::{Phase, Turn};

/// Both players roll until one is higher.
///
/// Rule: MIS-2 (rolling off), MIS-8 (rolling off).
pub(super) fn hold_roll_off(
    In((purpose, finished_first)): In<(RollOff, Option<Side>)>,
    roster: Roster,
    mut dice: ResMut<Dice>,
    mut agenda: ResMut<Agenda>,
    mut facts: ResMut<Facts>,
) -> Result {
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
            facts.push(TurnFact::PhaseBegan { turn: turn.next(view.rounds()) });
            agenda.push(TurnStep::NextPhase);
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
