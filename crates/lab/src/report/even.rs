//! The drawing of how even tables are: each share of the wins with its interval about a half.

use tabletop::text::markup::{Markup, number};

use super::charts::{Scale, dot, label, line};
use super::numbers::percent;
use super::words::sides::{player, whose};
use crate::findings::{Findings, Lean, SideShare};

/// Height of a row, in units of the drawing.
const ROW: f64 = 18.0;

/// A row for each share that is held against a half.
pub(super) fn chart(page: &mut Markup, findings: &Findings) {
    let rows: Vec<&SideShare> = findings.sides.iter().filter(|share| share.says != Lean::Counted).collect();
    let bottom = 24.0 + ROW * rows.len() as f64;
    let x = Scale { from: 0.0, to: 1.0, start: 250.0, end: 530.0 };
    let view = format!("0 0 540 {}", number(bottom + 4.0));
    page.within("figure", &[("class", "broad")], |page| {
        page.element(
            "figcaption",
            &[],
            "Shares of the wins with their 95 % intervals; even is the middle line.",
        );
        page.within("svg", &[("viewBox", &view), ("role", "img")], |page| {
            page.element("title", &[], "what each side and each force wins");
            for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
                let class = if share == 0.5 { "zero" } else { "grid" };
                line(page, class, [x.at(share), 16.0], [x.at(share), bottom]);
                label(page, "middle", [x.at(share), 11.0], &percent(share));
            }
            for (row, share) in rows.into_iter().enumerate() {
                let y = 28.0 + ROW * row as f64;
                let words = format!(
                    "{}{}: {}",
                    findings.tables[share.table],
                    player(findings, share),
                    whose(findings, share)
                );
                label(page, "end", [x.start - 8.0, y + 4.0], &words);
                if let Some(at) = share.interval {
                    line(page, "range", [x.at(at.low), y], [x.at(at.high), y]);
                    dot(page, "mean", [x.at(share.share), y], 3.5);
                }
            }
        });
    });
}
