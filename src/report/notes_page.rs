//! The notes of many saves as a page of their own: the rule misunderstood most often heads it.

use super::html::STYLE;
use super::html::notes::{note, rule_line, times_and_measuring};
use crate::game::narration::words::counted;
use crate::notes::{Gathered, OfRule, QUESTIONS, summary};
use tabletop::text::markup::{Markup, Page};

/// The page. Nothing is fetched.
pub fn notes_page(gathered: &Gathered) -> String {
    let page = Page { title: "Notes of playtests", description: None, style: STYLE, script: None };
    page.write(|page| page.within("main", &[], |page| body(page, gathered)))
}

fn body(page: &mut Markup, gathered: &Gathered) {
    let (saves, notes) = (counted(gathered.saves.len(), "save"), counted(gathered.notes(), "note"));
    page.element("p", &[("class", "kicker")], "Notes of playtests");
    let (first, rest) = match gathered.rules.first() {
        Some(of) if of.misunderstood > 0 => (
            format!("{} {}", of.rule, of.title.as_deref().unwrap_or_default()),
            "is misunderstood most often.",
        ),
        _ => ("Nothing was misunderstood".to_owned(), ""),
    };
    page.element("h1", &[], &first);
    page.within("p", &[("class", "verdict")], |page| {
        page.text(&format!("{rest} {saves}, {notes}, {}.", counted(gathered.refusals(), "refusal")));
    });
    for why in &gathered.unread {
        page.element("p", &[("class", "departs")], why);
    }
    for of in gathered.rules.iter().filter(|of| of.misunderstood > 0) {
        rule(page, of);
    }
    section(page, "About no paragraph", !gathered.without_rule.is_empty(), |page| {
        gathered.without_rule.iter().for_each(|one| remark(page, one));
    });
    for (question, answers) in QUESTIONS.iter().zip(&gathered.answers) {
        section(page, question, !answers.is_empty(), |page| {
            for answer in answers {
                page.element("p", &[("class", "remark")], &answer.text);
                page.element("p", &[("class", "quiet")], &answer.save);
            }
        });
    }
    let opened: Vec<&OfRule> =
        gathered.rules.iter().filter(|of| of.misunderstood == 0 && of.opened > 0).collect();
    section(page, "Looked up", !opened.is_empty(), |page| {
        page.within("ul", &[], |page| opened.iter().for_each(|of| rule_line(page, of)));
    });
    section(page, "Time for decisions, and measuring", gathered.decisions > 0, |page| {
        times_and_measuring(page, gathered);
    });
    section(page, "The saves", true, |page| {
        page.within("ul", &[], |page| {
            for save in &gathered.saves {
                let (notes, name) = (counted(save.notes, "note"), &save.name);
                let with = save.made_of();
                let colon = if with.is_empty() { "" } else { ": " };
                page.element("li", &[], &format!("{name}{colon}{with}, {notes}"));
            }
        });
    });
}

fn section(page: &mut Markup, title: &str, is_there: bool, write: impl FnOnce(&mut Markup)) {
    if is_there {
        page.line();
        page.within("section", &[], |page| {
            page.element("h2", &[], title);
            write(page);
        });
    }
}

/// A paragraph with its text, how it was refused by, and what was remarked on it.
fn rule(page: &mut Markup, of: &OfRule) {
    let title = format!("{} {}", of.rule, of.title.as_deref().unwrap_or_default());
    section(page, &title, true, |page| {
        page.element("p", &[("class", "count")], &summary(of));
        for block in of.text.as_deref().unwrap_or_default().split("\n\n").filter(|block| !block.is_empty()) {
            page.element("blockquote", &[], block);
        }
        if !of.refused_as.is_empty() {
            page.element("h4", &[], "Refused");
            page.within("ul", &[], |page| {
                of.refused_as.iter().for_each(|refused| page.element("li", &[], &refused.with_times()));
            });
        }
        of.notes.iter().for_each(|one| remark(page, one));
    });
}

/// A remark with the save that it is from.
fn remark(page: &mut Markup, one: &crate::notes::GatheredNote) {
    note(page, Some(&one.save), one, None);
}
