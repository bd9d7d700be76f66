//! Sight from every hex to every other, worked out once when a level opens: each question is a look-up.
//!
//! Rule: WSR-LOS-2, WSR-LOS-3, WSR-LOS-4, WSR-LOS-5.

use std::collections::{BTreeMap, BTreeSet};

use crate::hex::{Axial, Hex};
use crate::line::{Crossing, crossings};
use crate::map::{Ground, HexMap};

/// Answer to a question of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// One end sees the other.
    Clear,
    /// A hex blocks; where two do along their side, the one with the lower id.
    Blocked(Hex),
}

/// Effect of smoke on neighbours of its edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmokeNear {
    /// Smoke also blocks between neighbours and within a hex.
    Blocks,
    /// Neighbours see each other through smoke.
    AdjacentSeen,
}

impl Sight {
    /// Whether one end sees the other.
    pub const fn is_clear(self) -> bool {
        matches!(self, Self::Clear)
    }

    /// The hex that blocks.
    pub const fn blocker(self) -> Option<Hex> {
        match self {
            Self::Clear => None,
            Self::Blocked(hex) => Some(hex),
        }
    }
}

/// All sights of a map.
#[derive(Debug)]
pub struct SightTable {
    grounds: Vec<Ground>,
    hexes: Vec<Hex>,
    columns: u8,
    rows: u8,
    /// Place of the blocking hex plus 1, by the places of both ends; 0 where nothing blocks.
    blockers: Vec<u16>,
    /// What lines cross, by the way from the lower to the higher place.
    lines: BTreeMap<Axial, Vec<Crossing>>,
    examined: usize,
}

impl SightTable {
    /// Works out every sight of a map.
    pub fn new(map: &HexMap, ground: impl Fn(Hex) -> Ground) -> Self {
        let hexes: Vec<Hex> = map.hexes().collect();
        let grounds = hexes.iter().map(|hex| ground(*hex)).collect();
        let mut table = Self {
            grounds,
            columns: map.columns(),
            rows: map.rows(),
            blockers: vec![0; hexes.len() * hexes.len()],
            hexes,
            lines: BTreeMap::new(),
            examined: 0,
        };
        table.fill();
        table
    }

    fn fill(&mut self) {
        let count = self.hexes.len();
        for from in 0..count {
            for to in from + 1..count {
                let way = self.hexes[to].axial().minus(self.hexes[from].axial());
                let line = self.lines.entry(way).or_insert_with(|| crossings(way));
                self.examined += line.len();
            }
        }
        for from in 0..count {
            for to in from + 1..count {
                let blocker = self.find_blocker(from, to, &|_| false);
                let mark = blocker.map_or(0, |index| index as u16 + 1);
                self.blockers[from * count + to] = mark;
                self.blockers[to * count + from] = mark;
            }
        }
    }

    /// The first crossing that stops the line from a lower to a higher place.
    fn find_blocker(&self, from: usize, to: usize, smoke: &dyn Fn(Hex) -> bool) -> Option<usize> {
        let start = self.hexes[from].axial();
        let way = self.hexes[to].axial().minus(start);
        // Neighbours have nothing between them.
        let line = self.lines.get(&way)?;
        let ends = [from, to];
        let stops = |step: Axial| {
            let index = self.index(Hex::at(start.plus(step))?)?;
            (smoke(self.hexes[index]) || self.blocks(ends, index)).then_some(index)
        };
        line.iter().find_map(|crossing| match *crossing {
            Crossing::Inside(step) => stops(step),
            Crossing::Along(one, other) => Some(stops(one)?.min(stops(other)?)),
        })
    }

    /// Whether a hex that is met blocks.
    ///
    /// Rule: WSR-LOS-4.
    fn blocks(&self, ends: [usize; 2], met: usize) -> bool {
        let levels = ends.map(|end| self.grounds[end].level);
        let top = self.grounds[met].top();
        let [low, high] = [levels[0].min(levels[1]), levels[0].max(levels[1])];
        let is_beside_lower = || {
            let lower = ends.into_iter().filter(|end| self.grounds[*end].level == low);
            lower.into_iter().any(|end| self.hexes[end].distance(self.hexes[met]) == 1)
        };
        top > high || top > low && is_beside_lower()
    }

    fn index(&self, hex: Hex) -> Option<usize> {
        let is_on = hex.column() <= self.columns && hex.row() <= self.rows;
        is_on.then(|| usize::from(hex.column() - 1) * usize::from(self.rows) + usize::from(hex.row() - 1))
    }

    /// Sight between two hexes without smoke; from or to a hex off the map nothing is seen.
    ///
    /// Rule: WSR-LOS-2, WSR-LOS-4.
    pub fn sight(&self, from: Hex, to: Hex) -> Sight {
        let [Some(start), Some(end)] = [self.index(from), self.index(to)] else { return Sight::Blocked(to) };
        match self.blockers[start * self.hexes.len() + end] {
            0 => Sight::Clear,
            mark => Sight::Blocked(self.hexes[usize::from(mark) - 1]),
        }
    }

    /// Sight between two hexes where some are under smoke.
    ///
    /// Rule: WSR-LOS-5.
    pub fn sight_through(&self, from: Hex, to: Hex, smoke: &BTreeSet<Hex>, near: SmokeNear) -> Sight {
        let clear = self.sight(from, to);
        if smoke.is_empty() || !clear.is_clear() || near == SmokeNear::AdjacentSeen && from.distance(to) <= 1
        {
            return clear;
        }
        if let Some(end) = [from.min(to), from.max(to)].into_iter().find(|end| smoke.contains(end)) {
            return Sight::Blocked(end);
        }
        let [Some(start), Some(end)] = [self.index(from), self.index(to)] else { return clear };
        let blocker = self.find_blocker(start.min(end), start.max(end), &|hex| smoke.contains(&hex));
        blocker.map_or(Sight::Clear, |index| Sight::Blocked(self.hexes[index]))
    }

    /// Number of crossings that were looked at to fill the table: the cost of opening a level.
    pub const fn examined(&self) -> usize {
        self.examined
    }

    /// Number of pairs of hexes that see each other.
    pub fn clear_pairs(&self) -> usize {
        let count = self.hexes.len();
        let pairs = (0..count).flat_map(|from| (from + 1..count).map(move |to| from * count + to));
        pairs.filter(|pair| self.blockers[*pair] == 0).count()
    }
}

#[cfg(test)]
mod tests;
