//! The legend, in the upper left corner of the table: what the shading and lines on it mean.

use bevy::ecs::system::SystemParamItem;
use bevy_egui::egui::{Align2, Color32, CornerRadius, FontId, Rect, vec2};

use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::{OverlayPainter, PLATE};

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
    type Inputs = ();

    fn paint(frame: &mut OverlayFrame, (): &SystemParamItem<Self::Inputs>) {
        paint(&frame.painter, &std::mem::take(frame.legend));
    }
}

fn paint(painter: &OverlayPainter, rows: &[Row]) {
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
    let corner = painter.egui.clip_rect().left_top() + vec2(8.0, 8.0);
    let size = vec2(widest_text + widest_sample + 24.0, ROW * rows.len() as f32 + 8.0);
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
