//! Falling back and routing in sentences: what forced it, where it goes, losses and their reasons.

#[cfg(test)]
mod tests;

use super::kinds::{Fact, Goes, ModelRoutHeading};
use super::retreat::{Edge, Reachability, SafePosition, SawEnemies, Watcher};
use crate::game::engine::fact::{Fact as AnyFact, UnitFact};
use crate::game::narration::words::{count, loses_markers, unit};
use crate::game::narration::{Narrated, Rolls, Sentence, Weight};
use crate::game::phases::shooting::losses;
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::basics::Strength;
use crate::rules::falling_back::{Counts, LostFor};
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::sight::SightState;

/// A run that enemies may answer is announced; otherwise what forced the unit has its own sentence.
pub(in crate::game) fn narrate_action(
    setup: &Setup,
    id: UnitId,
    action: Action,
    facts: &[AnyFact],
) -> Option<Narrated> {
    if action != Action::FallBack {
        return None;
    }
    let goes_on = matches!(facts.first(), Some(AnyFact::FallBack(_)))
        || facts.iter().any(|fact| matches!(fact, AnyFact::Unit(UnitFact::UnitActed { .. })));
    let sentences = match goes_on {
        true => Vec::new(),
        false => {
            let text = format!("{} is about to run for cover, or for its own table edge.", unit(setup, id));
            vec![Sentence::line(id, text)]
        }
    };
    Some(Narrated { sentences, facts: 0 })
}

/// A fall back or a rout and all that came of it.
pub(in crate::game) fn narrate(setup: &Setup, fact: &Fact, facts: &[AnyFact]) -> Narrated {
    let Fact::FallBackForced { unit: id, strength, goes, .. } = fact else { return Narrated::none() };
    let results = facts[1..].iter().take_while(|fact| is_of_retreat(fact, *id)).count();
    let done = &facts[1..=results];
    let who = unit(setup, *id);
    let first = match goes {
        Goes::Nowhere => format!("{who} has {} and is destroyed", left(*strength)),
        Goes::Stays { .. } => {
            format!("{who} is suppressed with {}: it stays and fires", left(*strength))
        }
        Goes::Crawls => format!("{who} falls back with {}{}", left(*strength), moved(done)),
        Goes::StaysInCover => {
            format!("{who} has {}: it stays in cover until its next activation", left(*strength))
        }
        Goes::ToSafePosition { safe_position, .. } => {
            format!("{who} falls back {}{}", destination_phrase(safe_position), moved(done))
        }
        Goes::Routs { .. } => format!("{who} finds no safe position and routs{}", moved(done)),
        Goes::ToCover { safe_position, .. } => {
            format!("{who} runs {}{}", to_cover(safe_position), moved(done))
        }
        Goes::ToEdge { edge, .. } => format!("{who} finds no cover and {}{}", to_edge(edge), moved(done)),
    };
    let nerve = done.iter().find_map(|fact| match fact {
        AnyFact::Unit(UnitFact::NerveMarkersDropped { dropped, left, .. }) => {
            Some(loses_markers(*dropped, *left))
        }
        AnyFact::FallBack(Fact::UnitLeftTable { counts, .. }) => Some(leaves(*counts).to_owned()),
        _ => None,
    });
    let lost = losses(done).filter(|_| *goes != Goes::Nowhere);
    let parts: Vec<String> = [Some(first), lost, nerve].into_iter().flatten().collect();
    let text = format!("{}.", parts.join("; it "));
    let mut details = why(goes);
    details.extend(done.iter().filter_map(one_model));
    let sentence =
        Sentence { text, about: Some((*id).into()), rolls: Rolls::None, weight: Weight::Line, details };
    Narrated { sentences: vec![sentence], facts: 1 + results }
}

/// Whether a fact is part of a unit's retreat, after what forced it.
fn is_of_retreat(fact: &AnyFact, id: UnitId) -> bool {
    match fact {
        AnyFact::Unit(
            UnitFact::ModelMoved { model, .. }
            | UnitFact::ModelTurned { model, .. }
            | UnitFact::ModelLost { model, .. },
        ) => model.unit == id,
        AnyFact::Unit(UnitFact::UnitWipedOut { unit } | UnitFact::NerveMarkersDropped { unit, .. })
        | AnyFact::FallBack(Fact::UnitLeftTable { unit, .. }) => *unit == id,
        _ => false,
    }
}

fn left(strength: Strength) -> String {
    format!("{} of {} models left", strength.standing, strength.started)
}

/// Rule: FB-4.
fn destination_phrase(safe_position: &SafePosition) -> String {
    let length = safe_position.length.0;
    match safe_position.reachability {
        Reachability::InRange => format!("{length:.1}\" to a safe position"),
        Reachability::TooNear => {
            format!("only {length:.1}\" to a safe position (none farther is within reach)")
        }
        Reachability::Here => "to its leader, which is safe where it is".to_owned(),
        Reachability::TooFar => {
            format!("toward a safe position {length:.1}\" away and out of reach")
        }
    }
}

/// Rule: OFB-3.
fn to_cover(safe_position: &SafePosition) -> String {
    let length = safe_position.length.0;
    match safe_position.reachability {
        Reachability::InRange | Reachability::TooNear => format!("{length:.1}\" into cover"),
        Reachability::Here => "to its leader, which is in cover where it is".to_owned(),
        Reachability::TooFar => format!("toward cover {length:.1}\" away and out of reach"),
    }
}

/// Rule: OFB-3 (none).
fn to_edge(edge: &Edge) -> String {
    match edge {
        Edge::At { length, .. } => format!("runs for its own table edge, {:.1}\" away", length.0),
        Edge::Unreachable => "has no path to its own table edge".to_owned(),
    }
}

/// Rule: OFB-6.
fn leaves(counts: Counts) -> &'static str {
    match counts {
        Counts::Escaped => "leaves the table and does not count as destroyed",
        Counts::Destroyed => "leaves the table with so few models that it counts as destroyed",
    }
}

fn moved(facts: &[AnyFact]) -> String {
    let lengths = facts.iter().filter_map(|fact| match fact {
        AnyFact::Unit(UnitFact::ModelMoved { length, .. }) => Some(length.0),
        _ => None,
    });
    let lengths: Vec<f64> = lengths.collect();
    let longest = lengths.iter().copied().fold(0.0, f64::max);
    match lengths.len() {
        0 => String::new(),
        many => format!(": {}, longest path {longest:.1}\"", count(many)),
    }
}

/// Why the position is safe, or what each model runs from.
fn why(goes: &Goes) -> Vec<String> {
    match goes {
        Goes::Nowhere | Goes::Stays { .. } | Goes::Crawls | Goes::StaysInCover | Goes::ToEdge { .. } => {
            Vec::new()
        }
        Goes::ToSafePosition { leader, safe_position } | Goes::ToCover { leader, safe_position } => {
            let place = format!("the position lies at {}", safe_position.at);
            let watchers = safe_position.watchers.iter().map(|watcher| watched(*leader, watcher));
            std::iter::once(place).chain(watchers).collect()
        }
        Goes::Routs { rout_headings, .. } => rout_headings.iter().map(rout_heading).collect(),
    }
}

/// Rule: FB-2.
fn watched(leader: ModelId, watcher: &Watcher) -> String {
    let state = match watcher.state {
        SightState::Clear => "clear",
        SightState::Obscured => "obscured",
        SightState::Concealed => "concealed",
        SightState::Hidden => "hidden",
    };
    let (share, distance) = (100.0 * watcher.in_view, watcher.distance.0);
    format!(
        "safe from {}, {distance:.1}\" away: {leader} is {state} from it there ({share:.0} % in view)",
        watcher.model
    )
}

/// Rule: ROU-1, ROU-3.
fn rout_heading(one: &ModelRoutHeading) -> String {
    let ModelRoutHeading { model, rout_heading } = one;
    let from: Vec<String> = rout_heading.from.iter().map(ToString::to_string).collect();
    let from = from.join(", ");
    match rout_heading.saw {
        SawEnemies::Enemies => format!("{model} flees from {from}, heading {:.0}°", rout_heading.heading),
        SawEnemies::Nobody => {
            format!("{model} sees no enemy and takes its leader's heading, {:.0}°", rout_heading.heading)
        }
    }
}

/// Rule: FB-1, ROU-2.
fn one_model(fact: &AnyFact) -> Option<String> {
    match fact {
        AnyFact::Unit(UnitFact::ModelMoved { model, length, .. }) => {
            Some(format!("{model} goes {:.1}\"", length.0))
        }
        AnyFact::Unit(UnitFact::ModelLost { model, why: Some(why), .. }) => {
            Some(format!("{model} is lost: {}", lost_for(*why)))
        }
        _ => None,
    }
}

/// Why a model is lost, after "is lost:".
pub fn lost_for(why: LostFor) -> &'static str {
    match why {
        LostFor::Weakness => "less than a quarter of its unit is left (FB-1)",
        LostFor::OffTable => "its path leads off the table (ROU-2)",
        LostFor::NoWayOut => "it could only end nearer to an enemy (ROU-2)",
        LostFor::LeftBehind => "it cannot stay in coherency with its unit (ROU-2)",
    }
}
