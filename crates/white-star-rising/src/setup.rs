//! Setup of a battle: the three files, read, with all sights of the map worked out.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tabletop::game::Setup;
use tabletop::ids::Side;
use tabletop::state_hash::StateHash;
use tabletop_data::fault::Faults;
use tabletop_data::reading::read;
use tabletop_data::source_text::SourceText;
use tabletop_hexes::hex::Hex;
use tabletop_hexes::map::Ground;
use tabletop_hexes::sight::SightTable;

use crate::card::Card;
use crate::data::forces::{Force, HqCard, read_forces};
use crate::data::level::Level;
use crate::data::ruleset::{Ruleset, Terrain};
use crate::ids::{HqId, UnitId};
use crate::library::{forces, rulesets, scenarios};

/// The files of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bundle {
    /// Numbers, switches, terrain.
    pub ruleset: SourceText,
    /// Units and headquarters.
    pub forces: SourceText,
    /// Map and scenario.
    pub level: SourceText,
}

/// A level, its forces and its rules.
#[derive(Clone, Debug)]
pub struct WsrSetup {
    bundle: Bundle,
    pub(crate) rules: Ruleset,
    pub(crate) forces: [Force; 2],
    pub(crate) level: Level,
    pub(crate) sights: Arc<SightTable>,
}

/// The files of the book's scenario.
///
/// Rule: WSR-SCN-1, WSR-SCN-2, WSR-SCN-3.
pub fn varne() -> Bundle {
    let (level, forces, ruleset) = (scenarios()[0], forces()[0], rulesets()[0]);
    Bundle { ruleset: ruleset.source(), forces: forces.source(), level: level.source() }
}

impl Setup for WsrSetup {
    type Bundle = Bundle;
    type Faults = Faults;

    fn from_bundle(bundle: Bundle) -> Result<Self, Faults> {
        let rules = read(&bundle.ruleset, Ruleset::read);
        let (rules, forces) = Faults::both(rules, read(&bundle.forces, read_forces))?;
        let level = read(&bundle.level, |node| Level::read(node, &rules, &forces))?;
        let sights = SightTable::new(&level.map, |hex| {
            let kind = level.map.terrain(hex).map_or(0, |kind| usize::from(kind.0));
            Ground { level: rules.terrain[kind].level, obstacle: rules.terrain[kind].obstacle }
        });
        Ok(Self { bundle, rules, forces, level, sights: Arc::new(sights) })
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

impl WsrSetup {
    /// The book's scenario.
    ///
    /// # Errors
    /// Faults of its files.
    pub fn varne() -> Result<Arc<Self>, Faults> {
        Self::from_bundle(varne()).map(Arc::new)
    }

    pub(crate) fn force(&self, side: Side) -> &Force {
        &self.forces[side.index()]
    }

    pub(crate) fn card(&self, unit: UnitId) -> &Card {
        let units = &self.force(unit.side).units;
        let found = units.iter().find(|card| card.id == unit);
        // Ids of units come from the forces themselves; a foreign id is refused at the gate.
        found.unwrap_or(&units[0])
    }

    pub(crate) fn hq_card(&self, hq: HqId) -> Option<&HqCard> {
        self.force(hq.side).hqs.iter().find(|card| card.id == hq)
    }

    pub(crate) fn terrain(&self, hex: Hex) -> &Terrain {
        &self.rules.terrain[self.terrain_kind(hex)]
    }

    /// Place of a hex's terrain in the ruleset.
    pub(crate) fn terrain_kind(&self, hex: Hex) -> usize {
        self.level.map.terrain(hex).map_or(0, |kind| usize::from(kind.0))
    }
}
