//! Chapter 15: improved positions and mines.

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::fire::{Moment, may_fire};
use crate::card::Flag;
use crate::data::ruleset::EngineerEven;
use crate::gate::Mistake;
use crate::ids::UnitId;
use crate::play::{March, Play};
use crate::setup::WsrSetup;

/// Hits that are left after an improved position has taken its share.
///
/// Rule: WSR-IMP-1.
pub fn after_position(play: &Play, hex: Hex, hits: u8) -> u8 {
    if play.positions.contains(&hex) { hits.saturating_sub(1) } else { hits }
}

/// Mines may be laid where a stack has just entered.
///
/// Rule: WSR-MIN-1.
pub fn may_lay(play: &Play, march: &March, by: Side) -> bool {
    let is_free = march.hex.is_some_and(|hex| !play.mines.contains(&hex));
    march.was_empty && is_free && play.mines_in_hand[by.index()] > 0
}

/// Checks that a unit may try to clear mines; returns its dice.
///
/// Rule: WSR-MIN-4, WSR-MIN-5.
pub fn may_clear(setup: &WsrSetup, play: &Play, id: UnitId, hex: Hex) -> Result<u8, Mistake> {
    let at = may_fire(play, Moment::OwnImpulse, id)?;
    let card = setup.card(id);
    if !card.is(Flag::Infantry) && !card.is(Flag::Engineer) {
        return Err(Mistake::CannotClear { hex });
    }
    if at.distance(hex) != 1 || !play.mines.contains(&hex) {
        return Err(Mistake::NoMines { hex });
    }
    Ok(if card.is(Flag::Engineer) { 2 } else { 1 })
}

/// Dice clear a minefield.
///
/// Rule: WSR-MIN-5.
pub fn is_cleared(faces: &[u8], switch: EngineerEven) -> bool {
    match switch {
        EngineerEven::Any => faces.iter().any(|face| face.is_multiple_of(2)),
        EngineerEven::Sum => faces.iter().sum::<u8>().is_multiple_of(2),
    }
}
