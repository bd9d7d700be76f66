//! Colliders of pieces and models, in the axes of the scene, from the description that the rules measure.

use bevy::prelude::*;
use bevy_rapier3d::rapier::prelude::{Pose, SharedShape};

use crate::game::engine::view::ModelView;
use crate::table::prisms::Prism;
use crate::table::shape::{Point, Shape};
use crate::table::terrain::Terrain;
use crate::ui::axes;
use crate::ui::scene::triangles::triangles;

/// How thick a floor is, which the rules count as without thickness; inches.
const FLOOR_THICKNESS: f64 = 0.2;

/// A shape that does not move, and where it is.
#[derive(Clone)]
pub(in crate::ui) struct Collider {
    /// Its shape, inches.
    pub shape: SharedShape,
    /// Its pose in the scene.
    pub pose: Pose,
}

impl Collider {
    /// The height of its highest point over the table, inches.
    pub fn top(&self) -> f32 {
        self.shape.compute_aabb(&self.pose).maxs.y
    }

    /// Whether its bounds, seen from above, come nearer than so many inches to a point of the scene (x and z).
    pub fn is_near(&self, at: Vec2, distance: f32) -> bool {
        let bounds = self.shape.compute_aabb(&self.pose);
        let [low, high] = [bounds.mins, bounds.maxs].map(|corner| Vec2::new(corner.x, corner.z));
        at.clamp(low, high).distance(at) < distance
    }
}

/// The colliders of all pieces.
pub(in crate::ui) fn of_terrain(terrain: &Terrain) -> Vec<Collider> {
    terrain.prisms().flat_map(of_prism).collect()
}

/// The colliders of a prism: a cylinder, a convex solid, or one for each triangle of an outline that is not convex.
pub(in crate::ui) fn of_prism(prism: Prism<'_>) -> Vec<Collider> {
    // What lies on the table needs no thickness below it.
    let bottom = (prism.top - FLOOR_THICKNESS).max(0.0).min(prism.bottom);
    let heights = [bottom, prism.top];
    match prism.outline {
        Shape::Circle { centre, radius } => vec![cylinder(*centre, *radius, heights)],
        Shape::Polygon(corners) if prism.outline.is_convex() => solid(corners, heights).into_iter().collect(),
        Shape::Polygon(corners) => {
            let parts = triangles(corners).into_iter();
            parts.filter_map(|part| solid(&part.map(|corner| corners[corner]), heights)).collect()
        }
    }
}

/// The collider of a model: a cylinder as wide as its base and as high as the model.
pub(in crate::ui) fn of_model(model: &ModelView<'_>) -> Collider {
    let (at, base) = (model.pose.at, model.card.base);
    let foot = at.z.inches();
    cylinder(at.ground(), base.radius(), [foot, foot + base.height.inches()])
}

/// The collider of a box with three equal edges, such as a die.
pub(in crate::ui) fn of_box(middle: Vec3, rotation: Quat, edge: f32) -> Collider {
    let half = edge / 2.0;
    Collider { shape: SharedShape::cuboid(half, half, half), pose: Pose::from_parts(middle, rotation) }
}

fn cylinder(centre: Point, radius: f64, [bottom, top]: [f64; 2]) -> Collider {
    let half = ((top - bottom) / 2.0) as f32;
    let middle = axes::in_scene(centre, (bottom + top) / 2.0);
    Collider {
        shape: SharedShape::cylinder(half, radius as f32),
        pose: Pose::from_parts(middle, Quat::IDENTITY),
    }
}

/// `None` for an outline without area.
fn solid(corners: &[Point], heights: [f64; 2]) -> Option<Collider> {
    let points: Vec<Vec3> = heights
        .iter()
        .flat_map(|&height| corners.iter().map(move |&corner| axes::in_scene(corner, height)))
        .collect();
    Some(Collider { shape: SharedShape::convex_hull(&points)?, pose: Pose::IDENTITY })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prism(outline: &Shape, bottom: f64, top: f64) -> Vec<Collider> {
        of_prism(Prism { piece: 0, outline, bottom, top })
    }

    fn volume(colliders: &[Collider]) -> f64 {
        colliders.iter().map(|collider| f64::from(collider.shape.mass_properties(1.0).mass())).sum()
    }

    /// The collider of a prism is as large as what the rules measure, whatever its outline.
    #[test]
    fn a_prism_and_its_collider_have_the_same_volume_and_top() {
        let square = Shape::Polygon(vec![[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]]);
        let angle = vec![[0.0, 0.0], [6.0, 0.0], [6.0, 1.0], [1.0, 1.0], [1.0, 5.0], [0.0, 5.0]];
        let round = Shape::Circle { centre: [2.0, -7.0], radius: 1.5 };
        for (outline, area, parts) in
            [(square, 12.0, 1), (Shape::Polygon(angle), 10.0, 4), (round, std::f64::consts::PI * 2.25, 1)]
        {
            let colliders = prism(&outline, 1.0, 3.5);
            assert_eq!(colliders.len(), parts, "{outline:?}");
            assert!((volume(&colliders) - area * 2.5).abs() < 1e-3, "{outline:?}");
            assert!(colliders.iter().all(|collider| (collider.top() - 3.5).abs() < 1e-5), "{outline:?}");
        }
    }

    /// The rules count floors as without thickness; dice need something to lie on.
    #[test]
    fn a_floor_has_its_thickness_below_its_top() {
        let outline = Shape::Polygon(vec![[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]]);
        let floor = prism(&outline, 3.0, 3.0);
        assert!((volume(&floor) - 12.0 * FLOOR_THICKNESS).abs() < 1e-3);
        assert!((floor[0].top() - 3.0).abs() < 1e-5);
    }
}
