//! The views of the whole table: slanted, from straight above, from behind an edge.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;

use super::free_area::free_rectangle;
use super::limits::Limits;
use super::pose::{CameraPose, Lens, SLOPE};
use crate::game::table_edge::TableEdge;
use crate::level::scenario::TableSize;

/// Share of the free rectangle that the table fills.
const FILL: f32 = 0.97;

/// The flattest and the steepest pitch of the slanted views, radians: about 50 degrees, at which one sees figures and not hats,
/// and between which the table fills the picture as well as it can.
const PITCHES: [f32; 2] = [0.84, 0.91];

/// The same for a flat map with counters that lean toward the viewer.
const MAP_PITCHES: [f32; 2] = [0.84, 1.12];

/// A table that is so much deeper than wide is seen from its eastern edge, so that it lies across the picture.
const DEEP: f32 = 1.2;

/// The poster's view: its distance as a share of that of the whole table seen between these pitches, where it looks in half
/// tables, its angles.
const POSTER_WHOLE: [f32; 2] = [0.84, 1.26];
const POSTER_NEARER: f32 = 0.56;
const POSTER_FOCUS: Vec2 = Vec2::new(0.05, 0.12);
const POSTER_YAW: f32 = 0.52;
const POSTER_PITCH: f32 = 0.42;

/// Width that the wooden frame adds to the table at each side, inches.
const FRAME_WIDTH_INCHES: f32 = 1.7;

/// Halvings by which a view is found.
const STEPS: u32 = 24;

/// From straight above, with the near edge at a yaw of quarter turns.
pub(crate) fn top(table: TableSize, free: Rect, yaw: f32) -> CameraPose {
    let distance = top_view_height(seen_at(table, yaw), free);
    CameraPose { focus: Vec2::ZERO, yaw, pitch: FRAC_PI_2, distance }
}

/// From low over the table's right front corner: what is near is large, and the far edge has the room behind it.
pub(crate) fn poster(table: TableSize, free: Rect) -> CameraPose {
    let half = Vec2::new(table.width.inches() as f32, table.depth.inches() as f32) / 2.0;
    let distance = slanted_between(table, free, 0.0, POSTER_WHOLE).distance * POSTER_NEARER;
    CameraPose { focus: half * POSTER_FOCUS, yaw: POSTER_YAW, pitch: POSTER_PITCH, distance }
}

/// At a slant, with the near edge at a yaw of quarter turns, as near as all of the table is seen.
pub(crate) fn slanted(table: TableSize, free: Rect, yaw: f32) -> CameraPose {
    slanted_between(table, free, yaw, PITCHES)
}

/// The same over a flat map: as steeply as fills the picture best, for nothing on it has to be seen from the side.
pub(crate) fn over_map(table: TableSize, free: Rect, yaw: f32) -> CameraPose {
    slanted_between(table, free, yaw, MAP_PITCHES)
}

fn slanted_between(table: TableSize, free: Rect, yaw: f32, [mut flat, mut steep]: [f32; 2]) -> CameraPose {
    let seen = seen_at(table, yaw);
    let mut fit = Fit::of(seen, free, flat);
    for _ in 0..STEPS {
        let pitch = f32::midpoint(flat, steep);
        fit = Fit::of(seen, free, pitch);
        // Seen more steeply, the table is higher in the picture.
        (flat, steep) = if fit.wide > fit.high { (pitch, steep) } else { (flat, pitch) };
    }
    let focus = (Quat::from_rotation_y(yaw) * Vec3::Z * fit.toward).xz();
    CameraPose { focus, yaw, pitch: fit.pitch, distance: fit.distance }
}

/// The yaw from which the whole table is shown at first.
pub(crate) fn home_yaw(table: TableSize) -> f32 {
    if is_deep(table, 0.0) { FRAC_PI_2 } else { 0.0 }
}

/// Whether a table seen at a yaw of quarter turns lies away from the viewer and not across the picture.
pub(crate) fn is_deep(table: TableSize, yaw: f32) -> bool {
    let seen = seen_at(table, yaw);
    seen.depth.inches() as f32 > seen.width.inches() as f32 * DEEP
}

/// The limits over a table.
pub(crate) fn limits(table: TableSize, free: Rect) -> Limits {
    let [width, depth] = [table.width, table.depth].map(|length| length.inches() as f32);
    // Seen from the side, the table is another.
    let views = [0.0, FRAC_PI_2].map(|yaw| slanted(table, free, yaw).distance);
    let above = [0.0, FRAC_PI_2].map(|yaw| top_view_height(seen_at(table, yaw), free));
    let whole = views.into_iter().chain(above).fold(0.0, f32::max);
    Limits { half: Vec2::new(width, depth) / 2.0, whole }
}

/// Height of the top view's camera over the table, inches.
fn top_view_height(table: TableSize, free: Rect) -> f32 {
    let size = Vec2::new(table.width.inches() as f32, table.depth.inches() as f32) + 2.0 * FRAME_WIDTH_INCHES;
    let seen = Vec2::new(free.width() / free.height(), 1.0) * SLOPE * 2.0 * FILL;
    (size.x / seen.x).max(size.y / seen.y)
}

/// Pixel of a point of the table top in the top view of a window of this size; logical pixels from the window's upper left corner.
pub fn top_view_pixel(table: TableSize, window: Vec2, point: [f64; 2]) -> Vec2 {
    pixel_from_above(table, free_rectangle(window), point)
}

/// Pixel of a point of the table top, seen from above, in a picture of this size without panels.
pub fn top_picture_pixel(table: TableSize, picture: Vec2, point: [f64; 2]) -> Vec2 {
    pixel_from_above(table, Rect { min: Vec2::ZERO, max: picture }, point)
}

fn pixel_from_above(table: TableSize, free: Rect, point: [f64; 2]) -> Vec2 {
    let lens = Lens { free, slope: SLOPE };
    let at = crate::ui::axes::in_scene(point, 0.0);
    lens.pixel(&top(table, free, home_yaw(table)), at).unwrap_or(free.center())
}

/// Fit of a slanted camera to all of a table.
struct Fit {
    pitch: f32,
    distance: f32,
    /// Distance before the table's middle, toward the viewer, at which it looks, so that the table is in the middle of the picture.
    toward: f32,
    /// The height and the width of the table in the picture, as slopes from its middle.
    high: f32,
    wide: f32,
}

impl Fit {
    fn of(table: TableSize, free: Rect, pitch: f32) -> Self {
        let half =
            Vec2::new(table.width.inches() as f32, table.depth.inches() as f32) / 2.0 + FRAME_WIDTH_INCHES;
        let aspect = free.width() / free.height();
        let (rise, reach) = (bevy::math::ops::sin(pitch), bevy::math::ops::cos(pitch));
        // How high in the picture, and how wide, an edge of the table is seen from a distance.
        let high = |z: f32, far: f32| z * rise / (far - z * reach);
        let wide = |z: f32, far: f32| half.x / (far - z * reach) / aspect;
        let shift_at = |far: f32| {
            let (mut low, mut up) = (0.0, half.y);
            for _ in 0..STEPS {
                let middle = f32::midpoint(low, up);
                let lopsided = high(half.y - middle, far) + high(-half.y - middle, far) > 0.0;
                (low, up) = if lopsided { (middle, up) } else { (low, middle) };
            }
            low
        };
        let at = |far: f32| {
            let toward = shift_at(far);
            let z = half.y - toward;
            Self { pitch, distance: far, toward, high: high(z, far), wide: wide(z, far) }
        };
        let (mut near, mut far) = (half.y * reach * 1.1, 8.0 * half.x.max(half.y));
        for _ in 0..STEPS {
            let middle = f32::midpoint(near, far);
            let fit = at(middle);
            let fits = fit.high.max(fit.wide) <= SLOPE * FILL;
            (near, far) = if fits { (near, middle) } else { (middle, far) };
        }
        at(far)
    }
}

/// The yaw, radians, at which the camera looks over an edge of the table.
pub(crate) fn yaw_behind([nx, ny, _]: TableEdge) -> f32 {
    bevy::math::ops::atan2(nx as f32, -ny as f32)
}

/// The table as it is seen at a yaw of quarter turns: from the side, its depth lies across.
fn seen_at(table: TableSize, yaw: f32) -> TableSize {
    let is_turned = bevy::math::ops::sin(yaw).abs() > 0.5;
    if is_turned { TableSize { width: table.depth, depth: table.width } } else { table }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::PI;

    use super::*;
    use crate::rules::measures::Thou;

    /// The camera stands behind the edge and looks over it at the table.
    #[test]
    fn the_camera_goes_behind_an_edge() {
        for (edge, expected, name) in [
            ([0.0, -1.0, 15.0], Vec3::Z, "southern"),
            ([0.0, 1.0, 15.0], Vec3::NEG_Z, "northern"),
            ([1.0, 0.0, 22.0], Vec3::X, "eastern"),
            ([-1.0, 0.0, 22.0], Vec3::NEG_X, "western"),
        ] {
            let behind = Quat::from_rotation_y(yaw_behind(edge)) * Vec3::Z;
            assert!(behind.distance(expected) < 1e-5, "{name}: {behind}");
        }
    }

    /// From every side and from above the four corners of the table are in the picture, and the limits allow the view.
    #[test]
    fn the_known_views_show_the_whole_table() {
        for (width, depth) in [(44.0, 30.0), (72.0, 48.0), (24.0, 60.0)] {
            let [width, depth] = [width, depth].map(|length| Thou::from_inches(length).unwrap());
            let table = TableSize { width, depth };
            let free = Rect::new(0.0, 52.0, 1110.0, 760.0);
            let (lens, limits) = (Lens { free, slope: SLOPE }, limits(table, free));
            let slants = [0.0, 1.0, 2.0, 3.0].map(|quarter| slanted(table, free, quarter * FRAC_PI_2));
            for pose in slants.into_iter().chain([0.0, FRAC_PI_2, PI].map(|yaw| top(table, free, yaw))) {
                assert_eq!(limits.keep(pose), pose);
                for (x, z) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
                    let corner = Vec3::new(x * limits.half.x, 0.0, z * limits.half.y);
                    let pixel = lens.pixel(&pose, corner).unwrap();
                    assert!(free.contains(pixel), "{width} × {depth}, yaw {}: {pixel}", pose.yaw);
                }
            }
        }
    }

    /// About 50 degrees: flat enough for faces, steep enough for the far edge.
    #[test]
    fn the_whole_table_is_seen_at_a_slant() {
        for (width, depth) in [(44.0, 30.0), (72.0, 48.0), (24.0, 60.0), (48.0, 48.0), (400.0, 60.0)] {
            let [width, depth] = [width, depth].map(|length| Thou::from_inches(length).unwrap());
            let table = TableSize { width, depth };
            for window in [Vec2::new(960.0, 600.0), Vec2::new(1440.0, 900.0), Vec2::new(1920.0, 1200.0)] {
                for yaw in [home_yaw(table), home_yaw(table) + PI] {
                    let degrees = slanted(table, free_rectangle(window), yaw).pitch.to_degrees();
                    assert!((48.0..=52.5).contains(&degrees), "{width} × {depth} in {window}: {degrees}");
                }
            }
        }
    }

    /// Tables of every shape fill the picture of every shape: at least one way whole.
    #[test]
    fn the_table_fills_the_picture() {
        for (width, depth) in
            [(44.0, 30.0), (72.0, 48.0), (24.0, 60.0), (36.0, 96.0), (400.0, 60.0), (48.0, 48.0)]
        {
            let [width, depth] = [width, depth].map(|length| Thou::from_inches(length).unwrap());
            let table = TableSize { width, depth };
            for (free, min) in [
                (Rect::new(0.0, 52.0, 630.0, 492.0), 0.38),
                (Rect::new(0.0, 52.0, 950.0, 660.0), 0.4),
                (Rect::new(0.0, 52.0, 3510.0, 2020.0), 0.4),
            ] {
                let lens = Lens { free, slope: SLOPE };
                let half = Vec2::new(width.inches() as f32, depth.inches() as f32) / 2.0 + FRAME_WIDTH_INCHES;
                for pose in [slanted(table, free, home_yaw(table)), top(table, free, home_yaw(table))] {
                    let corners = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)]
                        .map(|(x, z)| lens.pixel(&pose, Vec3::new(x * half.x, 0.0, z * half.y)).unwrap());
                    let low = corners.into_iter().reduce(Vec2::min).unwrap();
                    let high = corners.into_iter().reduce(Vec2::max).unwrap();
                    let share = (high - low) / free.size();
                    let place = format!("{table:?} in {free:?}: {share}");
                    assert!(share.max_element() > 0.96 && share.max_element() < 1.0, "{place}");
                    let long = width.inches() > 200.0;
                    assert!(long || share.min_element() > min, "{place}");
                }
            }
        }
    }
}
