//! The players' word in sentences: each says that it is one.

use super::kinds::{Acted, Fact, GiveState, Stance};
use crate::game::engine::fact::{Fact as AnyFact, UnitFact};
use crate::game::narration::moves::leading_moves;
use crate::game::narration::units::asked_move;
use crate::game::narration::who::Who;
use crate::game::narration::words::{capitalised, count, counted, force, listed, objective, phase};
use crate::game::narration::{Narrated, Sentence};
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::UnitId;

const BY_WORD: &str = "By the players' word:";

pub(in crate::game) fn narrate(setup: &Setup, fact: &Fact, facts: &[AnyFact]) -> Narrated {
    let note = |text: String| Narrated::one(Sentence::note(format!("{BY_WORD} {text}.")));
    let about = |unit: UnitId, text: String| Sentence::line(unit, format!("{BY_WORD} {text}."));
    match fact {
        Fact::QuestionSettled { unit: Some(unit) } => {
            let text = format!("the action of {} was played out on the table", Who::unit(setup, *unit).name);
            Narrated::one(about(*unit, text))
        }
        Fact::QuestionSettled { unit: None } => note("the fight is fought out on the table".to_owned()),
        Fact::UnitSet { unit } => {
            let moves = leading_moves(&facts[1..]);
            let moved = asked_move(setup, *unit, &facts[1..=moves]);
            let sentence = Sentence { text: format!("{BY_WORD} {}", moved.text), ..moved };
            Narrated { sentences: vec![sentence], facts: 1 + moves }
        }
        Fact::UnitBrought { unit, .. } => {
            let comes = Who::unit(setup, *unit).does(["stands on the table", "stand on the table"]);
            Narrated::one(about(*unit, comes))
        }
        Fact::ModelsRemoved { unit, count: removed, left } => {
            let lost = facts[1..].iter().take_while(|fact| is_loss(fact)).count();
            let who = Who::unit(setup, *unit);
            let text = match left {
                0 => format!("{} {} out of the battle", who.name, who.is()),
                left => {
                    format!("{} {} {}, {left} left", who.name, who.verb(["loses", "lose"]), count(*removed))
                }
            };
            Narrated { sentences: vec![about(*unit, text)], facts: 1 + lost }
        }
        Fact::StateGiven { state, shaken } => {
            Narrated::one(about(state.unit, state_in_words(setup, state, *shaken)))
        }
        Fact::ObjectiveTaken { objective: id, by } => {
            let name = objective(setup, id);
            note(match by {
                Some(side) => format!("{} has {name}", force(setup, *side)),
                None => format!("who has {name} is measured again"),
            })
        }
        Fact::PhaseSaidOver { phase: over } => note(format!("the {} phase is over", phase(*over))),
        Fact::TurnSaidOver { turn } => note(format!("the turn of {} is over", force(setup, turn.side))),
    }
}

fn is_loss(fact: &AnyFact) -> bool {
    matches!(fact, AnyFact::Unit(UnitFact::ModelLost { .. } | UnitFact::UnitWipedOut { .. }))
}

/// "Gate guard (B1) shows 3 hits, is suppressed and has acted".
fn state_in_words(setup: &Setup, given: &GiveState, shaken: bool) -> String {
    let who = Who::unit(setup, given.unit);
    let (is, has) = (who.is(), who.has());
    let mut parts = Vec::new();
    match given.hit_die {
        Some(0) => parts.push(format!("{is} not suppressed")),
        Some(hits) => {
            let what = if shaken { "shaken" } else { "suppressed" };
            parts.push(format!("{is} {what} ({})", counted(usize::from(hits), "hit")));
        }
        None => {}
    }
    let mut markers = |count: Option<u8>, what: &str| match count {
        Some(0) => parts.push(format!("{has} no {what}")),
        Some(count) => parts.push(format!("{has} {}", counted(usize::from(count), what))),
        None => {}
    };
    markers(given.nerve_markers, "nerve marker");
    markers(given.suppression_markers, "suppression marker");
    match given.stance {
        Some(Stance::Down) => parts.push(format!("{is} down")),
        Some(Stance::Up) => parts.push(format!("{is} up")),
        None => {}
    }
    match given.acted {
        Some(Acted::Yes) => parts.push(format!("{has} acted")),
        Some(Acted::NotYet) => parts.push(format!("{has} yet to act")),
        None => {}
    }
    capitalised(&format!("{} {}", who.name, listed(&parts)))
}

/// A word is no action of a unit.
pub(in crate::game) fn narrate_action(_: &Setup, _: UnitId, _: Action, _: &[AnyFact]) -> Option<Narrated> {
    None
}
