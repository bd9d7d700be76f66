//! Every number of the rulebook that is open to experiment, and every switch
//! between editions.
//!
//! Ruleset files hold the numbers themselves; this module defines what can be
//! set: its type, range, unit, description and rules. Knows no files.

mod actions;
mod basics;
mod close_combat;
mod define;
mod falling_back;
mod key;
mod leadership;
mod mission;
mod movement;
mod order;
mod shooting;
mod sight;

use std::sync::LazyLock;

pub use actions::{ActionRules, ReactionRules, Splitting};
pub use basics::{BasicsRules, Rounding, TurnRules};
pub use close_combat::{ChargeBy, CloseCombatRules, CombatTests, DefenceCounts, DefensiveFire};
pub use define::Values;
pub use falling_back::{
    ClockwiseFrom, FallBackProcedure, FallingBackRules, FirstInRout, Followers, OnlyPlace, OutlineRules,
    RoutSaw, SafeFrom,
};
pub use key::{Allowed, Choice, KeyInfo, Unit, Value};
pub use leadership::{
    InspiresTo, LeadershipRules, NerveFromHits, RecoveryOrder, SalvoBesideHits, SuppressedOfficer,
    Suppression, WhoInspires,
};
pub use mission::{ForceLeaders, LevelRollOff, MissionRules, NothingToPlace, PlacedLast};
pub use movement::{MovementRules, Openings};
pub use order::{KeyOrderFault, key_order_faults};
pub use shooting::{BlindShots, ShootingRules};
pub use sight::{EdgeCover, SightRules, WoodObscures};

/// The ruleset and the list of its chapters, in the order of the rulebook.
macro_rules! ruleset {
    ($( $(#[doc = $about:literal])+ $chapter:ident: $type:ident, )+) => {
        /// The numbers and switches of one edition.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Ruleset {
            /// The name that levels and the command line use.
            pub name: String,
            /// A description of why it exists.
            pub about: String,
            /// Keys that its files are older than, which have the value that such files mean.
            pub assumed: Vec<&'static str>,
            /// Rulings that the author of its files has confirmed as it plays them: `FB-5.1`. They change nothing in play.
            pub confirmed: Vec<String>,
            $( $(#[doc = $about])+ pub $chapter: $type, )+
        }

        static KEYS: LazyLock<Vec<KeyInfo>> = LazyLock::new(|| [$( $type::KEYS ),+].concat());

        impl Ruleset {
            /// Every key with its value.
            pub fn values(&self) -> Values {
                let mut values = Values::new();
                $( self.$chapter.write(&mut values); )+
                values
            }

            /// The ruleset with these values, which their keys must allow;
            /// `None` if one is missing or of another kind.
            pub fn from_values(name: String, about: String, values: &Values) -> Option<Self> {
                Some(Self { name, about, assumed: Vec::new(), confirmed: Vec::new(), $( $chapter: $type::read(values)?, )+ })
            }
        }
    };
}

ruleset! {
    /// Chapter 1.
    basics: BasicsRules,
    /// Chapter 2.
    turn: TurnRules,
    /// Chapter 3.
    leadership: LeadershipRules,
    /// Chapter 4, a unit's own actions.
    actions: ActionRules,
    /// Chapter 4, snap fire.
    reactions: ReactionRules,
    /// Chapter 5.
    movement: MovementRules,
    /// Chapter 6.
    falling_back: FallingBackRules,
    /// The outline of 2012: ACT-7 and the end of chapter 6.
    outline: OutlineRules,
    /// Chapter 7.
    sight: SightRules,
    /// Chapter 8.
    shooting: ShootingRules,
    /// Chapter 9.
    close_combat: CloseCombatRules,
    /// Chapter 10.
    mission: MissionRules,
}

/// Every key, chapter by chapter.
pub fn keys() -> &'static [KeyInfo] {
    &KEYS
}

/// The key of that name.
pub fn key(name: &str) -> Option<&'static KeyInfo> {
    keys().iter().find(|info| info.key == name)
}

impl Ruleset {
    /// The value of a key; `None` for a key that does not exist.
    pub fn value(&self, key: &str) -> Option<Value> {
        self.values().get(key).copied()
    }

    /// The same ruleset with one key changed, for experiments; `None` if the
    /// key does not exist or does not allow this value.
    pub fn with(&self, name: &str, value: Value) -> Option<Self> {
        let info = key(name).filter(|info| info.allowed.permits(value))?;
        let mut values = self.values();
        values.insert(info.key, value);
        let changed = Self::from_values(self.name.clone(), self.about.clone(), &values)?;
        let assumed = self.assumed.iter().copied().filter(|key| *key != info.key).collect();
        Some(Self { assumed, confirmed: self.confirmed.clone(), ..changed })
    }

    /// All keys and values as text, a line `key=value` each, sorted by key. Left out are keys that its files are older than,
    /// and switches with the word that such files mean: stated or not, they play the same.
    pub fn canonical(&self) -> String {
        let values = self.values();
        let counts = |name: &str, value: Value| {
            let before = key(name).and_then(|info| info.before);
            let is_usual = matches!(value, Value::Choice(_)) && before == Some(value);
            !is_usual && !self.assumed.contains(&name)
        };
        let stated = values.iter().filter(|(key, value)| counts(key, **value));
        stated.map(|(key, value)| format!("{key}={value}\n")).collect()
    }

    /// Identifies the rules played: equal if and only if [`Self::canonical`] is, whatever the names. The same on every machine, and the same as before a key was added that the files do not state.
    pub fn hash(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(self.canonical().as_bytes())
    }
}
