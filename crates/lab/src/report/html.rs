//! The report as a page of its own: no script, and nothing is fetched.

use tabletop::text::markup::{Markup, Page, number};

use super::words::sheets::{Sheet, of_picture, shown_arms};
use super::words::{Row, Table, Words};
use super::{Report, charts, shares};
use crate::findings::{Difference, Findings, Picture};
use crate::statistics::Interval;

/// The page.
pub fn html(report: &Report) -> String {
    let words = Words::of(report);
    let page = Page { title: &words.title, description: None, style: include_str!("page.css"), script: None };
    page.write(|page| page.within("main", &[], |page| body(page, report, &words)))
}

fn body(page: &mut Markup, report: &Report, words: &Words) {
    let findings = &report.findings;
    page.element("h1", &[], &words.title);
    paragraphs(page, "point", &words.points);
    page.element("p", &[("class", "question")], words.question);
    page.element("h2", &[], "Answer");
    paragraphs(page, "answer", &words.answer);
    words.tables.iter().for_each(|table| measures(page, findings, table));
    if let Some(sheet) = &words.front {
        page.element("h2", &[], &sheet.title);
        match &report.front {
            Some(front) => charts::targets(page, front),
            None => shares::chart(page, findings),
        }
        numbers(page, sheet);
    }
    if !words.see.is_empty() {
        page.element("h2", &[], "See it");
        for seen in words.see {
            page.element("p", &[], &seen.game);
            page.element("pre", &[], &seen.command);
        }
    }
    page.element("h2", &[], "What it may be trusted for");
    page.within("ul", &[], |page| words.trust.iter().for_each(|line| page.element("li", &[], line)));
    if !findings.running.is_empty() && findings.running.len() < shown_arms(findings) {
        page.element("h2", &[], "Block by block");
        findings.running.iter().for_each(|running| charts::running(page, findings, running));
    }
    for sheet in &words.sheets {
        page.element("h2", &[], &sheet.title);
        numbers(page, sheet);
    }
    let mut before = "";
    for picture in &findings.pictures {
        let (Picture::Course { title, .. } | Picture::Bars { title, .. } | Picture::Places { title, .. }) =
            picture;
        if title != before {
            page.element("h2", &[], title);
        }
        before = title;
        charts::picture(page, findings, picture);
        if let Some(mut sheet) = of_picture(findings, picture) {
            page.within("details", &[], |page| {
                page.element("summary", &[], "in numbers, with what two equal arms differ by");
                // The picture has said it.
                sheet.about.clear();
                numbers(page, &sheet);
            });
        }
    }
    page.element("h2", &[], "Once more");
    page.element(
        "p",
        &[],
        "The same file gives the same report; what was interrupted goes on where it stopped.",
    );
    page.element("pre", &[], words.repeat);
    page.element("p", &[("class", "foot")], &format!("Games {:016x}.", findings.identity));
}

/// A table of words and numbers.
fn numbers(page: &mut Markup, sheet: &Sheet) {
    if !sheet.about.is_empty() {
        page.element("p", &[("class", "about")], &sheet.about);
    }
    page.within("div", &[("class", "wide sheet stack")], |page| {
        page.within("table", &[], |page| {
            heads(page, sheet.heads.iter());
            page.within("tbody", &[], |page| {
                for (number, row) in sheet.rows.iter().enumerate() {
                    let note = sheet.notes.get(number).filter(|note| !note.is_empty());
                    page.within("tr", &[], |page| row_of(page, sheet, row, note));
                }
            });
        });
    });
}

/// The heads of columns: of a table that goes over several sheets of paper each sheet has them.
fn heads<'h>(page: &mut Markup, heads: impl Iterator<Item = &'h String>) {
    page.within("thead", &[], |page| {
        page.within("tr", &[], |page| heads.for_each(|head| page.element("th", &[], head)));
    });
}

fn row_of(page: &mut Markup, sheet: &Sheet, row: &[String], note: Option<&String>) {
    for (column, cell) in row.iter().enumerate() {
        match (column, sheet.heads.get(column)) {
            (0, _) | (_, None) => page.within("th", &[("scope", "row")], |page| {
                page.text(cell);
                if let Some(note) = note {
                    page.element("small", &[("class", "note")], note);
                }
            }),
            (_, Some(head)) => page.element("td", &[("data-head", head)], cell),
        }
    }
}

fn paragraphs(page: &mut Markup, class: &str, lines: &[String]) {
    lines.iter().for_each(|line| page.element("p", &[("class", class)], line));
}

/// The table of an arm: each difference also as a line with its interval, in which 0 is the middle.
fn measures(page: &mut Markup, findings: &Findings, table: &Table) {
    let found: Vec<&Difference> = table.found.iter().map(|found| &findings.differences[*found]).collect();
    if let Some(heading) = &table.heading {
        page.element("h3", &[], heading);
    }
    page.within("div", &[("class", "wide stack")], |page| {
        page.within("table", &[], |page| {
            let [measure, before, after, difference, equal, bet] = &table.heads;
            let none = String::new();
            let bet = table.has_bets.then_some(bet);
            heads(page, [measure, before, after, difference, &none, equal, &none].into_iter().chain(bet));
            page.within("tbody", &[], |page| {
                table.rows.iter().zip(found).for_each(|(row, found)| judged(page, table, row, found));
            });
        });
    });
    if table.found.iter().any(|found| findings.differences[*found].interval.is_some()) {
        page.element(
            "p",
            &[("class", "about")],
            "The lines: from one end of an interval to the other, a dot for the difference, a mark for 0; each as wide as it reaches. \
             The grey is as wide as two equal arms are apart.",
        );
    }
}

/// A row of judged measures.
fn judged(page: &mut Markup, table: &Table, row: &Row, found: &Difference) {
    let class = if row.clear { "clear" } else { "" };
    page.within("tr", &[("class", class)], |page| {
        let [measure, before, after, difference, equal, verdict, bet] = &row.cells;
        page.element("th", &[("scope", "row")], measure);
        for (head, cell) in table.heads[1..4].iter().zip([before, after, difference]) {
            page.element("td", &[("class", "number"), ("data-head", head)], cell);
        }
        page.within("td", &[], |page| interval(page, found));
        page.element("td", &[("class", "number"), ("data-head", &table.heads[4])], equal);
        page.element("td", &[("class", "verdict")], verdict.trim_start_matches(['█', ' ']));
        if table.has_bets {
            page.element("td", &[("data-head", &table.heads[5])], bet);
        }
    });
}

/// Half the width of the drawing of an interval.
const HALF: f64 = 60.0;

/// An interval and its mean about 0, as wide as it reaches.
fn interval(page: &mut Markup, found: &Difference) {
    let Some(interval) = found.interval else { return };
    // Where the same dice leave much less than dice of their own would, the grey reaches the edges.
    let noise = found.noise.unwrap_or_default().min(3.0 * interval.reach());
    let reach = interval.reach().max(noise).max(f64::MIN_POSITIVE);
    let place = |value: f64| HALF + 0.95 * HALF * value / reach;
    let at = |value: f64| number(place(value));
    let Interval { low, high } = interval;
    page.within(
        "svg",
        &[("viewBox", "0 0 120 14"), ("width", "120"), ("height", "14"), ("role", "img")],
        |page| {
            page.element("title", &[], "the 95 % interval, 0 as a thin line, and equal arms as a grey band");
            let [from, wide] = [at(-noise), number(place(noise) - place(-noise))];
            page.empty(
                "rect",
                &[("class", "noise"), ("x", &from), ("y", "1"), ("width", &wide), ("height", "12")],
            );
            let zero = at(0.0);
            page.empty("line", &[("x1", &zero), ("x2", &zero), ("y1", "0"), ("y2", "14"), ("class", "zero")]);
            page.empty(
                "line",
                &[("x1", &at(low)), ("x2", &at(high)), ("y1", "7"), ("y2", "7"), ("class", "range")],
            );
            page.empty(
                "circle",
                &[("cx", &at(found.difference)), ("cy", "7"), ("r", "3.5"), ("class", "mean")],
            );
        },
    );
}
