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

use crate::fact::Fact;
use crate::game::{Wsr, WsrState};
use crate::gate::Mistake;
use crate::order::{Choice, Order, Step};
use crate::play::{OpenRoll, Play};
use crate::resolve::{Stepped, bug};
use crate::setup::WsrSetup;

/// Work that is held up.
pub enum Work {
    Order(Order, Decision<Wsr>),
    Step(Step),
}

/// Points that a use of fate costs: one for a die or a command, two for a marker.
///
/// Rule: WSR-FAT-1.
pub fn price(setup: &WsrSetup, order: &Order) -> Option<u8> {
    let numbers = &setup.rules.numbers;
    match order {
        Order::Reroll { .. } | Order::TurnDie { .. } | Order::RestoreCommand { .. } => Some(numbers.fate_die),
        Order::ReturnMarker | Order::Refresh { .. } => Some(numbers.fate_marker),
        _ => None,
    }
}

/// Checks that a player can pay for a use of fate.
pub fn can_pay(setup: &WsrSetup, play: &Play, player: Side, order: &Order) -> Result<(), Mistake> {
    let left = play.fate[player.index()];
    match price(setup, order) {
        Some(cost) if setup.rules.switches.fate.is_on() && cost <= left => Ok(()),
        Some(cost) => Err(Mistake::NoFate { cost, left }),
        None => Err(Mistake::NotThere),
    }
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
    can_pay(&state.setup, &state.play, player, &Order::ReturnMarker).is_ok()
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

/// Carries a use of fate out.
pub fn resolve(state: &mut WsrState, order: Order, decision: Decision<Wsr>) -> Stepped {
    let by = decision.player;
    if let Some(points) = price(&state.setup, &order) {
        state.facts.push(Fact::FateSpent { by, points });
    }
    match order {
        Order::Reroll { die } => {
            let face = state.dice.roll(Roll::six("fate", by, Needs::Nothing))?;
            state.facts.push(Fact::DieChanged { die, face });
        }
        Order::TurnDie { die, face } => state.facts.push(Fact::DieChanged { die, face }),
        Order::KeepDice => state.facts.push(Fact::DiceKept { by }),
        Order::ReturnMarker => {
            state.facts.extend(state.play.drawn.map(|marker| Fact::MarkerReturned { marker }));
            state.agenda.push(Step::Draw);
        }
        Order::KeepMarker => {}
        Order::RestoreCommand { hex } => state.facts.push(Fact::CommandRestored { hex, side: by }),
        Order::Refresh { unit } => state.facts.push(Fact::Refreshed { unit }),
        _ => return Err(bug(order)),
    }
    Ok(())
}

/// Judges a use of fate on the open roll.
///
/// Rule: WSR-FAT-1.
pub fn judge_dice(setup: &WsrSetup, play: &Play, player: Side, order: &Order) -> Option<Result<(), Mistake>> {
    let open = play.pending.open.as_ref()?;
    let face_of = |die: u8| open.faces.get(usize::from(die)).copied().ok_or(Mistake::NoDie { die });
    Some(match order {
        Order::KeepDice => Ok(()),
        Order::Reroll { die } => face_of(*die).and_then(|_| can_pay(setup, play, player, order)),
        Order::TurnDie { die, face } => face_of(*die).and_then(|now| match now.abs_diff(*face) {
            1 if (1..=6).contains(face) => can_pay(setup, play, player, order),
            _ => Err(Mistake::NoTurn { from: now, to: *face }),
        }),
        _ => return None,
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
