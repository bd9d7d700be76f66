//! Remarks of the players, each with its picture, and refusals by the rules.

use super::tables::row_of_heads;
use crate::game::narration::words::counted;
use crate::notes::{GatheredNote, OfRule, PACKED_NOTES, PACKED_PICTURES, QUESTIONS, summary};
use crate::report::data::Report;
use tabletop::text::markup::{Markup, data_address};

/// The remarks in the order of the battle, the answers at the end, the paragraphs that refused most.
pub(super) fn notes(report: &Report, page: &mut Markup) {
    let Some(notes) = &report.notes else { return };
    if notes.in_order.is_empty() {
        page.element("p", &[("class", "quiet")], "Nothing was remarked while it was played.");
    }
    for (rule, one) in &notes.in_order {
        let turn = report.turn_of.get(&one.entry).map(|turn| format!("#turn-{turn}"));
        note(page, rule.as_deref(), one, turn.as_deref());
    }
    for (question, answers) in QUESTIONS.iter().zip(&notes.gathered.answers) {
        for answer in answers {
            page.element("h4", &[], question);
            page.element("p", &[], &answer.text);
        }
    }
    let rules: Vec<&OfRule> = notes.gathered.rules.iter().filter(|of| of.moments + of.opened > 0).collect();
    if !rules.is_empty() {
        page.element("h4", &[], "What the rules did not allow, and what was looked up");
        page.within("ul", &[], |page| rules.iter().for_each(|of| rule_line(page, of)));
    }
    if notes.gathered.decisions > 0 {
        page.element("h4", &[], "Time for decisions, and measuring");
        times_and_measuring(page, &notes.gathered);
    }
    for why in &notes.gathered.unread {
        page.element("p", &[("class", "departs")], why);
    }
    let data = data_address("application/x-ndjson", &notes.file);
    page.within("p", &[("class", "download")], |page| {
        let name = report.save.name.strip_suffix(".jsonl").unwrap_or(&report.save.name);
        let attributes =
            [("id", PACKED_NOTES), ("download", &format!("{name}-notes.jsonl")), ("href", &data)];
        page.element("a", &attributes, "These notes as a file");
    });
}

/// A remark: what was written, when, about which paragraph, and what the window showed.
pub(in crate::report) fn note(
    page: &mut Markup,
    rule: Option<&str>,
    note: &GatheredNote,
    turn: Option<&str>,
) {
    page.within("div", &[("class", "note")], |page| {
        page.within("div", &[], |page| {
            page.element("p", &[("class", "remark")], &note.text);
            page.within("p", &[("class", "quiet")], |page| {
                if let Some(rule) = rule {
                    page.element("b", &[], rule);
                    page.text(" · ");
                }
                match turn {
                    Some(turn) => page.element("a", &[("href", turn)], &note.when),
                    None => page.text(&note.when),
                }
                page.text(&format!(" · after command {}", note.entry.0));
            });
        });
        if let (Some(name), Some(png)) = (&note.picture, &note.png) {
            let source = data_address("image/png", png);
            page.empty("img", &[("alt", "The window as it was"), (PACKED_PICTURES, name), ("src", &source)]);
        }
    });
}

/// "FB-2 Safe positions: 3 refusals, opened once", and how they read.
pub(in crate::report) fn rule_line(page: &mut Markup, of: &OfRule) {
    page.within("li", &[], |page| {
        page.element("b", &[], &of.rule);
        page.text(&format!(" {}: {}", of.title.as_deref().unwrap_or_default(), summary(of)));
        for refused in &of.refused_as {
            page.element("div", &[("class", "quiet")], &refused.with_times());
        }
    });
}

/// Times of decisions by paragraph, and acts of measuring.
pub(in crate::report) fn times_and_measuring(page: &mut Markup, gathered: &crate::notes::Gathered) {
    page.within("div", &[("class", "wide")], |page| {
        page.within("table", &[], |page| {
            row_of_heads(page, &["The choice", "Decisions", "Half within", "The longest"]);
            page.within("tbody", &[], |page| {
                for row in &gathered.times {
                    page.within("tr", &[], |page| {
                        let title = format!("{} {}", row.rule, row.title.as_deref().unwrap_or_default());
                        let seconds = |seconds: f64| format!("{seconds:.1} s");
                        let (save, entry) = &row.longest_in;
                        let longest = format!("{} ({save}, command {})", seconds(row.longest), entry.0);
                        for text in [title, row.decisions.to_string(), seconds(row.median), longest] {
                            page.element("td", &[], &text);
                        }
                    });
                }
            });
        });
    });
    let measured =
        gathered.measuring.iter().filter(|row| row.times > 0).map(|row| {
            format!("{} {} times before {}", row.what, row.times, counted(row.decisions, "decision"))
        });
    let measured: Vec<String> = measured.collect();
    let of = counted(gathered.decisions, "decision");
    let text = match measured.is_empty() {
        true => format!("Nothing was measured before {of}."),
        false => format!("Measured, of {of}: {}.", measured.join(", ")),
    };
    page.element("p", &[("class", "quiet")], &text);
}
