//! Colliders of pieces and models, in the axes of the scene, from the description that the rules measure.

use bevy::prelude::*;
use bevy_rapier3d::rapier::prelude::{Pose, Ray, SharedShape};

use crate::game::engine::view::ModelView;
use crate::rules::card::Base;
use crate::table::prisms::Prism;
use crate::table::shape::{Point, Shape};
use crate::table::terrain::Terrain;
use crate::ui::axes;
use crate::ui::scene::triangles::triangles;

/// How thick a floor is, as it is drawn; by the rules it has no thickness. Inches.
const FLOOR_THICKNESS: f64 = 0.2;

/// How thick the board of the table is, inches.
const TABLE_THICKNESS: f32 = 1.0;

/// A shape that does not move, and where it is.
#[derive(Clone)]
pub struct Collider {
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

    /// How far along a ray it is met, inches.
    pub fn met_by(&self, ray: Ray3d) -> Option<f32> {
        self.shape.cast_ray(&self.pose, &Ray::new(ray.origin, *ray.direction), f32::MAX, true)
    }

    /// Whether its bounds, seen from above, come nearer than so many inches to a point of the scene (x and z).
    pub fn is_near(&self, at: Vec2, distance: f32) -> bool {
        let bounds = self.shape.compute_aabb(&self.pose);
        let [low, high] = [bounds.mins, bounds.maxs].map(|corner| Vec2::new(corner.x, corner.z));
        at.clamp(low, high).distance(at) < distance
    }
}

/// The colliders of all pieces.
pub fn of_terrain(terrain: &Terrain) -> Vec<Collider> {
    terrain.prisms().flat_map(of_prism).collect()
}

/// The colliders of a prism: a cylinder, a box, a convex solid, or one for each triangle of an outline that is not convex.
pub fn of_prism(prism: Prism<'_>) -> Vec<Collider> {
    of_prism_with(prism, FLOOR_THICKNESS)
}

/// The same with another thickness of floors, inches; the rules have none.
pub fn of_prism_with(prism: Prism<'_>, floor_thickness: f64) -> Vec<Collider> {
    // What lies on the table needs no thickness below it.
    let bottom = (prism.top - floor_thickness).max(0.0).min(prism.bottom);
    let heights = [bottom, prism.top];
    match prism.outline {
        Shape::Circle { centre, radius } => vec![upright(*centre, *radius, heights)],
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
    upright(at.ground(), base.radius(), [foot, foot + base.height.inches()])
}

/// The collider of a figure as it is shown: moving, lying, or ducking.
pub(in crate::ui) fn of_figure(shown: &Transform, base: &Base) -> Collider {
    let half = base.height.inches() as f32 * shown.scale.y / 2.0;
    let middle = shown.translation + shown.rotation * (Vec3::Y * half);
    Collider {
        shape: SharedShape::cylinder(half, base.radius() as f32),
        pose: Pose::from_parts(middle, shown.rotation),
    }
}

/// The collider of the table: a board under its whole top.
pub(in crate::ui) fn of_table([width, depth]: [f64; 2]) -> Collider {
    let half = Vec3::new(width as f32, TABLE_THICKNESS, depth as f32) / 2.0;
    Collider {
        shape: SharedShape::cuboid(half.x, half.y, half.z),
        pose: Pose::from_parts(Vec3::NEG_Y * half.y, Quat::IDENTITY),
    }
}

/// The collider of a box with three equal edges, such as a die.
pub(in crate::ui) fn of_box(middle: Vec3, rotation: Quat, edge: f32) -> Collider {
    let half = edge / 2.0;
    Collider { shape: SharedShape::cuboid(half, half, half), pose: Pose::from_parts(middle, rotation) }
}

/// An upright cylinder between two heights, inches: a round piece, a base, a body.
pub fn upright(centre: Point, radius: f64, [bottom, top]: [f64; 2]) -> Collider {
    let half = ((top - bottom) / 2.0) as f32;
    let middle = axes::in_scene(centre, (bottom + top) / 2.0);
    Collider {
        shape: SharedShape::cylinder(half, radius as f32),
        pose: Pose::from_parts(middle, Quat::IDENTITY),
    }
}

/// `None` for an outline without area.
fn solid(corners: &[Point], heights: [f64; 2]) -> Option<Collider> {
    if let Some(cuboid) = cuboid(corners, heights) {
        return Some(cuboid);
    }
    let points: Vec<Vec3> = heights
        .iter()
        .flat_map(|&height| corners.iter().map(move |&corner| axes::in_scene(corner, height)))
        .collect();
    Some(Collider { shape: SharedShape::convex_hull(&points)?, pose: Pose::IDENTITY })
}

/// The sides of a rectangle may be out of square by so much, inches: corners come in thousandths.
const SQUARENESS: f64 = 1e-3;

/// A box, if the outline is a rectangle: rays meet boxes exactly, and other solids by iteration.
fn cuboid(corners: &[Point], [bottom, top]: [f64; 2]) -> Option<Collider> {
    let &[a, b, c, d] = corners else { return None };
    let [along, across] = [[b[0] - a[0], b[1] - a[1]], [d[0] - a[0], d[1] - a[1]]];
    let [length, width] = [along, across].map(|side| side[0].hypot(side[1]));
    let fourth = [b[0] + across[0] - c[0], b[1] + across[1] - c[1]];
    let skew = (along[0] * across[0] + along[1] * across[1]) / length.max(width);
    if length.min(width) <= 0.0 || fourth[0].hypot(fourth[1]) > SQUARENESS || skew.abs() > SQUARENESS {
        return None;
    }
    let half = [length, top - bottom, width].map(|size| (size / 2.0) as f32);
    let middle = axes::in_scene([(a[0] + c[0]) / 2.0, (a[1] + c[1]) / 2.0], (bottom + top) / 2.0);
    let turn = axes::turn(along[1].atan2(along[0]).to_degrees());
    Some(Collider {
        shape: SharedShape::cuboid(half[0], half[1], half[2]),
        pose: Pose::from_parts(middle, turn),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prism(outline: &Shape, bottom: f64, top: f64) -> Vec<Collider> {
        of_prism(Prism { piece: 0, level: None, outline, bottom, top })
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
