//! The report of a recorded battle of any game: gathered once as plain data, then written as a page, Markdown or JSON.

mod markdown;
mod page;

use serde::Serialize;
use tabletop::game::{Game, Setup};
use tabletop::ids::Side;
use tabletop::luck::{Luck, running_luck};
use tabletop::matches::Match;
use tabletop::record::history::Entry;
use tabletop::sentence::{Rolls, Sentence, Weight, sentences};

use crate::header::{BY_ORDERS, Header, Players};
use crate::hosted::Hosted;
use crate::notes::{Note, Notes};

pub use markdown::markdown;
pub use page::page;

/// A battle as it was recorded.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The game: "The Lost Hundred".
    pub game: &'static str,
    /// Level, rules, players and seed.
    pub header: Header,
    /// Its result, or how it stands.
    pub verdict: String,
    /// It is over.
    pub over: bool,
    /// Index by [`Side::index`].
    pub sides: [SideReport; 2],
    /// From the opening, in order.
    pub turns: Vec<Turn>,
    /// Entries that are told as they were recorded, because the rules of this program do not bring them about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub departs: Vec<usize>,
    /// Players' notes, in the order of the battle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// A sentence for each note that could not be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread_notes: Vec<String>,
    /// File that it was read from.
    pub save: String,
}

/// Report on a side.
#[derive(Clone, Debug, Serialize)]
pub struct SideReport {
    /// The side.
    pub side: Side,
    /// Name of its force.
    pub force: String,
    /// Its player: a style, "a person", or the name that was given.
    pub player: String,
    /// Commands that it gave.
    pub commands: usize,
    /// It won.
    pub wins: bool,
    /// Its dice that needed some face.
    pub dice: DiceReport,
}

/// Dice of a side.
#[derive(Clone, Debug, Serialize)]
pub struct DiceReport {
    /// Number of dice that needed some face.
    pub dice: u32,
    /// Successes.
    pub successes: u32,
    /// Successes to be expected.
    pub expected: f64,
    /// The chance of this number of successes or fewer, from 0 to 1.
    pub no_better: f64,
    /// The same by purpose, in the order in which each was first rolled.
    pub purposes: Vec<PurposeReport>,
}

/// Dice of a side for a purpose.
#[derive(Clone, Debug, Serialize)]
pub struct PurposeReport {
    /// Purpose: "to hit".
    pub purpose: &'static str,
    /// Number of dice.
    pub dice: u32,
    /// Successes.
    pub successes: u32,
    /// Successes to be expected.
    pub expected: f64,
}

/// A turn: a heading and what happened below it.
#[derive(Clone, Debug, Serialize)]
pub struct Turn {
    /// Heading: "Turn 2".
    pub heading: String,
    /// Lines, in order.
    pub lines: Vec<Line>,
}

/// Something that happened.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// Entry of the save.
    pub entry: usize,
    /// The sentence.
    pub text: String,
    /// A phase or an impulse begins with it.
    pub begins: bool,
    /// Faces that were rolled, with those that succeeded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<Face>,
    /// Details, shot by shot.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
    /// A computer player's reason for the command that began with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// A face that came up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Face {
    /// The face.
    pub face: u8,
    /// It was one of those needed; `None` where none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub good: Option<bool>,
}

impl Report {
    /// Of the line of a game's history that leads to the present. `names` are the players', where they are known.
    pub fn of<G: Hosted>(game: &Match<G>, save: String, names: [Option<String>; 2]) -> Self {
        let line = game.history().line();
        let over = game.battle().decision().is_none();
        let winner = G::winner(game.battle().view()).filter(|_| over);
        let header = Header::new(game, Players::of_recorded(game));
        let luck = running_luck(game.history());
        let sides = Side::BOTH.map(|side| SideReport {
            side,
            force: game.setup().force_name(side).to_owned(),
            player: names[side.index()].clone().unwrap_or_else(|| player(header.players.of(side))),
            commands: line
                .iter()
                .filter(|entry| entry.command.as_ref().is_some_and(|c| c.player == side))
                .count(),
            wins: winner == Some(side),
            dice: DiceReport::of(&luck[side.index()].all, &luck[side.index()].purposes),
        });
        Self {
            game: G::NAME,
            verdict: verdict(over, winner.map(|side| sides[side.index()].force.as_str())),
            header,
            over,
            sides,
            turns: turns(&**game.setup(), &line),
            departs: line.iter().filter(|entry| entry.departure.is_some()).map(|entry| entry.id.0).collect(),
            notes: Vec::new(),
            unread_notes: Vec::new(),
            save,
        }
    }

    /// The same with the notes that lie beside the save.
    #[must_use]
    pub fn with_notes(self, read: Notes) -> Self {
        let mut notes: Vec<Note> = read.notes().cloned().collect();
        notes.sort_by_key(|note| note.entry);
        Self { notes, unread_notes: read.unread, ..self }
    }
}

fn player(recorded: &str) -> String {
    if recorded == BY_ORDERS { "a person".to_owned() } else { recorded.to_owned() }
}

fn verdict(over: bool, winner: Option<&str>) -> String {
    match (over, winner) {
        (false, _) => "The battle is not over.".to_owned(),
        (true, None) => "The battle is a draw.".to_owned(),
        (true, Some(force)) => format!("{force} wins."),
    }
}

impl DiceReport {
    fn of(all: &Luck, purposes: &[(&'static str, Luck)]) -> Self {
        let purpose = |(purpose, luck): &(&'static str, Luck)| PurposeReport {
            purpose,
            dice: luck.dice,
            successes: luck.successes,
            expected: luck.expected,
        };
        Self {
            dice: all.dice,
            successes: all.successes,
            expected: all.expected,
            no_better: all.no_better,
            purposes: purposes.iter().map(purpose).collect(),
        }
    }

    /// In a sentence: "12 of 30 dice succeeded, 10.0 were to be expected".
    pub fn in_words(&self) -> String {
        match self.dice {
            0 => "No die needed a face".to_owned(),
            dice => {
                let Self { successes, expected, .. } = self;
                format!("{successes} of {dice} dice succeeded, {expected:.1} were to be expected")
            }
        }
    }
}

/// The sentences of a line of entries, by the headings of turns.
fn turns<G: Game>(setup: &G::Setup, line: &[&Entry<G>]) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    for entry in line {
        let mut why =
            entry.rationale.as_ref().map(|rationale| rationale.why.clone()).filter(|why| !why.is_empty());
        for sentence in sentences::<G>(setup, &entry.outcome.facts) {
            let is_heading = sentence.weight == Weight::Heading;
            if is_heading || turns.is_empty() {
                let heading =
                    if is_heading { sentence.text.clone() } else { "Before the first turn".to_owned() };
                turns.push(Turn { heading, lines: Vec::new() });
            }
            let Some(turn) = turns.last_mut().filter(|_| !is_heading) else { continue };
            turn.lines.push(line_of(entry.id.0, sentence, why.take()));
        }
    }
    turns
}

fn line_of<G: Game>(entry: usize, sentence: Sentence<G>, why: Option<String>) -> Line {
    let Sentence { text, about: _, rolls, weight, details } = sentence;
    let judged = |faces: Vec<u8>, is_good: &dyn Fn(u8) -> bool| {
        faces.into_iter().map(|face| Face { face, good: Some(is_good(face)) }).collect()
    };
    let faces = match rolls {
        Rolls::None => Vec::new(),
        Rolls::RollOff(pairs) => pairs.into_iter().flatten().map(|face| Face { face, good: None }).collect(),
        Rolls::AtMost { faces, limit } => judged(faces, &|face| face <= limit),
        Rolls::Reaching { faces, limit } => judged(faces, &|face| face >= limit),
    };
    Line { entry, text, begins: weight == Weight::Phase, faces, details, why }
}
