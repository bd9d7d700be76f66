//! The gate: whether a command is allowed now. The same function answers the
//! battle itself, the window's ghost and a computer player.

use crate::game::engine::agenda::{Choice, Decision};
use crate::game::engine::command::{Command, Order};
use crate::game::engine::refusal::{Reason, Refusal};
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::leadership::has_to_fall_back;
use crate::game::phases::{deploy, fall_back, get_down, moving, shooting, turn};
use crate::rules::ids::{ModelId, Side, UnitId};

/// Whether a command is allowed; if not, the first reason why.
///
/// # Errors
/// The refusal, with rule, measured value and spot.
pub fn check(view: View, decision: Option<Decision>, command: &Command) -> Result<(), Refusal> {
    let decision = decision.ok_or_else(|| {
        Refusal::new(Reason::BattleOver, "TURN-6", "the battle is over: its last round has been played")
    })?;
    if command.player != decision.player {
        return Err(not_your_decision(command.player, decision));
    }
    match decision.choice {
        Choice::PlaceUnit { .. } => match &command.order {
            Order::DeployUnit(order) => deploy::check(view, command.player, order),
            _ => Err(not_now(decision.choice)),
        },
        Choice::Act => check_action(view, command.player, &command.order),
        choice => check_answer(view, command.player, &command.order, choice),
    }
}

/// What a player may do who is to activate a unit.
///
/// Rule: TURN-3.
fn check_action(view: View, player: Side, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::OnMyTarget(order) => shooting::check_on_my_target(view, player, order),
        Order::AnnounceDouble(order) => shooting::check_announcement(view, player, order),
        Order::GetDown(order) => get_down::check(view, player, order),
        Order::FallBack(order) => fall_back::check(view, player, order),
        Order::EndPhase => turn::check_end_phase(view, player),
        Order::AdvanceUnit(_) | Order::AtTheDouble(_) | Order::OpenFire(_) => {
            moving::check(view, player, order)
        }
        Order::DeployUnit(_) | Order::SnapFire(_) | Order::FireAfterRunning(_) | Order::HoldFire => {
            Err(not_now(Choice::Act))
        }
    }
}

/// What a player may answer who is asked in the middle of an action.
///
/// Rule: RE-1, ACT-2, ACT-4, ACT-7 (failed), TURN-3 (an action is played out whole).
fn check_answer(view: View, player: Side, order: &Order, choice: Choice) -> Result<(), Refusal> {
    match (order, choice) {
        (Order::AtTheDouble(_), Choice::Run { unit })
        | (Order::AdvanceUnit(_), Choice::MoveAfterFiring { unit }) => {
            moving::check_asked(view, player, order, unit)
        }
        (Order::SnapFire(order), Choice::SnapFire { at, .. }) => {
            shooting::reaction::check(view, player, order, at)
        }
        (Order::FireAfterRunning(order), Choice::FireAfterRunning { unit, turning }) => {
            shooting::check_fire_after_running(view, player, order, (unit, turning))
        }
        (Order::FallBack(order), Choice::FallBack { unit }) => {
            fall_back::check_asked(view, player, order, unit)
        }
        (Order::HoldFire, Choice::SnapFire { .. } | Choice::FireAfterRunning { .. }) => Ok(()),
        _ => Err(not_now(choice)),
    }
}

/// Rule: TURN-1 (the player whose turn it is), MIS-2 (order of placing only).
fn not_your_decision(player: Side, decision: Decision) -> Refusal {
    let (rule, waits_for) = match decision.choice {
        Choice::PlaceUnit { .. } => ("MIS-2", "to place a unit".to_owned()),
        Choice::Act => ("TURN-1", "in his own turn".to_owned()),
        choice => ("TURN-3", waits_for(choice)),
    };
    let text =
        format!("side {player} cannot choose now: the battle waits for side {} {waits_for}", decision.player);
    Refusal::new(Reason::NotYourDecision, rule, text)
}

/// What a player is asked, as "to …".
fn waits_for(choice: Choice) -> String {
    match choice {
        Choice::PlaceUnit { .. } => "to place a unit".to_owned(),
        Choice::Act => "to activate a unit".to_owned(),
        Choice::Run { unit } => format!("to choose the paths of {unit}, which runs"),
        Choice::SnapFire { at, moment } => {
            format!("to snap fire at {at} {}, or to hold fire", shooting::reaction::when(moment))
        }
        Choice::FireAfterRunning { unit, .. } => {
            format!("to fire with {unit} after its run, or to hold fire")
        }
        Choice::FallBack { unit } => format!("to say how {unit} falls back"),
        Choice::MoveAfterFiring { unit } => format!("to move {unit}, which has fired"),
    }
}

/// Rule: MIS-2 (placing units in turn), TURN-3.
fn not_now(choice: Choice) -> Refusal {
    match choice {
        Choice::PlaceUnit { .. } => Refusal::new(
            Reason::NotNow,
            "MIS-2",
            "a unit has to be placed first: units are still being deployed",
        ),
        Choice::Act => Refusal::new(
            Reason::NotNow,
            "TURN-3",
            "nothing is to be placed or answered now: activate a unit or end the phase",
        ),
        choice => {
            let text = format!("an action is not finished: the battle waits {}", waits_for(choice));
            Refusal::new(Reason::NotNow, "TURN-3", text)
        }
    }
}

/// The player's own unit of that id.
///
/// Rule: TURN-3 (a player picks a unit of his own), MIS-7 (a force is its list of units).
pub(in crate::game) fn own_unit<'a>(
    view: View<'a>,
    player: Side,
    id: UnitId,
) -> Result<UnitView<'a>, Refusal> {
    let unit = view.unit(id).ok_or_else(|| {
        Refusal::new(Reason::UnknownUnit, "MIS-7", format!("there is no unit {id} in this battle"))
            .of_unit(id)
    })?;
    if id.side != player {
        let text = format!("{id} belongs to side {}, not to side {player}", id.side);
        return Err(Refusal::new(Reason::NotYourUnit, "TURN-3", text).of_unit(id));
    }
    Ok(unit)
}

/// The player's own unit, if it may be activated.
///
/// Rule: TURN-3, SUP-4 (no action).
pub(in crate::game) fn unit_to_activate<'a>(
    view: View<'a>,
    player: Side,
    id: UnitId,
) -> Result<UnitView<'a>, Refusal> {
    let unit = unit_yet_to_act(view, player, id)?;
    if has_to_fall_back(view, unit) {
        let text = format!("{id} is suppressed: it may not act, it has to fall back");
        return Err(Refusal::new(Reason::Suppressed, "SUP-4", text).of_unit(id));
    }
    Ok(unit)
}

/// The player's own unit, if it is on the table and has not acted, suppressed or not.
///
/// Rule: TURN-3.
pub(in crate::game) fn unit_yet_to_act<'a>(
    view: View<'a>,
    player: Side,
    id: UnitId,
) -> Result<UnitView<'a>, Refusal> {
    let unit = own_unit(view, player, id)?;
    let refuse = |reason, text: String| Err(Refusal::new(reason, "TURN-3", text).of_unit(id));
    if view.standing(id).next().is_none() {
        return refuse(Reason::UnitNotOnTable, format!("{id} has no model on the table"));
    }
    if unit.activity.acted {
        return refuse(Reason::AlreadyActed, format!("{id} has already acted in this turn"));
    }
    Ok(unit)
}

/// The models an order names: each of the unit, each once.
///
/// Rule: BAS-9 (models of a card), MOV-1.
pub(in crate::game) fn named_models<'a>(
    view: View<'a>,
    unit: UnitId,
    named: impl Iterator<Item = ModelId>,
) -> Result<Vec<ModelView<'a>>, Refusal> {
    let mut seen: Vec<ModelView> = Vec::new();
    for id in named {
        let refuse = |reason, rule, text: String| Err(Refusal::new(reason, rule, text).of_model(id));
        if id.unit != unit {
            return refuse(Reason::ModelOfAnotherUnit, "TURN-3", format!("{id} is no model of {unit}"));
        }
        let Some(model) = view.model(id) else {
            return refuse(Reason::UnknownModel, "BAS-9", format!("{unit} has no model {}", id.number));
        };
        if seen.iter().any(|other| other.id == id) {
            return refuse(Reason::ModelTwice, "MOV-1", format!("{id} is named twice"));
        }
        seen.push(model);
    }
    Ok(seen)
}

/// As [`named_models`], and each of them on the table.
pub(in crate::game) fn standing_models<'a>(
    view: View<'a>,
    unit: UnitId,
    named: impl Iterator<Item = ModelId>,
) -> Result<Vec<ModelView<'a>>, Refusal> {
    let models = named_models(view, unit, named)?;
    match models.iter().find(|model| !model.stands()) {
        Some(gone) => {
            let text = format!("{} is not on the table", gone.id);
            Err(Refusal::new(Reason::ModelNotOnTable, "BAS-6", text).of_model(gone.id))
        }
        None => Ok(models),
    }
}
