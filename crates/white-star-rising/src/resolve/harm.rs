//! Harm: hits that are saved, given out and done, and headquarters that come under fire.

use std::collections::{BTreeMap, BTreeSet};

use tabletop::dice::Needs;
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::Stepped;
use super::dice::{die, distribute, roll};
use crate::chapters::basics::{damage, hits, hq_is_hit};
use crate::chapters::breakdown::Breakdown;
use crate::chapters::fire::Saves;
use crate::chapters::hex_fire::{at_units, hex_saves, ignored_by_armour, struck_units};
use crate::chapters::mines::after_position;
use crate::fact::Fact;
use crate::game::WsrState;
use crate::ids::UnitId;

/// Does the harm of one attack, and rolls for the headquarters that are there.
///
/// Rule: WSR-FIR-14, WSR-HQ-6, WSR-HQ-7, WSR-TRA-3, WSR-OPP-2.
pub fn harm(state: &mut WsrState, given: &[(UnitId, u8)]) -> Stepped {
    let mut harmed: BTreeMap<(Side, Hex), bool> = BTreeMap::new();
    let mut gone: BTreeSet<UnitId> = BTreeSet::new();
    for (unit, hits) in given.iter().filter(|(_, hits)| *hits > 0) {
        let (Some(now), Some(hex)) = (state.play.unit(*unit), state.play.hex_of(*unit)) else { continue };
        let facts = damage(*unit, now, *hits);
        let is_gone = facts.iter().any(|fact| matches!(fact, Fact::Eliminated { .. }));
        let harm = harmed.entry((unit.side, hex)).or_default();
        *harm |= is_gone;
        let passenger = state.play.passenger(*unit).filter(|_| !is_gone);
        let aboard = passenger.and_then(|id| Some((id, state.play.unit(id)?.clone())));
        state.facts.extend(facts);
        if let Some((id, passenger)) = aboard {
            state.facts.extend(damage(id, &passenger, 1));
        }
        if is_gone {
            gone.insert(*unit);
        } else if state.play.march.as_ref().is_some_and(|march| march.units.contains(unit)) {
            state.facts.push(Fact::Stopped { unit: *unit });
        }
    }
    // In an assault the defender's first.
    let defender =
        state.play.fight.as_ref().and_then(|fight| fight.attackers.first()).map(|unit| unit.side.other());
    let mut order: Vec<((Side, Hex), bool)> = harmed.into_iter().collect();
    order.sort_by_key(|((side, _), _)| Some(*side) != defender);
    for ((side, hex), has_loss) in order {
        harm_hq(state, side, hex, has_loss, &gone)?;
    }
    Ok(())
}

fn harm_hq(state: &mut WsrState, side: Side, hex: Hex, has_loss: bool, gone: &BTreeSet<UnitId>) -> Stepped {
    let Some(hq) = state.play.hq_in(hex, side) else { return Ok(()) };
    if state.play.in_hex(hex, side).iter().all(|unit| gone.contains(unit)) {
        state.facts.push(Fact::HqEliminated { hq });
        return Ok(());
    }
    let face = die(state, "headquarters under fire", side, Needs::Nothing)?;
    state.facts.push(Fact::HqRolled { hq, face });
    if hq_is_hit(face, has_loss, &state.setup.rules.numbers) {
        let was_reduced = state.play.hqs.get(&hq).is_some_and(|hq| hq.reduced);
        state.facts.push(if was_reduced { Fact::HqEliminated { hq } } else { Fact::HqReduced { hq } });
    }
    Ok(())
}

/// Takes the share of an improved position and rolls saves; returns the hits that are left.
///
/// Rule: WSR-IMP-1, WSR-FIR-12, WSR-FIR-13.
pub fn save(state: &mut WsrState, side: Side, hex: Hex, hit: u8, saves: &Saves) -> Stepped<u8> {
    let mut left = after_position(&state.play, hex, hit);
    if left < hit {
        state.facts.push(Fact::PositionHeld { hex });
    }
    for pool in saves.map(|saves| saves.pool(&state.setup.rules.numbers)) {
        if left > 0 && pool.dice > 0 {
            let faces = roll(state, "saves", side, Some(hex.into()), pool)?;
            let saved = hits(&faces, pool).min(left);
            state.facts.push(Fact::Saved { hex, face: pool.face, faces, saved });
            left -= saved;
        }
    }
    Ok(left)
}

/// Hits that fire at a hex loses before saves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ignores {
    /// A mortar's.
    Nothing,
    /// Artillery's.
    FirstAtArmour,
}

/// Rolls fire at a hex and does its harm.
///
/// Rule: WSR-MTR-2, WSR-MTR-3, WSR-ART-4, WSR-ART-5.
pub fn fire_at_hex(state: &mut WsrState, hex: Hex, by: Side, dice: Breakdown, ignores: Ignores) -> Stepped {
    let Some((side, units)) = struck_units(&state.play, hex, by) else { return Ok(()) };
    let pool = at_units(dice, &units, &state.setup.rules.switches).pool(&state.setup.rules.numbers);
    let faces = roll(state, "fire at a hex", by, Some(hex.into()), pool)?;
    let hit = hits(&faces, pool);
    state.facts.push(Fact::HexFired { hex, face: pool.face, faces, hits: hit });
    let hit = match ignores {
        Ignores::Nothing => hit,
        Ignores::FirstAtArmour => hit.saturating_sub(ignored_by_armour(&state.setup, &units)),
    };
    let saves = hex_saves(&state.setup, &units, hex);
    let left = save(state, side, hex, hit, &saves)?;
    let given = distribute(state, &units, left)?;
    harm(state, &given)
}
