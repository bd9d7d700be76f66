//! The unit's number on a small board at the back of a base, in strokes of a brush. Lengths are inches.

use bevy::math::{Affine3A, Mat3, Vec3};

use super::clay::Clay;
use super::paint::Paint;

/// The seven strokes of a numeral, from x and y to x and y in a box one wide and two high.
const STROKES: [[f32; 4]; 7] = [
    [0.0, 2.0, 1.0, 2.0],
    [1.0, 2.0, 1.0, 1.0],
    [1.0, 1.0, 1.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 2.0, 0.0, 1.0],
    [0.0, 1.0, 1.0, 1.0],
];

/// Strokes of each numeral.
const NUMERALS: [u8; 10] = [
    0b011_1111, 0b000_0110, 0b101_1011, 0b100_1111, 0b110_0110, 0b110_1101, 0b111_1101, 0b000_0111,
    0b111_1111, 0b110_1111,
];

/// Half the width of a stroke, in the box of a numeral.
const STROKE: f32 = 0.17;

/// A board that leans on the back of the base, to be read from behind and above.
pub(super) fn board(clay: &mut Clay, [radius, ground]: [f32; 2], number: u8) {
    clay.part();
    let digits: Vec<usize> = number.to_string().bytes().map(|digit| usize::from(digit - b'0')).collect();
    let tall = 0.085 * radius.sqrt() / 0.5_f32.sqrt();
    let unit = tall / 2.0;
    let wide = unit * (1.5 * digits.len() as f32 - 0.5);
    // Read from behind: its right is to the model's right, it leans ahead.
    let lean = 0.75_f32;
    let (right, up) = (Vec3::Z, Vec3::new(lean.cos(), lean.sin(), 0.0));
    let out = right.cross(up).normalize();
    let middle = Vec3::new(-0.80 * radius, ground + 0.022, 0.0);
    let plane = Affine3A::from_mat3_translation(Mat3::from_cols(right, up, out), middle);
    let half = Vec3::new(wide / 2.0 + 0.5 * unit, tall / 2.0 + 0.45 * unit, 0.014);
    clay.brick(plane, Vec3::ZERO, half, Paint::Board);
    let left = -wide / 2.0;
    for (index, digit) in digits.iter().enumerate() {
        let from = left + unit * 1.5 * index as f32;
        for stroke in (0..STROKES.len()).filter(|stroke| NUMERALS[*digit] & (1 << stroke) != 0) {
            let [x1, y1, x2, y2] = STROKES[stroke];
            let at = |x: f32, y: f32| {
                plane.transform_point3(Vec3::new(from + x * unit, y * unit - tall / 2.0, half.z + 0.002))
            };
            let [low, high] =
                [[x1.min(x2) - STROKE, y1.min(y2) - STROKE], [x1.max(x2) + STROKE, y1.max(y2) + STROKE]];
            clay.face(
                &[at(low[0], low[1]), at(high[0], low[1]), at(high[0], high[1]), at(low[0], high[1])],
                Paint::Ink,
                0.0,
            );
        }
    }
}
