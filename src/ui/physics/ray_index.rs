//! Colliders that rays and bodies are cast at, by Rapier's query pipeline.

use bevy::prelude::*;
use bevy_rapier3d::rapier::parry::query::{DefaultQueryDispatcher, ShapeCastOptions};
use bevy_rapier3d::rapier::prelude::{
    self as rapier, BroadPhaseBvh, ColliderBuilder, ColliderSet, IntegrationParameters, QueryFilter,
    QueryPipeline, RigidBodySet,
};

use super::colliders::Collider;

/// Colliders that lie still, each with what it belongs to.
pub struct RayIndex<T> {
    owners: Vec<T>,
    colliders: ColliderSet,
    bodies: RigidBodySet,
    broad_phase: BroadPhaseBvh,
}

impl<T> Default for RayIndex<T> {
    fn default() -> Self {
        Self {
            owners: Vec::new(),
            colliders: ColliderSet::new(),
            bodies: RigidBodySet::new(),
            broad_phase: BroadPhaseBvh::new(),
        }
    }
}

impl<T> RayIndex<T> {
    /// Some colliders with their owners.
    pub fn new(parts: impl IntoIterator<Item = (T, Collider)>) -> Self {
        let mut index = Self::default();
        let parameters = IntegrationParameters::default();
        for (owner, Collider { shape, pose }) in parts {
            let collider = ColliderBuilder::new(shape).position(pose).user_data(index.owners.len() as u128);
            index.owners.push(owner);
            let handle = index.colliders.insert(collider);
            let bounds = index.colliders[handle].compute_aabb();
            index.broad_phase.set_aabb(&parameters, handle, bounds);
        }
        index
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
        self.owners.get(usize::try_from(collider.user_data).ok()?)
    }

    fn pipeline<'a>(&'a self, filter: QueryFilter<'a>) -> QueryPipeline<'a> {
        self.broad_phase.as_query_pipeline(&DefaultQueryDispatcher, &self.bodies, &self.colliders, filter)
    }
}
