//! The margin block by block.

use tabletop::text::markup::Markup;

use super::{Scale, about, dot, label, line, points, round_up, short};
use crate::findings::{Findings, Running};
use crate::report::numbers::count;

/// Height of a drawing of blocks: twice as far as their mean, its interval or equal arms reach, but for the first fifth of the blocks.
/// Single blocks may be far away and would press all else to a line. `None` where no block differs.
fn reach(running: &Running) -> Option<f64> {
    running.blocks.iter().any(|block| block.1 != 0.0).then_some(())?;
    let steady = running.means.len() / 5;
    let reached =
        running.means.iter().zip(&running.noise).skip(steady).map(|((_, mean, interval), noise)| {
            let interval = interval.map_or(0.0, |interval| interval.reach());
            mean.abs().max(interval).max(noise.unwrap_or_default())
        });
    Some(2.0 * reached.fold(f64::MIN_POSITIVE, f64::max))
}

/// The margin block by block: every block, the mean so far, and its interval.
pub(in crate::report) fn running(page: &mut Markup, findings: &Findings, running: &Running) {
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
        let how = "A dot is a block, the line their mean so far, the coloured band its 95 % interval; along the bottom: blocks. The grey \
                   is as far as two equal arms are apart after so many blocks in 95 of 100 experiments, each with dice of its own.";
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
            let inside = |value: f64| y.at(value.clamp(-top, top));
            let noise = || {
                let both = running.means.iter().zip(&running.noise);
                both.filter_map(|((block, ..), noise)| Some((x.at(*block as f64), (*noise)?)))
            };
            let upper = noise().map(|(at, noise)| [at, inside(noise)]);
            let lower: Vec<_> = noise().map(|(at, noise)| [at, inside(-noise)]).collect();
            let around = upper.chain(lower.into_iter().rev());
            page.empty("polygon", &[("class", "noise"), ("points", &points(around))]);
            for (block, difference) in &running.blocks {
                dot(page, "block", [x.at(*block as f64), y.at(difference.clamp(-top, top))], 1.7);
            }
            let known: Vec<_> =
                running.means.iter().filter_map(|(block, _, interval)| Some((*block as f64, (*interval)?))).collect();
            let upper = known.iter().map(|(block, interval)| [x.at(*block), inside(interval.high)]);
            let lower = known.iter().rev().map(|(block, interval)| [x.at(*block), inside(interval.low)]);
            page.empty("polygon", &[("class", "band"), ("points", &points(upper.chain(lower)))]);
            let means = running.means.iter().map(|(block, mean, _)| [x.at(*block as f64), inside(*mean)]);
            page.empty("polyline", &[("class", "mean-line"), ("points", &points(means))]);
        });
    });
}
