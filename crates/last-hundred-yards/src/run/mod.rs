//! The sequence of play: what happens by itself, step by step.

mod fight;
mod shots;
mod turn;

pub use fight::are_coordinated;
use tabletop::agenda::Decision;
use tabletop::ids::Side;
#[cfg(test)]
pub use turn::{lapse_of, may_lead};

use crate::game::LhyState;
use crate::listing::any_order;
use crate::order::{Choice, Order, Step};
use crate::resolve::Stepped;
use crate::view::View;

/// Runs a step.
pub fn run(state: &mut LhyState, step: Step) -> Stepped {
    if state.play.winner.is_some() {
        state.agenda.clear();
        return Ok(());
    }
    match step {
        Step::SetUp => turn::set_up(state),
        Step::BeginTurn => turn::begin(state)?,
        Step::EndShock(side) => turn::end_shock(state, side)?,
        Step::AskActivate => turn::ask_activate(state),
        Step::AskAct => ask_if_able(state, state.play.active, Choice::Act),
        Step::BeginReactions => turn::begin_reactions(state),
        Step::AskReact => ask_if_able(state, state.play.active.other(), Choice::React),
        Step::ResolveShot => shots::resolve_next(state)?,
        Step::NextAssault => fight::begin_next(state)?,
        Step::Fight => fight::go_on(state)?,
        Step::JudgeGoals => turn::judge_goals(state),
        Step::LapseTime => turn::lapse(state)?,
    }
    Ok(())
}

/// Asks a player, unless passing is all that he could do.
fn ask_if_able(state: &mut LhyState, player: Side, choice: Choice) {
    let decision = Decision { player, choice };
    let passes = |order: &Order| matches!(order, Order::Done | Order::EndActivations);
    if any_order(View::of(&state.setup, &state.play), decision, |order| !passes(order)) {
        state.agenda.ask(decision);
    }
}
