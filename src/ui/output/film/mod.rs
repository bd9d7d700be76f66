//! Films: a show, drawn into an image frame by frame, on a clock of its own. What is filmed says three things of itself
//! ([`Filmed`]): the table of WarStrike here, the map of a hex game in `map_ui`.
//!
//! The clock stands still until everything that is computed beside the picture has come: computer players, falls, dice, ways
//! back. Then it goes on by one frame, and that frame is drawn. So a slow machine makes the same film as a fast one, bit by bit.
//! What the film is written as is decided by its name (`format.rs`).

mod album;
mod apng;
mod format;
mod gif_file;
mod palette;
mod part;
mod recorder;
mod shown_part;
mod spool;

use std::path::PathBuf;
use std::time::Duration;

use bevy::app::PluginsState;
use bevy::ecs::schedule::{Schedules, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy::tasks::tick_global_task_pools_on_main_thread;
use bevy::time::TimeUpdateStrategy;

use super::offscreen::{self, without_files};
use crate::game::engine::play::Match;
use crate::ui::background::computing::Computing;
use crate::ui::casualties::Casualties;
use crate::ui::dice::DiceThrow;
use crate::ui::frame::display::{self, UiError};
use crate::ui::frame::frame_pacing;
use crate::ui::playback::Playback;
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::quality_level::Quality;
use crate::ui::session::window_options::{ComputerOptions, ShowOptions, WindowOptions};
use crate::ui::show::{Show, ShowPhase, Tempo};
use crate::ui::table_app::add_table;
use crate::ui::turn_flow::computer_players::ComputerPlayers;
pub use album::{AlbumOptions, album};
use format::FilmError;
pub(crate) use part::FilmPlace;
pub use part::{FilmMark, FilmPart};
use recorder::{Camera, Recorder};

/// File and frames of a film.
#[derive(Clone, Debug)]
pub struct FilmFile {
    /// The file, or the folder of numbered pictures.
    pub out: PathBuf,
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// Frames of a second.
    pub rate: u16,
}

/// Subject and look of a film.
#[derive(Clone, Debug)]
pub struct FilmOptions {
    /// File and frames.
    pub file: FilmFile,
    /// The part of the battle.
    pub part: FilmPart,
    /// Players, and rules for the camera.
    pub show: ShowOptions,
    /// Makes the computer players.
    pub computers: ComputerOptions,
    /// The quality of the picture.
    pub quality: Quality,
}

/// Report on a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilmReport {
    /// Frames.
    pub frames: u32,
    /// Whether it was filmed to its end.
    pub end: FilmEnd,
}

/// End of filming.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmEnd {
    /// All that was wanted was filmed.
    Complete,
    /// It was broken off; what there is has been written.
    BrokenOff,
}

/// Updates without anything new, after which nothing more follows at the same time: longer than any chain of systems that wait
/// for each other.
const QUIET_UPDATES: u32 = 5;

/// Updates before the first frame: by then every mesh has arrived.
const WARM_UP_UPDATES: u32 = 12;

/// Updates in which the clock may stand still before what is waited for counts as lost.
const PATIENCE: Duration = Duration::from_secs(600);

/// Films a battle. `progress` hears how many frames have been drawn.
///
/// # Errors
/// No driver can draw, or the film cannot be written.
pub fn film(game: Match, options: FilmOptions, progress: impl FnMut(u32)) -> Result<FilmReport, UiError> {
    make::<TableShow>(&options.file, progress, |app| {
        add(app, game, &options);
        Ok(())
    })
}

/// What is filmed, as its film asks about it.
pub(crate) trait Filmed {
    /// Steps in which the clock goes on by a frame, at so many frames a second: one, unless what moves takes no longer one.
    fn steps(_rate: u16) -> u32 {
        1
    }

    /// Whether nothing is being computed that the picture waits for.
    fn is_settled(world: &World) -> bool;

    /// Whether nothing follows.
    fn is_over(world: &World) -> bool;

    /// Whether what is to be seen now belongs to the part that is filmed.
    fn is_shown(world: &World) -> bool;
}

/// Makes a film of what is added to an app without a display.
///
/// # Errors
/// No driver can draw, the film cannot be written, or what is added has an error.
pub(crate) fn make<S: Filmed>(
    file: &FilmFile,
    mut progress: impl FnMut(u32),
    add: impl FnOnce(&mut App) -> Result<(), UiError>,
) -> Result<FilmReport, UiError> {
    let _one_at_a_time = display::guard()?;
    let mut report = None;
    let as_picture = |error: FilmError| UiError::Picture(error.to_string());
    display::catch_start_failure(|| {
        // Before anything is drawn: a film that cannot be written need not be made.
        let recorder = Recorder::new(file).map_err(as_picture)?;
        let mut app = offscreen::engine(file.size);
        add(&mut app)?;
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
        finish_building(&mut app);
        let mut set = FilmSession {
            app,
            camera: Camera::default(),
            step: Duration::from_secs(1) / u32::from(file.rate),
        };
        set.warm_up();
        display::started();
        report = Some(set.shoot::<S>(recorder, S::steps(file.rate), &mut progress).map_err(as_picture)?);
        Ok(())
    })?;
    report.ok_or_else(|| UiError::Picture("nothing was filmed".to_owned()))
}

fn add(app: &mut App, game: Match, options: &FilmOptions) {
    let window = WindowOptions {
        computers: options.computers.clone(),
        show: Some(options.show.clone()),
        quality: Some(options.quality),
        ..without_files()
    };
    add_table(app, game, &window);
    app.add_systems(Update, shown_part::skip_what_comes_before.run_if(resource_exists::<FilmPart>));
    app.insert_resource(options.part);
}

/// Lets plugins finish what a runner would wait for.
fn finish_building(app: &mut App) {
    while app.plugins_state() == PluginsState::Adding {
        tick_global_task_pools_on_main_thread();
    }
    app.finish();
    app.cleanup();
}

/// The battle, its clock and its camera.
struct FilmSession {
    app: App,
    camera: Camera,
    /// Duration of a frame.
    step: Duration,
}

impl FilmSession {
    /// Draws until everything is there, then lets systems run one after the other, always in the same order.
    fn warm_up(&mut self) {
        let mut drawn = 0;
        while drawn < WARM_UP_UPDATES {
            self.app.update();
            drawn = if frame_pacing::is_warmed_up() { drawn + 1 } else { 0 };
        }
        let mut schedules = self.app.world_mut().resource_mut::<Schedules>();
        for (_, schedule) in schedules.iter_mut() {
            schedule.set_executor(SingleThreadedExecutor::new());
        }
    }

    fn shoot<S: Filmed>(
        &mut self,
        mut recorder: Recorder,
        steps: u32,
        progress: &mut impl FnMut(u32),
    ) -> Result<FilmReport, FilmError> {
        let mut end = FilmEnd::Complete;
        loop {
            if !self.settle::<S>() {
                end = FilmEnd::BrokenOff;
                break;
            }
            if S::is_over(self.app.world()) {
                break;
            }
            if S::is_shown(self.app.world()) {
                let frame = self.camera.take(&mut self.app)?;
                recorder.add(&frame)?;
                progress(recorder.frames());
            }
            for _ in 0..steps {
                self.advance(self.step / steps);
            }
        }
        let frames = recorder.frames();
        recorder.finish()?;
        Ok(FilmReport { frames, end })
    }

    /// Waits, with the clock standing still and nothing drawn, until all that is computed has come and has had its effect;
    /// false if the film is broken off.
    fn settle<S: Filmed>(&mut self) -> bool {
        self.set_clock(Duration::ZERO);
        self.camera.close(&mut self.app);
        let begun = std::time::Instant::now();
        let mut quiet = 0;
        while quiet < QUIET_UPDATES {
            self.app.update();
            if self.app.should_exit().is_some() || begun.elapsed() > PATIENCE {
                return false;
            }
            if S::is_settled(self.app.world()) {
                quiet += 1;
            } else {
                quiet = 0;
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        true
    }

    /// Lets the clock go on.
    fn advance(&mut self, step: Duration) {
        self.set_clock(step);
        self.app.update();
    }

    fn set_clock(&mut self, step: Duration) {
        self.app.insert_resource(TimeUpdateStrategy::ManualDuration(step));
    }
}

/// The table of WarStrike, with its show.
struct TableShow;

impl Filmed for TableShow {
    fn is_settled(world: &World) -> bool {
        let opened = world.resource::<OpenGame>();
        let thinks = world.resource::<ComputerPlayers>().is_thinking(opened);
        world.resource::<Computing>().has_all_answers()
            && !thinks
            && !world.resource::<DiceThrow>().is_at_work()
            && !world.resource::<Casualties>().is_at_work()
            && !world.resource::<Playback>().is_waiting_for_falls()
    }

    fn is_over(world: &World) -> bool {
        world.resource::<Show>().stage() == ShowPhase::Over
    }

    fn is_shown(world: &World) -> bool {
        let place = shown_part::place(world.resource::<OpenGame>());
        world.resource::<FilmPart>().has_begun(place) && world.resource::<Show>().tempo() == Tempo::Shown
    }
}
