//! A picture that is painted point by point with linear light.

use bevy::asset::RenderAssetUsages;
use bevy::image::Image;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use crate::ui::miniatures::texture::scatter;

/// Paints a picture; the painter gets each point's place, from 0 to 1 rightward and downward.
pub(super) fn painted(width: u32, height: u32, painter: impl Fn(Vec2) -> Vec3) -> Image {
    let size = Vec2::new(width as f32, height as f32);
    let mut data = Vec::with_capacity((width * height * 4) as usize);
    for row in 0..height {
        for column in 0..width {
            let light = painter((Vec2::new(column as f32, row as f32) + 0.5) / size);
            let colour = Srgba::from(LinearRgba::from_vec3(light.max(Vec3::ZERO)));
            // Dark slopes of 256 steps would show bands; this scatters them.
            let dither = scatter(column as i32, row as i32) - 0.5;
            let byte = |part: f32| (part * 255.0 + dither).round().clamp(0.0, 255.0) as u8;
            data.extend([byte(colour.red), byte(colour.green), byte(colour.blue), 255]);
        }
    }
    let extent = Extent3d { width, height, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    Image::new(extent, TextureDimension::D2, data, format, RenderAssetUsages::RENDER_WORLD)
}

/// 1 inside a rectangle and 0 outside, with an edge so soft.
pub(super) fn soft_rectangle(at: Vec2, middle: Vec2, half: Vec2, soft: f32) -> f32 {
    let inside = half - (at - middle).abs();
    let ramp = |depth: f32| (0.5 + depth / (2.0 * soft)).clamp(0.0, 1.0);
    let [x, y] = [inside.x, inside.y].map(ramp).map(|t| t * t * (3.0 - 2.0 * t));
    x * y
}

/// Smooth noise from 0 to 1.
pub(super) fn noise(at: Vec2) -> f32 {
    let cell = at.floor();
    let t = at - cell;
    let ease = t * t * (Vec2::splat(3.0) - 2.0 * t);
    let corner = |dx: i32, dy: i32| scatter(cell.x as i32 + dx, cell.y as i32 + dy);
    let low = corner(0, 0).lerp(corner(1, 0), ease.x);
    let high = corner(0, 1).lerp(corner(1, 1), ease.x);
    low.lerp(high, ease.y)
}
