//! Choices of a player before units are placed: a table edge, and in Broken Arrow the units that deploy.

use bevy_ecs::prelude::{In, Result};

use super::kinds::{Choice, ChooseUnits, Fact, Mistake, PickZone};
use crate::game::engine::agenda::Decision;
use crate::game::engine::query::own_unit;
use crate::game::engine::refusal::Refusal;
use crate::game::engine::step::StepContext;
use crate::game::engine::view::View;
use crate::rules::ids::{Side, UnitId};
use crate::rules::mission::deployed_count;

/// Asks for an edge. Where units already stand the zones are the level's.
///
/// Rule: MIS-2, MIS-3.
pub(super) fn offer_zones(In(player): In<Side>, mut cx: StepContext) {
    let view = cx.roster.view();
    if Side::BOTH.into_iter().all(|side| view.standing_of(side).next().is_none()) {
        cx.agenda.ask(Decision { player, choice: Choice::PickZone.into() });
    }
}

/// Rule: MIS-2.
pub(super) fn resolve_zone(In((order, decision)): In<(PickZone, Decision)>, mut cx: StepContext) {
    cx.facts.push(Fact::ZonePicked { player: decision.player, zone: order.zone });
}

/// The units of a side that are not on the table, in id order.
pub(super) fn off_table(view: View, side: Side) -> Vec<UnitId> {
    view.units().map(|unit| unit.id).filter(|unit| unit.side == side && view.waits(*unit)).collect()
}

/// Asks a player which units deploy; where it is none or all of them there is nothing to choose.
///
/// Rule: MIS-3.
pub(super) fn offer_units(In(player): In<Side>, mut cx: StepContext) {
    let view = cx.roster.view();
    let units = off_table(view, player);
    let count = deployed_count(units.len(), &view.setup().ruleset.mission);
    match count {
        0 if units.is_empty() => {}
        0 => cx.facts.push(Fact::UnitsChosen { player, deploy: Vec::new(), reserves: units }),
        all if all == units.len() => {}
        _ => cx.agenda.ask(Decision { player, choice: Choice::ChooseUnits.into() }),
    }
}

/// Whether a player may choose these units.
///
/// Rule: MIS-3.
pub(super) fn check(view: View, player: Side, order: &ChooseUnits) -> Result<(), Refusal> {
    for (index, id) in order.deploy.iter().enumerate() {
        let unit = own_unit(view, player, *id)?;
        if !view.waits(unit.id) {
            return Err(Refusal::new(Mistake::OnTable).about(*id));
        }
        if order.deploy[..index].contains(id) {
            return Err(Refusal::new(Mistake::UnitTwice).about(*id));
        }
    }
    let units = off_table(view, player).len();
    let count = deployed_count(units, &view.setup().ruleset.mission);
    let chosen = order.deploy.len();
    if chosen == count { Ok(()) } else { Err(Refusal::new(Mistake::UnitCount { count, units, chosen })) }
}

/// Rule: MIS-3.
pub(super) fn resolve_units(In((order, decision)): In<(ChooseUnits, Decision)>, mut cx: StepContext) {
    let player = decision.player;
    let units = off_table(cx.roster.view(), player);
    let (deploy, reserves) = units.into_iter().partition(|unit| order.deploy.contains(unit));
    cx.facts.push(Fact::UnitsChosen { player, deploy, reserves });
}
