//! Changing one value in the text of a file: what an author would do in his editor, for a trial.

use super::Reader;
use super::lexer::{Token, TokenKind};
use super::node::Node;
use crate::source_text::SourceText;

/// The text with one value replaced, or added where the field is not written. `path` names fields, separated by points; in a
/// list the value with that `name` counts: `characteristics.BS`, `weapons.Rifle.range`.
///
/// The result is not checked: its reader finds the mistakes in it.
///
/// # Errors
/// The path leads nowhere, in words.
pub fn with_value(source: &SourceText, path: &str, value: &str) -> Result<SourceText, String> {
    let reader = Reader::new(source);
    let mut node = reader.root().ok_or_else(|| format!("{} could not be read", source.name))?;
    let mut segments = path.split('.').peekable();
    while let Some(segment) = segments.next() {
        match (node.member(segment), segments.peek()) {
            (Some(found), _) => node = found,
            (None, None) => {
                let inside = node.inside().ok_or_else(|| node.nothing_named(segment, source))?;
                return Ok(spliced(source, inside, inside, &format!("{segment}: {value}, ")));
            }
            (None, Some(_)) => return Err(node.nothing_named(segment, source)),
        }
    }
    Ok(spliced(source, node.start, node.end, value))
}

/// The text with some of its bytes replaced.
fn spliced(source: &SourceText, from: usize, to: usize, by: &str) -> SourceText {
    let (before, after) = (&source.text[..from], &source.text[to..]);
    SourceText { name: source.name.clone(), text: format!("{before}{by}{after}") }
}

impl<'a> Node<'a> {
    /// The value of a field of a struct, or the value of a list whose `name` is this.
    fn member(self, name: &str) -> Option<Node<'a>> {
        let parts = self.parts();
        let field = parts.iter().find_map(|part| part.value_of(name));
        let named = || {
            let has_name = |part: &&Node<'a>| {
                let text = part.parts().iter().find_map(|inner| inner.value_of("name"));
                text.is_some_and(|text| ron::from_str::<String>(text.source()).is_ok_and(|text| text == name))
            };
            parts.iter().find(has_name).copied()
        };
        field.or_else(named)
    }

    /// Splits the content of the outermost brackets at its commas.
    fn parts(self) -> Vec<Node<'a>> {
        let mut tokens = self.tokens().skip_while(|token| !matches!(token.kind, TokenKind::Open(_)));
        let (mut depth, mut parts, mut part) = (0_usize, Vec::new(), None);
        tokens.next();
        for token in tokens {
            match token.kind {
                TokenKind::Close(_) if depth == 0 => break,
                TokenKind::Comma if depth == 0 => {
                    parts.extend(part.take());
                    continue;
                }
                TokenKind::Open(_) => depth += 1,
                TokenKind::Close(_) => depth -= 1,
                _ => {}
            }
            let (start, _) = part.unwrap_or((token.start, token.end));
            part = Some((start, token.end));
        }
        parts.extend(part);
        parts.into_iter().map(|(start, end)| Node { start, body: start, end, ..self }).collect()
    }

    /// The value of `name: value`, if this is that field.
    fn value_of(self, name: &str) -> Option<Node<'a>> {
        let mut tokens = self.tokens();
        let is_label = |token: &Token| token.kind == TokenKind::Word && self.slice(*token) == name;
        tokens.next().filter(is_label)?;
        tokens.next().filter(|token| token.kind == TokenKind::Colon)?;
        let first = tokens.next()?;
        Some(Node { start: first.start, body: first.start, ..self })
    }

    /// The byte after the bracket that opens its fields.
    fn inside(self) -> Option<usize> {
        let open = self.tokens().find(|token| matches!(token.kind, TokenKind::Open(_)))?;
        (open.kind == TokenKind::Open(b'(')).then_some(open.end)
    }

    fn nothing_named(self, name: &str, source: &SourceText) -> String {
        let label = |part: &Node<'a>| {
            let mut tokens = part.tokens();
            let word = tokens.next().filter(|token| token.kind == TokenKind::Word)?;
            tokens.next().filter(|token| token.kind == TokenKind::Colon)?;
            Some(part.slice(word).to_owned())
        };
        let in_list =
            |part: &Node<'a>| part.member("name").map(|name| name.source().trim_matches('"').to_owned());
        let known: Vec<String> =
            self.parts().iter().filter_map(|part| label(part).or_else(|| in_list(part))).collect();
        let place = &source.name;
        match known.is_empty() {
            true => format!("{place} has nothing named {name} there"),
            false => format!("{place} has nothing named {name} there; expected: one of {}", known.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card() -> SourceText {
        let text = "// A card.\nCard(name: \"Rifles\", characteristics: (Mv: 6, BS: 6), // steady\n  \
                    weapons: [(name: \"Rifle\", range: 24.0), (name: \"Bayonet\")])";
        SourceText { name: "rifles.ron".to_owned(), text: text.to_owned() }
    }

    #[test]
    fn a_value_is_replaced_and_the_rest_is_kept() {
        let changed = with_value(&card(), "characteristics.BS", "5").unwrap();
        assert_eq!(changed.text, card().text.replace("BS: 6", "BS: 5"));
        let changed = with_value(&card(), "weapons.Rifle.range", "18").unwrap();
        assert_eq!(changed.text, card().text.replace("24.0", "18"));
    }

    #[test]
    fn a_field_that_is_not_written_is_added() {
        let changed = with_value(&card(), "wounds", "2").unwrap();
        assert_eq!(changed.text, card().text.replace("Card(", "Card(wounds: 2, "));
        let changed = with_value(&card(), "weapons.Bayonet.rate", "2").unwrap();
        assert_eq!(changed.text, card().text.replace("(name: \"Bayonet\"", "(rate: 2, name: \"Bayonet\""));
    }

    #[test]
    fn a_path_that_leads_nowhere_says_what_there_is() {
        let wrong = |path| with_value(&card(), path, "1").unwrap_err();
        assert_eq!(
            wrong("weapons.Pistol.range"),
            "rifles.ron has nothing named Pistol there; expected: one of Rifle, Bayonet"
        );
        assert_eq!(
            wrong("stats.BS"),
            "rifles.ron has nothing named stats there; expected: one of name, characteristics, weapons"
        );
        assert_eq!(wrong("name.first"), "rifles.ron has nothing named first there");
    }
}
