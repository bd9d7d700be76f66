//! Falling back and routing in sentences: what forced it, where it goes, losses and their reasons.

#[cfg(test)]
mod tests;

use super::kinds::{Fact, Goes};
use super::retreat::{Edge, Reachability, SafePosition};
use super::why_in_words::{model_by_model, why};
use crate::game::engine::fact::{Fact as AnyFact, UnitFact};
use crate::game::narration::way::{self, inches};
use crate::game::narration::who::Who;
use crate::game::narration::words::{self, count, loses_markers};
use crate::game::narration::{Narrated, Rolls, Sentence, Weight};
use crate::game::phases::shooting::losses;
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::basics::Strength;
use crate::rules::falling_back::Counts;
use crate::rules::ids::{ModelId, UnitId};

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
            let who = Who::unit(setup, id);
            let text = format!(
                "{} to run for cover, or for {} own table edge.",
                who.does(["is about", "are about"]),
                who.its()
            );
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
    let who = Who::unit(setup, *id);
    let way = way::of_unit(setup, *id, done);
    let first = match goes {
        Goes::Nowhere => format!(
            "{} with {} and {} destroyed",
            who.does(["is left", "are left"]),
            format_args!("{} of {} models", strength.standing, strength.started),
            who.is()
        ),
        Goes::Stays { .. } => {
            who.does(["is suppressed, but stays and fires", "are suppressed, but stay and fire"])
        }
        Goes::Crawls => format!("{}{}", who.does(["falls back", "fall back"]), led(way.as_ref())),
        Goes::StaysInCover => who.does(["stays in cover", "stay in cover"]),
        Goes::ToSafePosition { leader, safe_position } => {
            to_safety(&who, way.as_ref(), safe_position, went(done, *leader), "safety")
        }
        Goes::Routs { .. } => {
            format!(
                "{}{}: no place within reach is safe",
                who.does(["breaks and runs", "break and run"]),
                led(way.as_ref())
            )
        }
        Goes::ToCover { leader, safe_position } => {
            to_safety(&who, way.as_ref(), safe_position, went(done, *leader), "cover")
        }
        Goes::ToEdge { edge, .. } => to_edge(&who, edge),
    };
    let gone = done.iter().any(|fact| matches!(fact, AnyFact::Unit(UnitFact::UnitWipedOut { .. })));
    let fallen = done.iter().filter(|fact| matches!(fact, AnyFact::Unit(UnitFact::ModelLost { .. }))).count();
    let lost = match fallen {
        0 => None,
        _ if *goes == Goes::Nowhere => None,
        _ if gone => Some("nobody is left".to_owned()),
        1 => Some("one is lost".to_owned()),
        some => Some(format!("{} are lost", words::number(some))),
    };
    let leaves = done.iter().find_map(|fact| match fact {
        AnyFact::FallBack(Fact::UnitLeftTable { counts, .. }) => Some(leaves(&who, *counts)),
        _ => None,
    });
    let parts: Vec<String> = [Some(first), lost, leaves].into_iter().flatten().collect();
    let mut details = vec![left(*strength)];
    details.extend(way.map(|way| format!("{}, longest path {:.1}\"", count(way.models), way.longest)));
    details.extend(losses(done));
    details.extend(done.iter().find_map(|fact| match fact {
        AnyFact::Unit(UnitFact::NerveMarkersDropped { dropped, left, .. }) => {
            Some(loses_markers(*dropped, *left))
        }
        _ => None,
    }));
    details.extend(why(goes));
    details.extend(model_by_model(done));
    let text = format!("{}.", parts.join("; "));
    let sentence =
        Sentence { text, about: Some((*id).into()), rolls: Rolls::None, weight: Weight::Line, details };
    Narrated { sentences: vec![sentence], facts: 1 + results }
}

/// How far, and where to, after the verb.
fn led(way: Option<&way::Way>) -> String {
    way.map_or_else(String::new, |way| format!(" {}", way.in_words()))
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

/// How far a model went; `None` if it stayed.
fn went(done: &[AnyFact], id: ModelId) -> Option<f64> {
    done.iter().find_map(|fact| match fact {
        AnyFact::Unit(UnitFact::ModelMoved { model, length, .. }) if *model == id => Some(length.0),
        _ => None,
    })
}

/// The leader's way: it is he who is safe there, and the others follow.
///
/// Rule: FB-4, OFB-3.
fn to_safety(
    who: &Who,
    way: Option<&way::Way>,
    safe_position: &SafePosition,
    leads: Option<f64>,
    what: &str,
) -> String {
    let falls = who.does(if what == "cover" { ["runs", "run"] } else { ["falls back", "fall back"] });
    match safe_position.reachability {
        // The leader hardly moves: the others come to him.
        Reachability::InRange | Reachability::TooNear if leads.is_some_and(|led| led < 0.5) => {
            format!("{falls} to {} leader, who is in {what}", who.its())
        }
        Reachability::InRange | Reachability::TooNear => {
            let length = inches(leads.unwrap_or(safe_position.length.0));
            let place = way.map_or("", |way| way.places.as_str());
            let to = if what == "cover" { "into cover" } else { "to safety" };
            match place {
                "" => format!("{falls} {length} {to}"),
                place => format!("{falls} {length} {to}, {place}"),
            }
        }
        Reachability::Here if way.is_none() => {
            format!("{}: {} leader is in {what} there", who.does(["stays", "stay"]), who.its())
        }
        Reachability::Here => format!("{falls} to {} leader, who is in {what}", who.its()),
        Reachability::TooFar => format!("{falls}{} toward {what}, which is out of reach", led(way)),
    }
}

/// Rule: OFB-3 (none).
fn to_edge(who: &Who, edge: &Edge) -> String {
    let finds = who.does(["finds no cover and", "find no cover and"]);
    match edge {
        Edge::At { length, .. } => {
            let runs = who.verb(["runs", "run"]);
            format!("{finds} {runs} for {} own table edge, {} away", who.its(), inches(length.0))
        }
        Edge::Unreachable => format!("{finds} {} no path to {} own table edge", who.has(), who.its()),
    }
}

/// Rule: OFB-6.
fn leaves(who: &Who, counts: Counts) -> String {
    let (it, leaves) = (who.it(), who.verb(["leaves", "leave"]));
    let (does_not, counts_as) = (who.verb(["does not count", "do not count"]), who.verb(["counts", "count"]));
    match counts {
        Counts::Escaped => format!("{it} {leaves} the table and {does_not} as destroyed"),
        Counts::Destroyed => {
            format!("{it} {leaves} the table with so few models that {it} {counts_as} as destroyed")
        }
    }
}
