//! Chapter 12: overrun.

use tabletop_hexes::hex::Hex;

use super::basics::{in_good_order, printed_assault};
use super::breakdown::{Breakdown, Part};
use super::movement::{cost, has_room};
use crate::card::Flag;
use crate::gate::Mistake;
use crate::ids::UnitId;
use crate::play::Play;
use crate::setup::WsrSetup;

/// Checks that a stack may overrun what is in a hex.
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

/// A unit could leave a hex into one without enemies.
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
pub fn attack(setup: &WsrSetup, play: &Play, id: UnitId) -> Option<Breakdown> {
    let assault = printed_assault(setup, id, play.unit(id)?)?;
    let more = i16::from(assault.factor) * (i16::from(setup.rules.numbers.overrun_multiple) - 1);
    let dice = Breakdown::new("WSR-OVR-2", assault.factor, assault.to_hit, "Assault factor and To Hit");
    Some(dice.with("WSR-OVR-2", Part::Dice, more, "an overrun multiplies the Assault factor"))
}

/// Dice of a defender.
///
/// Rule: WSR-OVR-3, WSR-OVR-4.
pub fn defence(setup: &WsrSetup, play: &Play, id: UnitId) -> Option<Breakdown> {
    let unit = play.unit(id)?;
    let assault = printed_assault(setup, id, unit)?;
    Some(if in_good_order(unit) {
        Breakdown::new("WSR-OVR-3", assault.factor, assault.to_hit, "Assault factor and To Hit")
    } else {
        let face = setup.rules.numbers.disrupted_face;
        Breakdown::new("WSR-OVR-4", assault.factor, face, "Assault factor of a disrupted unit")
    })
}
