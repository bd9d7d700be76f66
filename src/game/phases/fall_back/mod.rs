//! Falling back and routing, chapter 6.

mod choice;
mod context;
mod edge;
mod estimate;
mod facts;
mod flee;
mod followers;
pub mod kinds;
mod leader;
mod narrate;
mod order;
pub mod outline;
mod path_prefix;
mod prompt;
mod reasons;
mod relevant_enemies;
pub mod retreat;
mod rout;
mod safe;
mod search;
pub mod threat;
mod way_out;
mod why_in_words;

use bevy_ecs::prelude::World;

use crate::game::engine::agenda::{Choice as AnyChoice, Decision};
use crate::game::engine::command::Order as AnyOrder;
use crate::game::engine::components::{Fate, Posture};
use crate::game::engine::refusal::Refusal;
use crate::game::engine::state_writer::StateWriter;
use crate::game::engine::step;
use crate::game::engine::view::{ModelView, View};
use crate::game::phases::drafted::{Drafted, DraftedAction};
use crate::game::phases::turn;
use crate::game::prompt::Offer;
use crate::rules::action::Action;
use crate::rules::basics::{compare, gap};
use crate::rules::falling_back::{Counts, Forced, Occasion, forced};
use crate::rules::ids::{Side, UnitId};
use crate::rules::ruleset::{FallBackProcedure, SafeFrom};
use crate::rules::sight::SightState;
use kinds::{FallBack, Goes};
use retreat::{Retreat, RetreatOutcome};

pub(in crate::game) use kinds::{Choice, Fact, Order, Step};
pub(in crate::game) use narrate::{narrate, narrate_action};
pub(in crate::game) use order::after_failed_test;
pub(in crate::game) use prompt::{answers, prompt};
pub use why_in_words::lost_for;

/// Whether a unit that has to fall back may stay and snap fire instead.
///
/// Rule: FB-1 (the choice over half strength), OFB-1 (or).
pub(crate) fn may_fire_instead(view: View, unit: UnitId, occasion: Occasion) -> bool {
    forced(view.strength(unit), occasion, &view.setup().ruleset.basics) == Forced::MoveOrFire
}

pub(in crate::game) fn check(
    view: View,
    player: Side,
    order: &Order,
    choice: AnyChoice,
) -> Option<Result<(), Refusal>> {
    match (order, choice) {
        (Order::FallBack(order), AnyChoice::FallBack(Choice::FallBack { unit, occasion })) => {
            Some(order::check_asked(view, player, order, (unit, occasion)))
        }
        (Order::FallBack(order), choice) => turn::is_act(choice).then(|| order::check(view, player, order)),
    }
}

pub(in crate::game) fn resolve(
    world: &mut World,
    order: Order,
    decision: Decision,
) -> bevy_ecs::prelude::Result {
    match order {
        Order::FallBack(order) => step::run(world, order::resolve_fall_back, (order, decision)),
    }
}

pub(in crate::game) fn run(world: &mut World, step: Step) -> bevy_ecs::prelude::Result {
    match step {
        Step::Flee { unit } => step::run(world, outline::flee, unit),
        Step::LeaveCombat { unit } => step::run(world, order::leave_combat, unit),
    }
}

pub(in crate::game) fn apply(fact: &Fact, state: &mut StateWriter) -> bevy_ecs::prelude::Result {
    match fact {
        Fact::FallBackForced { unit, goes, .. } => {
            if *goes == Goes::StaysInCover {
                state.unit(*unit)?.activity.posture = Posture::InCover;
            }
            Ok(())
        }
        Fact::UnitLeftTable { unit, counts, .. } => {
            let fate = match counts {
                Counts::Escaped => Fate::Escaped,
                Counts::Destroyed => Fate::Lost,
            };
            state.each_model(*unit, |model| {
                if model.condition.fate == Fate::Standing {
                    model.condition.fate = fate;
                }
            })
        }
    }
}

pub(in crate::game) fn offers(_: View, unit: UnitId) -> Vec<Offer> {
    vec![(Action::FallBack, FallBack::of(unit).into())]
}

pub(in crate::game) fn acting(order: &Order) -> Option<UnitId> {
    match order {
        Order::FallBack(order) => Some(order.unit),
    }
}

pub(in crate::game) fn drafted(order: &Order) -> Option<Drafted<'_>> {
    match order {
        Order::FallBack(FallBack { unit, fire, moves }) => {
            let still = DraftedAction::still(*unit, Action::FallBack);
            Some(Drafted::Action(still.moving(moves).firing(fire.as_slice())))
        }
    }
}

/// It fires, or falls back as drawn.
///
/// Rule: FB-1 (the choice), OFB-1 (not both).
pub(in crate::game) fn order_of(drafted: DraftedAction) -> AnyOrder {
    let fire = drafted.fire.first().cloned();
    let moves = if fire.is_some() { Vec::new() } else { drafted.moves.into_owned() };
    AnyOrder::FallBack(Order::FallBack(FallBack { unit: drafted.unit, fire, moves }))
}

/// What a unit would do if it were forced to fall back now; `None` if no model of it stands.
///
/// In a rehearsal the safe position of FB-4 is estimated (`estimate`).
///
/// Rule: FB-1, FB-4, ROU-1, OFB-1, OFB-2, OFB-3, CC-10 (runs by OFB-3).
pub fn retreat(view: View, unit: UnitId, occasion: Occasion) -> Option<Retreat> {
    let view = match occasion {
        Occasion::Action => view,
        Occasion::CloseCombat => view.as_in_close_combat(),
    };
    let asked = Asked { unit, occasion, estimated: view.may_estimate() };
    view.cached(asked, || found_retreat(view, unit, occasion))
}

/// The key of a cached retreat.
#[derive(PartialEq)]
struct Asked {
    unit: UnitId,
    occasion: Occasion,
    estimated: bool,
}

fn found_retreat(view: View, unit: UnitId, occasion: Occasion) -> Option<Retreat> {
    let strength = view.strength(unit);
    let rules = &view.setup().ruleset;
    let forced = forced(strength, occasion, &rules.basics);
    let leader = view.leader(unit)?;
    let outcome = match (forced, rules.falling_back.procedure) {
        (Forced::Destroyed, _) => RetreatOutcome::Destroyed,
        (_, FallBackProcedure::SafePosition) => leader::outcome(view, leader)?,
        (Forced::MoveOrFire, FallBackProcedure::Outline) => RetreatOutcome::FireOrCrawl,
        (Forced::Move, FallBackProcedure::Outline) => outline::outcome(view, leader, occasion)?,
    };
    Some(Retreat { unit, strength, forced, leader: leader.id, outcome })
}

/// The clearest state in which a model that falls back is covered.
///
/// Rule: FB-2, OFB-3.
fn covered(view: View) -> SightState {
    let rules = &view.setup().ruleset.falling_back;
    match (rules.procedure, rules.safe_from) {
        (FallBackProcedure::SafePosition, SafeFrom::Obscured) => SightState::Obscured,
        (FallBackProcedure::SafePosition, SafeFrom::Concealed) | (FallBackProcedure::Outline, _) => {
            SightState::Concealed
        }
    }
}

/// The models of a unit, leader first, then by distance from it.
///
/// Rule: ROU-1.
fn by_nearness<'a>(view: View<'a>, leader: ModelView<'a>) -> Vec<ModelView<'a>> {
    let mut models: Vec<ModelView> = view.standing(leader.id.unit).collect();
    models.sort_by(|a, b| {
        let rank = |model: &ModelView| (model.id != leader.id, gap(model.disc(), leader.disc()));
        let ((a_follows, a_gap), (b_follows, b_gap)) = (rank(a), rank(b));
        a_follows.cmp(&b_follows).then(compare(a_gap, b_gap)).then(a.id.cmp(&b.id))
    });
    models
}
