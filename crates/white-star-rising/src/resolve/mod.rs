//! Carries accepted orders out: dice in the order of the rules, facts for what they bring.
//!
//! Rule: WSR-BAS-10.

mod dice;
mod harm;
mod orders;

use tabletop::agenda::Decision;
use tabletop::battle::StepError;

use crate::fact::Fact;
use crate::fate;
use crate::game::{Wsr, WsrState};
use crate::order::{Choice, Order, Step};

pub use dice::{die, distribute, roll, two_dice};
pub use harm::{Ignores, fire_at_hex, harm, save};
pub use orders::moment;

pub type Stepped<T = ()> = Result<T, StepError<Wsr>>;

/// A bug: what the gate accepted cannot be carried out.
pub fn bug(what: impl std::fmt::Debug) -> StepError<Wsr> {
    StepError::Bug(format!("{what:?} was accepted and cannot be carried out"))
}

/// Carries an accepted order out; fate may hold it up at each roll, but not itself.
pub fn resolve(state: &mut WsrState, order: Order, decision: Decision<Wsr>) -> Stepped {
    match decision.choice {
        Choice::Fate | Choice::Return { .. } => carry_out(state, order, decision),
        Choice::SetUp
        | Choice::Operations
        | Choice::GoOn
        | Choice::Mines
        | Choice::Opportunity
        | Choice::Lend
        | Choice::Retreat { .. }
        | Choice::AirTarget
        | Choice::Flak
        | Choice::Misdirect
        | Choice::Arrange { .. }
        | Choice::ReplaceHq => fate::held(state, &fate::Work::Order(order.clone(), decision), |state| {
            carry_out(state, order, decision)
        }),
    }
}

/// Rule: WSR-TURN-5.
fn carry_out(state: &mut WsrState, order: Order, decision: Decision<Wsr>) -> Stepped {
    let player = decision.player;
    if decision.choice == Choice::Operations && order != Order::Done {
        state.agenda.push(Step::Operate(player));
    }
    if decision.choice == Choice::SetUp {
        state.agenda.push(Step::SetUp);
    }
    match order {
        Order::Deploy { unit, hex } => state.facts.push(Fact::Deployed { unit, hex }),
        Order::DeployHq { hq, hex } => state.facts.push(Fact::HqDeployed { hq, hex }),
        Order::Fire { .. } => orders::fire(state, order, decision)?,
        Order::Bombard { .. } => orders::bombard(state, order, decision)?,
        Order::March { units, hq, to, entry } => orders::march(state, units, hq, to, entry)?,
        Order::GoOn { to, entry } => orders::go_on(state, to, entry)?,
        Order::Stop => state.facts.push(Fact::MarchEnded),
        Order::Load { carrier, unit } => orders::load(state, carrier, unit),
        Order::Unload { carrier } => orders::unload(state, carrier)?,
        Order::Clear { unit, hex } => orders::clear(state, player, unit, hex)?,
        Order::Call { caller, hex, mission } => orders::call(state, player, caller, hex, mission)?,
        Order::Lend { unit } => orders::lend_in_fight(state, player, unit),
        Order::Retreat { to } => orders::retreat(state, decision.choice, to)?,
        Order::LayMines => orders::lay_mines(state, player),
        Order::AirStrike { hex } => orders::air_strike(state, player, hex),
        Order::FlakFire { unit } => orders::flak_fire(state, unit)?,
        Order::Misdirect { hex } => orders::misdirect(state, hex),
        Order::Raise { unit } => orders::raise(state, unit),
        Order::ReplaceHq { hex } => crate::run::replace_in(state, player, hex),
        Order::Reroll { die } => fate::reroll(state, player, die)?,
        Order::TurnDie { die, face } => fate::turn_die(state, player, die, face),
        Order::KeepDice => state.facts.push(Fact::DiceKept { by: player }),
        Order::ReturnMarker => fate::return_marker(state, player),
        Order::RestoreCommand { hex } => fate::restore_command(state, player, hex),
        Order::Refresh { unit } => fate::refresh(state, player, unit),
        Order::KeepLeadership
        | Order::KeepMines
        | Order::HoldFire
        | Order::KeepOrder
        | Order::KeepMarker
        | Order::Done => {}
    }
    Ok(())
}
