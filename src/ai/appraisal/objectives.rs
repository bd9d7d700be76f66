//! What a unit's place means for the objectives.

use super::{Term, TermKind};
use crate::game::engine::view::{UnitView, View};
use crate::rules::basics::{Disc, gap};
use crate::rules::ids::Side;

/// An objective is worth this share of a side's points.
const WORTH: f64 = 1.0 / 6.0;

/// From how far an objective attracts, inches, and what share of its worth it is to be about to reach it.
const ATTRACTS_FROM: f64 = 40.0;
const ON_THE_WAY: f64 = 0.6;

/// What share of an objective is had by standing at it beside the enemy, and by standing at one that a friend holds.
const CONTESTED: f64 = 0.6;
const HELD_BY_A_FRIEND: f64 = 0.15;

/// What share of an objective is left for a unit if a friend is nearer to it.
const FRIEND_IS_NEARER: f64 = 0.45;

pub(super) fn term(view: View, unit: UnitView) -> Option<Term> {
    let points: u32 = own_points(view, unit.id.side);
    let turn = view.turn();
    // What is held late counts more.
    let late = 1.0 + f64::from(turn.round) / f64::from(view.rounds().max(1));
    let worth = WORTH * f64::from(points) * late;
    let terms = view.objectives().iter().map(|objective| {
        let place = Disc { at: objective.at, radius: 0.0 };
        let near = |side: Side| {
            let gaps = view.standing_of(side).map(|model| (gap(model.disc(), place), model.id.unit));
            gaps.min_by(|a, b| a.0.total_cmp(&b.0))
        };
        let own = view.standing(unit.id).map(|model| gap(model.disc(), place)).min_by(f64::total_cmp);
        let own = own.unwrap_or(f64::INFINITY);
        let others = view.standing_of(unit.id.side).filter(|model| model.id.unit != unit.id);
        let friend =
            others.map(|model| gap(model.disc(), place)).min_by(f64::total_cmp).unwrap_or(f64::INFINITY);
        let holding = view.setup().ruleset.mission.holding_distance;
        let enemy_near = near(unit.id.side.other()).is_some_and(|(gap, _)| gap <= holding);
        let name = &objective.id;
        if own <= holding && !unit.morale.suppressed() {
            let (share, says) = match (friend <= holding, enemy_near) {
                (true, _) => (HELD_BY_A_FRIEND, format!("at {name}, with a friend")),
                (false, true) => (CONTESTED, format!("disputes {name}")),
                (false, false) => (1.0, format!("holds {name}")),
            };
            return (share * worth, says);
        }
        let free = if friend <= holding {
            HELD_BY_A_FRIEND
        } else if friend < own {
            FRIEND_IS_NEARER
        } else {
            1.0
        };
        let nearness = (1.0 - own / ATTRACTS_FROM).max(0.0);
        (ON_THE_WAY * free * nearness * worth, format!("{own:.0}″ from {name}"))
    });
    let (points, says) = terms.max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(Term { kind: TermKind::Objectives, points, says })
}

/// The points of all units that a side began with.
fn own_points(view: View, side: Side) -> u32 {
    view.units().filter(|unit| unit.id.side == side).map(|unit| u32::from(unit.card.points)).sum()
}
