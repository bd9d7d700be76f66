//! Dice of steps and orders: each roll is offered to fate before it counts.
//!
//! Rule: WSR-BAS-10.

use tabletop::dice::{Needs, Roll, Roller};
use tabletop::ids::Side;

use super::Stepped;
use crate::chapters::basics::{Pool, odd_place, shares};
use crate::fate;
use crate::game::{Wsr, WsrState};
use crate::ids::{Subject, UnitId};

fn roll_alike(state: &mut WsrState, roll: Roll<Wsr>, count: u32) -> Stepped<Vec<u8>> {
    if let Some(faces) = fate::settled(state) {
        return Ok(faces);
    }
    let faces = state.dice.roll_alike(roll, count)?;
    fate::offered(state, roll, &faces)?;
    Ok(faces)
}

/// Rolls a pool.
pub fn roll(
    state: &mut WsrState,
    purpose: &'static str,
    side: Side,
    by: Option<Subject>,
    pool: Pool,
) -> Stepped<Vec<u8>> {
    let roller = Roller { side, subject: by };
    roll_alike(state, Roll::six(purpose, roller, Needs::AtLeast(pool.face)), u32::from(pool.dice))
}

/// Rolls one die.
pub fn die(state: &mut WsrState, purpose: &'static str, side: Side, needs: Needs) -> Stepped<u8> {
    let faces = roll_alike(state, Roll::six(purpose, side, needs), 1)?;
    // One die was rolled, so there is one face.
    Ok(faces[0])
}

/// Rolls the two dice of a morale check.
pub fn two_dice(state: &mut WsrState, purpose: &'static str, side: Side) -> Stepped<Vec<u8>> {
    roll_alike(state, Roll::six(purpose, side, Needs::Nothing), 2)
}

/// Gives hits out over units of one hex, the uppermost first.
///
/// Rule: WSR-BAS-9, WSR-ASL-9, WSR-OVR-5, WSR-MIN-3, WSR-ART-6, WSR-CAS-9.
pub fn distribute(state: &mut WsrState, units: &[UnitId], hits: u8) -> Stepped<Vec<(UnitId, u8)>> {
    let [each, odd] = shares(hits, units.len() as u8);
    let mut given: Vec<(UnitId, u8)> = units.iter().map(|unit| (*unit, each)).collect();
    let mut left: Vec<usize> = (0..units.len()).collect();
    for _ in 0..odd {
        let side = units.first().map_or(Side::A, |unit| unit.side);
        let face = die(state, "odd hit", side, Needs::Nothing)?;
        let place = left.remove(odd_place(face, left.len()));
        given[place].1 += 1;
    }
    Ok(given)
}
