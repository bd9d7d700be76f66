//! The camera: glides to where it is sent, follows the hand within limits, and knows some views by heart.
//!
//! The panels leave a rectangle of the window free; the camera draws into that alone, so that the table is in the middle
//! of what can be seen of it. `rig.rs` holds where the camera is and where it goes, `steer.rs` what the player does with
//! it, `frame.rs` what it looks at by itself, `eyes.rs` the view from a model's eyes.

mod eyes;
mod frame;
pub mod free_area;
mod glide;
mod known_views;
mod limits;
pub(super) mod line_of_flight;
mod pose;
mod projector;
mod rig;
mod shot_framer;
mod steer;
pub(super) mod unit_view;
pub(super) mod viewport;

use bevy::camera::visibility::RenderLayers;
use bevy::camera::{CameraOutputMode, ClearColorConfig, Viewport};
use bevy::prelude::*;
use bevy::render::render_resource::BlendState;
use bevy_egui::{EguiPreUpdateSet, EguiSchedule, PrimaryEguiContext};

use crate::game::table_edge::own_edge;
use crate::rules::ids::Side;
use crate::rules::measures::Place;
use crate::ui::axes;
use crate::ui::camera::viewport::{TableViewport, WindowLayout};
use crate::ui::frame::frame_order::{CameraSystems, InputSystems};
use crate::ui::frame::paint_layers::OverlayPass;
use crate::ui::session::open_game::{GameSystems, OpenGame};
pub(in crate::ui) use eyes::ModelEyes;
pub use free_area::{ACTION_BAR, SIDE_COLUMN, TOP_BAR, free_rectangle};
pub(in crate::ui) use free_area::{StripSize, unit_strip};
pub use known_views::{top_picture_pixel, top_view_pixel};
use pose::SLOPE;
pub(in crate::ui) use pose::{CameraPose, TableCamera};
pub(in crate::ui) use projector::Projector;
pub(in crate::ui) use rig::{CameraRig, Travel};
pub(in crate::ui) use shot_framer::ShotFramer;
pub(in crate::ui) use steer::Steer;

/// How far off single models are still made out well, inches.
const CLOSE_UP_INCHES: f32 = 40.0;

/// Somewhere to look.
#[derive(Message, Clone, Debug, PartialEq)]
pub(in crate::ui) enum GoToView {
    /// Slanted, the whole table.
    Home,
    /// From straight above, the whole table.
    Top,
    /// From low over a corner, as one would print it.
    Poster,
    /// Slanted, the whole table, from behind this side's own edge.
    Behind(Side),
    /// The way it looks now, with this place in the middle, and no farther off than models are made out.
    Near(Place),
    /// The way it looks now, with these places in the picture.
    Frame(Vec<Vec3>),
    /// Likewise, for as long as something is going on there.
    Visit(Visit),
    /// To where it was before it went to something by itself.
    Back,
    /// The shot of a show.
    Shot(CameraPose, Travel),
}

/// Something that the camera shows by itself.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Visit {
    /// What has to be seen, in the scene.
    pub points: Vec<Vec3>,
    /// What covers the picture, logical pixels of the window.
    pub covers: Vec<Rect>,
    /// Whether to look closer where all of it is seen already.
    pub closer: bool,
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.add_message::<GoToView>()
        .add_observer(unit_view::on_view_key)
        .add_message::<Steer>()
        .init_resource::<WindowLayout>()
        .init_resource::<ModelEyes>()
        .add_systems(Startup, place_cameras)
        .add_systems(
            PreUpdate,
            home_of_new_table.run_if(crate::ui::session::game_scoped::game_opened).after(GameSystems),
        )
        .add_systems(PreUpdate, (fit_viewport.before(EguiPreUpdateSet::InitContexts), fit_again))
        .add_systems(
            Update,
            (
                steer::steer,
                go_to_view,
                eyes::close_eyes,
                rig::follow_eyes,
                eyes::hide_the_looker,
                rig::glide_on,
            )
                .chain()
                .in_set(CameraSystems)
                .after(InputSystems),
        );
}

fn place_cameras(mut commands: Commands) {
    let lens = PerspectiveProjection { fov: 2.0 * bevy::math::ops::atan(SLOPE), far: 2000.0, ..default() };
    commands.spawn((
        TableCamera,
        Camera3d::default(),
        Projection::Perspective(lens),
        CameraRig::default(),
        EguiSchedule::new(OverlayPass),
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
                // As egui paints: with colours that are multiplied by their alpha already.
                blend_state: Some(BlendState::PREMULTIPLIED_ALPHA_BLENDING),
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

/// In a window of another size the whole table fills the picture again, if that is what was seen.
fn fit_again(
    viewport: TableViewport,
    opened: Res<OpenGame>,
    rig: Single<&CameraRig>,
    mut views: MessageWriter<GoToView>,
    mut last: Local<Option<Rect>>,
) {
    let free = viewport.free();
    let Some(before) = last.replace(free).filter(|before| *before != free) else { return };
    let table = opened.game.setup().level.table;
    let was_seen = |pose: pose::CameraPose| rig.goal().is_near(&pose);
    if was_seen(known_views::slanted(table, before, known_views::home_yaw(table))) {
        views.write(GoToView::Home);
    } else if was_seen(known_views::top(table, before)) {
        views.write(GoToView::Top);
    }
}

fn home_of_new_table(mut views: MessageWriter<GoToView>, mut eyes: ResMut<ModelEyes>) {
    eyes.set_if_neq(ModelEyes(None));
    views.write(GoToView::Home);
}

fn go_to_view(
    mut views: MessageReader<GoToView>,
    opened: Res<OpenGame>,
    viewport: TableViewport,
    mut eyes: ResMut<ModelEyes>,
    mut rig: Single<&mut CameraRig>,
) {
    if views.is_empty() {
        return;
    }
    let (table, free) = (opened.game.setup().level.table, viewport.free());
    let (lens, limits) = (rig::table_lens(&viewport), rig::table_limits(&opened, free));
    let framed =
        |points: &[Vec3], from: CameraPose, room: Rect| frame::framed(points, from, &lens, room, &limits);
    for view in views.read() {
        let goal = rig.goal();
        let pose = match view {
            GoToView::Visit(visit) => {
                let room = frame::free_room(free, &visit.covers);
                let is_seen = frame::is_in_view(&visit.points, &goal, &lens, room);
                if eyes.0.is_none() && (visit.closer || !is_seen) {
                    rig.visit(framed(&visit.points, goal, room));
                }
                continue;
            }
            GoToView::Back => {
                rig.go_back();
                continue;
            }
            GoToView::Shot(pose, travel) => {
                eyes.set_if_neq(ModelEyes(None));
                rig.travel(*pose, *travel);
                continue;
            }
            GoToView::Home => known_views::slanted(table, free, known_views::home_yaw(table)),
            GoToView::Behind(side) => {
                let yaw = known_views::yaw_behind(own_edge(opened.game.battle().view(), *side));
                known_views::slanted(table, free, yaw)
            }
            GoToView::Top => known_views::top(table, free),
            GoToView::Poster => known_views::poster(table, free),
            GoToView::Near(at) => {
                let focus = axes::place_in_scene(*at).xz();
                limits.keep(CameraPose { focus, distance: goal.distance.min(CLOSE_UP_INCHES), ..goal })
            }
            GoToView::Frame(points) => framed(points, goal, free),
        };
        eyes.set_if_neq(ModelEyes(None));
        rig.take();
        rig.go_to(pose);
    }
}
