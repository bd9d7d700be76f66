//! Flattens a path of arcs and exact points into straight legs between corners in whole thousandths, as
//! commands store it.

use super::search::PathSegment;
use super::search_window::SearchWindow;
use super::tangent_vertex::Arc;
use super::{ARC_EXCESS, MAX_CORNERS, Route};
use crate::plane::Leg;
use crate::shape::Point;
use crate::walk::{Footing, Surface};
use warstrike_rules::measures::{Place, Thou};
use warstrike_rules::movement::path_length;

/// Builds the path along some segments, with its arcs flattened finely enough for a length of at most
/// `max_length` inches. `None` if that cannot be done, or if rounding the corners makes the path illegal.
pub(super) fn route(
    window: &SearchWindow,
    from: Place,
    to: Place,
    segments: &[PathSegment],
    max_length: f64,
) -> Option<Route> {
    let arcs = segments.iter().filter(|segment| segment.arc.is_some()).count();
    let mut excess = ARC_EXCESS;
    while excess * arcs as f64 > ARC_EXCESS {
        excess /= REFINEMENT;
    }
    let mut route = flatten_segments(window, from, to, segments, excess)?;
    while route.corners.len() > MAX_CORNERS && excess < 1.0 {
        excess *= 2.0;
        route = flatten_segments(window, from, to, segments, excess)?;
    }
    while route.length > max_length && excess > ARC_EXCESS / 100.0 {
        excess /= REFINEMENT;
        route = flatten_segments(window, from, to, segments, excess)?;
        if route.corners.len() > MAX_CORNERS {
            return None;
        }
    }
    (route.length <= max_length && window.planner.is_legal(from, &route.corners)).then_some(route)
}

/// The factor of each refinement where arcs must be followed more closely.
const REFINEMENT: f64 = 4.0;

/// The path along some segments with a given fineness: no arc gets longer by more than `excess` inches.
fn flatten_segments(
    window: &SearchWindow,
    from: Place,
    to: Place,
    segments: &[PathSegment],
    excess: f64,
) -> Option<Route> {
    let mut corners: Vec<Place> = Vec::new();
    let mut surface = window.planner.terrain.surface_at(from.ground(), from.z);
    for (index, segment) in segments.iter().enumerate() {
        if let (Some(arc), Some(surface)) = (&segment.arc, surface) {
            let (points, _) = flatten_arc(window, surface, arc, excess)?;
            corners.extend(points.into_iter().map(|(point, surface)| to_place(point, surface.height)));
        }
        let leg = Leg { from: segment.from, to: segment.at };
        corners.extend(segment.changes.iter().map(|change| place_on(window, leg.at(change.at), change.to)));
        surface = Some(segment.surface);
        // If an arc follows, its first leg continues this one in a line.
        if segments.get(index + 1).is_some_and(|next| next.arc.is_none()) {
            corners.push(place_on(window, segment.at, segment.surface));
        }
    }
    corners.push(to);
    corners.retain({
        let mut last = from;
        move |corner| std::mem::replace(&mut last, *corner) != *corner
    });
    Some(Route { length: path_length(from, &corners), corners })
}

/// The surface on which an arc ends that begins on another, if the legs along it are free.
pub(super) fn end_surface(window: &SearchWindow, start: Surface, arc: &Arc) -> Option<Surface> {
    flatten_arc(window, start, arc, ARC_EXCESS / REFINEMENT).map(|(_, end)| end)
}

/// The corners of free straight legs around an arc, longer than it by at most `excess` inches, or by less if
/// something is close beside it; and the surface at its end. `None` if no legs are free.
fn flatten_arc(
    window: &SearchWindow,
    start: Surface,
    arc: &Arc,
    excess: f64,
) -> Option<(Vec<(Point, Surface)>, Surface)> {
    let mut excess = excess;
    loop {
        // Rounded as they will be stored: just beside a hill's edge that may change the height.
        let points: Vec<Point> = circumscribe_arc(arc, excess).into_iter().map(rounded).collect();
        match trace_polyline(window, start, arc, &points) {
            Some(mut surfaces) => {
                let end = surfaces.pop()?;
                return Some((points.into_iter().zip(surfaces).collect(), end));
            }
            None if excess < ARC_EXCESS / 1000.0 => return None,
            None => excess /= REFINEMENT,
        }
    }
}

/// The surfaces at the corners of the legs around an arc, and at its end, if all legs are free without
/// changing level.
fn trace_polyline(
    window: &SearchWindow,
    start: Surface,
    arc: &Arc,
    corners: &[Point],
) -> Option<Vec<Surface>> {
    let (mut at, mut surface) = (arc.from, start);
    let mut surfaces = Vec::with_capacity(corners.len() + 1);
    for &corner in corners.iter().chain(&[arc.at(1.0, 1.0)]) {
        let traversals = window.traversals(at, surface, corner);
        let stays = traversals.into_iter().find(|traversal| traversal.changes.is_empty())?;
        (at, surface) = (corner, stays.end);
        surfaces.push(surface);
    }
    Some(surfaces)
}

/// The corners of straight legs around the outside of an arc, longer than it by at most `excess` inches.
fn circumscribe_arc(arc: &Arc, excess: f64) -> Vec<Point> {
    let angle = arc.angle.abs();
    // Two tangents that span an angle d are longer than its arc by about r d³ / 12.
    let legs = (arc.radius * angle * angle * angle / (12.0 * excess)).sqrt().ceil().max(1.0);
    let max_angle = 2.0 * libm::acos(1.0 / (1.0 + arc.max_bulge / arc.radius));
    let legs = legs.min(MAX_LEGS_PER_ARC).max((angle / max_angle.min(1.2)).ceil());
    let out = 1.0 / libm::cos(angle / legs / 2.0);
    (0..legs as usize).map(|index| arc.at((index as f64 + 0.5) / legs, out)).collect()
}

/// Upper bound of legs around one arc.
const MAX_LEGS_PER_ARC: f64 = 40.0;

/// A corner as it is stored; on open ground with the height there, as rounding may move it onto a hill.
fn place_on(window: &SearchWindow, at: Point, surface: Surface) -> Place {
    let place = to_place(at, surface.height);
    match surface.footing {
        Footing::Ground => Place { z: window.planner.terrain.ground_height(place.ground()), ..place },
        Footing::Floor { .. } => place,
    }
}

fn to_place([x, y]: Point, z: Thou) -> Place {
    let thou = |inches: f64| Thou((inches * 1000.0).round() as i32);
    Place { x: thou(x), y: thou(y), z }
}

/// A point as it is stored: in whole thousandths.
pub(super) fn rounded(at: Point) -> Point {
    to_place(at, Thou(0)).ground()
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{FRAC_PI_2, PI};

    use super::*;
    use crate::paths::{DifficultGoing, GoingPolicy, OtherModels, PathPlanner};
    use crate::piece::Piece;
    use crate::sample::{SOLDIER, at, ground, table};
    use crate::shape::Shape;
    use warstrike_rules::movement::allowance::SlowGoing;
    use warstrike_rules::movement::going::Going;

    const GROUND: Surface = Surface { height: Thou(0), footing: Footing::Ground };

    fn with_window<T>(pieces: Vec<Piece>, run: impl FnOnce(&SearchWindow) -> T) -> T {
        let terrain = table(pieces);
        let policy = GoingPolicy { slow: SlowGoing::Barred, difficult: DifficultGoing::Avoided };
        let planner = PathPlanner::new(&terrain, SOLDIER, policy, OtherModels::default(), 0.002);
        run(&SearchWindow::new(&planner, [[-24.0, -24.0], [24.0, 24.0]], ([0.0, 0.0], GROUND)))
    }

    /// Two half circles, one after the other: counter-clockwise around (6, 3), clockwise around (0, 9).
    fn two_turns() -> Vec<PathSegment> {
        let arc = |centre, from, angle| Arc { centre, radius: 3.0, from, angle, max_bulge: f64::INFINITY };
        let segment = |from, at, arc| PathSegment { from, at, surface: GROUND, changes: Vec::new(), arc };
        vec![
            segment([0.0, 0.0], [6.0, 0.0], None),
            segment([6.0, 6.0], [0.0, 6.0], Some(arc([6.0, 3.0], [6.0, 0.0], PI))),
            segment([0.0, 12.0], [6.0, 12.0], Some(arc([0.0, 9.0], [0.0, 6.0], -PI))),
        ]
    }

    /// Rule: MOV-1. 40 legs for each would be the finest: more corners than a path may have.
    #[test]
    fn arcs_are_flattened_as_finely_as_corners_and_length_demand() {
        let (segments, taut) = (two_turns(), 6.0 * PI + 18.0);
        with_window(vec![], |window| {
            let route =
                |max_length| route(window, at(0.0, 0.0, 0.0), at(6.0, 12.0, 0.0), &segments, max_length);
            for (max_length, excess, reason) in [
                (100.0, Some(0.04), "as finely as 64 corners allow, if the length may be exceeded"),
                (taut + 0.03, Some(0.03), "as finely as necessary"),
                (taut - 0.01, None, "no path is shorter than its arcs"),
            ] {
                let found = route(max_length).map(|route| (route.corners.len(), route.length));
                assert_eq!(found.is_some(), excess.is_some(), "{reason}: {found:?}");
                let fits = found.zip(excess).is_none_or(|((corners, length), excess)| {
                    corners <= MAX_CORNERS && length >= taut - 0.001 && length <= taut + excess
                });
                assert!(fits, "{reason}: {found:?}");
            }
        });
    }

    /// Rule: MOV-1. Two quarter circles together make a path no longer than a single arc may.
    #[test]
    fn several_arcs_share_the_excess_of_one() {
        let arc =
            |from, centre, angle| Some(Arc { centre, radius: 3.0, from, angle, max_bulge: f64::INFINITY });
        let segment = |from, at, arc| PathSegment { from, at, surface: GROUND, changes: Vec::new(), arc };
        let segments = [
            segment([0.0, 0.0], [6.0, 0.0], None),
            segment([9.0, 3.0], [9.0, 9.0], arc([6.0, 0.0], [6.0, 3.0], FRAC_PI_2)),
            segment([12.0, 12.0], [18.0, 12.0], arc([9.0, 9.0], [12.0, 9.0], -FRAC_PI_2)),
        ];
        let taut = 18.0 + 3.0 * PI;
        with_window(vec![], |window| {
            let found = route(window, at(0.0, 0.0, 0.0), at(18.0, 12.0, 0.0), &segments, 100.0).unwrap();
            // A corner may be rounded by 0.0007 either way.
            assert!((found.length - taut - ARC_EXCESS / 2.0).abs() < ARC_EXCESS / 2.0 + 0.001, "{found:?}");
        });
    }

    /// Rule: GO-4. An illegal path is not returned, whatever the search says.
    #[test]
    fn an_illegal_path_is_not_returned() {
        let (from, to) = ([-6.0, 0.0], [6.0, 0.0]);
        let segments = [PathSegment { from, at: to, surface: GROUND, changes: Vec::new(), arc: None }];
        for (pieces, free) in [(vec![], true), (vec![ground(Going::Impassable)], false)] {
            with_window(pieces, |window| {
                let found = route(window, at(-6.0, 0.0, 0.0), at(6.0, 0.0, 0.0), &segments, 100.0);
                assert_eq!(found.is_some(), free);
            });
        }
    }

    /// Rule: GO-2. Slow ground that surrounds an arc like a collar: the legs lie outside the arc, and may
    /// enter the ground by 0.003 only.
    #[test]
    fn arcs_are_flattened_more_finely_beside_an_obstacle() {
        let along = |radius: f64| {
            (-20..=20).map(move |index| {
                let angle = f64::from(index) * 0.05;
                [radius * libm::cos(angle), radius * libm::sin(angle)]
            })
        };
        let collar = |inner: f64| {
            let corners = along(6.0).chain(along(inner).rev()).collect();
            Piece { footprint: Shape::Polygon(corners), ..ground(Going::Slow) }
        };
        let start = [3.0 * libm::cos(-FRAC_PI_2 / 2.0), 3.0 * libm::sin(-FRAC_PI_2 / 2.0)];
        let arc =
            Arc { centre: [0.0, 0.0], radius: 3.0, from: start, angle: FRAC_PI_2, max_bulge: f64::INFINITY };
        for (inner, free, reason) in [
            (3.5, true, "far away"),
            (3.01, true, "a hundredth away"),
            (2.9995, true, "so close that the legs must follow the arc to a thousandth"),
            (2.9, false, "over it: no legs are free"),
        ] {
            with_window(vec![collar(inner)], |window| {
                let legs = flatten_arc(window, GROUND, &arc, 0.5);
                assert_eq!(legs.is_some(), free, "{reason}");
                let corners = legs.map_or(Vec::new(), |(corners, _)| corners);
                let corners: Vec<Point> = corners.into_iter().map(|(corner, _)| corner).collect();
                assert_eq!(!corners.is_empty() && corners.len() <= 40, free, "{reason}: {}", corners.len());
                assert_eq!(
                    free && trace_polyline(window, GROUND, &arc, &corners).is_some(),
                    free,
                    "{reason}"
                );
            });
        }
    }
}
