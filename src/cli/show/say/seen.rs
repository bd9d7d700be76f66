//! Sight and exposure in sentences.

use warstrike::game::engine::view::View;
use warstrike::game::exposure::{Exposure, Room};
use warstrike::game::measure::Mark;
use warstrike::game::narration::models::models;
use warstrike::game::narration::sight::{STATES, cause, distance, effect, reason, state, tally};
use warstrike::game::narration::words::{counted, listed, per_cent};
use warstrike::game::sight::{Observation, TargetChoice};
use warstrike::rules::ids::ModelId;
use warstrike::rules::movement::arcs::Arc;
use warstrike::rules::shooting::Barred;
use warstrike::rules::sight::SightState;

use super::name;

/// One pair in full, several by how many have which state, and by what.
pub(in crate::cli::show) fn say_sight(
    view: View,
    [from, to]: [&Mark; 2],
    seen: &[Observation],
    choices: Option<&[TargetChoice]>,
) -> Vec<String> {
    let mut lines = match seen {
        [only] => one_pair(view, only),
        pairs => all_pairs(view, [from, to], pairs),
    };
    lines.extend(choices.into_iter().flat_map(takes));
    lines
}

fn one_pair(view: View, seen: &Observation) -> Vec<String> {
    let Observation { from, to, judged, sighting, shot, .. } = seen;
    let mut lines = vec![format!(
        "{from} sees {to} {}, {} of it in view.",
        state(seen.state),
        per_cent(sighting.in_view)
    )];
    lines.extend(judged.reasons.iter().map(|one| format!("{} ({}).", reason(&view, one), one.rule)));
    lines.push(format!("It is {}; {}.", distance(seen), effect(seen)));
    let arc = if shot.arc == Arc::Flank { ", from the flank" } else { "" };
    let needs = format!("Ev {} against BS {}{arc}", shot.evasion.total(), shot.skill);
    lines.push(match shot.barred {
        None => format!("A shot needs {} ({needs}; SHO-3).", shot.roll),
        Some(barred) => format!("No shot: {}; it would need {} ({needs}).", barred_by(barred), shot.roll),
    });
    lines
}

fn barred_by(barred: Barred) -> &'static str {
    match barred {
        Barred::OutOfRange => "it is out of range (SHO-2)",
        Barred::NotSeen => "this model does not see it (SHO-2)",
        Barred::BeyondAwareness => "it is beyond Aw (VIS-4)",
    }
}

fn all_pairs(view: View, [from, to]: [&Mark; 2], pairs: &[Observation]) -> Vec<String> {
    let [from, to] = [from, to].map(|mark| name(view.setup(), mark));
    let states = tally(pairs.iter().map(|seen| seen.state));
    let count = counted(pairs.len(), "line");
    let mut lines = vec![format!("{from} at {to}, {count} of sight: {}.", or_none(states))];
    let mut causes: Vec<(SightState, String, usize)> = Vec::new();
    for seen in pairs {
        let Some(why) = seen.judged.reasons.first() else { continue };
        let why = cause(&view, why);
        match causes.iter_mut().find(|(of, by, _)| *of == seen.judged.state && *by == why) {
            Some((.., count)) => *count += 1,
            None => causes.push((seen.judged.state, why, 1)),
        }
    }
    let rank = |of: SightState| STATES.into_iter().position(|state| state == of);
    causes.sort_by_key(|(of, _, count)| (rank(*of), std::cmp::Reverse(*count)));
    let causes: Vec<String> =
        causes.into_iter().map(|(of, by, count)| format!("{count} {} {by}", state(of))).collect();
    if !causes.is_empty() {
        lines.push(format!("For each model by itself: {} (VIS-2).", listed(&causes)));
    }
    lines
}

/// Whom each shooter fires at, those together that fire at the same: "A1.1–A1.4 fire at B1.2 (4+)".
fn takes(choices: &[TargetChoice]) -> Vec<String> {
    let mut groups: Vec<(Option<(ModelId, String)>, Vec<ModelId>)> = Vec::new();
    for choice in choices {
        let at = choice.takes.map(|taken| (taken.model, taken.roll.to_string()));
        match groups.iter_mut().find(|(other, _)| *other == at) {
            Some((_, from)) => from.push(choice.from),
            None => groups.push((at, vec![choice.from])),
        }
    }
    let says = |(at, from): (Option<(ModelId, String)>, Vec<ModelId>)| match at {
        Some((at, needs)) => format!("{} at {at} ({needs})", models(from)),
        None => format!("{} at nobody", models(from)),
    };
    let said: Vec<String> = groups.into_iter().map(says).collect();
    if said.is_empty() { Vec::new() } else { vec![format!("Each would fire: {} (VIS-6).", said.join("; "))] }
}

/// How many places have which state.
pub(in crate::cli::show) fn say_exposure(
    view: View,
    by: &Mark,
    like: ModelId,
    map: &Exposure,
) -> Vec<String> {
    let free: Vec<_> = map.cells().iter().filter(|cell| cell.room == Room::Free).collect();
    let states = tally(free.iter().map(|cell| cell.state));
    let (by, shot) = (name(view.setup(), by), free.iter().filter(|cell| cell.shot_by > 0).count());
    let places = counted(free.len(), "place");
    vec![
        format!(
            "To {by}, a model like {like} would be, at the {places} where it has room: {}.",
            or_none(states)
        ),
        format!("At {shot} of them its state lets somebody fire at it (VIS-4)."),
    ]
}

/// How exposed one place is.
pub(in crate::cli::show) fn say_exposure_at(
    view: View,
    by: &Mark,
    like: ModelId,
    map: &Exposure,
) -> Vec<String> {
    let Some(cell) = map.cells().first() else { return Vec::new() };
    let (by, observers) = (name(view.setup(), by), map.observers().count());
    let at_best = cell.clearest.map_or_else(String::new, |clearest| {
        format!(" to {clearest}, the best of them; at most {} of it in view", per_cent(cell.in_view))
    });
    let room = if cell.room == Room::Free { "" } else { " It has no room there (MOV-4)." };
    vec![format!(
        "At {} a model like {like} is {}{at_best}: {} of {observers} models of {by} see it, {} may fire at it by its \
         state (VIS-4).{room}",
        cell.at,
        state(cell.state),
        cell.seen_by,
        cell.shot_by
    )]
}

fn or_none(text: String) -> String {
    if text.is_empty() { "none".to_owned() } else { text }
}
