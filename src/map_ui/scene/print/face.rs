//! The printed side of a counter: symbol, numbers, and its state.

use std::collections::BTreeMap;

use bevy::image::{Image, ImageSampler};
use bevy::math::{Rect, Vec2, Vec3};
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use tabletop::game::Game;
use tabletop::ids::Side;
use tabletop_counters::{Counter, Symbol, Tone};

use super::canvas::Canvas;
use super::symbols::symbol;
use crate::ui::looks::side_look;
use crate::ui::miniatures::plate::Letters;
use crate::ui::miniatures::surface::Surface;

/// Pixels of a side of the picture.
const PIXELS: usize = 256;

const PAPER: Vec3 = Vec3::new(0.95, 0.92, 0.83);
const WHITE: Vec3 = Vec3::splat(0.98);
const DARK: Vec3 = Vec3::new(0.06, 0.06, 0.07);

/// The amount that is printed on a counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Print {
    /// Everything.
    #[default]
    Full,
    /// Id, symbol and states alone, large: for views from far away.
    Bold,
}

/// All that is seen on a counter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Face {
    id: String,
    side: Side,
    symbol: Symbol,
    printed: Vec<(String, u8)>,
    marks: Vec<(String, u8)>,
    is_reduced: bool,
    is_spent: bool,
    print: Print,
}

impl Face {
    /// Face of a counter.
    pub fn of<G: Game>(counter: &Counter<G>) -> Self {
        Self {
            id: counter.id.to_string(),
            side: counter.side,
            symbol: counter.symbol,
            printed: counter.printed.iter().map(|one| (one.text.clone(), one.tone as u8)).collect(),
            marks: counter.marks.iter().map(|one| (one.sign.clone(), one.tone as u8)).collect(),
            is_reduced: counter.is_reduced,
            is_spent: counter.is_spent,
            print: Print::Full,
        }
    }

    /// The same for views from far away.
    #[must_use]
    pub fn bold(self) -> Self {
        Self { printed: Vec::new(), print: Print::Bold, ..self }
    }
}

/// Ink of a tone.
fn ink(tone: u8) -> Vec3 {
    match tone {
        tone if tone == Tone::Red as u8 => Vec3::new(0.70, 0.08, 0.08),
        tone if tone == Tone::Blue as u8 => Vec3::new(0.08, 0.22, 0.62),
        tone if tone == Tone::Green as u8 => Vec3::new(0.06, 0.40, 0.16),
        tone if tone == Tone::Grey as u8 => Vec3::new(0.42, 0.42, 0.44),
        _ => DARK,
    }
}

/// Colour of a side, as the screen has it.
fn livery(side: Side) -> Vec3 {
    let colour = side_look::colour(side).to_srgba();
    Vec3::new(colour.red, colour.green, colour.blue)
}

/// Prints faces, and keeps what it has printed.
#[derive(Resource, Default)]
pub struct Press {
    letters: Letters,
    printed: BTreeMap<Face, (Handle<Surface>, Handle<Image>)>,
}

impl Press {
    /// The material of a face.
    pub(crate) fn print(
        &mut self,
        face: &Face,
        images: &mut Assets<Image>,
        surfaces: &mut Assets<Surface>,
    ) -> Handle<Surface> {
        if let Some((known, _)) = self.printed.get(face) {
            return known.clone();
        }
        let mut picture = drawn(face, &mut self.letters);
        picture.sampler = ImageSampler::linear();
        // A little of its colour is its own, so that numbers are read in the shade.
        let picture = images.add(picture);
        let surface = surfaces.add(Surface::matt().lit_by(0.72).covered(picture.clone()));
        self.printed.insert(face.clone(), (surface.clone(), picture));
        surface
    }

    /// The picture of a face that has been printed.
    pub fn picture(&self, face: &Face) -> Option<Handle<Image>> {
        self.printed.get(face).map(|(_, picture)| picture.clone())
    }

    /// Forgets everything: another battle has other counters.
    pub fn clear(&mut self) {
        self.printed.clear();
    }
}

/// The picture of a face.
fn drawn(face: &Face, letters: &mut Letters) -> Image {
    let livery = livery(face.side);
    let mut canvas = Canvas::new(PIXELS, livery * 0.80);
    let whole = Rect::new(0.0, 0.0, PIXELS as f32, PIXELS as f32);
    canvas.plate(whole.inflate(-7.0), 14.0, livery, 1.0);
    let (rows, speed) = number_rows(face);
    let row_height = if rows.len() > 2 { 46.0 } else { 57.0 };
    let numbers = Rect::new(9.0, 247.0 - row_height * rows.len().max(1) as f32, 247.0, 247.0);
    if !rows.is_empty() {
        canvas.plate(numbers, 10.0, PAPER.lerp(livery, 0.10), 1.0);
    }
    let above = Rect::new(9.0, 9.0, 247.0, if rows.is_empty() { 247.0 } else { numbers.min.y });
    if face.is_reduced {
        stripes(&mut canvas, above);
    }
    match face.print {
        Print::Full => head(&mut canvas, face, letters, above, speed),
        Print::Bold => bold_head(&mut canvas, face, letters, above),
    }
    for (index, row) in rows.iter().enumerate() {
        let y = numbers.min.y + (index as f32 + 0.5) * numbers.height() / rows.len() as f32;
        write_row(&mut canvas, letters, row, y, row_height * 0.86);
    }
    for (index, (sign, tone)) in face.marks.iter().take(MAX_MARKS).enumerate() {
        badge(&mut canvas, letters, (index, face.print), sign, ink(*tone));
    }
    if face.is_spent {
        canvas.toned(|pixel| {
            let grey = pixel.dot(Vec3::new(0.30, 0.59, 0.11));
            pixel.lerp(Vec3::splat(grey), 0.62) * 0.66
        });
    }
    image(&canvas)
}

fn image(canvas: &Canvas) -> Image {
    crate::ui::miniatures::texture::reduced(canvas.bytes(), PIXELS as u32, TextureFormat::Rgba8UnormSrgb)
}

/// A printed text, and its tone.
type Printed = (String, u8);

/// Printed numbers in rows of two; and the last one, which stands beside the symbol where it is short and the others make
/// whole rows without it.
fn number_rows(face: &Face) -> (Vec<&[Printed]>, Option<&Printed>) {
    let (rows, speed) = match face.printed.split_last() {
        Some((last, others)) if last.0.chars().count() <= 2 && others.len() > 1 => (others, Some(last)),
        _ => (&face.printed[..], None),
    };
    (rows.chunks(2).take(3).collect(), speed)
}

/// A row of numbers, as large as it can be.
fn write_row(canvas: &mut Canvas, letters: &mut Letters, row: &[Printed], y: f32, height: f32) {
    let room = 226.0 / row.len() as f32;
    for (index, (text, tone)) in row.iter().enumerate() {
        let x = 128.0 + room * (index as f32 - (row.len() as f32 - 1.0) / 2.0);
        canvas.write(letters, text, Vec2::new(x, y - 1.0), [height, room - 8.0], 2, ink(*tone));
    }
}

/// Stripes of the weaker side.
fn stripes(canvas: &mut Canvas, within: Rect) {
    canvas.fill(within, WHITE, 0.85, |point| {
        let phase = (point.x + point.y).rem_euclid(44.0);
        (phase - 22.0).abs() - 9.0
    });
}

/// The id, and the symbol below it.
fn head(canvas: &mut Canvas, face: &Face, letters: &mut Letters, within: Rect, speed: Option<&Printed>) {
    let name_height = 34.0;
    let name = Vec2::new(within.min.x + 70.0, within.min.y + 25.0);
    if face.is_reduced {
        canvas.plate(Rect::from_center_size(name, Vec2::new(130.0, 44.0)), 8.0, livery(face.side), 1.0);
    }
    canvas.write(letters, &face.id, name, [name_height, 124.0], 2, WHITE);
    let mut room = Rect::new(within.min.x, within.min.y + 46.0, within.max.x, within.max.y - 6.0);
    if let Some((text, _)) = speed {
        let at = Vec2::new(room.max.x - 40.0, room.max.y - 34.0);
        if face.is_reduced {
            canvas.plate(Rect::from_center_size(at, Vec2::new(74.0, 66.0)), 10.0, livery(face.side), 1.0);
        }
        canvas.write(letters, text, at, [58.0, 72.0], 3, WHITE);
        room.max.x -= 84.0;
    }
    let high = room.height().clamp(30.0, 108.0);
    let size = Vec2::new(high * 1.5, high).min(Vec2::new(150.0, 100.0));
    let at = Rect::from_center_size(room.center(), size - 8.0);
    symbol(canvas, letters, face.symbol, at, if high > 60.0 { 6.0 } else { 4.5 });
}

/// The same without numbers: as large as there is room.
fn bold_head(canvas: &mut Canvas, face: &Face, letters: &mut Letters, within: Rect) {
    let name = Vec2::new(within.center().x, within.min.y + 46.0);
    if face.is_reduced {
        canvas.plate(Rect::from_center_size(name, Vec2::new(220.0, 84.0)), 8.0, livery(face.side), 1.0);
    }
    canvas.write(letters, &face.id, name, [76.0, 216.0], 4, WHITE);
    let at =
        Rect::from_center_size(Vec2::new(within.center().x, within.max.y - 78.0), Vec2::new(190.0, 126.0));
    symbol(canvas, letters, face.symbol, at, 10.0);
}

/// The most marks that have room.
const MAX_MARKS: usize = 4;

/// A coloured badge with a sign, from the upper right down, then in a second column.
fn badge(
    canvas: &mut Canvas,
    letters: &mut Letters,
    (index, print): (usize, Print),
    sign: &str,
    colour: Vec3,
) {
    let (column, row) = (index / 2, index % 2);
    let (middle, size) = match print {
        Print::Full => {
            (Vec2::new(218.0 - 178.0 * column as f32, 34.0 + 56.0 * row as f32 + 46.0 * column as f32), 1.0)
        }
        // Over the corners of the symbol.
        Print::Bold => (Vec2::new(206.0 - 156.0 * column as f32, 206.0 - 92.0 * row as f32), 1.6),
    };
    canvas.disc(middle, 28.0 * size, WHITE);
    canvas.disc(middle, 25.0 * size, colour);
    let room = if sign.chars().count() > 1 { [28.0, 42.0] } else { [38.0, 42.0] };
    canvas.write(letters, sign, middle - Vec2::Y, room.map(|room| room * size), 2, WHITE);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face() -> Face {
        Face {
            id: "A1".to_owned(),
            side: Side::A,
            symbol: Symbol::Tanks,
            printed: vec![("3/8/4".to_owned(), 0), ("2/5".to_owned(), 1)],
            marks: Vec::new(),
            is_reduced: false,
            is_spent: false,
            print: Print::Full,
        }
    }

    fn bytes(face: &Face) -> Vec<u8> {
        drawn(face, &mut Letters::default()).data.unwrap()[..PIXELS * PIXELS * 4].to_vec()
    }

    /// Share of the pixels that differ.
    fn differs(one: &Face, other: &Face) -> f32 {
        let [one, other] = [one, other].map(bytes);
        let pairs = one.chunks_exact(4).zip(other.chunks_exact(4));
        let apart = |a: &[u8], b: &[u8]| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > 24);
        pairs.filter(|(a, b)| apart(a, b)).count() as f32 / (PIXELS * PIXELS) as f32
    }

    /// From far away numbers are gone; side, symbol, id and every state still show, and more than in the whole print.
    #[test]
    fn states_show_from_far_away() {
        let far = || face().bold();
        assert_eq!(differs(&far(), &Face { printed: Vec::new(), ..face() }.bold()), 0.0);
        let marked = |face: Face| Face { marks: vec![("D".to_owned(), Tone::Red as u8)], ..face };
        assert!(differs(&far(), &marked(far())) > 1.5 * differs(&face(), &marked(face())));
        let renamed = |face: Face| Face { id: "A2".to_owned(), ..face };
        assert!(differs(&far(), &renamed(far())) > 1.5 * differs(&face(), &renamed(face())));
        for (other, min, what) in [
            (Face { side: Side::B, ..far() }, 0.3, "side"),
            (Face { is_reduced: true, ..far() }, 0.04, "weaker side"),
            (Face { is_spent: true, ..far() }, 0.6, "spent"),
            (Face { symbol: Symbol::Infantry, ..far() }, 0.01, "symbol"),
        ] {
            let share = differs(&far(), &other);
            assert!(share > min, "{what}: {share}");
        }
    }

    /// Whatever players must tell apart looks different.
    #[test]
    fn every_state_shows() {
        let usual = face();
        for (other, min, what) in [
            (Face { side: Side::B, ..face() }, 0.3, "side"),
            (Face { is_reduced: true, ..face() }, 0.08, "weaker side"),
            (Face { is_spent: true, ..face() }, 0.6, "spent"),
            (Face { symbol: Symbol::Infantry, ..face() }, 0.01, "symbol"),
            (Face { marks: vec![("D".to_owned(), Tone::Red as u8)], ..face() }, 0.03, "mark"),
            (
                Face { printed: vec![("4/8/4".to_owned(), 0), ("2/5".to_owned(), 1)], ..face() },
                0.003,
                "number",
            ),
            (Face { id: "A2".to_owned(), ..face() }, 0.002, "id"),
        ] {
            let share = differs(&usual, &other);
            assert!(share > min, "{what}: {share}");
        }
    }

    /// Any number of texts keeps to the counter, and each of them is printed.
    #[test]
    fn numbers_have_room() {
        for count in 0..=6 {
            let printed = (0..count).map(|index| (format!("{index}/10/5"), 0)).collect();
            let many = Face { printed, ..face() };
            let (rows, speed) = number_rows(&many);
            assert_eq!(rows.iter().map(|row| row.len()).sum::<usize>() + usize::from(speed.is_some()), count);
            assert_eq!(bytes(&many).len(), PIXELS * PIXELS * 4);
        }
    }
}
