//! Assaults, retreats, overruns.

use tabletop::agenda::Decision;
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::ask_if_able;
use super::march::fall_back;
use crate::chapters::basics::{hits, leadership};
use crate::chapters::mines::after_position;
use crate::chapters::{assault, overrun};
use crate::data::ruleset::{DefendersDone, HqInAssault};
use crate::fact::Fact;
use crate::game::WsrState;
use crate::ids::{HqId, UnitId};
use crate::order::{Choice, Step};
use crate::play::{Fight, Play};
use crate::resolve::{Stepped, distribute, harm, roll};
use crate::setup::WsrSetup;

/// The (s)HQ of a side in the hex of the fight.
pub fn fighting_hq(play: &Play, side: Side) -> Option<HqId> {
    play.hq_in(play.fight.as_ref()?.hex, side)
}

/// Units to which a side's (s)HQ may lend its leadership in an assault.
///
/// Rule: WSR-ASL-5, WSR-HQ-10.
pub fn lenders(setup: &WsrSetup, play: &Play, fight: &Fight, side: Side) -> Vec<UnitId> {
    let Some(hq) = fighting_hq(play, side) else { return Vec::new() };
    let has_lent = play.hqs.get(&hq).is_some_and(|hq| hq.lent) && play.impulse == Some(side);
    if has_lent || leadership(setup, play, hq) == 0 {
        return Vec::new();
    }
    let is_defender = assault::attacker(fight) != Some(side);
    let spares = |unit: &UnitId| {
        let is_done = play.unit(*unit).is_some_and(|unit| unit.done);
        setup.rules.switches.hq_in_assault == HqInAssault::UnlessDone && is_defender && is_done
    };
    let fights = |unit: &UnitId| {
        play.unit(*unit)
            .is_some_and(|it| crate::chapters::basics::printed_assault(setup, *unit, it).is_some())
    };
    play.in_hex(fight.hex, side).into_iter().filter(|unit| fights(unit) && !spares(unit)).collect()
}

pub fn ask_lend(state: &mut WsrState, side: Side) {
    if state.play.fight.is_some() {
        ask_if_able(state, side, Choice::Lend);
    }
}

/// Rule: WSR-ASL-7, WSR-ASL-8, WSR-ASL-9, WSR-ASL-10, WSR-MRK-2.
pub fn roll_assault(state: &mut WsrState) -> Stepped {
    let Some(fight) = state.play.fight.clone() else { return Ok(()) };
    let Some(attacker) = assault::attacker(&fight) else { return Ok(()) };
    let stacks = [attacker, attacker.other()].map(|side| state.play.in_hex(fight.hex, side));
    let mut scored = [0; 2];
    for (index, stack) in stacks.iter().enumerate() {
        for unit in stack {
            let lent = fight.lent.iter().find(|(_, to)| to == unit);
            let lead = lent.map_or(0, |(hq, _)| leadership(&state.setup, &state.play, *hq));
            let dice =
                assault::dice_of(&state.setup, &state.play, *unit, &stacks[1 - index], fight.hex, lead);
            if let Some(pool) = dice.map(|dice| dice.pool(&state.setup.rules.numbers)) {
                let faces = roll(state, "assault", unit.side, Some((*unit).into()), pool)?;
                let hit = hits(&faces, pool);
                scored[index] += hit;
                state.facts.push(Fact::AssaultRolled { unit: *unit, face: pool.face, faces, hits: hit });
                if index == 0 || state.setup.rules.switches.defenders_done == DefendersDone::On {
                    state.facts.push(Fact::Done { unit: *unit });
                }
            }
        }
    }
    let after = after_position(&state.play, fight.hex, scored[0]);
    if after < scored[0] {
        state.facts.push(Fact::PositionHeld { hex: fight.hex });
    }
    scored[0] = after;
    let mut given = distribute(state, &stacks[1], scored[0])?;
    given.extend(distribute(state, &stacks[0], scored[1])?);
    harm(state, &given)?;
    let stays = assault::attacker_stays(scored[0], scored[1], &state.setup.rules.switches);
    let [attacker_hits, defender_hits] = scored;
    state.facts.push(Fact::AssaultSettled { attacker, attacker_hits, defender_hits, stays });
    Ok(())
}

/// Rule: WSR-ASL-11, WSR-ASL-15.
pub fn settle_assault(state: &mut WsrState, back: Hex) {
    let Some(fight) = state.play.fight.clone() else { return };
    let Some(attacker) = assault::attacker(&fight) else { return };
    let [attackers, defenders] = [attacker, attacker.other()].map(|side| state.play.in_hex(fight.hex, side));
    if attackers.is_empty() || defenders.is_empty() {
        return;
    }
    if fight.settled == Some(true) {
        state.agenda.push(Step::RetreatNext { left: defenders });
        return;
    }
    let hq = state.play.hq_in(fight.hex, attacker);
    fall_back(state, &attackers, hq, back);
}

/// Rule: WSR-ASL-12, WSR-ASL-14.
pub fn retreat_next(state: &mut WsrState, mut left: Vec<UnitId>) {
    let Some(fight) = state.play.fight.clone() else { return };
    if left.is_empty() {
        return;
    }
    let unit = left.remove(0);
    let is_last = left.is_empty();
    state.agenda.push(Step::RetreatNext { left });
    if assault::retreats(&state.setup, &state.play, &fight, unit).is_empty() {
        state.facts.push(Fact::Eliminated { unit });
        let hq = state.play.hq_in(fight.hex, unit.side).filter(|_| is_last);
        state.facts.extend(hq.map(|hq| Fact::HqEliminated { hq }));
    } else {
        state.agenda.ask(Decision { player: unit.side, choice: Choice::Retreat { unit } });
    }
}

/// Rule: WSR-OVR-2, WSR-OVR-3, WSR-OVR-4, WSR-OVR-5, WSR-OVR-6.
pub fn roll_overrun(state: &mut WsrState) -> Stepped {
    let Some(march) = state.play.march.clone() else { return Ok(()) };
    let (Some(hex), Some(side)) = (march.hex, march.units.first().map(|unit| unit.side)) else {
        return Ok(());
    };
    let defenders = state.play.in_hex(hex, side.other());
    let mut scored = [0; 2];
    for (index, stack) in [&march.units, &defenders].into_iter().enumerate() {
        for unit in stack {
            let dice = match index {
                0 => overrun::attack(&state.setup, &state.play, *unit),
                _ => overrun::defence(&state.setup, &state.play, *unit),
            };
            let Some(pool) = dice.map(|dice| dice.pool(&state.setup.rules.numbers)) else { continue };
            let faces = roll(state, "overrun", unit.side, Some((*unit).into()), pool)?;
            let hit = hits(&faces, pool);
            scored[index] += hit;
            state.facts.push(Fact::AssaultRolled { unit: *unit, face: pool.face, faces, hits: hit });
            if index == 1 && state.setup.rules.switches.defenders_done == DefendersDone::On {
                state.facts.push(Fact::Done { unit: *unit });
            }
        }
    }
    let left = after_position(&state.play, hex, scored[0]);
    let mut given = distribute(state, &defenders, left)?;
    given.extend(distribute(state, &march.units, scored[1])?);
    harm(state, &given)?;
    state.facts.push(Fact::Overran { hex });
    state.agenda.push(Step::AfterEntry);
    Ok(())
}
