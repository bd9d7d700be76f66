//! What a unit's place means for the objectives, and its fire for those that the enemy has.

use super::{Harm, Term, TermKind};
use crate::ai::values::{on_the_way, points};
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::level::judgement_file::ObjectiveWorth;
use crate::level::scenario::{MissionKind, Objective};
use crate::rules::basics::{Disc, gap};
use crate::rules::ids::{Side, UnitId};

pub(super) fn term(view: View, unit: UnitView, judged: &ObjectiveWorth) -> Option<Term> {
    let best = view.objectives().iter().map(|objective| of_place(view, unit, objective, judged));
    let (points, says) = best.max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(Term { kind: TermKind::Objectives, points, says, amount: 0.0 })
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
fn of_place(view: View, unit: UnitView, objective: &Objective, judged: &ObjectiveWorth) -> (f64, String) {
    let (worth, name) = (stake(view, unit.id.side, objective, judged), &objective.id);
    let near = |model: ModelView| gap(model.disc(), Disc { at: objective.at, radius: 0.0 });
    let nearest =
        |models: &mut dyn Iterator<Item = ModelView>| models.map(near).fold(f64::INFINITY, f64::min);
    let own = nearest(&mut view.standing(unit.id));
    let friend = nearest(&mut view.standing_of(unit.id.side).filter(|model| model.id.unit != unit.id));
    let enemy = nearest(&mut view.standing_of(unit.id.side.other()));
    let holding = view.setup().ruleset.mission.holding_distance;
    if own <= holding {
        let (share, says) = match (unit.morale.suppressed(), friend <= holding, enemy <= holding) {
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

/// What it means for the objectives that fire suppresses or drives off its target, if that one holds or contests any.
///
/// Rule: MIS-4, SUP-4 (no capturing).
pub(super) fn of_fire(view: View, side: Side, harm: &Harm, judged: &ObjectiveWorth) -> Option<Term> {
    let near = |objective: &&Objective| is_near(view, harm.at, objective);
    let objective = view.objectives().iter().find(near)?;
    let others = view.units().any(|other| {
        let helps = other.id.side == harm.at.side && other.id != harm.at;
        helps && !other.morale.suppressed() && is_near(view, other.id, objective)
    });
    let share = if others { 0.0 } else { judged.driven_off * harm.falls_back.max(harm.finished) };
    let points = share * stake(view, side, objective, judged);
    let says = format!("that may drive {} off {}", harm.at, objective.id);
    (points > 0.0).then_some(Term { kind: TermKind::Objectives, points, says, amount: 0.0 })
}

fn is_near(view: View, unit: UnitId, objective: &Objective) -> bool {
    let place = Disc { at: objective.at, radius: 0.0 };
    let holding = view.setup().ruleset.mission.holding_distance;
    view.standing(unit).any(|model| gap(model.disc(), place) <= holding)
}
