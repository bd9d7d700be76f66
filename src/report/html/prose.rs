//! Sentences of the log on the page: sides in their colours, dice as dice.

use crate::report::data::{DiceLine, Line, Weight};
use tabletop::text::markup::Markup;

/// A text in which what belongs to a side, "(A)" or "(B3)", has its colour.
pub(super) fn prose(page: &mut Markup, text: &str) {
    let mut rest = text;
    while let Some((before, id, after)) = next_id(rest) {
        page.text(before);
        let class = if id.starts_with("(A") { "of-a" } else { "of-b" };
        page.element("span", &[("class", class)], id);
        rest = after;
    }
    page.text(rest);
}

/// The first "(A)" or "(B3)" of a text, with what comes before and after it.
fn next_id(text: &str) -> Option<(&str, &str, &str)> {
    for (at, _) in text.match_indices('(') {
        let inside = &text[at + 1..];
        let Some(end) = inside.find(')') else { continue };
        let number = inside[..end].strip_prefix(['A', 'B']);
        if number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit())) {
            let end = at + end + 2;
            return Some((&text[..at], &text[at..end], &text[end..]));
        }
    }
    None
}

/// A line of the log.
pub(super) fn line(page: &mut Markup, line: &Line) {
    match line.weight {
        Weight::Phase => return page.element("h4", &[], &line.text),
        Weight::Quiet => return page.element("p", &[("class", "quiet")], &format!("{}.", line.text)),
        Weight::Departs => return page.element("p", &[("class", "departs")], &line.text),
        Weight::Result => page.within("p", &[("class", "result")], |page| prose(page, &line.text)),
        Weight::Plain => page.within("p", &[("class", "line")], |page| {
            prose(page, &line.text);
            dice(page, &line.dice);
        }),
    }
    match &line.details[..] {
        [] => return,
        // One number is not worth a fold.
        [only] if line.weight == Weight::Plain => {
            return page.within("p", &[("class", "quiet detail")], |page| prose(page, only));
        }
        [..] => {}
    }
    page.within("details", &[], |page| {
        page.element(
            "summary",
            &[],
            if line.weight == Weight::Result { "What was counted" } else { "Shot by shot" },
        );
        page.within("ul", &[], |page| {
            for detail in &line.details {
                page.within("li", &[], |page| prose(page, detail));
            }
        });
    });
}

fn dice(page: &mut Markup, dice: &[DiceLine]) {
    if dice.is_empty() {
        return;
    }
    page.text(" ");
    page.within("span", &[("class", "dice")], |page| {
        for die in dice {
            let class = match die.good {
                Some(true) => "die good",
                Some(false) => "die bad",
                None => "die",
            };
            page.element("span", &[("class", class)], &die.face.to_string());
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_belongs_to_a_side_has_its_colour() {
        for (text, expected) in [
            ("Town garrison (B) wins", "Town garrison <span class=\"of-b\">(B)</span> wins"),
            ("Rifles (A12) (TURN-6)", "Rifles <span class=\"of-a\">(A12)</span> (TURN-6)"),
            ("(Attack) (B", "(Attack) (B"),
            ("<A> (A1)", "&lt;A&gt; <span class=\"of-a\">(A1)</span>"),
        ] {
            let mut page = Markup::default();
            prose(&mut page, text);
            assert_eq!(page.finish(), expected, "{text}");
        }
    }
}
