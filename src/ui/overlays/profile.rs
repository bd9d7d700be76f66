//! The side view of a line of sight: what stands in its plane, the rays to foot and top, and both axes in inches.

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2};

use crate::game::engine::view::View;
use crate::table::piece::Kind;
use crate::table::sight::{CutBy, Profile, ProfileCut};
use crate::ui::looks::sight_look;
use crate::ui::questions::sight::Sightline;

/// The colour of text and axes.
const FAINT: Color32 = Color32::from_rgb(150, 158, 170);

/// Inches to pixels.
struct Scale {
    room: Rect,
    along: [f64; 2],
    up: f64,
}

impl Scale {
    fn at(&self, along: f64, up: f64) -> Pos2 {
        let [first, last] = self.along;
        let x = (along - first) / (last - first);
        pos2(
            self.room.left() + x as f32 * self.room.width(),
            self.room.bottom() - (up / self.up) as f32 * self.room.height(),
        )
    }

    fn rect(&self, [from, to]: [f64; 2], [bottom, top]: [f64; 2]) -> Rect {
        Rect::from_two_pos(self.at(from, bottom), self.at(to, top))
    }
}

/// Draws the profile of a line into a room.
pub(super) fn draw(painter: &Painter, room: Rect, view: &View, line: &Sightline, profile: &Profile) {
    let radii = [line.seen.observer.radius, line.seen.target.radius];
    let scale = Scale {
        room: Rect::from_min_max(room.min + vec2(26.0, 4.0), room.max - vec2(6.0, 18.0)),
        along: [-radii[0] - 0.3, profile.length + radii[1] + 0.3],
        up: highest(profile),
    };
    axes(painter, &scale, profile);
    let painter = &painter.with_clip_rect(scale.room.expand(1.0));
    for cut in &profile.cuts {
        solid(painter, &scale, view, cut);
    }
    figures(painter, &scale, profile, radii);
    rays(painter, &scale, line, profile);
    names(painter, &scale, view, profile);
}

/// The height of the picture: above both models and what blocks the line, but not above every high piece.
fn highest(profile: &Profile) -> f64 {
    let heads = profile.observer[1].max(profile.body[1]);
    let tallest = profile.cuts.iter().map(|cut| cut.top).fold(heads, f64::max);
    tallest.min(heads * 2.5 + 1.0) * 1.12
}

/// The table, and inches along it and up.
fn axes(painter: &Painter, scale: &Scale, profile: &Profile) {
    let stroke = Stroke::new(1.0_f32, Color32::from_rgb(58, 65, 77));
    let font = FontId::proportional(10.0);
    for at in ticks(profile.length, 8.0) {
        let foot = scale.at(at, 0.0);
        painter.line_segment([pos2(foot.x, scale.room.top()), foot], stroke);
        painter.text(foot + vec2(0.0, 3.0), Align2::CENTER_TOP, format!("{at}\""), font.clone(), FAINT);
    }
    for at in ticks(scale.up, 4.0) {
        let left = pos2(scale.room.left(), scale.at(0.0, at).y);
        painter.line_segment([left, pos2(scale.room.right(), left.y)], stroke);
        painter.text(left - vec2(4.0, 0.0), Align2::RIGHT_CENTER, format!("{at}\""), font.clone(), FAINT);
    }
}

/// Round numbers from 0 up to a length, at most about `max_count`.
fn ticks(length: f64, max_count: f64) -> Vec<f64> {
    let steps = [0.5, 1.0, 2.0, 3.0, 5.0, 6.0, 10.0, 12.0, 20.0, 30.0];
    let step = steps.into_iter().find(|step| length / step <= max_count).unwrap_or(60.0);
    (0..=(length / step) as i32).map(|index| f64::from(index) * step).collect()
}

fn solid(painter: &Painter, scale: &Scale, view: &View, cut: &ProfileCut) {
    let rect = scale.rect([cut.from, cut.to], [cut.bottom, cut.top]);
    match (cut.by, &view.terrain().pieces[cut.piece].kind) {
        (CutBy::Trees, _) => {
            painter.rect_filled(rect, 0.0, Color32::from_rgba_unmultiplied(70, 130, 70, 70));
            let rim = [rect.left_bottom(), rect.left_top(), rect.right_top(), rect.right_bottom()];
            let ink = Color32::from_rgb(120, 180, 110);
            painter.extend(Shape::dotted_line(&rim, ink, 5.0, 1.0));
        }
        (CutBy::Solid, kind) => {
            let fill = match kind {
                Kind::Hill { .. } => Color32::from_rgb(104, 96, 66),
                _ => Color32::from_rgb(118, 110, 104),
            };
            // A floor has no thickness, but has to be visible.
            let thick = (2.0 - rect.height()).max(0.0) / 2.0;
            let rect = rect.expand2(vec2((2.0 - rect.width()).max(0.0) / 2.0, thick));
            painter.rect(
                rect,
                0.0,
                fill,
                Stroke::new(1.0_f32, Color32::from_rgb(190, 180, 165)),
                StrokeKind::Inside,
            );
        }
    }
}

/// The observer and the target.
fn figures(painter: &Painter, scale: &Scale, profile: &Profile, radii: [f64; 2]) {
    let ink = Color32::from_rgb(222, 226, 232);
    for (at, heights, radius) in [(0.0, profile.observer, radii[0]), (profile.length, profile.body, radii[1])]
    {
        let rect = scale.rect([at - radius, at + radius], heights);
        let fill = Color32::from_white_alpha(26);
        painter.rect(rect, 0.0, fill, Stroke::new(1.2_f32, ink), StrokeKind::Inside);
    }
    let middle = [profile.body[0], profile.body[1]].map(|height| scale.at(profile.length, height));
    painter.line_segment(middle, Stroke::new(2.2_f32, ink));
}

/// The rays to the foot and the top of the target, each up to what blocks it.
fn rays(painter: &Painter, scale: &Scale, line: &Sightline, profile: &Profile) {
    let eyes = scale.at(0.0, profile.eyes);
    let ink = sight_look::ink(line.seen.judged.state);
    let [foot, _, top] = profile.rays;
    for ray in [foot, top] {
        let end = scale.at(profile.length, ray.to);
        match ray.blocked {
            None => drop(painter.line_segment([eyes, end], Stroke::new(1.6_f32, ink))),
            Some((_, after, height)) => {
                let cut = scale.at(after, height);
                painter.line_segment([eyes, cut], Stroke::new(1.6_f32, ink));
                let faint = Stroke::new(1.0_f32, ink.gamma_multiply(0.5));
                painter.extend(Shape::dashed_line(&[cut, end], faint, 2.0, 5.0));
                for arm in [vec2(4.0, 4.0), vec2(4.0, -4.0)] {
                    painter.line_segment([cut - arm, cut + arm], Stroke::new(2.0_f32, super::paths::REFUSED));
                }
            }
        }
    }
    painter.circle(eyes, 3.2, Color32::WHITE, Stroke::new(1.0_f32, Color32::BLACK));
}

/// The name of every piece, over its highest part in the picture.
fn names(painter: &Painter, scale: &Scale, view: &View, profile: &Profile) {
    let mut pieces: Vec<usize> = profile.cuts.iter().map(|cut| cut.piece).collect();
    pieces.sort_unstable();
    pieces.dedup();
    let blockers: Vec<usize> = profile.rays.iter().filter_map(|ray| Some(ray.blocked?.0)).collect();
    // What blocks the line is named first, so that other names leave room for it.
    pieces.sort_by_key(|piece| !blockers.contains(piece));
    let mut taken: Vec<Rect> = Vec::new();
    for piece in pieces {
        let own = profile.cuts.iter().filter(|cut| cut.piece == piece);
        let Some(highest) = own.max_by(|a, b| a.top.total_cmp(&b.top)) else { continue };
        let top = highest.top.min(scale.up * 0.93);
        let at = scale.at((highest.from + highest.to) / 2.0, top);
        let ink = if blockers.contains(&piece) { super::paths::REFUSED } else { Color32::WHITE };
        let name = view.terrain().pieces[piece].id.clone();
        let words = painter.layout_no_wrap(name, FontId::proportional(11.0), ink);
        let plate = Align2::CENTER_BOTTOM.anchor_size(at - vec2(0.0, 1.0), words.size());
        let room = painter.clip_rect();
        let push = vec2((room.left() - plate.left()).max(0.0) + (room.right() - plate.right()).min(0.0), 0.0);
        let plate = plate.translate(push + vec2(0.0, (room.top() - plate.top()).max(0.0)));
        if taken.iter().any(|other| other.intersects(plate)) {
            continue;
        }
        painter.rect_filled(plate.expand(1.0), 2.0, Color32::from_black_alpha(150));
        painter.galley(plate.min, words, ink);
        taken.push(plate);
    }
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(21.8, 8.0), [0.0, 3.0, 6.0, 9.0, 12.0, 15.0, 18.0, 21.0]);
        assert_eq!(ticks(1.4, 4.0), [0.0, 0.5, 1.0]);
        for length in [0.3, 5.0, 17.0, 44.0, 86.0] {
            let found = ticks(length, 8.0);
            assert!(found.len() <= 9 && found.iter().all(|at| *at <= length), "{length}: {found:?}");
        }
    }
}
