//! Close air support.

use tabletop::agenda::Decision;
use tabletop::dice::Needs;

use super::ask_if_able;
use crate::chapters::air;
use crate::chapters::basics::{Pool, hits};
use crate::chapters::hex_fire::struck_units;
use crate::data::ruleset::{AirDisrupted, AirReturn};
use crate::fact::{AirBack, Fact};
use crate::game::WsrState;
use crate::ids::UnitId;
use crate::order::Choice;
use crate::resolve::{Stepped, die, distribute, harm, roll, save};

/// Rule: WSR-CAS-2, WSR-CAS-4.
pub fn ask_flak(state: &mut WsrState) {
    let Some(strike) = &state.play.strike else { return };
    if strike.flak_hits < state.setup.rules.numbers.aircraft_steps {
        let player = strike.side.other();
        ask_if_able(state, player, Choice::Flak);
    }
}

/// Rule: WSR-CAS-3.
pub fn flak_fire(state: &mut WsrState, unit: UnitId) -> Stepped {
    let Some(strike) = state.play.strike.clone() else { return Ok(()) };
    let numbers = state.setup.rules.numbers;
    let dice = air::flak(&state.setup, &state.play, &strike, unit);
    let Some(pool) = dice.map(|dice| dice.pool(&numbers)) else { return Ok(()) };
    let Some(aircraft) = state.setup.force(strike.side).aircraft else { return Ok(()) };
    let faces = roll(state, "flak", unit.side, Some(unit.into()), pool)?;
    let hit = hits(&faces, pool);
    let armour = air::aircraft_saves(aircraft).pool(&numbers);
    let saves = if hit > 0 { roll(state, "saves", strike.side, None, armour)? } else { Vec::new() };
    let unsaved = hit.saturating_sub(hits(&saves, armour));
    state.facts.push(Fact::FlakFired { unit, faces, hits: hit, saves, unsaved });
    Ok(())
}

/// Rule: WSR-CAS-4, WSR-CAS-5, WSR-CAS-6, WSR-CAS-10.
pub fn air_attack(state: &mut WsrState) -> Stepped {
    let Some(strike) = state.play.strike.clone() else { return Ok(()) };
    let (side, numbers) = (strike.side, state.setup.rules.numbers);
    let Some(aircraft) = state.setup.force(side).aircraft else { return Ok(()) };
    if strike.flak_hits >= numbers.aircraft_steps {
        state.facts.push(Fact::AirEnded { side, back: AirBack::Never });
        return Ok(());
    }
    let is_hit = strike.flak_hits > 0;
    let mut back = None;
    if is_hit && strike.accuracy.is_none() {
        let face = die(state, "damaged aircraft", side, Needs::AtLeast(numbers.aircraft_stays_from))?;
        back = Some(if face >= numbers.aircraft_stays_from { AirBack::AtTurnEnd } else { AirBack::Never });
        if state.setup.rules.switches.air_disrupted == AirDisrupted::Aborts {
            state.facts.extend(back.map(|back| Fact::AirEnded { side, back }));
            return Ok(());
        }
    }
    let accuracy = match strike.accuracy {
        Some(face) => face,
        None => {
            let face = die(state, "strike accuracy", side, Needs::AtLeast(2))?;
            state.facts.push(Fact::AirAccuracy { face });
            let decision = Decision { player: side.other(), choice: Choice::Misdirect };
            if face == 1 {
                state.agenda.ask(decision);
                return Ok(());
            }
            face
        }
    };
    let dice = air::strike(aircraft, accuracy).pool(&numbers);
    let hit = strike_hex(state, &strike, dice)?;
    let back = match back {
        Some(back) => back,
        None => {
            let limit = match state.setup.rules.switches.air_return {
                AirReturn::StrikeHits => hit,
                AirReturn::FlakHits => strike.flak_hits,
            };
            let face = die(state, "return of the aircraft", side, Needs::AtLeast(limit.max(1)))?;
            if air::comes_back(face, limit) { AirBack::AtOnce } else { AirBack::Never }
        }
    };
    state.facts.push(Fact::AirEnded { side, back });
    Ok(())
}

/// Rule: WSR-CAS-8, WSR-CAS-9.
pub fn strike_hex(state: &mut WsrState, strike: &crate::play::Strike, pool: Pool) -> Stepped<u8> {
    let hex = strike.hex;
    let Some((side, units)) = struck_units(&state.play, hex, strike.side) else { return Ok(0) };
    let faces = roll(state, "air strike", strike.side, Some(hex.into()), pool)?;
    let hit = hits(&faces, pool);
    state.facts.push(Fact::HexFired { hex, face: pool.face, faces, hits: hit });
    let saves = air::strike_saves(&state.setup, &state.play, &units, hex);
    let left = save(state, side, hex, hit, &saves)?;
    let given = distribute(state, &units, left)?;
    harm(state, &given)?;
    Ok(hit)
}
