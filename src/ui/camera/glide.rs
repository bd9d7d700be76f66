//! Glides: what moves goes toward its goal by the same share in equal times, however long frames take.

use std::f32::consts::TAU;

use super::pose::CameraPose;
use crate::ui::session::show_pace::Motion;

/// Seconds in which half of the way is done.
const HALF_WAY_SECONDS: f32 = 0.06;

/// Distance from its goal at which a pose has arrived: inches at a distance of one inch, and radians.
const ARRIVED: f32 = 5e-4;

/// The share of the way that is done in a time, seconds.
pub(crate) fn share(seconds: f32, motion: Motion) -> f32 {
    match motion {
        Motion::Full => 1.0 - bevy::math::ops::powf(0.5, seconds.max(0.0) / HALF_WAY_SECONDS),
        Motion::Reduced => 1.0,
    }
}

/// A value on its way to another.
pub(crate) fn glide(now: f32, goal: f32, share: f32) -> f32 {
    let next = now + (goal - now) * share;
    if (next - goal).abs() < ARRIVED { goal } else { next }
}

/// A pose on its way to another.
pub(crate) fn glide_pose(now: CameraPose, goal: CameraPose, share: f32) -> CameraPose {
    let next = now.toward(goal, share);
    let turn = (next.yaw - goal.yaw).abs().max((next.pitch - goal.pitch).abs());
    let way = next.focus.distance(goal.focus).max((next.distance - goal.distance).abs());
    if turn < ARRIVED && way < ARRIVED * goal.distance { goal } else { next }
}

/// The same yaw, radians, by as many whole turns more as bring it nearest to another.
pub(crate) fn nearest_turn(from: f32, to: f32) -> f32 {
    to + ((from - to) / TAU).round() * TAU
}

#[cfg(test)]
mod tests {
    use std::f32::consts::PI;

    use bevy::math::Vec2;

    use super::*;

    fn pose(distance: f32) -> CameraPose {
        CameraPose { focus: Vec2::new(distance, 1.0), yaw: 0.1 * distance, pitch: 1.0, distance }
    }

    /// One long frame brings the view as far as many short ones.
    #[test]
    fn a_glide_does_not_depend_on_how_long_frames_take() {
        let long = glide_pose(pose(10.0), pose(40.0), share(0.12, Motion::Full));
        let short = (0..12).fold(pose(10.0), |now, _| glide_pose(now, pose(40.0), share(0.01, Motion::Full)));
        assert!((long.distance - short.distance).abs() < 1e-3, "{long:?} {short:?}");
        assert!((long.distance - 32.5).abs() < 1e-3, "two halves: {long:?}");
    }

    #[test]
    fn a_glide_never_overshoots_and_arrives() {
        let mut now = pose(10.0);
        for _ in 0..80 {
            let next = glide_pose(now, pose(40.0), share(0.016, Motion::Full));
            assert!((now.distance..=40.0).contains(&next.distance), "{next:?}");
            now = next;
        }
        assert_eq!(now, pose(40.0));
    }

    #[test]
    fn reduced_motion_is_there_at_once() {
        assert_eq!(glide_pose(pose(10.0), pose(40.0), share(0.001, Motion::Reduced)), pose(40.0));
    }

    #[test]
    fn the_camera_turns_the_short_way() {
        for (from, to, expected) in [(0.1, PI, PI), (2.0 * PI + 0.1, 0.0, 2.0 * PI), (-3.0, PI, -PI)] {
            assert!((nearest_turn(from, to) - expected).abs() < 1e-5, "{from} {to}");
        }
    }
}
