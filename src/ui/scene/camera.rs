//! The camera: orbits, pans, zooms, and knows two views by heart.
//!
//! The panels leave a rectangle of the window free; the camera draws into that
//! alone, so that the table is in the middle of what can be seen of it.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy::camera::visibility::RenderLayers;
use bevy::camera::{CameraOutputMode, ClearColorConfig, Viewport};
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::light::ShadowFilteringMethod;
use bevy::prelude::*;
use bevy::render::render_resource::BlendState;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::window::RequestRedraw;
use bevy_egui::PrimaryEguiContext;
use bevy_panorbit_camera::PanOrbitCamera;

use super::light::is_software;
use super::viewport::{TableViewport, WindowLayout};
use crate::game::table_edge::{TableEdge, own_edge};
use crate::level::scenario::TableSize;
use crate::rules::ids::Side;
use crate::rules::measures::Place;
use crate::ui::axes;
use crate::ui::events::{UiEvent, emit};
use crate::ui::open_game::{GameSystems, OpenGame};

/// Height of the bar on top of the window, logical pixels.
pub const TOP_BAR: f32 = 52.0;
/// Height of the bar at its foot.
pub const ACTION_BAR: f32 = 78.0;
/// Width of the column at its right.
pub const SIDE_COLUMN: f32 = 330.0;
/// Height of the strip of units below the table, and in a small window.
const UNIT_STRIP: f32 = 62.0;
const NARROW_UNIT_STRIP: f32 = 30.0;
/// A window that is smaller is a small one, logical pixels.
const ROOMY: Vec2 = Vec2::new(1200.0, 700.0);

/// How much of the free rectangle the table fills in the known views.
const FILL: f32 = 0.94;

/// Half the angle the camera sees from top to bottom, as a slope.
const SLOPE: f32 = 0.36;

/// Pitch of the view a battle opens with, radians.
const HOME_PITCH: f32 = 1.02;

/// How far off single models are still made out well, inches.
const NEAR: f32 = 40.0;

/// What the wooden frame adds to the table at each side, inches.
const MARGIN: f32 = 1.7;

/// A view known by heart.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub(in crate::ui) enum GoToView {
    /// Slanted, the whole table.
    Home,
    /// From straight above, the whole table.
    Top,
    /// Slanted, the whole table, from behind this side's own edge.
    Behind(Side),
    /// The way it looks now, with this place in the middle, and no farther off than models are made out.
    Near(Place),
    /// The way it looks now, with this place in the middle and what lies so many inches round it in the picture.
    Frame {
        /// The middle.
        middle: Place,
        /// Inches.
        reach: f32,
    },
}

/// The camera that sees the table.
#[derive(Component)]
pub(in crate::ui) struct TableCamera;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<GoToView>()
        .init_resource::<WindowLayout>()
        .add_systems(Startup, place_cameras)
        .add_systems(PreUpdate, home_of_new_table.run_if(super::game_opened).after(GameSystems))
        .add_systems(PreUpdate, fit_viewport)
        .add_systems(Update, go_to_view)
        .add_systems(PostUpdate, keep_drawing_while_moving);
}

/// How much room a window has for the strip of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum StripSize {
    /// For a card of each unit.
    Cards,
    /// For ids only.
    Ids,
}

/// The size of the strip of units in a window of this size, logical pixels, and its height.
pub(in crate::ui) fn unit_strip(window: Vec2) -> (StripSize, f32) {
    if window.cmpge(ROOMY).all() {
        (StripSize::Cards, UNIT_STRIP)
    } else {
        (StripSize::Ids, NARROW_UNIT_STRIP)
    }
}

/// The rectangle the panels leave free, logical pixels of the window.
pub fn free_rectangle(window: Vec2) -> Rect {
    let foot = ACTION_BAR + unit_strip(window).1;
    let max = Vec2::new(window.x - SIDE_COLUMN, window.y - foot).max(Vec2::new(64.0, TOP_BAR + 64.0));
    Rect { min: Vec2::new(0.0, TOP_BAR), max }
}

/// How high the camera of the top view hangs over the table, inches.
fn top_view_height(table: TableSize, free: Rect) -> f32 {
    let size = Vec2::new(table.width.inches() as f32, table.depth.inches() as f32) + 2.0 * MARGIN;
    let seen = Vec2::new(free.width() / free.height(), 1.0) * SLOPE * 2.0 * FILL;
    (size.x / seen.x).max(size.y / seen.y)
}

/// Where in a window of this size the top view shows a point of the table top;
/// logical pixels from the window's upper left corner.
pub fn top_view_pixel(table: TableSize, window: Vec2, point: [f64; 2]) -> Vec2 {
    let free = free_rectangle(window);
    let inch = free.height() / (2.0 * SLOPE * top_view_height(table, free));
    free.center() + Vec2::new(point[0] as f32, -point[1] as f32) * inch
}

/// The distance from which a slanted camera sees all of the table, and how far before the
/// table's middle, toward the viewer, it looks so that the table fills the picture.
fn home_view(table: TableSize, free: Rect) -> (f32, f32) {
    let half = Vec2::new(table.width.inches() as f32, table.depth.inches() as f32) / 2.0 + MARGIN;
    let aspect = free.width() / free.height();
    let (rise, reach) = (bevy::math::ops::sin(HOME_PITCH), bevy::math::ops::cos(HOME_PITCH));
    // How high in the picture, and how wide, an edge of the table is seen from a distance.
    let high = |z: f32, far: f32| z * rise / (far - z * reach);
    let wide = |z: f32, far: f32| half.x / (far - z * reach) / aspect;
    let shift_at = |far: f32| {
        let (mut low, mut up) = (0.0, half.y);
        for _ in 0..STEPS {
            let middle = (low + up) / 2.0;
            let lopsided = high(half.y - middle, far) + high(-half.y - middle, far) > 0.0;
            (low, up) = if lopsided { (middle, up) } else { (low, middle) };
        }
        low
    };
    let (mut near, mut far) = (half.y * reach * 1.1, 8.0 * half.x.max(half.y));
    for _ in 0..STEPS {
        let middle = (near + far) / 2.0;
        let z = half.y - shift_at(middle);
        let fits = high(z, middle).max(wide(z, middle)) <= SLOPE * FILL;
        (near, far) = if fits { (near, middle) } else { (middle, far) };
    }
    (far, shift_at(far))
}

/// Halvings by which a view is found.
const STEPS: u32 = 24;

fn place_cameras(mut commands: Commands, adapter: Option<Res<RenderAdapterInfo>>) {
    let software = is_software(adapter.as_deref());
    let orbit = PanOrbitCamera {
        button_orbit: MouseButton::Right,
        button_pan: MouseButton::Middle,
        pitch_lower_limit: Some(0.12),
        pitch_upper_limit: Some(FRAC_PI_2),
        // Alike, so that the spot a zoom goes to stays under the mouse on the way.
        pan_smoothness: 0.1,
        zoom_smoothness: 0.1,
        zoom_lower_limit: 4.0,
        // The wheel zooms toward the mouse, which the input sees to.
        zoom_sensitivity: 0.0,
        ..default()
    };
    let lens = PerspectiveProjection { fov: 2.0 * bevy::math::ops::atan(SLOPE), far: 2000.0, ..default() };
    commands.spawn((
        TableCamera,
        Camera3d::default(),
        Projection::Perspective(lens),
        Tonemapping::None,
        if software { Msaa::Off } else { Msaa::Sample4 },
        if software { ShadowFilteringMethod::Hardware2x2 } else { ShadowFilteringMethod::Gaussian },
        orbit,
    ));
    place_panel_camera(&mut commands);
}

/// The camera that draws the panels over everything, and nothing else.
fn place_panel_camera(commands: &mut Commands) {
    commands.spawn((
        PrimaryEguiContext,
        Camera2d,
        RenderLayers::none(),
        Msaa::Off,
        Camera {
            order: 1,
            output_mode: CameraOutputMode::Write {
                blend_state: Some(BlendState::ALPHA_BLENDING),
                clear_color: ClearColorConfig::None,
            },
            clear_color: ClearColorConfig::Custom(Color::NONE),
            ..default()
        },
    ));
}

/// The camera draws into what the panels leave free.
fn fit_viewport(viewport: TableViewport, mut camera: Single<&mut Camera, With<TableCamera>>) {
    let scale = viewport.scale();
    let free = viewport.free();
    let room = viewport.room();
    let min = (free.min * scale).as_uvec2().min(room.saturating_sub(UVec2::ONE));
    let size = (free.size() * scale).as_uvec2().min(room.saturating_sub(min)).max(UVec2::ONE);
    let fits =
        camera.viewport.as_ref().is_some_and(|now| now.physical_position == min && now.physical_size == size);
    if !fits {
        camera.viewport = Some(Viewport { physical_position: min, physical_size: size, ..default() });
    }
}

fn home_of_new_table(
    opened: Res<OpenGame>,
    mut views: MessageWriter<GoToView>,
    mut camera: Single<&mut PanOrbitCamera>,
) {
    let table = opened.game.setup().level.table;
    let (width, depth) = (table.width.inches() as f32, table.depth.inches() as f32);
    camera.zoom_upper_limit = Some(4.0 * width.max(depth));
    camera.focus_bounds_shape = Some(Cuboid::new(width, 2.0, depth).into());
    views.write(GoToView::Home);
}

fn go_to_view(
    mut views: MessageReader<GoToView>,
    opened: Res<OpenGame>,
    viewport: TableViewport,
    mut camera: Single<&mut PanOrbitCamera>,
) {
    let Some(view) = views.read().last() else { return };
    let (table, free) = (opened.game.setup().level.table, viewport.free());
    let yaw = match view {
        GoToView::Behind(side) => yaw_behind(own_edge(opened.game.battle().view(), *side)),
        GoToView::Home | GoToView::Top | GoToView::Near(_) | GoToView::Frame { .. } => 0.0,
    };
    let (pitch, (radius, toward)) = match view {
        GoToView::Near(at) => {
            camera.target_focus = axes::place_in_scene(*at);
            camera.target_radius = camera.target_radius.min(NEAR);
            return;
        }
        GoToView::Frame { middle, reach } => {
            camera.target_focus = axes::place_in_scene(*middle);
            camera.target_radius = reach / (SLOPE * FILL);
            return;
        }
        GoToView::Home => (HOME_PITCH, home_view(table, free)),
        GoToView::Behind(_) => (HOME_PITCH, home_view(seen_at(table, yaw), free)),
        GoToView::Top => (FRAC_PI_2, (top_view_height(table, free), 0.0)),
    };
    camera.target_focus = Quat::from_rotation_y(yaw) * Vec3::Z * toward;
    camera.target_yaw = nearest_turn(camera.target_yaw, yaw);
    (camera.target_pitch, camera.target_radius) = (pitch, radius);
    if camera.radius.is_none() {
        camera.focus = camera.target_focus;
        camera.yaw = Some(yaw);
        camera.pitch = Some(camera.target_pitch);
        camera.radius = Some(camera.target_radius);
    }
}

/// The yaw, radians, at which the camera looks over an edge of the table.
fn yaw_behind([nx, ny, _]: TableEdge) -> f32 {
    bevy::math::ops::atan2(nx as f32, -ny as f32)
}

/// The table as it is seen at a yaw of quarter turns: from the side, its depth lies across.
fn seen_at(table: TableSize, yaw: f32) -> TableSize {
    let is_turned = bevy::math::ops::sin(yaw).abs() > 0.5;
    if is_turned { TableSize { width: table.depth, depth: table.width } } else { table }
}

/// The same yaw, radians, by as many whole turns more as bring it nearest to another.
fn nearest_turn(from: f32, to: f32) -> f32 {
    to + ((from - to) / TAU).round() * TAU
}

/// Asks for pictures until the camera has come to rest.
fn keep_drawing_while_moving(
    camera: Single<&PanOrbitCamera>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut moved: Local<bool>,
) {
    let rests = camera.yaw == Some(camera.target_yaw)
        && camera.pitch == Some(camera.target_pitch)
        && camera.radius == Some(camera.target_radius)
        && camera.focus.distance(camera.target_focus) < 0.01;
    if !rests || *moved {
        redraw.write(RequestRedraw);
    }
    if rests && *moved {
        emit(&UiEvent::ViewAtRest);
    }
    *moved = !rests;
}

/// Where the window shows a point of the scene; `None` outside the free rectangle.
pub(in crate::ui) fn on_screen(camera: &Camera, from: &GlobalTransform, point: Vec3) -> Option<Vec2> {
    camera.world_to_viewport(from, point).ok()
}

#[cfg(test)]
mod tests {
    use std::f32::consts::PI;

    use super::*;

    /// The camera stands behind the edge and looks over it at the table.
    #[test]
    fn the_camera_goes_behind_an_edge() {
        for (edge, expected, name) in [
            ([0.0, -1.0, 15.0], Vec3::Z, "southern"),
            ([0.0, 1.0, 15.0], Vec3::NEG_Z, "northern"),
            ([1.0, 0.0, 22.0], Vec3::X, "eastern"),
            ([-1.0, 0.0, 22.0], Vec3::NEG_X, "western"),
        ] {
            let behind = Quat::from_rotation_y(yaw_behind(edge)) * Vec3::Z;
            assert!(behind.distance(expected) < 1e-5, "{name}: {behind}");
        }
    }

    #[test]
    fn the_camera_turns_the_short_way() {
        for (from, to, expected) in [(0.1, PI, PI), (2.0 * PI + 0.1, 0.0, 2.0 * PI), (-3.0, PI, -PI)] {
            assert!((nearest_turn(from, to) - expected).abs() < 1e-5, "{from} {to}");
        }
    }
}
