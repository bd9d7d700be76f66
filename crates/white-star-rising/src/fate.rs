//! Fate points: they change dice before these count, send markers back, and take markers off.
//!
//! A step or order whose dice fate may change is held up at each roll: what it has done so far is dropped, the faces are kept, and
//! it begins again once both players leave them as they are. Its facts are only then applied, so it goes the same way.
//!
//! Rule: WSR-FAT-1.

use tabletop::agenda::Decision;
use tabletop::battle::StepError;
use tabletop::dice::{Needs, Roll};
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use crate::fact::Fact;
use crate::game::{Wsr, WsrState};
use crate::gate::Mistake;
use crate::ids::UnitId;
use crate::order::{Choice, Order, Step};
use crate::play::{OpenRoll, Play};
use crate::resolve::Stepped;
use crate::setup::WsrSetup;

/// Work that is held up.
pub enum Work {
    Order(Order, Decision<Wsr>),
    Step(Step),
}

/// Checks that a player can pay for a use of fate: one point for a die or a command, two for a marker.
///
/// Rule: WSR-FAT-1.
pub fn can_pay(setup: &WsrSetup, play: &Play, player: Side, cost: u8) -> Result<(), Mistake> {
    let left = play.fate[player.index()];
    let able = setup.rules.switches.fate.is_on() && cost <= left;
    if able { Ok(()) } else { Err(Mistake::NoFate { cost, left }) }
}

fn is_in_play(state: &WsrState) -> bool {
    state.setup.rules.switches.fate.is_on()
}

/// Does work that is held up at each roll that fate may change.
pub fn held(state: &mut WsrState, work: &Work, act: impl FnOnce(&mut WsrState) -> Stepped) -> Stepped {
    if !is_in_play(state) {
        return act(state);
    }
    let agenda = state.agenda.clone();
    state.under_way.settled = 0;
    let done = act(state);
    let Some(OpenRoll { purpose, side, needed, faces, .. }) = state.under_way.open.take() else {
        if done.is_ok() && !state.play.pending.settled.is_empty() {
            state.facts.push(Fact::DiceForgotten);
        }
        return done;
    };
    state.agenda = agenda;
    state.facts.take();
    state.facts.push(Fact::DiceOffered { purpose, side, needed, faces });
    match work {
        Work::Order(order, decision) => state.agenda.resolve(order.clone(), *decision),
        Work::Step(step) => state.agenda.push(step.clone()),
    }
    state.agenda.push(Step::AskFate);
    Ok(())
}

/// Faces of the next roll of work that begins again, if they are settled.
pub fn settled(state: &mut WsrState) -> Option<Vec<u8>> {
    let faces = state.play.pending.settled.get(state.under_way.settled).cloned()?;
    state.under_way.settled += 1;
    Some(faces)
}

/// Holds the work up if somebody may change a roll.
pub fn offered(state: &mut WsrState, roll: Roll<Wsr>, faces: &[u8]) -> Stepped {
    let able = state.play.fate.iter().any(|points| *points >= state.setup.rules.numbers.fate_die);
    if !is_in_play(state) || !able || faces.is_empty() {
        return Ok(());
    }
    let needed = match roll.needs {
        Needs::AtLeast(face) => Some(face),
        _ => None,
    };
    let (purpose, side) = (roll.purpose.to_owned(), roll.by.side);
    state.under_way.open =
        Some(OpenRoll { purpose, side, needed, faces: faces.to_vec(), passed: [false; 2] });
    Err(StepError::Bug("a roll is held up".to_owned()))
}

/// Asks who may change the open roll, the roller first; nobody left, it is settled.
pub fn ask(state: &mut WsrState) {
    let Some(open) = &state.play.pending.open else { return };
    let needed = state.setup.rules.numbers.fate_die;
    let mut players = [open.side, open.side.other()].into_iter();
    let asked =
        players.find(|player| state.play.fate[player.index()] >= needed && !open.passed[player.index()]);
    match asked {
        Some(player) => {
            state.agenda.push(Step::AskFate);
            state.agenda.ask(Decision { player, choice: Choice::Fate });
        }
        None => state.facts.push(Fact::DiceSettled),
    }
}

/// A player may send a marker back.
pub fn may_return(state: &WsrState, player: Side) -> bool {
    can_pay(&state.setup, &state.play, player, state.setup.rules.numbers.fate_marker).is_ok()
}

/// Asks who may send the drawn marker back, then lets it be used.
pub fn ask_return(state: &mut WsrState, mut left: Vec<Side>) {
    let Some(marker) = state.play.drawn else { return };
    if left.is_empty() {
        state.agenda.push(Step::Play(marker));
        return;
    }
    let player = left.remove(0);
    state.agenda.push(Step::AskReturn { left });
    if may_return(state, player) {
        state.agenda.ask(Decision { player, choice: Choice::Return { marker } });
    }
}

/// Pays for a die or a command.
fn pay_die(state: &mut WsrState, by: Side) {
    state.facts.push(Fact::FateSpent { by, points: state.setup.rules.numbers.fate_die });
}

/// Pays for a marker.
fn pay_marker(state: &mut WsrState, by: Side) {
    state.facts.push(Fact::FateSpent { by, points: state.setup.rules.numbers.fate_marker });
}

/// Rolls a die of the open roll again.
pub fn reroll(state: &mut WsrState, by: Side, die: u8) -> Stepped {
    pay_die(state, by);
    let face = state.dice.roll(Roll::six("fate", by, Needs::Nothing))?;
    state.facts.push(Fact::DieChanged { die, face });
    Ok(())
}

/// Turns a die of the open roll to a face.
pub fn turn_die(state: &mut WsrState, by: Side, die: u8, face: u8) {
    pay_die(state, by);
    state.facts.push(Fact::DieChanged { die, face });
}

/// Sends the drawn marker back.
pub fn return_marker(state: &mut WsrState, by: Side) {
    pay_marker(state, by);
    state.facts.extend(state.play.drawn.map(|marker| Fact::MarkerReturned { marker }));
    state.agenda.push(Step::Draw);
}

/// Takes Out of Command off the units of a hex.
pub fn restore_command(state: &mut WsrState, by: Side, hex: Hex) {
    pay_die(state, by);
    state.facts.push(Fact::CommandRestored { hex, side: by });
}

/// Takes Ops Complete off a unit.
pub fn refresh(state: &mut WsrState, by: Side, unit: UnitId) {
    pay_marker(state, by);
    state.facts.push(Fact::Refreshed { unit });
}

/// Judges another roll of a die of the open roll, or its turn to a face.
///
/// Rule: WSR-FAT-1.
pub fn judge_die(
    setup: &WsrSetup,
    play: &Play,
    player: Side,
    die: u8,
    face: Option<u8>,
) -> Option<Result<(), Mistake>> {
    let open = play.pending.open.as_ref()?;
    let Some(now) = open.faces.get(usize::from(die)).copied() else {
        return Some(Err(Mistake::NoDie { die }));
    };
    let far = face.filter(|face| now.abs_diff(*face) != 1 || !(1..=6).contains(face));
    Some(match far {
        Some(to) => Err(Mistake::NoTurn { from: now, to }),
        None => can_pay(setup, play, player, setup.rules.numbers.fate_die),
    })
}

/// Uses of fate on the open roll.
pub fn uses(play: &Play) -> Vec<Order> {
    let faces = play.pending.open.as_ref().map_or(&[][..], |open| &open.faces);
    let of_die = |(die, face): (usize, &u8)| {
        let die = die as u8;
        let turns = [face.saturating_sub(1), face + 1].map(|face| Order::TurnDie { die, face });
        [Order::Reroll { die }].into_iter().chain(turns)
    };
    faces.iter().enumerate().flat_map(of_die).chain([Order::KeepDice]).collect()
}
