//! Chapter 17: anti-aircraft and close air support.

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::basics::{in_good_order, printed_fire, sight};
use super::breakdown::{Breakdown, Part};
use super::fire::{Saves, is_concealed};
use crate::data::forces::Aircraft;
use crate::gate::Mistake;
use crate::ids::UnitId;
use crate::order::Weapon;
use crate::play::{Play, Strike};
use crate::setup::WsrSetup;

/// Checks that an aircraft may be aimed at a hex.
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
pub fn flak(setup: &WsrSetup, play: &Play, strike: &Strike, id: UnitId) -> Option<Breakdown> {
    let unit = play.unit(id)?;
    let (fire, _) = printed_fire(setup, id, unit, Weapon::Flak)?;
    let distance = play.hex_of(id)?.distance(strike.hex);
    let able =
        id.side != strike.side && in_good_order(unit) && !unit.done && distance <= u32::from(fire.range);
    able.then(|| Breakdown::new("WSR-AA-1", fire.power, fire.to_hit, "blue firepower and To Hit"))
}

/// A strike's dice after its accuracy die; a wrong strike is at full firepower.
///
/// Rule: WSR-CAS-6, WSR-CAS-7.
pub fn strike(aircraft: Aircraft, accuracy: u8) -> Breakdown {
    let dice = Breakdown::new("WSR-CAS-7", aircraft.dice, aircraft.to_hit, "firepower and To Hit");
    dice.with("WSR-CAS-7", Part::Dice, -i16::from(accuracy == 2), "the strike is inaccurate")
}

/// Save dice of an aircraft against flak.
///
/// Rule: WSR-CAS-3.
pub fn aircraft_saves(aircraft: Aircraft) -> Breakdown {
    Breakdown::new("WSR-CAS-3", aircraft.armour.factor, aircraft.armour.save, "armour and Save Number")
}

/// Save dice of a hex against a strike.
///
/// Rule: WSR-CAS-8.
pub fn strike_saves(setup: &WsrSetup, play: &Play, units: &[UnitId], hex: Hex) -> Saves {
    let hidden = units.iter().any(|unit| is_concealed(setup, play, *unit, false));
    let (face, dice) = (setup.rules.numbers.cover_face, setup.terrain(hex).soft);
    let cover = Breakdown::new("WSR-CAS-8", dice, face, "cover of the terrain, as for infantry");
    [cover.with("WSR-CAS-8", Part::Dice, i16::from(hidden), "a unit there is concealed"), Breakdown::NONE]
}

/// Return of an aircraft after its strike.
///
/// Rule: WSR-CAS-10.
pub const fn comes_back(face: u8, hits: u8) -> bool {
    face >= hits
}
