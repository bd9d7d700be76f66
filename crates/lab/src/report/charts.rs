//! The drawings of a report: SVG in the page, no script.

mod places;
mod running;
mod targets;

use tabletop::text::markup::{Markup, number, point_into};

use super::numbers::{count, decimal};
use super::words::sheets::{mean, never_used, shown_arms};
use crate::findings::{Bar, Findings, Mean, Panel, Picture};

pub(super) use running::running;
pub(super) use targets::targets;

/// A sentence on how to read it, the picture, and nothing that the tables do not say in numbers.
pub(super) fn picture(page: &mut Markup, findings: &Findings, picture: &Picture) {
    match picture {
        Picture::Course { by, from, blocks, panels, .. } => {
            about(
                page,
                &format!(
                    "A mark is the mean of a game in that {by} (along the bottom), the line through it the 95 % interval; {}.{}",
                    count(*blocks, "block", "blocks"),
                    equal(findings)
                ),
            );
            legend(page, findings);
            page.within("div", &[("class", "panels")], |page| {
                panels.iter().for_each(|panel| course(page, findings, *from, panel));
            });
        }
        Picture::Bars { is_share, bars, never, .. } => {
            let what =
                if *is_share { "The share of games" } else { "How often in a game, both sides together" };
            let blocks = bars.first().and_then(|bar| bar.arms.first()).map_or(0, |mean| mean.blocks);
            let (blocks, equal) = (count(blocks, "block", "blocks"), equal(findings));
            about(
                page,
                &format!("{what}; the thin line and the brackets are the 95 % interval; {blocks}.{equal}"),
            );
            legend(page, findings);
            uses(page, findings, bars, *is_share);
            let never = never_used(never);
            if !never.is_empty() {
                page.element("p", &[("class", "about")], &never);
            }
        }
        Picture::Places { table, blocks, shades, dots, .. } => {
            places::places(page, findings, (*table, *blocks), (shades, dots));
        }
    }
}

fn about(page: &mut Markup, words: &str) {
    page.element("p", &[("class", "about")], words);
}

fn class(arm: usize) -> String {
    format!("arm-{arm}")
}

/// The meaning of the grey in drawings of several arms.
fn equal(findings: &Findings) -> String {
    match findings.arms.first().filter(|_| shown_arms(findings) > 1) {
        Some(first) => format!(
            " The grey about {}: there another arm with the same rules would be in 95 of 100 experiments of this size, with dice of its \
             own.",
            first.name
        ),
        None => String::new(),
    }
}

/// Marks and colours of the arms.
fn legend(page: &mut Markup, findings: &Findings) {
    let arms = shown_arms(findings);
    if arms < 2 {
        return;
    }
    page.within("p", &[("class", "legend")], |page| {
        for (index, arm) in findings.arms.iter().take(arms).enumerate() {
            page.within("span", &[("class", &class(index))], |page| {
                page.fixed("<svg viewBox=\"0 0 10 10\" width=\"10\" height=\"10\" aria-hidden=\"true\">");
                mark(page, index, [5.0, 5.0], 4.0);
                page.fixed("</svg> ");
                page.text(&arm.name);
            });
        }
        page.within("span", &[], |page| {
            page.fixed("<svg viewBox=\"0 0 10 10\" width=\"10\" height=\"10\" aria-hidden=\"true\">");
            page.fixed("<rect width=\"10\" height=\"10\" class=\"noise\"/></svg> ");
            page.text("two equal arms");
        });
    });
}

/// The mark of an arm: each has a shape, too, for who sees no colours.
fn mark(page: &mut Markup, arm: usize, [x, y]: [f64; 2], size: f64) {
    match arm {
        0 => dot(page, "hollow", [x, y], size - 0.5),
        1 => dot(page, "fill", [x, y], size),
        2 => {
            let [left, top, side] = [x - size, y - size, 2.0 * size].map(number);
            page.empty(
                "rect",
                &[("class", "fill"), ("x", &left), ("y", &top), ("width", &side), ("height", &side)],
            );
        }
        _ => {
            let corners = [[x, y - 1.2 * size], [x + 1.2 * size, y + size], [x - 1.2 * size, y + size]];
            page.empty("polygon", &[("class", "fill"), ("points", &points(corners.into_iter()))]);
        }
    }
}

/// From numbers to places in a drawing.
pub(super) struct Scale {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) start: f64,
    pub(super) end: f64,
}

impl Scale {
    pub(super) fn at(&self, value: f64) -> f64 {
        let span = (self.to - self.from).max(f64::MIN_POSITIVE);
        self.start + (value - self.from) / span * (self.end - self.start)
    }
}

pub(super) fn line(page: &mut Markup, class: &str, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) {
    let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(number);
    page.empty("line", &[("class", class), ("x1", &x1), ("y1", &y1), ("x2", &x2), ("y2", &y2)]);
}

pub(super) fn label(page: &mut Markup, anchor: &str, [x, y]: [f64; 2], text: &str) {
    let [x, y] = [x, y].map(number);
    page.element("text", &[("x", &x), ("y", &y), ("text-anchor", anchor)], text);
}

fn points(points: impl Iterator<Item = [f64; 2]>) -> String {
    let mut text = String::new();
    points.for_each(|point| point_into(&mut text, point));
    text.trim_end().to_owned()
}

/// A round number not below a value: 1, 2 or 5 times a power of ten.
fn round_up(value: f64) -> f64 {
    let mut step = 1e-6;
    loop {
        for times in [1.0, 2.0, 5.0] {
            if step * times >= value || step > 1e12 {
                return step * times;
            }
        }
        step *= 10.0;
    }
}

/// As few digits as tell round numbers apart.
pub(super) fn short(value: f64) -> String {
    let decimals = (0..4).find(|decimals| {
        let tens = (0..*decimals).fold(1.0, |tens, _| tens * 10.0);
        ((value * tens).round() - value * tens).abs() < 1e-6
    });
    decimal(value, decimals.unwrap_or(4))
}

/// A small drawing: a line for each ruleset, round by round.
fn course(page: &mut Markup, findings: &Findings, from: i64, panel: &Panel) {
    let arms = &panel.arms[..shown_arms(findings).min(panel.arms.len())];
    let rounds = arms.first().map_or(0, Vec::len);
    let high = |mean: &Mean| mean.interval.map_or(mean.value, |interval| interval.high.max(mean.value));
    // Where nothing ever happened the axis still has a number that can be read.
    let equal = |mean: &Mean| mean.noise.map_or(0.0, |noise| mean.value + noise);
    let many = arms.len() > 1;
    let highest = arms.iter().flatten().map(high).fold(0.0, f64::max);
    let highest = arms.first().filter(|_| many).into_iter().flatten().map(equal).fold(highest, f64::max);
    let top = if highest > 0.0 { round_up(highest) } else { 1.0 };
    let x = Scale { from: 0.0, to: (rounds.max(2) - 1) as f64, start: 44.0, end: 226.0 };
    let y = Scale { from: 0.0, to: top, start: 106.0, end: 12.0 };
    page.within("figure", &[], |page| {
        page.element("figcaption", &[], &panel.words);
        page.within("svg", &[("viewBox", "0 0 240 128"), ("role", "img")], |page| {
            page.element("title", &[], &format!("{} by round", panel.words));
            for value in [0.0, top / 2.0, top] {
                line(page, "grid", [x.start, y.at(value)], [x.end, y.at(value)]);
                label(page, "end", [x.start - 6.0, y.at(value) + 4.0], &short(value));
            }
            for round in 0..rounds {
                label(page, "middle", [x.at(round as f64), 122.0], &(from + round as i64).to_string());
            }
            if let Some(first) = arms.first().filter(|_| many) {
                let known =
                    || first.iter().enumerate().filter_map(|(at, mean)| Some((at, mean.value, mean.noise?)));
                let upper = known().map(|(at, value, noise)| [x.at(at as f64), y.at(value + noise)]);
                let lower =
                    known().map(|(at, value, noise)| [x.at(at as f64), y.at((value - noise).max(0.0))]);
                let lower: Vec<_> = lower.collect();
                let around = upper.chain(lower.into_iter().rev());
                page.empty("polygon", &[("class", "noise"), ("points", &points(around))]);
            }
            for (index, means) in arms.iter().enumerate() {
                // Side by side, so that the later does not hide the first.
                let beside =
                    |round: usize| x.at(round as f64) + 4.0 * (index as f64 - (arms.len() - 1) as f64 / 2.0);
                page.within("g", &[("class", &class(index))], |page| {
                    let corners =
                        means.iter().enumerate().map(|(round, mean)| [beside(round), y.at(mean.value)]);
                    page.empty("polyline", &[("class", "course"), ("points", &points(corners))]);
                    for (round, mean) in means.iter().enumerate() {
                        if let Some(interval) = mean.interval {
                            let [low, high] = [interval.low.max(0.0), interval.high].map(|end| y.at(end));
                            line(page, "range", [beside(round), low], [beside(round), high]);
                        }
                        mark(page, index, [beside(round), y.at(mean.value)], 2.6);
                    }
                });
            }
        });
    });
}

pub(super) fn dot(page: &mut Markup, class: &str, [x, y]: [f64; 2], radius: f64) {
    let [x, y, radius] = [x, y, radius].map(number);
    page.empty("circle", &[("class", class), ("cx", &x), ("cy", &y), ("r", &radius)]);
}

/// A table with a bar for each ruleset in each row.
fn uses(page: &mut Markup, findings: &Findings, bars: &[Bar], is_share: bool) {
    let arms = shown_arms(findings);
    let ends = bars.iter().flat_map(|bar| {
        let high = |mean: &Mean| mean.interval.map_or(mean.value, |interval| interval.high.max(mean.value));
        bar.arms.iter().take(arms).map(high)
    });
    let top = ends.fold(1e-9, f64::max);
    page.within("table", &[("class", "bars")], |page| {
        for bar in bars {
            page.within("tr", &[], |page| {
                page.element("th", &[("scope", "row")], &bar.words);
                page.within("td", &[], |page| {
                    for (index, value) in bar.arms.iter().take(arms).enumerate() {
                        page.within("div", &[("class", "bar")], |page| {
                            bar_of(page, index, (value, bar.arms.first()), top, arms > 1);
                            page.element("span", &[("class", "value")], &mean(value, is_share));
                        });
                    }
                });
            });
        }
    });
}

/// The bar of an arm, with what an arm equal to the first would have.
fn bar_of(page: &mut Markup, arm: usize, (value, first): (&Mean, Option<&Mean>), top: f64, many: bool) {
    let start = if many { 14.0 } else { 0.0 };
    let x = Scale { from: 0.0, to: top, start, end: start + 154.0 };
    let [view, wide] = [format!("0 0 {} 11", number(x.end + 2.0)), number(x.end + 2.0)];
    let size = [("viewBox", view.as_str()), ("width", &wide), ("height", "11"), ("class", &class(arm))];
    let rect = |page: &mut Markup, class: &str, [from, to]: [f64; 2], [above, tall]: [f64; 2]| {
        let [from, wide, above, tall] = [from, (to - from).max(0.5), above, tall].map(number);
        page.empty(
            "rect",
            &[("class", class), ("x", &from), ("y", &above), ("width", &wide), ("height", &tall)],
        );
    };
    page.within("svg", &size, |page| {
        if many {
            mark(page, arm, [5.0, 5.5], 3.4);
        }
        rect(page, "fill", [x.start, x.at(value.value)], [2.5, 6.0]);
        if let (true, Some((first, noise))) =
            (arm > 0, first.and_then(|first| Some((first.value, first.noise?))))
        {
            let ends = [first - noise, first + noise].map(|end| x.at(end.clamp(0.0, top)));
            rect(page, "noise", ends, [0.0, 11.0]);
        }
        if let Some(interval) = value.interval {
            let ends = [interval.low, interval.high].map(|end| x.at(end.clamp(0.0, top)));
            // Without an edge it could not be seen upon the bar.
            for class in ["edge", "whisker"] {
                line(page, class, [ends[0], 5.5], [ends[1], 5.5]);
            }
        }
    });
}
