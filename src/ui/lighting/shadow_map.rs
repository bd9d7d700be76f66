//! Fits the lamp's shadow map to what the camera sees of the table, so that its texels are as small as they can be and no
//! wall has a jagged shadow, however large the table is.

use bevy::light::cascade::Cascade;
use bevy::light::{Cascades, DirectionalLightShadowMap, SimulationLightSystems};
use bevy::prelude::*;

use super::light::{Lamp, lamp_over};
use crate::level::scenario::TableSize;
use crate::ui::camera::TableCamera;
use crate::ui::session::open_game::OpenGame;

/// Heights under and over the table top between which shadows are seen, inches.
const HEIGHTS: [f32; 2] = [-1.5, 16.0];

/// Width of the rim round the table top that shows shadows, inches.
const SHADOWED_RIM_INCHES: f32 = 2.0;

/// The map's sizes are these apart, as powers of two, so that they change seldom while the camera moves.
const STEPS_PER_OCTAVE: f32 = 4.0;

/// The near plane, as a share of the distance of what is nearest to the lamp, and the far plane as a multiple of that.
const NEAR_PLANE_SHARE: f32 = 0.8;
const FAR: f32 = 40.0;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        fit_shadow_map
            .after(SimulationLightSystems::UpdateDirectionalLightCascades)
            .before(SimulationLightSystems::UpdateLightFrusta),
    );
}

/// Replaces the engine's map, which is fitted to the camera, by one of the lamp's own.
fn fit_shadow_map(
    opened: Res<OpenGame>,
    size: Res<DirectionalLightShadowMap>,
    camera: Single<(Entity, &GlobalTransform, &Projection), With<TableCamera>>,
    mut lamp: Single<&mut Cascades, With<Lamp>>,
    mut last: Local<Option<(MapOf, Cascade)>>,
) {
    fit(opened.game.setup().level.table, &size, *camera, &mut lamp, &mut last);
}

/// Fits the map to what a camera sees of a table.
pub(crate) fn fit(
    table: TableSize,
    size: &DirectionalLightShadowMap,
    (camera, eye, projection): (Entity, &GlobalTransform, &Projection),
    lamp: &mut Cascades,
    last: &mut Option<(MapOf, Cascade)>,
) {
    let clip_from_world = projection.get_clip_from_view() * eye.to_matrix().inverse();
    let wanted = (table, View { clip_from_world, eye: eye.translation() }, size.size);
    let known = last.take().filter(|(of, _)| *of == wanted).map(|(_, map)| map);
    let map = known.unwrap_or_else(|| fitted(table, &wanted.1, size.size as f32));
    // Not one for the camera that draws the panels.
    lamp.cascades.clear();
    lamp.cascades.insert(camera, vec![map.clone()]);
    *last = Some((wanted, map));
}

/// Inputs to which a map is fitted: table, view and texels along a side. The engine forgets the map in every frame.
pub(crate) type MapOf = (TableSize, View, usize);

/// View of the camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct View {
    clip_from_world: Mat4,
    eye: Vec3,
}

/// The map over what a camera sees of a table.
fn fitted(table: TableSize, view: &View, texels: f32) -> Cascade {
    let lamp = lamp_over(table);
    let world_from_cascade = lamp.to_matrix();
    let cascade_from_world = world_from_cascade.inverse();
    let corners = box_around(table);
    let in_lamp = |point: &Vec3| cascade_from_world.transform_point3(*point);
    let nearest = corners.iter().map(|corner| -in_lamp(corner).z).fold(f32::MAX, f32::min);
    let whole = bounds(corners.iter().map(in_lamp));
    let seen = seen_points(&corners, view);
    let window =
        if seen.is_empty() { whole } else { stepped(bounds(seen.iter().map(in_lamp)), whole, texels) };
    let clip_from_cascade = perspective(window, nearest * NEAR_PLANE_SHARE);
    let distance = lamp.translation.length();
    Cascade {
        world_from_cascade,
        clip_from_cascade,
        clip_from_world: clip_from_cascade * cascade_from_world,
        texel_size: window.size().max_element() * distance / texels,
    }
}

/// The corners of the box in which shadows are seen: first those of its lower face, in the order of a walk around it.
fn box_around(table: TableSize) -> [Vec3; 8] {
    let half =
        Vec2::new(table.width.inches() as f32, table.depth.inches() as f32) / 2.0 + SHADOWED_RIM_INCHES;
    let around = [Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::new(1.0, 1.0), Vec2::new(-1.0, 1.0)];
    std::array::from_fn(|index| {
        let at = around[index % 4] * half;
        Vec3::new(at.x, HEIGHTS[index / 4], at.y)
    })
}

/// The faces of that box, by its corners.
const FACES: [[usize; 4]; 6] =
    [[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]];

/// The corners of the part of a box that is in view.
fn seen_points(corners: &[Vec3; 8], view: &View) -> Vec<Vec3> {
    let mut seen: Vec<Vec3> =
        FACES.iter().flat_map(|face| clipped(face.map(|corner| corners[corner]), view)).collect();
    if view.eye.cmpge(corners[0]).all() && view.eye.cmple(corners[6]).all() {
        seen.push(view.eye);
    }
    seen
}

/// A polygon without what is beside or behind the picture (Sutherland and Hodgman, 1974).
fn clipped(face: [Vec3; 4], view: &View) -> Vec<Vec3> {
    let sides = [
        Vec4::new(1.0, 0.0, 0.0, 1.0),
        Vec4::new(-1.0, 0.0, 0.0, 1.0),
        Vec4::new(0.0, 1.0, 0.0, 1.0),
        Vec4::new(0.0, -1.0, 0.0, 1.0),
    ];
    sides.iter().fold(face.to_vec(), |polygon, side| {
        let inside = |point: Vec3| (view.clip_from_world * point.extend(1.0)).dot(*side);
        let mut kept = Vec::with_capacity(polygon.len() + 1);
        for (index, &end) in polygon.iter().enumerate() {
            let start = polygon[(index + polygon.len() - 1) % polygon.len()];
            let [from, to] = [start, end].map(inside);
            if (from < 0.0) != (to < 0.0) {
                kept.push(start.lerp(end, from / (from - to)));
            }
            if to >= 0.0 {
                kept.push(end);
            }
        }
        kept
    })
}

/// The rectangle around points as the lamp sees them: slopes from its axis.
fn bounds(points: impl Iterator<Item = Vec3>) -> Rect {
    points
        .map(|point| point.xy() / -point.z)
        .map(|slope| Rect { min: slope, max: slope })
        .reduce(|all, one| all.union(one))
        .unwrap_or_default()
}

/// A rectangle not much larger, of a size that changes by steps, whose texels stay where they are while it moves.
fn stepped(around: Rect, whole: Rect, texels: f32) -> Rect {
    let step = |length: f32| {
        bevy::math::ops::exp2((bevy::math::ops::log2(length) * STEPS_PER_OCTAVE).ceil() / STEPS_PER_OCTAVE)
    };
    let room = 1.0 + 4.0 / texels;
    let wanted = around.size() * room;
    let size = Vec2::new(step(wanted.x), step(wanted.y)).min(whole.size() * room);
    let texel = size / texels;
    let middle = (around.center() / texel).round() * texel;
    Rect::from_center_size(middle, size)
}

/// Looks through a window of slopes; depth from 1 at the near plane to 0. Depth before the division by distance is at most
/// 1, which is what the engine's shadow pass expects of a directional light.
fn perspective(window: Rect, near: f32) -> Mat4 {
    let (size, middle) = (window.size(), window.center());
    let far = near * FAR;
    Mat4::from_cols(
        Vec4::new(2.0 / size.x, 0.0, 0.0, 0.0) / near,
        Vec4::new(0.0, 2.0 / size.y, 0.0, 0.0) / near,
        Vec4::new(2.0 * middle.x / size.x, 2.0 * middle.y / size.y, near / (far - near), -1.0) / near,
        Vec4::new(0.0, 0.0, far / (far - near), 0.0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::measures::Thou;

    fn table(width: f64, depth: f64) -> TableSize {
        let [width, depth] = [width, depth].map(|length| Thou::from_inches(length).unwrap());
        TableSize { width, depth }
    }

    fn view(eye: Vec3, at: Vec3) -> View {
        let lens = PerspectiveProjection { fov: 0.6, aspect_ratio: 1.6, ..default() };
        let clip_from_view = Projection::Perspective(lens).get_clip_from_view();
        let from = Transform::from_translation(eye).looking_at(at, Vec3::NEG_Z);
        View { clip_from_world: clip_from_view * from.to_matrix().inverse(), eye }
    }

    /// Whatever the camera sees of the table is in the map, at a depth between its planes, and the texels are small.
    #[test]
    fn the_map_holds_what_is_seen() {
        for (size, eye, at, texel, case) in [
            ((44.0, 30.0), Vec3::new(0.0, 70.0, 40.0), Vec3::ZERO, 0.02, "the whole table"),
            ((44.0, 30.0), Vec3::new(8.0, 12.0, 16.0), Vec3::new(8.0, 0.0, 4.0), 0.02, "from near"),
            ((44.0, 30.0), Vec3::new(8.0, 1.0, 4.0), Vec3::new(9.0, 1.0, 4.0), 0.03, "a model's eyes"),
            (
                (400.0, 400.0),
                Vec3::new(90.0, 12.0, 16.0),
                Vec3::new(90.0, 0.0, 4.0),
                0.03,
                "a large table from near",
            ),
            ((400.0, 400.0), Vec3::new(0.0, 700.0, 40.0), Vec3::ZERO, 0.2, "all of a large table"),
        ] {
            let (table, view) = (table(size.0, size.1), view(eye, at));
            let map = fitted(table, &view, 4096.0);
            assert!(map.texel_size < texel, "{case}: {}", map.texel_size);
            let mut seen = 0;
            let corners = box_around(table);
            let whole = (corners[0] + corners[6], corners[6] - corners[0]);
            for step in 0..8192 {
                let share = |bits: i32| (step >> bits & 15) as f32 / 15.0 - 0.5;
                // Half of the points are spread over the table, half near to where the camera looks.
                let (middle, size) =
                    if step < 4096 { (whole.0 / 2.0, whole.1) } else { (at, Vec3::splat(16.0).min(whole.1)) };
                let point = middle + size * Vec3::new(share(0), share(4) * 0.5, share(8));
                let point = point.clamp(corners[0], corners[6]);
                let on_picture = view.clip_from_world * point.extend(1.0);
                if on_picture.w <= 0.0 || on_picture.xy().abs().max_element() > on_picture.w {
                    continue;
                }
                seen += 1;
                let in_map = map.clip_from_world.project_point3(point);
                assert!(in_map.xy().abs().max_element() <= 1.0, "{case}: {point} is at {in_map}");
                assert!((0.0..=1.0).contains(&in_map.z), "{case}: {point} is at {in_map}");
            }
            assert!(seen > 3, "{case}: {seen}");
        }
    }

    /// While the camera glides on, the map moves by whole texels, or takes another size.
    #[test]
    fn texels_stay_where_they_are() {
        let table = table(44.0, 30.0);
        let along = |step: i32| {
            let by = Vec3::X * step as f32 * 0.013;
            fitted(table, &view(Vec3::new(2.0, 14.0, 12.0) + by, Vec3::new(2.0, 0.0, 0.0) + by), 1024.0)
        };
        let mut kept = 0;
        for step in 0..40 {
            let [one, next] =
                [along(step), along(step + 1)].map(|map| map.clip_from_world.project_point3(Vec3::ZERO));
            if along(step).texel_size == along(step + 1).texel_size {
                kept += 1;
                let moved = (next - one).xy() * 512.0;
                assert!((moved - moved.round()).abs().max_element() < 0.02, "{moved}");
            }
        }
        assert!(kept > 30, "{kept}");
    }
}
