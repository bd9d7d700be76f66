//! Turns, rounds and the end of the battle in sentences.

use super::kinds::{CountedObjective, Fact};
use crate::game::engine::fact::Fact as AnyFact;
use crate::game::narration::words::{capitalised, counted, force, listed, objective, phase, unit};
use crate::game::narration::{Narrated, Sentence};
use crate::level::scenario::MissionKind;
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::{Side, UnitId};
use crate::rules::turn::{Phase, Turn};
use crate::rules::victory::{BattleResult, Ending, Hold, Tally};

/// A new turn has a heading, and so has every phase of it; one in which nothing happened says so in a line.
pub(in crate::game) fn narrate(setup: &Setup, fact: &Fact, facts: &[AnyFact]) -> Narrated {
    match fact {
        Fact::PhaseBegan { turn } => Narrated { sentences: phase_began(setup, *turn, &facts[1..]), facts: 1 },
        Fact::ObjectivesCounted { objectives } => {
            Narrated::one(Sentence::note(objectives_in_words(setup, objectives)))
        }
        Fact::ForceWavered { side, left, units, leader } => {
            let left = format!("{left} of its {} left", counted(*units, "unit"));
            let what = match leader {
                Some(leader) => format!("tests its morale on the leader of {}", unit(setup, *leader)),
                None => "has no leader to test its morale on".to_owned(),
            };
            Narrated::one(Sentence::note(format!("{} has {left} and {what} (MIS-5).", force(setup, *side))))
        }
        Fact::BattleEnded(result) => Narrated::one(ended(setup, result)),
    }
}

/// The headings of a phase, given what follows its beginning.
///
/// Rule: TURN-1, TURN-4 (the opponent's units test).
fn phase_began(setup: &Setup, turn: Turn, facts: &[AnyFact]) -> Vec<Sentence> {
    let next_phase = |fact: &AnyFact| matches!(fact, AnyFact::Turn(Fact::PhaseBegan { .. }));
    let is_quiet = facts.first().is_none_or(next_phase);
    let name = format!("{} phase", phase(turn.phase));
    let of_phase = |happens: String, nothing: &str| match is_quiet {
        true => Sentence::quiet(format!("{name}: {nothing}")),
        false => Sentence::phase(happens),
    };
    match turn.phase {
        Phase::Starting => {
            let title = format!("Round {}: turn of {}", turn.round, force(setup, turn.side));
            vec![Sentence::heading(title), of_phase(name.clone(), "nothing to settle")]
        }
        Phase::Action => vec![Sentence::phase(name)],
        Phase::Reaction => {
            let reacts = format!("{name}: {} reacts", force(setup, turn.side.other()));
            vec![of_phase(reacts, "nobody has to test or defend")]
        }
        Phase::CloseCombat => vec![of_phase(name.clone(), "nobody is in close combat")],
        Phase::Deployment | Phase::Over => Vec::new(),
    }
}

pub(in crate::game) fn narrate_action(_: &Setup, _: UnitId, _: Action, _: &[AnyFact]) -> Option<Narrated> {
    None
}

/// Holders of the objectives, and the benefit of holding them.
fn objectives_in_words(setup: &Setup, objectives: &[CountedObjective]) -> String {
    let from = setup.ruleset.mission.victory_from_round;
    let meaning = match setup.level.mission.kind {
        MissionKind::MeetingEngagement => {
            format!("From round {from} on, a side that holds one in the enemy zone as its turn begins wins")
        }
        _ => "Whoever holds more at the end of the last round wins".to_owned(),
    };
    format!("{}. {meaning}.", held_in_words(setup, objectives))
}

/// Holders of the objectives.
pub(in crate::game) fn held_in_words(setup: &Setup, objectives: &[CountedObjective]) -> String {
    let names = |is: &dyn Fn(Hold) -> bool| -> Vec<String> {
        let found = objectives.iter().filter(|one| is(one.hold));
        found.map(|one| objective(setup, &one.objective)).collect()
    };
    let mut parts: Vec<String> = Vec::new();
    for side in Side::BOTH {
        let held = names(&|hold| hold == Hold::Held(side));
        if !held.is_empty() {
            parts.push(format!("{} holds {}", force(setup, side), listed(&held)));
        }
    }
    let contested = names(&|hold| hold == Hold::Contested);
    if !contested.is_empty() {
        let are = if contested.len() == 1 { "is" } else { "are" };
        parts.push(format!("{} {are} contested", listed(&contested)));
    }
    match parts.is_empty() {
        true => "Nobody holds an objective".to_owned(),
        false => capitalised(&parts.join("; ")),
    }
}

fn ended(setup: &Setup, result: &BattleResult) -> Sentence {
    let rounds = counted(usize::from(result.rounds), "round");
    let [a, b] = &result.tally;
    let details = match result.reason {
        Ending::LastRound => Vec::new(),
        _ => [(Side::A, a), (Side::B, b)].map(|(side, tally)| tallied(setup, side, tally)).into(),
    };
    let text = verdict(setup, result);
    let text = match &result.reason {
        Ending::LastRound => format!("The battle ends after {rounds}."),
        Ending::PlayersWord => format!("By the players' word, after {rounds}: {text}"),
        Ending::ObjectiveHeld { .. } | Ending::ForceBroken => format!("In round {}: {text}", result.rounds),
        _ => format!("After {rounds}: {text}"),
    };
    Sentence { details, ..Sentence::heading(text) }
}

/// Winner, reason and rule.
pub(in crate::game) fn verdict(setup: &Setup, result: &BattleResult) -> String {
    match (result.winner, &result.reason) {
        (Some(winner), reason) => {
            let (winner, loser) = (force(setup, winner), force(setup, winner.other()));
            let why = match reason {
                Ending::ObjectiveHeld { objective: held } => {
                    format!("it holds {} in the enemy zone", objective(setup, held))
                }
                Ending::ForceBroken => format!("the morale of {loser} breaks"),
                Ending::MoreObjectives => "it holds more objectives".to_owned(),
                Ending::PlayersWord => "both players say so".to_owned(),
                _ => "it has more points left".to_owned(),
            };
            format!("{winner} wins: {why} ({}).", reason.rule())
        }
        (None, Ending::PlayersWord) => "Nobody wins: both players say so (TURN-6).".to_owned(),
        (None, Ending::LastRound) => "Nobody wins a drill (TURN-6).".to_owned(),
        (None, reason) => {
            format!("The battle is a draw: as many objectives and points on both sides ({}).", reason.rule())
        }
    }
}

/// Final tally of a side: objectives, points, unit by unit.
fn tallied(setup: &Setup, side: Side, tally: &Tally) -> String {
    let objectives = counted(tally.objectives.len(), "objective");
    let units = tally.units.iter().map(|one| format!("{} {}", unit(setup, one.unit), one.points));
    let units = units.collect::<Vec<_>>().join(", ");
    let list = if units.is_empty() { String::new() } else { format!(": {units}") };
    format!("{}: {objectives}, {}{list}", force(setup, side), counted(tally.points as usize, "point"))
}
