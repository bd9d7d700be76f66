//! Chapter 17: anti-aircraft and close air support.

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::basics::{Pool, in_good_order, printed_fire, sight};
use super::fire::is_concealed;
use crate::data::forces::Aircraft;
use crate::gate::Mistake;
use crate::ids::UnitId;
use crate::order::Weapon;
use crate::play::{Play, Strike};
use crate::setup::WsrSetup;

/// Whether an aircraft may be aimed at a hex.
///
/// Rule: WSR-CAS-1.
pub fn may_aim(setup: &WsrSetup, play: &Play, side: Side, hex: Hex) -> Result<(), Mistake> {
    if play.in_hex(hex, side.other()).is_empty() {
        return Err(Mistake::NobodyThere { hex });
    }
    let seen = play.on_map(side).any(|(_, _, at)| sight(setup, play, at, hex).is_clear());
    if seen { Ok(()) } else { Err(Mistake::SeenByNobody { hex }) }
}

/// A flak unit's dice against the aircraft; it needs no sight.
///
/// Rule: WSR-AA-1, WSR-CAS-2, WSR-CAS-3.
pub fn flak(setup: &WsrSetup, play: &Play, strike: &Strike, id: UnitId) -> Option<Pool> {
    let unit = play.unit(id)?;
    let fire = printed_fire(setup, id, unit, Weapon::Flak)?;
    let distance = play.hex_of(id)?.distance(strike.hex);
    let able =
        id.side != strike.side && in_good_order(unit) && !unit.done && distance <= u32::from(fire.range);
    able.then_some(Pool { dice: fire.power, face: fire.to_hit, ignored: 0 })
}

/// A strike's dice after its accuracy die; a wrong strike is at full firepower.
///
/// Rule: WSR-CAS-6, WSR-CAS-7.
pub fn strike_pool(aircraft: Aircraft, accuracy: u8) -> Pool {
    let dice = if accuracy == 2 { aircraft.dice.saturating_sub(1) } else { aircraft.dice };
    Pool { dice, face: aircraft.to_hit, ignored: 0 }
}

/// Save dice of a hex against a strike.
///
/// Rule: WSR-CAS-8.
pub fn strike_saves(setup: &WsrSetup, play: &Play, units: &[UnitId], hex: Hex) -> Pool {
    let hidden = units.iter().any(|unit| is_concealed(setup, play, *unit, false));
    let dice = setup.terrain(hex).soft + u8::from(hidden);
    Pool { dice, face: setup.rules.numbers.cover_face, ignored: 0 }
}

/// Whether an aircraft comes back after its strike.
///
/// Rule: WSR-CAS-10.
pub const fn comes_back(face: u8, hits: u8) -> bool {
    face >= hits
}
