//! The report as a page of its own: no script is needed to read it, and nothing is fetched.
//!
//! To add a section, write a function that takes the report and the page, and add its line to [`SECTIONS`], which is in the order
//! of the page; `markdown.rs` has a list of the same kind. What a section needs of the game goes into [`Report`], where
//! `gather.rs` notes it. A section for which there is nothing (`is_there`) is left out, with its name in the list of contents.

mod charts;
mod cover;
mod decision;
pub(super) mod notes;
mod prose;
mod tables;
mod turns;

use super::data::Report;
use super::plan::definitions;
use tabletop::text::markup::{Markup, Page};

/// A section: its anchor, its name in the list of contents, and what writes it.
struct Section {
    anchor: &'static str,
    name: &'static str,
    write: fn(&Report, &mut Markup),
    /// True if there is anything to write.
    is_there: fn(&Report) -> bool,
}

impl Section {
    const fn new(anchor: &'static str, name: &'static str, write: fn(&Report, &mut Markup)) -> Self {
        Self { anchor, name, write, is_there: |_| true }
    }
}

const SECTIONS: [Section; 9] = [
    Section::new("story", "The battle in short", cover::story),
    Section {
        is_there: |report| report.dice_or_decision.is_some(),
        ..Section::new("decision", "Dice or decision", decision::decision)
    },
    Section::new("turns", "Turn by turn", turns::turns),
    Section { is_there: |report| report.notes.is_some(), ..Section::new("notes", "Notes", notes::notes) },
    Section::new("figures", "In figures", charts::figures),
    Section::new("luck", "The dice", tables::luck),
    Section::new("fallen", "The fallen", tables::fallen),
    Section::new("ending", "How it ended", tables::ending),
    Section::new("setup", "How it was set up", tables::setup),
];

/// The sections that a report has.
fn sections(report: &Report) -> impl Iterator<Item = &'static Section> {
    SECTIONS.iter().filter(|section| (section.is_there)(report))
}

/// The style of reports and of pages of notes.
pub(super) const STYLE: &str = include_str!("html/style.css");

/// The page.
pub fn html(report: &Report) -> String {
    let page = Page {
        title: &format!("{}: battle report", report.title),
        description: Some(&report.result),
        style: STYLE,
        script: Some(include_str!("html/print.js")),
    };
    page.write(|page| {
        definitions(page, &report.setup);
        page.within("main", &[], |page| {
            cover::cover(report, page);
            contents(report, page);
            for section in sections(report) {
                page.line();
                page.within("section", &[("id", section.anchor)], |page| {
                    let name = section.name.strip_prefix("How it ended").filter(|_| !report.over);
                    page.element("h2", &[], name.map_or(section.name, |_| "How it stands"));
                    (section.write)(report, page);
                });
            }
            tables::save(report, page);
        });
    })
}

fn contents(report: &Report, page: &mut Markup) {
    page.within("nav", &[("aria-label", "Contents")], |page| {
        for section in sections(report) {
            page.element("a", &[("href", &format!("#{}", section.anchor))], section.name);
        }
        page.element("a", &[("href", "#save")], "The save");
    });
}
