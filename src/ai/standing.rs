//! How a battle stands for a side, in points: for plays that end, and for the analysis of a game.

use crate::ai::appraisal::{stake, worth};
use crate::ai::values::{on_the_way, points};
use crate::game::engine::battle::Battle;
use crate::game::engine::view::{UnitView, View};
use crate::game::phases::turn::victory::holder;
use crate::game::score::score;
use crate::level::judgement_file::{EndingWorth, Judgement, ObjectiveWorth};
use crate::level::scenario::Objective;
use crate::rules::basics::{Disc, gap};
use crate::rules::ids::Side;
use crate::rules::victory::Hold;

/// How a battle stands for a side, points of the forces' cards; the other side stands as much below.
pub fn standing(battle: &Battle, side: Side, judgement: &Judgement) -> f64 {
    let (view, ending) = (battle.view(), &judgement.ending);
    let score = score(view);
    let of = |side: Side| {
        let own = view.units().filter(|unit| unit.id.side == side);
        let left: f64 = own.map(|unit| fit(unit, ending) * worth(view, unit)).sum();
        let tally = f64::from(score.result.tally[side.index()].points);
        ending.tally * tally + (1.0 - ending.tally) * left + objectives(view, side, &judgement.objectives)
    };
    let victory = match (view.result(), score.result.winner) {
        (Some(_), Some(winner)) if winner == side => ending.victory * points(view, side),
        (Some(_), Some(_)) => -ending.victory * points(view, side),
        _ => 0.0,
    };
    of(side) - of(side.other()) + victory
}

/// What share of its points a unit is worth for the nerve that it has left.
fn fit(unit: UnitView, ending: &EndingWorth) -> f64 {
    let shaken = if unit.morale.suppressed() { ending.suppressed } else { 0.0 };
    (1.0 - shaken - ending.nerve_marker * f64::from(unit.morale.nerve_markers)).max(0.0)
}

/// What a side has of the objectives: those it holds, most of those it contests, and the way to the others.
fn objectives(view: View, side: Side, judged: &ObjectiveWorth) -> f64 {
    let share = |objective: &Objective| match holder(view, objective) {
        Hold::Held(holder) if holder == side => 1.0,
        Hold::Contested => judged.contested,
        Hold::Held(_) | Hold::Free => on_the_way(nearest(view, side, objective), judged),
    };
    let worth = |objective: &Objective| share(objective) * stake(view, side, objective, judged);
    view.objectives().iter().map(worth).sum()
}

/// How far the side's nearest unit is from an objective that it could hold, inches.
///
/// Rule: SUP-4 (no capturing while suppressed).
fn nearest(view: View, side: Side, objective: &Objective) -> f64 {
    let place = Disc { at: objective.at, radius: 0.0 };
    let units = view.units().filter(|unit| unit.id.side == side && !unit.morale.suppressed());
    let gaps = units.flat_map(|unit| view.standing(unit.id).map(move |model| gap(model.disc(), place)));
    gaps.fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::components::Pose;
    use crate::game::engine::dice::Dice;
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::rules::measures::Place;

    fn judgement() -> Judgement {
        Judgement::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap()
    }

    fn mid_battle() -> Battle {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = Arc::new(load_level("mid-battle", &data, None).unwrap());
        Battle::new(setup, Dice::seeded(1)).unwrap().0
    }

    #[test]
    fn what_one_side_gains_the_other_loses() {
        let battle = mid_battle();
        let [own, other] = Side::BOTH.map(|side| standing(&battle, side, &judgement()));
        assert!((own + other).abs() < 1e-9, "{own} {other}");
    }

    /// Nearer to an objective is better, and to hold it is best.
    #[test]
    fn the_way_to_an_objective_counts() {
        let battle = mid_battle();
        let view = battle.view();
        let objective = view.objectives().iter().find(|objective| objective.id == "barn-door").unwrap();
        let officer = view.units().find(|unit| unit.id.to_string() == "A4").unwrap().id;
        let at = |south: f64| {
            let model = view.leader(officer).unwrap();
            let [x, y] = objective.at.ground();
            let pose = Pose { at: Place::from_inches(x, y - south, 0.0).unwrap(), ..model.pose };
            let poses = [(model.id, pose)];
            objectives(view.with_poses(&poses), Side::A, &judgement().objectives)
        };
        let [far, near, there] = [at(12.0), at(6.0), at(1.0)];
        assert!(far < near && near < there, "{far} {near} {there}");
    }
}
