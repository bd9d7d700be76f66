//! The report as a page of its own: nothing is fetched, and no script is needed to read it.

use tabletop::ids::Side;
use tabletop::text::markup::{Markup, Page};

use super::{Line, Report, SideReport, Turn};

/// The page.
pub fn page(report: &Report) -> String {
    let page = Page {
        title: &format!("{}: battle report", report.header.level),
        description: Some(&report.verdict),
        style: include_str!("page.css"),
        script: None,
    };
    page.write(|page| {
        page.within("main", &[], |page| {
            cover(report, page);
            contents(report, page);
            for (place, turn) in report.turns.iter().enumerate() {
                story(place, turn, page);
            }
            notes(report, page);
            dice(report, page);
            source(report, page);
        });
    })
}

fn cover(report: &Report, page: &mut Markup) {
    let header = &report.header;
    let rules = format!("{} · {} · seed {}", report.game, header.ruleset, header.seed);
    page.element("p", &[("class", "kicker")], &rules);
    page.element("h1", &[], &header.level);
    page.element("p", &[("class", "verdict")], &report.verdict);
    page.within("div", &[("class", "sides")], |page| {
        for side in &report.sides {
            side_card(side, page);
        }
    });
}

fn side_card(side: &SideReport, page: &mut Markup) {
    let class = match side.side {
        Side::A => "side a",
        Side::B => "side b",
    };
    page.within("div", &[("class", class)], |page| {
        page.within("p", &[("class", "force")], |page| {
            page.text(&format!("{} · {}", side.side, side.force));
            if side.wins {
                page.element("span", &[("class", "wins")], " wins");
            }
        });
        page.element("p", &[], &format!("Played by {}: {} commands", side.player, side.commands));
        page.element("p", &[], &format!("{}.", side.dice.in_words()));
    });
}

fn contents(report: &Report, page: &mut Markup) {
    page.within("nav", &[("aria-label", "Contents")], |page| {
        for (place, turn) in report.turns.iter().enumerate().filter(|(_, turn)| !turn.lines.is_empty()) {
            page.element("a", &[("href", &format!("#turn-{place}"))], &turn.heading);
        }
        if has_notes(report) {
            page.element("a", &[("href", "#notes")], "Notes");
        }
        page.element("a", &[("href", "#dice")], "The dice");
    });
}

fn has_notes(report: &Report) -> bool {
    !report.notes.is_empty() || !report.unread_notes.is_empty()
}

/// Players' notes, each with its moment and paragraph.
fn notes(report: &Report, page: &mut Markup) {
    if !has_notes(report) {
        return;
    }
    page.line();
    page.within("section", &[("id", "notes")], |page| {
        page.element("h2", &[], "Notes");
        page.within("ol", &[], |page| {
            for note in &report.notes {
                page.within(
                    "li",
                    &[("class", "line"), ("title", &format!("entry {}", note.entry.0))],
                    |page| {
                        page.text(&note.text);
                        page.element("span", &[("class", "detail")], &note.place());
                    },
                );
                page.line();
            }
        });
        for why in &report.unread_notes {
            page.element("p", &[], why);
        }
    });
}

fn story(place: usize, turn: &Turn, page: &mut Markup) {
    page.line();
    page.within("section", &[("id", &format!("turn-{place}"))], |page| {
        page.element("h2", &[], &turn.heading);
        page.within("ol", &[], |page| {
            for line in &turn.lines {
                happened(line, page);
            }
        });
    });
}

fn happened(line: &Line, page: &mut Markup) {
    let class = if line.begins { "begins" } else { "line" };
    page.within("li", &[("class", class), ("title", &format!("entry {}", line.entry))], |page| {
        page.text(&line.text);
        if !line.faces.is_empty() {
            page.within("span", &[("class", "faces")], |page| {
                for face in &line.faces {
                    let class = if face.good == Some(true) { "good" } else { "other" };
                    page.element("span", &[("class", class)], &face.face.to_string());
                }
            });
        }
        for detail in &line.details {
            page.element("span", &[("class", "detail")], detail);
        }
        if let Some(why) = &line.why {
            page.element("span", &[("class", "why")], &format!("Why: {why}"));
        }
    });
    page.line();
}

/// Dice of both sides by purpose, with what was to be expected.
fn dice(report: &Report, page: &mut Markup) {
    page.within("section", &[("id", "dice")], |page| {
        page.element("h2", &[], "The dice");
        for side in &report.sides {
            let chance = format!(
                "{}: {}; so few or fewer with {:.0} %.",
                side.force,
                side.dice.in_words(),
                100.0 * side.dice.no_better
            );
            let none = format!("{}: no die needed a face.", side.force);
            page.element("p", &[], if side.dice.dice == 0 { &none } else { &chance });
        }
        page.within("div", &[("class", "wide")], |page| {
            page.within("table", &[], |page| {
                page.within("tr", &[], |page| {
                    for name in ["Roll", "Dice", "Successes", "Expected"] {
                        page.element("th", &[], name);
                    }
                });
                for side in &report.sides {
                    for of in &side.dice.purposes {
                        page.within("tr", &[], |page| {
                            page.element("td", &[], &format!("{}, {}", side.force, of.purpose));
                            page.element("td", &[], &of.dice.to_string());
                            page.element("td", &[], &of.successes.to_string());
                            page.element("td", &[], &format!("{:.1}", of.expected));
                        });
                    }
                }
            });
        });
    });
}

fn source(report: &Report, page: &mut Markup) {
    let mut text = format!("From the save {}, which replays it.", report.save);
    if !report.departs.is_empty() {
        let entries: Vec<String> = report.departs.iter().map(usize::to_string).collect();
        text += &format!(
            " The rules have changed since: entries {} are told as they were recorded.",
            entries.join(", ")
        );
    }
    page.element("p", &[("class", "source")], &text);
}
