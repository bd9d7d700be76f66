//! General reasons to refuse a command: those of the gate and of the places of models. Each phase adds its own.

use crate::rules::ids::{ModelId, RuleId, Side, UnitId};
use crate::rules::measures::{Place, Thou};

pub(crate) use tabletop::reasons;

reasons! { General, GeneralMistake, words(about, value, limit);
    /// The other player decides now.
    NotYourDecision =>
        OthersTurn { asked: Side }: "TURN-1", "it is side {asked}'s turn";
        MustWait { player: Side, asked: Side, waits_for: String, rule: RuleId }:
            rule.0, "side {player} must wait for side {asked} {waits_for}";
    /// The battle waits for another kind of order.
    NotNow =>
        PlaceFirst { rule: RuleId }: rule.0, "place a unit first: units are still being deployed";
        PlaceArrivalFirst { rule: RuleId }: rule.0, "first place the unit that arrives from reserve";
        IsAsked { asked: Side, waits_for: String, rule: RuleId }: rule.0, "side {asked} is asked {waits_for}";
        NoQuestion: "TURN-3", "there is no question to answer: activate a unit or end the phase";
        FinishFirst { asked: Side, waits_for: String }:
            "TURN-3", "side {asked} must finish an action first: it has {waits_for}";
        TellsOn: "TURN-1", "the players tell the rest of this phase: say what happened, or that the phase is over";
        NoMove { player: Side }: "TURN-3", "side {player} has to give a move";
    /// The battle is over.
    BattleOver =>
        Won { winner: Side, rule: RuleId }: rule.0, "the battle is over: side {winner} has won";
        NobodyWon { rule: RuleId }: rule.0, "the battle is over: the last round has been played";
        SaidOver: "TURN-6", "the battle is over: both players say so";
    /// No such unit in this level.
    UnknownUnit => UnknownUnit: "MIS-7", "there is no unit {about} in this battle";
    /// No such model in this unit.
    UnknownModel =>
        UnknownModel { model: ModelId }: "BAS-9", "{} has no model {}", model.unit, model.number;
        UnknownTarget: "BAS-9", "there is no model {about} in this battle";
    /// The unit is the opponent's.
    NotYourUnit => NotYourUnit { of: Side, player: Side }:
        "TURN-3", "{about} belongs to side {of}, not to side {player}";
    /// A model is named that is not of the unit.
    ModelOfAnotherUnit => ModelOfAnotherUnit { unit: UnitId, rule: &'static str }:
        *rule, "{about} is not a model of {unit}";
    /// A model is named twice.
    ModelTwice => ModelTwice { rule: &'static str }: *rule, "{about} is named twice";
    /// The model is not on the table.
    ModelNotOnTable => ModelNotOnTable: "BAS-6", "{about} is not on the table";
    /// The unit has no models on the table.
    UnitNotOnTable =>
        UnitNotOnTable: "TURN-3", "{about} has no models on the table";
        TargetNotOnTable: "SHO-2", "{about} has no models on the table";
    /// The unit has already acted this turn.
    AlreadyActed => AlreadyActed: "TURN-3", "{about} has already acted this turn";
    /// The unit is suppressed.
    Suppressed => Suppressed: "SUP-4", "{about} is suppressed: it cannot act and has to fall back";
    /// The ruleset does not have the action.
    ActionBarred => OnMyTargetBarred: "ACT-3", "under this ruleset no unit may choose On My Target";
    /// The unit may not fire so in this turn.
    FireBarred =>
        HasJustArrived: "MIS-3", "{about} arrived this turn: it may neither Open Fire nor call On My Target";
        Attacks { side: Side, rule: RuleId }:
            rule.0, "side {side} attacks: for now its units may neither Open Fire nor call On My Target";
    /// A unit that arrived from reserve acts before the others.
    ArrivalsFirst => ArrivalsFirst { first: UnitId }: "MIS-3", "{first} arrived from reserve: it acts first";
    /// Another unit is in the middle of its action.
    ActionUnfinished =>
        OtherActs { asked: UnitId }: "TURN-3", "{asked} is in the middle of its action: {about} cannot act now";
        HasFired: "ACT-2", "{about} has already fired: now it can only move";
    /// A path or a place names a height at which there is no ground or floor.
    NoFooting =>
        NoWayUp { at: Place }: "MOV-1", "the path of {about} does not lead to height {} at ({}, {})", at.z, at.x, at.y;
        NoGround { at: Place, heights: Vec<Thou> }: "MOV-1",
            "{about} cannot stand at height {} at ({}, {}); possible heights: {}", at.z, at.x, at.y, any_of(heights);
        NoFloor { height: Thou, heights: Vec<Thou> }:
            "MOV-1", "{about} cannot stand at height {height} here; possible heights: {}", any_of(heights);
        EdgeOfFloor { margin: f64 }: "STR-5",
            "{about} would stand too near to the edge of its floor: the centre of its base must be {margin}\" inside";
        NoLanding { height: Thou, heights: Vec<Thou> }:
            "SHO-10", "a throw cannot land at height {height} there; possible heights: {}", any_of(heights);
    /// A base would end on another model's base.
    EndsOnModel =>
        OnModel { other: ModelId }: "MOV-4", "the base of {about} would overlap that of {other}";
        ObstacleOnModel: "MOV-4", "the obstacle would lie on {about}";
    /// A base would end partly off the table.
    OffTable =>
        OverEdge: "MOV-4", "{about} would overhang the edge of the table by {value:.2}\"";
        ObjectiveOverEdge: "MIS-2", "the objective would lie {value:.2} off the table";
        ObstacleOverEdge: "MIS-3", "the obstacle would reach {value:.2} over the edge of the table";
        ThrowOverEdge: "SHO-10", "that point lies {value:.2}\" beyond the edge of the table";
    /// A base would end on a wall or an obstacle.
    EndsOnObstacle => OnObstacle { piece: String, rule: &'static str }:
        *rule, "the base of {about} would overlap \"{piece}\"";
    /// A base or a path touches impassable ground.
    ImpassableGround =>
        Touches { piece: String, rule: &'static str }: *rule, "{about} would touch \"{piece}\", which is impassable";
        StandsOn { piece: String, rule: &'static str }:
            *rule, "{about} would stand on \"{piece}\", which is impassable";
        ObjectiveOn { piece: String }: "MIS-2", "the objective would lie on \"{piece}\", which is impassable";
    /// The unit would end out of coherency.
    OutOfCoherency => OutOfCoherency { rule: &'static str }:
        *rule, "{about} would end {value:.2}\" from the rest of its unit; at most {limit}\" is allowed";
}

fn any_of(heights: &[Thou]) -> String {
    heights.iter().map(Thou::to_string).collect::<Vec<_>>().join(" or ")
}
