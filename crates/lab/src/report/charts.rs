//! The drawings of a report: SVG in the page, no script.

mod places;

use tabletop::text::markup::{Markup, number, point_into};

use super::numbers::{count, decimal};
use super::words::sheets::{mean, never_used, shown_arms};
use crate::findings::{Bar, Findings, Mean, Panel, Picture, Running};
use crate::search::{Front, Number};

/// A sentence on how to read it, the picture, and nothing that the tables do not say in numbers.
pub(super) fn picture(page: &mut Markup, findings: &Findings, picture: &Picture) {
    match picture {
        Picture::Course { by, from, blocks, panels, .. } => {
            about(
                page,
                &format!(
                    "A dot is the mean of a game in that {by} (along the bottom), the line through it the 95 % interval; {}.",
                    count(*blocks, "block", "blocks")
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
            let blocks = count(blocks, "block", "blocks");
            about(page, &format!("{what}; the thin line and the brackets are the 95 % interval; {blocks}."));
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

/// Colours of the rulesets.
fn legend(page: &mut Markup, findings: &Findings) {
    let arms = shown_arms(findings);
    if arms < 2 {
        return;
    }
    page.within("p", &[("class", "legend")], |page| {
        for (index, arm) in findings.arms.iter().take(arms).enumerate() {
            page.within("span", &[("class", &class(index))], |page| {
                page.fixed("<svg viewBox=\"0 0 10 10\" width=\"10\" height=\"10\" aria-hidden=\"true\">");
                page.fixed("<rect width=\"10\" height=\"10\" class=\"fill\"/></svg> ");
                page.text(&arm.name);
            });
        }
    });
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
fn short(value: f64) -> String {
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
    let highest = arms.iter().flatten().map(high).fold(0.0, f64::max);
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
                        dot(page, "fill", [beside(round), y.at(mean.value)], 2.6);
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
    let x = Scale { from: 0.0, to: top, start: 0.0, end: 154.0 };
    page.within("table", &[("class", "bars")], |page| {
        for bar in bars {
            page.within("tr", &[], |page| {
                page.element("th", &[("scope", "row")], &bar.words);
                page.within("td", &[], |page| {
                    for (index, value) in bar.arms.iter().take(arms).enumerate() {
                        page.within("div", &[("class", "bar")], |page| {
                            let size = [("viewBox", "0 0 156 11"), ("width", "156"), ("height", "11")];
                            page.within(
                                "svg",
                                &[size[0], size[1], size[2], ("class", &class(index))],
                                |page| {
                                    let width = number(x.at(value.value).max(0.5));
                                    page.empty(
                                        "rect",
                                        &[
                                            ("class", "fill"),
                                            ("y", "1.5"),
                                            ("width", &width),
                                            ("height", "8"),
                                        ],
                                    );
                                    if let Some(interval) = value.interval {
                                        let ends = [interval.low, interval.high]
                                            .map(|end| x.at(end.clamp(0.0, top)));
                                        // Without an edge it could not be seen upon the bar.
                                        for class in ["edge", "whisker"] {
                                            line(page, class, [ends[0], 5.5], [ends[1], 5.5]);
                                        }
                                    }
                                },
                            );
                            page.element("span", &[("class", "value")], &mean(value, is_share));
                        });
                    }
                });
            });
        }
    });
}

/// Range of a drawing of blocks: to most of those that differ, and to the last interval. A few that are far away would press
/// all else to a line. `None` where none differs.
fn reach(running: &Running) -> Option<f64> {
    const NEARLY_ALL: f64 = 0.95;
    let mut away: Vec<f64> =
        running.blocks.iter().map(|block| block.1.abs()).filter(|away| *away > 0.0).collect();
    away.sort_by(f64::total_cmp);
    let usual = *away.get(((away.len() as f64 * NEARLY_ALL) as usize).min(away.len().checked_sub(1)?))?;
    let last = running.means.last().and_then(|mean| mean.2).map_or(0.0, |interval| interval.reach());
    Some(usual.max(last))
}

/// The margin block by block: every block, the mean so far, and its interval.
pub(super) fn running(page: &mut Markup, findings: &Findings, running: &Running) {
    let Some((last, ..)) = running.means.last() else { return };
    let of = format!(
        "{}: {} less those of {}",
        findings.arms[running.arm].name, running.words, findings.arms[0].name
    );
    let Some(top) = reach(running).map(round_up) else {
        about(page, &format!("{of}: 0 in each of {}.", count(*last, "block", "blocks")));
        return;
    };
    let x = Scale { from: 1.0, to: (*last as f64).max(2.0), start: 60.0, end: 470.0 };
    let y = Scale { from: -top, to: top, start: 182.0, end: 12.0 };
    let outside = running.blocks.iter().filter(|(_, value)| value.abs() > top).count();
    let outside = match outside {
        0 => String::new(),
        some => format!(
            " {} farther away than the drawing reaches, on its edge.",
            count(some as u64, "block is", "blocks are")
        ),
    };
    page.within("figure", &[("class", "broad")], |page| {
        let how = "A dot is a block, the line their mean so far, the band its 95 % interval; along the bottom: blocks.";
        page.element("figcaption", &[], &format!("{of}. {how}{outside}"));
        page.within("svg", &[("viewBox", "0 0 480 206"), ("role", "img")], |page| {
            page.element("title", &[], &format!("{} by block", running.words));
            for value in [-top, -top / 2.0, 0.0, top / 2.0, top] {
                let class = if value == 0.0 { "zero" } else { "grid" };
                line(page, class, [x.start, y.at(value)], [x.end, y.at(value)]);
                label(page, "end", [x.start - 6.0, y.at(value) + 4.0], &short(value));
            }
            for (at, anchor) in [(x.from, "start"), (((x.from + x.to) / 2.0).round(), "middle"), (x.to, "end")] {
                label(page, anchor, [x.at(at), 201.0], &short(at));
            }
            for (block, difference) in &running.blocks {
                dot(page, "block", [x.at(*block as f64), y.at(difference.clamp(-top, top))], 1.7);
            }
            let known: Vec<_> =
                running.means.iter().filter_map(|(block, _, interval)| Some((*block as f64, (*interval)?))).collect();
            let inside = |value: f64| y.at(value.clamp(-top, top));
            let upper = known.iter().map(|(block, interval)| [x.at(*block), inside(interval.high)]);
            let lower = known.iter().rev().map(|(block, interval)| [x.at(*block), inside(interval.low)]);
            page.empty("polygon", &[("class", "band"), ("points", &points(upper.chain(lower)))]);
            let means = running.means.iter().map(|(block, mean, _)| [x.at(*block as f64), inside(*mean)]);
            page.empty("polyline", &[("class", "mean-line"), ("points", &points(means))]);
        });
    });
}

/// A drawing for each measure of a target: the wanted range as a band, and the interval of every combination that is shown.
pub(super) fn targets(page: &mut Markup, front: &Front) {
    const ROW: f64 = 18.0;
    let shown = if front.front.is_empty() { &front.nearest } else { &front.front };
    let field = |number: &Number| number.key.rsplit('.').next().unwrap_or(&number.key).to_owned();
    let fields: Vec<String> = front.numbers.iter().map(field).collect();
    for (index, wanted) in front.target.iter().enumerate() {
        let of = |arm: &usize| &front.combinations[*arm].judged.measures[index];
        let ends = shown.iter().flat_map(|arm| {
            let measured = of(arm);
            let interval = measured.interval;
            [
                measured.mean,
                interval.map_or(wanted.from, |at| at.low),
                interval.map_or(wanted.to, |at| at.high),
            ]
        });
        let [low, high] =
            ends.fold([wanted.from, wanted.to], |[low, high], end| [low.min(end), high.max(end)]);
        let bottom = 24.0 + ROW * shown.len() as f64;
        let x = Scale { from: low, to: high, start: 110.0, end: 470.0 };
        let view = format!("0 0 480 {}", number(bottom + 4.0));
        page.within("figure", &[("class", "broad")], |page| {
            let about = format!(
                "{}: the band is what is wanted, a line the interval of a combination ({}).",
                wanted.words,
                fields.join(", ")
            );
            page.element("figcaption", &[], &about);
            page.within("svg", &[("viewBox", &view), ("role", "img")], |page| {
                page.element("title", &[], &format!("{} of each combination", wanted.words));
                let [from, to] = [wanted.from, wanted.to].map(|end| x.at(end));
                let [band, wide, tall] = [from, to - from, bottom - 16.0].map(number);
                page.empty(
                    "rect",
                    &[("class", "band"), ("x", &band), ("y", "16"), ("width", &wide), ("height", &tall)],
                );
                let scale = if wanted.is_share { 100.0 } else { 1.0 };
                for end in [wanted.from, wanted.to] {
                    label(page, "middle", [x.at(end), 11.0], &short(scale * end));
                }
                for (row, arm) in shown.iter().enumerate() {
                    let (measured, y) = (of(arm), 28.0 + ROW * row as f64);
                    let values: Vec<String> =
                        front.combinations[*arm].values.iter().map(|value| short(*value)).collect();
                    label(page, "end", [x.start - 8.0, y + 4.0], &values.join(", "));
                    if let Some(interval) = measured.interval {
                        line(page, "range", [x.at(interval.low), y], [x.at(interval.high), y]);
                    }
                    dot(page, "mean", [x.at(measured.mean), y], 3.5);
                }
            });
        });
    }
}
