//! Chapter 13: disrupted units.

use tabletop_hexes::hex::Hex;

use super::basics::sight;
use crate::ids::UnitId;
use crate::play::Play;
use crate::setup::WsrSetup;

/// An enemy that keeps a disrupted unit from entering a hex: one that it sees from the hex it leaves and would come closer or
/// next to.
///
/// Rule: WSR-DIS-2, WSR-DIS-3.
pub fn deterred_by(setup: &WsrSetup, play: &Play, unit: UnitId, from: Hex, to: Hex) -> Option<UnitId> {
    let mut enemies = play.on_map(unit.side.other());
    let deters = |at: Hex| {
        let comes_close = at.distance(to) < at.distance(from) || at.distance(to) <= 1;
        comes_close && sight(setup, play, from, at).is_clear()
    };
    enemies.find(|(_, _, at)| deters(*at)).map(|(enemy, _, _)| enemy)
}
