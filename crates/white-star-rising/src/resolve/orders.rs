//! Orders, one function each.

use tabletop::agenda::Decision;
use tabletop::dice::Needs;
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::harm::{Ignores, fire_at_hex, harm, save};
use super::{Stepped, bug, die, roll};
use crate::chapters::basics::{Pool, hits, spared};
use crate::chapters::fire::{Moment, Shot, plan_fire};
use crate::chapters::hex_fire::{fails, plan_mortar, struck, struck_by_mortar};
use crate::chapters::mines::{is_cleared, may_clear};
use crate::chapters::movement::{Pace, may_unload, plan_step};
use crate::fact::Fact;
use crate::game::{Wsr, WsrState};
use crate::ids::{HqId, UnitId};
use crate::order::{Caller, Choice, Entry, Mission, Order, Step};

/// Moment of an order that answers a choice.
pub fn moment(choice: Choice) -> Moment {
    match choice {
        Choice::Opportunity => Moment::Opportunity,
        Choice::SetUp
        | Choice::Operations
        | Choice::GoOn
        | Choice::Mines
        | Choice::Lend
        | Choice::Retreat { .. }
        | Choice::AirTarget
        | Choice::Flak
        | Choice::Misdirect
        | Choice::Arrange { .. }
        | Choice::ReplaceHq
        | Choice::Fate
        | Choice::Return { .. } => Moment::OwnImpulse,
    }
}

/// Rule: WSR-FIR-15, WSR-MRK-2.
pub fn fire(state: &mut WsrState, order: Order, decision: Decision<Wsr>) -> Stepped {
    let Order::Fire { unit, target, weapon, lead, price } = order else { return Err(bug(order)) };
    let moment = moment(decision.choice);
    let shot = Shot { unit, target, weapon, lead, price };
    let plan = plan_fire(&state.setup, &state.play, moment, shot).map_err(bug)?;
    let pool = plan.hit.pool(&state.setup.rules.numbers);
    lend(state, moment, unit, lead);
    let faces = roll(state, "fire", decision.player, Some(unit.into()), pool)?;
    let hit = hits(&faces, pool);
    state.facts.push(Fact::Fired { unit, target, face: pool.face, faces, hits: hit });
    let left = save(state, target.side, plan.hex, hit, &plan.saves)?;
    let left = state.play.unit(target).map_or(0, |now| spared(left, now, plan.spared));
    harm(state, &[(target, left)])?;
    state.facts.push(Fact::Done { unit });
    Ok(())
}

/// Rule: WSR-MTR-5, WSR-MRK-2.
pub fn bombard(state: &mut WsrState, order: Order, decision: Decision<Wsr>) -> Stepped {
    let Order::Bombard { unit, hex, spotter, lead } = order else { return Err(bug(order)) };
    let moment = moment(decision.choice);
    let dice = plan_mortar(&state.setup, &state.play, moment, unit, hex, spotter, lead).map_err(bug)?;
    lend(state, moment, unit, lead);
    state.facts.push(Fact::Done { unit });
    let hexes = match spotter {
        None => vec![hex],
        Some(caller) if mission_fails(state, caller, hex, Mission::HighExplosive)? => return Ok(()),
        Some(_) => struck_by_mortar(&state.setup, hex),
    };
    for hex in hexes {
        fire_at_hex(state, hex, decision.player, dice, Ignores::Nothing)?;
    }
    Ok(())
}

/// Leadership in fire counts once an impulse of one's own.
///
/// Rule: WSR-HQ-10.
fn lend(state: &mut WsrState, moment: Moment, unit: UnitId, lead: Option<HqId>) {
    if let (Moment::OwnImpulse, Some(hq)) = (moment, lead) {
        state.facts.push(Fact::Lent { hq, unit });
    }
}

pub fn march(state: &mut WsrState, units: Vec<UnitId>, hq: Option<HqId>, to: Hex, entry: Entry) -> Stepped {
    state.facts.push(Fact::MarchBegan { units: units.clone(), hq });
    let spent = vec![0; units.len()];
    step(state, (units, spent), hq, to, entry)
}

pub fn go_on(state: &mut WsrState, to: Hex, entry: Entry) -> Stepped {
    let march = state.play.march.clone().ok_or_else(|| bug(to))?;
    step(state, (march.units, march.spent), march.hq, to, entry)
}

/// Moves a stack one hex and puts on the agenda what follows.
///
/// Rule: WSR-MIN-2, WSR-OPP-1, WSR-OPP-4.
fn step(
    state: &mut WsrState,
    (units, spent): (Vec<UnitId>, Vec<u8>),
    hq: Option<HqId>,
    to: Hex,
    entry: Entry,
) -> Stepped {
    let from = units.first().and_then(|unit| state.play.hex_of(*unit)).ok_or_else(|| bug(to))?;
    let pace = Pace { units: &units, spent: &spent, hq, from, to, entry };
    let spent = plan_step(&state.setup, &state.play, pace).map_err(bug)?;
    state.facts.push(Fact::Moved { units, hq, to, spent, entry });
    state.agenda.push(Step::AfterEntry);
    if entry != Entry::Assault {
        state.agenda.push(Step::AskOpportunity);
    }
    state.agenda.push(Step::MineStrike);
    if entry == Entry::Walk {
        state.agenda.push(Step::AskMines);
    }
    Ok(())
}

/// Rule: WSR-TRA-1.
pub fn load(state: &mut WsrState, carrier: UnitId, unit: UnitId) {
    begin_carrying(state, carrier);
    state.facts.push(Fact::Loaded { carrier, unit });
    state.agenda.push(Step::AfterEntry);
}

/// Rule: WSR-TRA-2.
pub fn unload(state: &mut WsrState, carrier: UnitId) -> Stepped {
    let spent = state.play.march.as_ref().and_then(|march| march.spent.first()).copied();
    let unit = may_unload(&state.setup, &state.play, carrier, spent.unwrap_or_default()).map_err(bug)?;
    begin_carrying(state, carrier);
    state.facts.push(Fact::Unloaded { carrier, unit });
    state.agenda.push(Step::AfterEntry);
    Ok(())
}

fn begin_carrying(state: &mut WsrState, carrier: UnitId) {
    if state.play.march.is_none() {
        let hq = state.play.hex_of(carrier).and_then(|hex| state.play.hq_in(hex, carrier.side));
        state.facts.push(Fact::MarchBegan { units: vec![carrier], hq });
    }
}

/// Rule: WSR-MIN-5, WSR-MIN-6.
pub fn clear(state: &mut WsrState, player: Side, unit: UnitId, hex: Hex) -> Stepped {
    let dice = may_clear(&state.setup, &state.play, unit, hex).map_err(bug)?;
    let pool = Pool { dice, face: 1, ignored: 0 };
    let faces = roll(state, "clearing of mines", player, Some(unit.into()), pool)?;
    let cleared = is_cleared(&faces, state.setup.rules.switches.engineer_even);
    state.facts.push(Fact::MinesCleared { unit, hex, faces, cleared });
    Ok(())
}

/// Rule: WSR-ART-2, WSR-ART-3, WSR-ART-7.
pub fn call(state: &mut WsrState, player: Side, caller: Caller, hex: Hex, mission: Mission) -> Stepped {
    if mission_fails(state, caller, hex, mission)? {
        return Ok(());
    }
    match mission {
        Mission::Smoke => state.facts.push(Fact::Smoked { hex }),
        Mission::HighExplosive => {
            for hex in struck(&state.setup, hex).into_iter().rev() {
                state.agenda.push(Step::StrikeHex { hex, by: player });
            }
        }
    }
    Ok(())
}

/// Rolls the mission die; whether the mission fails.
///
/// Rule: WSR-ART-3, WSR-MTR-5.
fn mission_fails(state: &mut WsrState, caller: Caller, hex: Hex, mission: Mission) -> Stepped<bool> {
    let side = match caller {
        Caller::Unit(unit) => unit.side,
        Caller::Hq(hq) => hq.side,
    };
    let lowest = state.setup.rules.numbers.mission_fails_at + 1;
    let face = die(state, "fire mission", side, Needs::AtLeast(lowest))?;
    let failed = fails(face, &state.setup);
    state.facts.push(Fact::MissionCalled { caller, hex, mission, face, failed });
    Ok(failed)
}

/// Rule: WSR-ASL-5.
pub fn lend_in_fight(state: &mut WsrState, player: Side, unit: UnitId) {
    let hq = crate::run::fighting_hq(&state.play, player);
    state.facts.extend(hq.map(|hq| Fact::Lent { hq, unit }));
}

/// A retreat gives no marker and draws no fire, but mines strike it.
///
/// Rule: WSR-ASL-12, WSR-MIN-2.
pub fn retreat(state: &mut WsrState, choice: Choice, to: Hex) -> Stepped {
    let Choice::Retreat { unit } = choice else { return Err(bug(to)) };
    let hq = state.play.hex_of(unit).and_then(|hex| state.play.hq_in(hex, unit.side));
    let free = hq.filter(|_| state.play.hq_in(to, unit.side).is_none());
    let joins = state.play.has_units(to, unit.side);
    state.facts.push(Fact::FellBack { unit, hq: free, to });
    if joins {
        state.agenda.push(Step::AskArrange { hex: to, side: unit.side });
    }
    crate::run::mines_at(state, to, unit.side);
    Ok(())
}

pub fn lay_mines(state: &mut WsrState, player: Side) {
    let hex = state.play.march.as_ref().and_then(|march| march.hex);
    state.facts.extend(hex.map(|hex| Fact::MinesLaid { hex, by: player }));
}

/// Rule: WSR-BAS-9.
pub fn raise(state: &mut WsrState, unit: UnitId) {
    let hex = state.play.hex_of(unit);
    state.facts.extend(hex.map(|hex| Fact::Raised { unit, hex }));
}

/// Rule: WSR-CAS-1, WSR-CAS-2.
pub fn air_strike(state: &mut WsrState, player: Side, hex: Hex) {
    state.facts.push(Fact::AirSent { side: player, hex });
    state.agenda.push(Step::AirAttack);
    state.agenda.push(Step::AskFlak);
}

pub fn flak_fire(state: &mut WsrState, unit: UnitId) -> Stepped {
    crate::run::flak_fire(state, unit)?;
    state.agenda.push(Step::AskFlak);
    Ok(())
}

/// Rule: WSR-CAS-6.
pub fn misdirect(state: &mut WsrState, hex: Hex) {
    state.facts.push(Fact::AirMisdirected { hex });
    state.agenda.push(Step::AirAttack);
}
