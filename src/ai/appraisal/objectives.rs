//! What a unit's place means for the objectives, and its fire for those that the enemy has.

use super::leader::tests_lost;
use super::{Harm, Term, TermKind};
use crate::ai::values::{on_the_way, points};
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::level::judgement_file::ObjectiveWorth;
use crate::level::scenario::{MissionKind, Objective};
use crate::rules::basics::{Disc, gap};
use crate::rules::ids::{Side, UnitId};

/// Smaller chances are nobody's concern.
const NOTICED_CHANCE: f64 = 0.05;

pub(super) fn term(view: View, unit: UnitView, judged: &ObjectiveWorth) -> Option<Term> {
    let nerve = if unit.morale.suppressed() { Nerve::Suppressed } else { Nerve::Steady };
    let best = view.objectives().iter().map(|objective| of_place(view, unit, objective, nerve, judged));
    let (points, says) = best.max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(Term { kind: TermKind::Objectives, points, says, amount: 0.0 })
}

/// What it costs a unit that runs to an objective that it is suppressed on the way, with so great a chance: who is suppressed holds
/// nothing.
///
/// Rule: MIS-4, RE-1.
pub(super) fn if_suppressed(
    view: View,
    unit: UnitView,
    chance: f64,
    judged: &ObjectiveWorth,
) -> Option<Term> {
    if unit.morale.suppressed() || chance < NOTICED_CHANCE {
        return None;
    }
    let objectives = || view.objectives().iter();
    let (free, _) = objectives()
        .map(|objective| of_place(view, unit, objective, Nerve::Steady, judged))
        .max_by(|a, b| a.0.total_cmp(&b.0))?;
    let shot_at = objectives().map(|objective| of_place(view, unit, objective, Nerve::Suppressed, judged).0);
    let points = chance * (shot_at.fold(0.0, f64::max) - free);
    let says = format!("it is suppressed on the way with a chance of {} %", (100.0 * chance).round());
    Some(Term { kind: TermKind::Objectives, points, says, amount: 0.0 })
}

/// Whether a unit is, or would be, suppressed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nerve {
    Steady,
    Suppressed,
}

/// What an objective is worth to a side, in points: more the later it is.
///
/// Rule: MIS-2 (wins by an objective in the enemy zone), MIS-6.
pub fn stake(view: View, side: Side, objective: &Objective, judged: &ObjectiveWorth) -> f64 {
    let late = 1.0 + f64::from(view.turn().round) / f64::from(view.rounds().max(1));
    stake_at_first(view, side, objective, judged) * late
}

/// What it is worth before the first round.
///
/// Rule: MIS-2 (wins by an objective in the enemy zone), MIS-6.
pub fn stake_at_first(view: View, side: Side, objective: &Objective, judged: &ObjectiveWorth) -> f64 {
    let decides = view.setup().level.mission.kind == MissionKind::MeetingEngagement
        && Side::BOTH.iter().any(|side| view.zone(*side).contains(objective.at.ground()));
    let share = if decides { judged.decides } else { 1.0 / judged.in_a_force };
    share * points(view, side)
}

/// What the place of a unit is worth for one objective, in points and in words.
fn of_place(
    view: View,
    unit: UnitView,
    objective: &Objective,
    nerve: Nerve,
    judged: &ObjectiveWorth,
) -> (f64, String) {
    let (worth, name) = (stake(view, unit.id.side, objective, judged), &objective.id);
    let near = |model: ModelView| gap(model.disc(), Disc { at: objective.at, radius: 0.0 });
    let nearest =
        |models: &mut dyn Iterator<Item = ModelView>| models.map(near).fold(f64::INFINITY, f64::min);
    let own = nearest(&mut view.standing(unit.id));
    let friend = nearest(&mut view.standing_of(unit.id.side).filter(|model| model.id.unit != unit.id));
    let enemy = nearest(&mut view.standing_of(unit.id.side.other()));
    let holding = view.setup().ruleset.mission.holding_distance;
    if own <= holding {
        let (share, says) = match (nerve == Nerve::Suppressed, friend <= holding, enemy <= holding) {
            (_, true, _) => (judged.held_by_a_friend, format!("it shares {name} with a friend")),
            (true, _, false) => (0.0, format!("it cannot hold {name} while it is suppressed")),
            (_, false, true) => (judged.contested, format!("it contests {name}")),
            (false, false, false) => (1.0, format!("it holds {name}")),
        };
        return (share * worth, says);
    }
    let free = if friend <= holding {
        judged.held_by_a_friend
    } else if friend < own {
        judged.friend_is_nearer
    } else {
        1.0
    };
    (free * on_the_way(own, judged) * worth, format!("{name} is then {own:.0}\" away"))
}

/// What it means for the objectives that fire suppresses or drives off its target, if that one holds or contests any; or fells
/// the officer by whose nerve a suppressed unit would rally there.
///
/// Rule: MIS-4, SUP-4 (no capturing), LD-4.
pub(super) fn of_fire(view: View, side: Side, harm: &Harm, judged: &ObjectiveWorth) -> Option<Term> {
    // The chance that fire keeps a unit from the objective at which it stands.
    let driven_off = |unit: UnitView| {
        if unit.id == harm.at {
            harm.falls_back.max(harm.finished)
        } else if unit.morale.suppressed() && harm.leader_lost > 0.0 {
            harm.leader_lost * tests_lost(view, unit, harm.at)
        } else {
            0.0
        }
    };
    let of = |objective: &Objective| {
        let enemies = view.units().filter(|unit| unit.id.side == harm.at.side);
        let there: Vec<UnitView> = enemies.filter(|unit| is_near(view, unit.id, objective)).collect();
        let chances = there.iter().map(|unit| (driven_off(*unit), unit.id));
        let (chance, unit) =
            chances.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(chance, _)| *chance > 0.0)?;
        let others = there.iter().any(|other| other.id != unit && !other.morale.suppressed());
        let share = if others { 0.0 } else { judged.driven_off * chance };
        let points = share * stake(view, side, objective, judged);
        let says = format!("that may drive {unit} off {}", objective.id);
        (points > 0.0).then_some(Term { kind: TermKind::Objectives, points, says, amount: 0.0 })
    };
    view.objectives().iter().find_map(of)
}

fn is_near(view: View, unit: UnitId, objective: &Objective) -> bool {
    let place = Disc { at: objective.at, radius: 0.0 };
    let holding = view.setup().ruleset.mission.holding_distance;
    view.standing(unit).any(|model| gap(model.disc(), place) <= holding)
}
