//! Colliders that rays and bodies are cast at, by Rapier's query pipeline.
//!
//! Rays are cast at the faces of solids. Against cylinders and convex solids as such, Rapier finds where a ray meets them by
//! iteration, and in single precision it misses faces near by and hits some that it passes; against triangles and boxes
//! it calculates. The faces of a prism are made of its own corners, for Rapier's convex solids leave out corners that lie
//! almost on a line.

use std::collections::BTreeMap;
use std::sync::Mutex;

use bevy::prelude::*;
use bevy_rapier3d::rapier::parry::query::{DefaultQueryDispatcher, ShapeCastOptions};
use bevy_rapier3d::rapier::prelude::{
    self as rapier, BroadPhaseBvh, ColliderBuilder, ColliderSet, Cylinder, IntegrationParameters,
    QueryFilter, QueryPipeline, RigidBodySet, SharedShape, TypedShape,
};

use super::colliders::Collider;

/// Colliders that lie still, each with what it belongs to.
pub struct RayIndex<T> {
    parts: Vec<(T, Collider)>,
    colliders: ColliderSet,
    bodies: RigidBodySet,
    broad_phase: BroadPhaseBvh,
}

impl<T> Default for RayIndex<T> {
    fn default() -> Self {
        Self {
            parts: Vec::new(),
            colliders: ColliderSet::new(),
            bodies: RigidBodySet::new(),
            broad_phase: BroadPhaseBvh::new(),
        }
    }
}

impl<T> RayIndex<T> {
    /// Some colliders with their owners, for rays.
    pub fn new(parts: impl IntoIterator<Item = (T, Collider)>) -> Self {
        Self::of_shapes(parts, faces_of)
    }

    /// The same for bodies.
    pub fn of_solids(parts: impl IntoIterator<Item = (T, Collider)>) -> Self {
        Self::of_shapes(parts, |part| part.shape.clone())
    }

    fn of_shapes(
        parts: impl IntoIterator<Item = (T, Collider)>,
        mut cast_at: impl FnMut(&Collider) -> SharedShape,
    ) -> Self {
        let mut index = Self::default();
        let parameters = IntegrationParameters::default();
        for (owner, part) in parts {
            let collider = ColliderBuilder::new(cast_at(&part));
            let collider = collider.position(part.pose).user_data(index.parts.len() as u128);
            index.parts.push((owner, part));
            let handle = index.colliders.insert(collider);
            let bounds = index.colliders[handle].compute_aabb();
            index.broad_phase.set_aabb(&parameters, handle, bounds);
        }
        index
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &(T, Collider)> {
        self.parts.iter()
    }

    /// The first collider that a ray meets, of those whose owners count, and how far along the ray, inches.
    pub fn first_hit(&self, ray: Ray3d, counts: impl Fn(&T) -> bool) -> Option<(&T, f32)> {
        let counts = |_, collider: &rapier::Collider| self.owner(collider).is_some_and(&counts);
        let filter = QueryFilter::default().predicate(&counts);
        let ray = rapier::Ray::new(ray.origin, *ray.direction);
        let (handle, distance) = self.pipeline(filter).cast_ray(&ray, f32::MAX, true)?;
        Some((self.owner(&self.colliders[handle])?, distance))
    }

    /// The first collider that another touches which moves along a straight line, and the share of the way before that; 0
    /// if it touches one at the start.
    pub fn first_touch(&self, moved: &Collider, motion: Vec3) -> Option<(&T, f32)> {
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        let pipeline = self.pipeline(QueryFilter::default());
        let (handle, hit) = pipeline.cast_shape(&moved.pose, motion, &*moved.shape, options)?;
        Some((self.owner(&self.colliders[handle])?, hit.time_of_impact))
    }

    fn owner(&self, collider: &rapier::Collider) -> Option<&T> {
        self.parts.get(usize::try_from(collider.user_data).ok()?).map(|(owner, _)| owner)
    }

    fn pipeline<'a>(&'a self, filter: QueryFilter<'a>) -> QueryPipeline<'a> {
        self.broad_phase.as_query_pipeline(&DefaultQueryDispatcher, &self.bodies, &self.colliders, filter)
    }
}

/// How far the chords of a circle stay inside it, inches.
const SAGITTA: f32 = 0.0005;

/// The faces of cylinders, by radius and half height: bases come in few sizes, and are asked for whenever something moves.
static OF_CYLINDERS: Mutex<BTreeMap<[u32; 2], SharedShape>> = Mutex::new(BTreeMap::new());

/// More sizes than these are not kept.
const MAX_SIZES: usize = 500;

/// What rays are cast at in place of a solid.
fn faces_of(part: &Collider) -> SharedShape {
    match (part.shape.as_typed_shape(), &part.corners) {
        (TypedShape::Cylinder(cylinder), _) => of_cylinder(cylinder, &part.shape),
        (_, Some(corners)) => mesh(corners.to_vec(), prism_faces(corners.len() as u32 / 2), &part.shape),
        _ => part.shape.clone(),
    }
}

fn of_cylinder(cylinder: &Cylinder, shape: &SharedShape) -> SharedShape {
    let size = [cylinder.radius, cylinder.half_height].map(f32::to_bits);
    let faces = || {
        let half_chord = (2.0 * SAGITTA / cylinder.radius.max(SAGITTA)).sqrt();
        let chords = (std::f32::consts::PI / half_chord).ceil().max(8.0);
        let (corners, faces) = cylinder.to_trimesh(chords as u32);
        mesh(corners, faces, shape)
    };
    let Ok(mut known) = OF_CYLINDERS.lock() else { return faces() };
    if known.len() > MAX_SIZES {
        known.clear();
    }
    known.entry(size).or_insert_with(faces).clone()
}

/// The triangles of a prism with so many sides, by its corners: those of its lower face, then those above them.
fn prism_faces(sides: u32) -> Vec<[u32; 3]> {
    let ends = (1..sides - 1).flat_map(|side| [[0, side, side + 1], [sides, sides + side, sides + side + 1]]);
    let walls = (0..sides).flat_map(|side| {
        let next = (side + 1) % sides;
        [[side, next, sides + next], [side, sides + next, sides + side]]
    });
    ends.chain(walls).collect()
}

/// Triangles; the solid itself if they are no mesh.
fn mesh(corners: Vec<Vec3>, faces: Vec<[u32; 3]>, solid: &SharedShape) -> SharedShape {
    SharedShape::trimesh(corners, faces).unwrap_or_else(|_| solid.clone())
}
