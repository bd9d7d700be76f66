//! The sequence of play: what happens by itself, step by step.

use tabletop::agenda::Decision;
use tabletop::dice::Needs;
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use crate::chapters::basics::{Pool, hits, leadership};
use crate::chapters::command::{checking_hexes, is_passed, rally_modifier};
use crate::chapters::hex_fire::{mission, struck_units};
use crate::chapters::mines::{after_position, may_lay};
use crate::chapters::{air, assault, overrun};
use crate::data::ruleset::{AirDisrupted, AirReturn, DefendersDone, HqInAssault};
use crate::fact::{AirBack, Fact};
use crate::game::{View, WsrState};
use crate::ids::{HqId, UnitId};
use crate::listing::orders;
use crate::odds::ENDS;
use crate::order::{Choice, Entry, Marker, Order, Step};
use crate::play::{Fight, Place, Play};
use crate::resolve::{Ignores, Stepped, die, distribute, fire_at_hex, harm, roll, save};
use crate::setup::WsrSetup;

/// Runs a step.
pub fn run(state: &mut WsrState, step: Step) -> Stepped {
    if state.play.winner.is_some() {
        state.agenda.clear();
        return Ok(());
    }
    match step {
        Step::SetUp => set_up(state),
        Step::Draw => draw(state)?,
        Step::Play(marker) => play_marker(state, marker),
        Step::CheckCommand(side) => check_command(state, side)?,
        Step::Rally(side) => rally(state, side)?,
        Step::Operate(side) => operate(state, side),
        Step::EndTurn => end_turn(state),
        Step::AskMines => ask_mines(state),
        Step::MineStrike => strike_mines(state)?,
        Step::AskOpportunity => ask_opportunity(state),
        Step::AfterEntry => after_entry(state),
        Step::AskLend(side) => ask_lend(state, side),
        Step::RollAssault => roll_assault(state)?,
        Step::SettleAssault => settle_assault(state),
        Step::RetreatNext { left } => retreat_next(state, left),
        Step::EndFight => state.facts.push(Fact::FightEnded),
        Step::RollOverrun => roll_overrun(state)?,
        Step::StrikeHex { hex, by } => {
            let dice = mission(&state.setup, by);
            fire_at_hex(state, hex, by, dice, Ignores::FirstAtArmour)?;
        }
        Step::AskFlak => ask_flak(state),
        Step::AirAttack => air_attack(state)?,
    }
    Ok(())
}

/// Asks a player, unless passing is all that he could do.
fn ask_if_able(state: &mut WsrState, player: Side, choice: Choice) {
    let decision = Decision { player, choice };
    let is_pass = |order: &Order| matches!(order, Order::HoldFire | Order::KeepLeadership | Order::KeepMines);
    let view = View::of(&state.setup, &state.play);
    if orders(view, decision).iter().any(|order| !is_pass(order)) {
        state.agenda.ask(decision);
    }
}

fn set_up(state: &mut WsrState) {
    let waiting =
        state.play.units.iter().find(|(_, unit)| unit.place == Place::Reserve).map(|(id, _)| id.side);
    let hq = state.play.hqs.iter().find(|(_, hq)| hq.place == Place::Reserve).map(|(id, _)| id.side);
    match waiting.or(hq) {
        Some(player) => state.agenda.ask(Decision { player, choice: Choice::SetUp }),
        None => {
            state.facts.push(Fact::TurnBegan { turn: 1 });
            state.agenda.push(Step::Draw);
        }
    }
}

/// The winner as things stand: a side without units has lost.
///
/// Rule: WSR-SCN-4.
pub fn sole_survivor(play: &Play) -> Option<Side> {
    let is_alive = |side: Side| {
        let mut own = play.units.iter().filter(|(id, _)| id.side == side);
        own.any(|(_, unit)| unit.place != Place::Gone)
    };
    Side::BOTH.into_iter().find(|side| !is_alive(side.other()) && is_alive(*side))
}

/// Rule: WSR-TURN-1, WSR-TURN-2.
fn draw(state: &mut WsrState) -> Stepped {
    if let Some(winner) = sole_survivor(&state.play) {
        state.facts.push(Fact::Over { winner });
        return Ok(());
    }
    let by = state.play.drawer;
    let own = Marker::Formation(by);
    let drawn = state.play.cup.draw(&mut state.dice, "draw from the cup", by, |marker| *marker == own)?;
    if let Some(marker) = drawn {
        state.facts.push(Fact::Drawn { marker, by });
        state.agenda.push(Step::Play(marker));
    }
    Ok(())
}

/// Rule: WSR-TURN-3, WSR-TURN-4, WSR-TURN-6.
fn play_marker(state: &mut WsrState, marker: Marker) {
    match marker {
        Marker::Formation(side) => {
            state.facts.push(Fact::ImpulseBegan { side });
            state.agenda.push(Step::Draw);
            state.agenda.push(Step::Operate(side));
            state.agenda.push(Step::Rally(side));
            state.agenda.push(Step::CheckCommand(side));
        }
        Marker::Aircraft(side) => {
            state.agenda.push(Step::Draw);
            let decision = Decision { player: side, choice: Choice::AirTarget };
            let view = View::of(&state.setup, &state.play);
            if orders(view, decision).is_empty() {
                state.facts.push(Fact::AirEnded { side, back: AirBack::AtTurnEnd });
            } else {
                state.agenda.ask(decision);
            }
        }
        Marker::EndOfTurn => {
            let ends = state.play.aside.iter().filter(|marker| **marker == Marker::EndOfTurn).count();
            state.agenda.push(if ends >= usize::from(ENDS) { Step::EndTurn } else { Step::Draw });
        }
    }
}

fn two_dice(state: &mut WsrState, purpose: &'static str, side: Side) -> Stepped<Vec<u8>> {
    Ok(state.dice.roll_alike(tabletop::dice::Roll::six(purpose, side, Needs::Nothing), 2)?)
}

/// Rule: WSR-CMD-2, WSR-MOR-1.
fn check_command(state: &mut WsrState, side: Side) -> Stepped {
    let limit = state.setup.force(side).morale;
    for (hex, units) in checking_hexes(&state.setup, &state.play, side) {
        let faces = two_dice(state, "command check", side)?;
        let passed = is_passed(faces.iter().map(|face| i16::from(*face)).sum(), limit);
        state.facts.push(Fact::CommandChecked { hex, side, faces, limit, passed });
        if !passed {
            state.facts.extend(units.into_iter().map(|unit| Fact::OutOfCommand { unit }));
        }
    }
    Ok(())
}

/// Rule: WSR-RAL-1, WSR-DIS-5.
fn rally(state: &mut WsrState, side: Side) -> Stepped {
    let limit = state.setup.force(side).morale;
    let mut units: Vec<(Hex, UnitId)> = Vec::new();
    for (hex, stack) in &state.play.stacks {
        let disrupted =
            |unit: &&UnitId| unit.side == side && state.play.unit(**unit).is_some_and(|it| it.disrupted);
        units.extend(stack.iter().filter(disrupted).map(|unit| (*hex, *unit)));
    }
    for (_, unit) in units {
        let faces = two_dice(state, "rally", side)?;
        let total = faces.iter().map(|face| i16::from(*face)).sum::<i16>()
            + rally_modifier(&state.setup, &state.play, unit);
        let rallied = is_passed(total, limit);
        state.facts.push(Fact::RallyRolled { unit, total: total as i8, limit, rallied });
    }
    Ok(())
}

fn operate(state: &mut WsrState, side: Side) {
    let decision = Decision { player: side, choice: Choice::Operations };
    let view = View::of(&state.setup, &state.play);
    if orders(view, decision).len() > 1 {
        state.agenda.ask(decision);
    }
}

/// Rule: WSR-TURN-7, WSR-TURN-9, WSR-HQ-8, WSR-HQ-9, WSR-SCN-4.
fn end_turn(state: &mut WsrState) {
    if !state.play.smoke.is_empty() {
        state.facts.push(Fact::SmokeAged);
    }
    for side in Side::BOTH {
        replace_hq(state, side);
    }
    state.facts.push(Fact::TurnEnded);
    let level = &state.setup.level;
    if state.play.turn >= level.turns {
        let challenger = level.holder.other();
        let held = state.play.held.values().filter(|side| **side == challenger).count();
        let wins = held >= usize::from(level.goals_to_win);
        state.facts.push(Fact::Over { winner: if wins { challenger } else { level.holder } });
    } else {
        state.facts.push(Fact::TurnBegan { turn: state.play.turn + 1 });
        state.agenda.push(Step::Draw);
    }
}

/// A lost HQ takes an sHQ's place, or joins a unit of its kind.
///
/// Rule: WSR-HQ-9.
fn replace_hq(state: &mut WsrState, side: Side) {
    let play = &state.play;
    let hq = HqId { side, number: 0 };
    if play.hqs.get(&hq).is_none_or(|hq| hq.place != Place::Gone) {
        return;
    }
    let sub = play
        .hqs
        .keys()
        .filter(|id| id.side == side && id.number > 0)
        .find_map(|id| Some((*id, play.hq_hex(*id)?)));
    if let Some((by, hex)) = sub {
        state.facts.push(Fact::HqReplaced { hq, by: Some(by), hex });
        return;
    }
    let kind = state.setup.hq_card(hq).map(|card| state.setup.card(card.like).name.clone());
    let host = play.on_map(side).find(|(id, _, _)| Some(&state.setup.card(*id).name) == kind.as_ref());
    if let Some(hex) = host.map(|(_, _, hex)| hex) {
        state.facts.push(Fact::HqReplaced { hq, by: None, hex });
    }
}

fn ask_mines(state: &mut WsrState) {
    let Some(march) = state.play.march.clone() else { return };
    let Some(owner) = march.units.first().map(|unit| unit.side.other()) else { return };
    if may_lay(&state.play, &march, owner) {
        state.agenda.ask(Decision { player: owner, choice: Choice::Mines });
    }
}

/// Rule: WSR-MIN-2, WSR-MIN-3.
fn strike_mines(state: &mut WsrState) -> Stepped {
    let Some(march) = state.play.march.clone() else { return Ok(()) };
    let Some(hex) = march.hex.filter(|hex| state.play.mines.contains(hex)) else { return Ok(()) };
    let Some(side) = march.units.first().map(|unit| unit.side) else { return Ok(()) };
    let numbers = state.setup.rules.numbers;
    let pool = Pool { dice: numbers.mine_dice, face: numbers.mine_face, ignored: 0 };
    let faces = roll(state, "mines", side.other(), Some(hex.into()), pool)?;
    let hit = hits(&faces, pool);
    state.facts.push(Fact::MinesStruck { hex, faces, hits: hit });
    let units = state.play.in_hex(hex, side);
    let given = distribute(state, &units, hit)?;
    harm(state, &given)
}

fn ask_opportunity(state: &mut WsrState) {
    let side = state.play.march.as_ref().and_then(|march| march.units.first()).map(|unit| unit.side);
    if let Some(side) = side {
        ask_if_able(state, side.other(), Choice::Opportunity);
    }
}

/// After mines and fire: the fight in the hex, or the way on.
///
/// Rule: WSR-MOV-5, WSR-OVR-6.
fn after_entry(state: &mut WsrState) {
    let Some(march) = state.play.march.clone() else { return };
    let (Some(hex), from) = (march.hex, march.from) else { return };
    let Some(side) = state.play.impulse else { return };
    let enemies = state.play.in_hex(hex, side.other());
    let is_shared = !enemies.is_empty() || march.entry == Entry::Overrun;
    if let (Some(from), true) = (from, is_shared) {
        // Whoever was stopped in the hex goes back.
        let stopped = state.play.in_hex(hex, side).into_iter().filter(|unit| !march.units.contains(unit));
        let stopped: Vec<UnitId> = stopped.collect();
        let hq = state.play.hq_in(hex, side).filter(|_| march.units.is_empty());
        let facts = stopped.iter().enumerate().map(|(index, unit)| Fact::FellBack {
            unit: *unit,
            hq: hq.filter(|_| index == 0),
            to: from,
        });
        state.facts.extend(facts);
    }
    if march.units.is_empty() {
        state.facts.push(Fact::MarchEnded);
        return;
    }
    match (march.entry, from, enemies.is_empty()) {
        (Entry::Assault, Some(from), false) => {
            state.facts.push(Fact::AssaultBegan { hex, from, attackers: march.units });
            state.facts.push(Fact::MarchEnded);
            state.agenda.push(Step::EndFight);
            state.agenda.push(Step::SettleAssault);
            state.agenda.push(Step::RollAssault);
            state.agenda.push(Step::AskLend(side.other()));
            state.agenda.push(Step::AskLend(side));
        }
        (Entry::Overrun, Some(_), false) if !march.overran => state.agenda.push(Step::RollOverrun),
        (Entry::Walk | Entry::Assault | Entry::Overrun, ..) => go_on(state, side),
    }
}

fn go_on(state: &mut WsrState, side: Side) {
    let decision = Decision { player: side, choice: Choice::GoOn };
    let view = View::of(&state.setup, &state.play);
    let ways = orders(view, decision);
    if ways.iter().any(|way| *way != Order::Stop) {
        state.agenda.ask(decision);
        return;
    }
    // Nowhere to go from an overrun hex: back.
    if ways.is_empty()
        && let Some(march) = state.play.march.clone()
        && let Some(from) = march.from
    {
        let facts = march.units.iter().enumerate().map(|(index, unit)| Fact::FellBack {
            unit: *unit,
            hq: march.hq.filter(|_| index == 0),
            to: from,
        });
        state.facts.extend(facts);
    }
    state.facts.push(Fact::MarchEnded);
}

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

fn ask_lend(state: &mut WsrState, side: Side) {
    if state.play.fight.is_some() {
        ask_if_able(state, side, Choice::Lend);
    }
}

/// Rule: WSR-ASL-7, WSR-ASL-8, WSR-ASL-9, WSR-ASL-10, WSR-MRK-2.
fn roll_assault(state: &mut WsrState) -> Stepped {
    let Some(fight) = state.play.fight.clone() else { return Ok(()) };
    let Some(attacker) = assault::attacker(&fight) else { return Ok(()) };
    let stacks = [attacker, attacker.other()].map(|side| state.play.in_hex(fight.hex, side));
    let mut scored = [0; 2];
    for (index, stack) in stacks.iter().enumerate() {
        for unit in stack {
            let lent = fight.lent.iter().find(|(_, to)| to == unit);
            let lead = lent.map_or(0, |(hq, _)| leadership(&state.setup, &state.play, *hq));
            let dice = assault::reckon(&state.setup, &state.play, *unit, &stacks[1 - index], fight.hex, lead);
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
fn settle_assault(state: &mut WsrState) {
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
    let back = attackers.into_iter().enumerate().map(|(index, unit)| Fact::FellBack {
        unit,
        hq: hq.filter(|_| index == 0),
        to: fight.from,
    });
    state.facts.extend(back);
}

/// Rule: WSR-ASL-12, WSR-ASL-14.
fn retreat_next(state: &mut WsrState, mut left: Vec<UnitId>) {
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
fn roll_overrun(state: &mut WsrState) -> Stepped {
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

/// Rule: WSR-CAS-2, WSR-CAS-4.
fn ask_flak(state: &mut WsrState) {
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
fn air_attack(state: &mut WsrState) -> Stepped {
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
fn strike_hex(state: &mut WsrState, strike: &crate::play::Strike, pool: Pool) -> Stepped<u8> {
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
