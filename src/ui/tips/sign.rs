//! The mark by which the table shows a term, small, beside its title.

use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Sense, Shape, Stroke, Ui, Vec2, pos2, vec2,
};

use crate::level::glossary::Sign;
use crate::ui::looks::pips::pips;
use crate::ui::looks::sight_look;

/// The room a mark takes, pixels.
const SIZE: Vec2 = vec2(22.0, 18.0);
const LINE_SIZE: Vec2 = vec2(46.0, 18.0);
/// Half the side of a die.
const HALF: f32 = 8.0;

const IVORY: Color32 = Color32::from_rgb(243, 236, 216);
const RED: Color32 = Color32::from_rgb(196, 54, 44);
const VIOLET: Color32 = Color32::from_rgb(116, 72, 160);
const SHIELD: Color32 = Color32::from_rgb(126, 231, 135);

pub(super) fn sign_ui(ui: &mut Ui, sign: Sign) {
    let size = if matches!(sign, Sign::SightLine(_)) { LINE_SIZE } else { SIZE };
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let painter = ui.painter();
    match sign {
        Sign::HitDie => die(painter, rect.center(), 3, IVORY, Color32::from_rgb(30, 30, 34)),
        Sign::ShakenDie => die(painter, rect.center(), 6, RED, Color32::WHITE),
        Sign::NerveMarker => {
            painter.circle_filled(rect.center(), HALF, VIOLET);
            painter.text(
                rect.center(),
                Align2::CENTER_CENTER,
                "N",
                FontId::proportional(12.0),
                Color32::WHITE,
            );
        }
        Sign::SafeShield => shield(painter, rect.center()),
        Sign::Flag => flag(painter, rect),
        Sign::SightLine(state) => {
            let ends = [rect.left_center() + vec2(2.0, 0.0), rect.right_center() - vec2(2.0, 0.0)];
            sight_look::line(painter, ends, state, 3.0);
        }
    }
}

fn die(painter: &Painter, middle: Pos2, face: u8, fill: Color32, ink: Color32) {
    painter.rect_filled(Rect::from_center_size(middle, Vec2::splat(2.0 * HALF)), CornerRadius::same(4), fill);
    for [x, y] in pips(face) {
        painter.circle_filled(middle + vec2(*x, *y) * 4.4, 1.7, ink);
    }
}

fn shield(painter: &Painter, middle: Pos2) {
    let points = [[-6.5, -7.0], [6.5, -7.0], [6.5, 0.0], [0.0, 8.0], [-6.5, 0.0]];
    let points = points.map(|[x, y]| middle + vec2(x, y)).to_vec();
    painter.add(Shape::convex_polygon(points, SHIELD.gamma_multiply(0.35), Stroke::new(1.6_f32, SHIELD)));
}

fn flag(painter: &Painter, rect: Rect) {
    let mast = [pos2(rect.left() + 6.0, rect.bottom() - 1.0), pos2(rect.left() + 6.0, rect.top() + 1.0)];
    painter.line_segment(mast, Stroke::new(1.6_f32, IVORY));
    let cloth = [[0.0, 0.0], [12.0, 4.5], [0.0, 9.0]].map(|[x, y]| mast[1] + vec2(x, y)).to_vec();
    painter.add(Shape::convex_polygon(cloth, IVORY, Stroke::NONE));
}
