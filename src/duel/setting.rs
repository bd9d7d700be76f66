//! The questions asked of each pair: how far apart, on what ground, in what state, in what manner.

use serde::Serialize;

use crate::rules::measures::Thou;
use crate::rules::salvo::Manner;

/// Ground of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cover {
    /// Open ground.
    Open,
    /// A field around it: Obscured (VIS-2).
    Field,
    /// Inside a wood: Concealed (VIS-2).
    Wood,
    /// A low wall that its front rank touches: hard cover (SHO-9).
    Wall,
}

/// State of the target before it is attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Nothing.
    Fresh,
    /// One hit on its hit-die (SUP-1).
    Suppressed,
    /// As many as shake it (SUP-3).
    Shaken,
    /// It has got down (ACT-5).
    Down,
}

/// Ways in which the first unit meets its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// It fires.
    Fire(Manner),
    /// It charges.
    Charge,
}

/// One question, asked of every pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Setting {
    /// One unit fires at the other.
    Fire {
        /// In which manner.
        manner: Manner,
        /// Distance between the nearest bases, inches.
        range: Thou,
        /// The target's ground.
        cover: Cover,
        /// The target's state.
        state: State,
    },
    /// One unit has charged the other: the first round of their close combat (CC-5, CC-6), without the fire before it.
    Charge {
        /// The state of the unit that is charged.
        state: State,
    },
}

/// The figure of an exchange that stands in a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Points of the models that the target loses, on average.
    Points,
    /// The same less what the first unit loses: of a charge.
    Balance,
    /// Models that the target loses, on average.
    Lost,
    /// Hits, on average.
    Hits,
    /// The chance that the target is suppressed, per cent.
    Suppressed,
    /// The chance that it is shaken, per cent.
    Shaken,
    /// The chance that nothing of it is left, per cent.
    Destroyed,
}

impl Meeting {
    /// All of them, each with its name and its meaning.
    pub const NAMED: [(&str, Self, &str); 5] = [
        ("open-fire", Self::Fire(Manner::OpenFire), "At full rate (ACT-1)"),
        ("advance", Self::Fire(Manner::Advance), "At half rate, one-handed weapons in full (ACT-2)"),
        ("at-the-double", Self::Fire(Manner::AfterRunning), "One-handed weapons at half rate (ACT-4)"),
        (
            "snap-fire",
            Self::Fire(Manner::SnapFire),
            "In the enemy's turn at half rate, one-handed weapons in full (RE-2)",
        ),
        ("charge", Self::Charge, "The first round of close combat (CC-5, CC-6)"),
    ];
}

impl Cover {
    /// All of them, each with its name and its meaning.
    pub const NAMED: [(&str, Self, &str); 4] = [
        ("open", Self::Open, "Open ground"),
        ("field", Self::Field, "A field, which obscures (VIS-2)"),
        ("wood", Self::Wood, "Inside a wood, which conceals (VIS-2)"),
        ("wall", Self::Wall, "A low wall that the front rank touches: hard cover (SHO-9)"),
    ];

    /// As the end of a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Self::Open => "in the open",
            Self::Field => "in a field",
            Self::Wood => "inside a wood",
            Self::Wall => "behind a low wall",
        }
    }
}

impl State {
    /// All of them, each with its name and its meaning.
    pub const NAMED: [(&str, Self, &str); 4] = [
        ("fresh", Self::Fresh, "Unhurt"),
        ("suppressed", Self::Suppressed, "Suppressed (SUP-1)"),
        ("shaken", Self::Shaken, "Shaken (SUP-3)"),
        ("down", Self::Down, "Down (ACT-5)"),
    ];

    /// The target in this state.
    pub fn words(self) -> &'static str {
        match self {
            Self::Fresh => "target",
            Self::Suppressed => "suppressed target",
            Self::Shaken => "shaken target",
            Self::Down => "target that is down",
        }
    }
}

impl Setting {
    /// A heading: `Open Fire at 12", target in the open`.
    pub fn words(self) -> String {
        match self {
            Self::Fire { manner, range, cover, state } => {
                format!("{} at {range}\", {} {}", manner_words(manner), state.words(), cover.words())
            }
            Self::Charge { state: State::Fresh } => "Charge, first round".to_owned(),
            Self::Charge { state } => format!("Charge, first round, {}", state.words()),
        }
    }

    /// The state of the unit that suffers it.
    pub fn state(self) -> State {
        match self {
            Self::Fire { state, .. } | Self::Charge { state } => state,
        }
    }

    /// Its ground.
    pub fn cover(self) -> Cover {
        match self {
            Self::Fire { cover, .. } => cover,
            Self::Charge { .. } => Cover::Open,
        }
    }
}

fn manner_words(manner: Manner) -> &'static str {
    match manner {
        Manner::OpenFire => "Open Fire",
        Manner::SnapInOpenFire => "Snap fire in Open Fire",
        Manner::Advance => "Fire in an Advance",
        Manner::OnMyTarget => "On My Target",
        Manner::AfterRunning => "Fire after At The Double",
        Manner::SnapFire => "Snap fire",
        Manner::FallingBack => "Fire instead of falling back",
        Manner::CloseFire => "Fire in close combat",
        Manner::Melee => "Blows",
    }
}

impl Measure {
    /// All of them, each with its name and its meaning.
    pub const NAMED: [(&str, Self, &str); 7] = [
        ("points", Self::Points, "Points the target loses"),
        ("balance", Self::Balance, "Points the target loses less those the first unit loses"),
        ("lost", Self::Lost, "Models the target loses"),
        ("hits", Self::Hits, "Hits"),
        ("suppressed", Self::Suppressed, "Chance that it is suppressed"),
        ("shaken", Self::Shaken, "Chance that it is shaken"),
        ("destroyed", Self::Destroyed, "Chance that nothing of it is left"),
    ];

    /// Meaning of the numbers of a matrix.
    pub fn words(self) -> &'static str {
        match self {
            Self::Points => "points the target loses, on average",
            Self::Balance => "points the target loses less those the first unit loses, on average",
            Self::Lost => "models the target loses, on average",
            Self::Hits => "hits, on average",
            Self::Suppressed => "chance that the target is suppressed, %",
            Self::Shaken => "chance that the target is shaken, %",
            Self::Destroyed => "chance that nothing of the target is left, %",
        }
    }

    /// Decimals that say something.
    pub fn decimals(self) -> usize {
        match self {
            Self::Points | Self::Balance | Self::Suppressed | Self::Shaken | Self::Destroyed => 0,
            Self::Lost | Self::Hits => 1,
        }
    }
}
