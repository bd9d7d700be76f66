//! Ruins and structures.

use bevy::prelude::*;

use super::Look;
use super::vegetation::spots;
use crate::table::piece::{Foundation, Level, Roof, Wall};
use crate::table::shape::Shape;
use crate::ui::axes;
use crate::ui::scene::geometry_builder::GeometryBuilder;
use crate::ui::scene::texture::scatter;
use crate::ui::scene::walls::wall;

/// Broken walls and rubble on a grey base.
pub(super) fn ruin(look: &mut Look, base: &Shape, height: f64, walls: &[Wall]) {
    let (floor, rim) = (Color::srgb(0.47, 0.45, 0.42), Color::srgb(0.36, 0.34, 0.32));
    look.solid.prism(base, [0.0, 0.02], [floor, rim]);
    let brick = Color::srgb(0.60, 0.50, 0.42);
    for one in walls {
        wall(&mut look.solid, one, 0.0, brick);
    }
    for (index, spot) in spots(base, 1.7, 0.35).into_iter().enumerate() {
        let by_wall = walls.is_empty() || scatter(index as i32, 31) > 0.45;
        if by_wall {
            rubble(look, spot, index as i32, height);
        }
    }
}

/// A broken block: low, so that it hides nobody.
fn rubble(look: &mut Look, spot: [f64; 2], seed: i32, height: f64) {
    let size = (0.18 + 0.3 * scatter(seed, 41)).min(height as f32 * 0.3).max(0.1);
    let at = Transform::from_translation(axes::in_scene(spot, f64::from(size) * 0.25 + 0.05))
        .with_rotation(axes::turn(f64::from(scatter(seed, 17)) * 360.0) * Quat::from_rotation_z(0.3));
    let light = 0.1 * scatter(seed, 8);
    let stone = Color::srgb(0.50 + light, 0.44 + light, 0.39 + light);
    look.details.add(Cuboid::new(size * 1.4, size * 0.7, size), at, stone);
}

/// Levels with floors, walls and their openings, and a roof; each can be taken away.
pub(super) fn structure(look: &mut Look, base: &Shape, levels: &[Level], foundation: Foundation, roof: Roof) {
    if foundation == Foundation::Base {
        let (slab, rim) = (Color::srgb(0.50, 0.50, 0.50), Color::srgb(0.38, 0.38, 0.38));
        look.solid.prism(base, [0.0, 0.02], [slab, rim]);
    }
    let plaster = Color::srgb(0.76, 0.71, 0.61);
    for (index, level) in levels.iter().enumerate() {
        let floor = level.floor.inches();
        let outline = level.outline.as_ref().unwrap_or(base);
        let (boards, edge) = (Color::srgb(0.53, 0.43, 0.31), Color::srgb(0.37, 0.29, 0.20));
        let mut part = GeometryBuilder::default();
        // The floor's top is where models stand.
        part.prism(outline, [(floor - 0.2).max(0.0), floor.max(0.03)], [boards, edge]);
        let lighter = plaster.mix(&Color::WHITE, index as f32 * 0.12);
        for one in &level.walls {
            wall(&mut part, one, floor, lighter);
        }
        look.storeys.push(part);
    }
    let top = levels.iter().map(Level::top).max().map_or(0.0, |top| top.inches());
    if roof == Roof::Flat && top > 0.0 {
        let (tiles, edge) = (Color::srgb(0.47, 0.30, 0.25), Color::srgb(0.36, 0.22, 0.18));
        let highest = levels.iter().max_by_key(|level| level.top()).and_then(|level| level.outline.as_ref());
        let mut part = GeometryBuilder::default();
        part.prism(highest.unwrap_or(base), [top - 0.2, top + 0.002], [tiles, edge]);
        look.storeys.push(part);
    }
}
