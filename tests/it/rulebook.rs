//! The rulebook shown to players: that it is whole, and that what the sources cite of it holds.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};
use warstrike::level::{
    citations::{Citation, CitationKind, all_citations},
    rulebook::{Edition, Paragraph, Rulebook, Ruling, rulebook},
    rules_report::{Format, ReportError, Rulesets, write_list, write_paragraph, write_rulings},
    rules_status::{Status, status},
    rulings,
};

use super::support::root;

static CITATIONS: LazyLock<Vec<Citation>> = LazyLock::new(|| {
    let mut all = all_citations(root()).unwrap().unwrap();
    // Another game's paragraphs have a prefix; its own crate holds them against its own list.
    all.retain(|citation| citation.rule.matches('-').count() == 1);
    all
});

/// The citations of one paragraph.
fn citations(id: &str) -> impl Iterator<Item = &Citation> {
    CITATIONS.iter().filter(move |citation| citation.rule == id)
}

/// Chapters and the groups of ids in them, with how many paragraphs each has.
const CHAPTERS: [(&str, &[(&str, usize)]); 10] = [
    ("Basics", &[("BAS", 10)]),
    ("Turn", &[("TURN", 6)]),
    ("Leadership, suppression, nerve", &[("LD", 4), ("SUP", 5), ("NRV", 3)]),
    ("Actions", &[("ACT", 7), ("RE", 2)]),
    (
        "Movement",
        &[
            ("MOV", 5),
            ("GO", 6),
            ("HIL", 3),
            ("ARE", 1),
            ("OBS", 3),
            ("STR", 5),
            ("COH", 3),
            ("FAC", 5),
            ("SPR", 1),
        ],
    ),
    ("Falling back and routing", &[("FB", 6), ("ROU", 3), ("OFB", 7)]),
    ("Sight", &[("VIS", 6)]),
    ("Shooting", &[("SHO", 10)]),
    ("Close combat", &[("CC", 10)]),
    ("Missions", &[("MIS", 8)]),
];

fn book() -> &'static Rulebook {
    match rulebook() {
        Ok(book) => book,
        Err(error) => panic!("{error}"),
    }
}

fn printed(write: impl FnOnce(&mut Vec<u8>) -> Result<(), ReportError>) -> String {
    let mut out = Vec::new();
    if let Err(error) = write(&mut out) {
        panic!("{error}");
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[test]
fn every_paragraph_is_there_in_order() {
    for (index, (chapter, (title, groups))) in book().chapters.iter().zip(CHAPTERS).enumerate() {
        assert_eq!((usize::from(chapter.number), chapter.title.as_str()), (index + 1, title));
        let ids: Vec<&str> = chapter.paragraphs.iter().map(|p| p.id.as_str()).collect();
        let expected: Vec<String> = groups
            .iter()
            .flat_map(|(group, last)| (1..=*last).map(move |index| format!("{group}-{index}")))
            .collect();
        assert_eq!(ids, expected, "chapter {title}");
    }
    assert_eq!(book().chapters.len(), CHAPTERS.len());
}

#[test]
fn every_paragraph_has_a_title_of_its_own_and_a_text() {
    let mut titles = BTreeSet::new();
    for paragraph in book().paragraphs() {
        let id = &paragraph.id;
        assert!(paragraph.text.ends_with('.'), "{id}: {}", paragraph.text);
        assert!(titles.insert(&paragraph.title), "{id}: {} is taken", paragraph.title);
    }
}

/// The program plays the whole rulebook.
#[test]
fn every_paragraph_is_built() {
    for paragraph in book().paragraphs() {
        assert_eq!(status(&paragraph.id), Status::Built, "{}", paragraph.id);
        assert_eq!(paragraph.missing, None, "{}", paragraph.id);
    }
}

/// The three base rulesets differ by whole paragraphs as follows; all others are in all three.
#[test]
fn editions_differ_as_listed() {
    use Edition::{Combined, Outline2012, V052};
    for paragraph in book().paragraphs() {
        let expected = match (paragraph.group(), paragraph.id.as_str()) {
            (_, "ACT-7" | "CC-10") | ("OFB", _) => vec![Outline2012],
            ("SUP" | "NRV" | "FB" | "ROU", _) => vec![Combined, V052],
            (_, "ACT-3" | "RE-1") => vec![Combined, Outline2012],
            _ => vec![Combined, V052, Outline2012],
        };
        assert_eq!(paragraph.editions, expected, "{}", paragraph.id);
    }
}

/// A paragraph without a partial difference has no note; one with a difference names the edition.
#[test]
fn notes_on_editions_name_an_edition_the_paragraph_holds_in() {
    for paragraph in book().paragraphs() {
        if let Some(note) = &paragraph.edition_note {
            let mut editions = paragraph.editions.iter();
            let named = editions.any(|edition| note.contains(&edition.to_string()));
            assert!(named, "{}: {note}", paragraph.id);
        }
    }
}

#[test]
fn every_cited_id_exists() {
    let unknown = CITATIONS.iter().filter(|c| book().paragraph(&c.rule).is_none());
    let places: Vec<String> = unknown.map(|c| format!("{}:{} cites {:?}", c.file, c.line, c.rule)).collect();
    assert_eq!(places, Vec::<String>::new(), "an id list ends with a full stop");
}

#[test]
fn every_id_that_code_cites_is_cited_by_a_test() {
    let mut untested = BTreeMap::<&str, Vec<String>>::new();
    for citation in &*CITATIONS {
        let tested = citations(&citation.rule).any(|c| c.kind == CitationKind::Test);
        if citation.kind == CitationKind::Code && !tested {
            let place = format!("{} {}:{}", citation.item, citation.file, citation.line);
            untested.entry(&citation.rule).or_default().push(place);
        }
    }
    assert!(untested.is_empty(), "cited by code and by no test: {untested:#?}");
}

/// What the program says of itself, where it has no sources, is what its sources say.
#[test]
fn the_status_of_every_paragraph_follows_from_the_sources() {
    let path = root().join("assets/rules-status.txt");
    let line = |paragraph: &Paragraph| {
        let status = Status::of(citations(&paragraph.id), paragraph.missing.as_deref());
        format!("{} {status}\n", paragraph.id)
    };
    let expected: String = book().paragraphs().map(line).collect();
    if std::env::var_os("WARSTRIKE_REGENERATE").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    assert!(
        found == expected,
        "assets/rules-status.txt is not up to date; \
         WARSTRIKE_REGENERATE=1 cargo test --no-default-features rulebook"
    );
}

#[test]
fn the_list_has_a_line_for_every_paragraph_and_says_what_is_not_built() {
    let list = printed(|out| write_list(out, Format::Text));
    for paragraph in book().paragraphs() {
        let start = format!("  {} ", paragraph.id);
        let line = list.lines().find(|line| line.starts_with(&start)).unwrap();
        assert!(line.contains(&paragraph.title), "{line}");
        let built = citations(&paragraph.id).any(|c| c.kind == CitationKind::Code);
        assert_eq!(line.ends_with("not built yet"), !built, "{line}");
    }
    let count = format!("\n{} paragraphs: ", book().paragraphs().count());
    assert!(list.contains(&count), "{list}");
}

#[test]
fn every_entry_can_be_shown_within_100_columns_and_as_json() {
    let paragraphs = book().paragraphs().map(|p| &p.id);
    for id in paragraphs.chain(book().articles.iter().map(|a| &a.id)) {
        let text =
            printed(|out| write_paragraph(out, id, Some(&CITATIONS), Rulesets::default(), Format::Text));
        let prose = text.lines().filter(|line| !line.contains(".rs:"));
        for line in prose {
            assert!(line.chars().count() <= 100, "{id}: {line}");
        }
        let json =
            printed(|out| write_paragraph(out, id, Some(&CITATIONS), Rulesets::default(), Format::Json));
        let read: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(read["id"], id.as_str());
    }
}

/// A ruling and the reading it was chosen instead of are sentences, in the rulebook's words, and differ.
#[test]
fn every_ruling_says_what_is_played_and_what_is_not() {
    let mut all = BTreeSet::new();
    for paragraph in book().paragraphs() {
        for Ruling { ruling, instead_of, code } in &paragraph.rulings {
            let id = &paragraph.id;
            for part in [ruling, instead_of].into_iter().chain(code) {
                assert!(part.ends_with('.') && part.starts_with(|c: char| !c.is_lowercase()), "{id}: {part}");
                assert!(part.matches(". ").count() < 2, "{id}: more than two sentences: {part}");
                assert!(!part.contains(['`', '_', '"']), "{id} has words of the code: {part}");
                assert!(code.as_ref() == Some(part) || all.insert(part), "{id}: said twice: {part}");
            }
        }
    }
    assert!(all.len() > 100, "only {} halves of rulings", all.len());
}

/// The list for the author: each paragraph with rulings once, in the order of the book, with all of them.
#[test]
fn the_rulings_are_listed_by_chapter_and_paragraph() {
    let text = printed(|out| write_rulings(out, None, Format::Text));
    for line in text.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (whole, mut from) = (words(&text), 0);
    let mut expect = |part: &str| {
        let at = whole[from..].find(part).unwrap_or_else(|| panic!("{part:?} after {:?}", &whole[..from]));
        from += at + part.len();
    };
    for chapter in &book().chapters {
        let ruled = || chapter.paragraphs.iter().filter(|paragraph| !paragraph.rulings.is_empty());
        if ruled().next().is_some() {
            expect(&format!("{}. {} ", chapter.number, chapter.title));
        }
        for paragraph in ruled() {
            expect(&format!("{} {} ", paragraph.id, paragraph.title));
            for (index, Ruling { ruling, instead_of, code }) in paragraph.rulings.iter().enumerate() {
                expect(&format!("{} {ruling} Instead of: {instead_of}", index + 1));
                match code {
                    Some(code) => expect(&format!(" Code: {code}")),
                    None => expect(" Switch: "),
                }
            }
        }
    }
    for paragraph in book().paragraphs() {
        let heading = format!("{}  {}", paragraph.id, paragraph.title);
        let expected = usize::from(!paragraph.rulings.is_empty());
        assert_eq!(text.lines().filter(|line| *line == heading).count(), expected, "{heading}");
    }
    let ruled = || book().paragraphs().filter(|paragraph| !paragraph.rulings.is_empty());
    let (rulings, paragraphs) =
        (ruled().map(|paragraph| paragraph.rulings.len()).sum::<usize>(), ruled().count());
    assert!(text.ends_with(&format!("\n{rulings} rulings on {paragraphs} paragraphs\n")), "{text}");

    let json: serde_json::Value =
        serde_json::from_str(&printed(|out| write_rulings(out, None, Format::Json))).unwrap();
    let code =
        ruled().flat_map(|paragraph| &paragraph.rulings).filter(|ruling| ruling.code.is_some()).count();
    let counts = serde_json::json!({
        "rulings": rulings, "paragraphs": paragraphs, "switches": rulings - code, "confirmed": 0
    });
    assert_eq!(json["counts"], counts);
    let listed: Vec<&serde_json::Value> = json["chapters"].as_array().unwrap().iter().collect();
    let listed = listed.iter().flat_map(|chapter| chapter["paragraphs"].as_array().unwrap());
    for (entry, paragraph) in listed.zip(ruled()) {
        assert_eq!(entry["id"], paragraph.id.as_str());
        for (entry, ruling) in entry["rulings"].as_array().unwrap().iter().zip(&paragraph.rulings) {
            assert_eq!(entry["ruling"], ruling.ruling.as_str());
            assert_eq!(entry["code"].as_str(), ruling.code.as_deref());
            assert_eq!(entry["switches"].as_array().unwrap().is_empty(), ruling.code.is_some());
        }
        assert_eq!(entry["rulings"].as_array().unwrap().len(), paragraph.rulings.len());
    }
}

/// A paragraph shows its rulings between its text and its sources; one without any has no heading for them.
#[test]
fn a_paragraph_shows_its_rulings() {
    for paragraph in book().paragraphs() {
        let text =
            printed(|out| write_paragraph(out, &paragraph.id, None, Rulesets::default(), Format::Text));
        let shown = text.split_once("\nRulings\n").map(|(_, after)| after.split_once("\nSources").unwrap().0);
        let words = shown.map(|shown| shown.split_whitespace().collect::<Vec<_>>().join(" "));
        let id = &paragraph.id;
        let expected =
            paragraph.rulings.iter().enumerate().map(|(index, Ruling { ruling, instead_of, code })| {
                let switches = rulings::readings(&rulings::name(id, index), None).into_iter();
                let switches = switches.map(|one| {
                    format!(" Switch: {} is {}, not {}.", one.key, one.value, one.others.join(" or "))
                });
                let code = code.iter().map(|code| format!(" Code: {code}"));
                let settled: String = switches.chain(code).collect();
                format!("{} {ruling} Instead of: {instead_of}{settled}", index + 1)
            });
        let expected = expected.collect::<Vec<_>>().join(" ");
        assert_eq!(words.unwrap_or_default(), expected, "{}", paragraph.id);
        let json =
            printed(|out| write_paragraph(out, &paragraph.id, None, Rulesets::default(), Format::Json));
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["rulings"].as_array().unwrap().len(), paragraph.rulings.len(), "{}", paragraph.id);
    }
}

/// Models are "it", and a player is not always a man.
#[test]
fn the_rulebook_says_it() {
    let of_paragraph = |paragraph: &Paragraph| {
        let rulings = paragraph.rulings.iter().flat_map(|ruling| [&ruling.ruling, &ruling.instead_of]);
        let texts: Vec<String> = rulings.chain([&paragraph.text]).cloned().collect();
        (paragraph.id.clone(), texts.join(" "))
    };
    for (id, text) in book().paragraphs().map(of_paragraph) {
        let words = text.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
        let found: Vec<String> =
            words.filter(|word| ["he", "his", "him", "himself"].contains(&word.as_str())).collect();
        assert_eq!(found, Vec::<String>::new(), "{id}");
    }
}

#[test]
fn json_and_text_agree() {
    let list = printed(|out| write_list(out, Format::Json));
    let list: serde_json::Value = serde_json::from_str(&list).unwrap();
    assert_eq!(list["counts"]["paragraphs"], book().paragraphs().count());
    assert_eq!(list["chapters"][4]["paragraphs"][4]["id"], "MOV-5");
    let mov =
        printed(|out| write_paragraph(out, "mov-5", Some(&CITATIONS), Rulesets::default(), Format::Json));
    let mov: serde_json::Value = serde_json::from_str(&mov).unwrap();
    assert_eq!(mov["text"], book().paragraph("MOV-5").unwrap().text.as_str());
    assert_eq!(mov["sources"][0]["mark"], "S4");
    assert_eq!(mov["editions"][1], "v0.52");
}

#[test]
fn an_unknown_id_is_refused_with_ids_of_the_same_chapter() {
    let refused =
        write_paragraph(&mut Vec::new(), "LD-5", None, Rulesets::default(), Format::Text).unwrap_err();
    let expected = "the rulebook has no LD-5; near it: LD-1, LD-2, LD-3, LD-4, SUP-1, SUP-2, \
                    SUP-3, SUP-4, SUP-5, NRV-1, NRV-2, NRV-3";
    assert_eq!(refused.to_string(), expected);
}
