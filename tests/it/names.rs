//! Words that have a standard term do not come back as identifiers.

use std::path::Path;

use super::layers::rust_files;

/// Words that no identifier of the program contains, with the term to use.
const BANNED: [(&str, &str); 25] = [
    ("bettered", "refine"),
    ("chained", "build_chain"),
    ("clerk", "BackgroundQuery"),
    ("company", "UnitPlacement"),
    ("counsel", "move_planner"),
    ("doubt", "UndecidedObserver"),
    ("foe", "enemy"),
    ("haven", "safe position"),
    ("heed", "test to act"),
    ("homes", "slots"),
    ("lag", "shortfall"),
    ("lawful", "legal"),
    ("lookout", "Observers"),
    ("nth", "index"),
    ("nths", "indices"),
    ("patch", "SearchWindow"),
    ("peril", "threat"),
    ("plot", "cell"),
    ("reckoning", "odds"),
    ("shore", "table edge"),
    ("told", "report"),
    ("toll", "MoveLimit"),
    ("tread", "LegTraversal"),
    ("unroll", "flatten"),
    ("wings", "neighbours"),
];

/// Words that are left only in the keys of rulesets, with how many at most. Lower a number, never raise it.
const FADING: [(&str, usize); 2] = [("most", 2), ("least", 6)];

/// The words of the identifiers in a line of code, in lower case: `MaxRun` and `max_run` are "max" and "run".
fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut last = ' ';
    for c in line.chars() {
        if !c.is_alphabetic() || c.is_uppercase() && !last.is_uppercase() {
            words.push(String::new());
        }
        if c.is_alphabetic() {
            words.last_mut().unwrap().extend(c.to_lowercase());
        }
        last = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Comparisons that are called by their usual names, and a method of the standard library.
const USUAL: [&str; 6] = ["at_most", "at_least", "AT_MOST", "AtMost", "AtLeast", ".nth("];

/// A line without comment, strings and usual names.
fn code(line: &str) -> String {
    let line = line.split("//").next().unwrap_or_default().replace("\\\"", "");
    let line = USUAL.iter().fold(line, |line, usual| line.replace(usual, ""));
    line.split('"').step_by(2).collect::<Vec<_>>().join(" ")
}

fn all_words() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for file in ["src", "crates"].iter().flat_map(|folder| rust_files(&root.join(folder))) {
        let text = std::fs::read_to_string(&file).unwrap();
        for (index, line) in text.lines().enumerate() {
            let place = format!("{}:{}", file.display(), index + 1);
            found.extend(words(&code(line)).into_iter().map(|word| (word, place.clone())));
        }
    }
    found
}

/// Units of The Last Hundred Yards belong to a company; no such thing is in WarStrike.
fn is_term_of_its_game(word: &str, at: &str) -> bool {
    word == "company" && at.contains("crates/last-hundred-yards/")
}

#[test]
fn banned_words_are_in_no_identifier() {
    let found = all_words();
    assert!(found.len() > 100_000, "only {} words: nothing was read", found.len());
    for (word, better) in BANNED {
        let at = found.iter().filter(|(known, _)| known == word).map(|(_, at)| at);
        let at: Vec<_> = at.filter(|at| !is_term_of_its_game(word, at)).collect();
        assert!(at.is_empty(), "\"{word}\" stands for {better}: {at:?}");
    }
    let mut wrong = Vec::new();
    for (word, limit) in FADING {
        let count = found.iter().filter(|(known, _)| known == word).count();
        wrong
            .extend((count > limit).then(|| format!("\"{word}\" in {count} identifiers, more than {limit}")));
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn identifiers_fall_into_words() {
    assert_eq!(words("fn max_run(MaxRun: u8)"), ["fn", "max", "run", "max", "run", "u"]);
    assert_eq!(code("let a = b.nth(1); // nth"), "let a = b1); ");
    assert_eq!(code("say(\"the most\", x)"), "say( , x)");
    assert_eq!(code(r#"say("at \" most", x)"#), "say( , x)");
}
