//! The window's play without a picture: requests, playback and thrown dice, on a clock of its own. No driver is needed.

use std::path::Path;
use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::window::RequestRedraw;

use super::offscreen::without_files;
use crate::game::engine::command::Command;
use crate::game::engine::play::Match;
use crate::game::engine::view::View;
use crate::ui::miniatures::materials::Materials;
use crate::ui::miniatures::surface::Surface;
use crate::ui::playback::Playback;
use crate::ui::session::dice_pace::DicePace;
use crate::ui::session::hand_dice::HandDice;
use crate::ui::session::open_game::{self, GameRequest, Notice, OpenGame};
use crate::ui::session::screen::Screen;
use crate::ui::session::settings::Settings;
use crate::ui::session::shown_battle;
use crate::ui::session::shown_battle::ShownBattle;
use crate::ui::session::window_options::WindowOptions;
use crate::ui::{casualties, dice, playback};

/// Visible part of the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceShow {
    /// They roll.
    Rolling,
    /// They roll until a key is pressed.
    Skipped,
    /// They are not seen rolling.
    Off,
}

/// A game as the window plays it.
pub struct Headless {
    app: App,
    show: DiceShow,
}

/// Frames after which dice that have been simulated are on the table.
const FRAMES_TO_DICE: usize = 20;

/// Duration of a frame by its clock.
const FRAME: Duration = Duration::from_millis(100);

impl Headless {
    /// Opens a game; recordings are written to a folder.
    pub fn new(game: Match, saves: &Path, show: DiceShow) -> Self {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, AssetPlugin::default()))
            .init_asset::<Mesh>()
            .init_asset::<Surface>()
            .insert_resource(TimeUpdateStrategy::ManualDuration(FRAME))
            .init_resource::<ButtonInput<KeyCode>>()
            .init_resource::<ButtonInput<MouseButton>>()
            .add_message::<RequestRedraw>();
        let options = WindowOptions { saves: saves.to_owned(), ..without_files() };
        let opened = OpenGame::new(game, &options);
        let dice = if show == DiceShow::Off { DicePace::None } else { DicePace::Full };
        app.insert_resource(HandDice::of_opening(&opened))
            .insert_resource(opened)
            .insert_resource(Materials::unseen())
            .init_resource::<Settings>()
            .init_resource::<Screen>()
            .add_plugins((open_game::plugin, playback::plugin, shown_battle::plugin))
            .add_plugins((dice::plugin, casualties::plugin));
        app.world_mut().resource_mut::<Settings>().dice = dice;
        app.update();
        Self { app, show }
    }

    /// The game as it stands.
    pub fn game(&self) -> &Match {
        &self.app.world().resource::<OpenGame>().game
    }

    /// Gives an order.
    pub fn submit(&mut self, command: Command) {
        self.request(GameRequest::Submit(vec![command]));
    }

    /// Undoes the last command.
    pub fn undo(&mut self) {
        self.request(GameRequest::Undo);
    }

    /// Redoes it.
    pub fn redo(&mut self) {
        self.request(GameRequest::Redo);
    }

    /// Loads a save.
    pub fn load(&mut self, path: &Path) {
        self.request(GameRequest::Load(path.to_owned()));
    }

    fn request(&mut self, request: GameRequest) {
        self.app.world_mut().write_message(request);
        self.app.update();
        if self.show == DiceShow::Skipped {
            self.app.update();
            self.app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::Escape);
            self.app.update();
            self.app.world_mut().resource_mut::<ButtonInput<KeyCode>>().reset_all();
        }
        self.app.update();
    }

    /// Failure notice shown to the player, if any.
    pub fn failure(&self) -> Option<&str> {
        match &self.app.world().resource::<OpenGame>().notice {
            Some(Notice::Failed(text)) => Some(text),
            _ => None,
        }
    }

    /// The battle as far as it has been shown.
    pub fn shown(&self) -> View<'_> {
        let world = self.app.world();
        world.resource::<ShownBattle>().view(world.resource::<OpenGame>())
    }

    /// Shows frames until a model falls, for as long as its fall is being simulated; how many fall.
    pub fn wait_for_fall(&mut self) -> usize {
        while self.falling() == 0 && self.app.world().resource::<Playback>().runs() {
            std::thread::yield_now();
            self.app.update();
        }
        self.falling()
    }

    /// Number of models that fall or are being cleared away.
    pub fn falling(&self) -> usize {
        let playback = self.app.world().resource::<Playback>();
        playback.falls().iter().filter(|fall| fall.start() < playback.elapsed()).count()
    }

    /// The faces of the dice that are thrown for the last command, volley by volley.
    pub fn thrown(&self) -> Vec<Vec<u8>> {
        self.app.world().resource::<dice::DiceThrow>().volleys().map(|volley| volley.faces()).collect()
    }

    /// Number of dice on the table, or in the air over it.
    pub fn dice(&self) -> usize {
        self.app.world().resource::<dice::DiceThrow>().dice()
    }

    /// Shows frames until dice are on the table; how many. None come where none are thrown. The clock stands still while
    /// the throw is being simulated, however long that takes.
    pub fn wait_for_dice(&mut self) -> usize {
        self.app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
        while self.app.world().resource::<dice::DiceThrow>().is_at_work() {
            std::thread::yield_now();
            self.app.update();
        }
        self.app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
        for _ in 0..FRAMES_TO_DICE {
            if self.dice() > 0 {
                break;
            }
            self.app.update();
        }
        self.dice()
    }
}
