//! Set-up, the draw, and the beginning and end of impulses and turns.

use tabletop::agenda::Decision;
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::ask_if_able;
use crate::chapters::command::{checking_hexes, is_passed, rally_modifier};
use crate::fact::{AirBack, Fact};
use crate::fate;
use crate::game::{View, WsrState};
use crate::ids::{HqId, UnitId};
use crate::listing::any_order;
use crate::odds::ENDS;
use crate::order::{Choice, Marker, Step};
use crate::play::{Place, Play};
use crate::resolve::{Stepped, two_dice};
use crate::setup::WsrSetup;

pub fn set_up(state: &mut WsrState) {
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
pub fn draw(state: &mut WsrState) -> Stepped {
    if let Some(winner) = sole_survivor(&state.play) {
        state.facts.push(Fact::Over { winner });
        return Ok(());
    }
    let by = state.play.drawer;
    let own = Marker::Formation(by);
    let drawn = state.play.cup.draw(&mut state.dice, "draw from the cup", by, |marker| *marker == own)?;
    if let Some(marker) = drawn {
        state.facts.push(Fact::Drawn { marker, by });
        state.agenda.push(match fate::may_return(state, by) || fate::may_return(state, by.other()) {
            true => Step::AskReturn { left: vec![by, by.other()] },
            false => Step::Play(marker),
        });
    }
    Ok(())
}

/// Rule: WSR-TURN-3, WSR-TURN-4, WSR-TURN-6.
pub fn play_marker(state: &mut WsrState, marker: Marker) {
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
            if any_order(view, decision, |_| true) {
                state.agenda.ask(decision);
            } else {
                state.facts.push(Fact::AirEnded { side, back: AirBack::AtTurnEnd });
            }
        }
        Marker::EndOfTurn => {
            let ends = state.play.aside.iter().filter(|marker| **marker == Marker::EndOfTurn).count();
            state.agenda.push(if ends >= usize::from(ENDS) { Step::EndTurn } else { Step::Draw });
        }
    }
}

/// Rule: WSR-CMD-2, WSR-MOR-1.
pub fn check_command(state: &mut WsrState, side: Side) -> Stepped {
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
pub fn rally(state: &mut WsrState, side: Side) -> Stepped {
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

pub fn operate(state: &mut WsrState, side: Side) {
    ask_if_able(state, side, Choice::Operations);
}

/// Rule: WSR-TURN-7.
pub fn end_turn(state: &mut WsrState) {
    if !state.play.smoke.is_empty() {
        state.facts.push(Fact::SmokeAged);
    }
    state.agenda.push(Step::FinishTurn);
    for side in [Side::B, Side::A] {
        state.agenda.push(Step::ReplaceHq(side));
    }
}

/// Rule: WSR-TURN-7, WSR-TURN-9, WSR-SCN-4.
pub fn finish_turn(state: &mut WsrState) {
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

/// Hexes where a lost HQ may come back: those of its sHQs, else those of units of its kind that have no (s)HQ.
///
/// Rule: WSR-HQ-8, WSR-HQ-9, WSR-CMD-3 (the owner chooses.)
pub fn replacements(setup: &WsrSetup, play: &Play, side: Side) -> Vec<Hex> {
    let hq = HqId { side, number: 0 };
    let Some(card) =
        setup.hq_card(hq).filter(|_| play.hqs.get(&hq).is_some_and(|hq| hq.place == Place::Gone))
    else {
        return Vec::new();
    };
    let subs = play.hqs.keys().filter(|id| id.side == side && id.number > 0);
    let mut hexes: Vec<Hex> = subs.filter_map(|id| play.hq_hex(*id)).collect();
    if hexes.is_empty() {
        let kind = &setup.card(card.like).name;
        let hosts = play.on_map(side).filter(|(id, _, _)| &setup.card(*id).name == kind);
        hexes = hosts.map(|(_, _, hex)| hex).filter(|hex| play.hq_in(*hex, side).is_none()).collect();
    }
    hexes.sort();
    hexes.dedup();
    hexes
}

/// A lost HQ comes back: by itself where there is one way, else by choice.
///
/// Rule: WSR-HQ-9.
pub fn replace_hq(state: &mut WsrState, side: Side) {
    match replacements(&state.setup, &state.play, side)[..] {
        [] => {}
        [only] => replace_in(state, side, only),
        [..] => state.agenda.ask(Decision { player: side, choice: Choice::ReplaceHq }),
    }
}

/// A lost HQ comes back in a hex.
///
/// Rule: WSR-HQ-9.
pub fn replace_in(state: &mut WsrState, side: Side, hex: Hex) {
    let (hq, by) = (HqId { side, number: 0 }, state.play.hq_in(hex, side));
    state.facts.push(Fact::HqReplaced { hq, by, hex });
}

/// Rule: WSR-BAS-9.
pub fn ask_arrange(state: &mut WsrState, hex: Hex, side: Side) {
    ask_if_able(state, side, Choice::Arrange { hex });
}
