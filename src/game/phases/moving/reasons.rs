//! Reasons to refuse a move.

use crate::game::engine::reason::reasons;
use crate::rules::ids::ModelId;
use crate::table::paths::MAX_CORNERS;
use crate::table::walk::CrossingKind;

reasons! { Reason, Mistake, words(about, value, limit);
    /// A path is longer than the action allows.
    TooFar =>
        TooFar { rule: &'static str }: *rule, "{about} would move {value:.2}\"; it may move {limit}\"";
        TooFarOnDifficult { whole: f64, crosses: Crossed }: "GO-3",
            "{about} would move {value:.2}\"; it may move {limit}\", not {whole}\", because it would {} ({})",
            crosses.words(), crosses.rule;
    /// A path has too many corners.
    TooManyCorners => TooManyCorners { corners: usize }:
        "MOV-1", "the path of {about} has {corners} corners; at most {MAX_CORNERS} are allowed";
    /// A path crosses slow going, which the action may not.
    SlowGoing =>
        SlowGoing { crosses: Crossed }:
            "GO-2", "{about} may not {} in this action: it is slow going ({})", crosses.words(), crosses.rule;
        ThroughFriend { friend: ModelId }:
            "GO-2", "{about} may not pass through {friend} in this action: that is slow going (MOV-3)";
    /// A path comes closer to an enemy than it may.
    TooCloseToEnemy => TooCloseToEnemy { enemy: ModelId }:
        "MOV-5", "{about} would come within {value:.2}\" of {enemy}; it must stay {limit:.2}\" away";
    /// After a run, a model would face the place where its leader began.
    LooksBack =>
        LeaderLooksBack: "FAC-4", "{about} may not end its run looking back to where it began; turn it another way";
        LooksBack { leader: ModelId }: "FAC-4",
            "{about} may not end the run looking back to where {leader} began it; turn it another way";
    /// A model may not turn now.
    MayNotTurn => MayNotTurn: "FAC-3", "{about} has Limited Vision and may not turn in Open Fire";
    /// A unit that fires first chooses its moves after it has fired.
    MovesAfterFire => MovesAfterFire: "ACT-2", "{about} fires first: choose its moves after it has fired";
}

/// Piece crossed by a path, and the rule that gives its going.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the words say it")]
pub struct Crossed {
    pub piece: String,
    pub kind: CrossingKind,
    pub rule: &'static str,
}

impl Crossed {
    fn words(&self) -> String {
        let what = match self.kind {
            CrossingKind::StepUp => "go up",
            CrossingKind::LevelUp => "go up a level of",
            CrossingKind::Wall => "go through a wall of",
            CrossingKind::Area
            | CrossingKind::StepDown
            | CrossingKind::Opening(_)
            | CrossingKind::LevelDown => "cross",
        };
        format!("{what} \"{}\"", self.piece)
    }
}
