//! Concealment: what ends it.

use tabletop_hexes::hex::Hex;

use super::ground::is_cover;
use crate::ids::UnitId;
use crate::play::Play;
use crate::setup::LhySetup;

/// An enemy sees a hex from within a distance.
fn is_seen(setup: &LhySetup, play: &Play, unit: UnitId, hex: Hex, range: u8) -> bool {
    let enemies = play.hexes_of(setup, setup.side(unit).other());
    let sees =
        |enemy: &Hex| enemy.distance(hex) <= u32::from(range) && setup.sights.sight(*enemy, hex).is_clear();
    enemies.iter().any(sees)
}

/// Fire from a hex gives a unit away.
///
/// Rule: LHY-STA-5 (by firing.)
pub fn fire_reveals(setup: &LhySetup, play: &Play, unit: UnitId, hex: Hex) -> bool {
    let numbers = &setup.rules.numbers;
    let range = if is_cover(setup, hex) { numbers.reveal_fire } else { numbers.reveal_open };
    is_seen(setup, play, unit, hex, range)
}

/// A move gives a unit away: in any hex that it enters.
///
/// Rule: LHY-STA-5 (by moving.)
pub fn move_reveals(setup: &LhySetup, play: &Play, unit: UnitId, path: &[Hex]) -> bool {
    let numbers = &setup.rules.numbers;
    path.iter().any(|hex| {
        let range = if is_cover(setup, *hex) { numbers.reveal_move } else { numbers.reveal_open };
        is_seen(setup, play, unit, *hex, range)
    })
}
