//! Colliders that rays and bodies are cast at, by Rapier's query pipeline.
//!
//! Rays are cast at the faces of solids. Against cylinders and convex solids as such, Rapier finds where a ray meets them by
//! iteration, and in single precision it misses nearby faces and hits some that it passes; against triangles and boxes
//! it calculates. The faces of a prism are made of its own corners, for Rapier's convex solids leave out corners that lie
//! almost on a line.
//!
//! A ray may slip through the seam between two triangles. So every face lies there twice, with its seams elsewhere.

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
        // An odd number: no seam leads through the middle, at which people point.
        let chords = (std::f32::consts::PI / half_chord).ceil().max(8.0) as u32 | 1;
        let turn = Quat::from_rotation_y(std::f32::consts::TAU * ((chords / 3) as f32 + 0.5) / chords as f32);
        let (once, each) = cylinder.to_trimesh(chords);
        let again = once.iter().map(|corner| turn * *corner);
        let count = once.len() as u32;
        let each_again = each.iter().map(|face| face.map(|corner| corner + count));
        let (corners, faces) = (once.iter().copied().chain(again), each.iter().copied().chain(each_again));
        let (corners, faces) = (corners.collect(), faces.collect());
        mesh(corners, faces, shape)
    };
    let Ok(mut known) = OF_CYLINDERS.lock() else { return faces() };
    if known.len() > MAX_SIZES {
        known.clear();
    }
    known.entry(size).or_insert_with(faces).clone()
}

/// The triangles of a prism with so many sides, by its corners: those of its lower face, then those above them. Each face is
/// divided in two ways.
fn prism_faces(sides: u32) -> Vec<[u32; 3]> {
    let fan = |first: u32| {
        (1..sides - 1).flat_map(move |step| {
            let [a, b, c] = [0, step, step + 1].map(|step| (first + step) % sides);
            [[a, b, c], [sides + a, sides + b, sides + c]]
        })
    };
    let walls = (0..sides).flat_map(|side| {
        let next = (side + 1) % sides;
        let [above, above_next] = [sides + side, sides + next];
        [[side, next, above_next], [side, above_next, above], [side, next, above], [next, above_next, above]]
    });
    fan(0).chain(fan(1)).chain(walls).collect()
}

/// Triangles; the solid itself if they are no mesh.
fn mesh(corners: Vec<Vec3>, faces: Vec<[u32; 3]>, solid: &SharedShape) -> SharedShape {
    SharedShape::trimesh(corners, faces).unwrap_or_else(|_| solid.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::physics::colliders::upright;

    /// Rays from a camera at every part of the top of a base hit just that, its middle above all.
    #[test]
    fn no_ray_slips_through_a_base() {
        for (radius, top) in [(0.5, 1.0), (0.63, 0.8), (0.79, 1.6), (1.0, 1.25)] {
            let index = RayIndex::new([((), upright([0.0, 0.0], radius, [0.0, top]))]);
            let eye = Vec3::new(0.0, 58.0, 30.0);
            for step in 0..10_000 {
                let offset = |steps: i32| 0.012 * radius as f32 * steps as f32;
                let at = Vec3::new(offset(step % 100 - 50), top as f32, offset(step / 100 - 50));
                let ray = Ray3d::new(eye, Dir3::new(at - eye).unwrap());
                let hit = index.first_hit(ray, |()| true).map(|((), distance)| distance);
                let wanted = eye.distance(at);
                let is_top = hit.is_some_and(|hit| (hit - wanted).abs() < 0.01);
                assert!(is_top, "radius {radius}, {at}: {hit:?}, not {wanted}");
            }
        }
    }
}
