//! Travel of the camera from one pose to another: in a show it cuts where the way would be long, and glides where it is short; the view of
//! a player always glides, and not for long.

use std::f32::consts::{PI, TAU};

use super::pose::CameraPose;
use crate::level::director_file::DirectorRules;

/// Manner of the camera's travel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Travel {
    /// At once.
    Cut,
    /// Gently, in so many seconds.
    Ease(f32),
}

/// Difference between two poses: radians and inches.
fn apart(from: &CameraPose, to: &CameraPose) -> (f32, f32) {
    let turn = ((to.yaw - from.yaw + PI).rem_euclid(TAU) - PI).abs();
    (turn, from.eye().distance(to.eye()).max(from.focus.distance(to.focus)))
}

/// Whether the camera of a show glides from one pose to another, or cuts.
pub(crate) fn travel(from: &CameraPose, to: &CameraPose, rules: &DirectorRules) -> Travel {
    let (turn, way) = apart(from, to);
    if turn.to_degrees() > rules.cut_degrees || way > rules.cut_inches {
        Travel::Cut
    } else {
        Travel::Ease(rules.ease)
    }
}

/// Duration of a player's glide from one pose to another: long enough to see where the view goes, and short enough not to wait for it.
pub(super) fn glide_seconds(from: &CameraPose, to: &CameraPose) -> f32 {
    let (turn, way) = apart(from, to);
    (0.35 + 0.2 * turn + 0.006 * way).min(0.9)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use bevy::math::Vec2;

    use super::*;
    use crate::level::data_folder::DataFolder;

    #[test]
    fn the_camera_cuts_where_the_way_is_long() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let rules = DirectorRules::load(data.root()).unwrap();
        let from = CameraPose { focus: Vec2::ZERO, yaw: 0.1, pitch: 0.8, distance: 20.0 };
        for (to, expected, reason) in [
            (CameraPose { focus: Vec2::new(5.0, 0.0), ..from }, Travel::Ease(0.8), "beside it"),
            (CameraPose { focus: Vec2::new(40.0, 0.0), ..from }, Travel::Cut, "far away"),
            (CameraPose { yaw: 1.6, ..from }, Travel::Cut, "another direction"),
            (
                CameraPose { yaw: 0.1 + std::f32::consts::TAU, ..from },
                Travel::Ease(0.8),
                "the same direction",
            ),
        ] {
            assert_eq!(travel(&from, &to, &rules), expected, "{reason}");
        }
    }
}
