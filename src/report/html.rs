//! The report as a page of its own: no script is needed to read it, and nothing is fetched.
//!
//! To add a section, write a function that takes the report and the page, and add its line to [`SECTIONS`], which is in the order
//! of the page; `markdown.rs` has a list of the same kind. What a section needs of the game goes into [`Report`], where
//! `gather.rs` notes it. Three sections have their places: the curve in its two parts, dice and decision, belongs after
//! `charts::figures`; the turning points before the turns; notes taken while playing after the turns, each with a link to
//! its turn (`#turn-N`). A section for which there is nothing writes no heading.

mod charts;
mod cover;
mod prose;
mod tables;
mod turns;

use super::data::Report;
use super::markup::Markup;
use super::plan::definitions;

/// A section: its anchor, its name in the list of contents, and what writes it.
struct Section {
    anchor: &'static str,
    name: &'static str,
    write: fn(&Report, &mut Markup),
}

const SECTIONS: [Section; 7] = [
    Section { anchor: "story", name: "The battle in short", write: cover::story },
    Section { anchor: "turns", name: "Turn by turn", write: turns::turns },
    Section { anchor: "figures", name: "In figures", write: charts::figures },
    Section { anchor: "luck", name: "The dice", write: tables::luck },
    Section { anchor: "fallen", name: "The fallen", write: tables::fallen },
    Section { anchor: "ending", name: "How it ended", write: tables::ending },
    Section { anchor: "setup", name: "How it was set up", write: tables::setup },
];

/// Nothing is fetched: not a picture, not a font, not a line of script.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'";

/// The page.
pub fn html(report: &Report) -> String {
    let mut page = Markup::default();
    page.fixed("<!DOCTYPE html>\n");
    page.within("html", &[("lang", "en")], |page| {
        page.within("head", &[], |page| head(page, report));
        page.line();
        page.within("body", &[], |page| {
            definitions(page, &report.setup);
            page.within("main", &[], |page| {
                cover::cover(report, page);
                contents(page);
                for section in &SECTIONS {
                    page.line();
                    page.within("section", &[("id", section.anchor)], |page| {
                        let name = section.name.strip_prefix("How it ended").filter(|_| !report.over);
                        page.element("h2", &[], name.map_or(section.name, |_| "How it stands"));
                        (section.write)(report, page);
                    });
                }
                tables::save(report, page);
            });
            page.within("script", &[], |page| page.fixed(include_str!("html/print.js")));
        });
    });
    page.line();
    page.finish()
}

fn head(page: &mut Markup, report: &Report) {
    page.empty("meta", &[("charset", "utf-8")]);
    page.empty("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")]);
    page.empty("meta", &[("http-equiv", "Content-Security-Policy"), ("content", POLICY)]);
    page.empty("meta", &[("name", "color-scheme"), ("content", "light dark")]);
    page.empty("meta", &[("name", "description"), ("content", &report.result)]);
    page.element("title", &[], &format!("{}: battle report", report.title));
    page.line();
    page.within("style", &[], |page| page.fixed(include_str!("html/style.css")));
}

fn contents(page: &mut Markup) {
    page.within("nav", &[("aria-label", "Contents")], |page| {
        for section in &SECTIONS {
            page.element("a", &[("href", &format!("#{}", section.anchor))], section.name);
        }
        page.element("a", &[("href", "#save")], "The save");
    });
}
