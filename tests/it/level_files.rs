//! Level and card files: that the shipped ones load, that every mistake is
//! reported at its place, that no file, however bad, does harm.

mod documents;
mod faults;
mod harm;
mod rows;
mod shipped;
mod values;

use std::path::{Path, PathBuf};

use warstrike::level::data_folder::DataFolder;
use warstrike::level::fault::{Fault, Faults};
use warstrike::level::setup::{Bundle, Conduct, Setup, SourceText};
use warstrike::level::text_file::read_text;

/// A level with an example of nearly everything; each row changes one thing.
const SMALL: &str = include_str!("level_files/small.ron");

/// Stands in the texts of rows where a fault is expected.
const MARK: char = '¦';

fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The project's own data, whatever the environment says.
fn data() -> DataFolder {
    DataFolder::at(&project("")).unwrap()
}

fn shipped_text(path: &str) -> SourceText {
    read_text(&project(path), path).unwrap()
}

/// A level's text with every shipped card and the default ruleset.
pub fn bundle(level: &str) -> Bundle {
    let cards = data().cards();
    Bundle {
        level: SourceText { name: "level.ron".into(), text: level.into() },
        cards: cards.iter().map(|id| shipped_text(&format!("assets/cards/{id}.ron"))).collect(),
        rulesets: data().ruleset_chain("combined").unwrap(),
        conduct: Conduct::default(),
    }
}

fn faults_of(level: &str) -> Vec<Fault> {
    Setup::from_bundle(bundle(level)).map_or_else(|faults| faults.0, |_| Vec::new())
}

/// Splits a marked text into itself and the line and column of its mark.
fn without_mark(marked: &str) -> (String, (usize, usize)) {
    let at = marked.find(MARK).expect("a row without a mark");
    let before = &marked[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (marked.replacen(MARK, "", 1), (line, column))
}

/// Every fault's place.
fn places(faults: &Faults) -> Vec<(usize, usize)> {
    faults.0.iter().map(|fault| (fault.line, fault.column)).collect()
}
