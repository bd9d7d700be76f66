//! Conversion between the axes of the table and those of the scene.
//!
//! The table has x along its width, y along its depth, z up. The scene has y up, and the depth of the table runs away
//! from the viewer, toward −z.

use bevy::math::{Quat, Vec3};

use crate::rules::measures::Place;

/// A place in the scene.
pub fn place_in_scene(place: Place) -> Vec3 {
    in_scene(place.ground(), place.z.inches())
}

/// A point of the table at a height, inches, in the scene.
pub fn in_scene(point: [f64; 2], height: f64) -> Vec3 {
    Vec3::new(point[0] as f32, height as f32, -point[1] as f32)
}

/// A point of the scene on the table, inches.
pub fn on_table(point: Vec3) -> [f64; 2] {
    [f64::from(point.x), -f64::from(point.z)]
}

/// The rotation of a model by its facing, degrees counter-clockwise from the table's +x. Without rotation a figure
/// faces the scene's +x.
pub fn turn(degrees: f64) -> Quat {
    Quat::from_rotation_y(degrees.to_radians() as f32)
}
