//! The first part of a path: so many inches of it, or as far as the limits and the table allow.

use super::context::RetreatContext;
use super::safe::SafePositionTest;
use crate::game::engine::view::View;
use crate::game::phases::moving::path::check_path;
use crate::rules::falling_back::MoveLimit;
use crate::rules::measures::Place;
use crate::rules::movement::{legs, path_length};

/// Search for the last legal place on a path: backward in steps, then bisection of the last one.
const STEP_INCHES: f64 = 0.01;
const BISECTIONS: usize = 4;

/// As far along a path as the limits and the table allow, to a place where there is room.
///
/// Rule: FB-4 (the last legal place before).
pub(super) fn prefix_within<'a>(
    context: &RetreatContext<'a>,
    path: &[Place],
    has_room: impl Fn(&SafePositionTest<'a>, Place) -> bool,
) -> (Vec<Place>, MoveLimit) {
    let RetreatContext { view, leader, terms, limits, .. } = *context;
    let safety = context.safety.borrow();
    let legal = |length: f64| {
        let part = path_prefix(view, leader.pose.at, path, length)?;
        let ends = part.last().is_some_and(|end| has_room(&safety, *end));
        (ends && check_path(view, leader, &terms, &part).is_ok()).then_some(part)
    };
    let max = limits.open[1].min(path_length(leader.pose.at, path));
    let mut length = max;
    while length > 0.0 {
        let Some(mut part) = legal(length) else {
            length -= STEP_INCHES;
            continue;
        };
        let mut illegal = length + STEP_INCHES;
        for _ in 0..if length < max { BISECTIONS } else { 0 } {
            let middle = (length + illegal) / 2.0;
            match legal(middle) {
                Some(longer) => (length, part) = (middle, longer),
                None => illegal = middle,
            }
        }
        let walk = view.terrain().walk(leader.mover(), leader.pose.at, &part);
        let difficult = walk.is_ok_and(|walk| walk.first_difficult().is_some());
        return (part, if difficult { MoveLimit::Halved } else { MoveLimit::Full });
    }
    (Vec::new(), MoveLimit::Full)
}

/// The first `length` inches of a path.
pub(super) fn path_prefix(view: View, start: Place, path: &[Place], length: f64) -> Option<Vec<Place>> {
    let (mut left, mut part) = (length, Vec::new());
    for (from, to) in legs(start, path) {
        let leg = from.ground_distance(to);
        if left >= leg {
            part.push(to);
            left -= leg;
            continue;
        }
        let ([fx, fy], [tx, ty], share) = (from.ground(), to.ground(), left / leg);
        let at = [fx + share * (tx - fx), fy + share * (ty - fy)];
        let height = view.terrain().arrival_height(from, at)?;
        part.push(Place::from_inches(at[0], at[1], height.inches()).ok()?);
        break;
    }
    Some(part)
}
