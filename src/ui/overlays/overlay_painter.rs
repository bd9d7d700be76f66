//! Paints over the picture of the table, by positions on the table.

use std::sync::Arc;

use bevy::prelude::{Dir3, Vec3};
use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Galley, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2,
};

use crate::ui::axes;
use crate::ui::camera::Projector;

/// How the camera shows the scene, and the egui painter over its picture.
#[derive(Clone, Copy)]
pub(super) struct OverlayPainter<'a> {
    pub projector: &'a Projector,
    /// What is right in the picture, as a direction of the scene.
    pub right: Dir3,
    pub egui: &'a Painter,
}

/// The font of text over the table.
const TEXT_FONT: FontId = FontId::proportional(13.5);

/// The background of text over the table.
pub(super) const PLATE: Color32 = Color32::from_rgba_premultiplied(18, 21, 26, 226);

/// How many rows down a text moves that would cover another.
const ROWS: [f32; 7] = [0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 3.0];

impl OverlayPainter<'_> {
    /// The pixel of a point over the table; `None` behind the camera.
    pub fn point(&self, at: [f64; 2], height: f64) -> Option<Pos2> {
        self.scene(axes::in_scene(at, height))
    }

    /// The pixel of a point of the scene.
    pub fn scene(&self, at: Vec3) -> Option<Pos2> {
        self.projector.pixel(at).map(|pixel| Pos2::new(pixel.x, pixel.y))
    }

    /// Paints text on a dark plate, with the plate's point `anchor` at `at`. Returns the plate.
    pub fn text(&self, at: Pos2, anchor: Align2, text: &str, ink: Color32, rim: Option<Color32>) -> Rect {
        self.text_clear_of(&[], at, anchor, text, (ink, rim))
    }

    /// The same, a little above or below if it would cover one of the plates that are taken.
    pub fn text_clear_of(
        &self,
        taken: &[Rect],
        at: Pos2,
        anchor: Align2,
        text: &str,
        (ink, rim): (Color32, Option<Color32>),
    ) -> Rect {
        let galley = self.egui.layout(text.to_owned(), TEXT_FONT, ink, self.wrap_width());
        let plate = anchor.anchor_size(at, galley.size() + Vec2::new(16.0, 9.0));
        let moved =
            |rows: f32| self.kept_inside(plate.translate(Vec2::new(0.0, rows * (plate.height() + 2.0))));
        let is_free = |plate: &Rect| !taken.iter().any(|other| other.intersects(*plate));
        let plate = ROWS.into_iter().map(moved).find(is_free).unwrap_or_else(|| moved(0.0));
        self.plate(plate, rim);
        self.egui.galley(plate.min + Vec2::new(8.0, 4.5), galley, ink);
        plate
    }

    /// Paints the parts of a text in a row on one dark plate, with the plate's point `anchor` at `at`. Those that are the same
    /// as in the last frame need not be laid out again. Returns the plate.
    pub fn row(&self, at: Pos2, anchor: Align2, parts: &[&str], ink: Color32) -> Rect {
        let laid_out = |part: &&str| self.egui.layout_no_wrap((*part).to_owned(), TEXT_FONT, ink);
        self.galleys(at, anchor, parts.iter().map(laid_out).collect(), (ink, None))
    }

    /// The same for two texts, the lower left corner of the plate at `at`. The second is wrapped if it is long.
    pub fn texts(&self, at: Pos2, [changing, lasting]: [&str; 2], ink: Color32, rim: Color32) {
        let changing = self.egui.layout_no_wrap(changing.to_owned(), TEXT_FONT, ink);
        let lasting = self.egui.layout(format!("  ·  {lasting}"), TEXT_FONT, ink, self.wrap_width());
        self.galleys(at, Align2::LEFT_BOTTOM, vec![changing, lasting], (ink, Some(rim)));
    }

    /// Paints texts that are laid out, side by side on a plate. Returns the plate.
    fn galleys(
        &self,
        at: Pos2,
        anchor: Align2,
        galleys: Vec<Arc<Galley>>,
        (ink, rim): (Color32, Option<Color32>),
    ) -> Rect {
        let width: f32 = galleys.iter().map(|galley| galley.size().x).sum();
        let height = galleys.iter().map(|galley| galley.size().y).fold(0.0, f32::max);
        let plate = anchor.anchor_size(at, Vec2::new(width + 16.0, height + 9.0));
        let plate = self.plate(self.kept_inside(plate), rim);
        let mut corner = plate.min + Vec2::new(8.0, 4.5);
        for galley in galleys {
            let width = galley.size().x;
            self.egui.galley(corner, galley, ink);
            corner.x += width;
        }
        plate
    }

    /// Paints a dot with a rim around it: two discs, for which egui has a texture.
    pub fn dot(&self, at: Pos2, radius: f32, ink: Color32, rim: Stroke) {
        self.egui.circle_filled(at, radius + rim.width / 2.0, rim.color);
        self.egui.circle_filled(at, radius - rim.width / 4.0, ink);
    }

    /// The width at which a text over the table is wrapped.
    fn wrap_width(&self) -> f32 {
        (self.egui.clip_rect().width() * 0.42).clamp(220.0, 420.0)
    }

    /// Paints a dark plate.
    fn plate(&self, plate: Rect, rim: Option<Color32>) -> Rect {
        self.egui.rect_filled(plate, CornerRadius::same(5), PLATE);
        if let Some(rim) = rim {
            let stroke = Stroke::new(1.2_f32, rim);
            self.egui.rect_stroke(plate, CornerRadius::same(5), stroke, StrokeKind::Inside);
        }
        plate
    }

    /// Paints a short, small text on a dark plate. Returns the plate.
    pub fn small_text(&self, at: Pos2, anchor: Align2, text: &str, ink: Color32) -> Rect {
        let galley = self.egui.layout_no_wrap(text.to_owned(), FontId::proportional(11.5), ink);
        let plate = self.kept_inside(anchor.anchor_size(at, galley.size() + Vec2::new(8.0, 3.0)));
        self.egui.rect_filled(plate, CornerRadius::same(3), PLATE);
        self.egui.galley(plate.min + Vec2::new(4.0, 1.5), galley, ink);
        plate
    }

    /// Pushes a plate back into the picture.
    fn kept_inside(&self, plate: Rect) -> Rect {
        let room = self.egui.clip_rect().shrink(4.0);
        let push = |low: f32, high: f32, from: f32, to: f32| (from - low).max(0.0) + (to - high).min(0.0);
        let x = push(plate.min.x, plate.max.x, room.min.x, room.max.x);
        let y = push(plate.min.y, plate.max.y, room.min.y, room.max.y);
        plate.translate(Vec2::new(x, y))
    }
}
