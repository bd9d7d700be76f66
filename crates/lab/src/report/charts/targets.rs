//! Drawings of a search: the wanted range of each measure, and the interval of each combination.

use tabletop::text::markup::{Markup, number};

use super::{Scale, dot, label, line, short};
use crate::search::{Front, Number};

/// A drawing for each measure of a target: the wanted range as a band, and the interval of every combination that is shown.
pub(in crate::report) fn targets(page: &mut Markup, front: &Front) {
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
