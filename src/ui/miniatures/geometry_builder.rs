//! Builds one mesh from coloured solids.
//!
//! Colours are stored in the vertices, so that everything on the table shares one material and is drawn in a few
//! calls. Positions are in the axes of the scene, y up.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology, VertexAttributeValues};
use bevy::prelude::*;

use super::triangles::triangles;
use crate::table::shape::{Point, Shape};

/// A mesh that is being built.
#[derive(Default)]
pub(crate) struct GeometryBuilder {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    colours: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

/// Corners a circle is drawn with.
const CIRCLE_CORNERS: usize = 48;

/// The corners of a shape, counter-clockwise; a circle becomes many.
pub(crate) fn outline(shape: &Shape) -> Vec<Point> {
    match shape {
        Shape::Polygon(corners) => corners.clone(),
        Shape::Circle { centre, radius } => (0..CIRCLE_CORNERS)
            .map(|index| {
                let angle = std::f64::consts::TAU * index as f64 / CIRCLE_CORNERS as f64;
                [centre[0] + radius * libm::cos(angle), centre[1] + radius * libm::sin(angle)]
            })
            .collect(),
    }
}

impl GeometryBuilder {
    /// Adds a ready-made solid, moved and turned.
    pub fn add(&mut self, solid: impl Into<Mesh>, at: Transform, colour: Color) -> &mut Self {
        let solid: Mesh = solid.into().transformed_by(at);
        let first = self.positions.len() as u32;
        let floats = |attribute| solid.attribute(attribute).and_then(|values| values.as_float3());
        let (Some(positions), Some(normals)) =
            (floats(Mesh::ATTRIBUTE_POSITION), floats(Mesh::ATTRIBUTE_NORMAL))
        else {
            return self;
        };
        self.positions.extend_from_slice(positions);
        self.normals.extend_from_slice(normals);
        self.colours.extend(std::iter::repeat_n(linear(colour), positions.len()));
        match solid.indices() {
            Some(indices) => self.indices.extend(indices.iter().map(|index| first + index as u32)),
            None => self.indices.extend(first..first + positions.len() as u32),
        }
        self
    }

    /// Adds a mesh with colours of its own.
    pub fn add_painted(&mut self, mesh: &Mesh) -> &mut Self {
        let first = self.positions.len() as u32;
        let floats = |attribute| mesh.attribute(attribute).and_then(|values| values.as_float3());
        let (Some(positions), Some(normals), Some(VertexAttributeValues::Float32x4(colours)), Some(indices)) = (
            floats(Mesh::ATTRIBUTE_POSITION),
            floats(Mesh::ATTRIBUTE_NORMAL),
            mesh.attribute(Mesh::ATTRIBUTE_COLOR),
            mesh.indices(),
        ) else {
            return self;
        };
        self.positions.extend_from_slice(positions);
        self.normals.extend_from_slice(normals);
        self.colours.extend_from_slice(colours);
        self.indices.extend(indices.iter().map(|index| first + index as u32));
        self
    }

    /// Adds a box by its middle and its whole sizes.
    pub fn block(&mut self, middle: Vec3, size: Vec3, colour: Color) -> &mut Self {
        self.add(Cuboid::from_size(size), Transform::from_translation(middle), colour)
    }

    /// Adds an upright solid over a shape of the table, from one height to
    /// another, open below.
    pub fn prism(&mut self, shape: &Shape, [low, high]: [f64; 2], [top, side]: [Color; 2]) -> &mut Self {
        let corners = outline(shape);
        let at = |corner: Point, height: f64| crate::ui::axes::in_scene(corner, height).to_array();
        let first = self.positions.len() as u32;
        for corner in &corners {
            self.corner(at(*corner, high), [0.0, 1.0, 0.0], top);
        }
        for [a, b, c] in triangles(&corners) {
            self.indices.extend([a, b, c].map(|corner| first + corner as u32));
        }
        for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            self.upright([at(*from, low), at(*to, low), at(*to, high), at(*from, high)], side);
        }
        self
    }

    /// Adds a flat four-sided face, counter-clockwise as seen from outside.
    fn upright(&mut self, face: [[f32; 3]; 4], colour: Color) {
        let first = self.positions.len() as u32;
        let [a, b, _, d] = face.map(Vec3::from_array);
        let normal = (b - a).cross(d - a).normalize_or_zero().to_array();
        for corner in face {
            self.corner(corner, normal, colour);
        }
        self.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
    }

    /// Adds one flat four-sided face, counter-clockwise as seen from its front.
    pub fn flat(&mut self, face: [Vec3; 4], colour: Color) -> &mut Self {
        self.upright(face.map(|at| at.to_array()), colour);
        self
    }

    /// Adds a flat convex face with a normal of its own; its corners may run either way round.
    pub fn facet(&mut self, corners: &[Vec3], normal: Vec3, colour: Color) -> &mut Self {
        self.shaded(corners, normal, &vec![LinearRgba::from(colour); corners.len()])
    }

    /// The same with a colour for each corner.
    pub fn shaded(&mut self, corners: &[Vec3], normal: Vec3, colours: &[LinearRgba]) -> &mut Self {
        self.curved(corners, &vec![normal; corners.len()], colours)
    }

    /// The same with a normal for each corner, so that it looks curved.
    pub fn curved(&mut self, corners: &[Vec3], normals: &[Vec3], colours: &[LinearRgba]) -> &mut Self {
        let first = self.positions.len() as u32;
        let out = normals.iter().sum::<Vec3>();
        let is_clockwise = (corners[1] - corners[0]).cross(corners[2] - corners[0]).dot(out) < 0.0;
        self.positions.extend(corners.iter().map(Vec3::to_array));
        self.normals.extend(normals.iter().map(Vec3::to_array));
        self.colours.extend(colours.iter().map(|colour| colour.to_f32_array()));
        for next in 1..corners.len() as u32 - 1 {
            let [b, c] = if is_clockwise { [next + 1, next] } else { [next, next + 1] };
            self.indices.extend([first, first + b, first + c]);
        }
        self
    }

    fn corner(&mut self, position: [f32; 3], normal: [f32; 3], colour: Color) {
        self.positions.push(position);
        self.normals.push(normal);
        self.colours.push(linear(colour));
    }

    /// Adds all of another.
    pub fn append(&mut self, other: Self) {
        let first = self.positions.len() as u32;
        self.positions.extend(other.positions);
        self.normals.extend(other.normals);
        self.colours.extend(other.colours);
        self.indices.extend(other.indices.into_iter().map(|index| first + index));
    }

    /// Adds all of another, so many inches higher.
    pub fn append_lifted(&mut self, mut other: Self, by: f32) {
        for position in &mut other.positions {
            position[1] += by;
        }
        self.append(other);
    }

    /// The area of all triangles.
    pub fn area(&self) -> f32 {
        self.faces().iter().map(|[a, b, c]| (*b - *a).cross(*c - *a).length() / 2.0).sum()
    }

    /// The triangles so far, counter-clockwise as seen from outside.
    pub fn faces(&self) -> Vec<[Vec3; 3]> {
        let at = |index: u32| Vec3::from_array(self.positions[index as usize]);
        self.indices.chunks_exact(3).map(|face| [face[0], face[1], face[2]].map(at)).collect()
    }

    /// Whether nothing has been added.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// The finished mesh.
    pub fn finish(self) -> Mesh {
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, self.normals)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colours)
            .with_inserted_indices(Indices::U32(self.indices))
    }
}

fn linear(colour: Color) -> [f32; 4] {
    colour.to_linear().to_f32_array()
}
