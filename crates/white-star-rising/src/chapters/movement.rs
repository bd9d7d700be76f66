//! Chapter 7: movement, transport.

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::disrupted::deterred_by;
use super::{assault, overrun};
use crate::card::Flag;
use crate::gate::Mistake;
use crate::ids::{HqId, UnitId};
use crate::order::Entry;
use crate::play::{Place, Play};
use crate::setup::WsrSetup;

/// Movement factors that entering a hex costs a unit; `None` where it is barred.
///
/// Rule: WSR-MOV-1, WSR-MOV-2.
pub fn cost(setup: &WsrSetup, unit: UnitId, from: Hex, to: Hex) -> Option<u8> {
    let row = setup.terrain(to);
    let cost = row.costs[setup.card(unit).going as usize];
    match (setup.level.map.contains(to) && from.distance(to) == 1, cost) {
        (false, _) => None,
        (true, _) if setup.level.map.has_road(from, to) => Some(setup.rules.road),
        (true, 0) => None,
        (true, cost) => Some(cost),
    }
}

/// A step of a stack from a hex to the next.
#[derive(Clone, Copy, Debug)]
pub struct Pace<'a> {
    pub units: &'a [UnitId],
    /// Factors that each has spent before.
    pub spent: &'a [u8],
    pub hq: Option<HqId>,
    pub from: Hex,
    pub to: Hex,
    pub entry: Entry,
}

/// Factors that each unit of a stack has spent after a step, or why the step is not allowed.
///
/// Rule: WSR-MOV-1, WSR-MOV-3, WSR-MOV-4, WSR-BAS-8, WSR-HQ-3.
pub fn plan_step(setup: &WsrSetup, play: &Play, pace: Pace<'_>) -> Result<Vec<u8>, Mistake> {
    let Pace { units, spent, hq, from, to, entry } = pace;
    let first = *units.first().ok_or(Mistake::NotThere)?;
    let enemies = play.has_units(to, first.side.other());
    let full = match (entry, enemies) {
        (Entry::Walk, false) => has_room(setup, play, units.len(), hq, to, first.side).err(),
        (Entry::Walk, true) => return Err(Mistake::EnemyThere { hex: to }),
        (Entry::Assault | Entry::Overrun, false) => return Err(Mistake::NobodyThere { hex: to }),
        (Entry::Assault, true) => {
            assault::may_assault(setup, play, units, to)?;
            None
        }
        (Entry::Overrun, true) => {
            overrun::may_overrun(setup, play, units, to)?;
            None
        }
    };
    let extra = if entry == Entry::Overrun { setup.rules.numbers.overrun_cost } else { 0 };
    let mut after = Vec::with_capacity(units.len());
    for (unit, spent) in units.iter().zip(spent) {
        let cost = cost(setup, *unit, from, to).ok_or(Mistake::Barred { unit: *unit, hex: to })? + extra;
        let moves = setup.card(*unit).moves;
        if play.unit(*unit).is_some_and(|unit| unit.disrupted)
            && let Some(enemy) = deterred_by(setup, play, *unit, from, to)
        {
            return Err(Mistake::Deterred { unit: *unit, enemy });
        }
        if spent + cost <= moves {
            let left = moves - spent - cost;
            if entry == Entry::Overrun && !overrun::may_leave(setup, play, *unit, to, left) {
                return Err(Mistake::CannotLeave { unit: *unit, hex: to });
            }
            after.push(spent + cost);
        } else if *spent == 0 && entry != Entry::Overrun {
            // A unit without factors has then spent one as well: it moves a single hex.
            after.push(moves.max(1));
        } else {
            return Err(Mistake::TooFar { unit: *unit, hex: to, cost, left: moves.saturating_sub(*spent) });
        }
    }
    match full {
        Some(full) if !passes_through(setup, play, Pace { spent: &after, ..pace }) => Err(full),
        _ => Ok(after),
    }
}

/// A stack that has entered a full hex can go on from there: room counts where a move stops.
///
/// Rule: WSR-BAS-8.
fn passes_through(setup: &WsrSetup, play: &Play, pace: Pace<'_>) -> bool {
    let mut ways = setup.level.map.neighbours(pace.to).filter(|next| *next != pace.from);
    ways.any(|next| plan_step(setup, play, Pace { from: pace.to, to: next, ..pace }).is_ok())
}

/// More of a side is in a hex than may stay there.
///
/// Rule: WSR-BAS-8, WSR-HQ-3.
pub fn is_overfull(setup: &WsrSetup, play: &Play, hex: Hex, side: Side) -> bool {
    let hqs = play.hqs.iter().filter(|(id, hq)| id.side == side && hq.place == Place::On(hex)).count();
    play.count(hex, side) > usize::from(setup.rules.numbers.stacking) || hqs > 1
}

/// Checks that a stack finds room in a hex.
///
/// Rule: WSR-BAS-8, WSR-HQ-2, WSR-HQ-3.
pub fn has_room(
    setup: &WsrSetup,
    play: &Play,
    count: usize,
    hq: Option<HqId>,
    to: Hex,
    side: Side,
) -> Result<(), Mistake> {
    if play.count(to, side) + count > usize::from(setup.rules.numbers.stacking) {
        return Err(Mistake::Full { hex: to });
    }
    match (hq, play.hq_in(to, side)) {
        (Some(own), Some(there)) if own != there => Err(Mistake::SecondHq { hex: to }),
        _ => Ok(()),
    }
}

/// Checks that a stack may begin to move so; returns the hex where it stands.
///
/// Rule: WSR-TURN-5, WSR-HQ-1, WSR-BAS-8.
pub fn may_begin(play: &Play, side: Side, units: &[UnitId], hq: Option<HqId>) -> Result<Hex, Mistake> {
    let first = *units.first().ok_or(Mistake::NotThere)?;
    let hex = play.hex_of(first).ok_or(Mistake::NotThere)?;
    for (index, id) in units.iter().enumerate() {
        let unit = play.unit(*id).ok_or(Mistake::NotThere)?;
        if id.side != side || play.hex_of(*id) != Some(hex) || units[..index].contains(id) {
            return Err(Mistake::NotThere);
        }
        if unit.done {
            return Err(Mistake::OpsComplete);
        }
        if unit.out_of_command {
            return Err(Mistake::OutOfCommand);
        }
    }
    let here = play.hq_in(hex, side);
    let all_go = play.in_hex(hex, side).iter().all(|unit| units.contains(unit));
    match (hq, here) {
        (Some(hq), here) if here != Some(hq) => Err(Mistake::NoLeader { hq }),
        (None, Some(hq)) if all_go => Err(Mistake::LeftAlone { hq }),
        _ => Ok(hex),
    }
}

/// Checks that a transport may take a unit aboard.
///
/// Rule: WSR-TRA-1, WSR-TRA-3.
pub fn may_load(
    setup: &WsrSetup,
    play: &Play,
    carrier: UnitId,
    unit: UnitId,
    spent: u8,
) -> Result<(), Mistake> {
    let (Some(transport), Some(other)) = (play.unit(carrier), play.unit(unit)) else {
        return Err(Mistake::NotThere);
    };
    let hex = play.hex_of(carrier).ok_or(Mistake::NotThere)?;
    let is_transport = setup.card(carrier).is(Flag::Transport) && play.passenger(carrier).is_none();
    let together = play.hex_of(unit) == Some(hex) && carrier.side == unit.side && carrier != unit;
    if !is_transport || setup.card(unit).is_hard() || !together {
        return Err(Mistake::CannotCarry { unit });
    }
    if transport.disrupted || other.disrupted {
        return Err(Mistake::Disrupted);
    }
    if other.done {
        return Err(Mistake::OpsComplete);
    }
    // An (s)HQ must not stay behind alone, and the carrier stays with it.
    can_pay(setup, carrier, spent)
}

/// Checks that a transport may set its unit down.
///
/// Rule: WSR-TRA-2.
pub fn may_unload(setup: &WsrSetup, play: &Play, carrier: UnitId, spent: u8) -> Result<UnitId, Mistake> {
    let unit = play.passenger(carrier).ok_or(Mistake::NotThere)?;
    let hex = play.hex_of(carrier).ok_or(Mistake::NotThere)?;
    has_room(setup, play, 1, None, hex, carrier.side)?;
    can_pay(setup, carrier, spent)?;
    Ok(unit)
}

fn can_pay(setup: &WsrSetup, carrier: UnitId, spent: u8) -> Result<(), Mistake> {
    let (cost, moves) = (setup.rules.numbers.load_cost, setup.card(carrier).moves);
    let left = moves.saturating_sub(spent);
    if cost <= left { Ok(()) } else { Err(Mistake::CannotPay { cost, left }) }
}
