//! Woods: trees of three kinds that make room for models, undergrowth, and a floor that ends in scatter.

use bevy::prelude::*;

use super::Look;
use super::ground::{SCATTERED, cover};
use super::lumps::{Grain, lump};
use super::paint::{Brush, coat};
use super::site::{Site, Standing, between, is_named};
use super::solids::blade;
use super::spots::{bounds, spots};
use super::trees::{Species, Tree, grow};
use crate::level::chance::Chance;
use crate::table::piece::Piece;
use crate::table::shape::{Point, Shape};
use crate::ui::axes;

/// Distance between trees, and their distance inside the edge, inches.
const APART: f64 = 2.0;
const INSIDE: f64 = 0.6;

/// Clearance of trees from a base, inches.
const CLEARANCE: f64 = 0.4;

/// The smallest share of its width to which a tree shrinks.
const SMALLEST: f32 = 0.5;

/// The floor with what lies and grows on it, and the trees.
pub(super) fn wood(look: &mut Look, piece: &Piece, height: f64, site: &Site) {
    let base = &piece.footprint;
    let seed = site.seed_of(&piece.id);
    cover(&mut look.ground, base, 0.01, coat(0.26, 0.25, 0.16), SCATTERED);
    undergrowth(look, base, height, seed);
    grow_trees(look, piece, height, site);
}

/// The trees alone.
pub(super) fn grow_trees(look: &mut Look, piece: &Piece, height: f64, site: &Site) {
    for tree in trees(piece, height, site) {
        grow(&mut look.stems, &mut look.leaves, &tree);
    }
}

/// The trees of a wood, each out of the way of the models that stand there.
pub(super) fn trees(piece: &Piece, height: f64, site: &Site) -> Vec<Tree> {
    let base = &piece.footprint;
    let seed = site.seed_of(&piece.id);
    let mut places = spots(base, APART, INSIDE, seed as i32 & 0xFFFF);
    if places.is_empty() {
        let [low, high] = bounds(base);
        places.push([f64::midpoint(low[0], high[0]), f64::midpoint(low[1], high[1])]);
    }
    let mut chance = Chance::new(seed);
    let usual = usual_species(piece, &mut chance);
    let mut tree = |place: Point| {
        let species = if chance.one_in(11) {
            Species::Dead
        } else if chance.one_in(4) {
            [Species::Conifer, Species::Broadleaf][chance.below(2)]
        } else {
            usual
        };
        let share = between(&mut chance, 0.76, 1.0);
        let slim = if species == Species::Conifer { 0.95 } else { 1.2 };
        let reach = (slim * between(&mut chance, 0.85, 1.15)).min(0.4 * height as f32);
        let foot = axes::in_scene(place, 0.0);
        let tree = Tree {
            species,
            foot,
            height: height as f32 * share,
            reach,
            seed: seed ^ chance.below(1 << 30) as u64,
        };
        step_aside(tree, base, &site.standing)
    };
    places.into_iter().map(&mut tree).collect()
}

fn usual_species(piece: &Piece, chance: &mut Chance) -> Species {
    let by_chance = [Species::Conifer, Species::Broadleaf][chance.below(2)];
    match &piece.id {
        id if is_named(id, &["orchard", "oak", "beech", "park"]) => Species::Broadleaf,
        id if is_named(id, &["yew", "pine", "fir"]) => Species::Conifer,
        _ => by_chance,
    }
}

/// Slides a tree away from models, as far as it stays in its wood; where its crown would still hide one, it is smaller.
fn step_aside(mut tree: Tree, base: &Shape, standing: &[Standing]) -> Tree {
    for model in standing {
        let at = axes::on_table(tree.foot);
        let away = [at[0] - model.at[0], at[1] - model.at[1]];
        let far = (away[0] * away[0] + away[1] * away[1]).sqrt();
        let wanted = (model.radius + CLEARANCE) * f64::from(model.share);
        if far < wanted {
            let way = if far < 1e-6 { [1.0, 0.0] } else { away.map(|part| part / far) };
            let [x, y] = [0, 1].map(|axis| model.at[axis] + way[axis] * wanted);
            let free = [[x, y], [2.0 * model.at[0] - x, 2.0 * model.at[1] - y]];
            let inside = free.into_iter().find(|place| base.depth_inside(*place) > 0.1);
            tree.foot = axes::in_scene(inside.unwrap_or(free[0]), 0.0);
        }
    }
    let room = |model: &Standing| {
        let far = tree.foot.distance(axes::in_scene(model.at, 0.0));
        let share = ((far - model.radius as f32) / tree.reach).clamp(SMALLEST, 1.0);
        1.0 + (share - 1.0) * model.share
    };
    let share = standing.iter().map(room).fold(1.0, f32::min);
    Tree { reach: tree.reach * share, height: tree.height * share.max(0.7), ..tree }
}

/// Bushes, tufts, stones and a fallen log.
fn undergrowth(look: &mut Look, base: &Shape, height: f64, seed: u64) {
    let mut chance = Chance::new(seed ^ 0x5EED);
    let low = (height as f32 * 0.2).min(0.34);
    for (index, spot) in spots(base, 1.15, 0.1, seed as i32 & 0xFFF).into_iter().enumerate() {
        let at = axes::in_scene(spot, 0.0);
        match chance.below(6) {
            0 => {
                let leaf = coat(0.30, 0.35, 0.17).toned(between(&mut chance, -0.25, 0.2));
                let size = between(&mut chance, 0.5, 1.0) * low;
                let half = Vec3::new(size * 1.1, size * 0.8, size);
                lump(&mut look.green, Grain::Coarse, at + Vec3::Y * size * 0.4, half, index as i32, leaf);
            }
            1 => {
                let stone = coat(0.45, 0.43, 0.39).toned(between(&mut chance, -0.2, 0.2));
                let size = between(&mut chance, 0.07, 0.18);
                lump(&mut look.details, Grain::Coarse, at, Vec3::splat(size), index as i32, stone);
            }
            2..=4 => fern(look, at, low, &mut chance),
            _ => {}
        }
    }
}

/// A tuft of blades.
fn fern(look: &mut Look, at: Vec3, low: f32, chance: &mut Chance) {
    let green = coat(0.38, 0.41, 0.21).toned(between(chance, -0.2, 0.2));
    for _ in 0..4 {
        let lean = Vec3::new(
            between(chance, -0.2, 0.2),
            low * between(chance, 0.6, 1.1),
            between(chance, -0.2, 0.2),
        );
        blade(&mut look.details, [at + lean.with_y(0.0) * 0.3, at + lean], 0.07, [green.washed(0.5), green]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::measures::Thou;
    use crate::table::piece::Kind;
    use crate::table::sample::{piece, rectangle};

    fn wood_with(standing: Vec<Standing>) -> Vec<Tree> {
        let piece = piece("wood", rectangle([-5.0, -4.0], [5.0, 4.0]), Kind::Wood { height: Thou(5000) });
        trees(&piece, 5.0, &Site { seed: 3, standing })
    }

    /// Wherever a model stands, no trunk stands in it, trees stay in their wood, and the others stay where they are.
    #[test]
    fn trees_step_aside() {
        let before = wood_with(Vec::new());
        assert!(before.len() >= 12, "{}", before.len());
        let base = rectangle([-5.0, -4.0], [5.0, 4.0]);
        for old in &before {
            for nudge in [[0.0, 0.0], [0.2, 0.1], [-0.5, 0.4]] {
                let [x, y] = axes::on_table(old.foot);
                let model = Standing { at: [x + nudge[0], y + nudge[1]], radius: 0.5, share: 1.0 };
                let after = wood_with(vec![model]);
                let far = |tree: &Tree| tree.foot.distance(axes::in_scene(model.at, 0.0));
                assert!(after.iter().all(|tree| far(tree) > 0.85), "{model:?}");
                assert!(after.iter().all(|tree| base.depth_inside(axes::on_table(tree.foot)) > 0.05));
                let still = before.iter().zip(&after).filter(|(a, b)| a.foot == b.foot && a.reach == b.reach);
                assert!(still.count() + 6 >= before.len(), "{model:?}");
            }
        }
    }
}
