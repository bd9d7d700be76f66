//! Why a fall back is refused.

use crate::game::engine::reason::reasons;
use crate::table::plane::compass;

reasons! { Reason, Mistake, words(about, value, limit);
    /// A unit has too few models left to stay and fire: it must move.
    MustFallBack =>
        MustLeaveCombat: "FB-1", "{about} has to leave the combat: it may not fire";
        TooFewToFire { standing: u32, started: u32 }:
            "FB-1", "{about} has {standing} of {started} models left, too few to stay and snap fire";
        TooFewToChoose { rule: &'static str }: *rule, "{about} has too few models left to fire or to choose its move";
    /// A unit that falls back fires or moves, not both.
    FiresOrMoves =>
        SnapFiresOrMoves: "FB-1", "{about} cannot both snap fire and move";
        FiresOrMoves: "OFB-1", "{about} cannot both fire and move";
    /// The rules say where a model goes; the player has no choice.
    PathNotChosen =>
        LeadsTo { way: [f64; 2] }: "FB-4",
            "{about} leads the fall back: it must end where the rules lead it, {value:.1}\" {} of there", compass(*way);
        RoutsTo { way: [f64; 2] }: "ROU-1",
            "{about} routs: it must end where the rules lead it, {value:.1}\" {} of there", compass(*way);
        ApartTo { way: [f64; 2] }: "FB-5",
            "{about} cannot end in coherency: it must end where the rules lead it, {value:.1}\" {} of there",
            compass(*way);
    /// A model is lost in any case.
    NothingToChoose => LostAnyway { rule: &'static str }:
        *rule, "{about} is lost in any case: there is no move to choose for it";
    /// A model would go less far than it must.
    TooNear => TooNear:
        "FB-5", "the shortest path of {about} to this place is {value:.2}\"; it has to go at least {limit}\"";
    /// Only a suppressed unit falls back.
    NotSuppressed =>
        NeverChosen: "ACT-6",
            "{about} cannot choose to fall back: give it another order, and it falls back if it fails its test";
        NotSuppressed: "ACT-6", "{about} is not suppressed: only a suppressed unit falls back";
}
