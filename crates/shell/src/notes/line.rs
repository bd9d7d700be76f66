//! The lines of a file of notes.

use serde::{Deserialize, Serialize};

use tabletop::ids::Side;
use tabletop::record::history::EntryId;

/// A line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Line {
    /// The first: which game the lines after it are of.
    Game(GameLine),
    /// A player's remark.
    Note(Note),
    /// The answers to the questions at the end.
    Answers(Answers),
    /// The rules did not allow what a player wanted.
    Refused(Refused),
    /// A player has decided.
    Decided(Decided),
    /// A player has opened a paragraph of the rulebook.
    Read(Read),
}

/// The name of a line, the same wherever it is copied to: the sitting in which it was written, and its number in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LineId(pub String);

/// The game of a file of notes, its ruleset and program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GameLine {
    /// The game's name; empty for WarStrike.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub game: String,
    /// The level's name.
    pub level: String,
    /// The ruleset's name.
    pub ruleset: String,
    /// Hash of the whole ruleset.
    pub ruleset_hash: String,
    /// Seed of the dice; text, as many readers of JSON round large numbers.
    pub seed: String,
    /// The version of the program.
    pub program: String,
}

/// A player's remark on a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// Its name.
    pub id: LineId,
    /// The moment: the entry after which the battle stood as the player saw it.
    pub entry: EntryId,
    /// The moment in words.
    pub when: String,
    /// The paragraph that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The player's words.
    pub text: String,
    /// The name of its picture's file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// The version of the program.
    #[serde(default)]
    pub program: String,
}

/// The questions at the end, in the order of [`Answers::texts`].
pub const QUESTIONS: [&str; 3] =
    ["What felt broken?", "What sent you to the rules?", "What would you change?"];

/// The answers to [`QUESTIONS`]; none where a player would not answer. The last of a file count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answers {
    /// Its name.
    pub id: LineId,
    /// The moment.
    pub entry: EntryId,
    /// One answer each, perhaps empty.
    pub texts: [String; 3],
}

/// The rules did not allow what a player wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// Its name.
    pub id: LineId,
    /// The moment.
    pub entry: EntryId,
    /// The paragraph.
    pub rule: String,
    /// As the player read it.
    pub words: String,
    /// An order, or a move that was drawn.
    pub how: How,
}

/// The way in which something was wanted that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum How {
    /// It was ordered.
    Ordered,
    /// It was drawn on the table, and said to be not allowed there.
    Drawn,
}

/// A player has decided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decided {
    /// Its name.
    pub id: LineId,
    /// The entry that it led to.
    pub entry: EntryId,
    /// Side that decided.
    pub side: Side,
    /// The paragraph that gives the choice.
    pub rule: String,
    /// The task: "choose a unit".
    pub task: String,
    /// The time for which the player had the question before him, seconds, to a tenth.
    pub seconds: f64,
    /// Acts of measuring meanwhile.
    #[serde(default, skip_serializing_if = "Measured::is_nothing")]
    pub measured: Measured,
}

/// Acts of measuring before a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Measured {
    /// Lengths, with the ruler.
    pub ruler: u32,
    /// Lines of sight, exposure maps, who sees a spot.
    pub sight: u32,
    /// Odds of fire at a unit.
    pub odds: u32,
    /// Previews of a retreat.
    pub fall_back: u32,
}

impl Measured {
    /// True if nothing was measured.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// Each number with its name.
    pub fn named(&self) -> [(&'static str, u32); 4] {
        [
            ("ruler", self.ruler),
            ("sight", self.sight),
            ("odds of fire", self.odds),
            ("falling back", self.fall_back),
        ]
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            ruler: self.ruler.saturating_add(other.ruler),
            sight: self.sight.saturating_add(other.sight),
            odds: self.odds.saturating_add(other.odds),
            fall_back: self.fall_back.saturating_add(other.fall_back),
        }
    }
}

/// A player has opened a paragraph of the rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Read {
    /// Its name.
    pub id: LineId,
    /// The moment.
    pub entry: EntryId,
    /// The paragraph.
    pub rule: String,
}

impl Note {
    /// Its moment, and the paragraph that it is about: "turn 2, after entry 15, about MOV-5".
    pub fn place(&self) -> String {
        let about = self.rule.as_ref().map_or_else(String::new, |rule| format!(", about {rule}"));
        format!("{}, after entry {}{about}", self.when, self.entry.0)
    }
}

impl Line {
    /// Its name; the first line of a file has none.
    pub fn id(&self) -> Option<&LineId> {
        match self {
            Self::Game(_) => None,
            Self::Note(note) => Some(&note.id),
            Self::Answers(answers) => Some(&answers.id),
            Self::Refused(refused) => Some(&refused.id),
            Self::Decided(decided) => Some(&decided.id),
            Self::Read(read) => Some(&read.id),
        }
    }

    /// The same with texts that can be printed anywhere: one line each, without control characters.
    #[must_use]
    pub(super) fn cleaned(mut self) -> Self {
        let clean = |text: &mut String| {
            if text.contains(char::is_control) {
                *text = text.replace(char::is_control, " ");
            }
        };
        match &mut self {
            Self::Game(game) => {
                let GameLine { game, level, ruleset, ruleset_hash, seed, program } = game;
                [game, level, ruleset, ruleset_hash, seed, program].into_iter().for_each(clean);
            }
            Self::Note(note) => {
                let Note { id, entry: _, when, rule, text, picture, program } = note;
                [&mut id.0, when, text, program].into_iter().chain(rule).chain(picture).for_each(clean);
            }
            Self::Answers(answers) => answers.texts.iter_mut().for_each(clean),
            Self::Refused(refused) => [&mut refused.rule, &mut refused.words].into_iter().for_each(clean),
            Self::Decided(decided) => [&mut decided.rule, &mut decided.task].into_iter().for_each(clean),
            Self::Read(read) => clean(&mut read.rule),
        }
        self
    }
}

/// A text of at most so many characters, cut at its end.
pub fn shortened(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((at, _)) => format!("{}…", text[..at].trim_end()),
        None => text.to_owned(),
    }
}
