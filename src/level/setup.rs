//! The constant part of a battle: the level, the cards its units use, the ruleset,
//! and the texts of their files.
//!
//! A save contains the texts, so that one loader reads both levels and saves
//! and a save does not depend on files that may change.

use serde::{Deserialize, Serialize};
pub use tabletop_data::source_text::SourceText;

use super::scenario::{Level, UnitStart};
use crate::rules::card::Card;
use crate::rules::ids::{Side, UnitId};
use crate::rules::ruleset::Ruleset;

/// A checked level with everything it names.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The level.
    pub level: Level,
    /// The cards its units name, sorted by id.
    pub cards: Vec<Card>,
    /// The whole ruleset, overlays applied.
    pub ruleset: Ruleset,
    /// The texts all this was read from.
    pub bundle: Bundle,
}

/// The texts of the files a battle was set up from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bundle {
    /// The level.
    pub level: SourceText,
    /// Each card it names, sorted by id.
    pub cards: Vec<SourceText>,
    /// The rulesets from the one played to the base.
    pub rulesets: Vec<SourceText>,
    /// Authority over events; in a save without it, the rules.
    #[serde(default, skip_serializing_if = "Conduct::is_by_the_rules")]
    pub conduct: Conduct,
}

/// Authority over the events of a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Conduct {
    /// The rules.
    #[default]
    ByTheRules,
    /// Two players at a table of real miniatures, whose word is taken where the rules would have it otherwise.
    AtARealTable,
}

impl Conduct {
    fn is_by_the_rules(&self) -> bool {
        *self == Self::ByTheRules
    }
}

impl Setup {
    /// The same, to be recorded at a real table.
    #[must_use]
    pub fn recorded(mut self) -> Self {
        self.bundle.conduct = Conduct::AtARealTable;
        self
    }

    /// Whether the battle is recorded at a real table: the players' word is taken.
    pub fn is_recorded(&self) -> bool {
        self.bundle.conduct == Conduct::AtARealTable
    }

    /// Shares the terrain of another setup, and what was worked out on it, if both are the same.
    pub fn share_terrain(&mut self, other: &Self) {
        if self.level.terrain == other.level.terrain {
            self.level.terrain = other.level.terrain.clone();
        }
    }

    /// The units of both sides in id order.
    pub fn units(&self) -> impl Iterator<Item = &UnitStart> {
        self.level.forces.iter().flat_map(|force| &force.units)
    }

    /// The unit of that id, if the level has it.
    pub fn unit(&self, id: UnitId) -> Option<&UnitStart> {
        self.level.forces[id.side.index()].units.iter().find(|unit| unit.id == id)
    }

    /// The card a unit of this level is played by.
    pub fn card(&self, unit: &UnitStart) -> &Card {
        &self.cards[unit.card]
    }

    /// Name of a side's force.
    pub fn force_name(&self, side: Side) -> &str {
        &self.level.forces[side.index()].name
    }
}
