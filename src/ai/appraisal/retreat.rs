//! Where a unit would fall back from a place, and who watches the way.

use super::{Term, TermKind, Threat, per_model, worth};
use crate::ai::proposals::place_for;
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::phases::fall_back::covered;
use crate::game::phases::fall_back::retreat::{
    ModelEnd, ModelRetreat, Reachability, Retreat, RetreatOutcome,
};
use crate::rules::falling_back::{Forced, Occasion, forced, limits};
use crate::rules::measures::Place;
use crate::rules::sight::state;
use crate::table::plane::{distance, points_on_rings};
use crate::table::shape::Point;

/// Below this chance nobody asks.
const UNLIKELY: f64 = 0.03;

/// What share of a unit's points it costs to end in view of the enemy, to rout, and to be destroyed.
const IN_VIEW: f64 = 0.25;
const ROUT: f64 = 0.5;
const DESTROYED: f64 = 1.0;

/// How far off cover to fall back into is sought, as shares of the way between the limits of the move, and in how many
/// directions.
const SHARES: [f64; 4] = [0.0, 0.25, 0.5, 1.0];
const DIRECTIONS: usize = 16;

/// The chance that a unit is forced back from where it stands, times what that would cost it. Where it would go takes
/// long to find, so that only the leader looks for cover.
pub(super) fn term(view: View, unit: UnitView, threats: &[Threat]) -> Option<Term> {
    let stays = threats.iter().map(|threat| 1.0 - threat.chance * threat.harm.falls_back).product::<f64>();
    let chance = 1.0 - stays;
    if chance < UNLIKELY {
        return None;
    }
    let rules = &view.setup().ruleset.basics;
    let is_destroyed = forced(view.strength(unit.id), Occasion::Action, rules) == Forced::Destroyed;
    let (cost, says) = match is_destroyed {
        true => (DESTROYED, "it would be destroyed"),
        false if cover_behind(view, view.leader(unit.id)?) => (0.0, "it would find cover"),
        false => (IN_VIEW, "it would find no cover near by"),
    };
    Some(Term {
        kind: TermKind::Retreat,
        points: -chance * cost * worth(view, unit),
        says: format!("forced back, {says}"),
        amount: chance,
    })
}

/// Whether there is a place within the limits of a fall back that no enemy's leader sees well and that is nearer to a
/// leader than to any enemy; how it gets there is left open.
///
/// Rule: FB-2, FB-4 (within its limits).
fn cover_behind(view: View, leader: ModelView) -> bool {
    let [low, high] = limits(leader.card.characteristics.movement, &view.setup().ruleset).open;
    let from = leader.pose.at.ground();
    let enemies: Vec<Point> =
        view.standing_of(leader.id.unit.side.other()).map(|enemy| enemy.pose.at.ground()).collect();
    let watchers = view.units().filter(|enemy| enemy.id.side != leader.id.unit.side);
    let watchers: Vec<ModelView> = watchers.filter_map(|enemy| view.leader(enemy.id)).collect();
    let is_covered = |at: Place| {
        watchers.iter().all(|watcher| {
            let seen = view.terrain().sighting(&watcher.sight_body(), &leader.sight_body_at(at));
            state(&seen, &view.setup().ruleset.sight, view.allowance()) >= covered(view)
        })
    };
    let rings = SHARES.map(|share| low + share * (high - low));
    points_on_rings(from, rings, DIRECTIONS).any(|at| {
        let way = distance(from, at);
        enemies.iter().all(|enemy| distance(*enemy, at) > way)
            && place_for(view, leader, at).is_some_and(|place| {
                view.terrain().check_room(place, leader.mover()).is_ok() && is_covered(place)
            })
    })
}

/// What a fall back costs a unit by itself, in points, and in words that follow "it".
pub(in crate::ai) fn way_back(view: View, unit: UnitView, retreat: &Retreat) -> (f64, String) {
    let lost = |one: &&ModelRetreat| matches!(one.end, ModelEnd::Lost { .. });
    let lost = retreat.outcome.retreats().iter().filter(lost).count();
    let (of_lost, of_all) = (lost as f64 * per_model(unit), worth(view, unit));
    match &retreat.outcome {
        RetreatOutcome::Destroyed => (DESTROYED * of_all, "it would be destroyed".to_owned()),
        RetreatOutcome::Rout { .. } if lost == 0 => (ROUT * of_all, "it would rout".to_owned()),
        RetreatOutcome::Rout { .. } => (of_lost + ROUT * of_all, format!("it would rout and lose {lost}")),
        _ if lost > 0 => (of_lost, format!("it would lose {lost} on the way")),
        RetreatOutcome::FallBack { safe_position, .. }
            if safe_position.reachability == Reachability::TooFar =>
        {
            (IN_VIEW * of_all, "it would still be in view".to_owned())
        }
        _ => (0.0, "its way back is unwatched".to_owned()),
    }
}
