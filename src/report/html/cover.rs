//! The top of the page: the result in a sentence, who fought, and the battle in short.

use super::prose::prose;
use crate::report::data::{Report, SideReport};
use crate::report::plan::class_of;
use crate::rules::ids::Side;
use tabletop::text::markup::Markup;

/// The name of the battle, the result, the two sides with their score.
pub(super) fn cover(report: &Report, page: &mut Markup) {
    page.within("header", &[], |page| {
        page.element("p", &[("class", "kicker")], &format!("Battle report · {}", report.mission));
        page.element("h1", &[], &report.title);
        let class = if report.over { "verdict" } else { "verdict so-far" };
        page.within("p", &[("class", class)], |page| {
            if !report.over {
                page.element("b", &[], &format!("So far, in round {}. ", report.last_round.max(1)));
            }
            prose(page, &report.result);
        });
        page.within("div", &[("class", "sides")], |page| {
            report.sides.iter().for_each(|side| card(page, report, side));
        });
        marks(report, page);
    });
}

fn card(page: &mut Markup, report: &Report, side: &SideReport) {
    let wins = if report.winner == Some(side.side) { " wins" } else { "" };
    page.within("div", &[("class", &format!("side {}{wins}", class_of(side.side)))], |page| {
        page.within("p", &[("class", "force")], |page| {
            page.element("span", &[("class", "badge")], &side.side.to_string());
            page.element("span", &[], &side.force);
        });
        if let Some(player) = &side.player {
            page.element("p", &[("class", "player")], &format!("played by {}", player.0));
        }
        page.within("dl", &[], |page| {
            let objectives = side.objectives.len().to_string();
            figure(page, &objectives, if side.objectives.len() == 1 { "objective" } else { "objectives" });
            figure(page, &format!("{}", side.points_left), &format!("of {} points left", side.points));
            figure(page, &side.lost.to_string(), &format!("of {} models lost", side.models));
        });
        if let Some(best) = deadliest(side) {
            page.within("p", &[("class", "best")], |page| prose(page, &best));
        }
    });
}

fn figure(page: &mut Markup, number: &str, what: &str) {
    page.within("div", &[], |page| {
        page.element("dt", &[], what);
        page.element("dd", &[], number);
    });
}

/// "Most dangerous: Second rifles (B2), to which 9 models fell".
fn deadliest(side: &SideReport) -> Option<String> {
    let felled = side.units.iter().map(|unit| unit.felled).max().filter(|felled| *felled > 0)?;
    let best = side.units.iter().find(|unit| unit.felled == felled)?;
    let models = if felled == 1 { "1 model" } else { &format!("{felled} models") };
    Some(format!("Felled most: {} ({}), {models}", best.name, best.id))
}

/// Reservations that a reader must know before he believes the rest.
fn marks(report: &Report, page: &mut Markup) {
    if let Some(departs) = &report.departs {
        page.element(
            "p",
            &[("class", "departs")],
            &format!("{}. Each is marked where it comes.", capital(departs)),
        );
    }
    if report.making.what_if {
        let what = "This line of the battle was begun by going back past dice: its players had seen faces that they would not \
                    have seen otherwise.";
        page.element("p", &[("class", "departs")], what);
    }
}

fn capital(text: &str) -> String {
    crate::game::narration::words::capitalised(text)
}

/// Round by round what was lost and won.
pub(super) fn story(report: &Report, page: &mut Markup) {
    page.element("p", &[("class", "about")], &report.about);
    page.within("ol", &[("class", "rounds")], |page| {
        for round in &report.rounds {
            page.within("li", &[], |page| {
                let turn = report.turns.iter().position(|turn| turn.round == round.round).unwrap_or_default();
                page.element("a", &[("href", &format!("#turn-{turn}"))], &format!("Round {}", round.round));
                page.within("p", &[], |page| prose(page, &format!("{}.", round.news.join(". "))));
                let [a, b] = Side::BOTH.map(|side| round.score.points[side.index()]);
                page.within("p", &[("class", "standing")], |page| {
                    page.element("span", &[("class", "of-a")], &a.to_string());
                    page.text(" : ");
                    page.element("span", &[("class", "of-b")], &b.to_string());
                    page.text(" points");
                });
            });
        }
    });
}
