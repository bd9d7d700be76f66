//! From the table's axes to the scene's, and back.
//!
//! The rules have x along the table's width, y along its depth, z up. The scene
//! has y up and the table's depth running away from the viewer, toward −z.

use bevy::math::{Quat, Vec3};

use crate::rules::measures::Place;

/// A stored place in the scene.
pub fn place_in_scene(place: Place) -> Vec3 {
    in_scene(place.ground(), place.z.inches())
}

/// A point over the table at a height, inches, in the scene.
pub fn in_scene(point: [f64; 2], height: f64) -> Vec3 {
    Vec3::new(point[0] as f32, height as f32, -point[1] as f32)
}

/// A point of the scene over the table, inches.
pub fn on_table(point: Vec3) -> [f64; 2] {
    [f64::from(point.x), -f64::from(point.z)]
}

/// The turn of a model whose figure looks along the scene's +x before it is
/// turned; degrees counter-clockwise from the table's +x.
pub fn turn(degrees: f64) -> Quat {
    Quat::from_rotation_y(degrees.to_radians() as f32)
}
