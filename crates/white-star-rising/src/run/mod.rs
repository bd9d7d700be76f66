//! The sequence of play: what happens by itself, step by step.

mod air;
mod fight;
mod march;
mod sequence;

use tabletop::agenda::Decision;
use tabletop::ids::Side;

use crate::chapters::hex_fire::mission;
use crate::fact::Fact;
use crate::fate;
use crate::game::{View, WsrState};
use crate::listing::any_order;
use crate::order::{Choice, Order, Step};
use crate::resolve::{Ignores, Stepped, fire_at_hex};

pub use air::flak_fire;
pub use fight::{fighting_hq, lenders};
pub use march::mines_at;
pub use sequence::{replace_in, replacements};

/// Runs a step; fate may hold it up at each roll.
pub fn run(state: &mut WsrState, step: Step) -> Stepped {
    if state.play.winner.is_some() {
        state.agenda.clear();
        return Ok(());
    }
    match step {
        Step::AskFate => {
            fate::ask(state);
            Ok(())
        }
        Step::AskReturn { left } => {
            fate::ask_return(state, left);
            Ok(())
        }
        step => fate::held(state, &fate::Work::Step(step.clone()), |state| carry_on(state, step)),
    }
}

fn carry_on(state: &mut WsrState, step: Step) -> Stepped {
    match step {
        Step::SetUp => sequence::set_up(state),
        Step::Draw => sequence::draw(state)?,
        Step::Play(marker) => sequence::play_marker(state, marker),
        Step::CheckCommand(side) => sequence::check_command(state, side)?,
        Step::Rally(side) => sequence::rally(state, side)?,
        Step::Operate(side) => sequence::operate(state, side),
        Step::EndTurn => sequence::end_turn(state),
        Step::ReplaceHq(side) => sequence::replace_hq(state, side),
        Step::FinishTurn => sequence::finish_turn(state),
        Step::AskArrange { hex, side } => sequence::ask_arrange(state, hex, side),
        Step::AskMines => march::ask_mines(state),
        Step::MineStrike => march::strike_march(state)?,
        Step::MinesAt { hex, side } => march::strike(state, hex, side)?,
        Step::AskOpportunity => march::ask_opportunity(state),
        Step::AfterEntry => march::after_entry(state),
        Step::AskLend(side) => fight::ask_lend(state, side),
        Step::RollAssault => fight::roll_assault(state)?,
        Step::SettleAssault { back } => fight::settle_assault(state, back),
        Step::RetreatNext { left } => fight::retreat_next(state, left),
        Step::EndFight => state.facts.push(Fact::FightEnded),
        Step::RollOverrun => fight::roll_overrun(state)?,
        Step::StrikeHex { hex, by } => {
            let dice = mission(&state.setup, by);
            fire_at_hex(state, hex, by, dice, Ignores::FirstAtArmour)?;
        }
        Step::AskFlak => air::ask_flak(state),
        Step::AirAttack => air::air_attack(state)?,
        Step::AskFate | Step::AskReturn { .. } => {}
    }
    Ok(())
}

/// Asks a player, unless passing is all that he could do.
fn ask_if_able(state: &mut WsrState, player: Side, choice: Choice) {
    let decision = Decision { player, choice };
    let passes = |order: &Order| {
        matches!(
            order,
            Order::HoldFire | Order::KeepLeadership | Order::KeepMines | Order::KeepOrder | Order::Done
        )
    };
    if any_order(View::of(&state.setup, &state.play), decision, |order| !passes(order)) {
        state.agenda.ask(decision);
    }
}
