//! Coverage of each paragraph of a rulebook by the program.
//!
//! Nobody decides this by hand: it follows from what the sources cite. The program is used without its sources too, so a file keeps the
//! outcome, and a test holds that file against the sources.

use std::fmt;

use serde::Serialize;

use crate::citations::{Citation, CitationKind};

/// Coverage of a paragraph by the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Status {
    /// Code plays the whole of it, and a test checks it.
    #[serde(rename = "built")]
    Built,
    /// Code plays it and a test checks it, but for something that is listed as missing.
    #[serde(rename = "in part")]
    InPart,
    /// Code plays it, or a part of it, and no test checks it.
    #[serde(rename = "untested")]
    Untested,
    /// No code plays it.
    #[default]
    #[serde(rename = "not built yet")]
    NotBuilt,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Built, Self::InPart, Self::Untested, Self::NotBuilt];

    /// The status of a paragraph in a file with a line for each: its id and the words.
    pub fn in_lines(lines: &str, id: &str) -> Self {
        let words = lines.lines().find_map(|line| line.strip_prefix(id)?.strip_prefix(' '));
        Self::ALL.into_iter().find(|status| words == Some(status.words())).unwrap_or_default()
    }

    /// From the citations of one paragraph, and its missing part. Citations of its parts are together the whole, unless something is
    /// missing.
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

    /// As files and reports write it.
    pub const fn words(self) -> &'static str {
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
        let lines = "BAS-1 built\nBAS-10 in part\nBAS-2 unheard of\n";
        for (id, expected) in [
            ("BAS-1", Status::Built),
            ("BAS-10", Status::InPart),
            ("BAS-2", Status::NotBuilt),
            ("BAS", Status::NotBuilt),
            ("", Status::NotBuilt),
        ] {
            assert_eq!(Status::in_lines(lines, id), expected, "{id}");
        }
    }
}
