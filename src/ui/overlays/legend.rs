//! The legend, in the corner of the table where it hides fewest models: what the shading and lines on it mean.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::Res;
use bevy_egui::egui::{Align2, Color32, Context, CornerRadius, FontId, Id, Pos2, Rect, Vec2, vec2};

use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::{OverlayPainter, PLATE};
use super::question_frame::open_areas;
use crate::game::engine::view::View;
use crate::rules::ids::Side;
use crate::ui::axes::place_in_scene;
use crate::ui::open_game::OpenGame;
use crate::ui::shown_battle::ShownBattle;

/// Side of a sample of shading, pixels.
const SQUARE: f32 = 14.0;

/// Width of a sample of a line, pixels.
const LINE_WIDTH: f32 = 40.0;

/// Height of a row, pixels.
const ROW: f32 = 20.0;

/// Paints a sample into a rectangle.
type PaintSample = Box<dyn Fn(&OverlayPainter, Rect) + Send + Sync>;

/// A row of the legend: a sample of what is drawn, and what it means.
pub(super) struct Row {
    sample: Option<(f32, PaintSample)>,
    text: String,
}

impl Row {
    /// A row without a sample.
    pub fn text(text: impl Into<String>) -> Self {
        Self { sample: None, text: text.into() }
    }

    /// A row with a square sample of some shading.
    pub fn shading(
        text: impl Into<String>,
        paint: impl Fn(&OverlayPainter, Rect) + Send + Sync + 'static,
    ) -> Self {
        Self { sample: Some((SQUARE, Box::new(paint))), text: text.into() }
    }

    /// A row with a sample of a line.
    pub fn line(
        text: impl Into<String>,
        paint: impl Fn(&OverlayPainter, Rect) + Send + Sync + 'static,
    ) -> Self {
        Self { sample: Some((LINE_WIDTH, Box::new(paint))), text: text.into() }
    }
}

/// The rows that all other overlays have added.
pub(super) struct Legend;

impl Overlay for Legend {
    type Inputs = (Res<'static, OpenGame>, Res<'static, ShownBattle>);

    fn paint(frame: &mut OverlayFrame, (opened, shown): &SystemParamItem<Self::Inputs>) {
        let rows = std::mem::take(frame.legend);
        paint(&frame.painter, frame.context, shown.view(opened), &rows);
    }
}

/// The corner moves only where that uncovers so many models more.
const MOVES_FOR: usize = 3;

/// The areas that stand in corners as well.
const OTHERS: [&str; 5] = ["fall back", "sight", "question", "dice", "fight"];

/// The corner in which the legend covers nothing else that is open, and fewest models; it stays where it is until another
/// is clearly better.
fn free_corner(painter: &OverlayPainter, context: &Context, view: View, size: Vec2) -> Pos2 {
    let room = painter.egui.clip_rect().shrink(8.0);
    // Below at the left there is the text about the ground.
    let low = room.left_bottom() - vec2(0.0, 34.0);
    let corners = [
        (Align2::LEFT_TOP, room.left_top()),
        (Align2::RIGHT_TOP, room.right_top()),
        (Align2::LEFT_BOTTOM, low),
        (Align2::RIGHT_BOTTOM, room.right_bottom()),
    ]
    .map(|(pivot, corner)| pivot.anchor_size(corner, size));
    let models = Side::BOTH.into_iter().flat_map(|side| view.standing_of(side));
    let seen: Vec<Pos2> = models.filter_map(|model| painter.scene(place_in_scene(model.pose.at))).collect();
    let others = open_areas(context, &OTHERS);
    let cost = corners.map(|plate| {
        let covered = seen.iter().filter(|at| plate.expand(6.0).contains(**at)).count();
        covered + others.iter().filter(|other| plate.intersects(**other)).count() * seen.len().max(100)
    });
    let best = (0..corners.len()).min_by_key(|corner| cost[*corner]).unwrap_or(0);
    let memory = Id::new("corner of the legend");
    let here = context.data(|data| data.get_temp::<usize>(memory)).unwrap_or(best);
    let chosen = if cost[best] + MOVES_FOR <= cost[here] { best } else { here };
    context.data_mut(|data| data.insert_temp(memory, chosen));
    corners[chosen].min
}

fn paint(painter: &OverlayPainter, context: &Context, view: View, rows: &[Row]) {
    if rows.is_empty() {
        return;
    }
    let font = FontId::proportional(12.5);
    let texts: Vec<_> = rows
        .iter()
        .map(|row| painter.egui.layout_no_wrap(row.text.clone(), font.clone(), Color32::WHITE))
        .collect();
    let widest_text = texts.iter().map(|text| text.size().x).fold(0.0, f32::max);
    let width = |row: &Row| row.sample.as_ref().map_or(0.0, |(width, _)| *width);
    let widest_sample = rows.iter().map(width).fold(0.0, f32::max);
    let size = vec2(widest_text + widest_sample + 24.0, ROW * rows.len() as f32 + 8.0);
    let corner = free_corner(painter, context, view, size);
    painter.egui.rect_filled(Rect::from_min_size(corner, size), CornerRadius::same(5), PLATE);
    for (index, (row, text)) in rows.iter().zip(texts).enumerate() {
        let start = corner + vec2(8.0, 4.0 + ROW * index as f32);
        let mut indent = 0.0;
        if let Some((width, paint_sample)) = &row.sample {
            let top = start + vec2(0.0, (ROW - SQUARE) / 2.0);
            paint_sample(painter, Rect::from_min_size(top, vec2(*width, SQUARE)));
            indent = widest_sample + 8.0;
        }
        let middle = start + vec2(indent, ROW / 2.0);
        let at = Align2::LEFT_CENTER.anchor_size(middle, text.size()).min;
        painter.egui.galley(at, text, Color32::WHITE);
    }
}
