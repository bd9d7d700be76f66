//! The brass plate on the table's frame with the name of the level.

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy_egui::egui::epaint::text::{FontDefinitions, Fonts, TextOptions};
use bevy_egui::egui::{Color32, FontId};

use super::texture::noise;

/// Pixels of the plate's height.
const PLATE_HEIGHT_PX: usize = 72;

/// Size of the letters, pixels.
const LETTERS: f32 = 40.0;

/// Between the name and the plate's ends, pixels.
const NAME_MARGIN_PX: usize = 64;

/// Brass, and what has been engraved and blackened.
const BRASS: [f32; 3] = [164.0, 130.0, 70.0];
const ENGRAVED: [f32; 3] = [38.0, 28.0, 16.0];

/// A picture of the plate, and how wide it is for its height.
pub(crate) fn plate(name: &str) -> (Image, f32) {
    let (letters, wide) = engraved(&name.to_uppercase());
    let width = wide + 2 * NAME_MARGIN_PX;
    let mut data = Vec::with_capacity(width * PLATE_HEIGHT_PX * 4);
    for (row, column) in (0..PLATE_HEIGHT_PX).flat_map(|row| (0..width).map(move |column| (row, column))) {
        let depth = column
            .checked_sub(NAME_MARGIN_PX)
            .filter(|at| *at < wide)
            .map_or(0.0, |at| letters[row * wide + at]);
        let depth = depth.max(line([column, row], [width, PLATE_HEIGHT_PX])).max(screw([column, row], width));
        let brushed = 0.86 + 0.2 * noise(column as f32 / 60.0, row as f32 * 0.9);
        data.extend(
            [0, 1, 2]
                .map(|part| (BRASS[part] + (ENGRAVED[part] - BRASS[part]) * depth) * brushed)
                .map(|part| part as u8),
        );
        data.push(255);
    }
    let size = Extent3d { width: width as u32, height: PLATE_HEIGHT_PX as u32, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    let image = Image::new(size, TextureDimension::D2, data, format, RenderAssetUsages::RENDER_WORLD);
    (image, width as f32 / PLATE_HEIGHT_PX as f32)
}

/// Engraved depth of each pixel of a text, 0 to 1, in rows as high as the plate; and the length of the rows.
fn engraved(text: &str) -> (Vec<f32>, usize) {
    Letters::default().ink(text, LETTERS, PLATE_HEIGHT_PX)
}

/// Draws words into pictures.
pub(crate) struct Letters(Fonts);

impl Default for Letters {
    fn default() -> Self {
        Self(Fonts::new(TextOptions::default(), FontDefinitions::default()))
    }
}

impl Letters {
    /// Ink of each pixel of a text in letters of a size, 0 to 1, in so many rows, in the middle of whose height it stands; and the
    /// length of the rows. All sizes are pixels.
    pub(crate) fn ink(&mut self, text: &str, size: f32, rows: usize) -> (Vec<f32>, usize) {
        let mut view = self.0.with_pixels_per_point(1.0);
        let galley = view.layout_no_wrap(text.to_owned(), FontId::proportional(size), Color32::WHITE);
        let wide = (galley.size().x.ceil() as usize).max(1);
        let mut ink = vec![0.0_f32; wide * rows];
        let atlas = view.image();
        let top = (rows as f32 - galley.size().y) / 2.0;
        for (row, glyph) in
            galley.rows.iter().flat_map(|row| row.glyphs.iter().map(move |glyph| (row, glyph)))
        {
            let from = glyph.uv_rect;
            let corner = row.pos + glyph.pos.to_vec2() + from.offset;
            for (y, x) in
                (from.min[1]..from.max[1]).flat_map(|y| (from.min[0]..from.max[0]).map(move |x| (y, x)))
            {
                let at = [corner.x + f32::from(x - from.min[0]), corner.y + top + f32::from(y - from.min[1])];
                let [column, line] = at.map(|part| part.round() as usize);
                if column < wide && line < rows {
                    let share = f32::from(atlas[(x as usize, y as usize)].a()) / 255.0;
                    let pixel = &mut ink[line * wide + column];
                    *pixel = pixel.max(share);
                }
            }
        }
        (ink, wide)
    }
}

/// A fine line along the rim.
fn line([column, row]: [usize; 2], [width, height]: [usize; 2]) -> f32 {
    let edge = column.min(width - 1 - column).min(row).min(height - 1 - row);
    if edge == 6 || edge == 7 { 0.55 } else { 0.0 }
}

/// A screw at either end, with its slot.
fn screw([column, row]: [usize; 2], width: usize) -> f32 {
    let off = |middle: f32| Vec2::new(column as f32 - middle, row as f32 - PLATE_HEIGHT_PX as f32 / 2.0);
    let near = [off(30.0), off(width as f32 - 30.0)].into_iter().find(|off| off.length() < 11.0);
    near.map_or(0.0, |off| if off.length() > 9.0 || (off.x - off.y * 0.4).abs() < 1.5 { 0.8 } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plate has the name on it: a longer name makes a longer plate, and letters darken it.
    #[test]
    fn a_plate_bears_the_name() {
        let (long, short) = (engraved("THE WATERMILL"), engraved("MILL"));
        assert!(long.1 > 2 * short.1, "{} and {}", long.1, short.1);
        let ink = |(depths, wide): &(Vec<f32>, usize)| depths.iter().sum::<f32>() / *wide as f32;
        assert!(ink(&long) > 5.0 && ink(&short) > 5.0, "{} and {}", ink(&long), ink(&short));
    }
}
