//! A cache of the terrain's vertices and of the legs between them, one entry per kind of mover: they stay the same while
//! models move.

use std::sync::{Arc, Mutex, PoisonError};

use super::GoingPolicy;
use super::leg_cache::TerrainLegs;
use super::tangent_vertex::TangentVertex;
use crate::walk::Mover;

/// Inputs of a table's vertices besides the table itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CacheKey {
    pub(super) mover: Mover,
    pub(super) policy: GoingPolicy,
    pub(super) clearance: f64,
}

/// The terrain as one kind of mover sees it.
#[derive(Clone, Debug)]
pub(super) struct TerrainCorners {
    pub(super) vertices: Arc<[TangentVertex]>,
    /// Legs between them that no model is near.
    pub(super) legs: TerrainLegs,
}

/// The cached vertices. They follow from the table, so two tables that differ in the cache alone are equal.
#[derive(Clone, Debug, Default)]
pub struct CornerCache(Arc<Mutex<Vec<(CacheKey, TerrainCorners)>>>);

/// Upper bound of entries: more than a battle needs, less than a long series of edited cards.
const MAX_ENTRIES: usize = 64;

impl CornerCache {
    /// The vertices for a kind of mover with their legs, computed if they are not cached.
    pub(super) fn get_or_find(
        &self,
        key: CacheKey,
        find: impl FnOnce() -> Vec<TangentVertex>,
    ) -> TerrainCorners {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, corners)) = entries.iter().find(|(other, _)| *other == key) {
            return corners.clone();
        }
        let corners = TerrainCorners { vertices: find().into(), legs: TerrainLegs::default() };
        if entries.len() == MAX_ENTRIES {
            entries.remove(0);
        }
        entries.push((key, corners.clone()));
        corners
    }
}

impl PartialEq for CornerCache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
