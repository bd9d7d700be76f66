//! Things that players decide and put on the table beside their units, and the result of the battle.

use std::collections::BTreeMap;

use bevy_ecs::prelude::Resource;
use serde::{Deserialize, Serialize};

use crate::level::scenario::{ArrivalStart, Level, Objective};
use crate::level::setup::Setup;
use crate::rules::basics::Allowance;
use crate::rules::ids::{Side, UnitId};
use crate::rules::measures::{Place, Thou};
use crate::rules::victory::BattleResult;
use crate::table::piece::{Danger, Kind, Piece};
use crate::table::shape::Shape;
use crate::table::terrain::Terrain;

/// Mutable state of the table and of the mission: a part of every snapshot.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TableState {
    /// Zone of each side, named by its side in the level file: index by [`Side::index`]. Rule: MIS-2.
    pub zones: [Side; 2],
    /// The level's objectives, or those that were placed; ids are unique.
    pub objectives: Vec<Objective>,
    /// Obstacles that players placed, in that order. Rule: MIS-3.
    pub obstacles: Vec<PlacedObstacle>,
    /// Units that have not arrived yet, in id order. Rule: MIS-3.
    pub reserves: Vec<UnitId>,
    /// Units that arrived in the present turn, in the order of their arrival. Rule: MIS-3.
    pub arrivals: Vec<UnitId>,
    /// Result of the battle, once it is over.
    pub result: Option<BattleResult>,
    /// Holders of objectives by the players' word, by objective id; empty in a game that is not recorded at a real table, whose hash stays
    /// the same.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub said_to_hold: BTreeMap<String, Side>,
}

/// A point obstacle that a player placed.
///
/// Rule: MIS-3.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlacedObstacle {
    /// Its id among the pieces of terrain.
    pub id: String,
    /// Its centre.
    pub at: Place,
    /// Inches.
    pub radius: Thou,
    /// Inches.
    pub height: Thou,
}

impl TableState {
    /// As the level has it: nothing placed.
    pub fn of(level: &Level) -> Self {
        let come = |arrival: ArrivalStart| {
            let units = level.forces.iter().flat_map(|force| &force.units);
            units.filter(|unit| unit.arrival == arrival).map(|unit| unit.id).collect()
        };
        Self {
            zones: Side::BOTH,
            objectives: level.objectives.clone(),
            obstacles: Vec::new(),
            reserves: come(ArrivalStart::Reserve),
            arrivals: come(ArrivalStart::Now),
            result: None,
            said_to_hold: BTreeMap::new(),
        }
    }

    /// Holder of an objective by the players' word.
    pub fn said_of(&self, objective: &str) -> Option<Side> {
        self.said_to_hold.get(objective).copied()
    }

    /// Takes their word for who has an objective; `None`: they say no more about it.
    pub(in crate::game) fn say_of(&mut self, objective: &str, by: Option<Side>) {
        match by {
            Some(side) => drop(self.said_to_hold.insert(objective.to_owned(), side)),
            None => drop(self.said_to_hold.remove(objective)),
        }
    }

    /// Puts a unit among the reserves.
    pub(in crate::game) fn hold_back(&mut self, unit: UnitId) {
        if let Err(place) = self.reserves.binary_search(&unit) {
            self.reserves.insert(place, unit);
        }
    }
}

impl From<&PlacedObstacle> for Piece {
    fn from(obstacle: &PlacedObstacle) -> Self {
        let footprint = Shape::Circle { centre: obstacle.at.ground(), radius: obstacle.radius.inches() };
        let kind = Kind::Point { height: obstacle.height };
        Self { id: obstacle.id.clone(), footprint, kind, going: None, danger: Danger::None }
    }
}

/// The terrain of a table on which players placed obstacles; `None` while there are none, then it is the level's.
///
/// It follows from the obstacles, so no snapshot contains it.
#[derive(Resource, Debug, Default)]
pub(in crate::game) struct BattleTerrain(Option<Box<Terrain>>);

impl BattleTerrain {
    /// The level's terrain with these obstacles.
    pub(in crate::game) fn with(setup: &Setup, obstacles: &[PlacedObstacle]) -> Self {
        if obstacles.is_empty() {
            return Self(None);
        }
        let (terrain, ruleset) = (&setup.level.terrain, &setup.ruleset);
        let pieces = terrain.pieces.iter().cloned().chain(obstacles.iter().map(Piece::from)).collect();
        let allowance = Allowance(ruleset.basics.allowance);
        Self(Some(Box::new(Terrain::new(terrain.size, pieces, &ruleset.movement, allowance))))
    }

    /// The terrain that the battle is fought over.
    pub(in crate::game) fn of<'a>(&'a self, setup: &'a Setup) -> &'a Terrain {
        self.0.as_deref().unwrap_or(&setup.level.terrain)
    }
}
