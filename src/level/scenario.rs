//! A level as the game uses it, after every check: a table, its terrain, a
//! mission, two forces, and where everything stands.
//!
//! A level can hold a battle that has not begun, or any moment of one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::action::Action;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::measures::{Facing, Place, Thou};
pub use crate::rules::mission::MissionKind;
use crate::rules::turn::Phase;
use crate::table::shape::Shape;
use crate::table::terrain::Terrain;

/// A checked level.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Shown to players.
    pub name: String,
    /// Description of the level, for the player who opens it.
    pub about: String,
    /// Size of the table.
    pub table: TableSize,
    /// Its pieces in the order of the file; ids are unique.
    pub terrain: Terrain,
    /// Deployment zone of each side: index by [`Side::index`].
    pub zones: [Zone; 2],
    /// Points to hold; ids are unique.
    pub objectives: Vec<Objective>,
    /// Players' names for them, by their ids; an objective without one in the file is called by its id.
    pub objective_names: BTreeMap<String, String>,
    /// Set-up, length and victory conditions of the battle.
    pub mission: Mission,
    /// Name of the ruleset it is played by, unless the player names another.
    pub ruleset: String,
    /// Index by [`Side::index`].
    pub forces: [Force; 2],
    /// State of the battle when the level opens.
    pub opening: Opening,
}

/// Width along x and depth along y; the origin is the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSize {
    /// Along x.
    pub width: Thou,
    /// Along y.
    pub depth: Thou,
}

/// A deployment zone.
///
/// Rule: MIS-1.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    /// Area in which bases must lie wholly.
    pub area: Shape,
}

/// A point to hold.
///
/// Rule: MIS-4.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Objective {
    /// Its name in files and commands.
    pub id: String,
    /// Its position.
    pub at: Place,
}

/// The mission of a level.
///
/// Rule: TURN-6.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mission {
    /// Kind of mission.
    pub kind: MissionKind,
    /// Number of rounds: the file's, else the ruleset's.
    pub rounds: Option<u8>,
    /// The points each force may have, unless the force gives its own limit (MIS-7).
    pub points: Option<u32>,
}

/// One player's units.
///
/// Rule: MIS-7.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Force {
    /// Shown to players.
    pub name: String,
    /// The points it may have at most, if it gives its own limit (MIS-7).
    pub limit: Option<u32>,
    /// In id order.
    pub units: Vec<UnitStart>,
}

/// A unit as the level opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitStart {
    /// `A1` and so on, unique.
    pub id: UnitId,
    /// Index into [`crate::level::setup::Setup::cards`].
    pub card: usize,
    /// Shown to players: the file's, else the card's.
    pub name: String,
    /// Number of the model that leads (BAS-7).
    pub leader: u8,
    /// One for each model of the card, in number order.
    pub models: Vec<ModelStart>,
    /// Hits on its hit-die; 0 for none (SUP-1).
    pub hit_die: u8,
    /// Nerve markers (LD-2).
    pub nerve_markers: u8,
    /// Suppression markers (ACT-7).
    pub suppression_markers: u8,
    /// Whether it has acted in the turn the level opens in (TURN-3).
    pub activity: ActivityStart,
    /// Its last action, if it has had one (RE-1).
    pub last_action: Option<Action>,
    /// Its other deeds, where they do not follow from its last action.
    pub deeds: DeedsStart,
    /// Whether it has come to the table yet (MIS-3).
    pub arrival: ArrivalStart,
}

/// Deeds of a unit as the level opens, beside acting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeedsStart {
    /// Whether one of its models has moved by an action in its side's present turn (CC-1); `None`: as its last action says.
    pub moved: Option<bool>,
    /// Whether it has snap fired since its last action (RE-1).
    pub snap_fired: bool,
    /// Its posture (ACT-5, OFB-2); `None`: the one that follows from its last action.
    pub posture: Option<PostureStart>,
}

/// Posture of a unit as the level opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostureStart {
    /// Upright.
    Up,
    /// Down (ACT-5).
    Down,
    /// Staying in cover (OFB-2).
    InCover,
}

/// Whether a unit has come to the table as the level opens.
///
/// Rule: MIS-3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArrivalStart {
    /// It was there from the beginning, or came in an earlier turn.
    #[default]
    Before,
    /// It arrived in the turn the level opens in.
    Now,
    /// It is in reserve.
    Reserve,
}

/// Whether a unit has already acted in the opening turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum ActivityStart {
    /// It may still act.
    #[default]
    Fresh,
    /// It has acted.
    Acted,
}

/// A model as the level opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelStart {
    /// Not yet on the table: its player will deploy it.
    Waiting,
    /// On the table.
    Standing {
        /// Centre of its base.
        at: Place,
        /// Its facing.
        facing: Facing,
        /// Wounds it has lost, fewer than its card gives.
        wounds_lost: u8,
    },
    /// Already lost.
    Lost,
    /// Off the table over its own edge, and not destroyed (OFB-6).
    Escaped,
}

impl UnitStart {
    /// Ids of all its models, lost ones too.
    pub fn model_ids(&self) -> impl Iterator<Item = ModelId> + '_ {
        (1..=self.models.len()).map(|number| self.id.model(number as u8))
    }

    /// Whether its player still has to deploy it.
    pub fn waits(&self) -> bool {
        self.models.iter().any(|model| matches!(model, ModelStart::Waiting))
    }
}

/// State of the battle when a level opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// Roll off, deploy what waits, roll off for the first turn.
    Deployment,
    /// In the middle of a battle.
    InPlay {
        /// From 1.
        round: u8,
        /// Side whose turn it is.
        side: Side,
        /// Side that has the first turn of every round.
        first: Side,
        /// Present phase.
        phase: Phase,
    },
}
