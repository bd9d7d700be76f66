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
pub use close_combat::{CloseCombatRules, CombatTests, DefensiveFire};
pub use define::Values;
pub use falling_back::{FallBackProcedure, FallingBackRules, OutlineRules};
pub use key::{Allowed, Choice, KeyInfo, Unit, Value};
pub use leadership::{LeadershipRules, NerveFromHits, Suppression};
pub use mission::MissionRules;
pub use movement::MovementRules;
pub use order::{KeyOrderFault, key_order_faults};
pub use shooting::ShootingRules;
pub use sight::SightRules;

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
                Some(Self { name, about, assumed: Vec::new(), $( $chapter: $type::read(values)?, )+ })
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
        Some(Self { assumed, ..changed })
    }

    /// All keys and values as text, but those that its files are older than: a line `key=value` each, sorted by key.
    pub fn canonical(&self) -> String {
        let values = self.values();
        let stated = values.iter().filter(|(key, _)| !self.assumed.contains(*key));
        stated.map(|(key, value)| format!("{key}={value}\n")).collect()
    }

    /// Identifies the rules played: equal if and only if the files state the same keys with the same values, whatever the
    /// names. The same on every machine, and the same as before a key was added that the files do not state.
    pub fn hash(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(self.canonical().as_bytes())
    }
}
