//! The camera: glides to where it is sent, follows the hand within limits, and knows some views by heart.
//!
//! The panels leave a rectangle of the window free; the camera draws into that alone, so that the table is in the middle
//! of what can be seen of it. `rig.rs` holds where the camera is and where it goes, `steer.rs` what the player does with
//! it, `eyes.rs` the view from a model's eyes. `subject.rs` says what a shot is about, `shots.rs` from where it is taken,
//! `framing.rs` how near and with nothing in the way: one routine for the play and for shows. `seat.rs` says at which edge the
//! player sits.

mod eyes;
pub(crate) mod frame;
mod framing;
pub mod free_area;
pub(crate) mod glide;
mod go_to;
pub(crate) mod known_views;
pub(crate) mod limits;
pub(super) mod line_of_flight;
pub(super) mod points;
pub(crate) mod pose;
pub(crate) mod projector;
pub(crate) mod rig;
mod seat;
mod shot_framer;
pub(super) mod shots;
pub(crate) mod steer;
mod subject;
pub(crate) mod travel;
pub(super) mod unit_view;
pub(crate) mod view_drag;
pub(super) mod viewport;

use bevy::camera::visibility::RenderLayers;
use bevy::camera::{CameraOutputMode, ClearColorConfig, Viewport};
use bevy::prelude::*;
use bevy::render::render_resource::BlendState;
use bevy_egui::{EguiPreUpdateSet, EguiSchedule, PrimaryEguiContext};

use crate::rules::ids::Side;
use crate::ui::camera::viewport::{TableViewport, WindowLayout};
use crate::ui::frame::frame_order::{CameraSystems, InputSystems};
use crate::ui::frame::paint_layers::OverlayPass;
use crate::ui::session::open_game::GameSystems;
pub(in crate::ui) use eyes::ModelEyes;
pub use free_area::{ACTION_BAR, CURVES, SIDE_COLUMN, TIME_LINE, TOP_BAR, free_rectangle};
pub(in crate::ui) use free_area::{StripSize, above_units, unit_strip};
pub use known_views::{top_picture_pixel, top_view_pixel};
use pose::SLOPE;
pub(in crate::ui) use pose::{CameraPose, TableCamera};
pub(in crate::ui) use projector::Projector;
pub(in crate::ui) use rig::CameraRig;
pub(in crate::ui) use shot_framer::ShotFramer;
pub(in crate::ui) use steer::Steer;
pub(in crate::ui) use subject::{ShotSubject, place_of};
pub(crate) use travel::Travel;
pub(in crate::ui) use travel::travel;

/// Somewhere to look.
#[derive(Message, Clone, Debug, PartialEq)]
pub(in crate::ui) enum GoToView {
    /// Slanted, the whole table, from the edge of who plays.
    Home,
    /// From straight above, the whole table.
    Top,
    /// From low over a corner, as one would print it.
    Poster,
    /// Slanted, the whole table, from this side's own edge.
    Behind(Side),
    /// Near, at something the player wants to see.
    Look(ShotSubject),
    /// Near, at something for as long as it is going on, unless it is seen well already.
    Visit(Visit),
    /// Back to its pose before it went to something by itself.
    Back,
    /// Back to its pose before a player was asked something: the other one has it again.
    HandBack,
    /// The shot of a show.
    Shot(CameraPose, Travel),
}

/// Something that the camera shows by itself.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Visit {
    /// Subject of the shot.
    pub subject: ShotSubject,
    /// More of what has to be seen, in the scene.
    pub also: Vec<Vec3>,
    /// Parts of the picture that are covered, logical pixels of the window.
    pub covers: Vec<Rect>,
    /// Side from which it is seen; else that of the player to move.
    pub by: Option<Side>,
    /// Size of the subject in the picture.
    pub size: Size,
    /// Changes from shot to shot: not all of fire are alike.
    pub number: u32,
}

/// Size of a subject in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Size {
    /// It can be made out.
    Seen,
    /// It fills a good part of the picture.
    Large,
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
        .add_systems(
            PreUpdate,
            (fit_viewport.before(EguiPreUpdateSet::InitContexts), go_to::stay_home.after(GameSystems)),
        )
        .add_systems(
            Update,
            (
                steer::steer,
                go_to::go_to_view,
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
pub(crate) fn place_panel_camera(commands: &mut Commands) {
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

fn home_of_new_table(mut views: MessageWriter<GoToView>, mut eyes: ResMut<ModelEyes>) {
    eyes.set_if_neq(ModelEyes(None));
    views.write(GoToView::Home);
}
