//! From far away numbers are too small to be read: counters show only their ids, symbols and states then, large.

use bevy::prelude::*;

use super::spot::SIDE;
use crate::map_ui::scene::print::Print;
use crate::ui::camera::pose::TableCamera;
use crate::ui::camera::projector::Projector;

/// A counter whose side is shorter than the first shows no numbers; it shows them again once its side is longer than the second.
/// Physical pixels.
const SHORT: f32 = 46.0;
const LONG: f32 = 50.0;

/// The print of counters in the present view.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Prints(pub Print);

/// Brings it up to date with the view.
pub(super) fn judge(
    camera: Single<(&Camera, &GlobalTransform), With<TableCamera>>,
    mut prints: ResMut<Prints>,
) {
    let (camera, from) = *camera;
    let Some(side) = seen_side(camera, from) else { return };
    prints.set_if_neq(Prints(print_for(side, prints.0)));
}

/// Side of a counter in the middle of the map, physical pixels.
fn seen_side(camera: &Camera, from: &GlobalTransform) -> Option<f32> {
    let projector = Projector::new(camera, from)?;
    let scale = camera.target_scaling_factor().unwrap_or(1.0);
    let half = from.right() * (SIDE / 2.0);
    let [left, right] = [projector.pixel(-half)?, projector.pixel(half)?];
    Some(left.distance(right) * scale)
}

fn print_for(side: f32, before: Print) -> Print {
    match before {
        Print::Full if side < SHORT => Print::Bold,
        Print::Bold if side > LONG => Print::Full,
        same => same,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// It changes at the limits, and between them not at all.
    #[test]
    fn the_print_does_not_flicker() {
        let over = |sides: &[f32]| sides.iter().fold(Print::Full, |print, side| print_for(*side, print));
        assert_eq!(over(&[80.0, 47.0]), Print::Full);
        assert_eq!(over(&[45.0]), Print::Bold);
        assert_eq!(over(&[45.0, 49.0]), Print::Bold, "not yet");
        assert_eq!(over(&[45.0, 51.0, 47.0]), Print::Full);
    }
}
