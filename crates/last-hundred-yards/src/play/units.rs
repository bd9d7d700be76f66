//! The units of a battle in order of their names: the order of the cards of its setup.

use std::collections::BTreeMap;
use std::ops::Index;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Unit;
use crate::ids::UnitId;

/// Units by their names. Which units there are never changes in a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Units(Vec<(UnitId, Unit)>);

impl Units {
    fn place(&self, id: UnitId) -> Option<usize> {
        self.0.binary_search_by_key(&id, |(known, _)| *known).ok()
    }

    pub fn get(&self, id: &UnitId) -> Option<&Unit> {
        self.place(*id).map(|place| &self.0[place].1)
    }

    pub fn get_mut(&mut self, id: &UnitId) -> Option<&mut Unit> {
        self.place(*id).map(|place| &mut self.0[place].1)
    }

    pub fn iter(&self) -> std::slice::Iter<'_, (UnitId, Unit)> {
        self.0.iter()
    }

    pub fn keys(&self) -> impl Iterator<Item = &UnitId> {
        self.0.iter().map(|(id, _)| id)
    }

    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Unit> {
        self.0.iter_mut().map(|(_, unit)| unit)
    }
}

impl FromIterator<(UnitId, Unit)> for Units {
    fn from_iter<T: IntoIterator<Item = (UnitId, Unit)>>(units: T) -> Self {
        Self(units.into_iter().collect::<BTreeMap<_, _>>().into_iter().collect())
    }
}

impl Index<&UnitId> for Units {
    type Output = Unit;

    fn index(&self, id: &UnitId) -> &Unit {
        self.get(id).unwrap_or_else(|| panic!("there is no unit {id}"))
    }
}

impl<'a> IntoIterator for &'a Units {
    type Item = &'a (UnitId, Unit);
    type IntoIter = std::slice::Iter<'a, (UnitId, Unit)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Written as a map.
impl Serialize for Units {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(id, unit)| (id, unit)))
    }
}

impl<'de> Deserialize<'de> for Units {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        BTreeMap::deserialize(deserializer).map(|units: BTreeMap<UnitId, Unit>| units.into_iter().collect())
    }
}
