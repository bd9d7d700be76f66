//! Visible part of a text: names are distinguished by their looks.

/// Whether a character ends a line.
pub(super) fn ends_line(c: char) -> bool {
    matches!(c, '\n' | '\u{0b}' | '\u{0c}' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Whether a character turns the direction in which all that follows is written. The marks that only place
/// themselves (U+200E, U+200F) do not.
pub(super) fn turns_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether nothing of a character can be seen: white space, and what Unicode leaves out of sight by default.
pub(super) fn is_invisible(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || turns_direction(c)
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{2800}' | '\u{3164}'
            | '\u{feff}' | '\u{ffa0}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// A character as a message shows it: one that cannot be seen, or changes what follows, by its number.
pub(super) fn shown(c: char) -> String {
    match c {
        ' ' => " ".to_owned(),
        c if is_invisible(c) => c.escape_unicode().to_string(),
        c => c.to_string(),
    }
}

/// A text as one visible line: ends of lines are spaces, characters that turn the direction are left out, and where nothing
/// is left to see stands a question mark.
pub(super) fn visible_line(text: &str) -> String {
    let kept = text.chars().filter(|c| !turns_direction(*c));
    let line: String = kept.map(|c| if ends_line(c) { ' ' } else { c }).collect();
    if line.chars().all(is_invisible) { "?".to_owned() } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visible_line_is_one_line_that_reads_as_it_is_written() {
        for (text, expected) in [
            ("First\nrifles", "First rifles"),
            ("Guard \u{202e}sdeR", "Guard sdeR"),
            ("\u{200b}\u{200b}", "?"),
            ("\n", "?"),
            ("Ж 衛 é", "Ж 衛 é"),
        ] {
            assert_eq!(visible_line(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_cannot_be_seen_is_known() {
        for (text, invisible, why) in [
            (" \u{a0}\u{3000}\t", true, "spaces"),
            ("\u{200b}\u{feff}\u{2060}", true, "of no width"),
            ("\u{3164}\u{115f}", true, "fillers of Hangul"),
            ("\u{2800}", true, "Braille without dots"),
            ("\u{fe0f}\u{e0041}", true, "selectors and tags"),
            ("\u{301}", false, "an accent is drawn, on a dotted circle"),
            (".", false, "a point"),
            ("衛", false, "a sign of another script"),
        ] {
            assert_eq!(text.chars().all(is_invisible), invisible, "{why}");
        }
        assert_eq!("a \u{202e}b".chars().map(shown).collect::<String>(), "a \\u{202e}b");
    }
}
