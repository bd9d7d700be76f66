//! Names that commands, facts and files of every game use.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::interned::Name;

#[doc(hidden)]
pub use serde;

/// Makes ids text wherever they are shown or written: `Debug`, `Serialize` and `Deserialize` by their `Display` and `FromStr`, whose
/// error can be shown.
///
/// ```
/// #[derive(Clone, Copy, PartialEq, Eq)]
/// struct HutId(u8);
///
/// impl std::fmt::Display for HutId {
///     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
///         write!(f, "hut {}", self.0)
///     }
/// }
///
/// impl std::str::FromStr for HutId {
///     type Err = String;
///
///     fn from_str(text: &str) -> Result<Self, String> {
///         let number = text.strip_prefix("hut ").and_then(|number| number.parse().ok());
///         number.map(Self).ok_or_else(|| format!("\"{text}\" is no hut"))
///     }
/// }
///
/// tabletop::as_text!(HutId);
///
/// assert_eq!(serde_json::to_string(&HutId(3)).unwrap(), "\"hut 3\"");
/// assert_eq!(serde_json::from_str::<HutId>("\"hut 4\"").unwrap(), HutId(4));
/// assert!(serde_json::from_str::<HutId>("\"inn 4\"").is_err());
/// ```
#[macro_export]
macro_rules! as_text {
    ($($id:ident),*) => { $(
        impl std::fmt::Debug for $id {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }

        impl $crate::ids::serde::Serialize for $id {
            fn serialize<S: $crate::ids::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> $crate::ids::serde::Deserialize<'de> for $id {
            fn deserialize<D: $crate::ids::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str> as $crate::ids::serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err($crate::ids::serde::de::Error::custom)
            }
        }
    )* };
}

/// One of the two players, and their force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Side {
    /// The first force of the level.
    A,
    /// The second force of the level.
    B,
}

impl Side {
    /// Both sides in order.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// 0 for A, 1 for B.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "A",
            Self::B => "B",
        })
    }
}

/// The id of a paragraph of a rulebook, such as `MOV-5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RuleId(#[serde(deserialize_with = "crate::interned::deserialize")] pub Name);

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
