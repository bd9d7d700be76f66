//! The units and models that an order names, or why it may not name them.

use super::refusal::{GeneralMistake, Refusal};
use super::view::{ModelView, UnitView, View};
use crate::game::leadership::has_to_fall_back;
use crate::rules::ids::{ModelId, Side, UnitId};

/// The unit of that id.
///
/// Rule: MIS-7.
pub(in crate::game) fn known_unit(view: View<'_>, id: UnitId) -> Result<UnitView<'_>, Refusal> {
    view.unit(id).ok_or_else(|| Refusal::new(GeneralMistake::UnknownUnit).about(id))
}

/// The player's own unit of that id.
///
/// Rule: TURN-3 (a player picks a unit of his own), MIS-7.
pub(in crate::game) fn own_unit<'a>(
    view: View<'a>,
    player: Side,
    id: UnitId,
) -> Result<UnitView<'a>, Refusal> {
    let unit = known_unit(view, id)?;
    if id.side != player {
        return Err(Refusal::new(GeneralMistake::NotYourUnit { of: id.side, player }).about(id));
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
        return Err(Refusal::new(GeneralMistake::Suppressed).about(id));
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
    if view.standing(id).next().is_none() {
        return Err(Refusal::new(GeneralMistake::UnitNotOnTable).about(id));
    }
    if unit.activity.acted {
        return Err(Refusal::new(GeneralMistake::AlreadyActed).about(id));
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
            Err(Refusal::new(GeneralMistake::ArrivalsFirst { first: *first }).about(id))
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
    if view.arrivals().contains(&id) {
        return Err(Refusal::new(GeneralMistake::HasJustArrived).about(id));
    }
    let bar = setup.level.mission.kind.attack_bar(id.side, view.turn(), &setup.ruleset.mission);
    bar.map_or(Ok(()), |rule| Err(Refusal::new(GeneralMistake::Attacks { side: id.side, rule }).about(id)))
}

/// The models an order names: each of the unit, by the first rule, and each once, by the second.
///
/// Rule: BAS-9 (models of a card).
pub(in crate::game) fn named_models<'a>(
    view: View<'a>,
    unit: UnitId,
    named: impl Iterator<Item = ModelId>,
    [own, once]: [&'static str; 2],
) -> Result<Vec<ModelView<'a>>, Refusal> {
    let mut seen: Vec<ModelView> = Vec::new();
    for id in named {
        let refuse = |mistake: GeneralMistake| Refusal::new(mistake).about(id);
        if id.unit != unit {
            return Err(refuse(GeneralMistake::ModelOfAnotherUnit { unit, rule: own }));
        }
        let model = view.model(id).ok_or_else(|| refuse(GeneralMistake::UnknownModel { model: id }))?;
        if seen.iter().any(|other| other.id == id) {
            return Err(refuse(GeneralMistake::ModelTwice { rule: once }));
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
    rules: [&'static str; 2],
) -> Result<Vec<ModelView<'a>>, Refusal> {
    let models = named_models(view, unit, named, rules)?;
    match models.iter().find(|model| !model.stands()) {
        Some(gone) => Err(Refusal::new(GeneralMistake::ModelNotOnTable).about(gone.id)),
        None => Ok(models),
    }
}

/// Refuses an order for another unit than the one in the middle of its action.
///
/// Rule: TURN-3 (an action is played out whole).
pub(in crate::game) fn check_is_asked(named: UnitId, asked: UnitId) -> Result<(), Refusal> {
    if named == asked { Ok(()) } else { Err(Refusal::new(GeneralMistake::OtherActs { asked }).about(named)) }
}
