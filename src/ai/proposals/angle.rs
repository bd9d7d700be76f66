//! Places from which a unit hits a target more easily.

use super::Targets;
use crate::ai::goals::{around, nearest_of};
use crate::ai::places::{outposts, place_for};
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::measure::Mark;
use crate::game::sight::sight_with_overrides;
use crate::rules::ids::UnitId;
use crate::rules::measures::Place;
use crate::table::shape::Point;

/// Smaller differences are those of arithmetic.
const NOTICED_GAIN: f64 = 1e-9;

/// How many targets are considered, the nearest.
const FIRED_AT: usize = 2;

/// The place within a step from which a unit hits a target better than from where it stands, and that target. Its outposts look, all
/// moved as the leader is, each at the model of the target that is nearest to it.
pub(super) fn place_to_fire(
    view: View,
    unit: UnitView,
    step: f64,
    targets: &Targets,
) -> Option<(UnitId, Point)> {
    let leader = view.leader(unit.id)?;
    let outposts = outposts(view, unit.id);
    let mut near: Vec<(&UnitId, &f64)> = targets.iter().collect();
    near.sort_by(|a, b| a.1.total_cmp(b.1).then(a.0.cmp(b.0)));
    let mut best: Option<(f64, UnitId, Point)> = None;
    for (target, _) in near.into_iter().take(FIRED_AT) {
        let marks: Vec<(ModelView, Mark)> = outposts
            .iter()
            .filter_map(|model| Some((*model, Mark::Model(nearest_of(view, *target, *model)?.id))))
            .collect();
        let now: f64 =
            marks.iter().map(|(model, mark)| chance_to_hit(view, *model, model.pose.at, mark)).sum();
        let [x, y] = leader.pose.at.ground();
        for at in around(leader, step) {
            let moved = |model: &ModelView| {
                let [from_x, from_y] = model.pose.at.ground();
                place_for(view, *model, [from_x + at[0] - x, from_y + at[1] - y])
            };
            let chance =
                |(model, mark): &(ModelView, Mark)| Some(chance_to_hit(view, *model, moved(model)?, mark));
            let Some(then) = marks.iter().map(chance).sum::<Option<f64>>() else { continue };
            let gain = then - now;
            if gain > best.map_or(0.0, |(best, ..)| best) + NOTICED_GAIN {
                best = Some((gain, *target, at));
            }
        }
    }
    best.map(|(_, target, at)| (target, at))
}

/// The chance of a model's shot from a place; 0 where it is barred. A shot into the flank counts more where the target is
/// worse armoured there.
fn chance_to_hit(view: View, model: ModelView, at: Place, target: &Mark) -> f64 {
    let seen = sight_with_overrides(view, &Mark::Model(model.id), target, &[(model.id, at)]);
    let Some(seen) = seen.ok().and_then(|seen| seen.into_iter().next()) else { return 0.0 };
    let Some(enemy) = view.unit(seen.to.unit).filter(|_| seen.shot.barred.is_none()) else { return 0.0 };
    let armour = f64::from(enemy.card.armour_in(seen.shot.arc)).max(1.0);
    seen.shot.roll.chance() * f64::from(enemy.card.characteristics.armour).max(1.0) / armour
}
