//! Dice, losses, the end, the setup and the save.

use super::prose::{line, prose};
use crate::report::data::{LuckLine, Report, SideReport, Unit};
use crate::report::plan::class_of;
use crate::rules::ids::Side;
use tabletop::text::markup::{Markup, data_address, number};

/// Each side's dice: how many succeeded, and how many were to be expected.
pub(super) fn luck(report: &Report, page: &mut Markup) {
    for side in &report.sides {
        let luck = &side.luck;
        page.within("p", &[("class", "luck")], |page| {
            let who = format!("{} ({})", side.force, side.side);
            let said = match luck.dice {
                0 => format!("{who} rolled no dice that needed a face."),
                _ => format!("{who}, {}: {}", luck.words, luck.said),
            };
            prose(page, &said);
        });
        gauge(page, side);
    }
    page.within("details", &[], |page| {
        page.element("summary", &[], "By what they were rolled for");
        page.within("div", &[("class", "wide")], |page| {
            page.within("table", &[], |page| {
                row_of_heads(page, &["Rolled for", "", "Dice", "Succeeded", "Expected", ""]);
                page.within("tbody", &[], |page| {
                    for side in &report.sides {
                        for luck in &side.luck_by_purpose {
                            luck_row(page, side, luck);
                        }
                    }
                });
            });
        });
    });
}

fn luck_row(page: &mut Markup, side: &SideReport, luck: &LuckLine) {
    let ordinary = if luck.words == "ordinary" { "ordinary" } else { "" };
    page.within("tr", &[("class", ordinary)], |page| {
        page.element("td", &[], &luck.purpose);
        page.element(
            "td",
            &[("class", if side.side == Side::A { "of-a" } else { "of-b" })],
            &side.side.to_string(),
        );
        for value in [luck.dice.to_string(), luck.successes.to_string(), number(luck.expected)] {
            page.element("td", &[("class", "number")], &value);
        }
        page.element("td", &[], luck.words);
    });
}

/// The successes on a scale of usual numbers.
fn gauge(page: &mut Markup, side: &SideReport) {
    let luck = &side.luck;
    let [low, high] = luck.usual;
    let width = high - low;
    if width <= 0.0 {
        return;
    }
    // The usual numbers take the middle half.
    let x = |value: f64| (100.0 + 200.0 * ((value - low) / width - 0.5)).clamp(4.0, 196.0);
    let what = format!("{} successes; {} expected", luck.successes, number(luck.expected));
    let attributes =
        [("class", "gauge"), ("viewBox", "0 0 200 16"), ("role", "img"), ("aria-label", what.as_str())];
    page.within("svg", &attributes, |page| {
        page.empty(
            "rect",
            &[("class", "range"), ("x", "0"), ("y", "6"), ("width", "200"), ("height", "4"), ("rx", "2")],
        );
        let ordinary = if luck.words == "ordinary" { " ordinary" } else { "" };
        page.empty("path", &[("class", "expected"), ("d", "M100 2V14")]);
        let class = format!("mark {}{ordinary}", class_of(side.side));
        page.empty(
            "circle",
            &[("class", &class), ("cx", &number(x(f64::from(luck.successes)))), ("cy", "8"), ("r", "5")],
        );
    });
}

/// The head of a table.
pub(super) fn row_of_heads(page: &mut Markup, heads: &[&str]) {
    page.within("thead", &[], |page| {
        page.within("tr", &[], |page| heads.iter().for_each(|head| page.element("th", &[], head)));
    });
}

/// Each unit: what it began with, what is left, what became of the rest.
pub(super) fn fallen(report: &Report, page: &mut Markup) {
    for side in &report.sides {
        page.within("h3", &[("class", class_of(side.side))], |page| {
            prose(page, &format!("{} ({})", side.force, side.side));
        });
        page.within("div", &[("class", "wide")], |page| {
            page.within("table", &[("class", "fallen")], |page| {
                row_of_heads(page, &["Unit", "Left", "Points", "At the end", "Felled", "Lost"]);
                page.within("tbody", &[], |page| side.units.iter().for_each(|unit| unit_row(page, unit)));
            });
        });
    }
}

fn unit_row(page: &mut Markup, unit: &Unit) {
    let gone = if unit.left == 0 { "gone" } else { "" };
    page.within("tr", &[("class", gone), ("data-lost", &unit.id.to_string())], |page| {
        page.within("th", &[("scope", "row")], |page| prose(page, &format!("{} ({})", unit.name, unit.id)));
        page.element("td", &[("class", "number")], &format!("{} of {}", unit.left, unit.models));
        page.element("td", &[("class", "number")], &format!("{} of {}", unit.points_left, unit.points));
        page.element("td", &[], unit.state);
        page.element("td", &[("class", "number")], &unit.felled.to_string());
        page.within("td", &[], |page| prose(page, &unit.losses_in_words()));
    });
}

/// The log's last words, or how the battle stands.
pub(super) fn ending(report: &Report, page: &mut Markup) {
    match report.ending.is_empty() {
        false => report.ending.iter().for_each(|one| line(page, one)),
        true => page.within("p", &[("class", "result")], |page| prose(page, &report.result)),
    }
    page.within("ul", &[], |page| {
        for side in &report.sides {
            page.within("li", &[], |page| {
                let holds = match side.objectives.is_empty() {
                    true => "no objective".to_owned(),
                    false => crate::game::narration::words::listed(&side.objectives),
                };
                let text = format!(
                    "{} ({}) holds {holds} and has {} of {} points left.",
                    side.force, side.side, side.points_left, side.points
                );
                prose(page, &text);
            });
        }
    });
}

/// Level, mission, forces, ruleset, dice, programs.
pub(super) fn setup(report: &Report, page: &mut Markup) {
    let making = &report.making;
    page.within("dl", &[("class", "setup")], |page| {
        let mut item = |what: &str, text: &str| {
            page.element("dt", &[], what);
            page.element("dd", &[], text);
        };
        item("Level", &report.title);
        item("Mission", &report.mission);
        for side in &report.sides {
            if let Some(player) = &side.player {
                item(&format!("Side {}", side.side), &format!("{}, played by {}", side.force, player.0));
            }
        }
        item("Ruleset", &format!("{} (hash {})", making.ruleset, making.ruleset_hash));
        let dice = match making.fed {
            0 => "rolled by the program".to_owned(),
            fed => format!("rolled by the program, but scripted or rolled by hand for {fed} of the commands"),
        };
        item("Dice", &format!("{dice}; seed {}", making.seed));
        let taken_back = match making.taken_back {
            0 => String::new(),
            count => format!("; {count} more were taken back or tried out"),
        };
        item("Commands", &format!("{}{taken_back}", making.commands));
        let programs = format!("played with WarStrike {} (save format {})", making.saved_by, making.format);
        item("Program", &format!("{programs}, reported by WarStrike {}", making.reported_by));
    });
    page.within("ul", &[("class", "victory")], |page| {
        report.victory.iter().for_each(|way| page.element("li", &[], way));
    });
    page.within("div", &[("class", "forces")], |page| {
        for side in &report.sides {
            page.within("div", &[("class", class_of(side.side))], |page| {
                page.within("h3", &[("class", class_of(side.side))], |page| {
                    prose(page, &format!("{} ({})", side.force, side.side));
                });
                page.within("ul", &[], |page| {
                    for unit in &side.units {
                        let text = format!(
                            "{} ({}): {}, {} models, {} points",
                            unit.name, unit.id, unit.card, unit.models, unit.points
                        );
                        page.within("li", &[], |page| prose(page, &text));
                    }
                });
            });
        }
    });
}

/// The save itself, to be taken out of the page.
pub(super) fn save(report: &Report, page: &mut Markup) {
    let save = &report.save;
    page.line();
    page.within("section", &[("id", "save")], |page| {
        page.element("h2", &[], "The save");
        page.within("p", &[], |page| {
            page.text("The whole battle, dice and all, is in this page. Download it and open it with ");
            page.element("code", &[], &format!("warstrike play {}", save.name));
            page.text(" to look at any moment, or to play on from there.");
        });
        let data = data_address("application/x-ndjson", &save.bytes);
        page.within("p", &[("class", "download")], |page| {
            let kibibytes = save.bytes.len().div_ceil(1024);
            page.element(
                "a",
                &[("download", &save.name), ("href", &data)],
                &format!("{} ({kibibytes} KiB)", save.name),
            );
        });
    });
}
