//! Cloaks: a cloth from the shoulders down the back, in folds.

use bevy::math::{Affine3A, Vec3};

use super::clay::Clay;
use super::paint::Paint;
use super::skeleton::Joints;

/// Drape of a cloak.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drape {
    /// The height of its hem over the ground if it hangs, a share of the figure's.
    pub hem: f32,
    /// Extent around the body, degrees to each side of the back.
    pub reach: f32,
    /// Flight behind the body.
    pub flies: f32,
    pub bulk: f32,
}

/// A cloak from the shoulders down the back, in folds.
pub(super) fn cloak(clay: &mut Clay, joints: &Joints, drape: &Drape) {
    clay.part();
    let (pelvis, chest) = (&joints.pelvis, &joints.chest);
    let back = |frame: &Affine3A, height: f32| frame.transform_point3(Vec3::new(0.0, height, 0.0));
    let hips = back(pelvis, -0.02);
    // Upright it hangs, else it lies along the legs.
    let upright = pelvis.transform_vector3(Vec3::Y).y.max(0.0);
    let fall = if upright > 0.5 { (hips.y - drape.hem).max(0.05) } else { 0.36 };
    let below = hips + (Vec3::NEG_Y * fall).lerp(pelvis.transform_vector3(Vec3::NEG_Y) * fall, 1.0 - upright);
    let behind = pelvis.transform_vector3(Vec3::NEG_X).with_y(0.0) * upright * drape.flies;
    let (wide, deep) = (pelvis.transform_vector3(Vec3::Z), pelvis.transform_vector3(Vec3::NEG_X));
    let chest_axes = [chest.transform_vector3(Vec3::Z), chest.transform_vector3(Vec3::NEG_X)];
    // Each row: its middle, the axes across and back, how wide and how deep, and how its folds show.
    let rows = [
        (back(chest, 0.262), chest_axes, [0.075, 0.070], 0.0),
        (back(chest, 0.205), chest_axes, [0.168, 0.120], 0.1),
        (back(chest, 0.10), chest_axes, [0.178, 0.140], 0.4),
        (hips, [wide, deep], [0.178, 0.150], 0.8),
        (hips.lerp(below, 0.5) + 0.4 * behind, [wide, deep], [0.200, 0.175], 1.0),
        (hips.lerp(below, 0.93) + 0.9 * behind, [wide, deep], [0.220, 0.200], 1.25),
        (below + behind, [wide, deep], [0.225, 0.205], 1.3),
    ];
    let columns = 9;
    let rows: Vec<Vec<Vec3>> = rows
        .into_iter()
        .map(|(middle, [wide, deep], [half, depth], folds)| {
            let point = |column: usize| {
                let share = column as f32 / (columns - 1) as f32 * 2.0 - 1.0;
                let (sin, cos) = (share * drape.reach.to_radians()).sin_cos();
                let fold = 1.0 + 0.085 * folds * if column.is_multiple_of(2) { 1.0 } else { -1.0 };
                let out = (wide * sin * half + deep * cos * depth) * fold * (0.6 + 0.4 * drape.bulk);
                let point = middle + out;
                point.with_y(point.y.max(0.012))
            };
            (0..columns).map(point).collect()
        })
        .collect();
    clay.cloth(&rows, 0.008, [Paint::Cloak, Paint::Lining]);
    clay.block([back(chest, 0.1) + chest_axes[1] * 0.13, below + behind + deep * 0.14], 0.05);
}
