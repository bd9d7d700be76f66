//! WarStrike as a game of the engine.

use std::sync::Arc;

use bevy_ecs::prelude::Result;
use bevy_ecs::system::InRef;
use tabletop::game::Game;

use super::engine::WarStrike;
use super::engine::agenda::{Agenda, Decision};
use super::engine::dice::{Dice, DiceState};
use super::engine::refusal::Refusal;
use super::engine::snapshot::Snapshot;
use super::engine::state::BattleState;
use super::engine::state_writer::StateWriter;
use super::engine::step::{StepError, run, step_error};
use super::engine::subject::Subject;
use super::engine::view::View;
use super::kinds::{Choice, Fact, Mistake, Order, Reason, RollContext, Step};
use super::narration::Narrated;
use super::prompt::{Answer, Form, Prompt};
use super::{dispatch, gate};
use crate::level::fault::Faults;
use crate::level::level_file::GAME;
use crate::level::setup::{Bundle, Setup};
use crate::rules::ids::Side;

impl Game for WarStrike {
    const ID: &'static str = GAME;

    type Setup = Setup;
    type Bundle = Bundle;
    type Faults = Faults;
    type Order = Order;
    type Choice = Choice;
    type Step = Step;
    type Fact = Fact;
    type Reason = Reason;
    type Mistake = Mistake;
    type RollContext = RollContext;
    type Subject = Subject;
    type Form = Form;
    type State = BattleState;
    type Snapshot = Snapshot;
    type View<'a> = View<'a>;

    fn open(setup: Arc<Setup>, dice: Dice) -> BattleState {
        let mut agenda = Agenda::default();
        let turn = dispatch::open(&setup, &mut agenda);
        BattleState::open(setup, (turn, agenda), dice)
    }

    fn check(view: View, player: Side, order: &Order, choice: Choice) -> Option<Result<(), Refusal>> {
        dispatch::check(view, player, order, choice)
    }

    fn battle_over(view: View) -> Refusal {
        gate::battle_over(view)
    }

    fn not_your_decision(view: View, player: Side, decision: Decision) -> Refusal {
        gate::not_your_decision(view, player, decision)
    }

    fn not_now(view: View, decision: Decision) -> Refusal {
        gate::not_now(view, decision)
    }

    fn step_before(view: View, order: &Order, decision: Decision) -> Option<Step> {
        dispatch::step_before(view, order, decision)
    }

    fn resolve(state: &mut BattleState, order: Order, decision: Decision) -> Result<(), StepError> {
        dispatch::resolve(state.world_mut(), order, decision).map_err(step_error)
    }

    fn run(state: &mut BattleState, step: Step) -> Result<(), StepError> {
        dispatch::run(state.world_mut(), step).map_err(step_error)
    }

    fn apply(state: &mut BattleState, facts: &[Fact]) -> Result<(), StepError> {
        run(state.world_mut(), apply_facts, facts).map_err(step_error)
    }

    fn prompt(view: View, decision: Decision) -> Prompt {
        dispatch::prompt(view, decision)
    }

    fn answers(view: View, decision: Decision) -> Vec<Answer> {
        dispatch::answers(view, decision)
    }

    fn narrate(setup: &Setup, facts: &[Fact]) -> Option<Narrated> {
        dispatch::narrate(setup, facts)
    }
}

/// Makes facts so, in order: the only writer of components in play.
fn apply_facts(InRef(facts): InRef<[Fact]>, mut state: StateWriter) -> Result {
    facts.iter().try_for_each(|fact| dispatch::apply(fact, &mut state))
}

impl tabletop::game::Setup for Setup {
    type Bundle = Bundle;
    type Faults = Faults;

    fn from_bundle(bundle: Bundle) -> Result<Self, Faults> {
        Self::from_bundle(bundle)
    }

    fn bundle(&self) -> &Bundle {
        &self.bundle
    }

    fn level_name(&self) -> &str {
        &self.level.name
    }

    fn force_name(&self, side: Side) -> &str {
        self.force_name(side)
    }

    fn ruleset_name(&self) -> &str {
        &self.ruleset.name
    }

    fn ruleset_hash(&self) -> u64 {
        self.ruleset.hash()
    }
}

impl tabletop::game::Snapshot for Snapshot {
    fn dice(&self) -> DiceState {
        self.dice
    }
}
