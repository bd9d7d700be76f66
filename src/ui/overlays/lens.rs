//! From the scene to the picture, and the pen to paint there.

use bevy::prelude::{Camera, GlobalTransform, Vec3};
use bevy_egui::egui::{Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};

use crate::ui::axes;
use crate::ui::scene::camera::on_screen;

/// The camera and the painter over its picture.
pub(super) struct OverlayPainter<'a> {
    pub camera: &'a Camera,
    pub from: &'a GlobalTransform,
    pub painter: &'a Painter,
}

/// Ground of words over the table.
pub(super) const PLATE: Color32 = Color32::from_rgba_premultiplied(18, 21, 26, 226);

impl OverlayPainter<'_> {
    /// Where a point over the table is seen; `None` behind the camera.
    pub fn point(&self, at: [f64; 2], height: f64) -> Option<Pos2> {
        self.scene(axes::in_scene(at, height))
    }

    /// Where a point of the scene is seen.
    pub fn scene(&self, at: Vec3) -> Option<Pos2> {
        on_screen(self.camera, self.from, at).map(|pixel| Pos2::new(pixel.x, pixel.y))
    }

    /// Paints words on a dark plate; `anchor` is the plate's point that lies at
    /// `at`. Gives back the plate.
    pub fn words(&self, at: Pos2, anchor: Align2, text: &str, ink: Color32, rim: Option<Color32>) -> Rect {
        let wrap = (self.painter.clip_rect().width() * 0.42).clamp(220.0, 420.0);
        let words = self.painter.layout(text.to_owned(), FontId::proportional(13.5), ink, wrap);
        let plate = anchor.anchor_size(at, words.size() + Vec2::new(16.0, 9.0));
        let plate = self.kept_inside(plate);
        self.painter.rect_filled(plate, CornerRadius::same(5), PLATE);
        if let Some(rim) = rim {
            self.painter.rect_stroke(
                plate,
                CornerRadius::same(5),
                Stroke::new(1.2_f32, rim),
                StrokeKind::Inside,
            );
        }
        self.painter.galley(plate.min + Vec2::new(8.0, 4.5), words, ink);
        plate
    }

    /// Paints a few small words on a dark plate. Gives back the plate.
    pub fn small(&self, at: Pos2, anchor: Align2, text: &str, ink: Color32) -> Rect {
        let words = self.painter.layout_no_wrap(text.to_owned(), FontId::proportional(11.5), ink);
        let plate = self.kept_inside(anchor.anchor_size(at, words.size() + Vec2::new(8.0, 3.0)));
        self.painter.rect_filled(plate, CornerRadius::same(3), PLATE);
        self.painter.galley(plate.min + Vec2::new(4.0, 1.5), words, ink);
        plate
    }

    /// Pushes a plate back into the picture.
    fn kept_inside(&self, plate: Rect) -> Rect {
        let room = self.painter.clip_rect().shrink(4.0);
        let push = |low: f32, high: f32, from: f32, to: f32| (from - low).max(0.0) + (to - high).min(0.0);
        let x = push(plate.min.x, plate.max.x, room.min.x, room.max.x);
        let y = push(plate.min.y, plate.max.y, room.min.y, room.max.y);
        plate.translate(Vec2::new(x, y))
    }
}
