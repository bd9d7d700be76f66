//! Steering: the view follows the pointer, the wheel and the keys.
//!
//! All of it is measured by where the pointer is, not by how a mouse has moved: pens, remote desktops and virtual machines
//! report positions only.

use bevy::prelude::*;

use super::limits::{Limits, free_share};
use super::pose::{CameraPose, Lens, on_level};
use super::rig::{CameraRig, table_lens, table_limits};
use crate::ui::camera::line_of_flight::Ahead;
use crate::ui::camera::viewport::TableViewport;
use crate::ui::session::open_game::OpenGame;

/// Radians that a pixel turns the view.
const TURN_PER_PIXEL: f32 = 0.004;
/// The factor by which one notch of the wheel changes the distance.
const ZOOM_PER_NOTCH: f32 = 0.92;
/// Beyond so many times the distance to the middle of the picture, the table is too far away to be gripped.
const GRIP: f32 = 2.5;

/// Player's control of the view. Pixels are logical ones of the window.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub(crate) enum Steer {
    /// Drags the table from one pixel to another.
    Drag { from: Vec2, to: Vec2 },
    /// Turns the view by such a drag.
    Turn { from: Vec2, to: Vec2 },
    /// Comes nearer by so many notches of the wheel to what is at a pixel; without one, to the middle of the picture.
    Zoom { notches: f32, at: Option<Vec2> },
    /// Moves to the right and ahead as the player sees it, by shares of the height of the picture.
    Move(Vec2),
    /// Turns to the left, and downward, radians.
    TurnBy([f32; 2]),
}

/// Obstacles of the camera, by the rays that it casts.
pub(crate) trait Obstacles {
    /// Distance along a ray to something that it may not fly into, inches.
    fn distance(&self, ray: Ray3d) -> Option<f32>;

    /// The point that a ray meets first: that is what the player means.
    fn surface(&self, ray: Ray3d) -> Option<Vec3>;
}

impl Obstacles for Ahead<'_> {
    fn distance(&self, ray: Ray3d) -> Option<f32> {
        self.terrain(ray)
    }

    fn surface(&self, ray: Ray3d) -> Option<Vec3> {
        Ahead::surface(self, ray)
    }
}

/// Does what the player does with the view.
pub(super) fn steer(
    mut steers: MessageReader<Steer>,
    opened: Res<OpenGame>,
    viewport: TableViewport,
    ahead: Ahead,
    mut rig: Single<&mut CameraRig>,
) {
    if steers.is_empty() {
        return;
    }
    let lens = table_lens(&viewport);
    let limits = table_limits(&opened, lens.free);
    for steer in steers.read() {
        rig.take();
        if !look_round(&mut rig, *steer) {
            move_view(&mut rig, *steer, &lens, &limits, &ahead);
        }
    }
}

/// Through a model's eyes, every gesture turns the head; whether the view is theirs.
fn look_round(rig: &mut CameraRig, steer: Steer) -> bool {
    let drag = |from: Vec2, to: Vec2| [(to.x - from.x) * TURN_PER_PIXEL, (from.y - to.y) * TURN_PER_PIXEL];
    match steer {
        Steer::Drag { from, to } | Steer::Turn { from, to } => rig.look(|look| {
            // A closer look turns less.
            let finer = look.slope / 0.55;
            look.turned(drag(from, to).map(|angle| angle * finer))
        }),
        Steer::Zoom { notches, .. } => {
            let factor = bevy::math::ops::powf(ZOOM_PER_NOTCH, notches);
            rig.look(|look| look.closer(factor))
        }
        Steer::Move(way) => rig.look(|look| look.turned([-way.x, -way.y])),
        Steer::TurnBy(angles) => rig.look(|look| look.turned(angles)),
    }
}

/// Moves, turns or zooms the view over a table.
pub(crate) fn move_view(
    rig: &mut CameraRig,
    steer: Steer,
    lens: &Lens,
    limits: &Limits,
    ahead: &impl Obstacles,
) {
    let pose = rig.goal();
    match steer {
        Steer::Drag { from, to } => {
            let way = allowed(pose, gripped(pose, lens, [from, to]), limits, ahead);
            rig.follow(|pose| pose.shifted(way));
        }
        Steer::Turn { from, to } => {
            let way = (from - to) * TURN_PER_PIXEL;
            let (pivot, angles) = turn(pose, [way.x, -way.y], limits, ahead);
            rig.follow(|pose| turned(pose, pivot, angles, limits));
        }
        Steer::TurnBy(angles) => {
            let (pivot, angles) = turn(pose, angles, limits, ahead);
            rig.go_to(turned(pose, pivot, angles, limits));
        }
        Steer::Move(way) => {
            let inches = way * (2.0 * lens.slope * pose.distance);
            let way = (Quat::from_rotation_y(pose.yaw) * Vec3::new(inches.x, 0.0, -inches.y)).xz();
            rig.go_to(pose.shifted(allowed(pose, way, limits, ahead)));
        }
        Steer::Zoom { notches, at } => {
            let ray = lens.ray(&pose, at.unwrap_or(lens.free.center()));
            // Inside of something there is nothing to come nearer to but what is behind it.
            let surface = ahead.surface(ray).filter(|point| point.distance(pose.eye()) > 1e-3);
            let Some(point) = surface.or_else(|| on_level(ray, 0.0)) else { return };
            let factor = bevy::math::ops::powf(ZOOM_PER_NOTCH, notches);
            rig.go_to(limits.zoom(pose, point, factor));
        }
    }
}

/// Shift of the view that keeps the point of the table top under the pointer.
fn gripped(pose: CameraPose, lens: &Lens, pixels: [Vec2; 2]) -> Vec2 {
    let grips = pixels.map(|pixel| {
        let grip = on_level(lens.ray(&pose, pixel), 0.0)?;
        (grip.distance(pose.eye()) < GRIP * pose.distance).then_some(grip.xz())
    });
    if let [Some(from), Some(to)] = grips {
        return from - to;
    }
    // Near the horizon: as if the table were seen at the distance of what is in the middle of the picture.
    let way = (pixels[0] - pixels[1]) / lens.pixels_per_inch(pose.distance);
    (Quat::from_rotation_y(pose.yaw) * Vec3::new(way.x, 0.0, way.y)).xz()
}

/// As much of a move as the limits and what is ahead allow.
fn allowed(pose: CameraPose, way: Vec2, limits: &Limits, ahead: &impl Obstacles) -> Vec2 {
    let way = limits.keep(pose.shifted(way)).focus - pose.focus;
    let to = pose.shifted(way).eye();
    way * free_share(pose.eye(), to, |ray| ahead.distance(ray))
}

/// About which point a turn is made, and as much of it as what is ahead allows.
fn turn(
    pose: CameraPose,
    [yaw, pitch]: [f32; 2],
    limits: &Limits,
    ahead: &impl Obstacles,
) -> (Vec3, [f32; 2]) {
    let middle = Ray3d::new(pose.eye(), Dir3::new(pose.middle() - pose.eye()).unwrap_or(Dir3::NEG_Y));
    let pivot = ahead.surface(middle).unwrap_or(pose.middle());
    let angles = [yaw, limits.pitch(pose.pitch + pitch) - pose.pitch];
    let to = pose.turned_about(pivot, angles).eye();
    let share = free_share(pose.eye(), to, |ray| ahead.distance(ray));
    (pivot, angles.map(|angle| angle * share))
}

fn turned(pose: CameraPose, pivot: Vec3, [yaw, pitch]: [f32; 2], limits: &Limits) -> CameraPose {
    let pitch = limits.pitch(pose.pitch + pitch) - pose.pitch;
    limits.keep(pose.turned_about(pivot, [yaw, pitch]))
}

#[cfg(test)]
mod tests {
    use std::f32::consts::FRAC_PI_2;

    use super::*;

    const LENS: Lens =
        Lens { free: Rect { min: Vec2::new(0.0, 50.0), max: Vec2::new(1000.0, 750.0) }, slope: 0.36 };

    /// The point taken hold of stays under the pointer, seen from anywhere.
    #[test]
    fn the_table_is_dragged_by_the_point_under_the_pointer() {
        for (yaw, pitch) in [(0.0, FRAC_PI_2), (0.7, 1.0), (-2.0, 0.5)] {
            let pose = CameraPose { focus: Vec2::new(2.0, -3.0), yaw, pitch, distance: 40.0 };
            let [from, to] = [Vec2::new(420.0, 500.0), Vec2::new(610.0, 430.0)];
            let grip = on_level(LENS.ray(&pose, from), 0.0).unwrap();
            let after = pose.shifted(gripped(pose, &LENS, [from, to]));
            let shown = LENS.pixel(&after, grip).unwrap();
            assert!(shown.distance(to) < 0.1, "{yaw} {pitch}: {shown}");
        }
    }

    /// At the horizon there is nothing to take hold of; the view moves all the same, and not by leagues.
    #[test]
    fn a_drag_in_the_sky_moves_the_view_a_little() {
        let pose = CameraPose { focus: Vec2::ZERO, yaw: 0.0, pitch: 0.15, distance: 20.0 };
        let way = gripped(pose, &LENS, [Vec2::new(500.0, 60.0), Vec2::new(500.0, 160.0)]);
        assert!(way.y < 0.0 && way.length() < 10.0, "{way}");
    }
}
