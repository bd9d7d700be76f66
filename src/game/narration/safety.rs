//! A retreat that is foreseen, in a few lines: where it leads, how far, who is lost and why, and why the place is safe.

use super::foresight;
use super::models::models;
use super::sight::{STATES, cause, state};
use super::way::{inches, spot};
use super::words::listed;
use crate::game::engine::view::View;
use crate::game::phases::fall_back::lost_for;
use crate::game::phases::fall_back::retreat::{ModelEnd, Retreat, SafePosition};
use crate::rules::falling_back::LostFor;
use crate::rules::ids::ModelId;
use crate::rules::ruleset::FallBackProcedure;
use crate::rules::sight::{SightState, judge};

/// Retreat of a unit, each lost model with the reason, and the cause of its safe position; `there` as for [`foresight::retreat`].
///
/// Rule: FB-1, FB-2, FB-4 (in sentences).
pub fn retreat(view: View, retreat: &Retreat, there: Option<&foresight::Danger>) -> Vec<String> {
    let name = view.setup().unit(retreat.unit).map_or("", |unit| unit.name.as_str());
    let mut lines =
        vec![format!("{} ({name}) {}.", retreat.unit, predicate(&foresight::retreat(retreat, there)))];
    let retreats = retreat.outcome.retreats();
    let end = retreats.iter().find(|run| run.model == retreat.leader);
    if let Some(end) = end.and_then(|run| run.path.last()) {
        let place = spot(view.setup(), *end).map_or_else(String::new, |place| format!(", {place}"));
        lines.push(format!("Its leader {} ends at {end}{place}.", retreat.leader));
    }
    let of = |why: LostFor| {
        let lost = retreats.iter().filter(|run| run.end == ModelEnd::Lost { why });
        lost.map(|run| run.model).collect::<Vec<ModelId>>()
    };
    for why in [LostFor::Weakness, LostFor::OffTable, LostFor::NoWayOut, LostFor::LeftBehind] {
        let lost = of(why);
        if !lost.is_empty() {
            let (is, each) = if lost.len() == 1 { ("is", "") } else { ("are", "each because ") };
            lines.push(format!("{} {is} lost: {each}{}.", models(lost), lost_for(why)));
        }
    }
    if let Some(position) = retreat.outcome.safe_position() {
        lines.push(safety(view, retreat.leader, position));
    }
    lines
}

/// Forecast of a unit as a predicate to its name: "falls back 6\" to safety", "is too weak to fall back".
fn predicate(says: &str) -> String {
    let is = if says.starts_with("Too ") { "is " } else { "" };
    let mut letters = says.chars();
    let first = letters.next().map(|letter| letter.to_lowercase().to_string()).unwrap_or_default();
    format!("{is}{first}{}", letters.as_str())
}

/// Reason for the safety of a leader's position: the states in which enemies see him there, and the causes.
///
/// Rule: FB-2, OFB-3.
fn safety(view: View, leader: ModelId, position: &SafePosition) -> String {
    let (rules, count) = (&view.setup().ruleset, position.watchers.len());
    let mut groups: Vec<(SightState, String, usize)> = Vec::new();
    for watcher in &position.watchers {
        let why = by_what(view, leader, position, watcher.model).unwrap_or_default();
        match groups.iter_mut().find(|(state, by, _)| *state == watcher.state && *by == why) {
            Some((.., count)) => *count += 1,
            None => groups.push((watcher.state, why, 1)),
        }
    }
    let rank = |of: SightState| STATES.into_iter().position(|state| state == of);
    groups.sort_by_key(|(state, _, count)| (rank(*state), std::cmp::Reverse(*count)));
    let each = |(of, by, count): (SightState, String, usize)| format!("{count} {}{by}", state(of));
    let groups: Vec<String> = groups.into_iter().map(each).collect();
    let enemies = if count == 1 { "enemy sees".to_owned() } else { "enemies see".to_owned() };
    let (as_seen, rule) = match rules.falling_back.procedure {
        FallBackProcedure::SafePosition => (format!("{count} {enemies} its leader"), "FB-2"),
        FallBackProcedure::Outline => (format!("{count} {enemies} its leader within Aw"), "OFB-3"),
    };
    match groups[..] {
        [] => format!(
            "Safe position {} away: no enemy has to be reckoned with there ({rule}).",
            inches(position.length.0)
        ),
        _ => format!(
            "Safe position {} away, where {as_seen}: {} ({rule}).",
            inches(position.length.0),
            listed(&groups)
        ),
    }
}

/// Cause of the state in which one enemy sees a leader at a position: " by the edge of the hill".
fn by_what(view: View, leader: ModelId, position: &SafePosition, enemy: ModelId) -> Option<String> {
    let (leader, enemy) = (view.model(leader)?, view.model(enemy)?);
    let sighting = view.terrain().sighting(&enemy.sight_body(), &leader.sight_body_at(position.at));
    let judged = judge(&sighting, &view.setup().ruleset.sight, view.allowance());
    judged.reasons.first().map(|reason| format!(" {}", cause(&view, reason)))
}
