//! What grows: tufts on meadows, furrows of fields, trees.

use std::f32::consts::TAU;

use bevy::prelude::*;
use tabletop_hexes::hex::Hex;

use super::roads::is_on_road;
use super::{Models, chance_of};
use crate::level::chance::Chance;
use crate::map_ui::scene::board::{APOTHEM, Board};
use crate::ui::miniatures::terrain::lumps::{Grain, lump};
use crate::ui::miniatures::terrain::paint::{Brush, coat};
use crate::ui::miniatures::terrain::site::between;
use crate::ui::miniatures::terrain::solids::{blade, face};
use crate::ui::miniatures::terrain::trees::{Species, Tree, grow};

/// A place of a hex by its angle and distance from the centre.
pub(super) fn place(board: &Board, hex: Hex, angle: f32, away: f32) -> Vec3 {
    let (sin, cos) = bevy::math::ops::sin_cos(angle);
    board.centre(hex) + Vec3::new(cos, 0.0, sin) * away
}

/// Tufts of grass round a meadow's rim, now and then a bush.
pub(super) fn meadow(rim: &mut Models, board: &Board, hex: Hex) {
    let mut chance = chance_of(hex, 1);
    let green = coat(0.40, 0.42, 0.22);
    for _ in 0..3 + chance.below(5) {
        let foot = place(board, hex, between(&mut chance, 0.0, TAU), between(&mut chance, 0.75, 1.2));
        let coat = green.mixed(coat(0.54, 0.49, 0.29), chance.share() as f32);
        for _ in 0..4 {
            let aside = Vec3::new(between(&mut chance, -0.5, 0.5), 0.0, between(&mut chance, -0.5, 0.5));
            let tip = foot + aside * 0.25 + Vec3::Y * between(&mut chance, 0.08, 0.18);
            blade(&mut rim.solid, [foot + aside * 0.10, tip], 0.05, [coat.washed(0.4), coat.brushed(0.12)]);
        }
    }
    if chance.one_in(3) {
        let at = place(board, hex, between(&mut chance, 0.0, TAU), 1.12);
        if !is_on_road(board, hex, at, 0.16) {
            let half = Vec3::splat(between(&mut chance, 0.09, 0.15));
            let seed = chance.below(9000) as i32;
            lump(&mut rim.leaves, Grain::Coarse, at + Vec3::Y * 0.07, half, seed, coat(0.29, 0.34, 0.17));
        }
    }
}

/// Distance between two furrows, and the height of a ridge; inches.
const FURROW: f32 = 0.20;
const RIDGE: f32 = 0.055;

/// Ridges of a field from rim to rim, in two tones, broken where a road runs.
pub(super) fn furrows(rim: &mut Models, board: &Board, hex: Hex) {
    let mut chance = chance_of(hex, 2);
    let angle = between(&mut chance, 0.15, 1.2) + if chance.one_in(2) { TAU / 4.0 } else { 0.0 };
    let (sin, cos) = bevy::math::ops::sin_cos(angle);
    let [along, across] = [Vec2::new(cos, sin), Vec2::new(-sin, cos)];
    let crop = if chance.one_in(2) { coat(0.62, 0.54, 0.27) } else { coat(0.45, 0.47, 0.22) };
    let centre = board.centre(hex);
    let inner = APOTHEM - 0.17;
    let count = (inner / FURROW) as i32 + 1;
    for row in -count..=count {
        let offset = across * row as f32 * FURROW;
        // As far as all six sides allow.
        let (mut low, mut high) = (-2.0_f32, 2.0_f32);
        for side in 0..6 {
            let (sin, cos) = bevy::math::ops::sin_cos(TAU * (side as f32 + 0.5) / 6.0);
            let normal = Vec2::new(cos, sin);
            let (room, pace) = (inner - offset.dot(normal), along.dot(normal));
            match pace {
                pace if pace > 1e-4 => high = high.min(room / pace),
                pace if pace < -1e-4 => low = low.max(room / pace),
                _ if room < 0.0 => high = low,
                _ => {}
            }
        }
        let parts = ((high - low) / 0.22).floor() as i32;
        for part in 0..parts {
            let [from, to] = [part, part + 1].map(|end| low + (high - low) * end as f32 / parts as f32);
            let middle = offset + along * f32::midpoint(from, to);
            let at = centre + Vec3::new(middle.x, 0.0, middle.y);
            if !is_on_road(board, hex, at, 0.06) {
                let tone = crop.toned(between(&mut chance, -0.14, 0.14) - 0.05 * (row % 2) as f32);
                ridge(rim, centre, offset, [along * from, along * to], across, tone);
            }
        }
    }
}

/// A piece of a ridge: two slopes.
fn ridge(
    rim: &mut Models,
    centre: Vec3,
    offset: Vec2,
    [from, to]: [Vec2; 2],
    across: Vec2,
    coat: LinearRgba,
) {
    let at = |point: Vec2, height: f32| centre + Vec3::new(point.x, height, point.y);
    let [top_from, top_to] = [at(offset + from, RIDGE), at(offset + to, RIDGE)];
    for side in [-1.0, 1.0] {
        let foot = across * side * FURROW * 0.46;
        let [low_from, low_to] = [at(offset + from + foot, 0.0), at(offset + to + foot, 0.0)];
        let out = Vec3::new(foot.x, 0.1, foot.y);
        let dark = coat.washed(0.45);
        face(&mut rim.solid, &[low_from, low_to, top_to, top_from], out, &[dark, dark, coat, coat]);
    }
}

/// Trees: high ones round the far rim, low ones at the near rim, where they would hide counters; a thicket in the middle.
pub(super) fn wood(rim: &mut Models, heart: &mut Models, board: &Board, hex: Hex) {
    let mut chance = chance_of(hex, 3);
    let count = 13;
    for index in 0..count {
        let angle = TAU * (index as f32 + between(&mut chance, -0.25, 0.25)) / count as f32;
        let foot = place(board, hex, angle, between(&mut chance, 1.02, 1.17));
        let is_near = bevy::math::ops::sin(angle) > 0.1;
        let height =
            if is_near { between(&mut chance, 0.32, 0.44) } else { between(&mut chance, 0.44, 0.66) };
        if !is_on_road(board, hex, foot, 0.22) {
            plant(rim, &mut chance, foot, height);
        }
        bush(rim, &mut chance, place(board, hex, angle + 0.2, 1.12));
    }
    for index in 0..7 {
        let away = if index == 0 { 0.0 } else { between(&mut chance, 0.48, 0.68) };
        let foot = place(board, hex, TAU * index as f32 / 6.0, away);
        if !is_on_road(board, hex, foot, 0.18) {
            let height = between(&mut chance, 0.66, 0.92);
            plant(heart, &mut chance, foot, height);
        }
    }
}

fn plant(to: &mut Models, chance: &mut Chance, foot: Vec3, height: f32) {
    let species = match chance.below(12) {
        0..=6 => Species::Conifer,
        7 => Species::Dead,
        _ => Species::Broadleaf,
    };
    let reach = height * if species == Species::Conifer { 0.36 } else { 0.40 };
    let seed = chance.below(1 << 30) as u64;
    grow(&mut to.solid, &mut to.leaves, &Tree { species, foot, height, reach, seed });
}

fn bush(to: &mut Models, chance: &mut Chance, at: Vec3) {
    let half =
        Vec3::new(between(chance, 0.08, 0.15), between(chance, 0.05, 0.10), between(chance, 0.08, 0.15));
    let seed = chance.below(9000) as i32;
    lump(&mut to.leaves, Grain::Coarse, at + Vec3::Y * 0.03, half, seed, coat(0.26, 0.30, 0.15));
}
