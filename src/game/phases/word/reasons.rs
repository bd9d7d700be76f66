//! Reasons to refuse even the players' word: it names things that do not exist, or that cannot be on this table.

use crate::game::engine::reason::reasons;

reasons! { Reason, Mistake, words(about, value, limit);
    /// The game is not recorded at a real table.
    NotRecorded => NotRecorded:
        "TURN-3", "this game is played by the rules: only one that is recorded at a real table takes the players' word";
    /// The word says nothing, or nothing new.
    NothingNew =>
        NoModelNamed: "BAS-9", "no model of {about} is named";
        NothingNew: "TURN-3", "that is so already";
    /// Units are still being deployed.
    StillDeploying => StillDeploying:
        "MIS-2", "units are still being deployed: set each where it stands, or take it out of the battle";
    /// A unit that is not on the table yet is named in part.
    NotYetOnTable => NotYetOnTable { left_out: usize }:
        "MIS-1", "{about} is not on the table yet: {} of its models {} left out", left_out, if *left_out == 1 { "is" } else { "are" };
    /// The ruleset does not have such dice or markers.
    NoSuchMarker =>
        NoHitDie: "ACT-7", "by this ruleset hits leave suppression markers: {about} has no hit-die and no nerve markers";
        NoSuppressionMarkers: "SUP-1", "by this ruleset hits are on a hit-die: {about} has no suppression markers";
    /// No die shows so much, or there are not so many markers.
    TooMany =>
        HitDieShows { shows: u8 }: "SUP-3", "the hit-die of {about} shows at most {shows}";
        NerveMarkers { shows: u8 }: "LD-2", "{about} has at most {shows} nerve markers";
        SuppressionMarkers { shows: u8 }: "ACT-7", "so many markers are not recorded: at most {shows} of {about}";
    /// No such objective in this battle.
    NoSuchObjective => NoSuchObjective { objective: String }:
        "MIS-4", "there is no objective \"{objective}\" in this battle";
}
