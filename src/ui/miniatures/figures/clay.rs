//! A figure in the making: painted triangles, and the few rounded shapes that figures are made of.
//!
//! Nearly everything is a loft, a skin over rings: limbs, trunks, helmets, cloaks, barrels. Lengths are in any unit until
//! [`Clay::placed`] puts a part where it belongs.

use bevy::math::{Affine3A, Vec3};

use super::occlusion::Blocker;
use super::paint::Paint;

/// A corner of a triangle before it is painted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub at: Vec3,
    pub normal: Vec3,
    pub paint: Paint,
    /// Sharpness of the edge here, 0 to 1: a dry brush catches it.
    pub edge: f32,
    /// Curvature of the surface here: above 0 it stands out, below 0 it is a crease.
    pub bend: f32,
    /// The part of the figure: it does not shade itself.
    pub part: u16,
}

/// Parts of a figure.
#[derive(Clone, Debug, Default)]
pub(super) struct Clay {
    pub corners: Vec<Corner>,
    pub triangles: Vec<[u16; 3]>,
    pub blockers: Vec<Blocker>,
    /// The tops of heads and turrets: what stands out above is a weapon, a crest or an arm.
    pub crowns: Vec<Vec3>,
    parts: u16,
}

/// A ring of a loft: an ellipse around a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring {
    pub at: Vec3,
    /// Its two half axes. The loft runs along `first` × `second`.
    pub first: Vec3,
    pub second: Vec3,
    pub paint: Paint,
    pub edge: f32,
}

impl Ring {
    pub fn new(at: Vec3, [first, second]: [Vec3; 2], paint: Paint) -> Self {
        Self { at, first, second, paint, edge: 0.0 }
    }

    pub fn edged(self, edge: f32) -> Self {
        Self { edge, ..self }
    }

    fn point(&self, turn: f32) -> Vec3 {
        let (sin, cos) = (turn * std::f32::consts::TAU).sin_cos();
        self.at + self.first * cos + self.second * sin
    }
}

/// End of a loft.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum End {
    /// Not at all: the end is hidden.
    Open,
    /// Rounded: this far beyond its last ring.
    Round(f32),
    /// Cut, with an edge.
    Flat,
}

impl Clay {
    /// Begins a part, which does not shade itself.
    pub fn part(&mut self) -> u16 {
        self.parts += 1;
        self.parts
    }

    /// Something that shades other parts: a capsule.
    pub fn block(&mut self, ends: [Vec3; 2], radius: f32) {
        self.blockers.push(Blocker { ends, radius, part: self.parts });
    }

    pub(super) fn corner(&mut self, at: Vec3, paint: Paint, edge: f32) -> u16 {
        self.corners.push(Corner { at, normal: Vec3::ZERO, paint, edge, bend: 0.0, part: self.parts });
        self.corners.len() as u16 - 1
    }

    /// Normals of the corners from one on: the mean of the faces around each.
    pub(super) fn smooth(&mut self, [first_corner, first_triangle]: [usize; 2]) {
        for triangle in &self.triangles[first_triangle..] {
            let [a, b, c] = triangle.map(|index| self.corners[usize::from(index)].at);
            let normal = (b - a).cross(c - a);
            for index in triangle {
                self.corners[usize::from(*index)].normal += normal;
            }
        }
        for corner in &mut self.corners[first_corner..] {
            corner.normal = corner.normal.normalize_or(Vec3::Y);
        }
        self.measure_bends([first_corner, first_triangle]);
    }

    /// Measures the curvature of the surface at each corner: the mean slope of the edges that leave it.
    fn measure_bends(&mut self, [first_corner, first_triangle]: [usize; 2]) {
        let mut counts = vec![0.0_f32; self.corners.len() - first_corner];
        for triangle in &self.triangles[first_triangle..] {
            for (from, to) in [(0, 1), (1, 2), (2, 0), (1, 0), (2, 1), (0, 2)] {
                let [from, to] = [triangle[from], triangle[to]].map(usize::from);
                let way = (self.corners[to].at - self.corners[from].at).normalize_or_zero();
                self.corners[from].bend -= way.dot(self.corners[from].normal);
                counts[from - first_corner] += 1.0;
            }
        }
        for (corner, count) in self.corners[first_corner..].iter_mut().zip(counts) {
            corner.bend /= count.max(1.0);
        }
    }

    pub(super) fn begins(&self) -> [usize; 2] {
        [self.corners.len(), self.triangles.len()]
    }

    /// A skin over rings, of so many sectors.
    pub fn loft(&mut self, rings: &[Ring], sectors: u16, [low, high]: [End; 2]) {
        let begins = self.begins();
        let first = begins[0] as u16;
        for ring in rings {
            for sector in 0..sectors {
                self.corner(ring.point(f32::from(sector) / f32::from(sectors)), ring.paint, ring.edge);
            }
        }
        for row in 0..rings.len() as u16 - 1 {
            for sector in 0..sectors {
                let next = (sector + 1) % sectors;
                let [a, b] = [sector, next].map(|sector| first + row * sectors + sector);
                self.triangles.extend([[a, b, b + sectors], [a, b + sectors, a + sectors]]);
            }
        }
        let last = rings.len() - 1;
        let along = |ring: &Ring| ring.first.cross(ring.second).normalize_or_zero();
        let round = |end: End| if let End::Round(by) = end { Some(by) } else { None };
        if let Some(by) = round(low) {
            let tip = self.corner(rings[0].at - along(&rings[0]) * by, rings[0].paint, rings[0].edge);
            self.fan(tip, (0..sectors).rev().map(|sector| first + sector).collect());
        }
        if let Some(by) = round(high) {
            let ring = &rings[last];
            let tip = self.corner(ring.at + along(ring) * by, ring.paint, ring.edge);
            let row = first + last as u16 * sectors;
            self.fan(tip, (0..sectors).map(|sector| row + sector).collect());
        }
        self.smooth(begins);
        if low == End::Flat {
            self.lid(&rings[0], sectors, Facing::Back);
        }
        if high == End::Flat {
            self.lid(&rings[last], sectors, Facing::Ahead);
        }
    }

    fn fan(&mut self, tip: u16, around: Vec<u16>) {
        for index in 0..around.len() {
            self.triangles.push([tip, around[index], around[(index + 1) % around.len()]]);
        }
    }

    fn lid(&mut self, ring: &Ring, sectors: u16, facing: Facing) {
        let begins = self.begins();
        let mut around: Vec<u16> = (0..sectors)
            .map(|sector| {
                self.corner(ring.point(f32::from(sector) / f32::from(sectors)), ring.paint, ring.edge)
            })
            .collect();
        if facing == Facing::Back {
            around.reverse();
        }
        let tip = self.corner(ring.at, ring.paint, 0.0);
        self.fan(tip, around);
        self.smooth(begins);
    }

    /// A tube through points, of a radius at each, round at both ends.
    pub fn tube(&mut self, points: &[(Vec3, f32, Paint)], sectors: u16) {
        let rings = rings_along(points);
        let [low, high] = [points[0].1, points[points.len() - 1].1].map(|radius| End::Round(radius * 0.6));
        self.loft(&rings, sectors, [low, high]);
    }

    /// The same, cut at both ends.
    pub fn pipe(&mut self, points: &[(Vec3, f32, Paint)], sectors: u16) {
        let rings: Vec<Ring> = rings_along(points).into_iter().map(|ring| ring.edged(0.5)).collect();
        self.loft(&rings, sectors, [End::Flat, End::Flat]);
    }

    /// A patch of a surface: rows of points with the edge of each row. It is seen from where rows × columns point.
    pub fn surface(&mut self, rows: &[(Vec<Vec3>, f32)], paint: Paint) {
        let begins = self.begins();
        let (first, width) = (begins[0] as u16, rows[0].0.len() as u16);
        for (points, edge) in rows {
            for point in points {
                self.corner(*point, paint, *edge);
            }
        }
        for row in 0..rows.len() as u16 - 1 {
            for column in 0..width - 1 {
                let a = first + row * width + column;
                self.triangles.extend([[a, a + width, a + width + 1], [a, a + width + 1, a + 1]]);
            }
        }
        self.smooth(begins);
    }

    /// Single faces, seen from where their corners run counter-clockwise.
    pub fn face(&mut self, corners: &[Vec3], paint: Paint, edge: f32) {
        let begins = self.begins();
        let indices: Vec<u16> = corners.iter().map(|at| self.corner(*at, paint, edge)).collect();
        for next in 1..indices.len() - 1 {
            self.triangles.push([indices[0], indices[next], indices[next + 1]]);
        }
        self.smooth(begins);
    }

    /// The same with nothing below the ground: what lies on it is pressed flat.
    pub fn grounded(mut self) -> Self {
        for corner in &mut self.corners {
            corner.at.y = corner.at.y.max(0.002);
        }
        self
    }

    /// All of another figure's parts, moved, turned and scaled alike in every direction.
    pub fn placed(&mut self, other: Self, by: Affine3A) {
        let first = self.corners.len() as u16;
        let scale = by.matrix3.x_axis.length();
        self.corners.extend(other.corners.into_iter().map(|corner| Corner {
            at: by.transform_point3(corner.at),
            normal: by.transform_vector3(corner.normal) / scale,
            part: corner.part + self.parts,
            ..corner
        }));
        let moved = |index: u16| first + index;
        self.triangles.extend(other.triangles.into_iter().map(|triangle| triangle.map(moved)));
        self.blockers.extend(other.blockers.into_iter().map(|blocker| Blocker {
            ends: blocker.ends.map(|end| by.transform_point3(end)),
            radius: blocker.radius * scale,
            part: blocker.part + self.parts,
        }));
        self.crowns.extend(other.crowns.into_iter().map(|crown| by.transform_point3(crown)));
        self.parts += other.parts;
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Facing {
    Ahead,
    Back,
}

/// Rings around the points of a line, without a twist between them.
fn rings_along(points: &[(Vec3, f32, Paint)]) -> Vec<Ring> {
    let mut rings: Vec<Ring> = Vec::with_capacity(points.len());
    let mut across = Vec3::ZERO;
    for (index, (at, radius, paint)) in points.iter().enumerate() {
        let before = points[index.saturating_sub(1)].0;
        let after = points[(index + 1).min(points.len() - 1)].0;
        let along = (after - before).normalize_or(Vec3::Y);
        if across == Vec3::ZERO {
            across = along.any_orthonormal_vector();
        }
        across = (across - along * across.dot(along)).normalize_or(along.any_orthonormal_vector());
        let up = along.cross(across);
        rings.push(Ring::new(*at, [across * *radius, up * *radius], *paint));
    }
    rings
}
