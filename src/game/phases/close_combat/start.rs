//! Groups in close combat at the end of the Action phase, and again as the Close-Combat phase begins.

use super::groups::{CombatGroup, groups};
use super::kinds::{Fact, Step};
use crate::game::engine::step::StepContext;
use crate::rules::close_combat::CombatMove;
use crate::rules::ids::UnitId;

/// Units that have come within reach of enemies have started close combat.
///
/// Rule: CC-1 (at the end of the Action phase).
pub(super) fn start_combats(mut cx: StepContext) {
    for (combat, group) in numbered(groups(cx.roster.view())) {
        let CombatGroup { attackers, defenders, links } = group;
        cx.facts.push(Fact::CombatStarted { combat, attackers, defenders, links });
    }
}

/// Starts the combats of all units still within reach; each is fought to its end before the next.
///
/// Rule: CC-1 (checked again), CC-2, TURN-5.
pub(super) fn join_combats(mut cx: StepContext) {
    let view = cx.roster.view();
    let groups = groups(view);
    let fights = |unit: UnitId| {
        groups.iter().any(|group| group.attackers.contains(&unit) || group.defenders.contains(&unit))
    };
    let lapsed = view.units().filter(|unit| unit.activity.combat.is_some() && !fights(unit.id));
    let units: Vec<UnitId> = lapsed.map(|unit| unit.id).collect();
    if !units.is_empty() {
        cx.facts.push(Fact::CombatLapsed { units });
    }
    let mut steps: Vec<Step> = Vec::new();
    for (combat, CombatGroup { attackers, defenders, links }) in numbered(groups) {
        let by = CombatMove::AttackerConsolidation;
        steps.extend(attackers.iter().map(|unit| Step::OfferCombatMove { unit: *unit, by, round: 0 }));
        steps.push(Step::BeginRound { combat, round: 1 });
        cx.facts.push(Fact::CombatJoined { combat, attackers, defenders, links });
    }
    for step in steps.into_iter().rev() {
        cx.agenda.push(step);
    }
}

/// Combats with their numbers, from 1.
fn numbered(groups: Vec<CombatGroup>) -> impl Iterator<Item = (u8, CombatGroup)> {
    (1..=u8::MAX).zip(groups)
}
