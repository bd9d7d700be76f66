//! The line at the foot of the picture: what is about to happen, by which paragraph, with what odds; in a show also what has
//! happened and the faces of its dice. An arrow leads from whoever fires to the target.

use bevy::ecs::system::SystemParamItem;
use bevy::math::Vec3;
use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2};

use super::foot_line::{FAINT, FootLine, arrow_between, format, show_size, turned};
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

/// Size of its text beside panels, pixels.
const TEXT_SIZE_PX: f32 = 15.0;

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
        let egui = frame.painter.egui;
        laid_out(egui, line, *inputs.layout).paint(egui, line.side, &line.faces);
    }
}

/// Area of the line; `None` without one.
pub(super) fn plate(egui: &Painter, subtitle: &Subtitle, layout: WindowLayout) -> Option<Rect> {
    subtitle.0.as_ref().map(|line| laid_out(egui, line, layout).plate)
}

/// The line, laid out.
fn laid_out(egui: &Painter, line: &SubtitleLine, layout: WindowLayout) -> FootLine {
    let size = match layout {
        WindowLayout::Show => show_size(egui),
        WindowLayout::WithPanels | WindowLayout::TableOnly => TEXT_SIZE_PX,
    };
    FootLine::of(egui, size, line.faces.len(), |wrap| job(line, layout, size, wrap))
}

/// The text with its paragraph and its odds.
fn job(line: &SubtitleLine, layout: WindowLayout, size: f32, wrap: f32) -> LayoutJob {
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
    arrow_between(painter.egui, [start, end], side_look::light_ink(from.side));
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
