//! Lengths, places and facings as the rules store and compare them.
//!
//! Every stored position is a whole number of thousandths of an inch (thou), so
//! that two machines never disagree about where a model stands. Measured
//! lengths are `f64` inches and are never stored.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Maximum displacement of a place by rounding to whole thousandths along both axes, inches.
///
/// Rule: BAS-10.
pub const ROUNDING: f64 = 0.00071;

/// A stored length or coordinate: whole thousandths of an inch.
///
/// Text formats show it as inches (`12.345`); binary formats as the integer.
///
/// Rule: BAS-10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Thou(pub i32);

impl Thou {
    /// The largest coordinate or length that a file or command may contain, inches.
    pub const LIMIT_INCHES: f64 = 1000.0;

    /// Rounds inches to the nearest thousandth.
    ///
    /// # Errors
    /// Not a number, infinite, or beyond ± [`Self::LIMIT_INCHES`].
    #[inline]
    pub fn from_inches(inches: f64) -> Result<Self, MeasureError> {
        if inches.is_nan() || inches.abs() > Self::LIMIT_INCHES {
            return Err(MeasureError::Length(inches));
        }
        Ok(Self((inches * 1000.0).round() as i32))
    }

    /// The same length in inches.
    #[inline]
    pub fn inches(self) -> f64 {
        f64::from(self.0) / 1000.0
    }
}

impl fmt::Display for Thou {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.inches())
    }
}

/// Why a number is not a valid length or angle.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum MeasureError {
    /// A length that is not finite or out of range, inches.
    #[error("{0} is not a valid length: it must be a number between -1000 and 1000 inches")]
    Length(f64),
    /// An angle that is not finite or out of range, degrees.
    #[error("{0} is not a valid angle: it must be a number between -360 and 360 degrees")]
    Angle(f64),
}

impl Serialize for Thou {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            self.inches().serialize(serializer)
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Thou {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            Self::from_inches(f64::deserialize(deserializer)?).map_err(D::Error::custom)
        } else {
            i32::deserialize(deserializer).map(Self)
        }
    }
}

/// A point on or above the table: x along its width, y along its depth, z up, with the origin at the
/// table's centre.
///
/// Text formats write `[x, y]` or, off the table top, `[x, y, z]`, in inches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Along the table's width.
    pub x: Thou,
    /// Along the table's depth.
    pub y: Thou,
    /// Height of the ground the base stands on.
    pub z: Thou,
}

impl Place {
    /// A place on the table top, from whole thousandths.
    #[inline]
    pub const fn flat(x: i32, y: i32) -> Self {
        Self { x: Thou(x), y: Thou(y), z: Thou(0) }
    }

    /// Rounds inches to a stored place.
    ///
    /// # Errors
    /// As [`Thou::from_inches`].
    #[inline]
    pub fn from_inches(x: f64, y: f64, z: f64) -> Result<Self, MeasureError> {
        Ok(Self { x: Thou::from_inches(x)?, y: Thou::from_inches(y)?, z: Thou::from_inches(z)? })
    }

    /// The point over the table, in inches, without its height.
    #[inline]
    pub fn ground(self) -> [f64; 2] {
        [self.x.inches(), self.y.inches()]
    }

    /// Distance over the table to another place, inches.
    ///
    /// Rule: MOV-1.
    #[inline]
    pub fn ground_distance(self, other: Self) -> f64 {
        // Exact in integers up to the root: no rounding differs between machines.
        let dx = i64::from(self.x.0) - i64::from(other.x.0);
        let dy = i64::from(self.y.0) - i64::from(other.y.0);
        ((dx * dx + dy * dy) as f64).sqrt() / 1000.0
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.z.0 == 0 {
            write!(f, "({}, {})", self.x, self.y)
        } else {
            write!(f, "({}, {}, {})", self.x, self.y, self.z)
        }
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            (self.x, self.y, self.z).serialize(serializer)
        } else if self.z.0 == 0 {
            [self.x, self.y].serialize(serializer)
        } else {
            [self.x, self.y, self.z].serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            let (x, y, z) = Deserialize::deserialize(deserializer)?;
            return Ok(Self { x, y, z });
        }
        deserializer.deserialize_any(PlaceVisitor)
    }
}

/// Reads `[x, y]`, `[x, y, z]`, and RON's `(x, y)`, `(x, y, z)`.
struct PlaceVisitor;

impl<'de> serde::de::Visitor<'de> for PlaceVisitor {
    type Value = Place;

    #[inline]
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a place: x and y in inches, and z unless it is on the table top")
    }

    #[inline]
    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut seq: A) -> Result<Place, A::Error> {
        let x = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let y = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
        let z = seq.next_element()?.unwrap_or_default();
        if seq.next_element::<serde::de::IgnoredAny>()?.is_some() {
            return Err(A::Error::invalid_length(4, &self));
        }
        Ok(Place { x, y, z })
    }
}

/// The direction a model faces: thousandths of a degree, counter-clockwise from +x,
/// from 0 up to but not including 360 000.
///
/// Text formats show degrees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Facing(i32);

impl Facing {
    const FULL_TURN: i32 = 360_000;

    /// Rounds degrees to a stored facing within one turn.
    ///
    /// # Errors
    /// Not a number, infinite, or beyond ± 360.
    #[inline]
    pub fn from_degrees(degrees: f64) -> Result<Self, MeasureError> {
        if degrees.is_nan() || degrees.abs() > 360.0 {
            return Err(MeasureError::Angle(degrees));
        }
        Ok(Self(((degrees * 1000.0).round() as i32).rem_euclid(Self::FULL_TURN)))
    }

    /// Degrees, counter-clockwise from +x, 0 ≤ degrees < 360.
    #[inline]
    pub fn degrees(self) -> f64 {
        f64::from(self.0) / 1000.0
    }

    /// The unit vector of this facing.
    #[inline]
    pub fn direction(self) -> [f64; 2] {
        let radians = self.degrees().to_radians();
        [libm::cos(radians), libm::sin(radians)]
    }

    /// The facing from one place toward another; `None` if they are the same point of the table.
    #[inline]
    pub fn toward(from: Place, to: Place) -> Option<Self> {
        let [fx, fy] = from.ground();
        let [tx, ty] = to.ground();
        if from.x == to.x && from.y == to.y {
            return None;
        }
        Self::from_degrees(libm::atan2(ty - fy, tx - fx).to_degrees()).ok()
    }
}

impl fmt::Display for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}°", self.degrees())
    }
}

impl Serialize for Facing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            self.degrees().serialize(serializer)
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Facing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            Self::from_degrees(f64::deserialize(deserializer)?).map_err(D::Error::custom)
        } else {
            i32::deserialize(deserializer).map(|raw| Self(raw.rem_euclid(Self::FULL_TURN)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rule: BAS-10.
    #[test]
    fn lengths_are_rounded_to_thousandths_and_kept_in_range() {
        for (inches, expected) in [
            (0.0, Some(0)),
            (12.3454, Some(12_345)),
            (12.3456, Some(12_346)),
            (-0.0006, Some(-1)),
            (1000.0, Some(1_000_000)),
            (1000.001, None),
            (f64::NAN, None),
            (f64::INFINITY, None),
            (1e30, None),
            (-1e30, None),
        ] {
            assert_eq!(Thou::from_inches(inches).ok().map(|thou| thou.0), expected, "{inches}");
        }
    }

    #[test]
    fn facings_are_brought_into_one_turn() {
        for (degrees, expected) in [
            (0.0, Some(0.0)),
            (-90.0, Some(270.0)),
            (360.0, Some(0.0)),
            (359.9999, Some(0.0)),
            (361.0, None),
            (f64::NAN, None),
        ] {
            assert_eq!(Facing::from_degrees(degrees).ok().map(Facing::degrees), expected, "{degrees}");
        }
    }

    #[test]
    fn a_model_faces_what_it_is_turned_toward() {
        let origin = Place::flat(0, 0);
        for (to, expected) in [
            (Place::flat(5000, 0), Some(0.0)),
            (Place::flat(0, 5000), Some(90.0)),
            (Place::flat(-5000, 0), Some(180.0)),
            (Place::flat(2000, -2000), Some(315.0)),
            (origin, None),
        ] {
            assert_eq!(Facing::toward(origin, to).map(Facing::degrees), expected, "{to}");
        }
    }

    /// Text and binary forms round-trip.
    #[test]
    fn places_and_facings_survive_every_format() {
        let places =
            [Place::flat(0, 0), Place::flat(-12_345, 7), Place { z: Thou(3_250), ..Place::flat(1, -1) }];
        for place in places {
            let json = serde_json::to_string(&place).unwrap();
            assert_eq!(serde_json::from_str::<Place>(&json).unwrap(), place, "{json}");
            let ron = ron::to_string(&place).unwrap();
            assert_eq!(ron::from_str::<Place>(&ron).unwrap(), place, "{ron}");
            let bytes = postcard::to_allocvec(&place).unwrap();
            assert_eq!(postcard::from_bytes::<Place>(&bytes).unwrap(), place);
        }
        let facing = Facing::from_degrees(12.345).unwrap();
        assert_eq!(serde_json::to_string(&facing).unwrap(), "12.345");
        assert_eq!(serde_json::from_str::<Facing>("12.345").unwrap(), facing);
    }

    #[test]
    fn invalid_places_are_refused() {
        for text in ["[1]", "[1,2,3,4]", "[1,\"a\"]", "[1,1e30]", "7", "null", "[]"] {
            assert!(serde_json::from_str::<Place>(text).is_err(), "{text}");
        }
    }
}
