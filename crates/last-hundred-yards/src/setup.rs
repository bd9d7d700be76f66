//! Setup of a battle: the three files, read, with all sights of the map worked out.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tabletop::game::Setup;
use tabletop::ids::Side;
use tabletop::state_hash::StateHash;
use tabletop_data::fault::Faults;
use tabletop_data::reading::read;
use tabletop_data::source_text::SourceText;
use tabletop_hexes::hex::{Hex, Hexside};
use tabletop_hexes::map::Ground;
use tabletop_hexes::sight::SightTable;

use crate::card::Card;
use crate::data::level::{Force, Level};
use crate::data::ruleset::{Ruleset, SideKind, Terrain};
use crate::data::units::read_units;
use crate::ids::UnitId;
use crate::tables::Tables;

/// The files of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bundle {
    /// Numbers, switches, terrain, result table.
    pub ruleset: SourceText,
    /// The units.
    pub units: SourceText,
    /// Map and scenario.
    pub level: SourceText,
}

/// A level, its units and its rules.
#[derive(Clone, Debug)]
pub struct LhySetup {
    bundle: Bundle,
    pub(crate) rules: Ruleset,
    /// Cards of the units of the level, in order of their names.
    pub(crate) cards: Vec<(Side, Card)>,
    pub(crate) level: Level,
    pub(crate) sights: Arc<SightTable>,
    pub(crate) tables: Arc<Tables>,
}

impl Setup for LhySetup {
    type Bundle = Bundle;
    type Faults = Faults;

    fn from_bundle(bundle: Bundle) -> Result<Self, Faults> {
        let rules = read(&bundle.ruleset, Ruleset::read);
        let (rules, units) = Faults::both(rules, read(&bundle.units, read_units))?;
        let level = read(&bundle.level, |node| Level::read(node, &rules, &units))?;
        let sights = SightTable::new(&level.map, |hex| {
            let kind = level.map.terrain(hex).map_or(0, |kind| usize::from(kind.0));
            Ground { level: rules.terrain[kind].level, obstacle: rules.terrain[kind].obstacle }
        });
        let owner = |unit: UnitId| {
            let has = |side: &Side| level.forces[side.index()].units.iter().any(|placed| placed.unit == unit);
            Side::BOTH.into_iter().find(has)
        };
        let cards = units.into_iter().filter_map(|card| Some((owner(card.id)?, card))).collect();
        let (sights, tables) = (Arc::new(sights), Arc::default());
        let mut setup = Self { bundle, rules, cards, level, sights, tables };
        setup.tables = Arc::new(Tables::new(&setup));
        Ok(setup)
    }

    fn bundle(&self) -> &Bundle {
        &self.bundle
    }

    fn level_name(&self) -> &str {
        &self.level.name
    }

    fn force_name(&self, side: Side) -> &str {
        &self.force(side).name
    }

    fn ruleset_name(&self) -> &str {
        &self.rules.name
    }

    fn ruleset_hash(&self) -> u64 {
        StateHash::of_debug(&self.rules)
    }
}

impl LhySetup {
    pub(crate) fn force(&self, side: Side) -> &Force {
        &self.level.forces[side.index()]
    }

    /// The level has a unit of this name.
    pub(crate) fn has(&self, unit: UnitId) -> bool {
        self.cards.binary_search_by_key(&unit, |(_, card)| card.id).is_ok()
    }

    fn entry(&self, unit: UnitId) -> &(Side, Card) {
        let found = self.cards.binary_search_by_key(&unit, |(_, card)| card.id);
        // Names of units come from the level itself; a foreign one is refused at the gate.
        &self.cards[found.unwrap_or(0)]
    }

    pub(crate) fn card(&self, unit: UnitId) -> &Card {
        &self.entry(unit).1
    }

    pub(crate) fn side(&self, unit: UnitId) -> Side {
        self.entry(unit).0
    }

    pub(crate) fn terrain(&self, hex: Hex) -> &Terrain {
        &self.rules.terrain[self.level.map.terrain(hex).map_or(0, |kind| usize::from(kind.0))]
    }

    /// Kind of the side between two neighbours.
    pub(crate) fn between(&self, one: Hex, other: Hex) -> Option<&SideKind> {
        self.kind_between(one, other).map(|(_, side)| side)
    }

    /// The same with its number in the ruleset.
    pub(crate) fn kind_between(&self, one: Hex, other: Hex) -> Option<(u8, &SideKind)> {
        let kind = *self.level.sides.get(&Hexside::between(one, other)?)?;
        self.rules.hexsides.get(usize::from(kind)).map(|side| (kind, side))
    }

    /// "hex 0604", or "hex 0604, the mill".
    pub(crate) fn place(&self, hex: Hex) -> String {
        let name = self.level.names.iter().find(|(known, _)| *known == hex).map(|(_, name)| name);
        name.map_or_else(|| hex.to_string(), |name| format!("{hex} ({name})"))
    }
}
