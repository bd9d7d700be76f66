//! Nerve in close combat: who tests, who takes heart when an enemy breaks, who leaves.

use bevy_ecs::prelude::{In, Result};

use super::groups::{enemies_of, units_in};
use super::kinds::{Choice, Fact, LeftFor, Mistake, Step};
use super::link::is_linked;
use crate::game::engine::agenda::Decision;
use crate::game::engine::fact::{Facts, UnitFact};
use crate::game::engine::query::{known_unit, own_unit};
use crate::game::engine::refusal::Refusal;
use crate::game::engine::step::StepContext;
use crate::game::engine::unit_fact::TestedFor;
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::leadership::hold_test;
use crate::game::phases::fall_back::kinds::Step as FallBackStep;
use crate::rules::basics::{Disc, gap};
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::leadership::markers_shaken_off;
use crate::rules::ruleset::Suppression;

/// The units of a side that have yet to test after this round.
///
/// Rule: CC-7 (each suppressed unit still in the combat; one with no enemy of the combat left within 6 does not).
pub fn yet_to_test(view: View<'_>, combat: u8, side: Side) -> Vec<UnitId> {
    let has_tested = |unit: &UnitView| unit.activity.combat.is_some_and(|its| its.has_tested);
    let is_near = |unit: &UnitView| {
        let enemies = enemies_of(view, unit.id);
        view.standing(unit.id).any(|model| enemies.iter().any(|enemy| is_linked(view, model, *enemy)))
    };
    let tests = |unit: &UnitView| {
        unit.id.side == side && unit.morale.suppressed() && !has_tested(unit) && is_near(unit)
    };
    units_in(view, combat).filter(tests).map(|unit| unit.id).collect()
}

/// Holds the next test of a side, or asks which unit takes it.
///
/// Rule: CC-7 (in its player's order).
pub(super) fn next_test(In((combat, side)): In<(u8, Side)>, mut cx: StepContext) -> Result {
    let view = cx.roster.view();
    match yet_to_test(view, combat, side)[..] {
        [] => Ok(()),
        [only] => test(In(only), cx),
        _ => {
            cx.agenda.push(Step::Tests { combat, side });
            cx.agenda.ask(Decision { player: side, choice: Choice::Test { combat }.into() });
            Ok(())
        }
    }
}

/// Whether a unit may test next.
///
/// Rule: CC-7.
pub(super) fn check(view: View, player: Side, unit: UnitId, combat: u8) -> Result<(), Refusal> {
    own_unit(view, player, unit)?;
    if yet_to_test(view, combat, player).contains(&unit) {
        return Ok(());
    }
    Err(Refusal::new(Mistake::NoTestToTake).about(unit))
}

/// Tests; a unit that fails leaves the combat once its enemies have taken heart.
///
/// Rule: SUP-4 (to go on in close combat), CC-7, ACT-7 (in close combat).
pub(super) fn test(In(id): In<UnitId>, mut cx: StepContext) -> Result {
    let view = cx.roster.view();
    let unit = known_unit(view, id)?;
    let combat = unit.activity.combat.ok_or("a unit tests that is in no combat")?.number;
    let test = hold_test(&mut cx.dice, view, unit, TestedFor::CloseCombat)?;
    let UnitFact::LeadershipTested { faces, nerve, passed, .. } = &test else {
        return Err("a leadership test gives another fact".into());
    };
    let (markers, passed) = (unit.morale.suppression_markers, *passed);
    let removed = markers_shaken_off(faces, *nerve, markers);
    cx.facts.push(test);
    if passed {
        if removed > 0 {
            let left = markers - removed;
            cx.facts.push(UnitFact::SuppressionMarkersRemoved { unit: id, removed, left });
        }
        return Ok(());
    }
    cx.facts.push(Fact::UnitLeftCombat { unit: id, why: LeftFor::FailedTest });
    cx.agenda.push(FallBackStep::LeaveCombat { unit: id });
    let near = view.standing(id).map(|model| model.id).collect();
    cx.agenda.push(Step::TakeHeart { combat, near });
    Ok(())
}

/// Every enemy near a unit that broke drops a nerve marker; those in the combat lose their hit-dice too.
///
/// Rule: CC-7, NRV-3 (when an enemy fails its test in close combat), SUP-5 (by forcing an enemy), CC-10 (markers).
pub(super) fn take_heart(In((combat, near)): In<(u8, Vec<ModelId>)>, mut cx: StepContext) -> Result {
    let view = cx.roster.view();
    let side = near.first().ok_or("nobody broke")?.unit.side.other();
    let broken: Vec<Disc> = near.iter().filter_map(|id| view.model(*id)).map(|model| model.disc()).collect();
    let range = view.setup().ruleset.close_combat.victory_range;
    let is_near = |model: ModelView| {
        broken.iter().any(|disc| view.allowance().at_most(gap(model.disc(), *disc), range))
    };
    for unit in view.units().filter(|unit| unit.id.side == side && view.standing(unit.id).any(is_near)) {
        let fights = unit.activity.combat.is_some_and(|its| its.number == combat);
        push_heart(view, unit, fights, &mut cx.facts);
    }
    Ok(())
}

fn push_heart(view: View, unit: UnitView, fights: bool, facts: &mut Facts) {
    let (id, rules) = (unit.id, &view.setup().ruleset);
    if rules.leadership.suppression == Suppression::Markers {
        let markers = unit.morale.suppression_markers;
        let removed =
            if fights { markers } else { markers.min(rules.close_combat.markers_dropped_by_victory) };
        if removed > 0 {
            facts.push(UnitFact::SuppressionMarkersRemoved { unit: id, removed, left: markers - removed });
        }
        return;
    }
    let left = unit.morale.markers_after(rules.close_combat.markers_dropped_by_victory);
    let dropped = unit.morale.nerve_markers - left;
    if dropped > 0 {
        facts.push(UnitFact::NerveMarkersDropped { unit: id, dropped, left });
    }
    if fights && unit.morale.hit_die > 0 {
        facts.push(UnitFact::HitDieRemoved { unit: id, hits: unit.morale.hit_die });
    }
}
