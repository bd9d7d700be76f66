//! What makes up a retreat, in words: why a position is safe, what models run from, how far each goes and who is lost. What is
//! true of several models is said once.

use super::kinds::{Goes, ModelRoutHeading};
use super::retreat::{SawEnemies, Watcher};
use crate::game::engine::fact::{Fact as AnyFact, UnitFact};
use crate::game::narration::models::models;
use crate::game::narration::sight::{STATES, state};
use crate::game::narration::words::counted;
use crate::rules::falling_back::LostFor;
use crate::rules::ids::ModelId;

/// Why the position is safe, or what the models run from.
pub(super) fn why(goes: &Goes) -> Vec<String> {
    match goes {
        Goes::Nowhere | Goes::Stays { .. } | Goes::Crawls | Goes::StaysInCover | Goes::ToEdge { .. } => {
            Vec::new()
        }
        Goes::ToSafePosition { leader, safe_position } | Goes::ToCover { leader, safe_position } => {
            let place = format!("the position lies at {}", safe_position.at);
            std::iter::once(place).chain(safe_from(*leader, &safe_position.watchers)).collect()
        }
        Goes::Routs { rout_headings, .. } => fled_from(rout_headings),
    }
}

/// From whom a leader is safe: a line for all enemies to whom he has the same state.
///
/// Rule: FB-2.
fn safe_from(leader: ModelId, watchers: &[Watcher]) -> impl Iterator<Item = String> + '_ {
    let of = move |of| watchers.iter().filter(|one| one.state == of).collect::<Vec<&Watcher>>();
    STATES.into_iter().map(of).filter(|group| !group.is_empty()).map(move |group| {
        let seen = state(group[0].state).to_lowercase();
        let shares = span(group.iter().map(|one| 100.0 * one.in_view), 0);
        let far = span(group.iter().map(|one| one.distance.0), 1);
        let (who, them) = match group[..] {
            [only] => (only.model.to_string(), "it"),
            _ => {
                let ids = models(group.iter().map(|one| one.model));
                (format!("{} ({ids})", counted(group.len(), "enemy model")), "them")
            }
        };
        format!("safe from {who}, {far}\" away: {leader} is {seen} from {them} there ({shares} % in view)")
    })
}

/// A number, or from the least to the greatest of some, to so many decimals.
fn span(numbers: impl Iterator<Item = f64>, decimals: usize) -> String {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    let say = |number: Option<&f64>| format!("{:.decimals$}", number.copied().unwrap_or_default());
    let (low, high) = (say(numbers.first()), say(numbers.last()));
    if low == high { low } else { format!("{low} to {high}") }
}

/// What the models of a unit run from: a line for all that run from the same.
///
/// Rule: ROU-1, ROU-3.
fn fled_from(headings: &[ModelRoutHeading]) -> Vec<String> {
    let mut groups: Vec<Vec<&ModelRoutHeading>> = Vec::new();
    for one in headings {
        let alike = |other: &ModelRoutHeading| {
            (&other.rout_heading.from, other.rout_heading.saw)
                == (&one.rout_heading.from, one.rout_heading.saw)
        };
        match groups.iter_mut().find(|group| alike(group[0])) {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    let line = |group: Vec<&ModelRoutHeading>| {
        let who = models(group.iter().map(|one| one.model));
        let heading = span(group.iter().map(|one| one.rout_heading.heading), 0);
        let first = &group[0].rout_heading;
        let several = group.len() > 1;
        match first.saw {
            SawEnemies::Enemies => {
                let flees = if several { "flee" } else { "flees" };
                format!("{who} {flees} from {}, heading {heading}°", models(first.from.iter().copied()))
            }
            SawEnemies::Nobody if several => {
                format!("{who} see no enemy and take their leader's heading, {heading}°")
            }
            SawEnemies::Nobody => format!("{who} sees no enemy and takes its leader's heading, {heading}°"),
        }
    };
    groups.into_iter().map(line).collect()
}

/// How far each model goes, in a line; then who is lost, a line for each reason.
///
/// Rule: FB-1, FB-4, ROU-2.
pub(super) fn model_by_model(done: &[AnyFact]) -> Vec<String> {
    let ways = done.iter().filter_map(|fact| match fact {
        AnyFact::Unit(UnitFact::ModelMoved { model, length, .. }) => Some((model, length.0)),
        _ => None,
    });
    let ways = ways.enumerate().map(|(index, (model, length))| {
        let goes = if index == 0 { " goes" } else { "" };
        format!("{model}{goes} {length:.1}\"")
    });
    let ways = ways.collect::<Vec<_>>().join(", ");
    let mut lost: Vec<(LostFor, Vec<ModelId>)> = Vec::new();
    for fact in done {
        let AnyFact::Unit(UnitFact::ModelLost { model, why: Some(why), .. }) = fact else { continue };
        match lost.iter_mut().find(|(other, _)| other == why) {
            Some((_, models)) => models.push(*model),
            None => lost.push((*why, vec![*model])),
        }
    }
    let lost = lost.into_iter().map(|(why, ids)| match ids[..] {
        [only] => format!("{only} is lost: {}", lost_for(why)),
        _ => format!("{} are lost, each because {}", models(ids), lost_for(why)),
    });
    (!ways.is_empty()).then_some(ways).into_iter().chain(lost).collect()
}

/// Why a model is lost, after "is lost:".
pub fn lost_for(why: LostFor) -> &'static str {
    match why {
        LostFor::Weakness => "less than a quarter of its unit is left (FB-1)",
        LostFor::OffTable => "its path leads off the table (ROU-2)",
        LostFor::NoWayOut => "it could only end nearer to an enemy (ROU-2)",
        LostFor::LeftBehind => "it cannot stay in coherency with its unit (ROU-2)",
        LostFor::NoPlace => "its leader has taken the only place where it could end (FB-4)",
    }
}
