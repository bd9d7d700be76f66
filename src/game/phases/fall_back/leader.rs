//! How a unit falls back: its leader toward a safe position, the others after him.

use std::cell::RefCell;

use super::followers::{Ends, Pinned, followers};
use super::retreat::{Reachability, RetreatOutcome, Run, RunEnd, SafePosition};
use super::rout::rout;
use super::safe::SafePositionTest;
use super::search::{Found, haven};
use crate::game::engine::unit_fact::Length;
use crate::game::engine::view::{ModelView, View};
use crate::game::phases::moving::path::check_path;
use crate::rules::falling_back::{Limits, Toll, limits};
use crate::rules::measures::{Facing, Place};
use crate::rules::movement::bodies::Body;
use crate::rules::movement::{legs, path_length};
use crate::rules::ruleset::FallBackProcedure;

/// Where a unit goes that has to move: toward a safe position, or it routs.
///
/// Rule: FB-2, FB-4, ROU-1.
pub(super) fn course(view: View, leader: ModelView) -> Option<RetreatOutcome> {
    match to_haven(view, leader) {
        Some((haven, runs)) => Some(RetreatOutcome::FallBack { haven, runs }),
        None => Some(RetreatOutcome::Rout { runs: rout(view, leader)? }),
    }
}

/// The safe position or the cover a unit makes for, and what everyone does, the leader first; `None` where
/// there is none.
///
/// Rule: FB-4, FB-5, OFB-3.
pub(super) fn to_haven(view: View, leader: ModelView) -> Option<(SafePosition, Vec<Run>)> {
    let limits = limits(leader.card.characteristics.movement, &view.setup().ruleset);
    unless_pinned(|pinned| {
        let found = haven(view, leader, &limits, pinned)?;
        let run = match found.lies {
            Reachability::Within | Reachability::Nearer | Reachability::Here => {
                lead(view, leader, found.way.path.clone(), found.way.kind.toll())
            }
            Reachability::Beyond => toward(view, leader, &found.way.path, pinned),
        };
        let takes_cover = view.setup().ruleset.falling_back.procedure == FallBackProcedure::Outline;
        let safety = takes_cover.then(|| RefCell::new(SafePositionTest::new(view, leader, &[])));
        let ends = safety.as_ref().map_or(Ends::Anywhere, Ends::Covered);
        let others = followers(view, leader, limits, run.end_from(leader.pose.at)?, ends);
        Some(others.map(|others| (told(view, leader, found), std::iter::once(run).chain(others).collect())))
    })
}

/// What a unit does whose leader goes somewhere, once nobody has to stay where he would stand; `None` where he
/// goes nowhere.
pub(super) fn unless_pinned<'a, T>(
    mut goes: impl FnMut(&[Body]) -> Option<Result<T, Pinned<'a>>>,
) -> Option<T> {
    let mut pinned: Vec<Body> = Vec::new();
    loop {
        match goes(&pinned)? {
            Ok(done) => return Some(done),
            // Each is pinned once at most.
            Err(Pinned(model)) => pinned.push(model.body_at(model.pose.at)),
        }
    }
}

fn told(view: View, leader: ModelView, found: Found) -> SafePosition {
    let watchers = SafePositionTest::new(view, leader, &[]).watchers(found.at);
    SafePosition {
        at: found.at,
        length: Length(found.way.length),
        path: found.way.path,
        lies: found.lies,
        watchers,
    }
}

/// The leader's own move along a path that is longer than he can go, or as long: as far as he may.
///
/// Rule: FB-4, OFB-3 (as far as possible).
pub(super) fn toward(view: View, leader: ModelView, path: &[Place], pinned: &[Body]) -> Run {
    let limits = limits(leader.card.characteristics.movement, &view.setup().ruleset);
    let (path, toll) = part_way(view, leader, &limits, path, pinned);
    lead(view, leader, path, toll)
}

/// The leader's own move along a path.
pub(super) fn lead(view: View, leader: ModelView, path: Vec<Place>, toll: Toll) -> Run {
    let end = path.last().copied().unwrap_or(leader.pose.at);
    let length = Length(path_length(leader.pose.at, &path));
    let facing = facing_at(view, leader, end);
    Run { model: leader.id, path, length, toll, end: RunEnd::Stands { facing }, flight: None }
}

/// In what steps the last legal place on a path is looked for, inches, and halvings of the last of them.
const STEP: f64 = 0.01;
const HALVINGS: usize = 4;

/// As far along a path as the limits and the table let him.
///
/// Rule: FB-4 (the last legal place before).
fn part_way(
    view: View,
    leader: ModelView,
    limits: &Limits,
    path: &[Place],
    pinned: &[Body],
) -> (Vec<Place>, Toll) {
    let safety = SafePositionTest::new(view, leader, pinned);
    let Some(terms) = super::terms(view, leader.id.unit) else { return (Vec::new(), Toll::Whole) };
    let legal = |far: f64| {
        let part = part_of(view, leader.pose.at, path, far)?;
        let has_room = part.last().is_some_and(|end| safety.has_room(*end));
        (has_room && check_path(view, leader, &terms, &part).is_ok()).then_some(part)
    };
    let most = limits.open[1].min(path_length(leader.pose.at, path));
    let mut far = most;
    while far > 0.0 {
        let Some(mut part) = legal(far) else {
            far -= STEP;
            continue;
        };
        let mut barred = far + STEP;
        for _ in 0..if far < most { HALVINGS } else { 0 } {
            let middle = (far + barred) / 2.0;
            match legal(middle) {
                Some(longer) => (far, part) = (middle, longer),
                None => barred = middle,
            }
        }
        let walk = view.terrain().walk(leader.mover(), leader.pose.at, &part);
        let difficult = walk.is_ok_and(|walk| walk.first_difficult().is_some());
        return (part, if difficult { Toll::Halved } else { Toll::Whole });
    }
    (Vec::new(), Toll::Whole)
}

/// The first part of a path, so long.
fn part_of(view: View, start: Place, path: &[Place], far: f64) -> Option<Vec<Place>> {
    let (mut left, mut part) = (far, Vec::new());
    for (from, to) in legs(start, path) {
        let length = from.ground_distance(to);
        if left >= length {
            part.push(to);
            left -= length;
            continue;
        }
        let ([fx, fy], [tx, ty], share) = (from.ground(), to.ground(), left / length);
        let at = [fx + share * (tx - fx), fy + share * (ty - fy)];
        let height = view.terrain().arrival_height(from, at)?;
        part.push(Place::from_inches(at[0], at[1], height.inches()).ok()?);
        break;
    }
    Some(part)
}

/// Where a model looks that has fallen back, unless its player turns it: at the nearest enemy.
///
/// Rule: FAC-2.
pub(super) fn facing_at(view: View, model: ModelView, end: Place) -> Facing {
    let enemies = view.standing_of(model.id.unit.side.other()).map(|enemy| enemy.pose.at);
    let nearest = enemies.min_by(|a, b| {
        let far = |at: &Place| (at.ground_distance(end) * 1000.0).round() as i64;
        far(a).cmp(&far(b)).then_with(|| a.cmp(b))
    });
    nearest.and_then(|enemy| Facing::toward(end, enemy)).unwrap_or(model.pose.facing)
}
