//! Places from which a unit hits a target more easily.

use super::Targets;
use crate::ai::goals::{around, nearest_of};
use crate::ai::places::place_for;
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::measure::Mark;
use crate::game::sight::sight_with_overrides;
use crate::rules::ids::UnitId;
use crate::rules::measures::Place;
use crate::table::shape::Point;

/// How many targets are considered.
const FIRED_AT: usize = 2;

/// The place within a step from which a unit's leader hits a target better than from where it stands, and that target.
/// Only leaders look, at the targets' nearest models.
pub(super) fn place_to_fire(
    view: View,
    unit: UnitView,
    step: f64,
    targets: &Targets,
) -> Option<(UnitId, Point)> {
    let leader = view.leader(unit.id)?;
    let mut best: Option<(f64, UnitId, Point)> = None;
    for target in targets.keys().take(FIRED_AT) {
        let mark = Mark::Model(nearest_of(view, *target, leader)?.id);
        let chance = |at: Place| chance_to_hit(view, leader, at, &mark);
        let now = chance(leader.pose.at);
        for at in around(leader, step) {
            let Some(place) = place_for(view, leader, at) else { continue };
            let gain = chance(place) - now;
            if gain > best.map_or(0.0, |(best, ..)| best + 1e-9) {
                best = Some((gain, *target, at));
            }
        }
    }
    best.map(|(_, target, at)| (target, at))
}

/// The chance of a leader's shot from a place; 0 where it is barred. A shot into the flank counts more where the target is
/// worse armoured there.
fn chance_to_hit(view: View, leader: ModelView, at: Place, target: &Mark) -> f64 {
    let seen = sight_with_overrides(view, &Mark::Model(leader.id), target, &[(leader.id, at)]);
    let Some(seen) = seen.ok().and_then(|seen| seen.into_iter().next()) else { return 0.0 };
    let Some(enemy) = view.unit(seen.to.unit).filter(|_| seen.shot.barred.is_none()) else { return 0.0 };
    let armour = f64::from(enemy.card.armour_in(seen.shot.arc)).max(1.0);
    seen.shot.roll.chance() * f64::from(enemy.card.characteristics.armour).max(1.0) / armour
}
