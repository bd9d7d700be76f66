//! The camera over the map: its views, and the gestures that steer it. Poses, limits, glides and gestures are those of every table.

use bevy::camera::Viewport;
use bevy::ecs::system::SystemParam;
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw, WindowEvent};
use bevy_egui::egui::Pos2;
use tabletop::game::Game;
use tabletop_counters::{Counter, Scene};
use tabletop_hexes::hex::Hex;

use super::board::Board;
use super::shot::{points_about, shot};
use crate::map_ui::session::{Free, Margins, Pointed, Shown};
use crate::ui::camera::frame::{MARGIN_SHARE, framed};
use crate::ui::camera::known_views;
use crate::ui::camera::pose::{CameraPose, Lens, SLOPE, TableCamera};
use crate::ui::camera::rig::CameraRig;
use crate::ui::camera::steer::{Obstacles, Steer, move_view};
use crate::ui::camera::view_drag::ViewDrag;
use crate::ui::frame::paint_layers::PaintLayers;
use crate::ui::input::keyboard::Keyboard;
use crate::ui::input::view_keys::ViewKeys;
use crate::ui::session::settings::Settings;

/// Somewhere to look.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum LookAt {
    /// The whole map, at a slant.
    Map,
    /// The whole map, from straight above.
    Top,
    /// The whole map, at a slant, from the other edge.
    OtherEdge,
    /// All counters, at a slant; the whole map where none lie on it or some wait to be set up.
    Battle,
    /// Some hexes and what is around them, as the camera looks now; nothing happens where they are seen well already.
    Hexes(Vec<Hex>),
    /// The same as a show has it: near, slowly, and clear of what is written over the picture.
    Shot(Vec<Hex>),
}

/// Turn of the view about the vertical and its pitch, radians.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct ViewAngles {
    /// Counter-clockwise, seen from above.
    pub yaw: f32,
    /// Downward from the level.
    pub pitch: f32,
}

impl Default for ViewAngles {
    fn default() -> Self {
        Self { yaw: 0.0, pitch: 0.87 }
    }
}

/// Steers of players, in the order of a frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CameraMoves;

pub(super) fn plugin<G: Game>(app: &mut App) {
    app.add_message::<LookAt>()
        .add_message::<Steer>()
        .init_resource::<ViewAngles>()
        .init_resource::<Free>()
        .init_resource::<Margins>()
        .add_systems(Startup, place_camera)
        .add_systems(PreUpdate, fit_viewport)
        .add_systems(
            Update,
            (
                drag_view::<G>,
                zoom,
                turn_by_keys
                    .run_if(resource_exists::<ButtonInput<KeyCode>>)
                    .run_if(resource_exists::<Keyboard>),
                home_of_new_board,
                steer,
                look_at::<G>,
                glide_on,
            )
                .chain()
                .in_set(CameraMoves)
                .after(super::stage::build::<G>)
                .run_if(resource_exists::<Board>),
        );
}

fn place_camera(mut commands: Commands) {
    let lens = PerspectiveProjection { fov: 2.0 * bevy::math::ops::atan(SLOPE), far: 2000.0, ..default() };
    commands.spawn((TableCamera, Camera3d::default(), Projection::Perspective(lens), CameraRig::default()));
}

/// The part of the window in which the map is seen.
#[derive(SystemParam)]
pub struct MapView<'w, 's> {
    window: Single<'w, 's, &'static Window, With<PrimaryWindow>>,
    free: Res<'w, Free>,
    margins: Res<'w, Margins>,
    layers: Option<Res<'w, PaintLayers>>,
}

impl MapView<'_, '_> {
    /// That part, logical pixels: what no panel covers, else the whole window.
    pub fn room(&self) -> Rect {
        let window = Rect { min: Vec2::ZERO, max: self.window.size() };
        let free = self.free.0.intersect(window);
        if free.width() < 16.0 || free.height() < 16.0 { window } else { free }
    }

    pub(super) fn lens(&self) -> Lens {
        Lens { free: self.room(), slope: SLOPE }
    }

    /// The same without what a show writes on.
    fn clear(&self) -> Rect {
        self.margins.within(self.room())
    }

    /// Whether the map is seen at a pixel, and no dialog over it.
    pub fn is_free(&self, at: Vec2) -> bool {
        let covered = self.layers.as_ref().is_some_and(|layers| layers.covers_table(Pos2::new(at.x, at.y)));
        self.room().contains(at) && !covered
    }

    /// Position of the pointer over the map.
    pub fn pointer(&self) -> Option<Vec2> {
        self.window.cursor_position().filter(|at| self.is_free(*at))
    }
}

/// The camera draws into what the panels leave free.
fn fit_viewport(view: MapView, mut camera: Single<&mut Camera, With<TableCamera>>) {
    let scale = view.window.scale_factor();
    let whole = view.window.physical_size();
    let room = view.room();
    let min = (room.min * scale).as_uvec2().min(whole.saturating_sub(UVec2::ONE));
    let size = (room.size() * scale).as_uvec2().min(whole.saturating_sub(min)).max(UVec2::ONE);
    let fits =
        camera.viewport.as_ref().is_some_and(|now| now.physical_position == min && now.physical_size == size);
    if !fits {
        camera.viewport = Some(Viewport { physical_position: min, physical_size: size, ..default() });
    }
}

/// The ground is all that a camera may not fly into.
struct Ground<'a>(&'a Board);

impl Obstacles for Ground<'_> {
    fn distance(&self, ray: Ray3d) -> Option<f32> {
        self.surface(ray).map(|point| point.distance(ray.origin))
    }

    fn surface(&self, ray: Ray3d) -> Option<Vec3> {
        self.0.under(ray).map(|(_, point)| point)
    }
}

/// Frames the whole map when a board is laid out, or when the part of the window for it changes before the player has moved the
/// view.
fn home_of_new_board(
    board: Res<Board>,
    view: MapView,
    mut steers: MessageReader<Steer>,
    mut home: Local<Option<Rect>>,
    mut views: MessageWriter<LookAt>,
) {
    if board.is_added() || board.is_changed() {
        *home = Some(Rect::default());
    }
    if steers.read().count() > 0 && home.is_some_and(|room| room != Rect::default()) {
        *home = None;
    }
    let room = view.room();
    if home.is_some_and(|known| known != room) {
        *home = Some(room);
        views.write(LookAt::Battle);
    }
}

fn steer(
    mut steers: MessageReader<Steer>,
    (board, view): (Res<Board>, MapView),
    mut rig: Single<&mut CameraRig>,
) {
    let lens = view.lens();
    let limits = known_views::limits(board.framed(), lens.free);
    for steer in steers.read() {
        rig.take();
        move_view(&mut rig, *steer, &lens, &limits, &Ground(&board));
    }
}

fn look_at<G: Game>(
    mut views: MessageReader<LookAt>,
    (board, view, shown): (Res<Board>, MapView, Res<Shown<G>>),
    mut rig: Single<&mut CameraRig>,
) {
    let lens = view.lens();
    let table = board.framed();
    for wanted in views.read() {
        let pose = match wanted {
            LookAt::Map => known_views::over_map(table, lens.free, 0.0),
            LookAt::Battle => battle(&board, &shown.scene, (&lens, view.clear())),
            LookAt::OtherEdge => known_views::over_map(table, lens.free, std::f32::consts::PI),
            LookAt::Top => known_views::top(table, lens.free, 0.0),
            LookAt::Hexes(hexes) => match seen(&board, hexes, &lens, rig.goal()) {
                Some(pose) => pose,
                None => continue,
            },
            LookAt::Shot(hexes) => {
                if let Some((pose, travel)) = shot(&board, hexes, (&lens, view.clear()), rig.goal()) {
                    rig.travel(pose, travel);
                }
                continue;
            }
        };
        rig.glide_to(pose);
    }
}

/// The pose that shows every counter with some ground around it in a part of the picture; the whole map while some wait to be set
/// up.
fn battle<G: Game>(board: &Board, scene: &Scene<G>, (lens, room): (&Lens, Rect)) -> CameraPose {
    let whole = whole_map(board, lens, room);
    let hexes: Vec<Hex> = scene.stacks.iter().map(|(hex, _)| *hex).collect();
    let waits = |counter: &Counter<G>| counter.hex.is_none() && counter.aboard.is_none();
    if hexes.is_empty() || scene.counters.iter().any(waits) {
        return whole;
    }
    let limits = known_views::limits(board.framed(), lens.free);
    let near = framed(&around(board, &hexes), whole, lens, room, &limits);
    if near.distance < whole.distance { near } else { whole }
}

/// The pose that shows the whole map in a part of the picture.
fn whole_map(board: &Board, lens: &Lens, room: Rect) -> CameraPose {
    let whole = known_views::over_map(board.framed(), lens.free, 0.0);
    if room == lens.free {
        return whole;
    }
    let half = Vec2::new(board.framed().width.inches() as f32, board.framed().depth.inches() as f32) / 2.0;
    let corners = [Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::ONE, Vec2::new(-1.0, 1.0)];
    let corners = corners.map(|corner| (corner * half).extend(0.0).xzy());
    // A frame leaves a margin that a map does not need.
    let wide = Rect::from_center_size(room.center(), room.size() / (1.0 - 2.0 * MARGIN_SHARE));
    framed(&corners, whole, lens, wide, &known_views::limits(board.framed(), lens.free))
}

/// Points around some hexes.
fn around(board: &Board, hexes: &[Hex]) -> Vec<Vec3> {
    points_about(board, hexes, 1.6)
}

/// The view shows the whole map, or nearly so, from this share of its distance on, if it is not turned by more radians than that.
const NEARLY_WHOLE: f32 = 0.85;
const ASIDE: f32 = 0.3;

/// True if the middle of a hex is far enough from the edges of the map's part of the window to be seen well.
fn is_well_in(room: Rect, pixel: Vec2) -> bool {
    room.inflate(-0.03 * room.size().min_element()).contains(pixel)
}

/// The pose that shows some hexes and their neighbours; `None` where they are seen well.
fn seen(board: &Board, hexes: &[Hex], lens: &Lens, from: CameraPose) -> Option<CameraPose> {
    let points = around(board, hexes);
    if points.is_empty() {
        return None;
    }
    let is_seen =
        |hex: &Hex| lens.pixel(&from, board.centre(*hex)).is_some_and(|pixel| is_well_in(lens.free, pixel));
    if hexes.iter().all(is_seen) {
        return None;
    }
    let whole = known_views::over_map(board.framed(), lens.free, 0.0);
    if from.yaw.abs() < ASIDE && from.distance > NEARLY_WHOLE * whole.distance {
        // Moved aside, the view would show the table beside the map.
        return Some(whole);
    }
    let limits = known_views::limits(board.framed(), lens.free);
    let near = framed(&points, from, lens, lens.free, &limits);
    // Only as near as the view is already: the map around stays in sight.
    Some(if near.distance < from.distance { CameraPose { distance: from.distance, ..near } } else { near })
}

/// Moves the camera on by the time of a frame.
fn glide_on(
    time: Res<Time<Real>>,
    settings: Option<Res<Settings>>,
    camera: Single<(&mut CameraRig, &mut Transform), With<TableCamera>>,
    mut angles: ResMut<ViewAngles>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (mut rig, mut at) = camera.into_inner();
    let motion = settings.map(|settings| settings.motion).unwrap_or_default();
    if !rig.rests() {
        rig.advance(time.delta_secs(), motion);
        redraw.write(RequestRedraw);
    }
    let Some((place, _)) = rig.placed() else { return };
    at.set_if_neq(place);
    let [yaw, pitch, _] = <[f32; 3]>::from(place.rotation.to_euler(EulerRot::YXZ));
    angles.set_if_neq(ViewAngles { yaw, pitch: -pitch });
}

/// The right button turns the view, the middle one moves it; so does the left one where it takes hold of no counter.
fn drag_view<G: Game>(
    mut events: MessageReader<WindowEvent>,
    (view, pointed): (MapView, Res<Pointed<G>>),
    mut steers: MessageWriter<Steer>,
    mut drag: Local<ViewDrag>,
) {
    let takes_hold = |button, at| {
        let moves_counter = button == MouseButton::Left && pointed.counter.is_some();
        [MouseButton::Right, MouseButton::Middle, MouseButton::Left].contains(&button)
            && !moves_counter
            && view.is_free(at)
    };
    for event in events.read() {
        steers.write_batch(drag.hear(event, || view.pointer(), takes_hold));
    }
}

/// A touch pad scrolls so far for one notch.
const PIXELS_PER_NOTCH: f32 = 30.0;

fn zoom(mut wheel: MessageReader<MouseWheel>, view: MapView, mut steers: MessageWriter<Steer>) {
    let scrolled = wheel.read().map(|scrolled| match scrolled.unit {
        MouseScrollUnit::Line => scrolled.y,
        MouseScrollUnit::Pixel => scrolled.y / PIXELS_PER_NOTCH,
    });
    let notches: f32 = scrolled.sum();
    if let Some(at) = view.pointer().filter(|_| notches != 0.0) {
        steers.write(Steer::Zoom { notches, at: Some(at) });
    }
}

/// Keys that move, turn and zoom the view: those of every table, by the keyboard at hand.
fn turn_by_keys(mut keys: ViewKeys, layers: Option<Res<PaintLayers>>) {
    let typing = layers.is_some_and(|layers| layers.panels.egui_wants_keyboard_input());
    keys.steer(typing, true);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map_ui::scene::board::sample;

    /// From the view of the whole map every hex is seen, so that nothing moves it; from near a corner a far hex is brought into view
    /// without coming nearer, and from nearly the whole map all of it is shown rather than the table beside it.
    #[test]
    fn a_view_moves_only_for_what_is_not_seen() {
        for (columns, rows) in [(8, 6), (12, 9), (7, 5)] {
            let board = Board::new(sample::land(columns, rows, &[]));
            for size in [Vec2::new(676.0, 522.0), Vec2::new(940.0, 722.0), Vec2::new(3500.0, 2080.0)] {
                let free = Rect { min: Vec2::new(0.0, 44.0), max: size + Vec2::new(0.0, 44.0) };
                let lens = Lens { free, slope: SLOPE };
                let whole = known_views::over_map(board.framed(), free, 0.0);
                for hex in board.land().map.hexes() {
                    assert_eq!(
                        seen(&board, &[hex], &lens, whole),
                        None,
                        "{hex} of {columns} by {rows} in {size}"
                    );
                }
                let last = board.land().map.hexes().last().unwrap();
                let near = CameraPose { focus: board.centre("0101".parse().unwrap()).xz(), ..whole };
                let nearer = CameraPose { distance: 0.5 * whole.distance, ..near };
                let moved = seen(&board, &[last], &lens, nearer).unwrap();
                assert!(moved.distance > nearer.distance - 1e-3, "{moved:?}");
                assert!(is_well_in(free, lens.pixel(&moved, board.centre(last)).unwrap()));
                assert_eq!(seen(&board, &[last], &lens, near), Some(whole), "{columns} by {rows} in {size}");
            }
        }
    }
}
