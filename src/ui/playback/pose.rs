//! Pose of a model as its figure shows it, and its stance.

use std::collections::BTreeSet;

use bevy::prelude::*;

use crate::game::engine::components::Pose;
use crate::game::engine::fact::{Fact, UnitFact};
use crate::game::engine::view::{UnitView, View};
use crate::game::phases::shooting::kinds::Fact as ShootingFact;
use crate::game::phases::turn::kinds::Fact as TurnFact;
use crate::game::unit_summary::{StayedToFire, UnitCondition, condition};
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::rules::turn::Phase;
use crate::ui::axes;
use crate::ui::miniatures::figures::Stance;

/// Figures are put where they are shown.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::ui) struct PoseFigures;

/// Stance that the figures of a unit show, `fired` being the units that have fired. The effect of its own turn stays visible until its
/// next.
pub(in crate::ui) fn stance_of(view: View, unit: UnitView, fired: &BTreeSet<UnitId>) -> Stance {
    let (activity, has_fired) = (unit.activity, fired.contains(&unit.id));
    // Whoever fires in place of falling back stays.
    if activity.acted && activity.last_action == Some(Action::FallBack) && !has_fired {
        return Stance::FallingBack;
    }
    match condition(view, unit, &StayedToFire::default()) {
        UnitCondition::Down => Stance::Down,
        UnitCondition::Shaken | UnitCondition::Suppressed => Stance::Shaken,
        UnitCondition::InCombat => Stance::Firing,
        _ if has_fired => Stance::Firing,
        _ => Stance::Ready,
    }
}

/// The stance of the models of a unit that are on their way.
pub(in crate::ui) fn stance_on_the_way(unit: UnitView) -> Stance {
    if unit.activity.last_action == Some(Action::FallBack) { Stance::FallingBack } else { Stance::Moving }
}

/// The units that have fired since their side's last turn began, by the facts so far; one that does something else no longer
/// counts.
pub(in crate::ui) fn fired<'a>(facts: impl Iterator<Item = &'a Fact>) -> BTreeSet<UnitId> {
    let mut fired: BTreeSet<UnitId> = BTreeSet::new();
    for fact in facts {
        match fact {
            Fact::Turn(TurnFact::PhaseBegan { turn }) if turn.phase == Phase::Starting => {
                fired.retain(|unit| unit.side != turn.side);
            }
            Fact::Unit(UnitFact::UnitActivated { unit, .. }) => drop(fired.remove(unit)),
            Fact::Shooting(ShootingFact::SalvoFired { unit, .. }) => drop(fired.insert(*unit)),
            _ => {}
        }
    }
    fired
}

/// The transform of a figure.
pub(in crate::ui) fn transform_of(pose: Pose) -> Transform {
    Transform::from_translation(axes::place_in_scene(pose.at))
        .with_rotation(axes::turn(pose.facing.degrees()))
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::battle::Battle;
    use crate::game::engine::command::{Command, Order};
    use crate::game::engine::components::{Posture, UnitState};
    use crate::game::engine::dice::Dice;
    use crate::game::engine::play::{DiceChoice, Match};
    use crate::game::phases::moving::kinds::{OpenFire, Order as Moving};
    use crate::game::phases::shooting::kinds::FireAt;
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::level::setup::Setup;
    use crate::rules::ids::Side;
    use crate::rules::turn::Turn;

    fn setup() -> Arc<Setup> {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        Arc::new(load_level("mid-battle", &data, None).unwrap())
    }

    /// The stance of A1 with something else about it.
    fn stance_with(fires: bool, change: impl Fn(&mut UnitState)) -> Stance {
        let (mut battle, _) = Battle::new(setup(), Dice::seeded(1)).unwrap();
        let id: UnitId = "A1".parse().unwrap();
        let mut snapshot = battle.snapshot();
        let unit = snapshot.units.iter_mut().find(|unit| unit.id == id).unwrap();
        (unit.hit_die, unit.nerve_markers, unit.suppression_markers) = (0, 0, 0);
        unit.activity = crate::game::engine::components::Activity::default();
        change(unit);
        battle.restore(&snapshot).unwrap();
        let view = battle.view();
        let fired = if fires { BTreeSet::from([id]) } else { BTreeSet::new() };
        stance_of(view, view.unit(id).unwrap(), &fired)
    }

    #[test]
    fn the_stance_follows_the_state() {
        assert_eq!(stance_with(false, |_| {}), Stance::Ready);
        assert_eq!(stance_with(true, |_| {}), Stance::Firing);
        assert_eq!(stance_with(false, |unit| unit.activity.posture = Posture::Down), Stance::Down);
        assert_eq!(stance_with(false, |unit| unit.hit_die = 1), Stance::Shaken);
        assert_eq!(stance_with(true, |unit| unit.hit_die = 1), Stance::Shaken, "hit after it has fired");
        let fell_back = |unit: &mut UnitState| {
            (unit.activity.acted, unit.activity.last_action) = (true, Some(Action::FallBack));
            unit.hit_die = 3;
        };
        assert_eq!(stance_with(false, fell_back), Stance::FallingBack, "until its next own turn");
        assert_eq!(stance_with(true, fell_back), Stance::Shaken, "it stayed and fired (FB-1)");
        let next_turn = |unit: &mut UnitState| {
            fell_back(unit);
            unit.activity.acted = false;
        };
        assert_eq!(stance_with(false, next_turn), Stance::Shaken);
    }

    /// A unit that fires is seen to until its side's next turn begins, or it does something else.
    #[test]
    fn who_has_fired_is_known_by_the_facts() {
        let mut game = Match::start(setup(), DiceChoice::Seed(7)).unwrap();
        let unit: UnitId = "A1".parse().unwrap();
        let fire = vec![FireAt { at: "B3".parse().unwrap(), by: None }];
        let order = Order::Moving(Moving::OpenFire(OpenFire { unit, moves: vec![], fire }));
        let mut facts = game.submit(Command { player: Side::A, order }).unwrap().outcome.facts.clone();
        let salvo =
            facts.iter().position(|fact| matches!(fact, Fact::Shooting(ShootingFact::SalvoFired { .. })));
        assert!(fired(facts[..salvo.unwrap()].iter()).is_empty(), "announced, not yet fired");
        assert_eq!(fired(facts.iter()), BTreeSet::from([unit]));
        let turn = game.battle().view().turn();
        let begins = |side: Side| {
            Fact::Turn(TurnFact::PhaseBegan { turn: Turn { side, phase: Phase::Starting, ..turn } })
        };
        facts.push(begins(Side::B));
        assert!(fired(facts.iter()).contains(&unit), "through the enemy's turn");
        facts.push(begins(Side::A));
        assert!(fired(facts.iter()).is_empty());
    }
}
