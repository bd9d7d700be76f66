//! Lines of sight over the table: their states, what blocks them, and how much of each target is in view.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::Res;
use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2};

use super::eyes::through_eyes;
use super::legend::Row;
use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::OverlayPainter;
use super::signs::{Face, Rank, Sign, Usual};
use crate::game::engine::view::View;
use crate::game::narration::words;
use crate::rules::sight::SightState;
use crate::table::sight::{BodyPart, BodyView, Light};
use crate::ui::looks::sight_look;
use crate::ui::questions::sight::text::{per_cent, tally};
use crate::ui::questions::sight::{SightDirection, SightQuery, SightReport, SightRequest, Sightline};
use crate::ui::session::open_game::OpenGame;

/// The same piece is named again where another line ends so far away, and no farther from there; pixels.
const BLOCKER_APART_PX: f32 = 90.0;
const BLOCKER_REACH_PX: f32 = 31.0;

/// The lines of sight that are shown.
pub(super) struct SightLines;

impl Overlay for SightLines {
    type Inputs = (Res<'static, OpenGame>, Res<'static, SightQuery>);

    fn paint(frame: &mut OverlayFrame, (opened, sight_query): &SystemParamItem<Self::Inputs>) {
        let Some((request, found)) = sight_query.shown() else { return };
        if let SightRequest::Eyes(model) = request {
            return through_eyes(frame, &opened.game.battle().view(), *model, found);
        }
        frame.legend.extend(legend(request, found));
        paint(frame, &opened.game.battle().view(), request, found);
    }
}

/// Legend of the lines: their observers or targets, and their states.
fn legend(request: &SightRequest, found: &SightReport) -> Vec<Row> {
    let whose = match request {
        SightRequest::Units(unit, SightDirection::Sees) => format!("What {unit} sees"),
        SightRequest::Units(unit, SightDirection::IsSeen) => format!("Who sees {unit}"),
        SightRequest::One(unit, model, SightDirection::Sees) => format!("From {unit} to {model}"),
        SightRequest::One(unit, model, SightDirection::IsSeen) => format!("From {model} to {unit}"),
        SightRequest::Pair(from, to) => format!("From {from} to {to}"),
        SightRequest::Spot(model, _) => format!("Who would see {model} here"),
        SightRequest::Eyes(model) => format!("What {model} sees"),
    };
    let is_shown = |state: &SightState| found.lines.iter().any(|line| line.seen.state == *state);
    let row = |state| {
        let text = format!("{}: {}", sight_look::word(state), sight_look::pattern(state));
        Row::line(text, move |painter, rect| line_sample(painter, rect, state))
    };
    let states = sight_look::STATES.into_iter().filter(is_shown).map(row);
    if found.lines.is_empty() {
        Vec::new()
    } else {
        std::iter::once(Row::text(whose)).chain(states).collect()
    }
}

/// A sample of a line; a blocked one ends at a bar.
fn line_sample(painter: &OverlayPainter, rect: Rect, state: SightState) {
    let [start, end] = [rect.left_center(), rect.right_center()];
    if state != SightState::Hidden {
        return sight_look::line(painter.egui, [start, end], state, 1.7);
    }
    let middle = rect.center();
    sight_look::line(painter.egui, [start, middle], state, 1.7);
    let bar = [middle - Vec2::new(0.0, 6.0), middle + Vec2::new(0.0, 6.0)];
    painter.egui.line_segment(bar, Stroke::new(3.0_f32, sight_look::ink(state)));
}

/// Paints the lines that were found.
fn paint(frame: &mut OverlayFrame, view: &View, request: &SightRequest, found: &SightReport) {
    let painter = &frame.painter;
    let detailed = found.detailed.as_ref().map(|(at, _)| *at);
    for (index, line) in found.lines.iter().enumerate() {
        if matches!(request, SightRequest::Units(..)) || detailed == Some(index) {
            body(painter, line);
        }
        let width = if detailed == Some(index) { 3.0 } else { 1.7 };
        ray(painter, line, width);
    }
    match request {
        SightRequest::Units(_, direction) => labels(frame, found, *direction),
        SightRequest::One(..) | SightRequest::Pair(..) | SightRequest::Eyes(_) => {}
        SightRequest::Spot(_, at) => spot(frame, found, at.ground(), at.z.inches()),
    }
    blockers(frame, view, found);
}

fn seen(painter: &OverlayPainter, [x, y, z]: [f64; 3]) -> Option<Pos2> {
    painter.point([x, y], z)
}

/// A line, drawn by its state for the unit that looks, by which the odds go as well; a blocked one ends at a bar, and the rest of it is faint.
fn ray(painter: &OverlayPainter, line: &Sightline, width: f32) {
    let [from, to] = line.ends.map(|end| seen(painter, end));
    let (Some(from), Some(to)) = (from, to) else { return };
    let state = line.seen.state;
    let Some((_, at)) = line.cut else {
        sight_look::line(painter.egui, [from, to], state, width);
        painter.egui.circle(from, width + 0.8, sight_look::ink(state), Stroke::NONE);
        return;
    };
    let Some(at) = seen(painter, at) else { return };
    sight_look::line(painter.egui, [from, at], state, width);
    let faint = Stroke::new(1.0_f32, sight_look::ink(state).gamma_multiply(0.6));
    painter.egui.extend(Shape::dashed_line(&[at, to], faint, 2.0, 7.0));
    bar(painter, at, to - from, sight_look::ink(state));
}

/// A bar across a line where it is blocked.
fn bar(painter: &OverlayPainter, at: Pos2, along: Vec2, ink: Color32) {
    let across = along.normalized().rot90() * 7.0;
    for (width, ink) in [(6.0_f32, Color32::from_black_alpha(190)), (3.0, ink)] {
        painter.egui.line_segment([at - across, at + across], Stroke::new(width, ink));
    }
}

/// The names of what blocks lines, each once for all lines that end close together.
fn blockers(frame: &mut OverlayFrame, view: &View, found: &SightReport) {
    let painter = &frame.painter;
    let mut named: Vec<(usize, Pos2)> = Vec::new();
    for (piece, at) in found.lines.iter().filter_map(|line| line.cut) {
        let Some(at) = seen(painter, at) else { continue };
        if named.iter().any(|(known, there)| *known == piece && there.distance(at) < BLOCKER_APART_PX) {
            continue;
        }
        named.push((piece, at));
        let name = words::piece(&view.terrain().pieces[piece].id);
        let face = Face::small(painter, &name, sight_look::ink(SightState::Hidden));
        frame.signs.add(Sign::at(at, 5.0, Usual::Below, face).rank(Rank::Detail).within(BLOCKER_REACH_PX));
    }
}

/// The rectangle of the target as it faces the eyes: tinted where it is in view, dark and hatched where it is not.
fn body(painter: &OverlayPainter, line: &Sightline) {
    let point = |left: f64, up: f64| seen(painter, line.body.point(left, up));
    figure(painter.egui, &line.body, sight_look::ink(line.seen.state), &point);
}

/// A body, its points mapped to pixels.
pub(super) fn figure(
    painter: &Painter,
    body: &BodyView,
    ink: Color32,
    point: &dyn Fn(f64, f64) -> Option<Pos2>,
) {
    let (mut wide, mut high) = ([f64::INFINITY, f64::NEG_INFINITY], 0.0_f64);
    for part in &body.parts {
        wide = [wide[0].min(part.sides[0]), wide[1].max(part.sides[1])];
        high = high.max(part.high[0]).max(part.high[1]);
        let corners: Option<Vec<Pos2>> =
            part.corners().into_iter().map(|[left, up]| point(left, up)).collect();
        let Some(corners) = corners else { return };
        let fill = match part.light {
            Light::Open => ink.gamma_multiply(0.5),
            Light::Shadow => Color32::from_black_alpha(205),
        };
        painter.add(Shape::convex_polygon(corners, fill, Stroke::NONE));
    }
    for part in body.parts.iter().filter(|part| part.light == Light::Shadow) {
        for [from, to] in hatch(part) {
            if let (Some(from), Some(to)) = (point(from[0], from[1]), point(to[0], to[1])) {
                let stroke = Stroke::new(1.0_f32, Color32::from_white_alpha(130));
                painter.line_segment([from, to], stroke);
            }
        }
    }
    let rim = [[wide[0], 0.0], [wide[1], 0.0], [wide[1], high], [wide[0], high]];
    let rim: Option<Vec<Pos2>> = rim.into_iter().map(|[left, up]| point(left, up)).collect();
    if let Some(rim) = rim {
        painter.add(Shape::closed_line(rim, Stroke::new(1.4_f32, ink)));
    }
}

/// Distance between hatching lines, inches.
const HATCH: f64 = 0.16;

/// Slanted lines over a part, clipped to it; their ends as offsets to the left of the middle and above the foot.
fn hatch(part: &BodyPart) -> Vec<[[f64; 2]; 2]> {
    let BodyPart { sides: [from, to], low, high, .. } = *part;
    let width = to - from;
    let slope = |[a, b]: [f64; 2]| (b - a) / width;
    let first = (low[0].min(low[1]) - to) / HATCH;
    let last = (high[0].max(high[1]) - from) / HATCH;
    let mut found = Vec::new();
    for index in first.floor() as i32..=last.ceil() as i32 {
        // The line is `up = left + offset`; it is inside where it is over the lower edge and under
        // the upper one, each a bound on `left`.
        let offset = f64::from(index) * HATCH;
        let mut span = [from, to];
        for (edge, sign) in [(low, 1.0), (high, -1.0)] {
            let (rate, over) = (sign * (1.0 - slope(edge)), sign * (from + offset - edge[0]));
            if rate.abs() < 1e-12 {
                if over < 0.0 {
                    span = [to, from];
                }
            } else if rate > 0.0 {
                span[0] = span[0].max(from - over / rate);
            } else {
                span[1] = span[1].min(from - over / rate);
            }
        }
        if span[1] - span[0] > 1e-9 {
            found.push(span.map(|left| [left, left + offset]));
        }
    }
    found
}

/// At the far end of each line: whose it is, its state, the share, and what that adds to Ev.
fn labels(frame: &mut OverlayFrame, found: &SightReport, direction: SightDirection) {
    let painter = &frame.painter;
    for (line, [seeing, all]) in found.lines.iter().zip(&found.counts) {
        let state = line.seen.state;
        let (unit, end, height) = match direction {
            SightDirection::Sees => (line.seen.to.unit, line.seen.target.foot, line.seen.target.height),
            SightDirection::IsSeen => {
                (line.seen.from.unit, line.seen.observer.foot, line.seen.observer.height)
            }
        };
        let over = end.z.inches() + height.inches() + 0.2;
        let Some(at) = painter.point(end.ground(), over) else { continue };
        let share = per_cent(line.seen.sighting.in_view);
        let short = format!("{unit}  {} {share}", sight_look::word(state));
        let mut long = short.clone();
        if line.seen.shot.evasion.sight > 0 && state != SightState::Hidden {
            long += &format!(" · Ev +{}", line.seen.shot.evasion.sight);
        }
        if !line.seen.state_allows_fire {
            long += " · beyond Aw";
        }
        if *all > 1 {
            long += &format!(" · {seeing} of {all} see");
        }
        let shortest = format!("{unit} {share}");
        let ink = sight_look::ink(state);
        let [long, short, shortest] = [long, short, shortest].map(|text| Face::small(painter, &text, ink));
        let sign = Sign::at(at, 0.0, Usual::Above, long).or(short).or(shortest);
        frame.signs.add(sign.with_line(at, ink));
    }
}

/// The spot, how many would see a model there, and how well at best.
fn spot(frame: &mut OverlayFrame, found: &SightReport, at: [f64; 2], height: f64) {
    let painter = &frame.painter;
    let Some(at) = painter.point(at, height) else { return };
    let best = found.lines.iter().map(|line| line.seen.judged.state).min();
    let ink = best.map_or(sight_look::ink(SightState::Hidden), sight_look::ink);
    painter.egui.circle(at, 5.0, Color32::from_black_alpha(140), Stroke::new(2.0_f32, ink));
    let seeing = found.lines.len();
    let text = match best {
        Some(best) => {
            format!("Seen here by {seeing} of {} models: {} at best", found.enemies, sight_look::word(best))
        }
        None => format!("Seen here by none of {} models", found.enemies),
    };
    let tally = tally(found);
    let text = if best.is_some() { format!("{text} ({tally})") } else { text };
    let face = Face::text(painter, &text, Color32::WHITE, Some(ink));
    frame.signs.add(Sign::at(at, 10.0, Usual::Above, face).anywhere());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every line of a hatching lies in its part, and lines are as far apart as they should be.
    #[test]
    fn a_hatching_stays_in_its_part() {
        for (sides, low, high, lines) in [
            ([-0.5, 0.5], [0.0, 0.0], [1.25, 1.25], 14),
            ([-0.5, 0.0], [0.2, 0.0], [0.2, 1.0], 6),
            ([0.0, 0.001], [0.0, 0.0], [1.0, 1.0], 7),
        ] {
            let part = BodyPart { sides, low, high, light: Light::Shadow };
            let hatch = hatch(&part);
            assert!(hatch.len().abs_diff(lines) <= 1, "{} lines: {part:?}", hatch.len());
            for [left, up] in hatch.into_iter().flatten() {
                let share = (left - sides[0]) / (sides[1] - sides[0]);
                let edge = |line: [f64; 2]| line[0] + share * (line[1] - line[0]);
                assert!((-1e-9..=1.0 + 1e-9).contains(&share), "{left}: {part:?}");
                assert!(edge(low) - 1e-9 <= up && up <= edge(high) + 1e-9, "{left} {up}: {part:?}");
            }
        }
    }
}
