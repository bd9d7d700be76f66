//! A picture that is drawn with shapes and letters. Lengths are pixels, from the upper left.

use bevy::math::{Rect, Vec2, Vec3};

use crate::ui::miniatures::plate::Letters;

/// A square picture of screen colours.
pub(super) struct Canvas {
    side: usize,
    pixels: Vec<Vec3>,
}

impl Canvas {
    pub fn new(side: usize, colour: Vec3) -> Self {
        Self { side, pixels: vec![colour; side * side] }
    }

    /// Fills a shape, given by the distance from its outline, negative inside, within a rectangle.
    pub fn fill(&mut self, within: Rect, colour: Vec3, opacity: f32, distance: impl Fn(Vec2) -> f32) {
        let end = self.side as f32;
        let [low, high] = [within.min, within.max].map(|at| at.clamp(Vec2::ZERO, Vec2::splat(end)));
        for row in low.y as usize..high.y.ceil() as usize {
            for column in low.x as usize..high.x.ceil() as usize {
                let at = Vec2::new(column as f32, row as f32) + 0.5;
                let covered = (0.5 - distance(at)).clamp(0.0, 1.0) * opacity;
                if covered > 0.0 {
                    let pixel = &mut self.pixels[row * self.side + column];
                    *pixel = pixel.lerp(colour, covered);
                }
            }
        }
    }

    /// A rectangle with round corners.
    pub fn plate(&mut self, at: Rect, round: f32, colour: Vec3, opacity: f32) {
        let (middle, half) = (at.center(), at.half_size() - round);
        self.fill(at.inflate(1.0), colour, opacity, |point| {
            let off = (point - middle).abs() - half;
            off.max(Vec2::ZERO).length() + off.max_element().min(0.0) - round
        });
    }

    pub fn disc(&mut self, middle: Vec2, radius: f32, colour: Vec3) {
        let around = Rect::from_center_half_size(middle, Vec2::splat(radius + 1.0));
        self.fill(around, colour, 1.0, |point| point.distance(middle) - radius);
    }

    /// Lines from point to point.
    pub fn lines(&mut self, points: &[Vec2], thick: f32, colour: Vec3) {
        for pair in points.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            let around = Rect::from_corners(from, to).inflate(thick);
            let along = to - from;
            self.fill(around, colour, 1.0, |point| {
                let share = ((point - from).dot(along) / along.length_squared().max(1e-6)).clamp(0.0, 1.0);
                point.distance(from + along * share) - thick / 2.0
            });
        }
    }

    /// The outline of an ellipse.
    pub fn ellipse(&mut self, middle: Vec2, half: Vec2, thick: f32, colour: Vec3) {
        let points: Vec<Vec2> = (0..=32)
            .map(|index| middle + half * Vec2::from_angle(std::f32::consts::TAU * index as f32 / 32.0))
            .collect();
        self.lines(&points, thick, colour);
    }

    /// A convex or star-shaped polygon about its middle.
    pub fn polygon(&mut self, middle: Vec2, points: &[Vec2], colour: Vec3) {
        let reach = points.iter().map(|point| point.distance(middle)).fold(0.0, f32::max);
        let around = Rect::from_center_half_size(middle, Vec2::splat(reach + 1.0));
        let inside = |point: Vec2, a: Vec2, b: Vec2| {
            let signs =
                [(middle, a), (a, b), (b, middle)].map(|(from, to)| (to - from).perp_dot(point - from));
            signs.iter().all(|sign| *sign >= -0.01) || signs.iter().all(|sign| *sign <= 0.01)
        };
        self.fill(around, colour, 1.0, |point| {
            let mut sides = points.iter().zip(points.iter().cycle().skip(1));
            if sides.any(|(a, b)| inside(point, *a, *b)) { -1.0 } else { 1.0 }
        });
    }

    /// Writes a text about a middle, in letters of a height, made narrower where it would be wider than it may. `bold` thickens the
    /// strokes by so many pixels.
    pub fn write(
        &mut self,
        letters: &mut Letters,
        text: &str,
        middle: Vec2,
        [height, widest]: [f32; 2],
        bold: usize,
        colour: Vec3,
    ) {
        let rows = (height * 1.6).ceil() as usize;
        let (ink, wide) = letters.ink(text, height * 1.32, rows);
        let squeeze = (widest / wide as f32).min(1.0);
        let shown = wide as f32 * squeeze;
        let corner = middle - Vec2::new(shown, rows as f32) / 2.0;
        let around =
            Rect::from_corners(corner, corner + Vec2::new(shown, rows as f32)).inflate(bold as f32 + 1.0);
        let bold = bold as i32;
        self.fill(around, colour, 1.0, |point| {
            let off = point - corner;
            let [x, y] = [(off.x / squeeze).floor() as i32, off.y.floor() as i32];
            let mut max = 0.0_f32;
            for (dx, dy) in (-bold..=bold).flat_map(|dx| (-bold..=bold).map(move |dy| (dx, dy))) {
                let [column, row] = [x + dx, y + dy];
                let is_in = (0..wide as i32).contains(&column) && (0..rows as i32).contains(&row);
                if is_in && dx * dx + dy * dy <= bold * bold {
                    max = max.max(ink[row as usize * wide + column as usize]);
                }
            }
            0.5 - max
        });
    }

    /// Changes every pixel.
    pub fn toned(&mut self, tone: impl Fn(Vec3) -> Vec3) {
        for pixel in &mut self.pixels {
            *pixel = tone(*pixel);
        }
    }

    /// As bytes.
    pub fn bytes(&self) -> Vec<[u8; 4]> {
        let byte = |part: f32| (part.clamp(0.0, 1.0) * 255.0).round() as u8;
        self.pixels.iter().map(|pixel| [byte(pixel.x), byte(pixel.y), byte(pixel.z), 255]).collect()
    }
}
