//! The morale of a force: whether it goes on when it has lost most of its units.

use bevy_ecs::prelude::Result;

use super::kinds::Fact;
use super::victory::end;
use crate::game::engine::components::Fate;
use crate::game::engine::fact::UnitFact;
use crate::game::engine::step::StepContext;
use crate::game::engine::view::{UnitView, View};
use crate::game::leadership::hold_force_test;
use crate::rules::ids::Side;
use crate::rules::leadership::{Leadership, test_dice};
use crate::rules::ruleset::ForceLeaders;
use crate::rules::victory::{Ending, LeaderTest, best_leader, tests_morale};

/// Units left to a force and the terms of its morale test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForceMorale {
    /// Units that count as left.
    pub left: usize,
    /// Units that it has had.
    pub units: usize,
    /// Whether it tests at the beginning of its next turn, as it stands.
    pub tests: bool,
    /// Largest number of units left at which it tests; `None` if forces do not test in this mission.
    pub tests_from: Option<usize>,
    /// The leader it would test on; `None` if none is left.
    pub best: Option<LeaderTest>,
}

/// Units left to a force and the terms of its morale test.
///
/// Rule: MIS-5.
pub fn force_morale(view: View, side: Side) -> ForceMorale {
    let setup = view.setup();
    let units: Vec<UnitView> = view.units().filter(|unit| unit.id.side == side).collect();
    let left = units.iter().filter(|unit| is_left(view, **unit)).count();
    let is_decided = setup.level.mission.kind.is_decided();
    let tests = |left: &usize| is_decided && tests_morale(*left, units.len(), &setup.ruleset.mission);
    ForceMorale {
        left,
        units: units.len(),
        tests: tests(&left),
        tests_from: (1..units.len()).rev().find(tests),
        best: best_leader(leaders(view, side)),
    }
}

/// The active player's force tests its morale if less than half its units are left; a failure loses the battle.
///
/// Rule: TURN-2, MIS-5.
pub(super) fn test_morale(mut cx: StepContext) -> Result {
    let view = cx.roster.view();
    let side = view.turn().side;
    let ForceMorale { left, units, tests, best, .. } = force_morale(view, side);
    if !tests {
        return Ok(());
    }
    let leader = best.map(|best| best.unit);
    cx.facts.push(Fact::ForceWavered { side, left, units, leader });
    let passed = match best {
        Some(best) => {
            let test = hold_force_test(&mut cx.dice, best)?;
            let passed = matches!(test, UnitFact::LeadershipTested { passed: true, .. });
            cx.facts.push(test);
            passed
        }
        None => false,
    };
    if !passed {
        end(view, Some(side.other()), Ending::ForceBroken, &mut cx.agenda, &mut cx.facts);
    }
    Ok(())
}

/// Whether a unit counts as left: on the table, in reserve, or escaped.
///
/// Rule: MIS-5, OFB-6.
fn is_left(view: View, unit: UnitView) -> bool {
    view.models(unit.id).any(|model| model.condition.fate != Fate::Lost)
}

/// Test terms of the side's leaders that still lead: on the table, or in reserve.
///
/// Rule: MIS-5, LD-1, LD-2, BAS-7.
fn leaders(view: View, side: Side) -> impl Iterator<Item = LeaderTest> {
    let who = view.setup().ruleset.mission.force_leaders;
    let leads = move |unit: &UnitView| {
        let leader = view.model(unit.id.model(unit.start.leader));
        leader.is_some_and(|model| match (model.condition.fate, who) {
            (Fate::Standing, _) | (Fate::Waiting, ForceLeaders::WithReserves) => true,
            (Fate::Waiting, ForceLeaders::OnTable) | (Fate::Lost | Fate::Escaped, _) => false,
        })
    };
    let rules = &view.setup().ruleset.leadership;
    view.units().filter(move |unit| unit.id.side == side && leads(unit)).map(move |unit| LeaderTest {
        unit: unit.id,
        dice: test_dice(unit.card.characteristics.leadership, Leadership::Led, rules),
        nerve: unit.morale.nerve(unit.card.characteristics.nerve),
    })
}
