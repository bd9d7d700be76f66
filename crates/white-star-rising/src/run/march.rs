//! Steps after each hex of a move.

use tabletop::agenda::Decision;
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::ask_if_able;
use crate::chapters::basics::{Pool, hits};
use crate::chapters::mines::may_lay;
use crate::chapters::movement::{has_room, is_overfull};
use crate::fact::Fact;
use crate::game::{View, WsrState};
use crate::gate::is_legal;
use crate::ids::{HqId, UnitId};
use crate::listing::any_order;
use crate::order::{Choice, Entry, Order, Step};
use crate::play::March;
use crate::resolve::{Stepped, distribute, harm, roll};

/// Rule: WSR-MIN-1.
pub fn ask_mines(state: &mut WsrState) {
    let Some(march) = &state.play.march else { return };
    let Some(owner) = march.units.first().map(|unit| unit.side.other()) else { return };
    if may_lay(&state.play, march, owner) {
        state.agenda.ask(Decision { player: owner, choice: Choice::Mines });
    }
}

/// Mines strike a stack that moves.
pub fn strike_march(state: &mut WsrState) -> Stepped {
    let Some(march) = &state.play.march else { return Ok(()) };
    match (march.hex, march.units.first()) {
        (Some(hex), Some(unit)) => strike(state, hex, unit.side),
        _ => Ok(()),
    }
}

/// Mines strike whoever enters their hex: all units of his side there.
///
/// Rule: WSR-MIN-2, WSR-MIN-3.
pub fn strike(state: &mut WsrState, hex: Hex, side: Side) -> Stepped {
    let units = state.play.in_hex(hex, side);
    if !state.play.mines.contains(&hex) || units.is_empty() {
        return Ok(());
    }
    let numbers = state.setup.rules.numbers;
    let pool = Pool { dice: numbers.mine_dice, face: numbers.mine_face, ignored: 0 };
    let faces = roll(state, "mines", side.other(), Some(hex.into()), pool)?;
    let hit = hits(&faces, pool);
    state.facts.push(Fact::MinesStruck { hex, faces, hits: hit });
    let given = distribute(state, &units, hit)?;
    harm(state, &given)
}

/// Puts mines that strike who falls back into a hex on the agenda.
///
/// Rule: WSR-MIN-2.
pub fn mines_at(state: &mut WsrState, hex: Hex, side: Side) {
    if state.play.mines.contains(&hex) {
        state.agenda.push(Step::MinesAt { hex, side });
    }
}

/// Units go back into a hex, an (s)HQ with the first.
pub fn fall_back(state: &mut WsrState, units: &[UnitId], hq: Option<HqId>, to: Hex) {
    let facts = units.iter().enumerate().map(|(index, unit)| Fact::FellBack {
        unit: *unit,
        hq: hq.filter(|_| index == 0),
        to,
    });
    state.facts.extend(facts);
    if let Some(unit) = units.first() {
        mines_at(state, to, unit.side);
    }
}

/// Rule: WSR-OPP-1.
pub fn ask_opportunity(state: &mut WsrState) {
    let side = state.play.march.as_ref().and_then(|march| march.units.first()).map(|unit| unit.side);
    if let Some(side) = side {
        ask_if_able(state, side.other(), Choice::Opportunity);
    }
}

/// The last hex of a march's way that has room for units that go back.
///
/// Rule: WSR-BAS-8.
fn way_back(state: &WsrState, march: &March, count: usize, hq: Option<HqId>, side: Side) -> Option<Hex> {
    let free = |hex: &&Hex| {
        !state.play.has_units(**hex, side.other())
            && has_room(&state.setup, &state.play, count, hq, **hex, side).is_ok()
    };
    march.trail.iter().rev().find(free).or(march.trail.first()).copied()
}

/// After mines and fire: the fight in the hex, or the way on.
///
/// Rule: WSR-MOV-5, WSR-OVR-6, WSR-BAS-8.
pub fn after_entry(state: &mut WsrState) {
    let Some(march) = state.play.march.clone() else { return };
    let (Some(hex), from) = (march.hex, march.from()) else { return };
    let Some(side) = state.play.impulse else { return };
    let has_enemies = state.play.has_units(hex, side.other());
    let is_here = |unit: &&UnitId| state.play.hex_of(**unit) == Some(hex);
    let stopped: Vec<UnitId> = march.stopped.iter().filter(is_here).copied().collect();
    if has_enemies || march.entry == Entry::Overrun || is_overfull(&state.setup, &state.play, hex, side) {
        send_back(state, &march, hex, stopped, side);
    }
    if march.units.is_empty() {
        state.facts.push(Fact::MarchEnded);
        return;
    }
    match (march.entry, from, has_enemies) {
        (Entry::Assault, Some(from), true) => {
            let back = way_back(state, &march, march.units.len(), march.hq, side).unwrap_or(from);
            state.facts.push(Fact::AssaultBegan { hex, from, attackers: march.units });
            state.facts.push(Fact::MarchEnded);
            state.agenda.push(Step::EndFight);
            state.agenda.push(Step::SettleAssault { back });
            state.agenda.push(Step::RollAssault);
            state.agenda.push(Step::AskLend(side.other()));
            state.agenda.push(Step::AskLend(side));
        }
        (Entry::Overrun, Some(_), true) if !march.overran => state.agenda.push(Step::RollOverrun),
        (Entry::Walk | Entry::Assault | Entry::Overrun, ..) => go_on(state, side),
    }
}

/// Whoever was stopped in a hex where he may not stay goes back: in a full hex those who came last.
fn send_back(state: &mut WsrState, march: &March, hex: Hex, stopped: Vec<UnitId>, side: Side) {
    let hq = state.play.hq_in(hex, side).filter(|hq| march.units.is_empty() && march.hq == Some(*hq));
    for (index, unit) in stopped.into_iter().enumerate() {
        let hq = hq.filter(|_| index == 0);
        if let Some(to) = way_back(state, march, index + 1, hq, side) {
            fall_back(state, &[unit], hq, to);
        }
    }
}

fn go_on(state: &mut WsrState, side: Side) {
    let decision = Decision { player: side, choice: Choice::GoOn };
    let view = View::of(&state.setup, &state.play);
    if any_order(view, decision, |order| *order != Order::Stop) {
        state.agenda.ask(decision);
        return;
    }
    // Nowhere to go from an overrun or a full hex: back.
    if !is_legal(view, decision, &Order::Stop)
        && let Some(march) = state.play.march.clone()
        && let Some(to) = way_back(state, &march, march.units.len(), march.hq, side)
    {
        fall_back(state, &march.units, march.hq, to);
    }
    state.facts.push(Fact::MarchEnded);
}
