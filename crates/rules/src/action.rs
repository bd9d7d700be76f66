//! The actions of chapter 4: one table of their names and what they are for.

#![deny(clippy::wildcard_enum_match_arm)]

use serde::{Deserialize, Serialize};

use super::ids::RuleId;

/// Defines the actions with their names in the rulebook and a summary for players.
macro_rules! actions {
    ($($(#[$doc:meta])* $action:ident, $name:literal, $summary:literal;)*) => {
        /// Action of a unit in its activation.
        ///
        /// Level files may name any of them as a unit's last action, because RE-1 asks for it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Action {
            $($(#[$doc])* $action,)*
        }

        impl Action {
            /// All of them, each with its name in level files.
            pub const ALL: &'static [(&'static str, Self)] = &[$((stringify!($action), Self::$action)),*];

            /// Its name in the rulebook.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$action => $name,)*
                }
            }

            /// One line on what it allows, with its paragraph.
            pub fn summary(self) -> &'static str {
                match self {
                    $(Self::$action => $summary,)*
                }
            }
        }
    };
}

impl Action {
    /// Whether the player draws the moves, within the action's allowance.
    ///
    /// Rule: ACT-1, ACT-2, ACT-4.
    pub fn moves_freely(self) -> bool {
        match self {
            Self::OpenFire | Self::Advance | Self::AtTheDouble => true,
            Self::OnMyTarget | Self::GetDown | Self::FallBack => false,
        }
    }

    /// Whether its fire is part of the same order as its moves, and may be divided among enemies.
    ///
    /// Rule: ACT-1, ACT-2, SHO-2 (split).
    pub fn divides_fire(self) -> bool {
        match self {
            Self::OpenFire | Self::Advance => true,
            Self::OnMyTarget | Self::AtTheDouble | Self::GetDown | Self::FallBack => false,
        }
    }

    /// The paragraph by which it is allowed: the one that its summary begins with.
    pub fn rule(self) -> RuleId {
        RuleId(self.summary().split_once(':').map_or("", |(rule, _)| rule))
    }
}

actions! {
    /// ACT-1.
    OpenFire, "Open Fire",
        "ACT-1: move up to half Mv, then shoot at full rate, split freely; the unit may snap fire later";
    /// ACT-2.
    Advance, "Advance",
        "ACT-2: move up to Mv and shoot at half rate, before or after the move; one-handed weapons fire in full";
    /// ACT-3.
    OnMyTarget, "On My Target",
        "ACT-3: stand still, fire at full rate at one enemy model: hits go one each to the models of its unit under the teardrop. No snap fire later";
    /// ACT-4.
    AtTheDouble, "At The Double",
        "ACT-4: run up to twice Mv, not over slow ground; no model may end facing the spot where its leader started; only one-handed weapons fire, at half rate; enemies may snap fire";
    /// ACT-5.
    GetDown, "Get Down",
        "ACT-5: no move, no shooting; the unit is harder to hit and tougher, loses a nerve marker, and may snap fire later";
    /// ACT-6.
    FallBack, "Fall Back",
        "SUP-4: a suppressed unit has to fall back. Its paths are shown first: confirm them, change them (FB-5), or click an enemy to fire instead (FB-1)";
}
