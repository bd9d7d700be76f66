//! Writing markup: every element that is opened is closed, and every text and attribute is escaped.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// A page that stands alone: nothing is fetched, not a picture, not a font, not a line of script.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// Its title.
    pub title: &'a str,
    /// What it says, in a sentence, for previews of links.
    pub description: Option<&'a str>,
    /// Its style.
    pub style: &'static str,
    /// What runs once it is read; a page without script allows none.
    pub script: Option<&'static str>,
}

impl Page<'_> {
    /// The page with a body.
    pub fn write(&self, body: impl FnOnce(&mut Markup)) -> String {
        let mut page = Markup::default();
        page.fixed("<!DOCTYPE html>\n");
        page.within("html", &[("lang", "en")], |page| {
            page.within("head", &[], |page| self.head(page));
            page.line();
            page.within("body", &[], |page| {
                body(page);
                if let Some(script) = self.script {
                    page.within("script", &[], |page| page.fixed(script));
                }
            });
        });
        page.line();
        page.finish()
    }

    fn head(&self, page: &mut Markup) {
        let script = if self.script.is_some() { " script-src 'unsafe-inline';" } else { "" };
        let policy =
            format!("default-src 'none'; style-src 'unsafe-inline';{script} img-src data:; base-uri 'none'");
        page.empty("meta", &[("charset", "utf-8")]);
        page.empty("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")]);
        page.empty("meta", &[("http-equiv", "Content-Security-Policy"), ("content", &policy)]);
        page.empty("meta", &[("name", "color-scheme"), ("content", "light dark")]);
        if let Some(description) = self.description {
            page.empty("meta", &[("name", "description"), ("content", description)]);
        }
        page.element("title", &[], self.title);
        page.line();
        page.within("style", &[], |page| page.fixed(self.style));
    }
}

/// Attributes of an element, in order.
pub type Attributes<'a> = &'a [(&'a str, &'a str)];

/// Markup as far as it is written.
#[derive(Default)]
pub struct Markup {
    text: String,
}

impl Markup {
    /// An element with what is in it.
    pub fn within(&mut self, tag: &str, attributes: Attributes, inside: impl FnOnce(&mut Self)) {
        self.begin(tag, attributes);
        self.text.push('>');
        inside(self);
        self.text.push_str("</");
        self.text.push_str(tag);
        self.text.push('>');
    }

    /// An element with a text in it.
    pub fn element(&mut self, tag: &str, attributes: Attributes, text: &str) {
        self.within(tag, attributes, |inside| inside.text(text));
    }

    /// An element with nothing in it.
    pub fn empty(&mut self, tag: &str, attributes: Attributes) {
        self.begin(tag, attributes);
        self.text.push_str("/>");
    }

    /// A text.
    pub fn text(&mut self, text: &str) {
        escape_into(&mut self.text, text);
    }

    /// A line end, for people who read the source.
    pub fn line(&mut self) {
        self.text.push('\n');
    }

    /// Markup, style or script that is part of the program.
    pub fn fixed(&mut self, text: &'static str) {
        self.text.push_str(text);
    }

    /// What was written.
    pub fn finish(self) -> String {
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
pub fn number(value: f64) -> String {
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
pub fn point_into(to: &mut String, [x, y]: [f64; 2]) {
    let _always_written = write!(to, "{} {} ", number(x), number(y));
}

/// Stands between the kind of data and the data in a data address.
const AS_BASE64: &str = ";base64,";

/// An address that holds what it leads to (RFC 2397): bytes of a kind such as `image/png`.
pub fn data_address(kind: &str, bytes: &[u8]) -> String {
    format!("data:{kind}{AS_BASE64}{}", STANDARD.encode(bytes))
}

/// What an address holds; `None` if it is no such address, or a damaged one.
pub fn data_of(address: &str) -> Option<Vec<u8>> {
    let (_, data) = address.strip_prefix("data:")?.split_once(AS_BASE64)?;
    STANDARD.decode(data).ok()
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

    /// The examples of RFC 4648, section 10; and what holds nothing.
    #[test]
    fn an_address_holds_bytes() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("foobar", "Zm9vYmFy"),
        ] {
            let address = data_address("text/plain", bytes.as_bytes());
            assert_eq!(address, format!("data:text/plain;base64,{text}"));
            assert_eq!(data_of(&address).as_deref(), Some(bytes.as_bytes()));
        }
        for address in ["", "#save", "data:;base64,Z", "data:;base64,Zm9!", "data:text/plain,foo"] {
            assert_eq!(data_of(address), None, "{address}");
        }
    }

    /// A page without script forbids it; nothing else may be fetched either way.
    #[test]
    fn a_page_allows_script_only_where_it_has_one() {
        let page = Page { title: "A & B", description: Some("Won"), style: "p {}", script: None };
        let written = page.write(|body| body.element("p", &[], "x"));
        assert!(written.starts_with("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>"));
        assert!(
            written.contains("<title>A &amp; B</title>\n<style>p {}</style></head>\n<body><p>x</p></body>")
        );
        assert!(written.contains("name=\"description\" content=\"Won\""));
        assert!(!written.contains("script-src") && !written.contains("<script"));
        let with_script = Page { script: Some("go()"), ..page }.write(|_| {});
        assert!(with_script.contains("script-src &#39;unsafe-inline&#39;;"));
        assert!(with_script.contains("<body><script>go()</script></body>"));
    }
}
