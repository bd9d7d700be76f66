//! Procedural textures: the grain of mat and wood.

use bevy::asset::RenderAssetUsages;
use bevy::image::{Image, ImageAddressMode, ImageSampler, ImageSamplerDescriptor};
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

/// Pixels of a side of the grain.
const GRAIN: u32 = 256;

/// Four kinds of grain that repeat without a seam: red and alpha are broad, green is of so many spots a side, blue is as
/// fine as the picture. It has a picture of half the size for each distance, so that nothing flickers far away.
pub(crate) fn grain() -> Image {
    let at = |column: u32, row: u32| {
        let [u, v] = [column, row].map(|pixel| pixel as f32 / GRAIN as f32);
        let layers = |seed: i32, cells: i32| {
            let octave = |times: i32| ring_noise(u, v, cells * times, seed + times);
            0.55 * octave(1) + 0.28 * octave(2) + 0.17 * octave(4)
        };
        let fine = scatter(column as i32 + 31, row as i32);
        [layers(3, 5), ring_noise(u, v, 40, 17), 0.35 * fine + 0.65 * ring_noise(u, v, 96, 29), layers(71, 4)]
            .map(|part| (part * 255.0) as u8)
    };
    let whole = (0..GRAIN).flat_map(|row| (0..GRAIN).map(move |column| at(column, row))).collect();
    let mut image = reduced(whole, GRAIN, TextureFormat::Rgba8Unorm);
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::Repeat,
        address_mode_v: ImageAddressMode::Repeat,
        ..ImageSamplerDescriptor::linear()
    });
    image
}

/// A square picture with all its reductions, so that it does not flicker far away.
pub(crate) fn reduced(whole: Vec<[u8; 4]>, pixels: u32, format: TextureFormat) -> Image {
    let (mut data, mut level, mut side, mut levels) = (Vec::new(), whole, pixels as usize, 0);
    while side > 0 {
        data.extend(level.iter().flatten());
        level = halved(&level, side);
        (side, levels) = (side / 2, levels + 1);
    }
    let size = Extent3d { width: pixels, height: pixels, depth_or_array_layers: 1 };
    let mut image = Image::new_uninit(size, TextureDimension::D2, format, RenderAssetUsages::RENDER_WORLD);
    image.texture_descriptor.mip_level_count = levels;
    image.data = Some(data);
    image
}

/// A square picture at half its size, each pixel the mean of four.
fn halved(level: &[[u8; 4]], side: usize) -> Vec<[u8; 4]> {
    let mean = |column: usize, row: usize| {
        let four =
            [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| level[(2 * row + y) * side + 2 * column + x]);
        std::array::from_fn(|part| (four.iter().map(|pixel| u32::from(pixel[part])).sum::<u32>() / 4) as u8)
    };
    let half = side / 2;
    (0..half).flat_map(|row| (0..half).map(move |column| (column, row))).map(|(x, y)| mean(x, y)).collect()
}

/// A grey picture from shares of 0 to 1, in rows.
pub(crate) fn grey(width: u32, shares: &[f32]) -> Image {
    let data = shares.iter().map(|share| (share.clamp(0.0, 1.0) * 255.0) as u8).collect();
    let size = Extent3d { width, height: shares.len() as u32 / width, depth_or_array_layers: 1 };
    Image::new(size, TextureDimension::D2, data, TextureFormat::R8Unorm, RenderAssetUsages::RENDER_WORLD)
}

/// Smooth noise from 0 to 1 of so many cells over the unit square, which repeats beyond it.
fn ring_noise(u: f32, v: f32, cells: i32, seed: i32) -> f32 {
    let (x, y) = (u * cells as f32, v * cells as f32);
    smooth(x, y, |column, row| scatter(column.rem_euclid(cells) + 131 * seed, row.rem_euclid(cells)))
}

/// Dark wood whose grain runs along the picture's width.
pub(crate) fn wood() -> Image {
    picture(512, 64, |x, y| {
        let (x, y) = (x as f32, y as f32);
        let wave = noise(x / 90.0, y / 9.0) * 5.0;
        let grain = noise(x / 60.0, (y + wave) / 1.7) * 0.6 + noise(x / 14.0, y / 0.8 + 40.0) * 0.4;
        let light = 0.72 + 0.5 * (grain - 0.5);
        [104.0, 70.0, 44.0].map(|part| (part * light) as u8)
    })
}

/// Smooth noise from 0 to 1, the same on every machine.
pub(crate) fn noise(x: f32, y: f32) -> f32 {
    smooth(x, y, scatter)
}

/// Between the values of the four whole places around.
fn smooth(x: f32, y: f32, at: impl Fn(i32, i32) -> f32) -> f32 {
    let (column, row) = (x.floor(), y.floor());
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (u, v) = (ease(x - column), ease(y - row));
    let at = |dx: i32, dy: i32| at(column as i32 + dx, row as i32 + dy);
    let low = at(0, 0) + (at(1, 0) - at(0, 0)) * u;
    let high = at(0, 1) + (at(1, 1) - at(0, 1)) * u;
    low + (high - low) * v
}

/// A number from 0 to 1 that looks random, the same for the same two numbers.
pub(crate) fn scatter(x: i32, y: i32) -> f32 {
    let mut bits = (x as u32).wrapping_mul(0x9E37_79B1) ^ (y as u32).wrapping_mul(0x85EB_CA6B);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2C1B_3C6D);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297A_2D39);
    (bits ^ (bits >> 15)) as f32 / u32::MAX as f32
}
