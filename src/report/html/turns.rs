//! Turn by turn: a plan, what is worth telling, and the log.

use super::prose::{line, prose};
use crate::report::data::{Report, Turn};
use crate::report::plan::{Shown, class_of, plan, shown};
use crate::rules::ids::Side;
use tabletop::text::markup::{Markup, data_address};

/// All turns, with a line on which each can be found.
pub(super) fn turns(report: &Report, page: &mut Markup) {
    page.within("ol", &[("class", "ribbon")], |page| {
        for (index, turn) in report.turns.iter().enumerate() {
            page.within("li", &[], |page| bead(page, index, turn));
        }
    });
    for (index, turn) in report.turns.iter().enumerate() {
        page.line();
        let class = turn.side.map_or("turn", |side| if side == Side::A { "turn a" } else { "turn b" });
        page.within("article", &[("class", class), ("id", &format!("turn-{index}"))], |page| {
            write_turn(page, report, turn);
        });
    }
}

/// A turn on the line: its round, its side, what each side lost.
fn bead(page: &mut Markup, index: usize, turn: &Turn) {
    let class = turn.side.map_or("bead", |side| if side == Side::A { "bead a" } else { "bead b" });
    page.within(
        "a",
        &[("class", class), ("href", &format!("#turn-{index}")), ("title", &turn.title)],
        |page| {
            let name = turn.side.map_or_else(|| "Setup".to_owned(), |side| format!("{} {side}", turn.round));
            page.element("b", &[], &name);
            for side in Side::BOTH {
                let lost = turn.lost[side.index()];
                if lost > 0 {
                    let class = if side == Side::A { "of-a" } else { "of-b" };
                    page.element("span", &[("class", class)], &format!("−{lost}"));
                }
            }
        },
    );
}

fn write_turn(page: &mut Markup, report: &Report, turn: &Turn) {
    page.within("h3", &[], |page| {
        prose(page, &turn.title);
        if turn.unfinished {
            page.element("small", &[], " so far");
        }
    });
    page.within("p", &[("class", "news")], |page| match turn.news.is_empty() {
        true if turn.round == 0 => page.text("Both sides take their places."),
        true => page.text("Nobody was lost, and nothing changed hands."),
        false => prose(page, &format!("{}.", turn.news.join(". "))),
    });
    page.within("figure", &[], |page| {
        plan(page, report, turn);
        page.within("figcaption", &[], |page| legend(page, report, turn));
    });
    if let Some(png) = &turn.picture {
        page.within("figure", &[("class", "photo")], |page| {
            let source = data_address("image/png", png);
            let what = format!("The table after: {}", turn.title);
            page.empty("img", &[("alt", &what), ("src", &source)]);
        });
    }
    page.within("div", &[("class", "log")], |page| {
        turn.lines.iter().for_each(|one| line(page, one));
    });
}

/// The signs of the plan: only those that it shows.
fn legend(page: &mut Markup, report: &Report, turn: &Turn) {
    for side in &report.sides {
        if turn.units.iter().any(|unit| unit.unit.side == side.side) {
            let class = format!("key base {}", class_of(side.side));
            key(page, &class, &format!("{} ({})", side.force, side.side));
        }
    }
    for shown in shown(turn) {
        let (class, what) = match shown {
            Shown::Zones => ("key zones", "where each side may deploy"),
            Shown::Order => ("key way", "move"),
            Shown::Run => ("key run", "run"),
            Shown::CloseCombat => ("key charge", "move in close combat"),
            Shown::FallBack => ("key back", "falls back"),
            Shown::Rout => ("key rout", "routs"),
            Shown::Fire => ("key fire", "fire, with its hits"),
            Shown::Snap => ("key snap", "snap fire"),
            Shown::Combat => ("key combat", "close combat"),
            Shown::Fallen => ("key cross", "a model fell here"),
            Shown::Suppressed => ("key worry", "suppressed"),
        };
        key(page, class, what);
    }
}

fn key(page: &mut Markup, class: &str, what: &str) {
    page.within("span", &[("class", class)], |page| {
        page.within("svg", &[("viewBox", "0 0 30 12"), ("aria-hidden", "true")], |page| sample(page, class));
        page.text(what);
    });
}

fn sample(page: &mut Markup, class: &str) {
    match class {
        "key base a" => page.empty("circle", &[("cx", "15"), ("cy", "6"), ("r", "5.5")]),
        "key base b" => page.empty("polygon", &[("points", "9 6 12 0.8 18 0.8 21 6 18 11.2 12 11.2")]),
        "key cross" => page.empty("path", &[("d", "M11 2L19 10M11 10L19 2")]),
        "key combat" => page.empty("path", &[("d", "M9 1L21 11M21 1L9 11")]),
        "key worry" | "key zones" => {
            page.empty("rect", &[("x", "3"), ("y", "1"), ("width", "24"), ("height", "10"), ("rx", "3")]);
        }
        _ => page.empty("path", &[("d", "M1 6H27M22 2.5L28 6L22 9.5")]),
    }
}
