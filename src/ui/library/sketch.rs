//! A sketch of a table from above: stands for its picture until that is drawn.

use bevy_egui::egui::{Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, vec2};
use serde::{Deserialize, Serialize};

use crate::game::engine::view::View;
use crate::rules::ids::Side;
use crate::table::piece::Kind;
use crate::table::shape;
use crate::ui::looks::side_look;

/// A table from above, inches.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::ui) struct Sketch {
    /// Width and depth.
    size: [f32; 2],
    /// Pieces on it, the lowest first.
    pieces: Vec<(Ground, Vec<[f32; 2]>)>,
    /// Models on it, with the radius of the base.
    models: Vec<(Side, [f32; 2], f32)>,
}

/// Look of a piece from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Ground {
    Hill,
    Plain,
    Road,
    Bog,
    Field,
    Wood,
    Ruin,
    Building,
    Wall,
    Rock,
}

/// Corners of a circle.
const CORNERS: u8 = 20;

impl Sketch {
    /// The table of a battle as it stands.
    pub fn of(view: View) -> Self {
        let terrain = view.terrain();
        let mut pieces: Vec<(Ground, Vec<[f32; 2]>)> =
            terrain.pieces.iter().map(|piece| (ground(&piece.kind), corners(&piece.footprint))).collect();
        pieces.sort_by_key(|(ground, _)| *ground);
        let standing = Side::BOTH.into_iter().flat_map(|side| view.standing_of(side));
        let models = standing.map(|model| {
            let [x, y] = model.pose.at.ground();
            (model.id.unit.side, [x as f32, y as f32], model.card.base.radius() as f32)
        });
        Self { size: terrain.size.map(|length| length as f32), pieces, models: models.collect() }
    }

    /// Paints it into a rectangle, as large as it fits.
    pub fn paint(&self, painter: &Painter, room: Rect) {
        painter.rect_filled(room, CornerRadius::same(4), Color32::from_rgb(46, 38, 30));
        let [width, depth] = self.size;
        if width <= 0.0 || depth <= 0.0 {
            return;
        }
        let scale = ((room.width() - 10.0) / width).min((room.height() - 10.0) / depth).max(0.0);
        let table = Rect::from_center_size(room.center(), vec2(width, depth) * scale);
        let at = |[x, y]: [f32; 2]| -> Pos2 { table.center() + vec2(x, -y) * scale };
        painter.rect_filled(table, CornerRadius::same(2), Color32::from_rgb(84, 97, 62));
        let inner = painter.with_clip_rect(table.intersect(painter.clip_rect()));
        for (ground, corners) in &self.pieces {
            let points: Vec<Pos2> = corners.iter().copied().map(at).collect();
            let (fill, rim) = ground.inks();
            // A shape that is not convex is filled wrongly, but its outline is right.
            inner.add(Shape::convex_polygon(points.clone(), fill, Stroke::NONE));
            inner.add(Shape::closed_line(points, Stroke::new(1.0_f32, rim)));
        }
        for (side, place, radius) in &self.models {
            inner.circle_filled(at(*place), (radius * scale).max(1.6), side_look::ink(*side));
        }
        painter.rect_stroke(
            table,
            CornerRadius::same(2),
            Stroke::new(1.0_f32, Color32::BLACK),
            StrokeKind::Outside,
        );
    }
}

impl Ground {
    fn inks(self) -> (Color32, Color32) {
        let (fill, rim) = match self {
            Self::Hill => ([108, 118, 76], [146, 154, 104]),
            Self::Plain => ([98, 92, 66], [112, 104, 76]),
            Self::Road => ([124, 112, 92], [142, 130, 108]),
            Self::Bog => ([62, 88, 92], [84, 112, 116]),
            Self::Field => ([150, 132, 66], [170, 150, 80]),
            Self::Wood => ([44, 70, 40], [62, 92, 56]),
            Self::Ruin => ([112, 104, 96], [158, 148, 136]),
            Self::Building => ([134, 92, 72], [176, 128, 102]),
            Self::Wall => ([148, 140, 126], [170, 162, 148]),
            Self::Rock => ([120, 118, 116], [156, 154, 150]),
        };
        let [fill, rim] = [fill, rim].map(|[r, g, b]: [u8; 3]| Color32::from_rgb(r, g, b));
        (fill, rim)
    }
}

fn ground(kind: &Kind) -> Ground {
    match kind {
        Kind::Hill { .. } => Ground::Hill,
        Kind::Wood { .. } => Ground::Wood,
        Kind::Ruin { .. } => Ground::Ruin,
        Kind::Bog => Ground::Bog,
        Kind::Field { .. } => Ground::Field,
        Kind::Linear { .. } => Ground::Wall,
        Kind::Point { .. } => Ground::Rock,
        Kind::Structure { .. } => Ground::Building,
        Kind::Ground => Ground::Plain,
        Kind::Pavement => Ground::Road,
    }
}

fn corners(footprint: &shape::Shape) -> Vec<[f32; 2]> {
    match footprint {
        shape::Shape::Circle { centre: [x, y], radius } => {
            let (x, y, radius) = (*x as f32, *y as f32, *radius as f32);
            let corner = |number: u8| {
                let (sin, cos) =
                    bevy::math::ops::sin_cos(f32::from(number) / f32::from(CORNERS) * std::f32::consts::TAU);
                [x + radius * cos, y + radius * sin]
            };
            (0..CORNERS).map(corner).collect()
        }
        shape::Shape::Polygon(corners) => corners.iter().map(|[x, y]| [*x as f32, *y as f32]).collect(),
    }
}
