//! The rulebook as players read it: ids, titles and text in our own words, with sources, editions and rulings.
//!
//! All chapters. The text is part of the program, so that it can be shown anywhere. Knows nothing of
//! how a rule is played; `citations` knows which code plays it.

mod book;
mod flaw;

pub use book::{Article, Chapter, Edition, Mark, Paragraph, Rulebook, Ruling, Source, group_of};
pub use flaw::{Flaw, RulebookError};

use std::sync::OnceLock;

static TEXT: &str = include_str!("../../assets/rulebook.ron");

/// The rulebook that this program was built with.
///
/// # Errors
///
/// If the built-in text is not a valid rulebook, which a test rules out.
pub fn rulebook() -> Result<&'static Rulebook, &'static RulebookError> {
    static RULEBOOK: OnceLock<Result<Rulebook, RulebookError>> = OnceLock::new();
    RULEBOOK.get_or_init(|| Rulebook::parse(TEXT)).as_ref()
}

impl Rulebook {
    /// Reads a rulebook and checks the whole of it.
    ///
    /// # Errors
    ///
    /// If the text is malformed, the place; otherwise every flaw of its content.
    pub fn parse(text: &str) -> Result<Self, RulebookError> {
        let options =
            ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        let book: Self = options.from_str(text)?;
        let flaws = book.flaws();
        if flaws.is_empty() { Ok(book) } else { Err(RulebookError::Content(flaws)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(paragraphs: &str, articles: &str) -> Result<Rulebook, RulebookError> {
        Rulebook::parse(&format!(
            "Rulebook(sources: [(mark: H, meaning: \"house rule\")],
            chapters: [(number: 1, title: \"Basics\", paragraphs: [{paragraphs}])],
            articles: [{articles}])"
        ))
    }

    fn paragraph(id: &str, text: &str) -> String {
        format!("(id: \"{id}\", title: \"T\", text: \"{text}\", sources: [H]),")
    }

    #[test]
    fn the_built_in_rulebook_is_sound() {
        assert_eq!(rulebook().err(), None);
    }

    #[test]
    fn flawed_books_are_refused() {
        let good = paragraph("A-1", "Text.");
        let bare = |field: &str| good.replace("text: \"Text.\"", field);
        for (paragraphs, flaw) in [
            (good.repeat(2), Flaw::DuplicateId("A-1".into())),
            (paragraph("a-1", "Text."), Flaw::BadId("a-1".into())),
            (paragraph("A-01", "Text."), Flaw::BadId("A-01".into())),
            (paragraph("A-1", " \n "), Flaw::NoText("A-1".into())),
            (good.replace("\"T\"", "\" \""), Flaw::NoTitle("A-1".into())),
            (good.replace("[H]", "[]"), Flaw::NoSource("A-1".into())),
            (bare("text: \"Text.\", editions: []"), Flaw::NoEdition("A-1".into())),
            (good.replace("[H]", "[H, S4]"), Flaw::UnexplainedMark("A-1".into(), Mark::S4)),
            (paragraph("A-1", "See (B-7)."), Flaw::UnknownReference("A-1".into(), "B-7".into())),
            (
                bare("text: \"Text.\", edition_note: \"no B-7\""),
                Flaw::UnknownReference("A-1".into(), "B-7".into()),
            ),
        ] {
            let refused = book(&paragraphs, "").err();
            assert_eq!(refused, Some(RulebookError::Content(vec![flaw])));
        }
    }

    /// A paragraph with these rulings.
    fn ruled(rulings: &str) -> Result<Rulebook, RulebookError> {
        book(&paragraph("A-1", "Text.").replace("[H]", &format!("[H], rulings: [{rulings}]")), "")
    }

    #[test]
    fn rulings_belong_to_their_paragraph_in_order() {
        let read = ruled(
            r#"(ruling: "
                  Both
                  count.", instead_of: "Only one counts."),
               (ruling: "As A-1 has it.", instead_of: "Otherwise."),"#,
        );
        let ruling = |ruling: &str, instead_of: &str| Ruling {
            ruling: ruling.to_owned(),
            instead_of: instead_of.to_owned(),
            code: None,
        };
        let expected = [ruling("Both count.", "Only one counts."), ruling("As A-1 has it.", "Otherwise.")];
        assert_eq!(read.unwrap().paragraph("A-1").unwrap().rulings, expected);
        let none = book(&paragraph("A-1", "Text."), "").unwrap();
        assert_eq!(none.paragraph("A-1").unwrap().rulings, []);
    }

    #[test]
    fn flawed_rulings_are_refused() {
        let good = r#"(ruling: "Yes.", instead_of: "No."),"#;
        for (rulings, flaw, message) in [
            (
                good.replace("Yes.", " "),
                Flaw::NoRuling("A-1".into(), 1),
                "rulebook: A-1: ruling 1 has no text",
            ),
            (
                good.to_owned() + &good.replace("No.", ""),
                Flaw::NoOtherReading("A-1".into(), 2),
                "rulebook: A-1: ruling 2 does not say which reading it was chosen instead of",
            ),
            (
                good.replace("Yes.", "As in B-7."),
                Flaw::UnknownReference("A-1".into(), "B-7".into()),
                "rulebook: A-1 refers to B-7, which does not exist",
            ),
            (
                good.replace("No.", "As in B-8."),
                Flaw::UnknownReference("A-1".into(), "B-8".into()),
                "rulebook: A-1 refers to B-8, which does not exist",
            ),
        ] {
            let error = ruled(&rulings).unwrap_err();
            assert_eq!(error.to_string(), message);
            assert_eq!(error, RulebookError::Content(vec![flaw]));
        }
    }

    /// Malformed rulings are refused with their place: line 2 of the book.
    #[test]
    fn malformed_rulings_are_refused_with_their_place() {
        for (rulings, said) in [
            (r#"(ruling: "Yes."),"#, "instead_of"),
            (r#"(instead_of: "No."),"#, "ruling"),
            (r#"(ruling: "Yes.", instead_of: "No.", because: "So."),"#, "because"),
            (r#""Yes.""#, "Ruling"),
        ] {
            let message = ruled(rulings).unwrap_err().to_string();
            assert!(message.starts_with("rulebook:2:") && message.contains(said), "{rulings}: {message}");
        }
    }

    #[test]
    fn flawed_articles_are_refused() {
        let article = "(id: \"A\", title: \"T\", text: \"See A-9.\"),";
        let unknown = Flaw::UnknownReference("A".into(), "A-9".into());
        let flaws = vec![unknown.clone(), unknown, Flaw::DuplicateId("A".into())];
        let refused = book("", &article.repeat(2)).err();
        assert_eq!(refused, Some(RulebookError::Content(flaws)));
    }

    #[test]
    fn a_malformed_text_is_refused_with_its_place() {
        let refused = Rulebook::parse("Rulebook(\n  sources: [],\n  chapter: [],\n)").err();
        let message = refused.map(|error| error.to_string()).unwrap_or_default();
        assert!(message.starts_with("rulebook:3:"), "{message}");
    }

    #[test]
    fn line_breaks_are_ignored_and_empty_lines_separate_blocks() {
        let read = book(&paragraph("A-1", "\n   One\n  two.\n\n\n   Three.\n "), "").unwrap();
        assert_eq!(read.paragraphs().next().unwrap().text, "One two.\n\nThree.");
    }

    #[test]
    fn a_paragraph_applies_in_all_editions_unless_it_lists_some() {
        let limited = "(id: \"A-2\", title: \"T\", text: \"X\", sources: [H], editions: [V052]),";
        let read = book(&(paragraph("A-1", "Text.") + limited), "").unwrap();
        assert_eq!(read.paragraph("A-1").unwrap().editions, Edition::ALL);
        assert_eq!(read.paragraph("A-2").unwrap().editions, [Edition::V052]);
    }
}
