//! That the shipped glossary is whole, that its words are found, and that faults of the file are located.

use std::collections::BTreeSet;

use super::*;

fn shipped() -> &'static Glossary {
    match glossary() {
        Ok(glossary) => glossary,
        Err(faults) => panic!("{faults}"),
    }
}

/// Mentions in a text: "words → term".
fn mentions(text: &str) -> Vec<String> {
    let glossary = shipped();
    let found = glossary.mentions(text).into_iter();
    found
        .map(|mention| format!("{} → {}", &text[mention.range], glossary.term(mention.term).unwrap().name))
        .collect()
}

/// Every term has its paragraph, and its sentence is understood without looking up the term itself.
#[test]
fn every_term_has_its_paragraph() {
    let book = rulebook().unwrap();
    for term in shipped().terms() {
        assert!(book.paragraph(&term.rule).is_some(), "{}: {}", term.name, term.rule);
        assert!(term.meaning.chars().count() >= 30, "{} says next to nothing", term.name);
    }
    assert!(shipped().terms().count() >= 60);
}

/// The eleven characteristics, by the short names on cards.
#[test]
fn every_characteristic_is_there() {
    for (short, name) in [
        ("Mv", "movement"),
        ("Aw", "awareness"),
        ("Ev", "evasion"),
        ("Ar", "armour"),
        ("To", "toughness"),
        ("Ld", "leadership"),
        ("Nv", "nerve"),
        ("BS", "ballistic skill"),
        ("Th", "throw"),
        ("WS", "weapon skill"),
        ("Str", "strength"),
    ] {
        let number = shipped().number_of(short).unwrap();
        assert_eq!(shipped().term(number).unwrap().name, name, "{short}");
    }
}

#[test]
fn terms_are_found_in_sentences() {
    for (text, expected, reason) in [
        ("Rifles (A2) is suppressed", &["suppressed → suppressed"][..], "a word"),
        ("Suppression ends", &["Suppression → suppressed"], "another form, at the beginning"),
        ("two salvos, three objectives", &["salvos → salvo", "objectives → objective"], "plurals"),
        ("its hit-dice; a hit die", &["hit-dice → hit-die", "hit die → hit-die"], "with a hyphen or without"),
        ("it may open fire", &["open fire → Open Fire"], "in any case"),
        ("At The Double it runs", &["At The Double → At The Double"], "several words"),
        ("a leadership test", &["leadership test → leadership test"], "the longest, not a part of it"),
        (
            "the nerve marker of the leader's",
            &["nerve marker → nerve marker", "leader → leader"],
            "of a leader",
        ),
        ("it fires a salvo", &["salvo → salvo"], "a part of a word is no word"),
        ("salvoed, unshaken, shakenly", &[], "nor the beginning or the end of one"),
        (
            "close  combat, close-combat",
            &["close  combat → close combat", "close-combat → close combat"],
            "spaces",
        ),
        ("close, combat", &[], "with a comma it is something else"),
        ("the target is Clear", &["Clear → clear"], "as written"),
        ("clear the target", &[], "an everyday word"),
        ("needs 6+6", &["6+6 → six and six"], "with a sign in it"),
        ("6 + 6 and 66+6", &[], "but not just any sum"),
        ("Uses Nv 3 of A1", &["Nv → nerve"], "an abbreviation"),
        ("To 5 + 1 = 6, Ev 6", &["To → toughness", "Ev → evasion"], "beside a number"),
        (
            "toughness (To) and +1 To",
            &["toughness → toughness", "To → toughness", "To → toughness"],
            "in brackets",
        ),
        ("To win, hold on. To A1", &[], "an English word"),
        ("mv, NV", &[], "abbreviations are as on the card"),
        ("", &[], "nothing"),
        ("½ × Mv — Ünits", &["Mv → movement"], "letters of more bytes than one"),
    ] {
        assert_eq!(mentions(text), expected, "{reason}: {text:?}");
    }
}

/// A word is asked for in any case and form; one that is misspelt a little is understood.
#[test]
fn words_are_looked_up() {
    let answer = |word: &str| {
        shipped().asked(word).map(|answer| match answer {
            Answer::Found(term) => (true, term.name.as_str()),
            Answer::Nearest(term) => (false, term.name.as_str()),
        })
    };
    for (word, expected) in [
        ("suppressed", Some((true, "suppressed"))),
        ("Suppression", Some((true, "suppressed"))),
        ("ON MY TARGET", Some((true, "On My Target"))),
        ("on-my-target", Some((true, "On My Target"))),
        ("objectives", Some((true, "objective"))),
        ("mv", Some((true, "movement"))),
        ("6+6", Some((true, "six and six"))),
        ("supressed", Some((false, "suppressed"))),
        ("on me target", Some((false, "On My Target"))),
        ("coherrency", Some((false, "coherency"))),
        ("zeppelin", None),
        ("", None),
    ] {
        assert_eq!(answer(word), expected, "{word:?}");
    }
}

const GOOD: &str = "(term: \"salvo\", meaning: \"All shots.\", rule: \"A-1\")";

/// The faults of a glossary with these terms from line 2 on: line, column, and what is wrong.
fn faults(terms: &str) -> Vec<(usize, usize, String)> {
    let text = format!("Glossary(groups: [(title: \"G\", terms: [\n{terms}\n])])");
    let source = SourceText { name: "glossary.ron".to_owned(), text };
    let found = read_glossary(&source, |id| id == "A-1").err().map_or_else(Vec::new, |faults| faults.0);
    found.into_iter().map(|fault| (fault.line, fault.column, fault.what)).collect()
}

#[test]
fn faults_are_located() {
    assert_eq!(faults(GOOD), []);
    let with = |from: &str, to: &str| GOOD.replace(from, to);
    for (terms, expected, reason) in [
        (format!("{GOOD},\n{GOOD}"), (3, 8, "\"salvo\" is there twice"), "a term twice"),
        (
            format!("{GOOD},\n{}", with("\"salvo\"", "\"volley\", forms: [\"Salvo\"]")),
            (3, 26, "\"Salvo\" is there twice"),
            "a form that is a term",
        ),
        (with("A-1", "B-7"), (2, 46, "the rulebook has no B-7"), "a paragraph that does not exist"),
        (with("All shots.", "All shots"), (2, 26, "not one sentence"), "without its full stop"),
        (with("All shots.", "All. Shots."), (2, 26, "not one sentence"), "two sentences"),
        (with("meaning:", "meening:"), (2, 17, "no field `meening`"), "a misspelt field"),
        (with(", rule: \"A-1\"", ""), (2, 1, "`rule` is missing"), "a missing field"),
        (with(")", ", sign: Cross)"), (2, 59, "sign is Cross"), "an unknown sign"),
        (with(")", ", sign: SightLine(Foggy))"), (2, 69, "Foggy"), "an unknown state"),
        (with(")", ", common: 3)"), (2, 61, "common is 3"), "neither true nor false"),
        (with(")", ", beside: Letter)"), (2, 61, "beside is Letter"), "beside something else"),
    ] {
        let found = faults(&terms);
        let (line, column, what) = expected;
        let is_found =
            |fault: &&(usize, usize, String)| (fault.0, fault.1) == (line, column) && fault.2.contains(what);
        assert!(found.iter().any(|fault| is_found(&fault)), "{reason}: {found:?}");
    }
}

/// Whatever a term's sentence mentions leads on, and some sentences mention others.
#[test]
fn sentences_lead_on_to_other_terms() {
    let glossary = shipped();
    let leads = glossary.terms().enumerate().filter(|(number, term)| {
        let others: BTreeSet<usize> =
            glossary.mentions(&term.meaning).into_iter().map(|mention| mention.term).collect();
        others.iter().any(|other| other != number)
    });
    assert!(leads.count() > 40);
}
