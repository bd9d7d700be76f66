//! Procedural textures: the grain of felt and wood.

use bevy::asset::RenderAssetUsages;
use bevy::image::Image;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

/// A picture of the given size whose pixels a function colours; it gets each
/// pixel's column and row.
fn picture(width: u32, height: u32, pixel: impl Fn(u32, u32) -> [u8; 3]) -> Image {
    let mut data = Vec::with_capacity((width * height * 4) as usize);
    for row in 0..height {
        for column in 0..width {
            data.extend(pixel(column, row));
            data.push(255);
        }
    }
    let size = Extent3d { width, height, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    Image::new(size, TextureDimension::D2, data, format, RenderAssetUsages::RENDER_WORLD)
}

/// A meadow in muted greens and browns, without any pattern that repeats.
pub(super) fn meadow(width: u32, height: u32) -> Image {
    picture(width, height, |x, y| {
        let (x, y) = (x as f32, y as f32);
        let broad = noise(x / 130.0, y / 130.0) * 0.6 + noise(x / 47.0 + 9.0, y / 47.0) * 0.4;
        let fine = noise(x / 6.0, y / 6.0 + 31.0) * 0.5 + noise(x / 2.0 + 77.0, y / 2.0) * 0.5;
        let light = 0.86 + 0.16 * (fine - 0.5);
        let (grass, earth) = ([104.0, 116.0, 74.0], [131.0, 121.0, 84.0]);
        let share = ((broad - 0.38) * 2.2).clamp(0.0, 1.0);
        std::array::from_fn(|i| ((grass[i] + (earth[i] - grass[i]) * share) * light) as u8)
    })
}

/// Dark wood whose grain runs along the picture's width.
pub(super) fn wood() -> Image {
    picture(512, 64, |x, y| {
        let (x, y) = (x as f32, y as f32);
        let wave = noise(x / 90.0, y / 9.0) * 5.0;
        let grain = noise(x / 60.0, (y + wave) / 1.7) * 0.6 + noise(x / 14.0, y / 0.8 + 40.0) * 0.4;
        let light = 0.72 + 0.5 * (grain - 0.5);
        [104.0, 70.0, 44.0].map(|part| (part * light) as u8)
    })
}

/// Smooth noise from 0 to 1, the same on every machine.
fn noise(x: f32, y: f32) -> f32 {
    let (column, row) = (x.floor(), y.floor());
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (u, v) = (ease(x - column), ease(y - row));
    let at = |dx: i32, dy: i32| scatter(column as i32 + dx, row as i32 + dy);
    let low = at(0, 0) + (at(1, 0) - at(0, 0)) * u;
    let high = at(0, 1) + (at(1, 1) - at(0, 1)) * u;
    low + (high - low) * v
}

/// A number from 0 to 1 that looks random, the same for the same two numbers.
pub(super) fn scatter(x: i32, y: i32) -> f32 {
    let mut bits = (x as u32).wrapping_mul(0x9E37_79B1) ^ (y as u32).wrapping_mul(0x85EB_CA6B);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2C1B_3C6D);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297A_2D39);
    (bits ^ (bits >> 15)) as f32 / u32::MAX as f32
}
