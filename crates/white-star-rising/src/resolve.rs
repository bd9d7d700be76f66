//! Carries accepted orders out, and does harm: dice in the order of the rules, facts for what they bring.
//!
//! Rule: WSR-BAS-10.

use std::collections::{BTreeMap, BTreeSet};

use tabletop::agenda::Decision;
use tabletop::battle::StepError;
use tabletop::dice::{Needs, Roll, Roller};
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use crate::chapters::basics::{Pool, damage, hits, hq_is_hit, odd_place, shares, spared};
use crate::chapters::fire::{Moment, Saves, Shot, plan_fire};
use crate::chapters::hex_fire::{
    at_units, fails, hex_saves, ignored_by_armour, plan_mortar, struck, struck_by_mortar, struck_units,
};
use crate::chapters::mines::{after_position, is_cleared, may_clear};
use crate::chapters::movement::{Pace, may_unload, plan_step};
use crate::chapters::reckoning::Reckoning;
use crate::fact::Fact;
use crate::game::{Wsr, WsrState};
use crate::ids::{Subject, UnitId};
use crate::order::{Caller, Choice, Entry, Mission, Order, Step};

pub type Stepped<T = ()> = Result<T, StepError<Wsr>>;

fn bug(what: impl std::fmt::Debug) -> StepError<Wsr> {
    StepError::Bug(format!("{what:?} was accepted and cannot be carried out"))
}

/// Rolls a pool.
pub fn roll(
    state: &mut WsrState,
    purpose: &'static str,
    side: Side,
    by: Option<Subject>,
    pool: Pool,
) -> Stepped<Vec<u8>> {
    let roller = Roller { side, subject: by };
    let roll = Roll::six(purpose, roller, Needs::AtLeast(pool.face));
    Ok(state.dice.roll_alike(roll, u32::from(pool.dice))?)
}

/// Rolls one die.
pub fn die(state: &mut WsrState, purpose: &'static str, side: Side, needs: Needs) -> Stepped<u8> {
    Ok(state.dice.roll(Roll::six(purpose, side, needs))?)
}

/// Gives hits out over units of one hex, the uppermost first.
///
/// Rule: WSR-BAS-9, WSR-ASL-9, WSR-OVR-5, WSR-MIN-3, WSR-ART-6, WSR-CAS-9.
pub fn distribute(state: &mut WsrState, units: &[UnitId], hits: u8) -> Stepped<Vec<(UnitId, u8)>> {
    let [each, odd] = shares(hits, units.len() as u8);
    let mut given: Vec<(UnitId, u8)> = units.iter().map(|unit| (*unit, each)).collect();
    let mut left: Vec<usize> = (0..units.len()).collect();
    for _ in 0..odd {
        let side = units.first().map_or(Side::A, |unit| unit.side);
        let face = die(state, "odd hit", side, Needs::Nothing)?;
        let place = left.remove(odd_place(face, left.len()));
        given[place].1 += 1;
    }
    Ok(given)
}

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
pub fn fire_at_hex(state: &mut WsrState, hex: Hex, by: Side, dice: Reckoning, ignores: Ignores) -> Stepped {
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

/// Carries an accepted order out.
///
/// Rule: WSR-FIR-15, WSR-MIN-6, WSR-MRK-2.
pub fn resolve(state: &mut WsrState, order: Order, decision: Decision<Wsr>) -> Stepped {
    let player = decision.player;
    let moment = match decision.choice {
        Choice::Opportunity => Moment::Opportunity,
        _ => Moment::OwnImpulse,
    };
    if decision.choice == Choice::Operations && order != Order::Done {
        state.agenda.push(Step::Operate(player));
    }
    match order {
        Order::Deploy { unit, hex } => {
            state.facts.push(Fact::Deployed { unit, hex });
            state.agenda.push(Step::SetUp);
        }
        Order::DeployHq { hq, hex } => {
            state.facts.push(Fact::HqDeployed { hq, hex });
            state.agenda.push(Step::SetUp);
        }
        Order::Fire { unit, target, weapon, lead, price } => {
            let shot = Shot { unit, target, weapon, lead, price };
            let plan = plan_fire(&state.setup, &state.play, moment, shot).map_err(bug)?;
            let pool = plan.hit.pool(&state.setup.rules.numbers);
            lend(state, moment, unit, lead);
            let faces = roll(state, "fire", player, Some(unit.into()), pool)?;
            let hit = hits(&faces, pool);
            state.facts.push(Fact::Fired { unit, target, face: pool.face, faces, hits: hit });
            let left = save(state, target.side, plan.hex, hit, &plan.saves)?;
            let left = state.play.unit(target).map_or(0, |now| spared(left, now, plan.spared));
            harm(state, &[(target, left)])?;
            state.facts.push(Fact::Done { unit });
        }
        Order::Bombard { unit, hex, spotter, lead } => {
            let dice =
                plan_mortar(&state.setup, &state.play, moment, unit, hex, spotter, lead).map_err(bug)?;
            lend(state, moment, unit, lead);
            state.facts.push(Fact::Done { unit });
            match spotter {
                None => fire_at_hex(state, hex, player, dice, Ignores::Nothing)?,
                Some(caller) => {
                    if !call(state, caller, hex, Mission::HighExplosive)? {
                        for hex in struck_by_mortar(&state.setup, hex) {
                            fire_at_hex(state, hex, player, dice, Ignores::Nothing)?;
                        }
                    }
                }
            }
        }
        Order::March { units, hq, to, entry } => {
            state.facts.push(Fact::MarchBegan { units: units.clone(), hq });
            let spent = vec![0; units.len()];
            step(state, (units, spent), hq, to, entry)?;
        }
        Order::GoOn { to, entry } => {
            let march = state.play.march.clone().ok_or_else(|| bug(to))?;
            step(state, (march.units, march.spent), march.hq, to, entry)?;
        }
        Order::Stop => state.facts.push(Fact::MarchEnded),
        Order::Load { carrier, unit } => {
            begin_carrying(state, carrier);
            state.facts.push(Fact::Loaded { carrier, unit });
            state.agenda.push(Step::AfterEntry);
        }
        Order::Unload { carrier } => {
            let spent = state.play.march.as_ref().and_then(|march| march.spent.first()).copied();
            let unit =
                may_unload(&state.setup, &state.play, carrier, spent.unwrap_or_default()).map_err(bug)?;
            begin_carrying(state, carrier);
            state.facts.push(Fact::Unloaded { carrier, unit });
            state.agenda.push(Step::AfterEntry);
        }
        Order::Clear { unit, hex } => {
            let dice = may_clear(&state.setup, &state.play, unit, hex).map_err(bug)?;
            let pool = Pool { dice, face: 1, ignored: 0 };
            let faces = roll(state, "clearing of mines", player, Some(unit.into()), pool)?;
            let cleared = is_cleared(&faces, state.setup.rules.switches.engineer_even);
            state.facts.push(Fact::MinesCleared { unit, hex, faces, cleared });
        }
        Order::Call { caller, hex, mission } => {
            if !call(state, caller, hex, mission)? {
                match mission {
                    Mission::Smoke => state.facts.push(Fact::Smoked { hex }),
                    Mission::HighExplosive => {
                        for hex in struck(&state.setup, hex).into_iter().rev() {
                            state.agenda.push(Step::StrikeHex { hex, by: player });
                        }
                    }
                }
            }
        }
        Order::Lend { unit } => {
            let hq = state.play.hex_of(unit).and_then(|_| crate::run::fighting_hq(&state.play, player));
            state.facts.extend(hq.map(|hq| Fact::Lent { hq, unit }));
        }
        Order::Retreat { to } => {
            let Choice::Retreat { unit } = decision.choice else { return Err(bug(to)) };
            let hq = state.play.hex_of(unit).and_then(|hex| state.play.hq_in(hex, unit.side));
            let free = hq.filter(|_| state.play.hq_in(to, unit.side).is_none());
            state.facts.push(Fact::FellBack { unit, hq: free, to });
        }
        Order::LayMines => {
            let hex = state.play.march.as_ref().and_then(|march| march.hex);
            state.facts.extend(hex.map(|hex| Fact::MinesLaid { hex, by: player }));
        }
        Order::AirStrike { hex } => {
            state.facts.push(Fact::AirSent { side: player, hex });
            state.agenda.push(Step::AirAttack);
            state.agenda.push(Step::AskFlak);
        }
        Order::FlakFire { unit } => {
            crate::run::flak_fire(state, unit)?;
            state.agenda.push(Step::AskFlak);
        }
        Order::Misdirect { hex } => {
            state.facts.push(Fact::AirMisdirected { hex });
            state.agenda.push(Step::AirAttack);
        }
        Order::KeepLeadership | Order::KeepMines | Order::HoldFire | Order::Done => {}
    }
    Ok(())
}

/// Leadership in fire counts once an impulse of one's own.
///
/// Rule: WSR-HQ-10.
fn lend(state: &mut WsrState, moment: Moment, unit: UnitId, lead: Option<crate::ids::HqId>) {
    if let (Moment::OwnImpulse, Some(hq)) = (moment, lead) {
        state.facts.push(Fact::Lent { hq, unit });
    }
}

/// Rolls the mission die; whether the mission fails.
///
/// Rule: WSR-ART-3, WSR-MTR-5.
fn call(state: &mut WsrState, caller: Caller, hex: Hex, mission: Mission) -> Stepped<bool> {
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

fn begin_carrying(state: &mut WsrState, carrier: UnitId) {
    if state.play.march.is_none() {
        let hq = state.play.hex_of(carrier).and_then(|hex| state.play.hq_in(hex, carrier.side));
        state.facts.push(Fact::MarchBegan { units: vec![carrier], hq });
    }
}

/// Moves a stack one hex and puts on the agenda what follows.
///
/// Rule: WSR-MIN-2, WSR-OPP-1, WSR-OPP-4.
fn step(
    state: &mut WsrState,
    (units, spent): (Vec<UnitId>, Vec<u8>),
    hq: Option<crate::ids::HqId>,
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
