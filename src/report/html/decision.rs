//! Dice or decision: what orders and dice gained, as two curves, and the turning points, each with a link to its turn.

use super::charts::{BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, name};
use super::prose::prose;
use crate::report::data::Report;
use crate::report::decision::{DiceOrDecision, Step, Swing};
use crate::report::plan::class_of;
use crate::rules::ids::Side;
use tabletop::text::markup::{Markup, number};

/// Space for the last numbers at the right, and between a turning point and its number.
const ENDS: f64 = 28.0;
const SWING: f64 = 7.0;

/// The sentence, the curves, the turning points.
pub(super) fn decision(report: &Report, page: &mut Markup) {
    let Some(found) = &report.dice_or_decision else { return };
    page.within("p", &[("class", "news")], |page| prose(page, &found.said));
    let class = if found.luck.ordinary { "verdict-on-dice ordinary" } else { "verdict-on-dice" };
    page.within("p", &[("class", class)], |page| prose(page, &found.luck.said));
    page.within("div", &[("class", "charts")], |page| {
        orders(page, report, found);
        dice(page, report, found);
    });
    swings(page, report, "The orders that changed most", &found.orders_that_changed);
    swings(page, report, "The dice that changed most", &found.dice_that_changed);
    page.element(
        "p",
        &[("class", "quiet")],
        "Points as on the cards of both forces, as computer players judge: for units and models that are left, for their nerve, and \
         for objectives held or near. An order counts for what was to be expected after it, over all that its dice may show; the \
         dice count for the rest.",
    );
}

/// The scale of a curve: from the first command to the last, from the lowest value to the highest.
struct Scale {
    steps: usize,
    low: f64,
    high: f64,
}

impl Scale {
    fn over(steps: usize, values: impl Iterator<Item = f64>) -> Self {
        let (low, high) =
            values.fold((0.0_f64, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
        let of = |value: f64| if value < 1.0 { 0.0 } else { round_end(value) };
        let (low, high) = (-of(-low), of(high));
        Self { steps, low, high: if high - low < 1.0 { 1.0 } else { high } }
    }

    /// The place after so many commands.
    fn x(&self, commands: usize) -> f64 {
        LEFT + commands as f64 / self.steps.max(1) as f64 * (WIDTH - LEFT - RIGHT - ENDS)
    }

    fn y(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)
    }

    /// A line of steps: each value holds from its command on.
    fn line(&self, values: &[f64]) -> String {
        let mut path = format!("M{} {}", number(self.x(0)), number(self.y(0.0)));
        for (index, value) in values.iter().enumerate() {
            path.push_str(&format!("H{}V{}", number(self.x(index + 1)), number(self.y(*value))));
        }
        path
    }

    /// The area between such a line and zero.
    fn area(&self, values: &[f64]) -> String {
        format!("{}V{}Z", self.line(values), number(self.y(0.0)))
    }
}

/// The next round number at which a scale may end: little of the chart stays empty.
fn round_end(highest: f64) -> f64 {
    let mut unit = 1.0;
    while unit * 10.0 < highest {
        unit *= 10.0;
    }
    let steps = [1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0];
    steps.into_iter().map(|step| step * unit).find(|end| *end >= highest).unwrap_or(10.0 * unit)
}

/// The frame of a chart: its title, its lines, the rounds below it.
fn chart(
    page: &mut Markup,
    report: &Report,
    title: &str,
    scale: &Scale,
    steps: &[Step],
    draw: impl FnOnce(&mut Markup),
) {
    page.within("figure", &[("class", "chart")], |page| {
        page.element("figcaption", &[], title);
        let view_box = format!("0 0 {} {}", number(WIDTH), number(HEIGHT));
        page.within("svg", &[("viewBox", &view_box), ("role", "img"), ("aria-label", title)], |page| {
            let mut values = vec![scale.low, 0.0, scale.high];
            values.dedup();
            for value in values {
                let [from, to, at] = [LEFT, WIDTH - RIGHT, scale.y(value)].map(number);
                let class = if value == 0.0 { "rule zero" } else { "rule" };
                page.empty("path", &[("class", class), ("d", &format!("M{from} {at}H{to}"))]);
                let [x, y] = [LEFT - 5.0, scale.y(value) + 4.0].map(number);
                page.element("text", &[("class", "scale-name"), ("x", &x), ("y", &y)], &signed(value));
            }
            let mut round = 0;
            for (index, step) in steps.iter().enumerate() {
                let of_step = report.turns.get(step.turn).map_or(round, |turn| turn.round);
                if of_step != round {
                    round = of_step;
                    let [x, top, bottom] = [scale.x(index), TOP, HEIGHT - BOTTOM].map(number);
                    page.empty("path", &[("class", "round"), ("d", &format!("M{x} {top}V{bottom}"))]);
                    name(page, scale.x(index) + 4.0, &round.to_string());
                }
            }
            draw(page);
        });
    });
}

/// The orders of each side, by what they gained for it.
fn orders(page: &mut Markup, report: &Report, found: &DiceOrDecision) {
    let steps = &found.curve;
    let of =
        |side: Side| -> Vec<f64> { steps.iter().map(|step| step.orders[side.index()].as_f64()).collect() };
    let values = Side::BOTH.map(of);
    let scale = Scale::over(steps.len(), values.iter().flatten().copied());
    chart(page, report, "What the orders of each side gained", &scale, steps, |page| {
        for side in Side::BOTH {
            let class = format!("curve {}", class_of(side));
            page.empty("path", &[("class", &class), ("d", &scale.line(&values[side.index()]))]);
        }
        let last = |side: Side| values[side.index()].last().copied().unwrap_or_default();
        let apart = 12.0 - (scale.y(last(Side::A)) - scale.y(last(Side::B))).abs();
        let upper = if last(Side::A) >= last(Side::B) { Side::A } else { Side::B };
        for side in Side::BOTH {
            let push = apart.max(0.0) / 2.0;
            let y = scale.y(last(side)) + 4.0 + if side == upper { -push } else { push };
            end(page, &scale, y, last(side), class_of(side));
        }
        for (place, swing) in found.orders_that_changed.iter().enumerate() {
            let Some(index) = steps.iter().position(|step| step.command == swing.command) else { continue };
            let value = values[steps[index].by.index()][index];
            mark(page, &scale, index, value, (place, swing));
        }
    });
}

/// The dice, over the band of usual ones.
fn dice(page: &mut Markup, report: &Report, found: &DiceOrDecision) {
    let steps = &found.curve;
    let values: Vec<f64> = steps.iter().map(|step| step.dice.as_f64()).collect();
    let usual: Vec<f64> = steps.iter().map(|step| step.deviation.as_f64()).collect();
    let below = usual.iter().map(|value| -value);
    let scale =
        Scale::over(steps.len(), values.iter().copied().chain(usual.iter().copied()).chain(below.clone()));
    chart(page, report, "What the dice gave: up for A, down for B", &scale, steps, |page| {
        let below: Vec<f64> = below.collect();
        for band in [&usual, &below] {
            page.empty("path", &[("class", "usual"), ("d", &scale.area(band))]);
        }
        let ordinary = if found.luck.ordinary { " ordinary" } else { "" };
        for (side, cut) in [(Side::A, f64::max as fn(f64, f64) -> f64), (Side::B, f64::min)] {
            let part: Vec<f64> = values.iter().map(|value| cut(*value, 0.0)).collect();
            let class = format!("luck-of {}{ordinary}", class_of(side));
            page.empty("path", &[("class", &class), ("d", &scale.area(&part))]);
        }
        let class = format!("curve dice-curve{ordinary}");
        page.empty("path", &[("class", &class), ("d", &scale.line(&values))]);
        let last = values.last().copied().unwrap_or_default();
        end(page, &scale, scale.y(last) + 4.0, last, "");
        for (place, swing) in found.dice_that_changed.iter().enumerate() {
            if let Some(index) = steps.iter().position(|step| step.command == swing.command) {
                mark(page, &scale, index, values[index], (place, swing));
            }
        }
    });
}

/// The last value of a curve.
fn end(page: &mut Markup, scale: &Scale, y: f64, value: f64, class: &str) {
    let [x, y] = [scale.x(scale.steps) + 5.0, y].map(number);
    page.element("text", &[("class", &format!("end {class}")), ("x", &x), ("y", &y)], &signed(value.round()));
}

/// A turning point on its curve, with the number that it has in the list; it leads to its turn.
fn mark(page: &mut Markup, scale: &Scale, index: usize, value: f64, (place, swing): (usize, &Swing)) {
    let turn = format!("#turn-{}", swing.turn);
    let title = format!("{}: {}", swing.headline, swing.what);
    page.within("a", &[("href", &turn), ("class", &format!("swing {}", class_of(swing.side)))], |page| {
        page.element("title", &[], &title);
        let [x, y] = [scale.x(index + 1), scale.y(value)].map(number);
        page.empty("circle", &[("cx", &x), ("cy", &y), ("r", &number(SWING))]);
        let y = number(scale.y(value) + 3.6);
        page.element("text", &[("x", &x), ("y", &y)], &(place + 1).to_string());
    });
}

/// `+34`, `−7`, `0`.
fn signed(value: f64) -> String {
    match value {
        // There is no room for the sign of large ones.
        value if value >= 1000.0 => number(value),
        value if value > 0.0 => format!("+{}", number(value)),
        value if value < 0.0 => format!("−{}", number(-value)),
        _ => "0".to_owned(),
    }
}

/// Turning points of a kind: what happened first, then why it is one.
fn swings(page: &mut Markup, report: &Report, title: &str, swings: &[Swing]) {
    if swings.is_empty() {
        return;
    }
    page.element("h3", &[], title);
    page.within("ol", &[("class", "swings")], |page| {
        for swing in swings {
            page.within("li", &[("class", class_of(swing.side))], |page| {
                page.within("p", &[("class", "swing-head")], |page| {
                    let turn = report.turns.get(swing.turn).map_or("", |turn| turn.title.as_str());
                    page.within("b", &[], |page| prose(page, &swing.headline));
                    page.text(" ");
                    page.element("a", &[("href", &format!("#turn-{}", swing.turn))], turn);
                });
                page.within("p", &[], |page| prose(page, &swing.what));
                page.element("p", &[("class", "quiet")], &swing.reason);
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A step holds until the next command, and the area closes at zero.
    #[test]
    fn a_curve_steps_from_command_to_command() {
        let scale = Scale { steps: 2, low: -10.0, high: 10.0 };
        let [left, middle, right] = [0, 1, 2].map(|commands| number(scale.x(commands)));
        let [zero, up, down] = [0.0, 10.0, -10.0].map(|value| number(scale.y(value)));
        let line = format!("M{left} {zero}H{middle}V{up}H{right}V{down}");
        assert_eq!(scale.line(&[10.0, -10.0]), line);
        assert_eq!(scale.area(&[10.0, -10.0]), format!("{line}V{zero}Z"));
    }

    #[test]
    fn scales_hold_every_value_and_zero() {
        for (values, low, high) in [
            (vec![], 0.0, 1.0),
            (vec![34.0, -7.0], -7.0, 40.0),
            (vec![-3.0, -81.0, 1185.0], -90.0, 1200.0),
            (vec![-3.0, -81.0], -90.0, 0.0),
            (vec![0.2], 0.0, 1.0),
        ] {
            let scale = Scale::over(values.len(), values.iter().copied());
            assert_eq!((scale.low, scale.high), (low, high), "{values:?}");
        }
    }
}
