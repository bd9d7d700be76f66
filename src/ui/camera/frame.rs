//! Framing: the pose from which some points are seen in a part of the picture that no panel covers.

use bevy::prelude::*;

use super::limits::Limits;
use super::pose::{CameraPose, Lens, on_level};

/// Free margin round a framed subject, as a share of the room for it.
pub(crate) const MARGIN_SHARE: f32 = 0.12;
/// From no nearer than this is anything framed, inches.
const NEAREST: f32 = 14.0;
/// An inch that takes fewer pixels than this is too small to make out.
const READABLE: f32 = 9.0;
/// Halvings by which the distance is found.
const STEPS: u32 = 24;

/// The largest rectangle of the picture beside, above or below what covers it.
pub(in crate::ui) fn free_room(free: Rect, covers: &[Rect]) -> Rect {
    covers.iter().fold(free, |room, cover| {
        let cover = cover.intersect(room);
        if cover.is_empty() {
            return room;
        }
        let sides = [
            Rect { max: Vec2::new(cover.min.x, room.max.y), ..room },
            Rect { min: Vec2::new(cover.max.x, room.min.y), ..room },
            Rect { max: Vec2::new(room.max.x, cover.min.y), ..room },
            Rect { min: Vec2::new(room.min.x, cover.max.y), ..room },
        ];
        let area = |rect: &Rect| rect.width().max(0.0) * rect.height().max(0.0);
        sides.into_iter().max_by(|a, b| area(a).total_cmp(&area(b))).unwrap_or(room)
    })
}

/// Whether points are seen in a part of the picture, large enough to be made out.
pub(super) fn is_in_view(points: &[Vec3], pose: &CameraPose, lens: &Lens, room: Rect) -> bool {
    points.iter().all(|point| {
        let distance = pose.eye().distance(*point);
        lens.pixel(pose, *point).is_some_and(|pixel| room.contains(pixel))
            && lens.pixels_per_inch(distance) >= READABLE
    })
}

/// The pose that looks the same way, as near as all the points are still seen in a part of the picture.
pub(crate) fn framed(
    points: &[Vec3],
    from: CameraPose,
    lens: &Lens,
    room: Rect,
    limits: &Limits,
) -> CameraPose {
    let Some(middle) = middle(points) else { return from };
    let inner = Rect::from_center_size(room.center(), room.size() * (1.0 - 2.0 * MARGIN_SHARE));
    let pose_at = |distance: f32| {
        // What lies at the edge of the table cannot always be in the middle of the room.
        limits.keep(centred(CameraPose { distance, ..from }, middle, lens, room.center()))
    };
    let fits = |pose: &CameraPose| {
        points.iter().all(|point| lens.pixel(pose, *point).is_some_and(|pixel| inner.contains(pixel)))
    };
    let (mut near, mut far) = (NEAREST, limits.farthest().max(NEAREST));
    if fits(&pose_at(near)) {
        return pose_at(near);
    }
    for _ in 0..STEPS {
        let between = f32::midpoint(near, far);
        (near, far) = if fits(&pose_at(between)) { (near, between) } else { (between, far) };
    }
    pose_at(far)
}

/// A pose moved over the table until it shows a point at a pixel.
fn centred(pose: CameraPose, point: Vec3, lens: &Lens, pixel: Vec2) -> CameraPose {
    match on_level(lens.ray(&pose, pixel), point.y) {
        Some(shown) => pose.shifted((point - shown).xz()),
        None => pose.shifted(point.xz() - pose.focus),
    }
}

/// The middle of the bounds of some points; `None` of none.
fn middle(points: &[Vec3]) -> Option<Vec3> {
    let first = *points.first()?;
    let (low, high) = points.iter().fold((first, first), |(low, high), at| (low.min(*at), high.max(*at)));
    Some((low + high) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: Rect = Rect { min: Vec2::new(0.0, 50.0), max: Vec2::new(1000.0, 750.0) };
    const LENS: Lens = Lens { free: FREE, slope: 0.36 };
    const LIMITS: Limits = Limits { half: Vec2::new(36.0, 24.0), whole: 90.0 };

    fn pose(yaw: f32, pitch: f32) -> CameraPose {
        CameraPose { focus: Vec2::ZERO, yaw, pitch, distance: 50.0 }
    }

    #[test]
    fn a_panel_leaves_the_largest_part_of_the_picture() {
        for (cover, expected, reason) in [
            (Rect::new(200.0, 60.0, 800.0, 260.0), Rect::new(0.0, 260.0, 1000.0, 750.0), "at the top"),
            (Rect::new(200.0, 600.0, 800.0, 740.0), Rect::new(0.0, 50.0, 1000.0, 600.0), "at the foot"),
            (Rect::new(700.0, 60.0, 990.0, 740.0), Rect::new(0.0, 50.0, 700.0, 750.0), "at the right"),
            (Rect::new(1100.0, 0.0, 1400.0, 900.0), FREE, "beside the picture"),
        ] {
            assert_eq!(free_room(FREE, &[cover]), expected, "{reason}");
        }
        let both = [Rect::new(200.0, 60.0, 800.0, 260.0), Rect::new(0.0, 300.0, 400.0, 750.0)];
        assert_eq!(free_room(FREE, &both), Rect::new(400.0, 260.0, 1000.0, 750.0), "two panels");
    }

    /// Two units at both ends of a street, near together and far apart, from any direction and with a panel over the
    /// picture.
    #[test]
    fn what_is_framed_is_seen_and_no_panel_covers_it() {
        let panel = Rect::new(200.0, 60.0, 800.0, 330.0);
        for points in [
            vec![Vec3::new(10.0, 0.0, 5.0), Vec3::new(11.0, 1.0, 6.0)],
            vec![Vec3::new(-15.0, 0.0, 12.0), Vec3::new(14.0, 6.0, -9.0), Vec3::ZERO],
        ] {
            for covers in [&[][..], &[panel]] {
                for (yaw, pitch) in [(0.0, 1.0), (2.1, 0.7), (-0.8, 1.5)] {
                    let room = free_room(FREE, covers);
                    let framed = framed(&points, pose(yaw, pitch), &LENS, room, &LIMITS);
                    assert_eq!((framed.yaw, framed.pitch), (yaw, pitch));
                    for point in &points {
                        let pixel = LENS.pixel(&framed, *point).unwrap();
                        assert!(room.contains(pixel), "{point} {yaw} {covers:?}: {pixel}, {framed:?}");
                    }
                }
            }
        }
    }

    /// The nearer the points, the nearer the camera; never so near that one base fills the picture.
    #[test]
    fn a_frame_is_as_near_as_it_can_be() {
        let spread = |inches: f32| {
            let points = [Vec3::X * inches, Vec3::NEG_X * inches];
            framed(&points, pose(0.0, 1.0), &LENS, FREE, &LIMITS).distance
        };
        assert_eq!(spread(0.2), NEAREST);
        assert!(spread(8.0) < spread(16.0));
        let width = LENS.pixels_per_inch(spread(16.0)) * 32.0;
        assert!((width / (FREE.width() * (1.0 - 2.0 * MARGIN_SHARE)) - 1.0).abs() < 0.1, "{width}");
    }

    #[test]
    fn what_is_covered_far_away_or_outside_is_not_in_view() {
        let points = [Vec3::ZERO];
        let covered = Rect::new(0.0, 450.0, 1000.0, 750.0);
        assert!(is_in_view(&points, &pose(0.0, 1.0), &LENS, FREE));
        assert!(!is_in_view(&points, &pose(0.0, 1.0), &LENS, covered));
        assert!(!is_in_view(&points, &CameraPose { distance: 300.0, ..pose(0.0, 1.0) }, &LENS, FREE));
        assert!(!is_in_view(&[Vec3::X * 60.0], &pose(0.0, 1.0), &LENS, FREE));
    }
}
