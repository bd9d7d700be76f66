//! The examples in the written references are files that load.

use warstrike::level::card_file::{CardDefaults, read_card};
use warstrike::level::setup::SourceText;

use super::{faults_of, project};

/// The texts between "```ron" and "```" that begin with a kind of file.
fn examples(path: &str, kind: &str) -> Vec<String> {
    let document = std::fs::read_to_string(project(path)).unwrap().replace("\r\n", "\n");
    let blocks = document.split("```ron\n").skip(1);
    let texts = blocks.map(|block| block.split("```").next().unwrap_or_default().to_owned());
    texts.filter(|text| text.lines().any(|line| line.starts_with(kind))).collect()
}

#[test]
fn the_examples_of_the_level_format_load() {
    let examples = examples("docs/level-format.md", "Level(");
    assert!(!examples.is_empty());
    for example in examples {
        let faults = faults_of(&example);
        assert!(faults.is_empty(), "{faults:?}\n{example}");
    }
}

#[test]
fn the_examples_of_the_card_format_load() {
    let examples = examples("docs/card-format.md", "Card(");
    assert!(!examples.is_empty());
    for text in examples {
        let source = SourceText { name: "example.ron".into(), text };
        let card = read_card(&source, &CardDefaults::UNPLAYED).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(card.id, "example");
    }
}
