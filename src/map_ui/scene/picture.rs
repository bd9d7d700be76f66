//! A picture of a map: the scene drawn into an image, without a window or a display.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::app::ScheduleRunnerPlugin;
use bevy::prelude::*;
use tabletop::game::Game;
use tabletop_counters::{Land, Scene};

use super::camera::LookAt;
use crate::map_ui::session::{Hands, Lit, Shown};
use crate::ui::frame::display::{self, UiError};
use crate::ui::frame::frame_pacing;
use crate::ui::output::last_frame::{LastFrame, keep_frame};
use crate::ui::output::offscreen::{self, OffscreenTarget};
use crate::ui::quality::PictureQuality;
use crate::ui::session::quality_level::Quality;

/// Subject of a picture.
#[derive(Clone, Debug)]
pub struct PictureOf<G: Game> {
    /// Ground.
    pub land: Arc<Land>,
    /// Counters and markers.
    pub scene: Scene<G>,
    /// All that is lit.
    pub lit: Lit<G>,
    /// Hands over the counters.
    pub hands: Hands,
}

/// Destination and manner of a picture.
#[derive(Clone, Debug)]
pub struct MapPicture {
    /// The PNG file; folders are made.
    pub out: PathBuf,
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// Viewpoint.
    pub view: LookAt,
    /// Notches of the wheel by which the camera comes nearer to the middle of the view.
    pub nearer: f32,
    /// Quality of the drawing.
    pub quality: Quality,
}

/// The picture that is being drawn.
#[derive(Resource)]
struct Job {
    options: MapPicture,
    /// Frames drawn since everything was ready.
    drawn: u32,
}

/// Frames drawn before the one that is kept, and the last of them, which are drawn as finely as it.
const WARM_UP_FRAMES: u32 = 14;
const FINE_FRAMES: u32 = 4;

/// Draws a picture and writes it to its file.
///
/// # Errors
/// No driver can draw, or the file cannot be written.
pub fn picture<G: Game>(of: PictureOf<G>, options: MapPicture) -> Result<(), UiError> {
    display::run_off_screen(move || build(of, options))
}

fn build<G: Game>(of: PictureOf<G>, options: MapPicture) -> App {
    let mut app = offscreen::engine(options.size);
    app.add_plugins(ScheduleRunnerPlugin::run_loop(std::time::Duration::ZERO));
    app.insert_resource(PictureQuality::new(Some(Quality::Software)))
        .insert_resource(LastFrame::to(options.out.clone()))
        .insert_resource(Job { options, drawn: 0 })
        .add_plugins(frame_pacing::plugin)
        .add_systems(Last, draw);
    add_scene(&mut app, of);
    app
}

/// Adds the scene, and what it shows.
pub(super) fn add_scene<G: Game>(app: &mut App, of: PictureOf<G>) {
    app.insert_resource(Shown { land: of.land, scene: of.scene, version: 1, battle: 1, travels: true })
        .insert_resource(of.lit)
        .insert_resource(of.hands)
        .add_plugins(super::plugin::<G>);
}

/// Sets the view, draws until everything is there, then saves the picture and ends.
fn draw(
    mut commands: Commands,
    target: Res<OffscreenTarget>,
    (mut quality, mut job, mut last): (ResMut<PictureQuality>, ResMut<Job>, ResMut<LastFrame>),
    mut views: MessageWriter<LookAt>,
    mut steers: MessageWriter<crate::ui::camera::steer::Steer>,
    mut exit: MessageWriter<AppExit>,
) {
    if last.has_failed(&mut exit) {
        return;
    }
    if !frame_pacing::is_warmed_up() {
        return;
    }
    job.drawn += 1;
    match job.drawn {
        1 => drop(views.write(job.options.view.clone())),
        3 if job.options.nearer != 0.0 => {
            let notches = job.options.nearer;
            steers.write(crate::ui::camera::steer::Steer::Zoom { notches, at: None });
        }
        drawn if drawn == WARM_UP_FRAMES - FINE_FRAMES => quality.choose(Some(job.options.quality)),
        WARM_UP_FRAMES => keep_frame(&mut commands, &target),
        _ => {}
    }
}
