//! Reasons to refuse an order of deployment.

use crate::game::engine::reason::reasons;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::measures::Place;

reasons! { Reason, Mistake, words(about, value, limit);
    /// The unit has already been deployed.
    AlreadyDeployed =>
        OnTable: "MIS-3", "{about} is on the table already";
        AlreadyDeployed: "MIS-2", "{about} has already been deployed";
    /// The order gives a model no place.
    ModelNotPlaced => ModelNotPlaced: "MIS-1", "{about} has not been given a place";
    /// A base or an objective would not be inside the zone it must be in.
    OutsideZone =>
        OutsideZone { player: Side }:
            "MIS-1", "the base of {about} would not be wholly inside the deployment zone of side {player}";
        OutsideDebrisField: "MIS-3", "the objective would not lie in the debris field";
        OutsideEnemyZone { enemy: Side }: "MIS-2", "the objective would not lie in the zone of side {enemy}";
    /// Another unit must be placed before this one.
    PlacedLast => PlacedLast { first: UnitId }:
        "MIS-2", "{about} is a command unit and is placed last: place {first} first";
    /// The unit is in reserve.
    InReserve => InReserve: "MIS-3", "{about} is in reserve: it is not deployed";
    /// An objective would lie too near the table's edge.
    NearEdge => NearEdge: "MIS-2", "the objective would lie too near the edge of the table";
    /// An objective or an obstacle would lie too near an objective.
    NearObjective =>
        NearObjective { other: String }: "MIS-2", "the objective would lie too near {other}";
        ObstacleNearObjective { other: String }: "MIS-3", "the obstacle would lie too near {other}";
    /// An obstacle would lie too near terrain.
    NearTerrain => NearTerrain { piece: String }: "MIS-3", "the obstacle would lie too near \"{piece}\"";
    /// An obstacle would lie in the enemy zone.
    InEnemyZone => InEnemyZone: "MIS-3", "the obstacle would reach into the enemy zone";
    /// An obstacle would be too small, too large or too high.
    ObstacleSize =>
        TooSmall: "MIS-3", "a radius of {value} is too small";
        TooLarge: "MIS-3", "a radius of {value} is too large";
        WrongHeight: "MIS-3", "an obstacle cannot be {value} high";
    /// More or fewer units are chosen than deploy.
    UnitCount => UnitCount { count: usize, units: usize, chosen: usize }:
        "MIS-3", "{count} of the {units} units deploy, not {chosen}";
    /// A unit is named twice.
    UnitTwice => UnitTwice: "MIS-3", "{about} is named twice";
    /// Another unit arrives.
    OtherUnitArrives => OtherUnitArrives { asked: UnitId }: "MIS-3", "{asked} arrives: place it first";
    /// A model would not enter at its table edge.
    AwayFromEdge =>
        LeaderAwayFromEdge { side: Side }:
            "MIS-3", "{about} leads its unit: its base has to touch the edge of side {side}";
        AwayFromEdge { side: Side }: "MIS-3", "{about} would enter {value:.2} from the edge of side {side}";
    /// A model would enter too near an enemy.
    EntersNearEnemy => EntersNearEnemy { enemy: ModelId }: "MIS-3", "{about} would enter {value:.2} from {enemy}";
    /// A unit would be held back that has room.
    HasRoom => HasRoom { at: Place }: "MIS-3", "{about} has room: its leader may stand at {at}";
}
