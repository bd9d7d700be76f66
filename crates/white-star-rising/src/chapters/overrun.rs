//! Chapter 12: overrun.

use tabletop_hexes::hex::Hex;

use super::basics::{Pool, in_good_order, needed_face, printed_assault};
use super::movement::{cost, has_room};
use crate::card::Flag;
use crate::gate::Mistake;
use crate::ids::UnitId;
use crate::play::Play;
use crate::setup::WsrSetup;

/// Whether a stack may overrun what is in a hex.
///
/// Rule: WSR-OVR-1, WSR-OVR-7.
pub fn may_overrun(setup: &WsrSetup, play: &Play, units: &[UnitId], to: Hex) -> Result<(), Mistake> {
    if !setup.terrain(to).overrun {
        return Err(Mistake::NoOverrunHere { hex: to });
    }
    for id in units {
        let unit = play.unit(*id).ok_or(Mistake::NotThere)?;
        let able = printed_assault(setup, *id, unit).is_some_and(|assault| !assault.starred);
        if !setup.card(*id).is(Flag::Afv) || !able || !in_good_order(unit) {
            return Err(Mistake::CannotOverrun { unit: *id });
        }
    }
    let side = units.first().map(|unit| unit.side.other()).ok_or(Mistake::NotThere)?;
    match play.in_hex(to, side).into_iter().find(|enemy| setup.card(*enemy).is_hard()) {
        Some(enemy) => Err(Mistake::HardTarget { enemy }),
        None => Ok(()),
    }
}

/// Whether a unit could leave a hex into one without enemies.
///
/// Rule: WSR-OVR-1 (factors to leave.)
pub fn may_leave(setup: &WsrSetup, play: &Play, unit: UnitId, from: Hex, left: u8) -> bool {
    let free = |to: &Hex| play.in_hex(*to, unit.side.other()).is_empty();
    let mut ways = setup.level.map.neighbours(from).filter(free);
    ways.any(|to| {
        cost(setup, unit, from, to).is_some_and(|cost| cost <= left)
            && has_room(setup, play, 1, None, to, unit.side).is_ok()
    })
}

/// Dice of an attacker.
///
/// Rule: WSR-OVR-2.
pub fn attack(setup: &WsrSetup, play: &Play, id: UnitId) -> Option<Pool> {
    let assault = printed_assault(setup, id, play.unit(id)?)?;
    let numbers = &setup.rules.numbers;
    let face = needed_face(i16::from(assault.to_hit), numbers);
    Some(Pool { dice: assault.factor * numbers.overrun_multiple, face, ignored: 0 })
}

/// Dice of a defender.
///
/// Rule: WSR-OVR-3, WSR-OVR-4.
pub fn defence(setup: &WsrSetup, play: &Play, id: UnitId) -> Option<Pool> {
    let unit = play.unit(id)?;
    let assault = printed_assault(setup, id, unit)?;
    let numbers = &setup.rules.numbers;
    let face = if in_good_order(unit) { assault.to_hit } else { numbers.disrupted_face };
    Some(Pool { dice: assault.factor, face: needed_face(i16::from(face), numbers), ignored: 0 })
}
