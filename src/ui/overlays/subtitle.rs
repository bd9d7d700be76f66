//! The line at the foot of the picture: what is about to happen, by which paragraph, with what odds; in a show also what has
//! happened and the faces of its dice. An arrow leads from whoever fires to the target.

use std::sync::Arc;

use bevy::ecs::system::SystemParamItem;
use bevy::math::Vec3;
use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{
    Color32, CornerRadius, FontId, Galley, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2,
};

use super::caption::die;
use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::OverlayPainter;
use crate::game::engine::view::View;
use crate::rules::ids::UnitId;
use crate::ui::axes;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::frame::inputs::inputs;
use crate::ui::looks::side_look;
use crate::ui::playback::Playback;
use crate::ui::playback::subtitle::{Subtitle, SubtitleLine};
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::shown_battle::ShownBattle;

/// The line.
pub(super) struct SubtitleBar;

inputs! {
    /// Inputs of the line.
    pub(super) struct Inputs {
        subtitle: Subtitle, opened: OpenGame, shown: ShownBattle, playback: Playback, layout: WindowLayout,
    }
}

/// Sizes of its text, pixels: beside panels, and in a show in a window of this height.
const TEXT_SIZE_PX: f32 = 15.0;
const SHOW_SIZE: f32 = 21.0;
const SHOW_HEIGHT: f32 = 800.0;

const PLATE: Color32 = Color32::from_rgb(12, 14, 18);
const FAINT: Color32 = Color32::from_rgb(186, 194, 205);
const RULE: Color32 = Color32::from_rgb(226, 192, 108);

impl Overlay for SubtitleBar {
    type Inputs = Inputs<'static>;

    fn is_shown(inputs: &SystemParamItem<Self::Inputs>) -> bool {
        inputs.subtitle.0.is_some()
    }

    fn paint(frame: &mut OverlayFrame, inputs: &SystemParamItem<Self::Inputs>) {
        let Some(line) = &inputs.subtitle.0 else { return };
        // A show keeps it while the dice roll and their result is read: nobody there knows the units yet.
        let is_show = *inputs.layout == WindowLayout::Show;
        let view = inputs.shown.view(&inputs.opened);
        if is_show {
            mark(&frame.painter, (view, &inputs.playback), line);
        }
        if let Some((from, to)) = &line.arrow
            && (is_show || !inputs.playback.plays())
        {
            for target in to {
                arrow(&frame.painter, view, *from, *target);
            }
        }
        Bar::of(frame.painter.egui, line, *inputs.layout).paint(frame.painter.egui, line);
    }
}

/// Area of the line; `None` without one.
pub(super) fn plate(egui: &Painter, subtitle: &Subtitle, layout: WindowLayout) -> Option<Rect> {
    subtitle.0.as_ref().map(|line| Bar::of(egui, line, layout).plate)
}

/// The line, laid out in the middle of the foot of the picture.
struct Bar {
    plate: Rect,
    text: Arc<Galley>,
    /// Of its text, pixels.
    size: f32,
}

impl Bar {
    fn of(egui: &Painter, line: &SubtitleLine, layout: WindowLayout) -> Self {
        let room = egui.clip_rect();
        let size = match layout {
            WindowLayout::Show => SHOW_SIZE * (room.height() / SHOW_HEIGHT).clamp(0.6, 2.0),
            WindowLayout::WithPanels | WindowLayout::TableOnly => TEXT_SIZE_PX,
        };
        let dice = (Self::die_side(size) + 4.0) * line.faces.len() as f32;
        let wrap = (room.width() * 0.86 - 2.0 * size - dice).max(120.0);
        let text = egui.layout_job(job(line, layout, size, wrap));
        let inner = vec2(text.size().x + if dice > 0.0 { dice + size * 0.6 } else { 0.0 }, text.size().y);
        let padding = Self::padding(size);
        let middle = pos2(room.center().x, room.bottom() - size * 0.9 - inner.y / 2.0 - padding.y);
        Self { plate: Rect::from_center_size(middle, inner + 2.0 * padding), text, size }
    }

    fn die_side(size: f32) -> f32 {
        size * 1.2
    }

    fn padding(size: f32) -> Vec2 {
        vec2(size * 1.1, size * 0.55)
    }

    fn paint(self, egui: &Painter, line: &SubtitleLine) {
        let Self { plate, text, size } = self;
        let (die_side, padding) = (Self::die_side(size), Self::padding(size));
        egui.rect_filled(plate, CornerRadius::same(7), PLATE);
        let edge = Rect::from_min_size(plate.min, vec2(size * 0.32, plate.height()));
        egui.rect_filled(edge, CornerRadius { nw: 7, sw: 7, ne: 0, se: 0 }, side_look::ink(line.side));
        let text_width = text.size().x;
        egui.galley(plate.min + padding, text, Color32::WHITE);
        for (index, face) in line.faces.iter().enumerate() {
            let x =
                plate.min.x + padding.x + text_width + size * 0.6 + (die_side + 4.0) * (index as f32 + 0.5);
            die(egui, pos2(x, plate.center().y), die_side, *face);
        }
    }
}

/// The text with its paragraph and its odds.
fn job(line: &SubtitleLine, layout: WindowLayout, size: f32, wrap: f32) -> LayoutJob {
    let format = |size: f32, color: Color32| TextFormat {
        font_id: FontId::proportional(size),
        color,
        valign: bevy_egui::egui::Align::Center,
        ..TextFormat::default()
    };
    let mut job = LayoutJob::default();
    job.wrap.max_width = wrap;
    let last = line.text.len().saturating_sub(1);
    for (index, part) in line.text.iter().enumerate() {
        let text = if index == last { part.text.trim_end_matches('.') } else { &part.text };
        let ink = part.side.map_or(Color32::WHITE, side_look::light_ink);
        job.append(text, 0.0, format(size, ink));
    }
    // Who watches a show has read no rules.
    if let Some(rule) = line.rule.filter(|_| layout != WindowLayout::Show) {
        job.append(&format!("  {rule}"), 0.0, format(size * 0.82, RULE));
    }
    if !line.odds.is_empty() {
        job.append(&format!("   {}", line.odds), 0.0, format(size * 0.9, FAINT));
    }
    if !line.hint.is_empty() {
        job.append(&format!("\n{}", line.hint), 0.0, format(size * 0.76, FAINT));
    }
    job
}

/// Marks of a show's line on the table: the way of a unit that goes, rings at the feet of the acting unit and of its targets, broader at
/// their leaders'.
fn mark(painter: &OverlayPainter, (view, playback): (View, &Playback), line: &SubtitleLine) {
    let Some((from, to)) = &line.arrow else { return };
    way(painter, line);
    for unit in std::iter::once(from).chain(to) {
        let leader = view.leader(*unit).map(|leader| leader.id);
        for model in view.standing(*unit) {
            let walking = playback.walking(model.id).map(|at| at.translation);
            let at = walking.unwrap_or_else(|| axes::place_in_scene(model.pose.at));
            let width = if leader == Some(model.id) { 4.5 } else { 2.6 };
            ring(
                painter,
                at,
                model.card.base.radius() as f32 + 0.12,
                (width, side_look::light_ink(unit.side)),
            );
        }
    }
}

/// Points of a ring.
const RING_POINTS: u16 = 28;

/// A ring that lies on the table.
fn ring(painter: &OverlayPainter, at: Vec3, radius: f32, (width, ink): (f32, Color32)) {
    let points = (0..=RING_POINTS).map(|index| {
        let angle = std::f32::consts::TAU * f32::from(index) / f32::from(RING_POINTS);
        let (sine, cosine) = (bevy::math::ops::sin(angle), bevy::math::ops::cos(angle));
        painter.scene(at + Vec3::new(radius * cosine, 0.06, radius * sine))
    });
    let Some(points) = points.collect::<Option<Vec<Pos2>>>() else { return };
    for (width, ink) in [(width + 2.0, Color32::from_black_alpha(130)), (width, ink)] {
        painter.egui.add(Shape::line(points.clone(), Stroke::new(width, ink)));
    }
}

/// Way of the acting unit, with an arrowhead and a ring at its end.
fn way(painter: &OverlayPainter, line: &SubtitleLine) {
    let places: Vec<Vec3> = line.way.iter().map(|at| axes::place_in_scene(*at) + Vec3::Y * 0.1).collect();
    let points = places.iter().map(|at| painter.scene(*at)).collect::<Option<Vec<Pos2>>>();
    let (Some(points), Some(end)) = (points, places.last()) else { return };
    let [.., before, last] = points[..] else { return };
    let ink = side_look::light_ink(line.arrow.as_ref().map_or(line.side, |(unit, _)| unit.side));
    let along = if before.distance(last) > 1.0 { (last - before).normalized() } else { Vec2::ZERO };
    for (width, colour) in [(7.0_f32, Color32::from_black_alpha(140)), (3.6, ink)] {
        let stroke = Stroke::new(width, colour);
        // Dashed: it is no line of fire.
        painter.egui.extend(Shape::dashed_line(&points, stroke, 11.0, 7.0));
        for side in [1.0, -1.0] {
            painter.egui.line_segment([last, last - turned(along, side * 0.5) * 17.0], stroke);
        }
    }
    ring(painter, *end, 0.9, (3.0, ink));
}

/// From the middle of one unit to that of another.
fn arrow(painter: &OverlayPainter, view: View, from: UnitId, to: UnitId) {
    let ends = [from, to].map(|unit| middle(painter, view, unit));
    let [Some(start), Some(end)] = ends else { return };
    let way = end - start;
    if way.length() < 30.0 {
        return;
    }
    let along = way.normalized();
    let (start, end) = (start + along * 14.0, end - along * 16.0);
    let ink = side_look::light_ink(from.side);
    for (width, colour) in [(6.5_f32, Color32::from_black_alpha(140)), (3.0, ink)] {
        let stroke = Stroke::new(width, colour);
        painter.egui.line_segment([start, end], stroke);
        for side in [1.0, -1.0] {
            painter.egui.line_segment([end, end - turned(along, side * 0.5) * 15.0], stroke);
        }
    }
}

fn turned(along: Vec2, radians: f32) -> Vec2 {
    let (sine, cosine) = (bevy::math::ops::sin(radians), bevy::math::ops::cos(radians));
    vec2(along.x * cosine - along.y * sine, along.x * sine + along.y * cosine)
}

/// The pixel of the middle of a unit, at the height of its chests.
fn middle(painter: &OverlayPainter, view: View, unit: UnitId) -> Option<Pos2> {
    let places: Vec<_> =
        view.standing(unit).map(|model| (model.pose.at, model.card.base.height.inches())).collect();
    let count = places.len().max(1) as f64;
    let sum = places.iter().fold([0.0; 3], |sum, (at, height)| {
        let [x, y] = at.ground();
        [sum[0] + x, sum[1] + y, sum[2] + at.z.inches() + height * 0.6]
    });
    let [x, y, z] = sum.map(|value| value / count);
    (!places.is_empty()).then(|| painter.point([x, y], z))?
}
