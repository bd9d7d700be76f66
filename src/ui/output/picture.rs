//! A picture of a battle: the table with its overlays, drawn into an image without a window or a display.

use std::path::PathBuf;

use bevy::app::ScheduleRunnerPlugin;
use bevy::prelude::*;

use super::last_frame::{LastFrame, keep_frame};
use super::offscreen::{self, OffscreenTarget};
use super::poster;
use crate::game::engine::play::Match;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::ui::background::computing::Computing;
use crate::ui::camera::GoToView;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::drafts::selection::Selection;
use crate::ui::frame::display::{self, UiError};
use crate::ui::frame::frame_pacing;
use crate::ui::quality::PictureQuality;
use crate::ui::questions::combat::CombatPreview;
use crate::ui::questions::retreat::{RetreatPreview, Shown};
use crate::ui::questions::sight::{ExposureMapRequest, SightDirection, SightOverlay, When};
use crate::ui::scene::scene_prebuild::SceneAhead;
use crate::ui::session::quality_level::Quality;
use crate::ui::session::settings::{Outlines, Settings};
use crate::ui::session::show_pace::Motion;
use crate::ui::session::tag_detail::Tags;
use crate::ui::session::window_options::WindowOptions;
use crate::ui::table_app::add_table;

/// Subject and destination of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureOptions {
    /// The PNG file; folders are made.
    pub out: PathBuf,
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// Viewpoint.
    pub view: PictureView,
    /// The unit that is selected.
    pub select: Option<UnitId>,
    /// Lines of sight to show.
    pub sight: Option<PictureSight>,
    /// Exposure map to show.
    pub exposure: Option<PictureExposure>,
    /// Retreat preview to show.
    pub fall_back: Option<PictureFallBack>,
    /// Units whose close combats are shown, as things stand.
    pub combat: Vec<UnitId>,
    /// Detail of the tags beside units.
    pub tags: Tags,
    /// Whether hidden models show through what hides them.
    pub outlines: Outlines,
    /// Quality of the drawing.
    pub quality: Quality,
}

/// A retreat preview in a picture.
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
    /// Present places of its models.
    Now(Side),
    /// Wherever an Advance could bring them.
    AfterAdvance(Side),
}

/// Lines of sight in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureSight {
    /// The unit that looks.
    pub from: UnitId,
    /// The model it looks at; `None` for every enemy unit.
    pub to: Option<ModelId>,
}

/// The direction of the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureView {
    /// From straight above.
    Top,
    /// At a slant.
    Slant,
    /// As one would print it: from low over a corner, without marks, with the level's name.
    Poster,
}

/// The picture that is being drawn.
#[derive(Resource)]
pub(super) struct ScreenshotJob {
    options: PictureOptions,
    /// Frames drawn since everything was ready.
    drawn: u32,
}

impl ScreenshotJob {
    pub fn new(options: PictureOptions) -> Self {
        Self { options, drawn: 0 }
    }
}

/// Frames drawn before the one that is kept: by then every mesh has arrived. Only the last of them are drawn as finely as
/// that: without a graphics card each may take seconds.
const WARM_UP_FRAMES: u32 = 10;
const FINE_FRAMES: u32 = 4;

/// Draws a picture and writes it to its file.
///
/// # Errors
/// No driver can draw, or the file cannot be written.
pub fn picture(game: Match, options: PictureOptions) -> Result<(), UiError> {
    display::run_off_screen(move || build(game, options))
}

fn build(game: Match, options: PictureOptions) -> App {
    let ahead = SceneAhead::start(game.setup());
    let mut app = offscreen::engine(options.size);
    ahead.insert_into(&mut app);
    let game = if options.view == PictureView::Poster { poster::deployed(game) } else { game };
    if options.view == PictureView::Poster {
        app.add_plugins(poster::plugin);
    }
    app.add_plugins(ScheduleRunnerPlugin::run_loop(std::time::Duration::ZERO));
    let quality = Some(Quality::Software);
    add_table(&mut app, game, &WindowOptions { quality, ..offscreen::without_files() });
    app.insert_resource(WindowLayout::TableOnly)
        .insert_resource(LastFrame::to(options.out.clone()))
        .insert_resource(ScreenshotJob::new(options))
        .add_systems(PostStartup, apply_options)
        .add_systems(PreUpdate, set_view)
        .add_systems(Last, draw);
    app
}

/// Selects the unit, and shows what the options ask for.
pub(super) fn apply_options(
    job: Res<ScreenshotJob>,
    mut selection: ResMut<Selection>,
    mut sight_overlay: ResMut<SightOverlay>,
    mut retreat_preview: ResMut<RetreatPreview>,
    mut combat_preview: ResMut<CombatPreview>,
    mut settings: ResMut<Settings>,
) {
    settings.motion = Motion::Reduced;
    let is_poster = job.options.view == PictureView::Poster;
    settings.outlines = if is_poster { Outlines::Off } else { job.options.outlines };
    settings.tags = job.options.tags;
    combat_preview.as_things_stand = !job.options.combat.is_empty();
    combat_preview.only.clone_from(&job.options.combat);
    selection.unit = job.options.select;
    if let Some(PictureSight { from, to }) = job.options.sight {
        selection.unit = Some(from);
        (sight_overlay.direction, sight_overlay.pinned) = (Some(SightDirection::Sees), to);
    }
    retreat_preview.shown = job.options.fall_back.map(|whose| match whose {
        PictureFallBack::Unit(unit) => Shown::Of(unit),
        PictureFallBack::Side(side) => Shown::All(side),
    });
    sight_overlay.map = job.options.exposure.map(|exposure| match exposure {
        PictureExposure::Now(by) => ExposureMapRequest { by, when: When::Now },
        PictureExposure::AfterAdvance(by) => ExposureMapRequest { by, when: When::AfterAdvance },
    });
}

/// Sets the view once the table is there.
pub(super) fn set_view(job: Res<ScreenshotJob>, mut views: MessageWriter<GoToView>) {
    if job.drawn == 0 {
        views.write(match job.options.view {
            PictureView::Top => GoToView::Top,
            PictureView::Slant => GoToView::Home,
            PictureView::Poster => GoToView::Poster,
        });
    }
}

/// Draws until everything is there, then saves the picture and ends.
fn draw(
    mut commands: Commands,
    computing: Res<Computing>,
    target: Res<OffscreenTarget>,
    mut quality: ResMut<PictureQuality>,
    (mut job, mut last): (ResMut<ScreenshotJob>, ResMut<LastFrame>),
    mut exit: MessageWriter<AppExit>,
) {
    if last.has_failed(&mut exit) {
        return;
    }
    if !frame_pacing::is_warmed_up() {
        return;
    }
    job.drawn += 1;
    if job.drawn < WARM_UP_FRAMES {
        // The picture shows what the background threads compute, and no hint that they do.
        job.drawn -= u32::from(!computing.is_idle());
    }
    if job.drawn == WARM_UP_FRAMES - FINE_FRAMES {
        quality.choose(Some(job.options.quality));
    }
    if job.drawn == WARM_UP_FRAMES {
        keep_frame(&mut commands, &target);
    }
}
