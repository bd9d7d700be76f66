//! A unit in short, as a list of units shows it: its state in a word, what is left of it, whether it has acted.

use super::engine::components::{Fate, Posture};
use super::engine::view::{UnitView, View};
use super::phases::turn::may_still_act;
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::rules::leadership::is_shaken;
use crate::rules::turn::Phase;

/// A unit in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitSummary {
    /// The unit.
    pub unit: UnitId,
    /// Its state.
    pub state: UnitCondition,
    /// Models on the table, or waiting to come there.
    pub left: usize,
    /// Models that it began with.
    pub models: usize,
    /// Hits on its hit-die.
    pub hits: u8,
    /// Nerve markers.
    pub nerve_markers: u8,
    /// Suppression markers (ACT-7).
    pub suppression_markers: u8,
    /// Its activity in its side's turn.
    pub acted: Acted,
}

/// Whether a unit has acted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acted {
    /// It has, in the turn that is being played.
    Done,
    /// It may still act in it.
    ToAct,
    /// It is not its side's Action phase.
    NotItsTurn,
}

/// The state of a unit, the most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnitCondition {
    /// No model is left. Rule: FB-1.
    Destroyed,
    /// It has left the table. Rule: OFB-6.
    LeftTable,
    /// In reserve. Rule: MIS-3.
    InReserve,
    /// Not placed yet. Rule: MIS-2.
    NotPlaced,
    /// In close combat. Rule: CC-1.
    InCombat,
    /// As many hits as its die counts. Rule: SUP-3.
    Shaken,
    /// Hit-die or suppression markers. Rule: SUP-2, ACT-7.
    Suppressed,
    /// It fell back in its last turn, and has recovered. Rule: FB-1.
    FellBack,
    /// Down, or in cover. Rule: ACT-5, OFB-2.
    Down,
    /// Nothing of that.
    Clear,
}

impl UnitCondition {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Destroyed => "destroyed",
            Self::LeftTable => "left the table",
            Self::InReserve => "in reserve",
            Self::NotPlaced => "not placed",
            Self::InCombat => "in combat",
            Self::Shaken => "shaken",
            Self::Suppressed => "suppressed",
            Self::FellBack => "fell back",
            Self::Down => "down",
            Self::Clear => "clear",
        }
    }
}

/// A unit in short.
pub fn summary(view: View, unit: UnitView) -> UnitSummary {
    let fates = |fate: Fate| view.models(unit.id).filter(|model| model.condition.fate == fate).count();
    let left = fates(Fate::Standing) + fates(Fate::Waiting);
    let turn = view.turn();
    let acted = match (turn.phase == Phase::Action && turn.side == unit.id.side, may_still_act(view, unit)) {
        (false, _) => Acted::NotItsTurn,
        (true, true) => Acted::ToAct,
        (true, false) => Acted::Done,
    };
    UnitSummary {
        unit: unit.id,
        state: condition(view, unit),
        left,
        models: unit.start.models.len(),
        hits: unit.morale.hit_die,
        nerve_markers: unit.morale.nerve_markers,
        suppression_markers: unit.morale.suppression_markers,
        acted,
    }
}

/// The state of a unit.
///
/// Rule: SUP-2, SUP-3, ACT-5, ACT-7, CC-1, MIS-3, OFB-6.
pub fn condition(view: View, unit: UnitView) -> UnitCondition {
    let has = |fate: Fate| view.models(unit.id).any(|model| model.condition.fate == fate);
    if view.waits(unit.id) {
        UnitCondition::NotPlaced
    } else if view.reserves().contains(&unit.id) {
        UnitCondition::InReserve
    } else if !has(Fate::Standing) {
        if has(Fate::Escaped) { UnitCondition::LeftTable } else { UnitCondition::Destroyed }
    } else if unit.activity.combat.is_some() {
        UnitCondition::InCombat
    } else if is_shaken(unit.morale, unit.card, &view.setup().ruleset.leadership) {
        UnitCondition::Shaken
    } else if unit.morale.suppressed() {
        UnitCondition::Suppressed
    } else if unit.activity.last_action == Some(Action::FallBack) {
        UnitCondition::FellBack
    } else if unit.activity.posture == Posture::Up {
        UnitCondition::Clear
    } else {
        UnitCondition::Down
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::play::{DiceChoice, Match};
    use crate::level::data_folder::{DataFolder, load_level};

    /// Rule: SUP-2, SUP-3, TURN-3. `mid-battle` opens in A's Action phase of its fourth round.
    #[test]
    fn units_in_the_middle_of_a_battle_in_short() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let game =
            Match::start(Arc::new(load_level("mid-battle", &data, None).unwrap()), DiceChoice::Seed(1));
        let game = game.unwrap();
        let view = game.battle().view();
        use UnitCondition::{Clear, Shaken, Suppressed};
        for (id, state, left, acted, reason) in [
            ("A1", Clear, 6, Acted::ToAct, "thinned out, but no hit-die lies beside it"),
            ("A2", Suppressed, 7, Acted::Done, "it fell back and is suppressed still"),
            ("B1", Shaken, 4, Acted::NotItsTurn, "Knights with six hits"),
        ] {
            let found = summary(view, view.unit(id.parse().unwrap()).unwrap());
            assert_eq!((found.state, found.left, found.acted), (state, left, acted), "{id}: {reason}");
        }
    }
}
