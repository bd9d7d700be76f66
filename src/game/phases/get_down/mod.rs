//! Get Down, ACT-5: a unit takes cover where it is. What it gains against shooting is asked where a shot's needs are
//! found.

pub mod kinds;

use bevy_ecs::prelude::{In, Result, World};

pub(in crate::game) use kinds::{Fact, Order};

use crate::game::engine::agenda::{Choice as AnyChoice, Decision};
use crate::game::engine::command::Order as AnyOrder;
use crate::game::engine::components::Posture;
use crate::game::engine::fact::{Fact as AnyFact, UnitFact};
use crate::game::engine::query::{known_unit, standing_models, unit_to_activate};
use crate::game::engine::refusal::Refusal;
use crate::game::engine::state_writer::StateWriter;
use crate::game::engine::step::{self, StepContext};
use crate::game::engine::view::View;
use crate::game::narration::who::Who;
use crate::game::narration::words::loses_markers;
use crate::game::narration::{Narrated, Sentence};
use crate::game::phases::drafted::{Drafted, DraftedAction};
use crate::game::phases::get_down::kinds::ModelTurn;
use crate::game::phases::moving::kinds::ModelMove;
use crate::game::phases::turn;
use crate::game::prompt::Offer;
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::{Side, UnitId};
use kinds::GetDown;

pub(in crate::game) fn check(
    view: View,
    player: Side,
    order: &Order,
    choice: AnyChoice,
) -> Option<Result<(), Refusal>> {
    match order {
        Order::GetDown(order) => turn::is_act(choice).then(|| check_get_down(view, player, order)),
    }
}

/// Whether the unit may get down.
///
/// Rule: ACT-5, FAC-2 (it may turn).
fn check_get_down(view: View, player: Side, order: &GetDown) -> Result<(), Refusal> {
    unit_to_activate(view, player, order.unit)?;
    standing_models(view, order.unit, order.turns.iter().map(|turn| turn.model), ["TURN-3", "ACT-5"])?;
    Ok(())
}

pub(in crate::game) fn resolve(world: &mut World, order: Order, decision: Decision) -> Result {
    match order {
        Order::GetDown(order) => step::run(world, resolve_get_down, (order, decision)),
    }
}

/// Turns models, puts the unit down, drops its nerve marker.
///
/// Rule: ACT-5, NRV-3 (Get Down's marker).
fn resolve_get_down(In((order, decision)): In<(GetDown, Decision)>, mut cx: StepContext) -> Result {
    let view = cx.roster.view();
    let unit = known_unit(view, order.unit)?;
    cx.facts.push(UnitFact::UnitActivated { unit: order.unit, action: Action::GetDown });
    for turn in &order.turns {
        let model = view.model(turn.model).ok_or("an accepted order names an unknown model")?;
        if turn.facing != model.facing() {
            cx.facts.push(UnitFact::ModelTurned { model: turn.model, facing: turn.facing });
        }
    }
    cx.facts.push(Fact::UnitGotDown { unit: order.unit });
    let left = unit.morale.markers_after(view.setup().ruleset.leadership.markers_dropped_by_get_down);
    let dropped = unit.morale.nerve_markers - left;
    if dropped > 0 {
        cx.facts.push(UnitFact::NerveMarkersDropped { unit: order.unit, dropped, left });
    }
    cx.facts.push(UnitFact::UnitActed { unit: order.unit });
    cx.agenda.ask(decision);
    Ok(())
}

pub(in crate::game) fn apply(fact: &Fact, state: &mut StateWriter) -> Result {
    match fact {
        Fact::UnitGotDown { unit } => state.unit(*unit)?.activity.posture = Posture::Down,
    }
    Ok(())
}

pub(in crate::game) fn offers(_: View, unit: UnitId) -> Vec<Offer> {
    vec![(Action::GetDown, GetDown { unit, turns: Vec::new() }.into())]
}

pub(in crate::game) fn acting(order: &Order) -> Option<UnitId> {
    match order {
        Order::GetDown(order) => Some(order.unit),
    }
}

pub(in crate::game) fn drafted(order: &Order) -> Option<Drafted<'_>> {
    match order {
        Order::GetDown(GetDown { unit, turns }) => {
            let turned =
                |turn: &ModelTurn| ModelMove { model: turn.model, path: Vec::new(), facing: turn.facing };
            let still = DraftedAction::still(*unit, Action::GetDown);
            Some(Drafted::Action(still.moving(turns.iter().map(turned).collect::<Vec<_>>())))
        }
    }
}

/// Order for a drafted action: models that would move stay, and turn.
pub(in crate::game) fn order_of(drafted: &DraftedAction) -> AnyOrder {
    let turned = |one: &ModelMove| ModelTurn { model: one.model, facing: one.facing };
    let turns = drafted.moves.iter().map(turned).collect();
    AnyOrder::GetDown(Order::GetDown(GetDown { unit: drafted.unit, turns }))
}

/// Sentences that stand alone: the action's own sentence covers it otherwise.
pub(in crate::game) fn narrate(_: &Setup, fact: &Fact, _: &[AnyFact]) -> Narrated {
    match fact {
        Fact::UnitGotDown { .. } => Narrated::none(),
    }
}

pub(in crate::game) fn narrate_action(
    setup: &Setup,
    id: UnitId,
    action: Action,
    facts: &[AnyFact],
) -> Option<Narrated> {
    if action != Action::GetDown {
        return None;
    }
    let down = Who::unit(setup, id).does(["gets down", "get down"]);
    let (mut count, mut details) = (0, Vec::new());
    for fact in facts {
        match fact {
            AnyFact::Unit(UnitFact::ModelTurned { .. }) | AnyFact::GetDown(Fact::UnitGotDown { .. }) => {}
            AnyFact::Unit(UnitFact::NerveMarkersDropped { dropped, left, .. }) => {
                details.push(loses_markers(*dropped, *left));
            }
            _ => break,
        }
        count += 1;
    }
    let sentence = Sentence { details, ..Sentence::line(id, format!("{down}.")) };
    Some(Narrated { sentences: vec![sentence], facts: count })
}
