//! Writing markup: every element that is opened is closed, and every text and attribute is escaped.

use std::fmt::Write as _;

/// Attributes of an element, in order.
pub(crate) type Attributes<'a> = &'a [(&'a str, &'a str)];

/// Markup as far as it is written.
#[derive(Default)]
pub(crate) struct Markup {
    text: String,
}

impl Markup {
    /// An element with what is in it.
    pub(crate) fn within(&mut self, tag: &str, attributes: Attributes, inside: impl FnOnce(&mut Self)) {
        self.begin(tag, attributes);
        self.text.push('>');
        inside(self);
        self.text.push_str("</");
        self.text.push_str(tag);
        self.text.push('>');
    }

    /// An element with a text in it.
    pub(crate) fn element(&mut self, tag: &str, attributes: Attributes, text: &str) {
        self.within(tag, attributes, |inside| inside.text(text));
    }

    /// An element with nothing in it.
    pub(crate) fn empty(&mut self, tag: &str, attributes: Attributes) {
        self.begin(tag, attributes);
        self.text.push_str("/>");
    }

    /// A text.
    pub(crate) fn text(&mut self, text: &str) {
        escape_into(&mut self.text, text);
    }

    /// A line end, for people who read the source.
    pub(crate) fn line(&mut self) {
        self.text.push('\n');
    }

    /// Markup, style or script that is part of the program.
    pub(crate) fn fixed(&mut self, text: &'static str) {
        self.text.push_str(text);
    }

    /// What was written.
    pub(crate) fn finish(self) -> String {
        self.text
    }

    fn begin(&mut self, tag: &str, attributes: Attributes) {
        self.text.push('<');
        self.text.push_str(tag);
        for (name, value) in attributes {
            self.text.push(' ');
            self.text.push_str(name);
            self.text.push_str("=\"");
            escape_into(&mut self.text, value);
            self.text.push('"');
        }
    }
}

/// A text as it may stand between tags and in quotes. Control characters, which no page may hold, become a mark.
fn escape_into(to: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '&' => to.push_str("&amp;"),
            '<' => to.push_str("&lt;"),
            '>' => to.push_str("&gt;"),
            '"' => to.push_str("&quot;"),
            '\'' => to.push_str("&#39;"),
            '\n' | '\t' => to.push(letter),
            letter if letter.is_control() => to.push(char::REPLACEMENT_CHARACTER),
            letter => to.push(letter),
        }
    }
}

/// A number to a hundredth, without zeros at its end.
pub(crate) fn number(value: f64) -> String {
    let mut text = format!("{value:.2}");
    while text.ends_with('0') {
        text.pop();
    }
    if text.ends_with('.') {
        text.pop();
    }
    if text == "-0" { "0".to_owned() } else { text }
}

/// A point as a path or polygon names it.
pub(crate) fn point_into(to: &mut String, [x, y]: [f64; 2]) {
    let _always_written = write!(to, "{} {} ", number(x), number(y));
}

/// Bytes as text of 64 signs (RFC 4648).
pub(crate) fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |index: usize| u32::from(three.get(index).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let sign = SIGNS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place > three.len() { '=' } else { char::from(sign) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_and_elements_closed() {
        let mut markup = Markup::default();
        markup.within("p", &[("title", "\"A\" & 'B'")], |inside| {
            inside.text("1 < 2 > 0\u{1}");
            inside.empty("br", &[]);
        });
        let expected = "<p title=\"&quot;A&quot; &amp; &#39;B&#39;\">1 &lt; 2 &gt; 0\u{fffd}<br/></p>";
        assert_eq!(markup.finish(), expected);
    }

    #[test]
    fn numbers_have_no_zeros_at_their_end() {
        for (value, text) in [(1.0, "1"), (-0.001, "0"), (0.104, "0.1"), (-2.55, "-2.55"), (100.0, "100")] {
            assert_eq!(number(value), text);
        }
    }

    /// The examples of RFC 4648, section 10.
    #[test]
    fn bytes_become_text() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
