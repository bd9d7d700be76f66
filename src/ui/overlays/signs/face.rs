//! Look of a sign: text on a dark plate, or whatever an overlay paints into the sign's rectangle.

use std::sync::Arc;

use bevy_egui::egui::{Color32, CornerRadius, FontId, Galley, Rect, Stroke, StrokeKind, Vec2, vec2};

use crate::ui::overlays::overlay_painter::{OverlayPainter, PLATE, TEXT_FONT};

/// The font of short, small texts.
const SMALL_FONT: FontId = FontId::proportional(11.5);

/// Paints into the rectangle of a sign.
type PaintFace = Box<dyn FnOnce(&OverlayPainter, Rect) + Send + Sync>;

/// One way to write a sign.
pub(in crate::ui::overlays) struct Face {
    /// Its text, for readers that cannot see it, such as tests.
    pub words: String,
    pub size: Vec2,
    paint: PaintFace,
}

impl Face {
    /// Whatever is painted into so large a rectangle.
    pub fn new(
        words: impl Into<String>,
        size: Vec2,
        paint: impl FnOnce(&OverlayPainter, Rect) + Send + Sync + 'static,
    ) -> Self {
        Self { words: words.into(), size, paint: Box::new(paint) }
    }

    /// A text on a plate, wrapped if it is long, perhaps with a coloured rim.
    pub fn text(painter: &OverlayPainter, text: &str, ink: Color32, rim: Option<Color32>) -> Self {
        let galley = painter.egui.layout(text.to_owned(), TEXT_FONT, ink, painter.wrap_width());
        Self::galleys(text, vec![galley], Plate { margin: vec2(8.0, 4.5), round: 5, ink, rim })
    }

    /// The parts of a text in a row on one plate. Those that are the same as in the last frame need not be laid out again.
    pub fn row(painter: &OverlayPainter, parts: &[&str], ink: Color32) -> Self {
        let laid_out = |part: &&str| painter.egui.layout_no_wrap((*part).to_owned(), TEXT_FONT, ink);
        let galleys = parts.iter().map(laid_out).collect();
        Self::galleys(&parts.concat(), galleys, Plate { margin: vec2(8.0, 4.5), round: 5, ink, rim: None })
    }

    /// A short, small text on a plate.
    pub fn small(painter: &OverlayPainter, text: &str, ink: Color32) -> Self {
        Self::small_rimmed(painter, text, ink, None)
    }

    /// The same, perhaps with a coloured rim.
    pub fn small_rimmed(painter: &OverlayPainter, text: &str, ink: Color32, rim: Option<Color32>) -> Self {
        let galley = painter.egui.layout_no_wrap(text.to_owned(), SMALL_FONT, ink);
        Self::galleys(text, vec![galley], Plate { margin: vec2(4.0, 1.5), round: 3, ink, rim })
    }

    fn galleys(words: &str, galleys: Vec<Arc<Galley>>, plate: Plate) -> Self {
        let width: f32 = galleys.iter().map(|galley| galley.size().x).sum();
        let height = galleys.iter().map(|galley| galley.size().y).fold(0.0, f32::max);
        let size = vec2(width, height) + 2.0 * plate.margin;
        Self::new(words, size, move |painter, rect| plate.paint(painter, rect, galleys))
    }

    /// Paints it.
    pub fn paint(self, painter: &OverlayPainter, rect: Rect) {
        (self.paint)(painter, rect);
    }
}

/// The plate under a text.
struct Plate {
    /// Around the text, pixels.
    margin: Vec2,
    round: u8,
    ink: Color32,
    rim: Option<Color32>,
}

impl Plate {
    fn paint(&self, painter: &OverlayPainter, rect: Rect, galleys: Vec<Arc<Galley>>) {
        let round = CornerRadius::same(self.round);
        painter.egui.rect_filled(rect, round, PLATE);
        if let Some(rim) = self.rim {
            painter.egui.rect_stroke(rect, round, Stroke::new(1.2_f32, rim), StrokeKind::Inside);
        }
        let mut corner = rect.min + self.margin;
        for galley in galleys {
            let width = galley.size().x;
            painter.egui.galley(corner, galley, self.ink);
            corner.x += width;
        }
    }
}
