//! Which paragraphs are built, as the sources cite them, held against a list.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use tabletop_data::citations::{CitationKind, all_citations};

/// Groups of paragraphs, and how many each has.
const GROUPS: [(&str, usize); 23] = [
    ("TRM", 4),
    ("FRM", 5),
    ("STA", 7),
    ("TURN", 3),
    ("MAN", 1),
    ("SAF", 2),
    ("REC", 2),
    ("ASB", 5),
    ("ELI", 7),
    ("LIM", 3),
    ("IMM", 4),
    ("DRM", 12),
    ("RES", 8),
    ("URB", 1),
    ("VDA", 5),
    ("UNL", 1),
    ("RET", 6),
    ("CAS", 1),
    ("LSC", 1),
    ("ADV", 1),
    ("REG", 3),
    ("END", 1),
    ("SCN", 1),
];

pub fn ids() -> Vec<String> {
    let group = |(group, count): (&str, usize)| {
        (1..=count).map(move |index| format!("LHY-{group}-{index}")).collect::<Vec<_>>()
    };
    GROUPS.into_iter().flat_map(group).collect()
}

/// What is missing of paragraphs that are built in part, one a line.
const MISSING: &str = include_str!("../../../../assets/last-hundred-yards/rules-missing.txt");

fn status_text() -> String {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let citations = all_citations(&project).unwrap().unwrap();
    let missing: BTreeMap<&str, &str> = MISSING.lines().filter_map(|line| line.split_once(' ')).collect();
    let mut kinds: BTreeMap<&str, BTreeSet<CitationKind>> = BTreeMap::new();
    for citation in citations.iter().filter(|citation| citation.rule.starts_with("LHY-")) {
        kinds.entry(&citation.rule).or_default().insert(citation.kind);
    }
    let known: BTreeSet<String> = ids().into_iter().collect();
    let foreign: Vec<_> = kinds.keys().filter(|id| !known.contains(**id)).collect();
    assert!(foreign.is_empty(), "no such paragraphs: {foreign:?}");
    let strange: Vec<_> = missing.keys().filter(|id| !known.contains(**id)).collect();
    assert!(strange.is_empty(), "no such paragraphs: {strange:?}");
    let line = |id: &String| {
        let kinds = kinds.get(id.as_str()).cloned().unwrap_or_default();
        let [code, test] = [CitationKind::Code, CitationKind::Test].map(|kind| kinds.contains(&kind));
        let status = match (code, test, missing.contains_key(id.as_str())) {
            (false, ..) => "not built yet",
            (true, _, true) => "in part",
            (true, false, false) => "untested",
            (true, true, false) => "built",
        };
        format!("{id} {status}\n")
    };
    ids().iter().map(line).collect()
}

#[test]
fn the_status_of_every_paragraph_follows_from_the_sources() {
    assert_eq!(ids().len(), 84);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/last-hundred-yards/rules-status.txt");
    let found = status_text();
    if std::env::var_os("WARSTRIKE_REGENERATE").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == found,
        "assets/last-hundred-yards/rules-status.txt is not up to date; WARSTRIKE_REGENERATE=1 writes it:\n{found}"
    );
}
