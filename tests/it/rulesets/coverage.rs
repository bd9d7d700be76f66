//! The keys and the rulebook: nothing that is ours to decide is left in code.

use warstrike::level::rulebook::{Mark, rulebook};
use warstrike::rules::ruleset::keys;

/// House rules, whole or in part, that contain a number or a switch between
/// editions: each is cited by at least one key.
const WITH_NUMBERS: [&str; 58] = [
    "STR-1", "STR-5", "SHO-2", "BAS-2", "BAS-4", "BAS-9", "BAS-10", "TURN-6", "LD-3", "LD-4", "NRV-1",
    "ACT-1", "ACT-2", "ACT-3", "ACT-5", "ACT-7", "RE-1", "RE-2", "MOV-5", "GO-3", "GO-5", "OBS-3", "COH-1",
    "FB-1", "FB-2", "FB-3", "FB-4", "FB-5", "FB-6", "ROU-1", "ROU-3", "OFB-2", "OFB-4", "OFB-6", "VIS-1",
    "VIS-2", "VIS-3", "SHO-3", "SHO-5", "SHO-9", "SHO-10", "CC-1", "CC-3", "CC-4", "CC-5", "CC-6", "CC-7",
    "CC-8", "CC-9", "CC-10", "MIS-1", "MIS-2", "MIS-3", "MIS-4", "MIS-5", "MIS-6", "MIS-7", "MIS-8",
];

/// House rules without a key of their own, each with the reason.
const WITHOUT_KEYS: [(&str, &str); 20] = [
    ("BAS-1", "\"at least 0\" says what a gap is"),
    ("BAS-7", "\"one model\" is the leader: not a number to tune"),
    ("BAS-8", "\"at most one\" says what a salvo is"),
    ("TURN-3", "no number"),
    ("MOV-1", "no number"),
    ("MOV-4", "no number"),
    ("GO-2", "no number"),
    ("GO-6", "no number"),
    ("HIL-1", "no number"),
    ("HIL-2", "no number"),
    ("HIL-3", "no number"),
    ("COH-3", "no number"),
    ("FAC-2", "no number"),
    ("FAC-3", "no number"),
    ("FAC-4", "no number"),
    ("OFB-5", "no number"),
    ("VIS-6", "\"one model in the open\" is an explanation"),
    ("SHO-1", "no number: an order of steps"),
    ("SHO-6", "no number"),
    ("SHO-8", "its numbers are on cards"),
];

/// Other paragraphs whose numbers or switches are keys as well.
const OTHERS: [&str; 20] = [
    "ROU-2", "BAS-6", "TURN-2", "TURN-4", "SUP-1", "SUP-2", "SUP-3", "SUP-4", "SUP-5", "NRV-2", "NRV-3",
    "ACT-4", "ACT-6", "OBS-1", "OBS-2", "SPR-1", "OFB-1", "OFB-3", "OFB-7", "VIS-5",
];

fn cited(rule: &str) -> bool {
    keys().iter().any(|info| info.rules.contains(&rule))
}

#[test]
fn every_paragraph_with_something_to_set_is_cited_by_a_key() {
    for rule in WITH_NUMBERS {
        assert!(cited(rule), "{rule} has a number that is no key");
    }
    for (rule, reason) in WITHOUT_KEYS {
        assert!(!cited(rule), "{rule} is excepted ({reason}) and yet cited by a key");
    }
    for rule in OTHERS {
        assert!(cited(rule), "{rule} has a number or switch that is no key");
    }
}

/// The lists above are complete: a new house rule has to be entered in one of them.
#[test]
fn every_house_rule_of_the_rulebook_is_judged_here() {
    for paragraph in rulebook().unwrap().paragraphs() {
        let id = paragraph.id.as_str();
        let excepted = WITHOUT_KEYS.iter().any(|(rule, _)| *rule == id);
        let judged = WITH_NUMBERS.contains(&id) || excepted;
        assert_eq!(paragraph.sources.contains(&Mark::H), judged, "{id}");
    }
}

#[test]
fn keys_cite_only_paragraphs_that_have_something_to_set() {
    for info in keys() {
        for rule in info.rules {
            let known = WITH_NUMBERS.contains(rule) || OTHERS.contains(rule);
            assert!(known, "{} cites {rule}, which this test does not know", info.key);
            assert!(rulebook().unwrap().paragraph(rule).is_some(), "{} cites {rule}", info.key);
        }
    }
}

#[test]
fn every_key_is_complete_and_unique() {
    let mut seen = Vec::new();
    for info in keys() {
        let (chapter, field) = info.path();
        assert!(!chapter.is_empty() && !field.is_empty(), "{} is chapter and field", info.key);
        assert!(!seen.contains(&info.key), "{} stands twice", info.key);
        assert!(!info.rules.is_empty(), "{} cites no rule", info.key);
        assert!(info.words.ends_with('.'), "{} is said in a sentence", info.key);
        assert!(info.words.starts_with(char::is_uppercase), "{} is said in a sentence", info.key);
        seen.push(info.key);
    }
}
