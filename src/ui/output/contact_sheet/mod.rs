//! The contact sheet: every figure in every pose and stance at three sizes, and every piece of a level from the chair and from
//! a model's eyes, in one picture to judge them by.
//!
//! It is the table's own scene, lamp and materials: shots of it are taken one after the other, and put together.

mod canvas;
mod shots;

use std::path::PathBuf;

use bevy::app::ScheduleRunnerPlugin;
use bevy::camera::{CameraUpdateSystems, Viewport};
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy_egui::EguiContext;

use super::offscreen::{self, OffscreenTarget};
use crate::game::engine::play::Match;
use crate::rules::card::Figure;
use crate::ui::camera::TableCamera;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::frame::display::{self, UiError};
use crate::ui::frame::frame_pacing;
use crate::ui::miniatures::materials::Materials;
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::quality_level::Quality;
use crate::ui::session::settings::Settings;
use crate::ui::session::show_pace::Motion;
use crate::ui::session::window_options::WindowOptions;
use crate::ui::table_app::add_table;
use canvas::Canvas;
use shots::{Lens, SheetPart, Shot};

/// Destination and content of a contact sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetOptions {
    /// The PNG file; folders are made.
    pub out: PathBuf,
    /// Only this; `None` for everything.
    pub only: Option<SheetPage>,
}

/// A part of a contact sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetPage {
    /// All poses and stances of a kind of figure.
    Figure(Figure),
    /// The pieces of the level.
    Pieces,
}

/// Frames drawn before one is kept, at the start and for each shot.
const WARM_UP_FRAMES: u32 = 10;
const FRAMES_A_SHOT: u32 = 4;

/// The sheet in the making.
#[derive(Resource)]
struct Sheet {
    out: PathBuf,
    /// Still to take, the next one last.
    left: Vec<Shot>,
    /// The one that is being taken, and the frames drawn of it.
    now: Option<(Shot, u32)>,
    warm: u32,
    canvas: Canvas,
    failed: Option<String>,
}

/// Draws the contact sheet of a game's level and writes it to its file.
///
/// # Errors
/// No driver can draw, or the file cannot be written.
pub fn contact_sheet(game: Match, options: SheetOptions) -> Result<(), UiError> {
    display::run_off_screen(move || build(game, options))
}

fn build(game: Match, options: SheetOptions) -> App {
    let pieces = &game.setup().level.terrain.pieces;
    let shots = shots::of(options.only, pieces);
    let size = shots.iter().map(Shot::size).fold(UVec2::splat(64), UVec2::max);
    let mut app = offscreen::engine((size.x, size.y));
    app.add_plugins(ScheduleRunnerPlugin::run_loop(std::time::Duration::ZERO));
    let quality = Some(Quality::Good);
    add_table(&mut app, game, &WindowOptions { quality, ..offscreen::without_files() });
    let (canvas, left) = shots::laid_out(shots);
    app.insert_resource(WindowLayout::TableOnly)
        .insert_resource(Sheet { out: options.out, left, now: None, warm: 0, canvas, failed: None })
        .add_systems(PostStartup, without_overlays)
        .add_systems(PostUpdate, (hide_the_battle, aim).before(CameraUpdateSystems))
        .add_systems(Last, take_shots);
    app
}

/// Only the scene is drawn on the sheet, without overlays.
fn without_overlays(
    mut commands: Commands,
    mut settings: ResMut<Settings>,
    contexts: Query<Entity, With<EguiContext>>,
) {
    settings.motion = Motion::Reduced;
    for context in &contexts {
        commands.entity(context).remove_with_requires::<EguiContext>();
    }
}

/// Figures are taken without anything else, pieces without the battle's figures.
fn hide_the_battle(
    sheet: Res<Sheet>,
    mut others: Query<
        (&mut Visibility, Has<crate::ui::scene::models::ModelFigure>),
        (With<Mesh3d>, Without<SheetPart>),
    >,
) {
    let Some((shot, _)) = &sheet.now else { return };
    for (mut visibility, is_model) in &mut others {
        if is_model || !shot.shows_the_table() {
            visibility.set_if_neq(Visibility::Hidden);
        }
    }
}

/// Aims the camera at what is taken, through a lens of its own.
fn aim(sheet: Res<Sheet>, camera: Single<(&mut Transform, &mut Projection, &mut Camera), With<TableCamera>>) {
    let Some((shot, _)) = &sheet.now else { return };
    let (mut transform, mut projection, mut camera) = camera.into_inner();
    let Lens { from, to, slope } = shot.lens();
    *transform = Transform::from_translation(from).looking_at(to, Vec3::Y);
    if let Projection::Perspective(lens) = projection.as_mut() {
        lens.fov = 2.0 * slope.atan();
    }
    let size = shot.size();
    camera.viewport = Some(Viewport { physical_size: size, ..default() });
}

/// Takes one shot after the other, then writes the sheet.
fn take_shots(
    mut commands: Commands,
    (opened, target, materials): (Res<OpenGame>, Res<OffscreenTarget>, Res<Materials>),
    mut meshes: ResMut<Assets<Mesh>>,
    mut sheet: ResMut<Sheet>,
    parts: Query<Entity, With<SheetPart>>,
    mut exit: MessageWriter<AppExit>,
) {
    if let Some(why) = sheet.failed.take() {
        display::note(why);
        exit.write(AppExit::error());
        return;
    }
    if !frame_pacing::is_warmed_up() || sheet.warm < WARM_UP_FRAMES {
        sheet.warm += u32::from(frame_pacing::is_warmed_up());
        return;
    }
    if let Some((_, drawn)) = &mut sheet.now {
        *drawn += 1;
        if *drawn == FRAMES_A_SHOT {
            commands.spawn(Screenshot(target.target())).observe(keep);
        }
        return;
    }
    for part in &parts {
        commands.entity(part).despawn();
    }
    match sheet.left.pop() {
        Some(shot) => {
            shot.set_up(&mut commands, &mut meshes, &materials.solid, opened.game.setup());
            sheet.now = Some((shot, 0));
        }
        None => {
            let out = sheet.out.clone();
            match sheet.canvas.write(&out) {
                Ok(()) => drop(exit.write(AppExit::Success)),
                Err(why) => sheet.failed = Some(format!("{} could not be written: {why}", out.display())),
            }
        }
    }
}

/// Puts a shot in its place on the sheet.
fn keep(taken: On<ScreenshotCaptured>, mut sheet: ResMut<Sheet>) {
    let Some((shot, _)) = sheet.now.take() else { return };
    let Some(pixels) = &taken.image.data else {
        sheet.failed = Some("the driver drew no picture".to_owned());
        return;
    };
    let width = taken.image.width();
    sheet.canvas.paste((pixels, width), shot.size(), shot.place());
    for (at, text) in shot.labels() {
        sheet.canvas.write_text(shot.place() + at, &text);
    }
}
