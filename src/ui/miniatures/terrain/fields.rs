//! Fields: rows of crops with uneven heads in three tones, which lie where models stand.

use bevy::prelude::*;

use super::Look;
use super::ground::{Fringe, cover};
use super::paint::{Brush, coat};
use super::rows::Rows;
use super::site::{Site, Standing, between, is_named};
use super::solids::blade;
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

/// Half of how wide a row is, inches.
const RIDGE: f32 = 0.235;

/// Distance from a base within which crops lie, inches.
const TRAMPLED: f64 = 0.2;

/// The crops: their tones below and above.
struct Crop {
    stalk: LinearRgba,
    heads: [LinearRgba; 3],
}

fn crop(id: &str) -> Crop {
    if is_named(id, &["garden", "cabbage", "beet", "vine"]) {
        let green = coat(0.30, 0.34, 0.21);
        return Crop { stalk: coat(0.25, 0.27, 0.14), heads: [green, green.toned(0.3), green.toned(-0.25)] };
    }
    let heads = [coat(0.51, 0.44, 0.26), coat(0.46, 0.39, 0.22), coat(0.55, 0.49, 0.32)];
    Crop { stalk: coat(0.39, 0.35, 0.18), heads }
}

pub(super) fn field(look: &mut Look, piece: &Piece, height: f64, site: &Site) {
    let base = &piece.footprint;
    let soil = coat(0.36, 0.31, 0.21);
    cover(&mut look.ground, base, 0.01, soil, Fringe { inside: 0.2, outside: 0.2 });
    grow_crops(look, piece, height, site);
}

/// The crops alone.
pub(super) fn grow_crops(look: &mut Look, piece: &Piece, height: f64, site: &Site) {
    let base = &piece.footprint;
    let crop = crop(&piece.id);
    let mut chance = Chance::new(site.seed_of(&piece.id));
    let furrows = Rows::of(base);
    let [[left, right], [low, high]] = furrows.extent(base);
    let rows = steps(high - low, ROWS_APART, MAX_ROWS);
    let plants = steps(right - left, PLANTS_APART, MAX_PLANTS_IN_A_ROW);
    let [row_apart, plant_apart] = [(high - low) / f64::from(rows), (right - left) / f64::from(plants)];
    for row in 0..rows {
        let across = low + (f64::from(row) + 0.5) * row_apart;
        let mut stretch = Vec::new();
        for index in 0..plants {
            let along = left + (f64::from(index) + 0.5) * plant_apart;
            let at = furrows.at(along, across);
            if base.depth_inside(at) < 0.12 {
                sow(look, &std::mem::take(&mut stretch), &crop, &furrows);
                continue;
            }
            let plant = Plant::new(at, height, &crop, &site.standing, &mut chance);
            ears(look, &plant, &crop, &mut chance);
            stretch.push(plant);
        }
        sow(look, &stretch, &crop, &furrows);
    }
}

/// A handful of stalks in a row.
struct Plant {
    at: Point,
    high: f32,
    /// The share of its height at which stalks stand close.
    thickness: f32,
    head: LinearRgba,
    /// The way the stalks lie, away from a model that stands here, and how far down they are, from 0 to 1.
    lies: (Vec3, f32),
}

impl Plant {
    fn new(at: Point, height: f64, crop: &Crop, standing: &[Standing], chance: &mut Chance) -> Self {
        let near = standing.iter().filter_map(|model| {
            let away = [at[0] - model.at[0], at[1] - model.at[1]];
            let far = (away[0] * away[0] + away[1] * away[1]).sqrt();
            let way = || axes::in_scene(away.map(|part| part / far.max(1e-6)), 0.0);
            (far < model.radius + TRAMPLED).then(|| (way(), model.share))
        });
        let lies = near.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((Vec3::ZERO, 0.0));
        let share = between(chance, 0.78, 1.0);
        let head = crop.heads[chance.below(3)].toned(between(chance, -0.08, 0.08));
        let thickness = between(chance, 0.50, 0.76);
        Self { at, high: height as f32 * share, thickness, head, lies }
    }

    /// Whether it stands at least a little.
    fn stands(&self) -> bool {
        self.lies.1 < 1.0
    }

    /// Height of the thick of it.
    fn thick(&self) -> f32 {
        self.thickness * self.high * (1.0 - self.lies.1)
    }
}

/// Adds the thick of the stalks along plants in a row, closed at both ends and wherever some lie.
fn sow(look: &mut Look, plants: &[Plant], crop: &Crop, furrows: &Rows) {
    let across = axes::in_scene(furrows.across, 0.0) * RIDGE;
    for pair in plants.windows(2) {
        if pair[0].stands() && pair[1].stands() {
            ridge(look, [&pair[0], &pair[1]], crop, across);
        }
    }
    let stands = |index: Option<usize>| index.and_then(|index| plants.get(index)).is_some_and(Plant::stands);
    for (index, plant) in plants.iter().enumerate().filter(|(_, plant)| plant.stands()) {
        let [foot, top] = [axes::in_scene(plant.at, 0.0), Vec3::Y * plant.thick()];
        let ends = [(index.checked_sub(1), -1.0), (Some(index + 1), 1.0)];
        for (_, way) in ends.into_iter().filter(|(next, _)| !stands(*next)) {
            let corners =
                [foot - across, foot + across, foot + across * 0.8 + top, foot - across * 0.8 + top];
            let out = (across.cross(Vec3::Y).normalize_or_zero() * way + Vec3::Y * 0.7).normalize();
            let (dark, head) = (crop.stalk.washed(0.25), plant.head.washed(0.9 - plant.thickness));
            look.crops.shaded(&corners, out, &[dark, dark, head, head]);
        }
    }
}

/// Adds the thick of the stalks between two plants: both sides, and the ears on top, of which one sees most from above.
fn ridge(look: &mut Look, ends: [&Plant; 2], crop: &Crop, across: Vec3) {
    let [left, right] = ends.map(|plant| axes::in_scene(plant.at, 0.0));
    let [high, higher] = ends.map(|plant| Vec3::Y * plant.thick());
    let dark = crop.stalk.washed(0.25);
    let heads = ends.map(|plant| plant.head.washed(0.9 - plant.thickness));
    let top = across * 0.8;
    for side in [1.0, -1.0] {
        let corners = [
            left + across * side,
            right + across * side,
            right + top * side + higher,
            left + top * side + high,
        ];
        // Lit like the ears: stalks are too thin for light and shade of their own.
        let out = (across.normalize_or_zero() * side + Vec3::Y * 0.7).normalize();
        look.crops.shaded(&corners, out, &[dark, dark, heads[1], heads[0]]);
    }
    let lid = [left - top + high, left + top + high, right + top + higher, right - top + higher];
    let tops = ends.map(|plant| plant.head.washed(0.92 - plant.thickness));
    look.crops.shaded(&lid, Vec3::Y, &[tops[0], tops[0], tops[1], tops[1]]);
}

/// Adds the ears of a plant. It draws the same numbers whether it lies or not, so that no other plant looks different.
fn ears(look: &mut Look, plant: &Plant, crop: &Crop, chance: &mut Chance) {
    let foot = axes::in_scene(plant.at, 0.0);
    let (way, down) = plant.lies;
    for _ in 0..3 {
        let lean = Vec3::new(between(chance, -0.15, 0.15), 0.0, between(chance, -0.15, 0.15));
        let long = chance.share() as f32;
        let up = Vec3::Y * plant.high;
        let upright = [foot + lean * 0.4 + up * 0.45, foot + lean + up * (0.86 + 0.14 * long)];
        let flat = foot + way * (0.3 + 0.3 * long) + lean + Vec3::Y * (0.04 + 0.4 * lean.x.abs());
        let ends = [upright[0].lerp(foot, down), upright[1].lerp(flat, down)];
        let head = plant.head.brushed(0.14 * (1.0 - down)).washed(0.25 * down);
        blade(&mut look.crops, ends, 0.12, [crop.stalk, head]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::measures::Thou;
    use crate::table::piece::Kind;
    use crate::table::sample::{piece, rectangle};
    use crate::ui::miniatures::geometry_builder::GeometryBuilder;

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
        let (grown, lying) = (crops(Vec::new()), crops(vec![Standing { at, radius: 0.5, share: 1.0 }]));
        assert!((1.2..=1.5).contains(&highest_near(&grown, at)));
        assert!(highest_near(&lying, at) < 0.2, "{}", highest_near(&lying, at));
        assert!((1.2..=1.5).contains(&highest_near(&lying, [-2.0, 0.3])));
    }

    /// Plants go down and up bit by bit, and those far from the model are not touched by it.
    #[test]
    fn crops_lie_down_bit_by_bit() {
        let at = [1.0, 0.3];
        let heights = [0.0, 0.25, 0.5, 0.75, 1.0]
            .map(|share| highest_near(&crops(vec![Standing { at, radius: 0.5, share }]), at));
        assert!(heights.is_sorted_by(|before, after| before > after), "{heights:?}");
        let far = |crops: &GeometryBuilder| -> Vec<[Vec3; 3]> {
            let middle = axes::in_scene(at, 0.0);
            let is_far =
                |face: &[Vec3; 3]| face.iter().all(|corner| corner.with_y(0.0).distance(middle) > 2.0);
            crops.faces().into_iter().filter(is_far).collect()
        };
        let (grown, lying) = (crops(Vec::new()), crops(vec![Standing { at, radius: 0.5, share: 1.0 }]));
        assert_eq!(far(&grown), far(&lying));
        assert!(far(&grown).len() > 500);
    }
}
