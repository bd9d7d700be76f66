//! What the pointer is on: the counter under it, else the hex.

use bevy::math::{Ray3d, Vec3};
use bevy::prelude::*;
use tabletop::game::Game;

use super::board::Board;
use super::camera::MapView;
use super::counters::{CounterModel, Counters, SIDE, THICK};
use super::fanned::Fan;
use crate::map_ui::session::{Hands, Pointed};
use crate::ui::camera::pose::TableCamera;

pub(super) fn plugin<G: Game>(app: &mut App) {
    app.init_resource::<Pointed<G>>().add_systems(PreUpdate, point::<G>.run_if(resource_exists::<Board>));
}

/// Writes what the pointer is on, where the counters and the camera were drawn last.
pub(super) fn point<G: Game>(
    (view, board, counters): (MapView, Res<Board>, Option<Res<Counters<G>>>),
    camera: Single<&Transform, With<TableCamera>>,
    models: Query<(&CounterModel<G>, &Transform), Without<TableCamera>>,
    (hands, fan): (Res<Hands>, Res<Fan>),
    mut pointed: ResMut<Pointed<G>>,
) {
    let Some(pixel) = view.pointer() else {
        pointed.set_if_neq(Pointed::default());
        return;
    };
    let lens = view.lens();
    let along = Dir3::new(lens.direction(camera.rotation, pixel)).unwrap_or(Dir3::NEG_Y);
    let ray = Ray3d::new(camera.translation, along);
    let hits = models.iter().filter_map(|(model, at)| Some((model.0, meets(ray, at)?)));
    let counter = hits.min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(id, _)| id);
    let of_pile = counter.zip(counters.as_ref()).and_then(|(id, counters)| {
        counters.piles.iter().find(|(_, pile)| pile.contains(&id)).map(|(hex, _)| *hex)
    });
    // In the gaps of a fan one is still on its hex.
    let open = hands.fan.or(fan.0).filter(|_| counter.is_none());
    let on_ground = board.under(ray).map(|(hex, _)| hex);
    let hex = of_pile.or(on_ground).or(open);
    pointed.set_if_neq(Pointed { hex, counter });
}

/// Distance along a ray to a counter at a placement.
fn meets(ray: Ray3d, at: &Transform) -> Option<f32> {
    let inverse = at.to_matrix().inverse();
    let from = inverse.transform_point3(ray.origin);
    let way = inverse.transform_vector3(*ray.direction);
    let half = Vec3::new(SIDE, THICK, SIDE) / 2.0;
    let (mut near, mut far) = (0.0_f32, f32::MAX);
    for axis in 0..3 {
        let [one, other] = [-half[axis], half[axis]].map(|side| (side - from[axis]) / way[axis]);
        // Along a face both are infinite, or no numbers where it lies in it.
        near = near.max(one.min(other));
        far = far.min(one.max(other));
    }
    (near <= far).then_some(near)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ray meets a leaning counter within its edges alone, and the distance is that to its surface.
    #[test]
    fn a_ray_meets_a_counter() {
        let eye = Vec3::new(0.0, 20.0, 20.0);
        for scale in [1.0, 0.3] {
            let at = Transform::from_xyz(1.0, 0.8, -3.0)
                .with_rotation(Quat::from_rotation_y(0.4) * Quat::from_rotation_x(0.5))
                .with_scale(Vec3::splat(scale));
            for (x, z, is_on) in
                [(0.0, 0.0, true), (0.48, -0.48, true), (0.52, 0.0, false), (0.0, -0.6, false)]
            {
                let point = at.transform_point(Vec3::new(x * SIDE, THICK / 2.0, z * SIDE));
                let ray = Ray3d::new(eye, Dir3::new(point - eye).unwrap());
                let met = meets(ray, &at);
                assert_eq!(met.is_some(), is_on, "{x} {z}");
                if let Some(distance) = met {
                    assert!((distance - point.distance(eye)).abs() < 0.01, "{distance}");
                }
            }
            let away = Ray3d::new(eye, Dir3::Y);
            assert_eq!(meets(away, &at), None, "behind");
        }
    }
}
