//! Targets by keys: the enemies that a draft's unit can be ordered to fire at, the nearest first.

use super::draft::Draft;
use super::draft_check::check;
use crate::game::engine::battle::Battle;
use crate::rules::ids::{ModelId, UnitId};
use crate::table::plane::distance;

/// The next one, or the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Cycle {
    Next,
    Previous,
}

/// The nearest model of every enemy unit that the battle lets a draft fire at, by distance.
pub(super) fn in_order(battle: &Battle, draft: &Draft) -> Vec<ModelId> {
    let view = battle.view();
    let from = draft.middle();
    let away = |model: ModelId| {
        view.model(model).map_or(f64::INFINITY, |model| distance(model.pose.at.ground(), from))
    };
    let may_fire_at = |at: ModelId| {
        let mut aimed = draft.clone();
        aimed.fire.clear();
        aimed.aim(at);
        check(battle, &aimed).is_some_and(|checked| checked.answer.is_ok())
    };
    let enemies = view.units().filter(|unit| unit.id.side != draft.unit.side);
    let nearest = enemies.filter_map(|enemy| {
        let models = view.standing(enemy.id).map(|model| model.id);
        models.min_by(|a, b| away(*a).total_cmp(&away(*b)))
    });
    let mut found: Vec<ModelId> = nearest.filter(|at| may_fire_at(*at)).collect();
    found.sort_by(|a, b| away(*a).total_cmp(&away(*b)));
    found
}

/// The unit that a draft fires at.
pub(super) fn aimed_at(draft: Option<&Draft>) -> Option<UnitId> {
    let fire = &draft?.fire;
    fire.marked.map(|model| model.unit).or_else(|| fire.targets().next())
}

/// The target after the present one; `None` after the last.
pub(super) fn next(targets: &[ModelId], now: Option<UnitId>, cycle: Cycle) -> Option<ModelId> {
    let place = now.and_then(|now| targets.iter().position(|at| at.unit == now));
    let next = match (place, cycle) {
        (None, Cycle::Next) => 0,
        (None, Cycle::Previous) => targets.len() - 1,
        (Some(place), Cycle::Next) => place + 1,
        (Some(place), Cycle::Previous) => place.checked_sub(1)?,
    };
    targets.get(next).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_gone_through_in_order() {
        let targets = ["B2.1", "B1.4", "B3.2"].map(|model| model.parse::<ModelId>().unwrap());
        for (now, cycle, expected, case) in [
            (None, Cycle::Next, Some("B2.1"), "the nearest first"),
            (Some("B2"), Cycle::Next, Some("B1.4"), "then the next"),
            (Some("B3"), Cycle::Next, None, "after the last none"),
            (None, Cycle::Previous, Some("B3.2"), "backwards from the last"),
            (Some("B1"), Cycle::Previous, Some("B2.1"), "the one before"),
            (Some("B2"), Cycle::Previous, None, "before the first none"),
            (Some("B9"), Cycle::Next, Some("B2.1"), "one that can no longer be fired at"),
        ] {
            let now = now.map(|unit: &str| unit.parse().unwrap());
            let expected = expected.map(|model: &str| model.parse().unwrap());
            assert_eq!(next(&targets, now, cycle), expected, "{case}");
        }
    }
}
