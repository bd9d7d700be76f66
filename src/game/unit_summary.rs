//! A unit in short, as a list of units shows it: its state in a word, what is left of it, whether it has acted.

use std::collections::BTreeSet;

use super::engine::components::{Fate, Posture};
use super::engine::fact::{Fact, UnitFact};
use super::engine::view::{UnitView, View};
use super::phases::fall_back::kinds::{Fact as FallBackFact, Goes};
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

/// The units that stayed and fired when they last had to fall back. The state of a battle has only that they were forced to; the
/// facts have what came of it.
///
/// Rule: FB-1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StayedToFire(BTreeSet<UnitId>);

impl StayedToFire {
    /// After these facts, from the beginning of the battle.
    pub fn after<'a>(facts: impl IntoIterator<Item = &'a Fact>) -> Self {
        let mut stayed = Self::default();
        facts.into_iter().for_each(|fact| stayed.note(fact));
        stayed
    }

    /// Takes note of the next fact.
    pub fn note(&mut self, fact: &Fact) {
        match fact {
            Fact::Unit(UnitFact::UnitActivated { unit, .. }) => drop(self.0.remove(unit)),
            Fact::FallBack(FallBackFact::FallBackForced { unit, goes: Goes::Stays { .. }, .. }) => {
                self.0.insert(*unit);
            }
            _ => {}
        }
    }

    /// Whether a unit stayed.
    pub fn has(&self, unit: UnitId) -> bool {
        self.0.contains(&unit)
    }
}

/// A unit in short, given who stayed and fired.
pub fn summary(view: View, unit: UnitView, stayed: &StayedToFire) -> UnitSummary {
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
        state: condition(view, unit, stayed),
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
/// Rule: FB-1, SUP-2, SUP-3, ACT-5, ACT-7, CC-1, MIS-3, OFB-6.
pub fn condition(view: View, unit: UnitView, stayed: &StayedToFire) -> UnitCondition {
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
    } else if unit.activity.last_action == Some(Action::FallBack) && !stayed.has(unit.id) {
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
    use crate::game::engine::battle::Battle;
    use crate::game::engine::dice::Dice;
    use crate::game::engine::play::{DiceChoice, Match};
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::rules::basics::Strength;
    use crate::rules::falling_back::Forced;

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
            let found = summary(view, view.unit(id.parse().unwrap()).unwrap(), &StayedToFire::default());
            assert_eq!((found.state, found.left, found.acted), (state, left, acted), "{id}: {reason}");
        }
    }

    /// Rule: FB-1. A unit that stays and fires has not fallen back, whatever its last action is called; one that went has, until it
    /// is activated again.
    #[test]
    fn a_unit_that_stays_to_fire_has_not_fallen_back() {
        let (stays, goes): (UnitId, UnitId) = ("A1".parse().unwrap(), "A2".parse().unwrap());
        let activated = |unit, action| Fact::Unit(UnitFact::UnitActivated { unit, action });
        let forced = |unit, goes| {
            let strength = Strength { standing: 9, started: 10 };
            let forced = Forced::MoveOrFire;
            Fact::FallBack(FallBackFact::FallBackForced { unit, strength, forced, goes })
        };
        let mut facts = vec![
            activated(stays, Action::FallBack),
            forced(stays, Goes::Stays { at: "B1".parse().unwrap() }),
            activated(goes, Action::FallBack),
            forced(goes, Goes::Crawls),
        ];
        let stayed = StayedToFire::after(&facts);
        assert_eq!([stays, goes].map(|unit| stayed.has(unit)), [true, false]);
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = Arc::new(load_level("mid-battle", &data, None).unwrap());
        let (mut battle, _) = Battle::new(setup, Dice::seeded(1)).unwrap();
        let mut snapshot = battle.snapshot();
        for unit in snapshot.units.iter_mut().filter(|unit| [stays, goes].contains(&unit.id)) {
            (unit.hit_die, unit.activity.last_action) = (0, Some(Action::FallBack));
        }
        battle.restore(&snapshot).unwrap();
        let view = battle.view();
        let word = |unit: UnitId| condition(view, view.unit(unit).unwrap(), &stayed).word();
        assert_eq!([stays, goes].map(word), ["clear", "fell back"]);
        facts.push(activated(stays, Action::FallBack));
        assert!(!StayedToFire::after(&facts).has(stays), "it has to fall back once more");
    }
}
