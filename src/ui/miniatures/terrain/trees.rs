//! Trees: conifers of stacked ragged cones, broadleaf trees of lumps of leaves, and dead ones.

use std::f32::consts::TAU;

use bevy::prelude::*;

use super::lumps::{Grain, lump};
use super::paint::{Brush, coat};
use super::site::between;
use super::solids::{blade, face, stem};
use crate::level::chance::Chance;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;

/// Species of plant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Species {
    Conifer,
    Broadleaf,
    Dead,
}

/// A tree: where its foot is, how high it is, and how wide its crown is from the middle, inches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tree {
    pub species: Species,
    pub foot: Vec3,
    pub height: f32,
    pub reach: f32,
    pub seed: u64,
}

/// Adds a tree: its wood to the first, its leaves to the second.
pub(crate) fn grow(stems: &mut GeometryBuilder, leaves: &mut GeometryBuilder, tree: &Tree) {
    let mut chance = Chance::new(tree.seed);
    match tree.species {
        Species::Conifer => conifer(stems, leaves, tree, &mut chance),
        Species::Broadleaf => broadleaf(stems, leaves, tree, &mut chance),
        Species::Dead => dead(stems, tree, &mut chance),
    }
}

/// A trunk with a flare at its foot, up to a share of the height; its end.
fn trunk(to: &mut GeometryBuilder, tree: &Tree, share: f32, lean: Vec3, bark: LinearRgba) -> Vec3 {
    let thick = (0.045 * tree.height).clamp(0.06, 0.2);
    let up = |part: f32| tree.foot + (Vec3::Y * tree.height + lean) * part * share;
    let rings =
        [(up(0.0), thick * 2.0), (up(0.14), thick * 1.05), (up(0.6), thick * 0.8), (up(1.0), thick * 0.5)];
    stem(to, &rings, 6, bark);
    up(1.0)
}

fn bark(chance: &mut Chance) -> LinearRgba {
    coat(0.34, 0.27, 0.20).toned(between(chance, -0.2, 0.2))
}

fn conifer(stems: &mut GeometryBuilder, leaves: &mut GeometryBuilder, tree: &Tree, chance: &mut Chance) {
    let bark = bark(chance);
    trunk(stems, tree, 0.5, Vec3::ZERO, bark);
    let needle = coat(0.20, 0.29, 0.19).toned(between(chance, -0.16, 0.2));
    let layers = 5;
    for layer in 0..layers {
        let share = layer as f32 / layers as f32;
        let low = tree.height * (0.14 + 0.72 * share);
        let high = (low + tree.height * 0.30).min(tree.height);
        let reach = tree.reach * (1.0 - 0.80 * share) * between(chance, 0.9, 1.08);
        let paint = needle.toned(0.22 * share);
        skirt(leaves, tree.foot, [low, high], reach, paint, chance);
    }
}

/// Corners of a conifer's ragged rim.
const TIPS: usize = 12;

/// One cone of branches: its tips hang at different heights and reach out differently.
fn skirt(
    to: &mut GeometryBuilder,
    foot: Vec3,
    [low, high]: [f32; 2],
    reach: f32,
    paint: LinearRgba,
    chance: &mut Chance,
) {
    let turn = between(chance, 0.0, TAU);
    let rim: Vec<Vec3> = (0..TIPS)
        .map(|tip| {
            let is_long = tip % 2 == 0;
            let out = reach * if is_long { between(chance, 0.88, 1.1) } else { between(chance, 0.58, 0.74) };
            let droop = if is_long { between(chance, -0.10, 0.02) } else { between(chance, 0.06, 0.12) };
            let (sin, cos) = bevy::math::ops::sin_cos(turn + TAU * tip as f32 / TIPS as f32);
            foot + Vec3::new(cos * out, low + (high - low) * droop, sin * out)
        })
        .collect();
    let [peak, under] = [high, low + (high - low) * 0.35].map(|height| foot + Vec3::Y * height);
    for tip in 0..TIPS {
        let [a, b] = [rim[tip], rim[(tip + 1) % TIPS]];
        let tone = between(chance, -0.12, 0.12);
        let paints = [(b, tip % 2 == 1), (a, tip % 2 == 0)]
            .map(|(_, is_long)| if is_long { paint.toned(tone).brushed(0.20) } else { paint.washed(0.35) });
        let out = (a + b) / 2.0 - under;
        face(to, &[peak, b, a], out, &[paint.washed(0.4), paints[0], paints[1]]);
        face(to, &[under, a, b], Vec3::NEG_Y, &[paint.washed(0.8); 3]);
    }
}

fn broadleaf(stems: &mut GeometryBuilder, leaves: &mut GeometryBuilder, tree: &Tree, chance: &mut Chance) {
    let bark = bark(chance);
    let lean = Vec3::new(between(chance, -0.3, 0.3), 0.0, between(chance, -0.3, 0.3));
    let fork = trunk(stems, tree, 0.55, lean, bark);
    let leaf = coat(0.36, 0.41, 0.20).mixed(coat(0.44, 0.42, 0.18), chance.share() as f32);
    let leaf = leaf.toned(between(chance, -0.18, 0.14));
    let crown = tree.foot + lean * 0.6 + Vec3::Y * tree.height * 0.68;
    let half = Vec3::new(tree.reach * 0.78, tree.height * 0.30, tree.reach * 0.78);
    let mut clump = |middle: Vec3, half: Vec3, grain: Grain, paint: LinearRgba, chance: &mut Chance| {
        lump(leaves, grain, middle, half, chance.below(9000) as i32, paint);
    };
    clump(crown, half, Grain::Fine, leaf, chance);
    let first = between(chance, 0.0, TAU);
    let around = 5;
    for index in 0..around {
        let (sin, cos) = bevy::math::ops::sin_cos(first + TAU * index as f32 / around as f32);
        let size = between(chance, 0.42, 0.6);
        let away = tree.reach * (1.0 - size * 0.75);
        let rise = tree.height * between(chance, -0.17, 0.12);
        let middle = crown + Vec3::new(cos * away, rise, sin * away);
        let half = Vec3::new(tree.reach * size, tree.height * 0.17, tree.reach * size);
        let grain = if index < 3 { Grain::Fine } else { Grain::Coarse };
        clump(middle, half, grain, leaf.toned(between(chance, -0.16, 0.16)), chance);
        if index % 2 == 0 {
            stem(stems, &[(fork - Vec3::Y * 0.3, 0.05), (middle, 0.03)], 4, bark);
        }
    }
}

fn dead(stems: &mut GeometryBuilder, tree: &Tree, chance: &mut Chance) {
    let grey = coat(0.42, 0.37, 0.31).toned(between(chance, -0.15, 0.1));
    let lean = Vec3::new(between(chance, -0.7, 0.7), 0.0, between(chance, -0.7, 0.7));
    let top = trunk(stems, tree, 0.86, lean, grey);
    for _ in 0..5 {
        let from = tree.foot.lerp(top, between(chance, 0.45, 0.95));
        let (sin, cos) = bevy::math::ops::sin_cos(between(chance, 0.0, TAU));
        let long = tree.reach * between(chance, 0.45, 0.9);
        let end = from + Vec3::new(cos * long, tree.height * between(chance, 0.06, 0.18), sin * long);
        let end = end.with_y(end.y.min(tree.foot.y + tree.height));
        stem(stems, &[(from, 0.06), (end, 0.018)], 4, grey);
        let twig = from.lerp(end, 0.6);
        let tip = twig + Vec3::new(sin * 0.3, 0.25, cos * 0.3);
        let tip = tip.with_y(tip.y.min(tree.foot.y + tree.height));
        blade(stems, [twig, tip], 0.05, [grey.washed(0.2), grey.brushed(0.2)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No tree is higher than its wood, and none reaches far beyond its crown.
    #[test]
    fn a_tree_keeps_to_its_size() {
        for species in [Species::Conifer, Species::Broadleaf, Species::Dead] {
            for seed in 0..20 {
                let tree = Tree { species, foot: Vec3::new(3.0, 0.0, 2.0), height: 5.0, reach: 1.1, seed };
                let [mut stems, mut leaves] = [GeometryBuilder::default(), GeometryBuilder::default()];
                grow(&mut stems, &mut leaves, &tree);
                assert_eq!(species == Species::Dead, leaves.is_empty());
                for corner in [stems, leaves].iter().flat_map(GeometryBuilder::faces).flatten() {
                    let out = corner - tree.foot;
                    assert!(out.is_finite() && out.y <= 5.0 + 1e-4, "{species:?} {seed}: {out}");
                    assert!(out.with_y(0.0).length() < 1.1 * 1.35 + 0.5, "{species:?} {seed}: {out}");
                }
            }
        }
    }
}
