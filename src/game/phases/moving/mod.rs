//! Actions that move a unit along paths: Advance, At The Double, and Open Fire's
//! adjustment. Whom they fire at is `shooting`'s to check and to roll.

pub(in crate::game) mod path;
mod turning;

use bevy::prelude::{IntoScheduleConfigs, IntoSystem, Res, ResMut, Result, Schedule};

pub use path::check_path;

use crate::game::engine::agenda::{Agenda, Choice, Current, Moment, Step};
use crate::game::engine::check::{own_unit, standing_models, unit_to_activate};
use crate::game::engine::command::{AdvanceUnit, ModelMove, Order, Sequence, UnitMove};
use crate::game::engine::fact::{Fact, Facts, Length};
use crate::game::engine::refusal::{Reason, Refusal};
use crate::game::engine::step::{Systems, note_failure};
use crate::game::engine::view::{ModelView, Roster, UnitView, View};
use crate::game::phases::fall_back;
use crate::game::phases::shooting::{self, aim::Way};
use crate::game::placement::{Placed, check_coherency, check_overlaps, check_place};
use crate::rules::action::Action;
use crate::rules::ids::{Side, UnitId};
use crate::rules::measures::Place;
use crate::rules::movement::allowance::{MoveTerms, move_terms};
use crate::rules::movement::going::Going;
use crate::rules::movement::path_length;
use crate::table::walk::Walk;

pub(in crate::game) fn plugin(schedule: &mut Schedule) {
    schedule.add_systems(resolve_unit_move.pipe(note_failure).run_if(moving).in_set(Systems::Move));
}

fn moving(current: Res<Current>) -> bool {
    matches!(&current.0, Some(Step::Resolve { order, .. }) if order.unit_move().is_some())
}

/// Whether the unit may be activated, move and fire so.
///
/// Rule: ACT-1, ACT-2, ACT-4, RE-1.
pub(in crate::game) fn check(view: View, player: Side, order: &Order) -> Result<(), Refusal> {
    let moved = order.unit_move().ok_or_else(|| no_move(player))?;
    let unit = unit_to_activate(view, player, moved.unit)?;
    if let Order::AdvanceUnit(AdvanceUnit { sequence: Sequence::FireFirst, .. }) = order
        && !moved.moves.is_empty()
    {
        let text = format!("{} fires first: its moves are chosen after its fire", moved.unit);
        return Err(Refusal::new(Reason::MovesAfterFire, "ACT-2", text).of_unit(moved.unit));
    }
    check_move(view, unit, moved)?;
    // Last: a run that would be refused anyway need not be announced to learn so.
    if moved.action == Action::AtTheDouble {
        return shooting::reaction::check_announced(view, moved.unit);
    }
    let (fire, manner) = shooting::fire_of(order);
    shooting::check_fire(view, moved.unit, (moved.moves, fire), Way::of(unit, manner))
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
    if moved.unit != asked {
        return Err(shooting::other_unit(moved.unit, asked));
    }
    let fires_first = matches!(order, Order::AdvanceUnit(AdvanceUnit { sequence: Sequence::FireFirst, .. }));
    if fires_first || !shooting::fire_of(order).0.is_empty() {
        let text = format!("{asked} has fired: now it only moves");
        return Err(Refusal::new(Reason::ActionUnfinished, "ACT-2", text).of_unit(asked));
    }
    check_move(view, unit, moved)
}

/// An order without a move came where one is needed: its player is told so.
fn no_move(player: Side) -> Refusal {
    let text = format!("side {player} has to name a move");
    Refusal::new(Reason::NotNow, "TURN-3", text)
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
    let models = standing_models(view, order.unit, order.moves.iter().map(|one| one.model))?;
    for (model, one) in models.iter().zip(order.moves) {
        check_path(view, *model, terms, &one.path)?;
    }
    check_end(view, unit, order)?;
    turning::check(view, unit, order)
}

/// What an action lets a unit's models do on their way, as far as its player leads them; `None` for actions
/// without a move.
pub fn terms_of(view: View, unit: UnitView, action: Action) -> Option<MoveTerms> {
    if action == Action::FallBack {
        return Some(fall_back::terms_led(view, unit));
    }
    move_terms(action, unit.card.characteristics.movement, &view.setup().ruleset)
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

/// Where a model would stand after the order.
fn end_of(model: ModelView, order: UnitMove) -> Place {
    let one = order.moves.iter().find(|one| one.model == model.id);
    one.and_then(|one| one.path.last()).copied().unwrap_or(model.pose.at)
}

/// Moves and turns the models in the order of the command, and says what comes next.
///
/// Rule: ACT-1, ACT-2, ACT-4, TURN-3, FAC-2.
fn resolve_unit_move(
    current: Res<Current>,
    roster: Roster,
    mut agenda: ResMut<Agenda>,
    mut facts: ResMut<Facts>,
) -> Result {
    let Some(Step::Resolve { order, decision }) = &current.0 else {
        return Err("a move runs without its order".into());
    };
    let moved = order.unit_move().ok_or("a move runs with an order that moves nobody")?;
    let view = roster.view();
    if decision.choice == Choice::Act {
        facts.push(Fact::UnitActivated { unit: moved.unit, action: moved.action });
        agenda.push(Step::Decide(*decision));
        agenda.push(Step::Finish { unit: moved.unit });
    }
    tell_moves(view, moved.moves, &mut facts)?;
    go_on(view, order, moved, &mut agenda);
    Ok(())
}

/// Moves and turns models in the order in which they are named.
///
/// # Errors
/// The moves were not accepted.
pub(in crate::game) fn tell_moves(view: View, moves: &[ModelMove], facts: &mut Facts) -> Result {
    for one in moves {
        let model = view.model(one.model).ok_or("an accepted move names an unknown model")?;
        if goes(model, one) {
            facts.push(model_moved(view, model, &one.path)?);
        }
        if one.facing != model.pose.facing {
            facts.push(Fact::ModelTurned { model: one.model, facing: one.facing });
        }
    }
    Ok(())
}

/// What follows a unit's move.
///
/// Rule: ACT-1, ACT-2, RE-1, ACT-4.
fn go_on(view: View, order: &Order, moved: UnitMove, agenda: &mut Agenda) {
    let unit = moved.unit;
    if moved.action == Action::AtTheDouble {
        let ran = view.standing(unit).any(|model| end_of(model, moved) != model.pose.at);
        let start = view.leader(unit).filter(|_| ran).map(|leader| leader.pose.at);
        agenda.push(Step::OfferFire { unit, turning: shooting::turning_after_run(start) });
        agenda.push(Step::OfferSnapFire { at: unit, moment: Moment::AfterMove });
        return;
    }
    if matches!(order, Order::AdvanceUnit(AdvanceUnit { sequence: Sequence::FireFirst, .. })) {
        agenda.push(Step::OfferMove { unit });
    }
    let (fire, manner) = shooting::fire_of(order);
    let Some(from) = view.unit(unit) else { return };
    let turning = Way::of(from, manner).turning;
    match fire {
        [] => {}
        // One target is divided among nobody.
        [only] => agenda.push(Step::Salvo { unit, fire: only.clone(), manner, turning, begun: Vec::new() }),
        more => agenda.push(Step::DivideFire { unit, fire: more.to_vec(), manner, turning }),
    }
}

/// That a model moved along a path that was accepted.
///
/// # Errors
/// It was not: nothing bears somewhere on it.
pub(in crate::game) fn model_moved(view: View, model: ModelView, path: &[Place]) -> Result<Fact> {
    let walk = view.terrain().walk(model.mover(), model.pose.at, path);
    let walk = walk.map_err(|_| "an accepted path leads where nothing bears")?;
    let length = Length(path_length(model.pose.at, path));
    let path = std::iter::once(model.pose.at).chain(path.iter().copied()).collect();
    Ok(Fact::ModelMoved { model: model.id, path, length, going: hardest(&walk) })
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
