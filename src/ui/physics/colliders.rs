//! Colliders of pieces and models, in the axes of the scene, from the description that the rules measure.

use std::collections::BTreeSet;
use std::sync::Arc;

use bevy::prelude::*;
use bevy_rapier3d::rapier::prelude::{Pose, SharedShape, TypedShape};

use crate::game::engine::view::ModelView;
use crate::rules::card::Base;
use crate::table::prisms::Prism;
use crate::table::shape::{Point, Shape};
use crate::table::terrain::Terrain;
use crate::ui::axes;
use crate::ui::miniatures::triangles::triangles;

/// How thick a floor is, as it is drawn; by the rules it has no thickness. Inches.
const FLOOR_THICKNESS: f64 = 0.2;

/// How thick the board of the table is, inches.
const TABLE_THICKNESS: f32 = 1.0;

/// Chords that a circle is shown with.
const CHORDS: u32 = 24;

/// A shape that does not move, and where it is.
#[derive(Clone)]
pub struct Collider {
    /// Its shape, inches.
    pub shape: SharedShape,
    /// Its pose in the scene.
    pub pose: Pose,
    /// The corners of the prism that it is made of, in the scene: those of its lower face, then those above them. `None` for
    /// boxes and cylinders.
    pub corners: Option<Arc<[Vec3]>>,
}

impl Collider {
    /// A shape at a pose.
    pub(in crate::ui) fn new(shape: SharedShape, pose: Pose) -> Self {
        Self { shape, pose, corners: None }
    }

    /// The height of its highest point over the table, inches.
    pub fn top(&self) -> f32 {
        self.shape.compute_aabb(&self.pose).maxs.y
    }

    /// Its edges in the scene; a round one has as many as show its form.
    pub fn edges(&self) -> Vec<[Vec3; 2]> {
        let (corners, edges) = match self.shape.as_typed_shape() {
            TypedShape::Cuboid(cuboid) => cuboid.to_outline(),
            TypedShape::Cylinder(cylinder) => cylinder.to_outline(CHORDS),
            TypedShape::ConvexPolyhedron(solid) => {
                // Its other edges only divide flat faces.
                let edges: BTreeSet<u32> = solid.edges_adj_to_face().iter().copied().collect();
                let edges = edges.into_iter().map(|edge| solid.edges()[edge as usize].vertices);
                (solid.points().to_vec(), edges.collect())
            }
            _ => (Vec::new(), Vec::new()),
        };
        let at = |corner: u32| self.pose * corners[corner as usize];
        edges.into_iter().map(|edge| edge.map(at)).collect()
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
    let shape = SharedShape::cylinder(half, base.radius() as f32);
    Collider::new(shape, Pose::from_parts(middle, shown.rotation))
}

/// The collider of the table: a board under its whole top.
pub(in crate::ui) fn of_table([width, depth]: [f64; 2]) -> Collider {
    let half = Vec3::new(width as f32, TABLE_THICKNESS, depth as f32) / 2.0;
    let pose = Pose::from_parts(Vec3::NEG_Y * half.y, Quat::IDENTITY);
    Collider::new(SharedShape::cuboid(half.x, half.y, half.z), pose)
}

/// An upright cylinder between two heights, inches: a round piece, a base, a body.
pub fn upright(centre: Point, radius: f64, [bottom, top]: [f64; 2]) -> Collider {
    let half = ((top - bottom) / 2.0) as f32;
    let middle = axes::in_scene(centre, (bottom + top) / 2.0);
    let shape = SharedShape::cylinder(half, radius as f32);
    Collider::new(shape, Pose::from_parts(middle, Quat::IDENTITY))
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
    let shape = SharedShape::convex_hull(&points)?;
    Some(Collider { corners: Some(points.into()), ..Collider::new(shape, Pose::IDENTITY) })
}

fn length_of([x, y]: Point) -> f64 {
    (x * x + y * y).sqrt()
}

/// The sides of a rectangle may be out of square by so much, inches: what single precision tells apart.
const SQUARENESS: f64 = 2e-5;

/// A box, if the outline is a rectangle: rays meet boxes exactly, and other solids by iteration.
fn cuboid(corners: &[Point], [bottom, top]: [f64; 2]) -> Option<Collider> {
    let &[a, b, c, d] = corners else { return None };
    let [along, across] = [[b[0] - a[0], b[1] - a[1]], [d[0] - a[0], d[1] - a[1]]];
    let [length, width] = [along, across].map(length_of);
    let fourth = [b[0] + across[0] - c[0], b[1] + across[1] - c[1]];
    let skew = (along[0] * across[0] + along[1] * across[1]) / length.max(width);
    if length.min(width) <= 0.0 || length_of(fourth) > SQUARENESS || skew.abs() > SQUARENESS {
        return None;
    }
    let half = [length, top - bottom, width].map(|size| (size / 2.0) as f32);
    let middle = axes::in_scene([(a[0] + c[0]) / 2.0, (a[1] + c[1]) / 2.0], (bottom + top) / 2.0);
    let turn = axes::turn(libm::atan2(along[1], along[0]).to_degrees());
    let shape = SharedShape::cuboid(half[0], half[1], half[2]);
    Some(Collider::new(shape, Pose::from_parts(middle, turn)))
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
