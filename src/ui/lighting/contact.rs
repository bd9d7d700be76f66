//! Contact shadows of figures: a soft dark disc under every base, all of them in one mesh.

use std::f32::consts::TAU;

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::NotShadowCaster;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;

use crate::ui::frame::frame_order::NoteFigures;
use crate::ui::miniatures::materials::Materials;
use crate::ui::scene::models::{FiguresMoved, ModelFigure};
use crate::ui::session::open_game::OpenGame;

/// Over the table, and under the rings that mark units; inches.
const DISC_LIFT_INCHES: f32 = 0.012;

/// Darkness at distances from a base's rim, inches; the last is its outer edge.
const DARKNESS: [(f32, f32); 4] = [(-0.12, 0.66), (0.0, 0.60), (0.10, 0.26), (0.30, 0.0)];

/// Light comes from the upper left, so that discs lie a little to the other side; inches.
const ASIDE: Vec3 = Vec3::new(0.05, 0.0, 0.02);

const CORNERS: u32 = 24;

/// A figure that leans further has no contact: it falls, or lies in the tray.
const UPRIGHT: f32 = 0.97;

/// The mesh of all discs.
#[derive(Component)]
struct ContactDiscs;

pub(in crate::ui) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_discs.after(crate::ui::miniatures::materials::spawn_samples))
        .add_systems(PostUpdate, lay_discs.after(NoteFigures).before(TransformSystems::Propagate));
}

fn spawn_discs(mut commands: Commands, materials: Res<Materials>, mut meshes: ResMut<Assets<Mesh>>) {
    // Hidden until there are some; a mesh without corners cannot be uploaded.
    let look = (Mesh3d(meshes.add(discs([(Vec3::ZERO, 0.5)]))), MeshMaterial3d(materials.shade.clone()));
    commands.spawn((ContactDiscs, look, NotShadowCaster, NoFrustumCulling, Visibility::Hidden));
}

/// Lays the discs again whenever a figure has moved, come or gone.
fn lay_discs(
    opened: Res<OpenGame>,
    moved: Res<FiguresMoved>,
    figures: Query<(&ModelFigure, &Transform, &Visibility)>,
    mut laid: Single<(&Mesh3d, &mut Visibility), (With<ContactDiscs>, Without<ModelFigure>)>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    if !moved.0 {
        return;
    }
    let setup = opened.game.setup();
    let standing: Vec<(Vec3, f32)> = figures
        .iter()
        .filter(|(_, at, visibility)| **visibility != Visibility::Hidden && at.up().y > UPRIGHT)
        .filter_map(|(figure, at, _)| {
            let card = setup.card(setup.unit(figure.0.unit)?);
            Some((at.translation, card.base.radius() as f32))
        })
        .collect();
    let (mesh, visibility) = &mut *laid;
    let wanted = if standing.is_empty() { Visibility::Hidden } else { Visibility::Inherited };
    visibility.set_if_neq(wanted);
    if standing.is_empty() {
        return;
    }
    if let Some(mut mesh) = meshes.get_mut(&mesh.0) {
        *mesh = discs(standing);
    }
}

/// Discs at the middles of bases with these radii.
fn discs(bases: impl IntoIterator<Item = (Vec3, f32)>) -> Mesh {
    let (mut positions, mut colours, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    for (middle, radius) in bases {
        let first = positions.len() as u32;
        for (beyond, dark) in DARKNESS {
            for corner in 0..CORNERS {
                let toward = Quat::from_rotation_y(TAU * corner as f32 / CORNERS as f32) * Vec3::X;
                let at = middle + ASIDE + Vec3::Y * DISC_LIFT_INCHES + toward * (radius + beyond);
                positions.push(at.to_array());
                colours.push([0.012, 0.009, 0.007, dark]);
            }
        }
        for ring in 0..DARKNESS.len() as u32 - 1 {
            for corner in 0..CORNERS {
                let next = (corner + 1) % CORNERS;
                let [a, b, c, d] =
                    [corner, next, corner + CORNERS, next + CORNERS].map(|at| first + ring * CORNERS + at);
                indices.extend([a, c, b, b, c, d]);
            }
        }
    }
    let normals = vec![[0.0, 1.0, 0.0]; positions.len()];
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
        .with_inserted_indices(Indices::U32(indices))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disc is seen from above, hides under its base where that is, and fades to nothing.
    #[test]
    fn discs_face_up_and_fade() {
        let mesh = discs([(Vec3::new(3.0, 2.0, 1.0), 0.5), (Vec3::ZERO, 1.0)]);
        let positions = mesh.attribute(Mesh::ATTRIBUTE_POSITION).and_then(|all| all.as_float3()).unwrap();
        let corners: Vec<Vec3> =
            mesh.indices().unwrap().iter().map(|index| Vec3::from(positions[index])).collect();
        assert!(corners.chunks_exact(3).all(|face| (face[1] - face[0]).cross(face[2] - face[0]).y > 0.0));
        assert_eq!(positions.len(), 2 * DARKNESS.len() * CORNERS as usize);
        assert!(DARKNESS.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 > two[1].1));
        assert_eq!(DARKNESS[DARKNESS.len() - 1].1, 0.0);
    }
}
