//! Tests of the crate: whole games, the chapters of the frame, concealment, which paragraphs are built.

mod chapters;
mod concealed;
mod duels;
mod examples;
mod feints;
mod files;
mod golden;
mod motion;
mod paragraphs;
mod players;
mod reached;
mod scene;
mod shown;
mod whole_games;

use std::sync::Arc;

use tabletop::game::Setup;
use tabletop_data::ron::Node;
use tabletop_data::source_text::SourceText;

use crate::library::scenario;
use crate::setup::LhySetup;

pub fn setup_of(level: &str, ruleset: &str) -> Arc<LhySetup> {
    let bundle = scenario(level, Some(ruleset)).unwrap();
    Arc::new(LhySetup::from_bundle(bundle).unwrap_or_else(|faults| panic!("{faults}")))
}

/// A file that comes with the game, by its folder and name.
pub fn shipped<T>(name: &str, read: impl FnOnce(Node<'_>) -> Option<T>) -> T {
    let path = format!("{}/../../assets/last-hundred-yards/{name}", env!("CARGO_MANIFEST_DIR"));
    let source = SourceText { name: name.to_owned(), text: std::fs::read_to_string(path).unwrap() };
    tabletop_data::reading::read(&source, read).unwrap_or_else(|faults| panic!("{faults}"))
}
