//! Paints over the picture of the table, by positions on the table.

use std::cell::RefCell;

use bevy::prelude::{Dir3, Vec3};
use bevy_egui::egui::{Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};

use crate::rules::card::Base;
use crate::ui::axes;
use crate::ui::camera::Projector;

/// A text over the table, as it was painted.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct PaintedText {
    pub words: String,
    pub at: Rect,
}

/// Projection of the scene by the camera, and the egui painter over its picture.
#[derive(Clone, Copy)]
pub(super) struct OverlayPainter<'a> {
    pub projector: &'a Projector,
    /// Direction of the scene that points right in the picture.
    pub right: Dir3,
    pub egui: &'a Painter,
    /// The texts that were painted with it and are no signs: signs lie clear of them.
    pub plates: &'a RefCell<Vec<PaintedText>>,
}

/// The font of text over the table.
pub(super) const TEXT_FONT: FontId = FontId::proportional(13.5);

/// The background of text over the table.
pub(super) const PLATE: Color32 = Color32::from_rgba_premultiplied(18, 21, 26, 226);

impl OverlayPainter<'_> {
    /// The pixel of a point over the table; `None` behind the camera.
    pub fn point(&self, at: [f64; 2], height: f64) -> Option<Pos2> {
        self.scene(axes::in_scene(at, height))
    }

    /// The pixel of a point of the scene.
    pub fn scene(&self, at: Vec3) -> Option<Pos2> {
        self.projector.pixel(at).map(|pixel| Pos2::new(pixel.x, pixel.y))
    }

    /// The part of the picture that a figure with this base covers, its foot at a point of the scene; `None` behind the camera.
    pub fn figure(&self, foot: Vec3, base: Base) -> Option<Rect> {
        let low = self.scene(foot)?;
        let top = self.scene(foot + Vec3::Y * base.height.inches() as f32)?;
        let aside = self.scene(foot + self.right * base.radius() as f32)?;
        Some(Rect::from_two_pos(low, top).expand((aside - low).length()))
    }

    /// Paints text on a dark plate with a rim, the lower left corner of the plate at `at`. It is wrapped if it is long.
    pub fn foot_text(&self, at: Pos2, text: &str, ink: Color32, rim: Color32) {
        let galley = self.egui.layout(text.to_owned(), TEXT_FONT, ink, self.wrap_width());
        let plate = Align2::LEFT_BOTTOM.anchor_size(at, galley.size() + Vec2::new(16.0, 9.0));
        let plate = self.plate(self.kept_inside(plate), Some(rim), text);
        self.egui.galley(plate.min + Vec2::new(8.0, 4.5), galley, ink);
    }

    /// Paints a dot with a rim around it: two discs, for which egui has a texture.
    pub fn dot(&self, at: Pos2, radius: f32, ink: Color32, rim: Stroke) {
        self.egui.circle_filled(at, radius + rim.width / 2.0, rim.color);
        self.egui.circle_filled(at, radius - rim.width / 4.0, ink);
    }

    /// The width at which a text over the table is wrapped.
    pub fn wrap_width(&self) -> f32 {
        (self.egui.clip_rect().width() * 0.42).clamp(220.0, 420.0)
    }

    /// Paints the dark plate of a text.
    fn plate(&self, plate: Rect, rim: Option<Color32>, text: &str) -> Rect {
        self.egui.rect_filled(plate, CornerRadius::same(5), PLATE);
        if let Some(rim) = rim {
            let stroke = Stroke::new(1.2_f32, rim);
            self.egui.rect_stroke(plate, CornerRadius::same(5), stroke, StrokeKind::Inside);
        }
        self.plates.borrow_mut().push(PaintedText { words: text.to_owned(), at: plate });
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
