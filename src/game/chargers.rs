//! Who may come into close combat with a unit by his next action, foreseen by the paths and the links of the rules.

use super::engine::view::{ModelView, UnitView, View};
use super::phases::close_combat::link::is_linked_at;
use super::plan::ModelPlanner;
use crate::rules::action::Action;
use crate::rules::basics::gap;
use crate::rules::ids::UnitId;
use crate::rules::measures::Place;

/// Actions by which a unit comes nearer.
const ACTIONS: [Action; 2] = [Action::AtTheDouble, Action::Advance];

/// Ends that are tried around a model: directions, the one to the mover first, and gaps as shares of the reach of close combat.
const DIRECTIONS: u32 = 24;
const GAPS: [f64; 4] = [0.98, 0.66, 0.33, 0.02];

/// The enemy units that are not suppressed and may end a move where close combat with a unit follows, by id. Each model is taken by
/// itself, free of coherency with its own unit: none is left out that could charge.
///
/// Rule: CC-1, ACT-2, ACT-4, SUP-4.
pub fn chargers(view: View, unit: UnitId) -> Vec<UnitId> {
    let enemies = view.units().filter(|other| other.id.side != unit.side && !other.morale.suppressed());
    enemies.filter(|enemy| may_charge(view, *enemy, unit)).map(|enemy| enemy.id).collect()
}

fn may_charge(view: View, enemy: UnitView, unit: UnitId) -> bool {
    let reach = view.allowance().farthest(view.setup().ruleset.close_combat.reach);
    let by = |action: Action| {
        view.standing(enemy.id).any(|model| {
            let Some(planner) = ModelPlanner::new(view, model, action) else { return false };
            let far = view.allowance().farthest(planner.terms().allowance) + reach;
            let near = view.standing(unit).filter(|target| gap(model.disc(), target.disc()) <= far);
            let near: Vec<ModelView> = near.collect();
            if near.is_empty() {
                return false;
            }
            let trees = planner.path_trees();
            let links = |target: &ModelView, end: Place| {
                is_linked_at(view, (model, end), (*target, target.pose.at)) && trees.reaches(end)
            };
            near.iter().any(|target| ends(view, (model, *target), reach).any(|end| links(target, end)))
        })
    };
    ACTIONS.into_iter().any(by)
}

/// Places of a model from which another may be in reach: its own, then those around the other.
fn ends<'a>(
    view: View<'a>,
    (model, target): (ModelView<'a>, ModelView<'a>),
    reach: f64,
) -> impl Iterator<Item = Place> + use<'a> {
    let ([x, y], [from_x, from_y]) = (target.pose.at.ground(), model.pose.at.ground());
    let toward = libm::atan2(from_y - y, from_x - x);
    let bases = model.card.base.radius() + target.card.base.radius();
    let around = GAPS.into_iter().flat_map(move |share| {
        (0..DIRECTIONS).filter_map(move |step| {
            let angle = toward + f64::from(step) / f64::from(DIRECTIONS) * std::f64::consts::TAU;
            let (sine, cosine) = libm::sincos(angle);
            let far = bases + share * reach;
            let at = [x + far * cosine, y + far * sine];
            let height = view.terrain().height_near(at, target.pose.at.z);
            Place::from_inches(at[0], at[1], height.inches()).ok()
        })
    });
    std::iter::once(model.pose.at).chain(around)
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::battle::Battle;
    use crate::game::engine::dice::Dice;
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::rules::measures::Thou;

    fn battle() -> Battle {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let data = DataFolder::find(Some(root)).unwrap();
        let level = root.join("tests/games/runners.ron").display().to_string();
        Battle::new(Arc::new(load_level(&level, &data, None).unwrap()), Dice::seeded(7)).unwrap().0
    }

    /// The battle with one unit of a side somewhere else, its models in a row along x from there, and all others far away.
    fn charges(gap: f64, hits: u8) -> bool {
        let mut battle = battle();
        let (a, b): (UnitId, UnitId) = ("A1".parse().unwrap(), "B1".parse().unwrap());
        let base = |id: UnitId| battle.view().unit(id).unwrap().card.base.radius();
        let between = gap + base(a) + base(b);
        let mut snapshot = battle.snapshot();
        for model in &mut snapshot.models {
            let row = i32::from(model.id.number) * 1500;
            let (x, y) = match model.id.unit {
                unit if unit == a => (0, row),
                unit if unit == b => ((between * 1000.0) as i32, row),
                unit => (-60_000, 4_000 * i32::from(unit.number) + row),
            };
            model.pose.at = Place { x: Thou(x), y: Thou(y), ..model.pose.at };
        }
        snapshot.units.iter_mut().filter(|unit| unit.id == b).for_each(|unit| unit.hit_die = hits);
        battle.restore(&snapshot).unwrap();
        chargers(battle.view(), a).contains(&b)
    }

    /// Rule: CC-1, ACT-4, SUP-4. On open ground a unit runs twice its Mv, and is in close combat within the reach of it.
    #[test]
    fn who_may_run_into_close_combat_is_foreseen() {
        let battle = battle();
        let view = battle.view();
        let unit = view.unit("B1".parse().unwrap()).unwrap();
        let run = 2.0 * f64::from(unit.card.characteristics.movement);
        let reach = view.setup().ruleset.close_combat.reach;
        for (gap, hits, expected, reason) in [
            (2.0, 0, true, "in reach where it stands"),
            (run + reach - 0.5, 0, true, "just within a run and the reach"),
            (run + reach + 0.5, 0, false, "just beyond"),
            (2.0, 1, false, "a suppressed unit has no action"),
        ] {
            assert_eq!(charges(gap, hits), expected, "{gap}: {reason}");
        }
    }
}
