//! Small charts: losses, hits and suppression by round, and the score as a curve. Drawn as they stand: every bar has its number.

use crate::report::data::Report;
use crate::report::plan::class_of;
use crate::rules::ids::Side;
use tabletop::text::markup::{Markup, number};

/// The size of a chart, and of the part in which it draws.
pub(super) const WIDTH: f64 = 340.0;
pub(super) const HEIGHT: f64 = 170.0;
pub(super) const LEFT: f64 = 34.0;
pub(super) const RIGHT: f64 = 14.0;
pub(super) const TOP: f64 = 18.0;
pub(super) const BOTTOM: f64 = 26.0;

/// All charts, with the names of the sides.
pub(super) fn figures(report: &Report, page: &mut Markup) {
    page.within("p", &[("class", "sides-key")], |page| {
        for side in &report.sides {
            page.element("span", &[("class", &format!("dot {}", class_of(side.side)))], "");
            page.text(&format!("{} ({})   ", side.force, side.side));
        }
    });
    page.within("div", &[("class", "charts")], |page| {
        let score = |of: &dyn Fn(&crate::report::data::Score, usize) -> f64| {
            let turns = report.turns.iter();
            let points: Vec<Moment> = turns
                .map(|turn| Moment {
                    name: turn.side.map_or_else(|| "0".to_owned(), |_| turn.round.to_string()),
                    values: Side::BOTH.map(|side| of(&turn.score, side.index())),
                })
                .collect();
            points
        };
        curve(page, "Points left, turn by turn", &score(&|score, side| f64::from(score.points[side])));
        if report.turns.iter().any(|turn| !turn.objectives.is_empty()) {
            curve(
                page,
                "Objectives held, turn by turn",
                &score(&|score, side| score.objectives[side] as f64),
            );
        }
        let by_round = |of: &dyn Fn(&crate::report::data::Round, usize) -> f64| -> Vec<Moment> {
            let rounds = report.rounds.iter();
            rounds
                .map(|round| Moment {
                    name: round.round.to_string(),
                    values: Side::BOTH.map(|side| of(round, side.index())),
                })
                .collect()
        };
        bars(page, "Models lost, by round", &by_round(&|round, side| round.lost[side] as f64));
        bars(page, "Hits taken, by round", &by_round(&|round, side| f64::from(round.hits[side])));
        bars(
            page,
            "Units that became suppressed, by round",
            &by_round(&|round, side| round.suppressed[side] as f64),
        );
    });
}

/// A point of a chart along its lower side.
struct Moment {
    name: String,
    values: [f64; 2],
}

fn chart(page: &mut Markup, title: &str, moments: &[Moment], draw: impl FnOnce(&mut Markup, f64)) {
    let highest = moments.iter().flat_map(|moment| moment.values).fold(0.0, f64::max);
    let top = nice(highest);
    page.within("figure", &[("class", "chart")], |page| {
        page.element("figcaption", &[], title);
        let view_box = format!("0 0 {} {}", number(WIDTH), number(HEIGHT));
        page.within("svg", &[("viewBox", &view_box), ("role", "img"), ("aria-label", title)], |page| {
            for share in [0.0, 0.5, 1.0] {
                let y = height_of(share);
                let [from, to, at] = [LEFT, WIDTH - RIGHT, y].map(number);
                page.empty("path", &[("class", "rule"), ("d", &format!("M{from} {at}H{to}"))]);
                let value = top * share;
                if value.fract() == 0.0 {
                    let [x, y] = [LEFT - 5.0, y + 4.0].map(number);
                    page.element("text", &[("class", "scale-name"), ("x", &x), ("y", &y)], &number(value));
                }
            }
            if !moments.is_empty() {
                draw(page, top);
            }
        });
    });
}

fn height_of(share: f64) -> f64 {
    HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)
}

/// The next of 1, 2, 4, 5, 6, 8 or 10 times a power of ten.
fn nice(highest: f64) -> f64 {
    let mut unit = 1.0;
    while unit * 10.0 < highest {
        unit *= 10.0;
    }
    let steps = [1.0, 2.0, 4.0, 5.0, 6.0, 8.0, 10.0];
    steps.into_iter().map(|step| step * unit).find(|step| *step >= highest).unwrap_or(10.0 * unit).max(1.0)
}

fn bars(page: &mut Markup, title: &str, moments: &[Moment]) {
    chart(page, title, moments, |page, top| {
        let wide = (WIDTH - LEFT - RIGHT) / moments.len() as f64;
        let bar = (wide * 0.36).min(26.0);
        for (index, moment) in moments.iter().enumerate() {
            let middle = LEFT + (index as f64 + 0.5) * wide;
            for side in Side::BOTH {
                let value = moment.values[side.index()];
                let x = if side == Side::A { middle - bar - 1.0 } else { middle + 1.0 };
                let y = height_of(value / top);
                let high = height_of(0.0) - y;
                let [left, upper, width, height] = [x, y, bar, high].map(number);
                let class = format!("bar {}", class_of(side));
                page.empty(
                    "rect",
                    &[("class", &class), ("x", &left), ("y", &upper), ("width", &width), ("height", &height)],
                );
                let [x, y] = [x + bar / 2.0, y - 3.0].map(number);
                page.element("text", &[("class", "value"), ("x", &x), ("y", &y)], &number(value));
            }
            name(page, middle, &moment.name);
        }
    });
}

fn curve(page: &mut Markup, title: &str, moments: &[Moment]) {
    chart(page, title, moments, |page, top| {
        let steps = moments.len().saturating_sub(1).max(1) as f64;
        let x_of = |index: usize| LEFT + 8.0 + index as f64 / steps * (WIDTH - LEFT - RIGHT - 34.0);
        let mut ends = [0.0; 2];
        for side in Side::BOTH {
            let at = |(index, moment): (usize, &Moment)| {
                [x_of(index), height_of(moment.values[side.index()] / top)]
            };
            let points: Vec<[f64; 2]> = moments.iter().enumerate().map(at).collect();
            let path: Vec<String> =
                points.iter().map(|[x, y]| format!("{} {}", number(*x), number(*y))).collect();
            let class = format!("curve {}", class_of(side));
            page.empty("path", &[("class", &class), ("d", &format!("M{}", path.join("L")))]);
            for [x, y] in points.iter().map(|point| point.map(number)) {
                page.empty(
                    "circle",
                    &[("class", &format!("dot {}", class_of(side))), ("cx", &x), ("cy", &y), ("r", "2.6")],
                );
            }
            ends[side.index()] = points.last().map_or(0.0, |point| point[1]);
        }
        // The two last numbers stand apart, however near the curves are.
        let apart = 12.0 - (ends[0] - ends[1]).abs();
        let push = if apart > 0.0 { apart / 2.0 } else { 0.0 };
        let upper = usize::from(ends[1] < ends[0]);
        for side in Side::BOTH {
            let off = if side.index() == upper { -push } else { push };
            let [x, y] = [x_of(moments.len() - 1) + 7.0, ends[side.index()] + 4.0 + off].map(number);
            let value = moments.last().map_or(0.0, |moment| moment.values[side.index()]);
            let class = format!("end {}", class_of(side));
            page.element("text", &[("class", &class), ("x", &x), ("y", &y)], &number(value));
        }
        let mut last = None;
        for (index, moment) in moments.iter().enumerate() {
            if last != Some(&moment.name) {
                name(page, x_of(index), &moment.name);
            }
            last = Some(&moment.name);
        }
    });
}

pub(super) fn name(page: &mut Markup, x: f64, name: &str) {
    let [x, y] = [x, HEIGHT - 8.0].map(number);
    page.element("text", &[("class", "name"), ("x", &x), ("y", &y)], name);
}

#[cfg(test)]
mod tests {
    use super::nice;

    #[test]
    fn scales_end_in_round_numbers() {
        for (highest, top) in
            [(0.0, 1.0), (1.0, 1.0), (3.0, 4.0), (7.0, 8.0), (11.0, 20.0), (780.0, 800.0), (1000.0, 1000.0)]
        {
            assert_eq!(nice(highest), top, "{highest}");
        }
    }
}
