//! The signs of unit types, as symbols on maps have them: strokes in a badge of the side's colour and shape.

use bevy_egui::egui::{Color32, Painter, Pos2, Shape, Stroke, Vec2, vec2};

use crate::rules::card::Figure;
use crate::rules::ids::Side;
use crate::ui::looks::side_look;

/// Colour of the strokes.
const SIGN_INK: Color32 = Color32::WHITE;

/// A badge of a side with the sign of a type.
pub(super) fn badge(painter: &Painter, centre: Pos2, radius: f32, side: Side, figure: Figure) {
    let count = side_look::corners(side);
    let rim = (0..count).map(|index| {
        let angle = std::f32::consts::TAU * (index as f32 + 0.5) / count as f32;
        centre + radius * Vec2::angled(angle)
    });
    let outline = Stroke::new(radius * 0.13, Color32::from_black_alpha(210));
    painter.add(Shape::convex_polygon(rim.collect(), side_look::ink(side), outline));
    let pen =
        Pen { painter, centre, unit: radius * 0.62, stroke: Stroke::new((radius * 0.2).max(1.2), SIGN_INK) };
    pen.sign(figure);
}

/// Draws by coordinates from −1 to 1, y down.
struct Pen<'a> {
    painter: &'a Painter,
    centre: Pos2,
    unit: f32,
    stroke: Stroke,
}

impl Pen<'_> {
    /// Infantry has crossed belts, militia smaller ones over a bar, armoured men have them in a plate, scouts a slash, a heavy weapon its barrel on a mount, an
    /// officer a star, a vehicle a hull on wheels.
    fn sign(&self, figure: Figure) {
        match figure {
            Figure::Rifleman => self.belts(0.8),
            Figure::Militia => {
                self.belts(0.55);
                self.line([-0.8, 0.85], [0.8, 0.85]);
            }
            Figure::Armoured => {
                self.belts(0.62);
                self.plate();
            }
            Figure::Scout => self.line([-0.75, 0.75], [0.75, -0.75]),
            Figure::GunTeam => {
                self.line([0.0, 0.45], [0.0, -0.95]);
                self.line([-0.42, -0.5], [0.0, -0.95]);
                self.line([0.42, -0.5], [0.0, -0.95]);
                self.line([-0.75, 0.85], [0.0, 0.35]);
                self.line([0.75, 0.85], [0.0, 0.35]);
            }
            Figure::Officer => self.star(),
            Figure::Vehicle => {
                self.line([-0.9, -0.1], [0.9, -0.1]);
                self.line([-0.45, -0.6], [0.45, -0.6]);
                for wheel in [-0.6, 0.0, 0.6] {
                    self.painter.circle_filled(self.at([wheel, 0.5]), self.unit * 0.24, SIGN_INK);
                }
            }
        }
    }

    fn at(&self, [x, y]: [f32; 2]) -> Pos2 {
        self.centre + self.unit * vec2(x, y)
    }

    fn line(&self, from: [f32; 2], to: [f32; 2]) {
        self.painter.line_segment([self.at(from), self.at(to)], self.stroke);
    }

    fn belts(&self, reach: f32) {
        self.line([-reach, -reach], [reach, reach]);
        self.line([-reach, reach], [reach, -reach]);
    }

    /// A flat ring round the middle, as tracks are drawn.
    fn plate(&self) {
        let rim = (0..20).map(|index| {
            let angle = std::f32::consts::TAU * index as f32 / 20.0;
            self.at([1.05 * libm::cosf(angle), 0.85 * libm::sinf(angle)])
        });
        self.painter.add(Shape::closed_line(rim.collect(), self.stroke));
    }

    /// Five points; a fan of triangles, as the outline is not convex.
    fn star(&self) {
        let corner = |index: usize| {
            let angle = std::f32::consts::TAU * (index as f32 / 10.0 - 0.25);
            let reach = if index.is_multiple_of(2) { 1.05 } else { 0.44 };
            self.at([reach * libm::cosf(angle), reach * libm::sinf(angle)])
        };
        for point in 0..5 {
            let tip = [corner(2 * point + 9), corner(2 * point), corner(2 * point + 1), self.centre];
            self.painter.add(Shape::convex_polygon(tip.to_vec(), SIGN_INK, Stroke::NONE));
        }
    }
}
