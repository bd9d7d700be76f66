//! Lines of sight over the table: their states, what cuts them, and what of a body is in view.

use bevy_egui::egui::{Align2, Color32, Pos2, Rect, Shape, Stroke, Vec2, vec2};

use super::lens::OverlayPainter;
use crate::game::engine::view::View;
use crate::rules::sight::SightState;
use crate::table::sight::{BodyPart, BodyView, Light};
use crate::ui::sight_look;
use crate::ui::watch::words::per_cent;
use crate::ui::watch::{Found, Look, Sightline, Way};

/// Paints what was found out.
pub(super) fn paint(lens: &OverlayPainter, view: &View, look: &Look, found: &Found) {
    let closely = found.closely.as_ref().map(|(at, _)| *at);
    let mut taken = Vec::new();
    for (index, line) in found.lines.iter().enumerate() {
        if matches!(look, Look::Units(..)) || closely == Some(index) {
            body(lens, line);
        }
        let width = if closely == Some(index) { 3.0 } else { 1.7 };
        ray(lens, line, width);
    }
    for line in &found.lines {
        blocker(lens, view, line, &mut taken);
    }
    match look {
        Look::Units(_, way) => labels(lens, found, *way, &mut taken),
        Look::One(..) | Look::Pair(..) => {}
        Look::Spot(_, at) => spot(lens, found, at.ground(), at.z.inches()),
    }
}

fn seen(lens: &OverlayPainter, [x, y, z]: [f64; 3]) -> Option<Pos2> {
    lens.point([x, y], z)
}

/// The line as its state is drawn; one that is cut ends there, and its rest is faint.
fn ray(lens: &OverlayPainter, line: &Sightline, width: f32) {
    let [from, to] = line.ends.map(|end| seen(lens, end));
    let (Some(from), Some(to)) = (from, to) else { return };
    let state = line.seen.judged.state;
    let Some((_, at)) = line.cut else {
        sight_look::line(lens.painter, [from, to], state, width);
        lens.painter.circle(from, width + 0.8, sight_look::ink(state), Stroke::NONE);
        return;
    };
    let Some(at) = seen(lens, at) else { return };
    sight_look::line(lens.painter, [from, at], state, width);
    let faint = Stroke::new(1.0_f32, sight_look::ink(state).gamma_multiply(0.6));
    lens.painter.extend(Shape::dashed_line(&[at, to], faint, 2.0, 7.0));
    bar(lens, at, to - from, sight_look::ink(state));
}

/// A bar across a line, where it ends.
fn bar(lens: &OverlayPainter, at: Pos2, along: Vec2, ink: Color32) {
    let across = along.normalized().rot90() * 7.0;
    for (width, ink) in [(6.0_f32, Color32::from_black_alpha(190)), (3.0, ink)] {
        lens.painter.line_segment([at - across, at + across], Stroke::new(width, ink));
    }
}

/// The name of what cuts a line, once for all lines that end near by.
fn blocker(lens: &OverlayPainter, view: &View, line: &Sightline, taken: &mut Vec<Rect>) {
    let Some((piece, at)) = line.cut else { return };
    let Some(at) = seen(lens, at).filter(|at| lens.painter.clip_rect().contains(*at)) else { return };
    let room = Rect::from_center_size(at + vec2(0.0, 14.0), vec2(70.0, 16.0));
    if taken.iter().any(|other| other.intersects(room)) {
        return;
    }
    let name = &view.terrain().pieces[piece].id;
    let ink = sight_look::ink(SightState::Hidden);
    taken.push(lens.small(at + vec2(0.0, 9.0), Align2::CENTER_TOP, name, ink));
}

/// The target's rectangle as it faces the eyes: what is in view tinted, what is not dark and hatched.
fn body(lens: &OverlayPainter, line: &Sightline) {
    let point = |left: f64, up: f64| seen(lens, line.body.point(left, up));
    figure(lens, &line.body, sight_look::ink(line.seen.judged.state), &point);
}

/// A body, wherever its points are drawn.
pub(super) fn figure(
    lens: &OverlayPainter,
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
        lens.painter.add(Shape::convex_polygon(corners, fill, Stroke::NONE));
    }
    for part in body.parts.iter().filter(|part| part.light == Light::Shadow) {
        for [from, to] in hatch(part) {
            if let (Some(from), Some(to)) = (point(from[0], from[1]), point(to[0], to[1])) {
                let stroke = Stroke::new(1.0_f32, Color32::from_white_alpha(130));
                lens.painter.line_segment([from, to], stroke);
            }
        }
    }
    let rim = [[wide[0], 0.0], [wide[1], 0.0], [wide[1], high], [wide[0], high]];
    let rim: Option<Vec<Pos2>> = rim.into_iter().map(|[left, up]| point(left, up)).collect();
    if let Some(rim) = rim {
        lens.painter.add(Shape::closed_line(rim, Stroke::new(1.4_f32, ink)));
    }
}

/// Between the lines of a hatching, inches.
const HATCH: f64 = 0.16;

/// Slanted lines over a part, clipped to it: ends left of the middle line and over the foot.
fn hatch(part: &BodyPart) -> Vec<[[f64; 2]; 2]> {
    let BodyPart { sides: [from, to], low, high, .. } = *part;
    let width = to - from;
    let slope = |[a, b]: [f64; 2]| (b - a) / width;
    let least = (low[0].min(low[1]) - to) / HATCH;
    let most = (high[0].max(high[1]) - from) / HATCH;
    let mut found = Vec::new();
    for index in least.floor() as i32..=most.ceil() as i32 {
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
fn labels(lens: &OverlayPainter, found: &Found, way: Way, taken: &mut Vec<Rect>) {
    for (line, [seeing, all]) in found.lines.iter().zip(&found.counts) {
        let seen_state = line.seen.state;
        let (unit, end, height) = match way {
            Way::Sees => (line.seen.to.unit, line.seen.target.foot, line.seen.target.height),
            Way::IsSeen => (line.seen.from.unit, line.seen.observer.foot, line.seen.observer.height),
        };
        let over = end.z.inches() + height.inches() + 0.2;
        let Some(at) = lens.point(end.ground(), over) else { continue };
        if !lens.painter.clip_rect().contains(at) {
            continue;
        }
        let share = per_cent(line.seen.sighting.in_view);
        let mut text = format!("{unit}  {} {share}", sight_look::word(seen_state));
        if line.seen.shot.evasion.sight > 0 && seen_state != SightState::Hidden {
            text += &format!(" · Ev +{}", line.seen.shot.evasion.sight);
        }
        if !line.seen.state_allows_fire {
            text += " · beyond Aw";
        }
        if *all > 1 {
            text += &format!(" · {seeing} of {all} see");
        }
        let size = vec2(text.chars().count() as f32 * 6.0, 18.0);
        // Upward, until there is room.
        let place = (0..8).map(|step| at - vec2(0.0, 4.0 + 19.0 * step as f32));
        let free = |at: &Pos2| {
            let room = Align2::CENTER_BOTTOM.anchor_size(*at, size);
            !taken.iter().any(|other| other.intersects(room))
        };
        let place = place.into_iter().find(free).unwrap_or(at);
        taken.push(lens.small(place, Align2::CENTER_BOTTOM, &text, sight_look::ink(seen_state)));
    }
}

/// The spot, how many would see a model there, and how well at best.
fn spot(lens: &OverlayPainter, found: &Found, at: [f64; 2], height: f64) {
    let Some(at) = lens.point(at, height) else { return };
    let best = found.lines.iter().map(|line| line.seen.judged.state).min();
    let ink = best.map_or(sight_look::ink(SightState::Hidden), sight_look::ink);
    lens.painter.circle(at, 5.0, Color32::from_black_alpha(140), Stroke::new(2.0_f32, ink));
    let seeing = found.lines.len();
    let text = match best {
        Some(best) => format!("Seen here by {seeing} of {}: {} at best", found.asked, sight_look::word(best)),
        None => format!("Seen here by none of {}", found.asked),
    };
    let tally = crate::ui::watch::words::tally(found);
    let text = if best.is_some() { format!("{text} ({tally})") } else { text };
    lens.words(at - vec2(0.0, 14.0), Align2::CENTER_BOTTOM, &text, Color32::WHITE, Some(ink));
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
