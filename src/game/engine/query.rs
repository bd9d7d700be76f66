//! The units and models that an order names, or why it may not name them.

use super::refusal::{General, Refusal};
use super::view::{ModelView, UnitView, View};
use crate::game::leadership::has_to_fall_back;
use crate::rules::ids::{ModelId, Side, UnitId};

/// The player's own unit of that id.
///
/// Rule: TURN-3 (a player picks a unit of his own), MIS-7.
pub(in crate::game) fn own_unit<'a>(
    view: View<'a>,
    player: Side,
    id: UnitId,
) -> Result<UnitView<'a>, Refusal> {
    let unit = view.unit(id).ok_or_else(|| {
        Refusal::new(General::UnknownUnit, "MIS-7", format!("there is no unit {id} in this battle")).about(id)
    })?;
    if id.side != player {
        let text = format!("{id} belongs to side {}, not to side {player}", id.side);
        return Err(Refusal::new(General::NotYourUnit, "TURN-3", text).about(id));
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
        let text = format!("{id} is suppressed: it cannot act and has to fall back");
        return Err(Refusal::new(General::Suppressed, "SUP-4", text).about(id));
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
    let refuse = |reason, text: String| Err(Refusal::new(reason, "TURN-3", text).about(id));
    if view.standing(id).next().is_none() {
        return refuse(General::UnitNotOnTable, format!("{id} has no models on the table"));
    }
    if unit.activity.acted {
        return refuse(General::AlreadyActed, format!("{id} has already acted this turn"));
    }
    check_arrivals_first(view, id)?;
    Ok(unit)
}

/// Units that arrived in this turn act before the others.
///
/// Rule: MIS-3.
fn check_arrivals_first(view: View, id: UnitId) -> Result<(), Refusal> {
    let waits = |arrived: &&UnitId| {
        let unit = view.unit(**arrived).filter(|unit| !unit.activity.acted);
        unit.is_some_and(|unit| view.standing(unit.id).next().is_some())
    };
    let mut arrived = view.arrivals().iter().filter(waits);
    match arrived.next() {
        Some(first) if !view.arrivals().contains(&id) => {
            let text = format!("{first} arrived from reserve: it acts first");
            Err(Refusal::new(General::ArrivalsFirst, "MIS-3", text).about(id))
        }
        _ => Ok(()),
    }
}

/// Refuses Open Fire and On My Target of a unit that may choose neither in this turn: the attacker's in its first, and
/// those that arrived from reserve.
///
/// Rule: ACT-3, MIS-2, MIS-3, MIS-8.
pub(in crate::game) fn check_may_open_fire(view: View, id: UnitId) -> Result<(), Refusal> {
    let setup = view.setup();
    let (rule, text) = if view.arrivals().contains(&id) {
        ("MIS-3", format!("{id} arrived this turn: it may neither Open Fire nor call On My Target"))
    } else if let Some(rule) =
        setup.level.mission.kind.attack_bar(id.side, view.turn(), &setup.ruleset.mission)
    {
        (
            rule.0,
            format!(
                "side {} attacks: for now its units may neither Open Fire nor call On My Target",
                id.side
            ),
        )
    } else {
        return Ok(());
    };
    Err(Refusal::new(General::FireBarred, rule, text).about(id))
}

/// The models an order names: each of the unit, each once by the rule that gives it one thing to do.
///
/// Rule: BAS-9 (models of a card).
pub(in crate::game) fn named_models<'a>(
    view: View<'a>,
    unit: UnitId,
    named: impl Iterator<Item = ModelId>,
    once: &'static str,
) -> Result<Vec<ModelView<'a>>, Refusal> {
    let mut seen: Vec<ModelView> = Vec::new();
    for id in named {
        let refuse = |reason, rule, text: String| Err(Refusal::new(reason, rule, text).about(id));
        if id.unit != unit {
            return refuse(General::ModelOfAnotherUnit, "TURN-3", format!("{id} is not a model of {unit}"));
        }
        let Some(model) = view.model(id) else {
            return refuse(General::UnknownModel, "BAS-9", format!("{unit} has no model {}", id.number));
        };
        if seen.iter().any(|other| other.id == id) {
            return refuse(General::ModelTwice, once, format!("{id} is named twice"));
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
    once: &'static str,
) -> Result<Vec<ModelView<'a>>, Refusal> {
    let models = named_models(view, unit, named, once)?;
    match models.iter().find(|model| !model.stands()) {
        Some(gone) => {
            let text = format!("{} is not on the table", gone.id);
            Err(Refusal::new(General::ModelNotOnTable, "BAS-6", text).about(gone.id))
        }
        None => Ok(models),
    }
}

/// Refuses an order for another unit than the one in the middle of its action.
///
/// Rule: TURN-3 (an action is played out whole).
pub(in crate::game) fn check_is_asked(named: UnitId, asked: UnitId) -> Result<(), Refusal> {
    if named == asked {
        return Ok(());
    }
    let text = format!("{asked} is in the middle of its action: {named} cannot act now");
    Err(Refusal::new(General::ActionUnfinished, "TURN-3", text).about(named))
}
