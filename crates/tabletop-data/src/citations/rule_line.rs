//! Reads the `Rule:` lines of a doc comment: `Rule: FB-1, MIS-2 (order of placing only).`
//!
//! Knows neither files nor syntax. Nothing is dropped in silence: whatever stands where an id should
//! is handed on as if it were one, so that the test for unknown ids shows it with its place.

/// One line of a doc comment, without its slashes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DocLine {
    pub(super) text: String,
    /// Line number in its file, from 1.
    pub(super) line: usize,
}

/// One id of a `Rule:` line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CitedRule {
    pub(super) rule: String,
    /// Text of the parentheses after the id: the part of the rule that is cited.
    pub(super) note: Option<String>,
    pub(super) line: usize,
}

/// Finds every id that a doc comment cites.
///
/// An id list begins with the word `Rule:`, on a line of its own or after a sentence. It ends with a
/// full stop, or with the line if neither a comma nor a note goes on below.
pub(super) fn cited_rules(doc: &[DocLine]) -> Vec<CitedRule> {
    let begun = (0..doc.len()).filter_map(|at| Some((at, list_start(&doc[at])?)));
    let lists = begun.map(|(at, start)| read_list(start, block(&doc[at..])));
    lists.flatten().collect()
}

/// Finds the byte offset at which a line's id list begins, just after `Rule:`.
fn list_start(line: &DocLine) -> Option<usize> {
    let mut words = line.text.match_indices("Rule:");
    let (at, word) = words.find(|(at, _)| {
        let before = line.text[..*at].chars().next_back();
        before.is_none_or(char::is_whitespace)
    })?;
    Some(at + word.len())
}

/// Cuts a doc comment before its first empty line.
fn block(doc: &[DocLine]) -> &[DocLine] {
    let empty = |line: &DocLine| line.text.trim().is_empty();
    let end = doc.iter().position(empty);
    &doc[..end.unwrap_or(doc.len())]
}

fn read_list(start: usize, block: &[DocLine]) -> Vec<CitedRule> {
    let lines: Vec<&str> = block.iter().map(|line| line.text.as_str()).collect();
    let text = lines.join("\n");
    let line_at = |rest: &str| {
        let before = &text[..text.len() - rest.len()];
        block[before.matches('\n').count()].line
    };
    let mut cited = Vec::new();
    let mut rest = text[start..].trim_start();
    loop {
        let line = line_at(rest);
        let (rule, after) = split_word(rest);
        let (note, after) = split_note(after);
        cited.push(CitedRule { rule, note, line });
        match after.trim_start_matches(' ').chars().next() {
            Some(',') => rest = after.trim_start()[1..].trim_start(),
            Some('.' | '\n') | None => return cited,
            Some(_) => {
                cited.push(not_an_id(after.trim_start(), line));
                return cited;
            }
        }
    }
}

/// Splits off an id, or else whatever stands in its place up to the next space.
fn split_word(text: &str) -> (String, &str) {
    let id_end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(text.len());
    let end = match id_end {
        0 => text.find(char::is_whitespace).unwrap_or(text.len()),
        end => end,
    };
    (text[..end].to_owned(), &text[end..])
}

/// Splits off a note in parentheses, which may hold commas, line breaks and further parentheses.
fn split_note(text: &str) -> (Option<String>, &str) {
    let Some(inside) = text.trim_start().strip_prefix('(') else {
        return (None, text);
    };
    let mut open = 1;
    for (at, c) in inside.char_indices() {
        open += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if open == 0 {
            return (Some(one_line(&inside[..at])), &inside[at + 1..]);
        }
    }
    (None, text.trim_start())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn not_an_id(text: &str, line: usize) -> CitedRule {
    let word = text.split_whitespace().next().unwrap_or_default();
    CitedRule { rule: word.to_owned(), note: None, line }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares what a doc comment cites with `id@line` or `id@line(note)`, lines counted from 1.
    fn check(doc: &str, expected: &[&str]) {
        let lines: Vec<DocLine> =
            (1..).zip(doc.lines()).map(|(line, text)| DocLine { text: text.to_owned(), line }).collect();
        let found: Vec<String> = cited_rules(&lines).iter().map(show).collect();
        assert_eq!(found, expected, "{doc:?}");
    }

    fn show(cited: &CitedRule) -> String {
        let note = cited.note.as_ref().map(|note| format!("({note})"));
        format!("{}@{}{}", cited.rule, cited.line, note.unwrap_or_default())
    }

    #[test]
    fn ids_and_notes_are_read() {
        for (doc, expected) in [
            (" Rule: FB-1.", &["FB-1@1"][..]),
            (" Rule: FB-1", &["FB-1@1"]),
            (" Rule: FB-1, FB-2.", &["FB-1@1", "FB-2@1"]),
            (" Rule: VIS-1,VIS-2 , SHO-10.", &["VIS-1@1", "VIS-2@1", "SHO-10@1"]),
            (" Finds it.\n\n Rule: SHO-3.", &["SHO-3@3"]),
            (" A model moved. Rule: MOV-1.", &["MOV-1@1"]),
            (" See `Rule:` lines. Rule: MOV-1.", &["MOV-1@1"]),
            (" Rule: FB-1. Exactly half, as CC-1 says, must move.", &["FB-1@1"]),
            (" Rule: FB-1.\n\n Rule: FB-2.", &["FB-1@1", "FB-2@3"]),
            (" Rule: FB-1\n Rule: FB-2", &["FB-1@1", "FB-2@2"]),
            (" Rule: FB-1\n Half must move.", &["FB-1@1"]),
            (" Rule: MIS-2 (order of placing only), MIS-4.", &["MIS-2@1(order of placing only)", "MIS-4@1"]),
            (
                " Rule: MIS-2 (roll, edge, and (mostly) zones), MIS-4.",
                &["MIS-2@1(roll, edge, and (mostly) zones)", "MIS-4@1"],
            ),
        ] {
            check(doc, expected);
        }
    }

    #[test]
    fn a_list_goes_on_below_after_a_comma_or_with_a_note() {
        for (doc, expected) in [
            (" Rule: FB-1,\n FB-2.", &["FB-1@1", "FB-2@2"][..]),
            (
                " Rule: FB-1 (without\n   the choice), FB-2,\n FB-3 (a).",
                &["FB-1@1(without the choice)", "FB-2@2", "FB-3@3(a)"],
            ),
            (" Rule: FB-1\n (the move), FB-2.", &["FB-1@1(the move)", "FB-2@2"]),
            (" Rule:\n FB-1,\n FB-2.", &["FB-1@2", "FB-2@3"]),
        ] {
            check(doc, expected);
        }
    }

    #[test]
    fn only_the_word_rule_with_its_colon_cites() {
        for doc in ["", " See `Rule: FB-1`.", " The rule FB-1.", " Rules: FB-1.", " FB-1."] {
            check(doc, &[]);
        }
    }

    #[test]
    fn what_is_no_id_list_is_handed_on_for_the_test_of_ids() {
        for (doc, expected) in [
            (" Rule: FB-1 and FB-2.", &["FB-1@1", "and@1"][..]),
            (" Rule: fb-1.", &["fb-1@1"]),
            (" Rule: FB-1,", &["FB-1@1", "@1"]),
            (" Rule:", &["@1"]),
            (" Rule: FB-1 (never closed, FB-2.", &["FB-1@1", "(never@1"]),
            (" Rule: „FB-1“.", &["„FB-1“.@1"]),
        ] {
            check(doc, expected);
        }
    }
}
