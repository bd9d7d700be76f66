//! Fields: rows of crops with uneven heads in three tones, which lie where models stand.

use bevy::prelude::*;

use super::Look;
use super::ground::{Fringe, cover};
use super::paint::{Brush, coat};
use super::rows::Rows;
use super::site::{Site, Standing, between, is_named};
use super::solids::{blade, face};
use super::spots::steps;
use crate::level::chance::Chance;
use crate::table::piece::Piece;
use crate::table::shape::Point;
use crate::ui::axes;

/// Between rows, and between plants in a row, inches; farther in fields that would have more than can be drawn.
const ROWS_APART: f64 = 0.55;
const PLANTS_APART: f64 = 0.28;
const MAX_ROWS: f64 = 60.0;
const MAX_PLANTS_IN_A_ROW: f64 = 160.0;

/// How far from a base crops still lie, inches.
const TRAMPLED: f64 = 0.2;

/// The crops: their tones below and above.
struct Crop {
    stalk: LinearRgba,
    heads: [LinearRgba; 3],
}

fn crop(id: &str) -> Crop {
    if is_named(id, &["garden", "cabbage", "beet", "vine"]) {
        let green = coat(0.33, 0.40, 0.20);
        return Crop { stalk: coat(0.25, 0.27, 0.14), heads: [green, green.toned(0.3), green.toned(-0.25)] };
    }
    let heads = [coat(0.62, 0.52, 0.27), coat(0.56, 0.45, 0.22), coat(0.66, 0.57, 0.35)];
    Crop { stalk: coat(0.39, 0.35, 0.18), heads }
}

pub(super) fn field(look: &mut Look, piece: &Piece, height: f64, site: &Site) {
    let base = &piece.footprint;
    let soil = coat(0.36, 0.31, 0.21);
    cover(&mut look.ground, base, 0.01, soil, Fringe { inside: 0.2, outside: 0.2 });
    let crop = crop(&piece.id);
    let mut chance = Chance::new(site.seed_of(&piece.id));
    let furrows = Rows::of(base);
    let [[left, right], [low, high]] = furrows.extent(base);
    let rows = steps(high - low, ROWS_APART, MAX_ROWS);
    let plants = steps(right - left, PLANTS_APART, MAX_PLANTS_IN_A_ROW);
    let [row_apart, plant_apart] = [(high - low) / f64::from(rows), (right - left) / f64::from(plants)];
    for row in 0..rows {
        let across = low + (f64::from(row) + 0.5) * row_apart;
        let mut before: Option<Plant> = None;
        for index in 0..plants {
            let along = left + (f64::from(index) + 0.5) * plant_apart;
            let at = furrows.at(along, across);
            if base.depth_inside(at) < 0.12 {
                before = None;
                continue;
            }
            let plant = Plant::new(at, height, &crop, &site.standing, &mut chance);
            sow(look, &plant, before.as_ref(), &crop, &furrows, &mut chance);
            before = Some(plant);
        }
    }
}

/// A handful of stalks in a row.
struct Plant {
    at: Point,
    high: f32,
    head: LinearRgba,
    /// Away from a model that stands here: the way the stalks lie.
    lies: Option<Vec3>,
}

impl Plant {
    fn new(at: Point, height: f64, crop: &Crop, standing: &[Standing], chance: &mut Chance) -> Self {
        let near = standing.iter().find_map(|model| {
            let away = [at[0] - model.at[0], at[1] - model.at[1]];
            let far = (away[0] * away[0] + away[1] * away[1]).sqrt();
            (far < model.radius + TRAMPLED)
                .then(|| axes::in_scene(away.map(|part| part / far.max(1e-6)), 0.0))
        });
        let share = between(chance, 0.78, 1.0);
        let head = crop.heads[chance.below(3)].toned(between(chance, -0.08, 0.08));
        Self { at, high: height as f32 * share, head, lies: near }
    }
}

/// Adds a plant: a ridge of stalks from the one before to it, and heads on top.
fn sow(
    look: &mut Look,
    plant: &Plant,
    before: Option<&Plant>,
    crop: &Crop,
    furrows: &Rows,
    chance: &mut Chance,
) {
    let foot = axes::in_scene(plant.at, 0.0);
    if let Some(way) = plant.lies {
        for _ in 0..2 {
            let aside = Vec3::new(between(chance, -0.15, 0.15), 0.0, between(chance, -0.15, 0.15));
            let tip = foot + way * between(chance, 0.3, 0.6) + aside + Vec3::Y * between(chance, 0.04, 0.10);
            blade(&mut look.crops, [foot + aside, tip], 0.11, [crop.stalk, plant.head.washed(0.25)]);
        }
        return;
    }
    if let Some(other) = before.filter(|other| other.lies.is_none()) {
        let across = axes::in_scene(furrows.across, 0.0) * 0.22;
        let [left, right] = [axes::in_scene(other.at, 0.0), foot];
        let ridge = [left + Vec3::Y * other.high * 0.8, right + Vec3::Y * plant.high * 0.8];
        let dark = crop.stalk.washed(0.35);
        for side in [across, -across] {
            let corners = [left + side, right + side, ridge[1], ridge[0]];
            face(
                &mut look.crops,
                &corners,
                side,
                &[dark, dark, plant.head.washed(0.08), other.head.washed(0.08)],
            );
        }
    }
    for _ in 0..3 {
        let lean = Vec3::new(between(chance, -0.15, 0.15), 0.0, between(chance, -0.15, 0.15));
        let up = Vec3::Y * plant.high;
        let tip = foot + lean + up * between(chance, 0.86, 1.0);
        blade(
            &mut look.crops,
            [foot + lean * 0.4 + up * 0.45, tip],
            0.12,
            [crop.stalk, plant.head.brushed(0.14)],
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::measures::Thou;
    use crate::table::piece::Kind;
    use crate::table::sample::{piece, rectangle};
    use crate::ui::scene::geometry_builder::GeometryBuilder;

    fn crops(standing: Vec<Standing>) -> GeometryBuilder {
        let piece = piece("corn", rectangle([-4.0, -2.0], [4.0, 2.0]), Kind::Field { height: Thou(1500) });
        let mut look = Look::default();
        field(&mut look, &piece, 1.5, &Site { seed: 3, standing });
        look.crops
    }

    fn highest_near(crops: &GeometryBuilder, at: Point) -> f32 {
        let middle = axes::in_scene(at, 0.0);
        let near =
            crops.faces().into_iter().flatten().filter(|corner| corner.with_y(0.0).distance(middle) < 0.5);
        near.map(|corner| corner.y).fold(0.0, f32::max)
    }

    /// Crops stand as high as their field everywhere, but lie where a model stands.
    #[test]
    fn crops_lie_where_models_stand() {
        let at = [1.0, 0.3];
        let (grown, lying) = (crops(Vec::new()), crops(vec![Standing { at, radius: 0.5 }]));
        assert!((1.2..=1.5).contains(&highest_near(&grown, at)));
        assert!(highest_near(&lying, at) < 0.2, "{}", highest_near(&lying, at));
        assert!((1.2..=1.5).contains(&highest_near(&lying, [-2.0, 0.3])));
    }
}
