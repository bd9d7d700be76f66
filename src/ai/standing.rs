//! How a battle stands for a side, in points: for plays that end, and for the analysis of a game.

use crate::ai::appraisal::{per_model, stake, stake_at_first, worth};
use crate::ai::values::{on_the_way, points};
use crate::game::engine::battle::Battle;
use crate::game::engine::components::Fate;
use crate::game::engine::view::{UnitView, View};
use crate::game::phases::turn::victory::{holder, points_left};
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

/// Where the points of a battle's standing come from: what a side has more of than the other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Standing {
    /// Units and models that are left.
    pub forces: f64,
    /// Nerve: units that are not suppressed and have no nerve markers.
    pub nerve: f64,
    /// Objectives held, contested, or near.
    pub objectives: f64,
}

/// How a battle stands for a side, by where its points come from. Nobody gains by what no order brings about: units that have not
/// arrived are worth as much as if they stood on the table, objectives as much in every round, and victory, which follows from
/// the rest all at once, is no part.
pub fn standing_in_parts(battle: &Battle, side: Side, judgement: &Judgement) -> Standing {
    let (view, ending) = (battle.view(), &judgement.ending);
    let held: Vec<(&Objective, Hold)> =
        view.objectives().iter().map(|objective| (objective, holder(view, objective))).collect();
    let of = |side: Side| {
        let judged = &judgement.objectives;
        let worth = |(objective, hold): &(&Objective, Hold)| {
            share(view, side, objective, *hold, judged) * stake_at_first(view, side, objective, judged)
        };
        let mut standing = Standing { objectives: held.iter().map(worth).sum(), ..Standing::default() };
        for unit in view.units().filter(|unit| unit.id.side == side) {
            let count =
                |fate: Fate| view.models(unit.id).filter(|model| model.condition.fate == fate).count();
            let (waiting, on_table) = (count(Fate::Waiting), count(Fate::Standing));
            let counted = if waiting > 0 { u32::from(unit.card.points) } else { points_left(view, unit) };
            let counted = f64::from(counted);
            let left = per_model(unit) * (waiting + on_table) as f64;
            standing.forces += ending.tally * counted + (1.0 - ending.tally) * left;
            standing.nerve += (1.0 - ending.tally) * (fit(unit, ending) - 1.0) * left;
        }
        standing
    };
    let (own, other) = (of(side), of(side.other()));
    Standing {
        forces: own.forces - other.forces,
        nerve: own.nerve - other.nerve,
        objectives: own.objectives - other.objectives,
    }
}

/// What share of its points a unit is worth for the nerve that it has left.
fn fit(unit: UnitView, ending: &EndingWorth) -> f64 {
    let shaken = if unit.morale.suppressed() { ending.suppressed } else { 0.0 };
    (1.0 - shaken - ending.nerve_marker * f64::from(unit.morale.nerve_markers)).max(0.0)
}

/// What a side has of the objectives: those it holds, most of those it contests, and the way to the others.
fn objectives(view: View, side: Side, judged: &ObjectiveWorth) -> f64 {
    let worth = |objective: &Objective| {
        let hold = holder(view, objective);
        share(view, side, objective, hold, judged) * stake(view, side, objective, judged)
    };
    view.objectives().iter().map(worth).sum()
}

/// What share of an objective a side has.
fn share(view: View, side: Side, objective: &Objective, hold: Hold, judged: &ObjectiveWorth) -> f64 {
    match hold {
        Hold::Held(holder) if holder == side => 1.0,
        Hold::Contested => judged.contested,
        Hold::Held(_) | Hold::Free => on_the_way(nearest(view, side, objective), judged),
    }
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

    /// What one side gains the other loses in each part; forces and nerve are those of the whole, and objectives are worth less
    /// than late in the battle.
    #[test]
    fn the_parts_are_those_of_the_whole() {
        let battle = mid_battle();
        let [own, other] = Side::BOTH.map(|side| standing_in_parts(&battle, side, &judgement()));
        for (part, mirrored) in
            [(own.forces, other.forces), (own.nerve, other.nerve), (own.objectives, other.objectives)]
        {
            assert!((part + mirrored).abs() < 1e-9, "{part} {mirrored}");
        }
        let view = battle.view();
        let late = 1.0 + f64::from(view.turn().round) / f64::from(view.rounds());
        let whole = own.forces + own.nerve + late * own.objectives;
        assert!((whole - standing(&battle, Side::A, &judgement())).abs() < 1e-9);
        assert!(own.forces != 0.0 && own.objectives != 0.0 && late > 1.0);
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
