//! From a kind to the phase that handles it. Every match is exhaustive: what no phase handles does not compile.

#![deny(clippy::wildcard_enum_match_arm)]

use bevy_ecs::prelude::{Result, World};

use super::engine::agenda::{Agenda, Decision};
use super::engine::refusal::Refusal;
use super::engine::state_writer::StateWriter;
use super::engine::view::View;
use super::kinds::{Choice, Fact, Order, Step};
use super::narration::Narrated;
use super::phases::drafted::{Drafted, DraftedAction};
use super::phases::list::for_each_phase;
use super::phases::moving::kinds::ModelMove;
use super::phases::{self, deployment, fall_back, get_down, moving, shooting, test_to_act, turn};
pub use super::prompt::Offer;
use super::prompt::{Answer, Prompt};
use crate::level::scenario::Opening;
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::{Side, UnitId};
use crate::rules::turn::Turn;

macro_rules! dispatch_orders {
    ($($m:ident: $name:ident,)*) => {
        /// Whether a player may answer a choice with an order; `None` where the order is no answer to it.
        pub(super) fn check(
            view: View,
            player: Side,
            order: &Order,
            choice: Choice,
        ) -> Option<Result<(), Refusal>> {
            match order {
                $(Order::$name(order) => super::phases::$m::check(view, player, order, choice),)*
            }
        }

        /// Carries an accepted order out.
        pub(super) fn resolve(world: &mut World, order: Order, decision: Decision) -> Result {
            match order {
                $(Order::$name(order) => super::phases::$m::resolve(world, order, decision),)*
            }
        }

        /// The unit that an order activates, or lets act further; `None` where it is none's.
        pub fn acting(order: &Order) -> Option<UnitId> {
            match order {
                $(Order::$name(order) => super::phases::$m::acting(order),)*
            }
        }

        /// The order as a player draws it; `None` for what is not drawn.
        pub fn drafted(order: &Order) -> Option<Drafted<'_>> {
            match order {
                $(Order::$name(order) => super::phases::$m::drafted(order),)*
            }
        }

        /// Every action that the phases offer a unit, allowed now or not.
        pub fn offers(view: View, unit: UnitId) -> Vec<Offer> {
            let mut offers = Vec::new();
            $(offers.extend(super::phases::$m::offers(view, unit));)*
            offers
        }

        /// The sentences for a unit's action that begins with these facts.
        pub(super) fn narrate_action(setup: &Setup, unit: UnitId, action: Action, facts: &[Fact]) -> Option<Narrated> {
            None$(.or_else(|| super::phases::$m::narrate_action(setup, unit, action, facts)))*
        }
    };
}
for_each_phase!(Order, dispatch_orders);

/// The order that a player draws; `None` for On My Target without a model.
pub fn order_of(drafted: DraftedAction) -> Option<Order> {
    match drafted.action {
        Action::Advance | Action::AtTheDouble | Action::OpenFire => moving::order_of(drafted),
        Action::OnMyTarget => shooting::order_of(&drafted),
        Action::GetDown => Some(get_down::order_of(&drafted)),
        Action::FallBack => Some(fall_back::order_of(drafted)),
    }
}

impl Order {
    /// The unit's action that the order is, as it is drawn; `None` for answers, and for what is no action.
    pub fn drafted_action(&self) -> Option<DraftedAction<'_>> {
        match drafted(self) {
            Some(Drafted::Action(drafted)) => Some(drafted),
            Some(Drafted::CombatMove { .. } | Drafted::Placing { .. }) | None => None,
        }
    }

    /// The action that the order is, or announces; `None` for answers.
    pub fn action(&self) -> Option<Action> {
        let drawn = self.drafted_action().map(|drafted| drafted.action);
        drawn.or_else(|| {
            matches!(self, Self::Moving(phases::moving::kinds::Order::AnnounceDouble(_)))
                .then_some(Action::AtTheDouble)
        })
    }

    /// The order that moves a unit by an action and fires at nobody; `None` for actions that move nobody freely.
    pub fn of_move(action: Action, unit: UnitId, moves: Vec<ModelMove>) -> Option<Self> {
        action.moves_freely().then(|| order_of(DraftedAction::still(unit, action).moving(moves)))?
    }
}

macro_rules! dispatch_steps {
    ($($m:ident: $name:ident,)*) => {
        /// Runs a step of the agenda.
        pub(super) fn run(world: &mut World, step: Step) -> Result {
            match step {
                $(Step::$name(step) => super::phases::$m::run(world, step),)*
            }
        }
    };
}
for_each_phase!(Step, dispatch_steps);

macro_rules! dispatch_choices {
    ($($m:ident: $name:ident,)*) => {
        /// Question put to a player.
        pub fn prompt(view: View, decision: Decision) -> Prompt {
            match decision.choice {
                $(Choice::$name(choice) => super::phases::$m::prompt(view, decision.player, choice),)*
            }
        }

        /// The answers that a player may give without moving anything.
        pub fn answers(view: View, decision: Decision) -> Vec<Answer> {
            match decision.choice {
                $(Choice::$name(choice) => super::phases::$m::answers(view, decision.player, choice),)*
            }
        }
    };
}
for_each_phase!(Choice, dispatch_choices);

macro_rules! dispatch_facts {
    ($($m:ident: $name:ident,)*) => {
        /// Makes a fact so.
        pub(super) fn apply(fact: &Fact, state: &mut StateWriter) -> Result {
            match fact {
                Fact::Unit(fact) => state.apply(fact),
                $(Fact::$name(fact) => super::phases::$m::apply(fact, state),)*
            }
        }

        /// The sentences for the facts that come first; `None` if there are none.
        pub(super) fn narrate(setup: &Setup, facts: &[Fact]) -> Option<Narrated> {
            match facts.first()? {
                Fact::Unit(fact) => Some(super::narration::units::narrate(setup, fact, facts)),
                $(Fact::$name(fact) => Some(super::phases::$m::narrate(setup, fact, facts)),)*
            }
        }
    };
}
for_each_phase!(Fact, dispatch_facts);

/// Puts on the agenda how a level's battle opens, and says in which turn.
pub(super) fn open(setup: &Setup, agenda: &mut Agenda) -> Turn {
    match setup.level.opening {
        Opening::Deployment => deployment::open(setup, agenda),
        Opening::InPlay { round, side, first, phase } => {
            let turn = Turn { round, side, first, phase };
            turn::push_phase(turn, agenda);
            turn
        }
    }
}

/// The step that comes before an accepted order is carried out, if there is one: a marked unit's test to act.
///
/// Rule: ACT-7 (chooses its order, then tests).
pub(super) fn step_before(view: View, order: &Order, decision: Decision) -> Option<Step> {
    test_to_act::test_before(view, acting(order), decision).map(Step::from)
}
