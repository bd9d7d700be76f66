//! Wear of the mat: at doors and objectives, along roads, about buildings.

use bevy::prelude::*;

use super::terrain::spots::bounds;
use super::texture::grey;
use crate::level::scenario::Level;
use crate::table::piece::{Kind, Piece, Wall};
use crate::table::shape::{Point, Shape};

/// Pixels for an inch, and the most of a side.
const PIXELS: f64 = 4.0;
const MAX_PIXELS: f64 = 640.0;

/// Distance from a road within which the mat is worn, inches.
const VERGE: f64 = 0.9;

/// Wear of each place of a table, 0 to 1.
pub(in crate::ui) struct Wear {
    columns: usize,
    rows: usize,
    size: [f64; 2],
    shares: Vec<f32>,
}

impl Wear {
    /// Of a level as it opens.
    pub fn of(level: &Level) -> Self {
        let size = [level.table.width, level.table.depth].map(|side| side.inches());
        let [columns, rows] = size.map(|side| (side * PIXELS).clamp(8.0, MAX_PIXELS) as usize);
        let mut wear = Self { columns, rows, size, shares: vec![0.0; columns * rows] };
        for piece in level.terrain.pieces.iter() {
            wear.add_piece(piece);
        }
        for objective in &level.objectives {
            wear.wear_at(objective.at.ground(), 2.4, 0.75);
        }
        wear
    }

    fn add_piece(&mut self, piece: &Piece) {
        match &piece.kind {
            Kind::Pavement => self.along(&piece.footprint, VERGE, 0.6),
            Kind::Ground if piece.going.is_none() => self.along(&piece.footprint, VERGE, 0.35),
            Kind::Structure { levels, .. } => {
                self.along(&piece.footprint, 0.8, 0.4);
                if let Some(ground) = levels.first() {
                    ground.walls.iter().for_each(|wall| self.at_doors(wall));
                }
            }
            Kind::Ruin { walls, .. } => walls.iter().for_each(|wall| self.at_doors(wall)),
            Kind::Linear { .. } | Kind::Point { .. } => self.along(&piece.footprint, 0.4, 0.3),
            _ => {}
        }
    }

    fn at_doors(&mut self, wall: &Wall) {
        let [dx, dy] = [wall.to[0] - wall.from[0], wall.to[1] - wall.from[1]];
        let length = (dx * dx + dy * dy).sqrt().max(1e-9);
        for hole in wall.openings.iter().filter(|hole| hole.sill.inches() < 0.3) {
            let share = hole.along.inches() / length;
            self.wear_at([wall.from[0] + dx * share, wall.from[1] + dy * share], 1.8, 0.8);
        }
    }

    /// Worn about a point, less toward a distance from it.
    fn wear_at(&mut self, at: Point, reach: f64, max: f32) {
        self.along(&Shape::Circle { centre: at, radius: 0.1 }, reach, max);
    }

    /// Worn in a shape and less toward a distance from it.
    fn along(&mut self, shape: &Shape, reach: f64, max: f32) {
        let [low, high] = bounds(shape);
        let pixel = |at: f64, axis: usize, count: usize| {
            ((at / self.size[axis] + 0.5) * count as f64).clamp(0.0, count as f64) as usize
        };
        let columns = pixel(low[0] - reach, 0, self.columns)..pixel(high[0] + reach, 0, self.columns);
        let rows = pixel(low[1] - reach, 1, self.rows)..pixel(high[1] + reach, 1, self.rows);
        for (column, row) in rows.flat_map(|row| columns.clone().map(move |column| (column, row))) {
            let place = |index: usize, axis: usize, count: usize| {
                ((index as f64 + 0.5) / count as f64 - 0.5) * self.size[axis]
            };
            let depth = shape.depth_inside([place(column, 0, self.columns), place(row, 1, self.rows)]);
            let share = max * (1.0 + depth / reach).clamp(0.0, 1.0) as f32;
            // In the picture, the far edge of the table comes first.
            let at = &mut self.shares[(self.rows - 1 - row) * self.columns + column];
            *at = at.max(share);
        }
    }

    /// Wear of the mat at a point.
    pub fn at(&self, point: Point) -> f32 {
        let [column, row] = [(0, self.columns), (1, self.rows)].map(|(axis, count)| {
            ((point[axis] / self.size[axis] + 0.5) * count as f64).clamp(0.0, count as f64 - 1.0) as usize
        });
        self.shares[(self.rows - 1 - row) * self.columns + column]
    }

    /// The picture that the mat's shader reads.
    pub fn image(&self) -> Image {
        grey(self.columns as u32, &self.shares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::data_folder::{DataFolder, load_level};

    /// The mat is worn before a door and at an objective, and not in the middle of nowhere.
    #[test]
    fn the_mat_is_worn_where_people_walk() {
        let data = DataFolder::find(Some(std::path::Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let wear = Wear::of(&load_level("chapel", &data, None).unwrap().level);
        for (at, is_worn, what) in [
            ([0.0, -18.0], true, "an objective"),
            ([-2.5, -4.0], true, "the chapel's door"),
            ([-23.0, -5.0], true, "beside the road"),
            ([-33.0, -21.0], false, "a corner of the table"),
            ([22.0, -21.0], false, "open ground"),
        ] {
            assert_eq!(wear.at(at) > 0.2, is_worn, "{what}: {}", wear.at(at));
        }
    }
}
