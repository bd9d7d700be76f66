//! The battle in sentences: facts, turns, phases, as players say them.
//!
//! Reads facts and the setup, nothing else, so the log is the same after
//! loading, undoing and redoing.

use super::{words_of_fire, words_of_flight};
use crate::game::engine::agenda::{Choice, Decision};
use crate::game::engine::fact::{Fact, RollOff, TestedFor};
use crate::game::engine::view::View;
use crate::game::phases::shooting::reaction::when;
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::movement::allowance::move_terms;
use crate::rules::movement::going::Going;
use crate::rules::turn::{Phase, Turn};

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// What happened.
    pub text: String,
    /// The unit it is about, for the reader who clicks on it.
    pub unit: Option<UnitId>,
    /// The dice that were rolled.
    pub rolls: Rolls,
    /// Whether a new turn begins with it.
    pub weight: Weight,
    /// What makes it up, for the reader who wants to know: shot by shot.
    pub details: Vec<String>,
}

/// Dice of a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Rolls {
    /// None.
    #[default]
    None,
    /// A's face and B's, roll by roll.
    RollOff(Vec<[u8; 2]>),
    /// The faces of one side, and the highest that succeeds.
    AtMost {
        /// In the order in which they were rolled.
        faces: Vec<u8>,
        /// What a face must not exceed.
        limit: u8,
    },
}

/// How much a sentence stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// A new turn, the end.
    Heading,
    /// Something a unit did.
    Line,
}

/// A phase by its name in the rulebook.
pub fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Deployment => "Deployment",
        Phase::Starting => "Starting",
        Phase::Action => "Action",
        Phase::Reaction => "Reaction",
        Phase::CloseCombat => "Close-Combat",
        Phase::Over => "Over",
    }
}

/// An action by its name in the rulebook.
pub fn action(action: Action) -> &'static str {
    match action {
        Action::OpenFire => "Open Fire",
        Action::Advance => "Advance",
        Action::OnMyTarget => "On My Target",
        Action::AtTheDouble => "At The Double",
        Action::GetDown => "Get Down",
        Action::FallBack => "Fall Back",
    }
}

/// A force by its name and side.
pub fn force(setup: &Setup, side: Side) -> String {
    format!("{} ({side})", setup.force_name(side))
}

/// Where a battle stands, in one line.
pub fn turn(view: &View) -> String {
    let turn = view.turn();
    match turn.phase {
        Phase::Deployment => "deployment".to_owned(),
        Phase::Over => "the battle is over".to_owned(),
        _ => format!(
            "round {} of {}, {} phase of {}",
            turn.round,
            view.rounds(),
            phase(turn.phase),
            force(view.setup(), turn.side)
        ),
    }
}

/// Whose choice it is and what he may choose from.
pub fn decision(setup: &Setup, decision: Option<Decision>) -> String {
    let Some(decision) = decision else {
        return "The battle is over: its last round has been played.".to_owned();
    };
    let who = force(setup, decision.player);
    match decision.choice {
        Choice::PlaceUnit { .. } => format!("{who} places a unit."),
        Choice::Act => format!("{who} activates a unit."),
        Choice::Run { unit: id } => format!("{who} chooses the paths of {}.", unit(setup, id)),
        Choice::SnapFire { at, moment } => {
            format!("{who} may snap fire at {} {}.", unit(setup, at), when(moment))
        }
        Choice::FireAfterRunning { unit: id, .. } => {
            format!("{who} may fire with {} after its run.", unit(setup, id))
        }
        Choice::MoveAfterFiring { unit: id } => format!("{who} moves {}, which has fired.", unit(setup, id)),
        Choice::FallBack { unit: id } => format!("{who} says how {} falls back.", unit(setup, id)),
    }
}

/// The sentences of one entry of the history.
pub fn sentences(setup: &Setup, facts: &[Fact]) -> Vec<Sentence> {
    let mut told = Vec::new();
    let mut rest = facts;
    while let Some((fact, after)) = rest.split_first() {
        rest = after;
        match fact {
            Fact::UnitActivated { unit, action } => {
                let (done, after) = rest.split_at(moves(rest));
                let fires =
                    matches!(after.first(), Some(Fact::SalvoFired { .. } | Fact::FallBackForced { .. }));
                let moved = done.iter().any(|fact| matches!(fact, Fact::ModelMoved { .. }));
                let runs = match action {
                    Action::AtTheDouble => Some("At The Double"),
                    Action::FallBack if !fires => Some("for cover, or for its edge"),
                    _ => None,
                };
                let has_acted = after.iter().any(|fact| matches!(fact, Fact::UnitActed { .. }));
                let announced = runs.filter(|_| done.is_empty() && !has_acted);
                // A salvo says itself that a unit opens fire, and a retreat what it is; standing still for
                // it needs no sentence.
                if let Some(runs) = announced {
                    let who = self::unit(setup, *unit);
                    told.push(line(*unit, format!("{who} is about to run {runs}.")));
                } else if !fires || moved || done.iter().any(|fact| matches!(fact, Fact::UnitGotDown { .. }))
                {
                    told.push(line(*unit, activation(setup, *unit, *action, done)));
                }
                rest = after;
            }
            Fact::ModelMoved { model, .. } => {
                let done = &facts[facts.len() - rest.len() - 1..];
                let (done, after) = done.split_at(moves(done));
                told.push(line(model.unit, asked_move(setup, model.unit, done)));
                rest = after;
            }
            Fact::SalvoFired { .. } => {
                let from = facts.len() - rest.len() - 1;
                if let Some((sentences, count)) = words_of_fire::salvo(setup, &facts[from..]) {
                    told.extend(sentences);
                    rest = &facts[from + count..];
                }
            }
            Fact::FallBackForced { .. } => {
                let from = facts.len() - rest.len() - 1;
                if let Some((sentences, count)) = words_of_flight::forced(setup, &facts[from..]) {
                    told.extend(sentences);
                    rest = &facts[from + count..];
                }
            }
            Fact::UnitSnapFired { unit, at, moment } => {
                told.push(words_of_fire::reaction(setup, *unit, *at, *moment));
            }
            other => told.extend(single(setup, other)),
        }
    }
    told
}

/// How many facts from the first on tell how a unit moves, turns, gets down.
fn moves(facts: &[Fact]) -> usize {
    let of_move = |fact: &&Fact| {
        matches!(
            fact,
            Fact::ModelMoved { .. }
                | Fact::ModelTurned { .. }
                | Fact::UnitGotDown { .. }
                | Fact::NerveMarkersDropped { .. }
        )
    };
    facts.iter().take_while(of_move).count()
}

/// A move that was asked for in the middle of an action.
fn asked_move(setup: &Setup, id: UnitId, facts: &[Fact]) -> String {
    let lengths = facts.iter().filter_map(|fact| match fact {
        Fact::ModelMoved { length, .. } => Some(length.0),
        _ => None,
    });
    let lengths: Vec<f64> = lengths.collect();
    let longest = lengths.iter().copied().fold(0.0, f64::max);
    format!("{} moves: {}, longest path {longest:.1}\".", unit(setup, id), count(lengths.len()))
}

fn line(unit: UnitId, text: String) -> Sentence {
    Sentence { text, unit: Some(unit), rolls: Rolls::None, weight: Weight::Line, details: Vec::new() }
}

fn heading(text: String) -> Sentence {
    Sentence { text, unit: None, rolls: Rolls::None, weight: Weight::Heading, details: Vec::new() }
}

/// A unit by its name and id.
pub fn unit(setup: &Setup, id: UnitId) -> String {
    match setup.unit(id) {
        Some(unit) => format!("{} ({id})", unit.name),
        None => id.to_string(),
    }
}

/// What a fact says by itself; most of an activation is told at its start.
fn single(setup: &Setup, fact: &Fact) -> Option<Sentence> {
    match fact {
        Fact::RollOffHeld { purpose, rolls, winner } => Some(roll_off(setup, *purpose, rolls, *winner)),
        Fact::UnitDeployed { unit: id, models } => {
            let text = format!("{} is placed: {}.", unit(setup, *id), count(models.len()));
            Some(line(*id, text))
        }
        Fact::PhaseBegan { turn } => phase_began(setup, *turn),
        Fact::BattleEnded { rounds } => Some(heading(format!("The battle ends after {rounds} rounds."))),
        Fact::NerveMarkersDropped { unit: id, dropped, left } => {
            let text = format!("{} {}.", unit(setup, *id), loses_markers(*dropped, *left));
            Some(line(*id, text))
        }
        Fact::LeadershipTested { .. } => Some(tested(setup, fact)?),
        Fact::SuppressionMarkersRemoved { unit: id, removed, left } => {
            let markers = counted(usize::from(*removed), "suppression marker");
            Some(line(*id, format!("{} shakes off {markers} ({left} left).", unit(setup, *id))))
        }
        Fact::UnitActivated { .. }
        | Fact::FallBackForced { .. }
        | Fact::ModelMoved { .. }
        | Fact::ModelTurned { .. }
        | Fact::UnitGotDown { .. }
        | Fact::HitDieRemoved { .. }
        | Fact::UnitSnapFired { .. }
        | Fact::SalvoFired { .. }
        | Fact::HitsTaken { .. }
        | Fact::HitDieRaised { .. }
        | Fact::SuppressionMarkersGained { .. }
        | Fact::SavesRolled { .. }
        | Fact::ModelWounded { .. }
        | Fact::ModelLost { .. }
        | Fact::UnitWipedOut { .. }
        | Fact::UnitLeftTable { .. }
        | Fact::NerveMarkersGained { .. }
        | Fact::UnitActed { .. } => None,
    }
}

/// A leadership test: against what, and what came of it.
fn tested(setup: &Setup, fact: &Fact) -> Option<Sentence> {
    let Fact::LeadershipTested { unit: id, purpose, faces, nerve, inspired_by, passed } = fact else {
        return None;
    };
    let who = unit(setup, *id);
    let what = match (purpose, passed) {
        (TestedFor::Recovery, true) => "recovers: its hit-die goes",
        (TestedFor::Recovery, false) => "stays suppressed",
        (TestedFor::Acting, true) => "carries its order out",
        (TestedFor::Acting, false) => "has to fall back",
        (TestedFor::Splitting { .. }, true) => "splits its fire",
        (TestedFor::Splitting { .. }, false) => "may not split its fire",
    };
    let whose = |by: &ModelId| format!(" of {by}");
    let whose = inspired_by.as_ref().map_or_else(String::new, whose);
    let text = match faces.len() {
        0 => format!("{who} has no dice to test leadership with and {what}."),
        dice => format!("{who} tests leadership ({}, Nv {nerve}{whose}) and {what}.", words_of_dice(dice)),
    };
    let rolls = Rolls::AtMost { faces: faces.clone(), limit: *nerve };
    Some(Sentence { text, unit: Some(*id), rolls, weight: Weight::Line, details: Vec::new() })
}

/// So many dice, in words.
pub fn words_of_dice(dice: usize) -> String {
    match dice {
        1 => "1 die".to_owned(),
        many => format!("{many} dice"),
    }
}

pub(super) fn loses_markers(dropped: u8, left: u8) -> String {
    match dropped {
        1 => format!("loses a nerve marker ({left} left)"),
        many => format!("loses {many} nerve markers ({left} left)"),
    }
}

fn roll_off(setup: &Setup, purpose: RollOff, rolls: &[[u8; 2]], winner: Side) -> Sentence {
    let what = match purpose {
        RollOff::FirstPlacing => "wins the roll-off and places the first unit",
        RollOff::FirstTurn => "wins the roll-off and has the first turn",
    };
    let bonus = setup.ruleset.mission.first_finished_bonus;
    let added = match purpose {
        // The roll follows placing; where nothing was placed nobody finished first.
        RollOff::FirstTurn if bonus > 0 && setup.units().any(|unit| unit.waits()) => {
            format!("; whoever finished placing first added {bonus} to the die")
        }
        _ => String::new(),
    };
    let text = format!("{} {what}{added}.", force(setup, winner));
    Sentence {
        text,
        unit: None,
        rolls: Rolls::RollOff(rolls.to_vec()),
        weight: Weight::Line,
        details: Vec::new(),
    }
}

/// Phases that pass without a choice are not told.
fn phase_began(setup: &Setup, turn: Turn) -> Option<Sentence> {
    (turn.phase == Phase::Starting)
        .then(|| heading(format!("Round {}: turn of {}", turn.round, force(setup, turn.side))))
}

/// So many models, in words.
pub fn count(models: usize) -> String {
    counted(models, "model")
}

/// So many of something whose plural takes an s.
pub fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        many => format!("{many} {what}s"),
    }
}

/// All of one unit's action in a sentence.
fn activation(setup: &Setup, id: UnitId, action: Action, facts: &[Fact]) -> String {
    let who = unit(setup, id);
    match action {
        Action::Advance => moved(setup, id, &who, action, facts),
        Action::AtTheDouble | Action::OpenFire => moved(setup, id, &who, action, facts),
        Action::GetDown => get_down(&who, facts),
        other => format!("{who}: {}.", self::action(other)),
    }
}

/// A move by an action: how many, how far, over what.
fn moved(setup: &Setup, id: UnitId, who: &str, action: Action, facts: &[Fact]) -> String {
    let ways = facts.iter().filter_map(|fact| match fact {
        Fact::ModelMoved { length, going, .. } => Some((length.0, *going)),
        _ => None,
    });
    let ways: Vec<(f64, Going)> = ways.collect();
    let turned = facts.iter().filter(|fact| matches!(fact, Fact::ModelTurned { .. })).count();
    let verb = match action {
        Action::AtTheDouble => "runs At The Double",
        Action::OpenFire => "moves before it opens fire",
        _ => "advances",
    };
    if ways.is_empty() {
        let stays = match action {
            Action::AtTheDouble => "chooses At The Double and stays where it is",
            Action::OpenFire => "chooses Open Fire and stays where it is",
            _ => "stays where it is",
        };
        return match turned {
            0 => format!("{who} {stays}."),
            _ => format!("{who} {stays} and turns: {}.", count(turned)),
        };
    }
    let longest = ways.iter().map(|(length, _)| *length).fold(0.0, f64::max);
    let movement = setup.unit(id).map(|start| setup.card(start).characteristics.movement);
    let terms = movement.and_then(|movement| move_terms(action, movement, &setup.ruleset));
    let limit = terms.map_or(String::new(), |terms| format!(" of {}\"", terms.allowance));
    let slowed = ways.iter().filter(|(_, going)| going.is_difficult()).count();
    let slowed = match slowed {
        0 => String::new(),
        some => format!(", {some} over difficult ground"),
    };
    format!("{who} {verb}: {}, longest path {longest:.1}{limit}{slowed}.", count(ways.len()))
}

fn get_down(who: &str, facts: &[Fact]) -> String {
    let dropped = facts.iter().find_map(|fact| match fact {
        Fact::NerveMarkersDropped { dropped, left, .. } => Some((*dropped, *left)),
        _ => None,
    });
    match dropped {
        Some((dropped, left)) => format!("{who} gets down and {}.", loses_markers(dropped, left)),
        None => format!("{who} gets down."),
    }
}
