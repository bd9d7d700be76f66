//! The line at the foot of a show: the game's own sentences, without paragraphs, its counters with their names and in the colours of
//! their sides.

use std::collections::BTreeSet;

use tabletop::ids::Side;
use tabletop::sentence::{Rolls, Sentence, Weight};
use tabletop_counters::{Land, OnHexes, Scene};
use tabletop_shell::rules::Book;

use crate::game::narration::words::capitalised;
use crate::map_ui::panels::{marks_of_counters, without_paragraphs};
use crate::map_ui::session::{Beat, Table};

/// A line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Caption {
    /// Side in whose colour it is shown.
    pub side: Side,
    /// Text, in pieces: each with the side in whose colour it is, if it names a counter.
    pub text: Vec<(String, Option<Side>)>,
    /// Prospects, in smaller letters.
    pub odds: String,
    /// Dice, each with whether it succeeded.
    pub faces: Vec<(u8, bool)>,
    /// Whether a turn begins or the battle ends.
    pub is_heading: bool,
}

impl Caption {
    /// Its words.
    pub fn words(&self) -> String {
        let text: String = self.text.iter().map(|(text, _)| text.as_str()).collect();
        if self.odds.is_empty() { text } else { format!("{text} ({})", self.odds) }
    }
}

/// More counters than this in a line are called by their ids alone.
const NAMED: usize = 2;

/// The line of a beat; `None` where nothing is said.
pub(super) fn of<G: OnHexes>(
    table: &Table<G>,
    (scene, land): (&Scene<G>, &Land),
    book: &Book,
    beat: &Beat<G>,
) -> Option<Caption> {
    let first = beat.sentences.first()?;
    let about = |sentence: &Sentence<G>| Some(scene.counter(sentence.about?)?.side);
    let acts = table.act().map(|act| act.side);
    let side = beat.sentences.iter().find_map(about).or(acts).or(scene.active);
    let sentences: Vec<String> =
        beat.sentences.iter().map(|sentence| capitalised(&without_paragraphs::<G>(&sentence.text))).collect();
    let mut text = pieces(&sentences.join(". "), scene, land, book);
    if let Some((first, _)) = text.first_mut() {
        *first = capitalised(first);
    }
    Some(Caption {
        side: side.unwrap_or(Side::A),
        text,
        odds: beat.odds.clone(),
        faces: beat.sentences.iter().flat_map(|sentence| faces(&sentence.rolls)).collect(),
        is_heading: first.weight == Weight::Heading,
    })
}

/// The text in pieces, its counters called by their names where they are mentioned first, unless there are many.
fn pieces<G: OnHexes>(text: &str, scene: &Scene<G>, land: &Land, book: &Book) -> Vec<(String, Option<Side>)> {
    let marks = marks_of_counters(text, scene, land, book);
    let all: BTreeSet<G::Subject> = marks.iter().map(|(_, id)| *id).collect();
    let mut unnamed = if all.len() <= NAMED { all } else { BTreeSet::new() };
    let mut pieces = Vec::new();
    let mut done = 0;
    for (range, id) in marks {
        pieces.push((text[done..range.start].to_owned(), None));
        let word = &text[range.clone()];
        let counter = scene.counter(id);
        let piece = match counter.filter(|_| unnamed.remove(&id)) {
            Some(counter) => format!("{word} ({})", counter.name),
            None => word.to_owned(),
        };
        pieces.push((piece, counter.map(|counter| counter.side)));
        done = range.end;
    }
    pieces.push((text[done..].to_owned(), None));
    pieces.retain(|(text, _)| !text.is_empty());
    pieces
}

fn faces(rolls: &Rolls) -> Vec<(u8, bool)> {
    match rolls {
        Rolls::None => Vec::new(),
        Rolls::RollOff(pairs) => pairs.iter().flatten().map(|face| (*face, true)).collect(),
        Rolls::AtMost { faces, limit } => faces.iter().map(|face| (*face, face <= limit)).collect(),
        Rolls::Reaching { faces, limit } => faces.iter().map(|face| (*face, face >= limit)).collect(),
    }
}
