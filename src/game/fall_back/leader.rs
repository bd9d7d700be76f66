//! How the leader of a unit falls back.

use super::followers::{Pinned, followers};
use super::retreat::{Course, Haven, Lies, Run, RunEnd};
use super::rout::rout;
use super::safe::Safety;
use super::search::{Found, haven};
use crate::game::fact::Length;
use crate::game::moving::path::check_path;
use crate::game::view::{ModelView, View};
use crate::rules::falling_back::{Limits, Toll, limits};
use crate::rules::measures::{Facing, Place};
use crate::rules::movement::bodies::Body;
use crate::rules::movement::{legs, path_length};

/// Where a unit goes that has to move: toward a safe position, or it routs.
///
/// Rule: FB-2, FB-4, ROU-1.
pub(super) fn course(view: View, leader: ModelView) -> Option<Course> {
    let limits = limits(leader.card.characteristics.movement, &view.setup().ruleset);
    let mut pinned: Vec<Body> = Vec::new();
    loop {
        let Some(found) = haven(view, leader, &limits, &pinned) else {
            return Some(Course::Rout { runs: rout(view, leader)? });
        };
        let run = run(view, leader, &limits, &found, &pinned);
        match followers(view, leader, limits, run.path.last().copied().unwrap_or(leader.pose.at)) {
            Ok(others) => {
                let haven = told(view, leader, found);
                return Some(Course::FallBack { haven, runs: std::iter::once(run).chain(others).collect() });
            }
            // Each is pinned once at most.
            Err(Pinned(model)) => pinned.push(model.body_at(model.pose.at)),
        }
    }
}

fn told(view: View, leader: ModelView, found: Found) -> Haven {
    let watchers = Safety::new(view, leader, &[]).watchers(found.at);
    Haven { at: found.at, length: Length(found.way.length), path: found.way.path, lies: found.lies, watchers }
}

/// The leader's own move: to the position, or as far toward it as he may.
///
/// Rule: FB-4.
fn run(view: View, leader: ModelView, limits: &Limits, found: &Found, pinned: &[Body]) -> Run {
    let (path, toll) = match found.lies {
        Lies::Within | Lies::Nearer | Lies::Here => (found.way.path.clone(), found.way.kind.toll()),
        Lies::Beyond => part_way(view, leader, limits, &found.way.path, pinned),
    };
    let end = path.last().copied().unwrap_or(leader.pose.at);
    let length = Length(path_length(leader.pose.at, &path));
    let facing = facing_at(view, leader, end);
    Run { model: leader.id, path, length, toll, end: RunEnd::Stands { facing }, flight: None }
}

/// In what steps the last legal place on a path is looked for, inches.
const STEP: f64 = 0.01;

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
    let safety = Safety::new(view, leader, pinned);
    let Some(terms) = super::terms(view, leader.id.unit) else { return (Vec::new(), Toll::Whole) };
    let most = limits.open[1].min(path_length(leader.pose.at, path));
    let mut far = most;
    while far > 0.0 {
        let part = part_of(view, leader.pose.at, path, far);
        let legal = part.filter(|part| {
            part.last().is_some_and(|end| safety.has_room(*end))
                && check_path(view, leader, &terms, part).is_ok()
        });
        if let Some(part) = legal {
            let walk = view.terrain().walk(leader.mover(), leader.pose.at, &part);
            let difficult = walk.is_ok_and(|walk| walk.difficult().is_some());
            return (part, if difficult { Toll::Halved } else { Toll::Whole });
        }
        far -= STEP;
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
        let height = view.terrain().height_arrived(from, at)?;
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
