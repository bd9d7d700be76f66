//! Objectives and victory: who holds what, what wins at the beginning of a turn, and how a battle ends.

use super::kinds::{CountedObjective, Fact};
use crate::game::engine::agenda::Agenda;
use crate::game::engine::components::Fate;
use crate::game::engine::fact::Facts;
use crate::game::engine::step::StepContext;
use crate::game::engine::view::{UnitView, View};
use crate::level::scenario::{MissionKind, Objective};
use crate::rules::basics::{Disc, Strength, gap};
use crate::rules::ids::{Side, UnitId};
use crate::rules::turn::{Phase, Turn};
use crate::rules::victory::{
    BattleResult, Ending, Hold, NearModel, Remains, Tally, UnitPoints, decide, hold, surviving_points,
};

/// Present holder of an objective: by measurement, unless the players of a recorded game have said otherwise.
///
/// Rule: MIS-4, BAS-1.
pub fn holder(view: View, objective: &Objective) -> Hold {
    if let Some(side) = view.table_state().said_of(&objective.id) {
        return Hold::Held(side);
    }
    let point = Disc { at: objective.at, radius: 0.0 };
    let near = view.units().flat_map(|unit| {
        let suppressed = unit.morale.suppressed();
        let gaps = view.standing(unit.id).map(move |model| gap(model.disc(), point));
        gaps.map(move |gap| NearModel { side: unit.id.side, suppressed, gap })
    });
    hold(near, &view.setup().ruleset.mission, view.allowance())
}

/// The units with a model near enough to an objective to hold or contest it.
///
/// Rule: MIS-4 (how near).
pub fn near(view: View, objective: &Objective) -> Vec<UnitId> {
    let (point, reach) =
        (Disc { at: objective.at, radius: 0.0 }, view.setup().ruleset.mission.holding_distance);
    let is_near = |unit: &UnitId| {
        view.standing(*unit).any(|model| view.allowance().at_most(gap(model.disc(), point), reach))
    };
    view.units().map(|unit| unit.id).filter(is_near).collect()
}

/// Tells who holds what, and ends the battle if that wins it.
///
/// Rule: TURN-2, MIS-2.
pub(super) fn count_objectives(mut cx: StepContext) {
    let view = cx.roster.view();
    if !view.setup().level.mission.kind.is_decided() || view.objectives().is_empty() {
        return;
    }
    let side = view.turn().side;
    let counted = |objective: &Objective| CountedObjective {
        objective: objective.id.clone(),
        hold: holder(view, objective),
        in_enemy_zone: is_in_enemy_zone(view, objective, side),
    };
    let objectives: Vec<CountedObjective> = view.objectives().iter().map(counted).collect();
    let wins = winning_objective(view, &objectives);
    cx.facts.push(Fact::ObjectivesCounted { objectives });
    if let Some(objective) = wins {
        end(view, Some(side), Ending::ObjectiveHeld { objective }, &mut cx.agenda, &mut cx.facts);
    }
}

/// Whether an objective lies in the zone of a side's enemy.
///
/// Rule: MIS-2.
pub fn is_in_enemy_zone(view: View, objective: &Objective, side: Side) -> bool {
    !view.allowance().falls_short(view.zone(side.other()).depth_inside(objective.at.ground()), 0.0)
}

/// The objective by which the active player wins now, if it does.
///
/// Rule: MIS-2.
fn winning_objective(view: View, objectives: &[CountedObjective]) -> Option<String> {
    let (turn, rules) = (view.turn(), &view.setup().ruleset.mission);
    if view.setup().level.mission.kind != MissionKind::MeetingEngagement
        || turn.round < rules.victory_from_round
    {
        return None;
    }
    let won = objectives.iter().find(|one| one.in_enemy_zone && one.hold == Hold::Held(turn.side));
    won.map(|one| one.objective.clone())
}

/// Ends the battle at once.
///
/// Rule: TURN-2.
pub(in crate::game) fn end(
    view: View,
    winner: Option<Side>,
    reason: Ending,
    agenda: &mut Agenda,
    facts: &mut Facts,
) {
    agenda.clear();
    facts.push(Fact::PhaseBegan { turn: Turn { phase: Phase::Over, ..view.turn() } });
    facts.push(Fact::BattleEnded(result(view, winner, reason)));
}

/// Result of the battle after its last round; before that, the result if it ended now.
///
/// Rule: MIS-6, TURN-6.
pub fn after_last_round(view: View) -> BattleResult {
    if !view.setup().level.mission.kind.is_decided() {
        return result(view, None, Ending::LastRound);
    }
    let (winner, reason) = decide(&Side::BOTH.map(|side| tally(view, side)));
    result(view, winner, reason)
}

fn result(view: View, winner: Option<Side>, reason: Ending) -> BattleResult {
    let tally = Side::BOTH.map(|side| tally(view, side));
    BattleResult { rounds: view.turn().round, winner, reason, tally }
}

/// Tally of a side: objectives held, and the surviving points of its units.
///
/// Rule: MIS-6.
pub fn tally(view: View, side: Side) -> Tally {
    let held = view.objectives().iter().filter(|objective| holder(view, objective) == Hold::Held(side));
    let units = view.units().filter(|unit| unit.id.side == side);
    let points = |unit: UnitView| UnitPoints { unit: unit.id, points: points_left(view, unit) };
    let units: Vec<UnitPoints> = units.map(points).collect();
    Tally {
        objectives: held.map(|objective| objective.id.clone()).collect(),
        points: units.iter().map(|unit| unit.points).sum(),
        units,
    }
}

/// The surviving points of a unit.
///
/// Rule: MIS-6.
pub fn points_left(view: View, unit: UnitView) -> u32 {
    surviving_points(unit.card.points, remains(view, unit), &view.setup().ruleset.mission)
}

/// Rule: MIS-6, OFB-6.
fn remains(view: View, unit: UnitView) -> Remains {
    let count =
        |is: fn(Fate) -> bool| view.models(unit.id).filter(|model| is(model.condition.fate)).count() as u32;
    if count(|fate| fate == Fate::Waiting) > 0 {
        return Remains::Reserve;
    }
    let standing = count(|fate| matches!(fate, Fate::Standing | Fate::Escaped));
    Remains::Left(Strength { standing, started: count(|_| true) })
}
