//! The map: which hexes there are, and the terrain, level and roads of each.

use std::collections::BTreeSet;

use crate::hex::{Hex, Hexside};

/// Kind of terrain, by its number in the game's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TerrainKind(pub u8);

/// Height of a hex, for sight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    /// Height of the ground, in levels.
    pub level: u8,
    /// Height of what stands on it, in levels.
    pub obstacle: u8,
}

impl Ground {
    /// Height of the ground with what stands on it.
    ///
    /// Rule: WSR-LOS-4 (the top.)
    pub const fn top(self) -> u8 {
        self.level.saturating_add(self.obstacle)
    }
}

/// A map of columns of equal length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexMap {
    columns: u8,
    rows: u8,
    /// Column by column.
    terrain: Vec<TerrainKind>,
    roads: BTreeSet<Hexside>,
}

impl HexMap {
    /// A map whose every hex has the terrain that `terrain` says; `None` if an id would need a third digit.
    pub fn new(
        columns: u8,
        rows: u8,
        roads: BTreeSet<Hexside>,
        terrain: impl Fn(Hex) -> TerrainKind,
    ) -> Option<Self> {
        Hex::new(columns, rows)?;
        let mut map = Self { columns, rows, terrain: Vec::new(), roads };
        map.terrain = map.hexes().map(terrain).collect();
        Some(map)
    }

    /// Number of columns.
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// Number of rows.
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// Number of hexes.
    pub fn len(&self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// Whether it has no hexes, which no map is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All hexes in order of their ids.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        let rows = self.rows;
        (1..=self.columns).flat_map(move |column| (1..=rows).filter_map(move |row| Hex::new(column, row)))
    }

    /// Place of a hex among [`Self::hexes`]; `None` of a hex off the map.
    pub fn index(&self, hex: Hex) -> Option<usize> {
        let is_on = hex.column() <= self.columns && hex.row() <= self.rows;
        is_on.then(|| usize::from(hex.column() - 1) * usize::from(self.rows) + usize::from(hex.row() - 1))
    }

    /// Whether a hex is on the map.
    pub fn contains(&self, hex: Hex) -> bool {
        self.index(hex).is_some()
    }

    /// The terrain of a hex; `None` of a hex off the map.
    pub fn terrain(&self, hex: Hex) -> Option<TerrainKind> {
        self.index(hex).map(|index| self.terrain[index])
    }

    /// The neighbours of a hex that are on the map, clockwise from the top.
    pub fn neighbours(&self, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        hex.neighbours().filter(|other| self.contains(*other))
    }

    /// Whether a road runs from one hex to the other.
    pub fn has_road(&self, from: Hex, to: Hex) -> bool {
        Hexside::between(from, to).is_some_and(|side| self.roads.contains(&side))
    }

    /// The sides that roads cross, in order.
    pub fn roads(&self) -> impl Iterator<Item = Hexside> + '_ {
        self.roads.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hex_has_its_place_and_none_off_the_map() {
        let map = HexMap::new(3, 2, BTreeSet::new(), |hex| TerrainKind(hex.column())).unwrap();
        let places: Vec<_> = map.hexes().map(|hex| map.index(hex)).collect();
        assert_eq!(places, (0..6).map(Some).collect::<Vec<_>>());
        let off = Hex::new(4, 1).unwrap();
        assert_eq!((map.index(off), map.terrain(off), map.contains(off)), (None, None, false));
        assert_eq!(map.terrain(Hex::new(2, 2).unwrap()), Some(TerrainKind(2)));
        assert_eq!(HexMap::new(100, 2, BTreeSet::new(), |_| TerrainKind(0)), None);
    }
}
