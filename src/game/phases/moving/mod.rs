//! Actions that move a unit along paths: Advance, At The Double, and Open Fire's adjustment. Their fire is checked and
//! rolled by `shooting`.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod kinds;
mod narrate;
mod offer;
pub(in crate::game) mod path;
mod prompt;
mod reasons;
mod turning;

use bevy_ecs::prelude::{In, Result, World};

pub(in crate::game) use kinds::{Choice, Order, Step};
pub(in crate::game) use narrate::narrate_action;
pub use path::check_path;
pub(in crate::game) use prompt::{answers, prompt};

use crate::game::engine::agenda::{Agenda, Choice as AnyChoice, Decision};
use crate::game::engine::command::Order as AnyOrder;
use crate::game::engine::fact::{Facts, UnitFact};
use crate::game::engine::query::{
    check_is_asked, check_may_open_fire, own_unit, standing_models, unit_to_activate,
};
use crate::game::engine::refusal::{GeneralMistake, Refusal};
use crate::game::engine::step::{self, StepContext};
use crate::game::engine::unit_fact::Length;
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::phases::drafted::{Drafted, DraftedAction};
use crate::game::phases::shooting::kinds::{FireAt, Moment, Step as ShootingStep};
use crate::game::phases::shooting::{self, kinds::FireMode};
use crate::game::phases::turn;
use crate::game::phases::turn::kinds::Step as TurnStep;
use crate::game::placement::{Placed, check_coherency, check_overlaps, check_place};
use crate::game::prompt::Offer;
use crate::game::terms::terms_of;
use crate::rules::action::Action;
use crate::rules::ids::{Side, UnitId};
use crate::rules::measures::Place;
use crate::rules::movement::allowance::MoveTerms;
use crate::rules::movement::going::Going;
use crate::rules::movement::path_length;
use crate::rules::salvo::Manner;
use crate::table::walk::Walk;
use kinds::{AdvanceUnit, AnnounceDouble, AtTheDouble, Mistake, ModelMove, OpenFire, Sequence};

/// Common part of orders that move a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::game) struct UnitMove<'a> {
    /// Action of the move.
    pub action: Action,
    /// The unit.
    pub unit: UnitId,
    /// Models that move or turn; the others stay as they are.
    pub moves: &'a [ModelMove],
}

impl Order {
    /// The action with which an order moves a unit, the unit, and the moves; `None` for one that moves nobody yet.
    fn unit_move(&self) -> Option<UnitMove<'_>> {
        let (action, unit, moves) = match self {
            Self::AdvanceUnit(AdvanceUnit { unit, moves, .. }) => (Action::Advance, unit, moves),
            Self::AtTheDouble(AtTheDouble { unit, moves }) => (Action::AtTheDouble, unit, moves),
            Self::OpenFire(OpenFire { unit, moves, .. }) => (Action::OpenFire, unit, moves),
            Self::AnnounceDouble(_) => return None,
        };
        Some(UnitMove { action, unit: *unit, moves })
    }

    /// Targets of its fire, and the manner.
    fn fire(&self) -> (&[FireAt], Manner) {
        match self {
            Self::OpenFire(order) => (&order.fire, Manner::OpenFire),
            Self::AdvanceUnit(order) => (&order.fire, Manner::Advance),
            Self::AtTheDouble(_) | Self::AnnounceDouble(_) => (&[], Manner::AfterRunning),
        }
    }

    /// Whether it is an Advance that fires before it moves.
    fn fires_first(&self) -> bool {
        matches!(self, Self::AdvanceUnit(AdvanceUnit { sequence: Sequence::FireFirst, .. }))
    }
}

pub(in crate::game) fn check(
    view: View,
    player: Side,
    order: &Order,
    choice: AnyChoice,
) -> Option<Result<(), Refusal>> {
    match (order, choice) {
        (Order::AnnounceDouble(order), choice) if turn::is_act(choice) => {
            Some(unit_to_activate(view, player, order.unit).map(drop))
        }
        (Order::AtTheDouble(_), AnyChoice::Moving(Choice::Run { unit }))
        | (Order::AdvanceUnit(_), AnyChoice::Moving(Choice::MoveAfterFiring { unit })) => {
            Some(check_asked(view, player, order, unit))
        }
        (order, choice) if turn::is_act(choice) => Some(check_action(view, player, order)),
        _ => None,
    }
}

pub(in crate::game) fn resolve(world: &mut World, order: Order, decision: Decision) -> Result {
    match order {
        Order::AnnounceDouble(order) => step::run(world, resolve_announcement, (order, decision)),
        Order::AdvanceUnit(_) | Order::AtTheDouble(_) | Order::OpenFire(_) => {
            step::run(world, resolve_unit_move, (order, decision))
        }
    }
}

pub(in crate::game) fn run(world: &mut World, step: Step) -> Result {
    match step {
        Step::OfferRun { unit } => step::run(world, offer::offer, Choice::Run { unit }),
        Step::OfferMove { unit } => step::run(world, offer::offer, Choice::MoveAfterFiring { unit }),
    }
}

pub(in crate::game) fn offers(_: View, unit: UnitId) -> Vec<Offer> {
    let still = |action| Some((action, AnyOrder::of_move(action, unit, Vec::new())?));
    let mut offers: Vec<Offer> = [Action::Advance, Action::OpenFire].into_iter().filter_map(still).collect();
    offers.insert(1, (Action::AtTheDouble, AnnounceDouble { unit }.into()));
    offers
}

pub(in crate::game) fn acting(order: &Order) -> Option<UnitId> {
    match order {
        Order::AnnounceDouble(order) => Some(order.unit),
        Order::AdvanceUnit(AdvanceUnit { unit, .. })
        | Order::AtTheDouble(AtTheDouble { unit, .. })
        | Order::OpenFire(OpenFire { unit, .. }) => Some(*unit),
    }
}

pub(in crate::game) fn drafted(order: &Order) -> Option<Drafted<'_>> {
    let UnitMove { action, unit, moves } = order.unit_move()?;
    let (fire, sequence) = match order {
        Order::OpenFire(OpenFire { fire, .. }) => (&fire[..], Sequence::default()),
        Order::AdvanceUnit(AdvanceUnit { fire, sequence, .. }) => (&fire[..], *sequence),
        Order::AtTheDouble(_) | Order::AnnounceDouble(_) => (&[][..], Sequence::default()),
    };
    let drafted = DraftedAction::still(unit, action).moving(moves).firing(fire);
    Some(Drafted::Action(DraftedAction { sequence, ..drafted }))
}

/// The order of an action that moves a unit; `None` for other actions.
pub(in crate::game) fn order_of(drafted: DraftedAction) -> Option<AnyOrder> {
    let DraftedAction { unit, sequence, .. } = drafted;
    let is = |action| drafted.action == action;
    let (moves, fire) = (drafted.moves.into_owned(), drafted.fire.into_owned());
    if is(Action::Advance) {
        Some(AdvanceUnit { unit, moves, fire, sequence }.into())
    } else if is(Action::AtTheDouble) {
        Some(AtTheDouble { unit, moves }.into())
    } else {
        is(Action::OpenFire).then(|| OpenFire { unit, moves, fire }.into())
    }
}

/// Whether the unit may be activated, move and fire so.
///
/// Rule: ACT-1, ACT-2, ACT-4, RE-1.
fn check_action(view: View, player: Side, order: &Order) -> Result<(), Refusal> {
    let moved = order.unit_move().ok_or_else(|| no_move(player))?;
    let unit = unit_to_activate(view, player, moved.unit)?;
    if moved.action == Action::OpenFire {
        check_may_open_fire(view, moved.unit)?;
    }
    if order.fires_first() && !moved.moves.is_empty() {
        return Err(Refusal::new(Mistake::MovesAfterFire).about(moved.unit));
    }
    check_move(view, unit, moved)?;
    // Last: a run that would be refused anyway need not be announced to learn so.
    if moved.action == Action::AtTheDouble {
        return shooting::snap_fire::check_announced(view, moved.unit);
    }
    let (fire, manner) = order.fire();
    shooting::check_fire(view, moved.unit, (moved.moves, fire), FireMode::of(unit, manner))
}

/// Whether the unit whose paths are asked for in the middle of its action may move so.
///
/// Rule: RE-1, ACT-2.
pub(in crate::game) fn check_asked(
    view: View,
    player: Side,
    order: &Order,
    asked: UnitId,
) -> Result<(), Refusal> {
    let moved = order.unit_move().ok_or_else(|| no_move(player))?;
    let unit = own_unit(view, player, moved.unit)?;
    check_is_asked(moved.unit, asked)?;
    if order.fires_first() || !order.fire().0.is_empty() {
        return Err(Refusal::new(GeneralMistake::HasFired).about(asked));
    }
    check_move(view, unit, moved)
}

/// The refusal of an order without a move where one is needed.
fn no_move(player: Side) -> Refusal {
    Refusal::new(GeneralMistake::NoMove { player })
}

/// Whether the unit may move so.
///
/// Rule: ACT-1, ACT-2, ACT-4.
fn check_move(view: View, unit: UnitView, order: UnitMove) -> Result<(), Refusal> {
    let terms = terms_of(view, unit, order.action).unwrap_or(MoveTerms::STILL);
    check_move_on(view, unit, order, &terms)
}

/// Whether the unit may move so on certain terms.
///
/// Rule: MOV-1, MOV-4, COH-1, FAC-2.
pub(in crate::game) fn check_move_on(
    view: View,
    unit: UnitView,
    order: UnitMove,
    terms: &MoveTerms,
) -> Result<(), Refusal> {
    let models =
        standing_models(view, order.unit, order.moves.iter().map(|one| one.model), ["TURN-3", "MOV-1"])?;
    for (model, one) in models.iter().zip(order.moves) {
        check_path(view, *model, terms, &one.path)?;
    }
    check_end(view, unit, order)?;
    turning::check(view, unit, order)
}

/// Holds where the unit would stand afterwards against the table and its models.
///
/// Rule: MOV-4, COH-1, COH-3.
fn check_end(view: View, unit: UnitView, order: UnitMove) -> Result<(), Refusal> {
    let placed: Vec<Placed> = view.standing(unit.id).map(|model| (model, end_of(model, order))).collect();
    let moved =
        |placed: &&Placed| order.moves.iter().any(|one| one.model == placed.0.id && goes(placed.0, one));
    if !placed.iter().any(|one| moved(&one)) {
        return Ok(());
    }
    for one in placed.iter().filter(moved) {
        check_place(view, *one)?;
    }
    check_overlaps(view, unit.id, &placed)?;
    let leader = view.leader(unit.id).map(|leader| leader.id);
    let leader = placed.iter().position(|(model, _)| Some(model.id) == leader).unwrap_or(0);
    check_coherency(view, unit, &placed, leader)
}

/// Whether a model leaves its place at all, if only to come back to it.
///
/// Rule: COH-3.
fn goes(model: ModelView, one: &ModelMove) -> bool {
    one.path.iter().any(|corner| *corner != model.pose.at)
}

/// Final position of a model after the order.
fn end_of(model: ModelView, order: UnitMove) -> Place {
    let one = order.moves.iter().find(|one| one.model == model.id);
    one.and_then(|one| one.path.last()).copied().unwrap_or(model.pose.at)
}

/// Announced · snap fire before · paths, move, turn; the rest follows the move.
///
/// Rule: RE-1, TURN-3.
fn resolve_announcement(In((order, decision)): In<(AnnounceDouble, Decision)>, mut cx: StepContext) {
    let unit = order.unit;
    cx.facts.push(UnitFact::UnitActivated { unit, action: Action::AtTheDouble });
    cx.agenda.ask(decision);
    cx.agenda.push(TurnStep::FinishAction { unit });
    cx.agenda.push(Step::OfferRun { unit });
    cx.agenda.push(ShootingStep::OfferSnapFire { at: unit, moment: Moment::BeforeMove });
}

/// Moves and turns the models in the order of the command, and says what comes next.
///
/// Rule: ACT-1, ACT-2, ACT-4, TURN-3, FAC-2.
fn resolve_unit_move(In((order, decision)): In<(Order, Decision)>, mut cx: StepContext) -> Result {
    let moved = order.unit_move().ok_or("a move runs with an order that moves nobody")?;
    let view = cx.roster.view();
    if turn::is_act(decision.choice) {
        cx.facts.push(UnitFact::UnitActivated { unit: moved.unit, action: moved.action });
        cx.agenda.ask(decision);
        cx.agenda.push(TurnStep::FinishAction { unit: moved.unit });
    }
    move_models(view, moved.moves, &mut cx.facts)?;
    push_rest(view, &order, moved, &mut cx.agenda);
    Ok(())
}

/// Moves and turns models in the order in which they are named.
///
/// # Errors
/// The moves were not accepted.
pub(in crate::game) fn move_models(view: View, moves: &[ModelMove], facts: &mut Facts) -> Result {
    for one in moves {
        let model = view.model(one.model).ok_or("an accepted move names an unknown model")?;
        if goes(model, one) {
            facts.push(model_moved(view, model, &one.path)?);
        }
        if one.facing != model.pose.facing {
            facts.push(UnitFact::ModelTurned { model: one.model, facing: one.facing });
        }
    }
    Ok(())
}

/// Adds the steps that follow a unit's move.
///
/// Rule: ACT-1, ACT-2, RE-1, ACT-4.
fn push_rest(view: View, order: &Order, moved: UnitMove, agenda: &mut Agenda) {
    let unit = moved.unit;
    if moved.action == Action::AtTheDouble {
        let ran = view.standing(unit).any(|model| end_of(model, moved) != model.pose.at);
        let start = view.leader(unit).filter(|_| ran).map(|leader| leader.pose.at);
        agenda.push(ShootingStep::OfferFire { unit, turning: shooting::turning_after_run(start) });
        agenda.push(ShootingStep::OfferSnapFire { at: unit, moment: Moment::AfterMove });
        return;
    }
    if order.fires_first() {
        agenda.push(Step::OfferMove { unit });
    }
    let (fire, manner) = order.fire();
    let Some(from) = view.unit(unit) else { return };
    let mode = FireMode::of(from, manner);
    match fire {
        [] => {}
        // One target is divided among nobody.
        [only] => agenda.push(mode.salvo(unit, only.clone())),
        more => agenda.push(ShootingStep::DivideFire { unit, fire: more.to_vec(), mode }),
    }
}

/// That a model moved along a path that was accepted.
///
/// # Errors
/// It was not: nothing bears somewhere on it.
pub(in crate::game) fn model_moved(view: View, model: ModelView, path: &[Place]) -> Result<UnitFact> {
    let walk = view.terrain().walk(model.mover(), model.pose.at, path);
    let walk = walk.map_err(|_| "an accepted path leads where nothing bears")?;
    let length = Length(path_length(model.pose.at, path));
    let path = std::iter::once(model.pose.at).chain(path.iter().copied()).collect();
    Ok(UnitFact::ModelMoved { model: model.id, path, length, going: hardest(&walk) })
}

/// The hardest ground of a path: slow and difficult may come from two pieces.
///
/// Rule: GO-5.
pub fn hardest(walk: &Walk) -> Going {
    match (walk.first_slow().is_some(), walk.first_difficult().is_some()) {
        (true, true) => Going::SlowAndDifficult,
        (true, false) => Going::Slow,
        (false, true) => Going::Difficult,
        (false, false) => Going::Clear,
    }
}
