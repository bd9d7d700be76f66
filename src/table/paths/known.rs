//! Corners of the terrain itself, found once for each kind of mover: it stays while models move.

use std::sync::{Arc, Mutex, PoisonError};

use super::Ways;
use super::corner::Corner;
use crate::table::walk::Mover;

/// What the corners of a table depend on besides the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Kind {
    pub(super) mover: Mover,
    pub(super) ways: Ways,
    pub(super) clearance: f64,
}

/// The corners found so far. Holds nothing that the table does not say: two tables that differ in
/// it alone are equal.
#[derive(Clone, Debug, Default)]
pub struct CornerCache(Arc<Mutex<Vec<(Kind, Arc<[Corner]>)>>>);

/// Kinds that are remembered: more than a battle has, less than a long run of changed cards.
const MOST: usize = 64;

impl CornerCache {
    /// The corners for a kind of mover, found now if they are not known.
    pub(super) fn of(&self, kind: Kind, find: impl FnOnce() -> Vec<Corner>) -> Arc<[Corner]> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, corners)) = known.iter().find(|(other, _)| *other == kind) {
            return Arc::clone(corners);
        }
        let corners: Arc<[Corner]> = find().into();
        if known.len() == MOST {
            known.remove(0);
        }
        known.push((kind, Arc::clone(&corners)));
        corners
    }
}

impl PartialEq for CornerCache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
