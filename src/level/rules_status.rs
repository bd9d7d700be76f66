//! Coverage of each paragraph by the program.
//!
//! Nobody decides this by hand: it follows from what the sources cite. The program is used without its sources too, so
//! `assets/rules-status.txt` keeps the outcome, and a test holds that file against the sources.

use serde::Serialize;
use std::fmt;

use super::citations::{Citation, CitationKind};

static TEXT: &str = include_str!("../../assets/rules-status.txt");

/// Coverage of a paragraph by the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Status {
    /// Code plays the whole of it, and a test checks it.
    #[serde(rename = "built")]
    Built,
    /// Code plays it and a test checks it, but for something that the rulebook says is missing.
    #[serde(rename = "in part")]
    InPart,
    /// Code plays it, or a part of it, and no test checks it.
    #[serde(rename = "untested")]
    Untested,
    /// No code plays it.
    #[serde(rename = "not built yet")]
    NotBuilt,
}

/// The status of a paragraph.
pub fn status(id: &str) -> Status {
    let words = TEXT.lines().find_map(|line| line.strip_prefix(id)?.strip_prefix(' '));
    let all = [Status::Built, Status::InPart, Status::Untested];
    all.into_iter().find(|status| words == Some(status.words())).unwrap_or(Status::NotBuilt)
}

impl Status {
    /// From the citations of one paragraph, and what the rulebook says is missing of it. Citations of its parts are together
    /// the whole, unless something is missing.
    pub fn of<'a>(citations: impl IntoIterator<Item = &'a Citation>, missing: Option<&str>) -> Self {
        let (mut code, mut test) = (false, false);
        for citation in citations {
            code |= citation.kind == CitationKind::Code;
            test |= citation.kind == CitationKind::Test;
        }
        match (code, test) {
            (false, _) => Self::NotBuilt,
            (true, false) => Self::Untested,
            (true, true) if missing.is_some() => Self::InPart,
            (true, true) => Self::Built,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Built => "built",
            Self::InPart => "in part",
            Self::Untested => "untested",
            Self::NotBuilt => "not built yet",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cite(kind: CitationKind, note: Option<&str>) -> Citation {
        Citation {
            rule: "BAS-1".to_owned(),
            kind,
            file: "src/rules/basics.rs".to_owned(),
            line: 7,
            item: "rules::basics::gap".to_owned(),
            note: note.map(str::to_owned),
        }
    }

    const CODE: CitationKind = CitationKind::Code;
    const TEST: CitationKind = CitationKind::Test;
    const BENCH: CitationKind = CitationKind::Bench;

    #[test]
    fn the_status_follows_from_the_citations() {
        let part = Some("discs only");
        let missing = Some("hills");
        for (citations, missing, expected) in [
            (vec![], None, Status::NotBuilt),
            (vec![cite(TEST, None)], None, Status::NotBuilt),
            (vec![cite(BENCH, None), cite(TEST, None)], None, Status::NotBuilt),
            (vec![cite(CODE, None)], None, Status::Untested),
            (vec![cite(CODE, part)], missing, Status::Untested),
            (vec![cite(CODE, None), cite(BENCH, None)], None, Status::Untested),
            (vec![cite(CODE, None), cite(TEST, None)], None, Status::Built),
            (vec![cite(CODE, part), cite(TEST, part)], None, Status::Built),
            (vec![cite(CODE, None), cite(TEST, None)], missing, Status::InPart),
        ] {
            assert_eq!(Status::of(&citations, missing), expected, "{citations:?}");
        }
    }

    #[test]
    fn a_status_is_that_of_the_very_id() {
        assert_eq!(status("BAS-1"), Status::Built);
        assert_eq!(status("BAS"), Status::NotBuilt);
        assert_eq!(status(""), Status::NotBuilt);
    }
}
