//! Solids of more than one surface: turned ones, bricks, and cloth.

use bevy::math::{Affine3A, Vec3};

use super::clay::{Clay, End, Ring};
use super::paint::Paint;

impl Clay {
    /// A solid of revolution about the y axis of a frame, squashed: its profile is heights with radii. Each row has its edge.
    pub fn turned(
        &mut self,
        frame: Affine3A,
        profile: &[(f32, f32, f32)],
        [deep, wide]: [f32; 2],
        (paint, sectors): (Paint, u16),
        ends: [End; 2],
    ) {
        let ring = |&(height, radius, edge): &(f32, f32, f32)| {
            // z before x, so that the loft runs upward.
            let axes = [Vec3::Z * radius * wide, Vec3::X * radius * deep];
            Ring {
                at: frame.transform_point3(Vec3::Y * height),
                first: frame.transform_vector3(axes[0]),
                second: frame.transform_vector3(axes[1]),
                paint,
                edge,
            }
        };
        let rings: Vec<Ring> = profile.iter().map(ring).collect();
        self.loft(&rings, sectors, ends);
    }

    /// A box with bevelled edges, by its middle and half sizes in a frame.
    pub fn brick(&mut self, frame: Affine3A, middle: Vec3, half: Vec3, paint: Paint) {
        let bevel = half.min_element() * 0.3;
        let at = |point: Vec3| frame.transform_point3(middle + point);
        let mirrored = frame.matrix3.determinant() < 0.0;
        let axes = [Vec3::X, Vec3::Y, Vec3::Z];
        for axis in 0..3 {
            for sign in [1.0_f32, -1.0] {
                let (out, u, v) = (axes[axis] * sign, axes[(axis + 1) % 3], axes[(axis + 2) % 3] * sign);
                let [far, wide, high] = [out, u, v].map(|axis| (axis.abs() * half).element_sum());
                let begins = self.begins();
                let square = |inset: f32, depth: f32| {
                    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(a, b): (f32, f32)| {
                        out * (far - depth) + u * a * (wide - inset) + v * b * (high - inset)
                    })
                };
                let face = square(bevel, 0.0).map(|point| self.corner(at(point), paint, 0.15));
                let rim = square(0.35 * bevel, 0.35 * bevel).map(|point| self.corner(at(point), paint, 0.9));
                let mut faces = vec![[face[0], face[1], face[2]], [face[0], face[2], face[3]]];
                for side in 0..4 {
                    let next = (side + 1) % 4;
                    faces.push([rim[side], rim[next], face[next]]);
                    faces.push([rim[side], face[next], face[side]]);
                }
                if mirrored {
                    faces.iter_mut().for_each(|face| face.swap(1, 2));
                }
                self.triangles.extend(faces);
                self.smooth(begins);
            }
        }
    }

    /// A cloth: rows of points, each row as long, thin, and seen from both sides. The outside is where rows × columns point.
    pub fn cloth(&mut self, rows: &[Vec<Vec3>], thick: f32, [outside, inside]: [Paint; 2]) {
        let begins = self.begins();
        let (height, width) = (rows.len() as u16, rows[0].len() as u16);
        let edge = |row: u16| if row + 1 == height { 0.5 } else { 0.0 };
        let mut layers = [0; 2];
        for (layer, paint) in [outside, inside].into_iter().enumerate() {
            layers[layer] = self.corners.len() as u16;
            for (row, points) in rows.iter().enumerate() {
                for point in points {
                    self.corner(*point, paint, edge(row as u16));
                }
            }
        }
        for row in 0..height - 1 {
            for column in 0..width - 1 {
                let [a, b] = layers.map(|layer| layer + row * width + column);
                self.triangles.extend([[a, a + width, a + width + 1], [a, a + width + 1, a + 1]]);
                self.triangles.extend([[b, b + width + 1, b + width], [b, b + 1, b + width + 1]]);
            }
        }
        self.smooth(begins);
        for corner in &mut self.corners[begins[0]..usize::from(layers[1])] {
            corner.at += corner.normal * thick;
        }
        let around: Vec<u16> = (0..width)
            .chain((1..height).map(|row| row * width + width - 1))
            .chain((0..width - 1).rev().map(|column| (height - 1) * width + column))
            .chain((1..height - 1).rev().map(|row| row * width))
            .collect();
        for index in 0..around.len() {
            let [a, b] = [around[index], around[(index + 1) % around.len()]];
            let [c, d] = [layers[1] + a, layers[1] + b];
            self.triangles.extend([[layers[0] + a, layers[0] + b, d], [layers[0] + a, d, c]]);
        }
    }
}
