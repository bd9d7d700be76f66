//! One hex by its printed id, its neighbours, its sides, and distance.
//!
//! Hexes are flat-topped. Columns and rows count from 1; even columns lie half a hex lower.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Largest column and row: an id has two digits for each.
pub const MAX_INDEX: u8 = 99;

/// A hex. Hexes are ordered as their ids: column by column, from the top.
///
/// Rule: WSR-BAS-3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    column: u8,
    row: u8,
}

/// Axial coordinates: q counts columns from 0, r runs down a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Axial {
    /// Column, from 0.
    pub q: i32,
    /// Row along the slanting axis.
    pub r: i32,
}

/// A way to a neighbour, clockwise from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "points of the compass")]
pub enum Direction {
    North,
    NorthEast,
    SouthEast,
    South,
    SouthWest,
    NorthWest,
}

/// The side between two neighbouring hexes; the same from either.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hexside {
    first: Hex,
    second: Hex,
}

impl Direction {
    /// All six, clockwise.
    pub const ALL: [Self; 6] =
        [Self::North, Self::NorthEast, Self::SouthEast, Self::South, Self::SouthWest, Self::NorthWest];

    /// The step in axial coordinates.
    pub const fn step(self) -> Axial {
        let (q, r) = match self {
            Self::North => (0, -1),
            Self::NorthEast => (1, -1),
            Self::SouthEast => (1, 0),
            Self::South => (0, 1),
            Self::SouthWest => (-1, 1),
            Self::NorthWest => (-1, 0),
        };
        Axial { q, r }
    }

    /// The direction so many sixths of a circle clockwise.
    pub const fn turned(self, sixths: i32) -> Self {
        Self::ALL[(self as i32 + sixths).rem_euclid(6) as usize]
    }
}

impl Axial {
    /// The coordinates that lie this far away.
    pub const fn plus(self, step: Self) -> Self {
        Self { q: self.q + step.q, r: self.r + step.r }
    }

    /// The way from another place to this one.
    pub const fn minus(self, from: Self) -> Self {
        Self { q: self.q - from.q, r: self.r - from.r }
    }

    /// Fewest steps to the origin.
    pub const fn length(self) -> u32 {
        let (q, r) = (self.q.unsigned_abs(), self.r.unsigned_abs());
        let s = (self.q + self.r).unsigned_abs();
        (q + r + s) / 2
    }
}

impl Hex {
    /// A hex by column and row, each from 1 to [`MAX_INDEX`].
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        let fits = 1 <= column && column <= MAX_INDEX && 1 <= row && row <= MAX_INDEX;
        if fits { Some(Self { column, row }) } else { None }
    }

    /// Column, from 1.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Row, from 1.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// Its axial coordinates.
    pub const fn axial(self) -> Axial {
        let (q, row) = (self.column as i32 - 1, self.row as i32 - 1);
        Axial { q, r: row - q / 2 }
    }

    /// The hex at axial coordinates; `None` where no id can be printed.
    pub fn at(axial: Axial) -> Option<Self> {
        let row = axial.r + axial.q.div_euclid(2) + 1;
        Self::new(u8::try_from(axial.q + 1).ok()?, u8::try_from(row).ok()?)
    }

    /// The neighbour in a direction; `None` where no id can be printed.
    pub fn neighbour(self, direction: Direction) -> Option<Self> {
        Self::at(self.axial().plus(direction.step()))
    }

    /// Its neighbours, clockwise from the top.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        Direction::ALL.into_iter().filter_map(move |direction| self.neighbour(direction))
    }

    /// Fewest steps to another hex.
    pub const fn distance(self, other: Self) -> u32 {
        other.axial().minus(self.axial()).length()
    }

    /// The direction of a neighbour; `None` of any other hex.
    pub fn direction_of(self, other: Self) -> Option<Direction> {
        let way = other.axial().minus(self.axial());
        Direction::ALL.into_iter().find(|direction| direction.step() == way)
    }
}

impl Hexside {
    /// The side between two hexes; `None` if they are no neighbours.
    pub fn between(one: Hex, other: Hex) -> Option<Self> {
        (one.distance(other) == 1).then(|| Self { first: one.min(other), second: one.max(other) })
    }

    /// The two hexes, in order of their ids.
    pub const fn hexes(self) -> [Hex; 2] {
        [self.first, self.second]
    }
}

/// `0405`.
impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.column, self.row)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no id of a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoHex(pub String);

impl fmt::Display for NoHex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is no hex: a hex has four digits, column then row, as in 0405", self.0)
    }
}

impl std::error::Error for NoHex {}

impl FromStr for Hex {
    type Err = NoHex;

    fn from_str(text: &str) -> Result<Self, NoHex> {
        let is_id = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = |part: &str| part.parse::<u8>().ok();
        let parts = is_id.then(|| text.split_at(2));
        let hex = parts.and_then(|(column, row)| Self::new(number(column)?, number(row)?));
        hex.ok_or_else(|| NoHex(text.to_owned()))
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            [self.column, self.row].serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        if deserializer.is_human_readable() {
            Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
        } else {
            let [column, row] = <[u8; 2]>::deserialize(deserializer)?;
            Self::new(column, row).ok_or_else(|| D::Error::custom("no hex has this column and row"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(id: &str) -> Hex {
        id.parse().unwrap()
    }

    #[test]
    fn an_id_is_four_digits() {
        for (text, is_id, why) in [
            ("0405", true, "column 4, row 5"),
            ("9999", true, "the last"),
            ("0005", false, "columns count from 1"),
            ("0400", false, "rows count from 1"),
            ("405", false, "a digit is missing"),
            ("+405", false, "a sign"),
            ("04 5", false, "a space"),
        ] {
            let read = text.parse::<Hex>();
            assert_eq!(read.is_ok(), is_id, "{why}");
            if let Ok(hex) = read {
                assert_eq!(hex.to_string(), text);
                assert_eq!(serde_json::from_str::<Hex>(&serde_json::to_string(&hex).unwrap()).unwrap(), hex);
            }
        }
    }

    #[test]
    fn neighbours_run_clockwise_and_even_columns_lie_lower() {
        for (of, expected) in [
            ("0505", ["0504", "0604", "0605", "0506", "0405", "0404"]),
            ("0405", ["0404", "0505", "0506", "0406", "0306", "0305"]),
        ] {
            let found: Vec<String> = hex(of).neighbours().map(|hex| hex.to_string()).collect();
            assert_eq!(found, expected, "of {of}");
        }
        assert_eq!(hex("0101").neighbours().count(), 2, "a corner");
    }

    /// The distance is what a search from neighbour to neighbour finds.
    #[test]
    fn distance_is_fewest_steps() {
        let start = hex("1010");
        let mut reached = std::collections::BTreeMap::from([(start, 0)]);
        let mut edge = vec![start];
        for steps in 1..8 {
            let next: Vec<Hex> = edge.iter().flat_map(|hex| hex.neighbours()).collect();
            edge.clear();
            for hex in next {
                if let std::collections::btree_map::Entry::Vacant(entry) = reached.entry(hex) {
                    entry.insert(steps);
                    edge.push(hex);
                }
            }
        }
        assert_eq!(reached.len(), 1 + 6 * (1..8).sum::<usize>());
        for (other, steps) in reached {
            assert_eq!(start.distance(other), steps, "{other}");
            assert_eq!(other.distance(start), steps, "back from {other}");
        }
    }

    #[test]
    fn a_side_is_the_same_from_either_hex() {
        let side = Hexside::between(hex("0405"), hex("0305"));
        assert_eq!(side, Hexside::between(hex("0305"), hex("0405")));
        assert_eq!(side.unwrap().hexes(), [hex("0305"), hex("0405")]);
        assert_eq!(Hexside::between(hex("0405"), hex("0205")), None);
    }

    #[test]
    fn a_direction_turns_and_leads_to_its_neighbour() {
        assert_eq!(Direction::North.turned(-1), Direction::NorthWest);
        assert_eq!(Direction::SouthWest.turned(4), Direction::SouthEast);
        for direction in Direction::ALL {
            let neighbour = hex("0505").neighbour(direction).unwrap();
            assert_eq!(hex("0505").direction_of(neighbour), Some(direction));
        }
        assert_eq!(hex("0505").direction_of(hex("0707")), None);
    }
}
