//! From arcs and exact points to a path as commands store it: straight legs between
//! whole thousandths.

use super::corner::Arc;
use super::patch::Patch;
use super::search::Bend;
use super::{ARC_EXCESS, MOST_CORNERS, Route};
use crate::rules::measures::{Place, Thou};
use crate::rules::movement::path_length;
use crate::table::plane::Leg;
use crate::table::shape::Point;
use crate::table::walk::{Footing, Surface};

/// The path along some bends, hugging their arcs as closely as it takes to be at most `most` inches long; `None` where
/// even that is not close enough, or none whose corners are whole thousandths may be walked.
pub(super) fn route(patch: &Patch, from: Place, to: Place, bends: &[Bend], most: f64) -> Option<Route> {
    let arcs = bends.iter().filter(|bend| bend.arc.is_some()).count();
    let mut excess = ARC_EXCESS;
    while excess * arcs as f64 > ARC_EXCESS {
        excess /= FINER;
    }
    let mut route = legs(patch, from, to, bends, excess)?;
    while route.corners.len() > MOST_CORNERS && excess < 1.0 {
        excess *= 2.0;
        route = legs(patch, from, to, bends, excess)?;
    }
    while route.length > most && excess > ARC_EXCESS / 100.0 {
        excess /= FINER;
        route = legs(patch, from, to, bends, excess)?;
        if route.corners.len() > MOST_CORNERS {
            return None;
        }
    }
    (route.length <= most && patch.routes.allows(from, &route.corners)).then_some(route)
}

/// How many times closer arcs are hugged where they have to be: an arc found free is drawn by legs that were looked at.
const FINER: f64 = 4.0;

/// The path along some bends, longer than each of their arcs by at most `excess` inches, if there is one.
fn legs(patch: &Patch, from: Place, to: Place, bends: &[Bend], excess: f64) -> Option<Route> {
    let mut corners: Vec<Place> = Vec::new();
    let start = patch.routes.terrain.surface_at(from.ground(), from.z);
    let mut before = start;
    for (nth, bend) in bends.iter().enumerate() {
        if let (Some(arc), Some(before)) = (&bend.arc, before) {
            let (hugging, _) = hugging(patch, before, arc, excess)?;
            corners.extend(hugging.into_iter().map(|(point, surface)| stored(point, surface.height)));
        }
        let leg = Leg { from: bend.from, to: bend.at };
        corners.extend(bend.changes.iter().map(|change| on(patch, leg.at(change.at), change.to)));
        before = Some(bend.surface);
        // Where an arc follows, its legs go on in the line of this one.
        if bends.get(nth + 1).is_some_and(|next| next.arc.is_none()) {
            corners.push(on(patch, bend.at, bend.surface));
        }
    }
    corners.push(to);
    corners.retain({
        let mut last = from;
        move |corner| std::mem::replace(&mut last, *corner) != *corner
    });
    Some(Route { length: path_length(from, &corners), corners })
}

/// The surface on which an arc ends that begins on another, if legs that hug it are free.
pub(super) fn end_of(patch: &Patch, start: Surface, arc: &Arc) -> Option<Surface> {
    hugging(patch, start, arc, ARC_EXCESS / FINER).map(|(_, end)| end)
}

/// The corners of free straight legs that hug an arc, longer than it by at most `excess` inches or,
/// where something stands close beside it, by less, and the surface at its end; `None` where none are free.
fn hugging(
    patch: &Patch,
    start: Surface,
    arc: &Arc,
    excess: f64,
) -> Option<(Vec<(Point, Surface)>, Surface)> {
    let mut excess = excess;
    loop {
        // As they will be stored: a hair beside a hill's foot is a step higher or lower.
        let points: Vec<Point> = around(arc, excess).into_iter().map(rounded).collect();
        match walked(patch, start, arc, &points) {
            Some(mut surfaces) => {
                let end = surfaces.pop()?;
                return Some((points.into_iter().zip(surfaces).collect(), end));
            }
            None if excess < ARC_EXCESS / 1000.0 => return None,
            None => excess /= FINER,
        }
    }
}

/// The surfaces at the corners of legs that hug an arc, and at its end, if all of it is free for one
/// who keeps to his level.
fn walked(patch: &Patch, start: Surface, arc: &Arc, corners: &[Point]) -> Option<Vec<Surface>> {
    let (mut at, mut surface) = (arc.from, start);
    let mut surfaces = Vec::with_capacity(corners.len() + 1);
    for &corner in corners.iter().chain(&[arc.at(1.0, 1.0)]) {
        let treads = patch.treads(at, surface, corner);
        let stays = treads.into_iter().find(|tread| tread.changes.is_empty())?;
        (at, surface) = (corner, stays.end);
        surfaces.push(surface);
    }
    Some(surfaces)
}

/// The corners of straight legs that hug an arc from outside, longer than it by at
/// most `excess` inches.
fn around(arc: &Arc, excess: f64) -> Vec<Point> {
    let angle = arc.angle.abs();
    // Two tangents that meet over an angle d are longer than its arc by about r d³ / 12.
    let legs = (arc.radius * angle * angle * angle / (12.0 * excess)).sqrt().ceil().max(1.0);
    let widest = 2.0 * libm::acos(1.0 / (1.0 + arc.bulge / arc.radius));
    let legs = legs.min(MOST_LEGS).max((angle / widest.min(1.2)).ceil());
    let out = 1.0 / libm::cos(angle / legs / 2.0);
    (0..legs as usize).map(|nth| arc.at((nth as f64 + 0.5) / legs, out)).collect()
}

/// Most legs around one arc.
const MOST_LEGS: f64 = 40.0;

/// A corner as it is stored; on open ground at the height there: a hair beside a hill's foot it may be rounded onto it.
fn on(patch: &Patch, at: Point, surface: Surface) -> Place {
    let place = stored(at, surface.height);
    match surface.footing {
        Footing::Ground => Place { z: patch.routes.terrain.ground_height(place.ground()), ..place },
        Footing::Floor { .. } => place,
    }
}

fn stored([x, y]: Point, z: Thou) -> Place {
    let thou = |inches: f64| Thou((inches * 1000.0).round() as i32);
    Place { x: thou(x), y: thou(y), z }
}

/// A point as it is stored: of whole thousandths.
pub(super) fn rounded(at: Point) -> Point {
    stored(at, Thou(0)).ground()
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{FRAC_PI_2, PI};

    use super::*;
    use crate::rules::movement::allowance::SlowGoing;
    use crate::rules::movement::going::Going;
    use crate::table::paths::{DifficultGoing, Others, PathPlanner, Ways};
    use crate::table::piece::Piece;
    use crate::table::sample::{SOLDIER, at, ground, table};
    use crate::table::shape::Shape;

    const GROUND: Surface = Surface { height: Thou(0), footing: Footing::Ground };

    fn on_a_table<T>(pieces: Vec<Piece>, tell: impl FnOnce(&Patch) -> T) -> T {
        let terrain = table(pieces);
        let ways = Ways { slow: SlowGoing::Barred, difficult: DifficultGoing::Avoided };
        let routes = PathPlanner::new(&terrain, SOLDIER, ways, Others::default(), 0.002);
        tell(&Patch::new(&routes, [[-24.0, -24.0], [24.0, 24.0]], ([0.0, 0.0], GROUND)))
    }

    /// Two half circles, one after the other: counter-clockwise round (6, 3), clockwise round (0, 9).
    fn two_turns() -> Vec<Bend> {
        let arc = |centre, from, angle| Arc { centre, radius: 3.0, from, angle, bulge: f64::INFINITY };
        let bend = |from, at, arc| Bend { from, at, surface: GROUND, changes: Vec::new(), arc };
        vec![
            bend([0.0, 0.0], [6.0, 0.0], None),
            bend([6.0, 6.0], [0.0, 6.0], Some(arc([6.0, 3.0], [6.0, 0.0], PI))),
            bend([0.0, 12.0], [6.0, 12.0], Some(arc([0.0, 9.0], [0.0, 6.0], -PI))),
        ]
    }

    /// Rule: MOV-1. Twice 40 legs would hug them closest: more corners than a path may have.
    #[test]
    fn arcs_are_hugged_as_closely_as_the_corners_and_the_length_ask() {
        let (bends, tight) = (two_turns(), 6.0 * PI + 18.0);
        on_a_table(vec![], |patch| {
            let route = |most| route(patch, at(0.0, 0.0, 0.0), at(6.0, 12.0, 0.0), &bends, most);
            for (most, longer, reason) in [
                (100.0, Some(0.04), "as closely as 64 corners let it, where there is room"),
                (tight + 0.03, Some(0.03), "as closely as it must"),
                (tight - 0.01, None, "no path is shorter than its arcs"),
            ] {
                let found = route(most).map(|route| (route.corners.len(), route.length));
                assert_eq!(found.is_some(), longer.is_some(), "{reason}: {found:?}");
                let fits = found.zip(longer).is_none_or(|((corners, length), longer)| {
                    corners <= MOST_CORNERS && length >= tight - 0.001 && length <= tight + longer
                });
                assert!(fits, "{reason}: {found:?}");
            }
        });
    }

    /// Rule: MOV-1. Two quarter circles: all of them together make a path no longer than one alone may.
    #[test]
    fn several_arcs_are_hugged_as_closely_as_one() {
        let arc = |from, centre, angle| Some(Arc { centre, radius: 3.0, from, angle, bulge: f64::INFINITY });
        let bend = |from, at, arc| Bend { from, at, surface: GROUND, changes: Vec::new(), arc };
        let bends = [
            bend([0.0, 0.0], [6.0, 0.0], None),
            bend([9.0, 3.0], [9.0, 9.0], arc([6.0, 0.0], [6.0, 3.0], FRAC_PI_2)),
            bend([12.0, 12.0], [18.0, 12.0], arc([9.0, 9.0], [12.0, 9.0], -FRAC_PI_2)),
        ];
        let tight = 18.0 + 3.0 * PI;
        on_a_table(vec![], |patch| {
            let found = route(patch, at(0.0, 0.0, 0.0), at(18.0, 12.0, 0.0), &bends, 100.0).unwrap();
            // A corner may be rounded by 0.0007 either way.
            assert!((found.length - tight - ARC_EXCESS / 2.0).abs() < ARC_EXCESS / 2.0 + 0.001, "{found:?}");
        });
    }

    /// Rule: GO-4. A path that no rule lets pass is none, whatever the search made of it.
    #[test]
    fn a_path_over_what_bars_it_is_not_given_out() {
        let (from, to) = ([-6.0, 0.0], [6.0, 0.0]);
        let bends = [Bend { from, at: to, surface: GROUND, changes: Vec::new(), arc: None }];
        for (pieces, free) in [(vec![], true), (vec![ground(Going::Impassable)], false)] {
            on_a_table(pieces, |patch| {
                let found = route(patch, at(-6.0, 0.0, 0.0), at(6.0, 0.0, 0.0), &bends, 100.0);
                assert_eq!(found.is_some(), free);
            });
        }
    }

    /// Rule: GO-2. Slow ground that lies round an arc like a collar: legs lie outside the arc, and may
    /// lean into it by 0.003 only.
    #[test]
    fn legs_hug_an_arc_more_closely_where_something_stands_beside_it() {
        let along = |radius: f64| {
            (-20..=20).map(move |nth| {
                let angle = f64::from(nth) * 0.05;
                [radius * libm::cos(angle), radius * libm::sin(angle)]
            })
        };
        let collar = |inner: f64| {
            let corners = along(6.0).chain(along(inner).rev()).collect();
            Piece { footprint: Shape::Polygon(corners), ..ground(Going::Slow) }
        };
        let start = [3.0 * libm::cos(-FRAC_PI_2 / 2.0), 3.0 * libm::sin(-FRAC_PI_2 / 2.0)];
        let arc =
            Arc { centre: [0.0, 0.0], radius: 3.0, from: start, angle: FRAC_PI_2, bulge: f64::INFINITY };
        for (inner, free, reason) in [
            (3.5, true, "far off"),
            (3.01, true, "a hundredth off"),
            (2.9995, true, "so near that legs must hug it to a thousandth"),
            (2.9, false, "over it: no legs are free"),
        ] {
            on_a_table(vec![collar(inner)], |patch| {
                let legs = hugging(patch, GROUND, &arc, 0.5);
                assert_eq!(legs.is_some(), free, "{reason}");
                let corners = legs.map_or(Vec::new(), |(corners, _)| corners);
                let corners: Vec<Point> = corners.into_iter().map(|(corner, _)| corner).collect();
                assert_eq!(!corners.is_empty() && corners.len() <= 40, free, "{reason}: {}", corners.len());
                assert_eq!(free && walked(patch, GROUND, &arc, &corners).is_some(), free, "{reason}");
            });
        }
    }
}
