//! A picture of a battle without a window and without a display: the same table, the same
//! marks and names, drawn into an image.

use std::path::PathBuf;

use bevy::app::ScheduleRunnerPlugin;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy_panorbit_camera::PanOrbitCamera;

use super::input::Selection;
use super::input::screenshot::keep_picture;
use super::move_planner::MovePlans;
use super::offscreen::{self, OffscreenTarget};
use super::preview::{RetreatPreview, RetreatPreviewQuery, Shown};
use super::scene::camera::GoToView;
use super::scene::canvas::Surround;
use super::watch::{Map, MapWish, SightOverlay, SightQuery, Way, When};
use super::{UiError, add_table, display, frame_pacing};
use crate::game::engine::play::Game;
use crate::rules::ids::{ModelId, Side, UnitId};

/// What a picture shows, and where it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureOptions {
    /// The PNG file; folders are made.
    pub out: PathBuf,
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// From where.
    pub view: PictureView,
    /// The unit that is selected.
    pub select: Option<UnitId>,
    /// A unit and the model or unit it looks at: their lines of sight.
    pub sight: Option<PictureSight>,
    /// Whose exposure map is shown.
    pub exposure: Option<PictureExposure>,
    /// Whose falling back is shown before it happens.
    pub fall_back: Option<PictureFallBack>,
}

/// Where units would fall back or rout, in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFallBack {
    /// One unit.
    Unit(UnitId),
    /// All units of a side.
    Side(Side),
}

/// An exposure map in a picture: to this side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureExposure {
    /// Where its models stand.
    Now(Side),
    /// Wherever an Advance could bring them.
    AfterAdvance(Side),
}

/// Lines of sight in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureSight {
    /// Who looks.
    pub from: UnitId,
    /// At which model; `None` for every enemy unit.
    pub to: Option<ModelId>,
}

/// From where a picture is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureView {
    /// From straight above.
    Top,
    /// At a slant.
    Slant,
}

/// What is being drawn.
#[derive(Resource)]
struct ScreenshotJob {
    options: PictureOptions,
    /// Pictures drawn since everything was ready.
    drawn: u32,
    /// What went wrong.
    failed: Option<String>,
}

/// Pictures drawn before the one that is kept: by then every mesh has arrived.
const WARM_UP: u32 = 10;

/// Draws a picture and writes it to its file.
///
/// # Errors
/// No driver can draw, or the file cannot be written.
pub fn picture(game: Game, options: PictureOptions) -> Result<(), UiError> {
    let _one_at_a_time = display::guard()?;
    display::catch_start_failure(move || {
        let mut app = build(game, options);
        match app.run() {
            AppExit::Success => Ok(()),
            AppExit::Error(_) => Err(UiError::Picture(display::first_error())),
        }
    })
}

fn build(game: Game, options: PictureOptions) -> App {
    let mut app = offscreen::engine(options.size);
    app.add_plugins(ScheduleRunnerPlugin::run_loop(std::time::Duration::ZERO));
    add_table(&mut app, game, &offscreen::without_files());
    app.insert_resource(Surround::Nothing)
        .insert_resource(ScreenshotJob { options, drawn: 0, failed: None })
        .add_systems(PostStartup, sit)
        .add_systems(PreUpdate, look)
        .add_systems(PostUpdate, hold_still.before(TransformSystems::Propagate))
        .add_systems(Last, draw);
    app
}

/// The unit in question is selected, and its lines of sight are shown.
fn sit(
    sitting: Res<ScreenshotJob>,
    mut selection: ResMut<Selection>,
    mut watch: ResMut<SightOverlay>,
    mut retreat_preview: ResMut<RetreatPreview>,
) {
    selection.unit = sitting.options.select;
    if let Some(PictureSight { from, to }) = sitting.options.sight {
        selection.unit = Some(from);
        (watch.way, watch.pinned) = (Some(Way::Sees), to);
    }
    retreat_preview.shown = sitting.options.fall_back.map(|whose| match whose {
        PictureFallBack::Unit(unit) => Shown::Of(unit),
        PictureFallBack::Side(side) => Shown::All(side),
    });
    watch.map = sitting.options.exposure.map(|exposure| match exposure {
        PictureExposure::Now(by) => MapWish { by, when: When::Now },
        PictureExposure::AfterAdvance(by) => MapWish { by, when: When::AfterAdvance },
    });
}

/// The view that was asked for, once the table is there.
fn look(sitting: Res<ScreenshotJob>, mut views: MessageWriter<GoToView>) {
    if sitting.drawn == 0 {
        views.write(match sitting.options.view {
            PictureView::Top => GoToView::Top,
            PictureView::Slant => GoToView::Home,
        });
    }
}

/// The camera is where it was sent at once.
fn hold_still(mut camera: Single<&mut PanOrbitCamera>) {
    let orbit = camera.bypass_change_detection();
    (orbit.focus, orbit.yaw) = (orbit.target_focus, Some(orbit.target_yaw));
    (orbit.pitch, orbit.radius) = (Some(orbit.target_pitch), Some(orbit.target_radius));
    orbit.force_update = true;
}

/// Draws until everything is there, then keeps the picture and ends.
fn draw(
    mut commands: Commands,
    plans: Res<MovePlans>,
    (sights, map, previews): (Res<SightQuery>, Res<Map>, Res<RetreatPreviewQuery>),
    target: Res<OffscreenTarget>,
    mut sitting: ResMut<ScreenshotJob>,
    mut exit: MessageWriter<AppExit>,
) {
    if let Some(why) = sitting.failed.take() {
        display::note(why);
        exit.write(AppExit::error());
        return;
    }
    if !frame_pacing::is_warmed_up() {
        return;
    }
    sitting.drawn += 1;
    if sitting.drawn < WARM_UP {
        // What is within reach of the selected unit belongs in the picture, and what it sees.
        let thinks = [plans.is_thinking(), sights.is_thinking(), map.is_thinking(), previews.is_thinking()];
        sitting.drawn -= u32::from(thinks.contains(&true));
    }
    if sitting.drawn == WARM_UP {
        let keep = |taken: On<ScreenshotCaptured>,
                    mut sitting: ResMut<ScreenshotJob>,
                    mut exit: MessageWriter<AppExit>| {
            let out = sitting.options.out.clone();
            match keep_picture(&taken.image, &out) {
                Ok(()) => drop(exit.write(AppExit::Success)),
                Err(why) => sitting.failed = Some(format!("{} could not be written: {why}", out.display())),
            }
        };
        commands.spawn(Screenshot::image(target.0.clone())).observe(keep);
    }
}
