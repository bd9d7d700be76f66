//! Tufts of static grass on the mat: few, small, and only where nothing lies and nobody walks.

use bevy::prelude::*;

use super::geometry_builder::GeometryBuilder;
use super::terrain::paint::{Brush, coat};
use super::terrain::solids::blade;
use super::texture::{noise, scatter};
use super::wear::Wear;
use crate::level::scenario::Level;
use crate::table::shape::Point;
use crate::ui::axes;

/// Distance between tufts, inches; larger on large tables.
const APART: f64 = 1.3;

/// The most places that are tried along a side of the table.
const MAX_COLUMNS: f64 = 64.0;

/// Tufts of a level, in squares of the table, so that those out of sight are not drawn.
pub(in crate::ui) fn tufts(level: &Level, wear: &Wear) -> Vec<GeometryBuilder> {
    let size = [level.table.width, level.table.depth].map(|side| side.inches());
    let counts = size.map(|side| (side / APART).min(MAX_COLUMNS) as i32);
    let squares = size.map(|side| (side / 30.0).ceil().max(1.0) as usize);
    let mut all: Vec<GeometryBuilder> =
        (0..squares[0] * squares[1]).map(|_| GeometryBuilder::default()).collect();
    for (column, row) in (0..counts[0]).flat_map(|column| (0..counts[1]).map(move |row| (column, row))) {
        let chance = |which: i32| scatter(column + 7 * which, row + 1000 * which);
        let place = |index: i32, axis: usize, nudge: f32| {
            ((f64::from(index) + f64::from(nudge)) / f64::from(counts[axis]) - 0.5) * (size[axis] - 0.6)
        };
        let at = [place(column, 0, chance(1)), place(row, 1, chance(2))];
        let lush = noise(at[0] as f32 / 6.0 + 50.0, at[1] as f32 / 6.0);
        if chance(3) < 0.75 * lush && wear.at(at) < 0.1 && is_free(level, at) {
            let square = [0, 1].map(|axis| {
                let share = (at[axis] / size[axis] + 0.5).clamp(0.0, 0.999);
                (share * squares[axis] as f64) as usize
            });
            tuft(&mut all[square[0] + square[1] * squares[0]], at, column + 64 * row);
        }
    }
    all.retain(|square| !square.is_empty());
    all
}

fn is_free(level: &Level, at: Point) -> bool {
    level.terrain.pieces.iter().all(|piece| piece.footprint.depth_inside(at) < -0.4)
}

fn tuft(to: &mut GeometryBuilder, at: Point, seed: i32) {
    let foot = axes::in_scene(at, 0.0);
    let chance = |which: i32| scatter(seed, which);
    let green =
        coat(0.40, 0.42, 0.22).mixed(coat(0.54, 0.49, 0.29), chance(1)).toned(0.2 * (chance(2) - 0.5));
    for index in 0..5 {
        let aside = Vec3::new(chance(index + 10) - 0.5, 0.0, chance(index + 20) - 0.5);
        let high = 0.10 + 0.14 * chance(index + 30);
        let tip = foot + aside * 0.34 + Vec3::Y * high;
        blade(to, [foot + aside * 0.14, tip], 0.055, [green.washed(0.4), green.brushed(0.12)]);
    }
}
