//! The table without a picture: what is written over it, as tests measure it. No driver is needed.

use std::time::Duration;

use bevy::prelude::*;

use super::offscreen::{self, without_files};
use super::picture::{PictureOptions, ScreenshotJob, apply_options, set_view};
use crate::game::engine::command::Command;
use crate::game::engine::play::Match;
use crate::ui::background::computing::Computing;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::drafts::draft::{Draft, Drafting};
use crate::ui::overlays::{Overlays, PaintedText};
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::text_size::of_picture;
use crate::ui::session::window_options::WindowOptions;
use crate::ui::table_app::add_table;

/// Frames after which all that was computed is shown.
const FRAMES: usize = 6;

/// Longest wait for what is computed.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A table that nobody sees.
pub struct UnseenTable(App, (u32, u32));

/// A text over the table, and its plate: left, top, right and bottom, pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenSign {
    /// Text.
    pub words: String,
    /// Area.
    pub at: [f32; 4],
}

impl WrittenSign {
    /// The area that two texts share, square pixels.
    pub fn shared(&self, other: &Self) -> f32 {
        let [a, b] = [self.at, other.at];
        let along = |axis: usize| (a[axis + 2].min(b[axis + 2]) - a[axis].max(b[axis])).max(0.0);
        along(0) * along(1)
    }
}

impl UnseenTable {
    /// Lays out a game in a picture of the size of some options.
    pub fn new(game: Match, options: PictureOptions) -> Self {
        let size = options.size;
        let mut app = offscreen::unseen_engine(size);
        add_table(&mut app, game, &WindowOptions { quality: Some(options.quality), ..without_files() });
        app.insert_resource(WindowLayout::TableOnly)
            .insert_resource(ScreenshotJob::new(options))
            .add_systems(PostStartup, apply_options)
            .add_systems(PreUpdate, set_view);
        app.finish();
        app.cleanup();
        Self(app, size)
    }

    /// Everything that is written over the table where it is shown like this. The size is that of the first picture.
    ///
    /// # Panics
    /// An answer never comes.
    pub fn signs(&mut self, options: PictureOptions) -> Vec<WrittenSign> {
        let world = self.0.world_mut();
        world.insert_resource(ScreenshotJob::new(options));
        // In the first frame the settings of a window that opens are not there yet.
        if let Err(why) = world.run_system_cached(apply_options) {
            panic!("the picture could not be set up: {why}");
        }
        let until = std::time::Instant::now() + TIMEOUT;
        let mut frames = 0;
        while frames < FRAMES {
            self.0.update();
            frames = if self.0.world().resource::<Computing>().is_idle() { frames + 1 } else { 0 };
            assert!(std::time::Instant::now() < until, "an answer never comes");
            std::thread::sleep(Duration::from_millis(2));
        }
        let signs = self.0.world().resource::<Overlays>().signs().iter();
        signs.map(|sign| WrittenSign { words: sign.words.clone(), at: self.sides(sign.at) }).collect()
    }

    /// The same while an order is drawn on the table; and the areas of all models, ghosts and flags.
    ///
    /// # Panics
    /// An answer never comes, or the order is none that is drawn.
    pub fn signs_of_draft(
        &mut self,
        command: &Command,
        options: PictureOptions,
    ) -> (Vec<WrittenSign>, Vec<[f32; 4]>) {
        self.signs(options.clone());
        let world = self.0.world_mut();
        let draft = Draft::of_command(&world.resource::<OpenGame>().game.battle().view(), command);
        assert!(draft.is_some(), "no order that is drawn: {command:?}");
        world.resource_mut::<Drafting>().0 = draft;
        for _ in 0..FRAMES {
            self.0.update();
        }
        let overlays = self.0.world().resource::<Overlays>();
        let written = |sign: &PaintedText| WrittenSign { words: sign.words.clone(), at: self.sides(sign.at) };
        let signs = overlays.signs().iter().map(written).collect();
        let spared = overlays.spared().iter().map(|at| self.sides(*at)).collect();
        self.0.world_mut().resource_mut::<Drafting>().0 = None;
        (signs, spared)
    }

    fn sides(&self, at: bevy_egui::egui::Rect) -> [f32; 4] {
        let scale = of_picture(self.1);
        [at.min.x, at.min.y, at.max.x, at.max.y].map(|at| at * scale)
    }
}
