//! The glossary where players meet it outside the window: on the command line, in the documents, and in what the log says.

use warstrike::game::narration::sentences;
use warstrike::level::glossary::glossary;
use warstrike::level::glossary::page::page;
use warstrike::rules::ids::Side;

use super::support::{end_phase, game, root};

const BEGIN: &str = "<!-- rulebook: made from assets/glossary.ron -->\n";
const END: &str = "<!-- end of rulebook -->\n";

/// `scripts/regenerate` rewrites that part of the page.
#[test]
fn the_page_has_the_words_of_the_rulebook() {
    let path = root().join("docs/glossary.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let expected = format!("{before}{BEGIN}{}{END}{after}", page(glossary().unwrap()));
    if std::env::var_os("WARSTRIKE_REGENERATE").is_some() {
        std::fs::write(&path, &expected).unwrap();
        return;
    }
    assert!(text == expected, "docs/glossary.md is not up to date: scripts/regenerate");
}

/// Whoever explains a word in the window by its name names one that there is.
#[test]
fn words_that_the_window_explains_are_there() {
    let glossary = glossary().unwrap();
    let mut explained = 0;
    for file in super::layers::rust_files(&root().join("src/ui")) {
        let text = std::fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (at, _) in code.match_indices("explain(") {
            let arguments = code[at..].split(')').next().unwrap_or_default();
            if let Some(word) = arguments.split('"').nth(1) {
                explained += 1;
                assert!(glossary.number_of(word).is_some(), "{}: {word}", file.display());
            }
        }
    }
    for short in ["Mv", "Aw", "Ev", "Ar", "To", "Ld", "Nv", "BS", "Th", "WS", "Str"] {
        assert!(glossary.number_of(short).is_some(), "{short} ({explained} others)");
    }
}

/// The log of a turn mentions words of the rulebook, and marks only what it says of them.
#[test]
fn the_log_mentions_words_of_the_rulebook() {
    let glossary = glossary().unwrap();
    let mut game = game("street", 1);
    let facts = game.submit(end_phase(Side::A));
    assert!(facts.is_err(), "units have still to act");
    let opening = &game.history().present().outcome.facts;
    let log: Vec<String> =
        sentences(game.setup(), opening).into_iter().map(|sentence| sentence.text).collect();
    let mentioned: Vec<&str> = log
        .iter()
        .flat_map(|text| glossary.mentions(text))
        .filter_map(|mention| glossary.term(mention.term))
        .map(|term| term.name.as_str())
        .collect();
    assert!(mentioned.contains(&"Action phase"), "{log:?}: {mentioned:?}");
}
