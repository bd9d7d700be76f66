//! The drawing of shares of the wins about a half: of sides and forces, or of players against each other.

use tabletop::text::markup::{Markup, number};

use super::charts::{Scale, dot, label, line, short};
use super::words::meetings;
use super::words::sides::{player, whose};
use crate::findings::{Findings, HeadToHead, Lean, SideShare};
use crate::statistics::Interval;

/// Height of a row, in units of the drawing.
const ROW: f64 = 18.0;

/// A share that is held against a half.
struct Share {
    words: String,
    share: f64,
    interval: Option<Interval>,
}

/// A row for each share of sides and forces; where there is none, for each meeting of players.
pub(super) fn chart(page: &mut Markup, findings: &Findings) {
    let judged = findings.sides.iter().filter(|share| share.says != Lean::Counted);
    let sides: Vec<Share> = judged.map(|share| of_side(findings, share)).collect();
    match sides.is_empty() {
        false => drawing(page, &sides, "an even table"),
        true => {
            let meetings: Vec<Share> =
                findings.head_to_head.iter().map(|meeting| of_meeting(findings, meeting)).collect();
            drawing(page, &meetings, "two equal players");
        }
    }
}

fn of_side(findings: &Findings, share: &SideShare) -> Share {
    let words =
        format!("{}{}: {}", findings.tables[share.table], player(findings, share), whose(findings, share));
    Share { words, share: share.share, interval: share.interval }
}

fn of_meeting(findings: &Findings, meeting: &HeadToHead) -> Share {
    let [a, b] = &findings.players[meeting.players];
    let interval = Some(meetings::interval(meeting));
    Share { words: format!("{a} against {b}"), share: meeting.share, interval }
}

/// As far on both sides of a half as the drawing goes: to the farthest interval.
fn reach(rows: &[Share]) -> f64 {
    let ends = rows.iter().flat_map(|row| {
        let ends = row.interval.map(|Interval { low, high }| [low, high, 0.5 + (high - low) / 2.0]);
        ends.unwrap_or([row.share; 3])
    });
    let farthest = ends.map(|end| (end - 0.5).abs()).fold(0.0, f64::max);
    [0.05, 0.1, 0.2].into_iter().find(|reach| farthest <= *reach).unwrap_or(0.5)
}

fn drawing(page: &mut Markup, rows: &[Share], equal: &str) {
    let bottom = 24.0 + ROW * rows.len() as f64;
    let reach = reach(rows);
    let x = Scale { from: 0.5 - reach, to: 0.5 + reach, start: 250.0, end: 515.0 };
    let view = format!("0 0 540 {}", number(bottom + 4.0));
    page.within("figure", &[("class", "broad")], |page| {
        let about = format!(
            "Shares of the wins, a dot each, with their 95 % intervals; the middle line is a half, the grey about it what {equal} \
             would give in 95 of 100 experiments of this size."
        );
        page.element("figcaption", &[], &about);
        page.within("svg", &[("viewBox", &view), ("role", "img")], |page| {
            page.element("title", &[], "shares of the wins about a half");
            for (row, share) in rows.iter().enumerate() {
                let Some(Interval { low, high }) = share.interval else { continue };
                let half = (high - low) / 2.0;
                let ends = [0.5 - half, 0.5 + half].map(|end| x.at(end.clamp(x.from, x.to)));
                let [from, wide, top, tall] =
                    [ends[0], ends[1] - ends[0], 20.0 + ROW * row as f64, ROW - 2.0].map(number);
                page.empty(
                    "rect",
                    &[("class", "noise"), ("x", &from), ("y", &top), ("width", &wide), ("height", &tall)],
                );
            }
            for quarter in [-1.0, -0.5, 0.0, 0.5, 1.0] {
                let class = if quarter == 0.0 { "zero" } else { "grid" };
                let share = 0.5 + quarter * reach;
                line(page, class, [x.at(share), 16.0], [x.at(share), bottom]);
                label(page, "middle", [x.at(share), 11.0], &format!("{} %", short(100.0 * share)));
            }
            for (row, share) in rows.iter().enumerate() {
                let y = 28.0 + ROW * row as f64;
                label(page, "end", [x.start - 8.0, y + 4.0], &share.words);
                if let Some(at) = share.interval {
                    line(page, "range", [x.at(at.low), y], [x.at(at.high), y]);
                    dot(page, "mean", [x.at(share.share), y], 3.5);
                }
            }
        });
    });
}
