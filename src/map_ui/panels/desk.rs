//! What panels read and change in a frame.

use std::path::PathBuf;

use bevy::prelude::Resource;
use tabletop::ids::Side;
use tabletop_counters::{Land, OnHexes, Scene};
use tabletop_shell::rules::Book;

use super::card::Column;
use super::links::Links;
use crate::map_ui::choosing::Choosing;
use crate::map_ui::session::{Scenario, Table};
use crate::map_ui::settings::MapSettings;

/// Sheets that lie over the map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Sheet {
    /// None.
    #[default]
    None,
    /// Keys and lights.
    Help,
    /// Scenarios and saves to open.
    Games,
    /// Choices for the window.
    Settings,
    /// A paragraph.
    Rule(String),
}

/// What panels remember from one frame to the next.
#[derive(Resource)]
pub struct Panels {
    /// The sheet that is open.
    pub sheet: Sheet,
    /// The rulebook.
    pub book: Book,
    /// Scenarios that come with the game; read when they are first listed.
    pub scenarios: Option<Vec<Scenario>>,
    /// Recordings, the newest first; read when they are listed.
    pub saves: Option<Vec<PathBuf>>,
    /// Heights of cards.
    pub column: Column,
    /// Seats as they are being chosen: by whom each side is played.
    pub seats: Option<[crate::map_ui::session::Seat; 2]>,
    /// The computer's advice, or that it is being thought of.
    pub advice: Advice,
    /// The button that tries again what failed, if it is shown: its word and its middle.
    pub again: Option<(&'static str, [f32; 2])>,
}

/// Advice that the player has asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Advice {
    /// None.
    #[default]
    None,
    /// It is being thought of.
    Awaited,
    /// In words.
    Given(String),
}

/// Something that a panel asks of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Open a scenario or a save.
    Open(PathBuf),
    /// Take a picture.
    Picture,
}

/// Everything at hand.
pub struct Desk<'a, G: OnHexes> {
    /// The open match.
    pub table: &'a mut Table<G>,
    /// What the player has in hand.
    pub choosing: &'a mut Choosing<G>,
    /// What panels remember.
    pub panels: &'a mut Panels,
    /// The player's choices.
    pub settings: &'a mut MapSettings,
    /// What words point at.
    pub links: Links<'a, G>,
    /// What is asked of the window.
    pub wishes: Vec<Wish>,
}

impl<G: OnHexes> Desk<'_, G> {
    /// What lies on the map.
    pub fn scene(&self) -> &Scene<G> {
        self.links.scene
    }

    /// Owner of what a sentence is about.
    pub fn side_of(&self, about: Option<G::Subject>) -> Option<Side> {
        self.links.scene.counter(about?).map(|counter| counter.side)
    }

    /// The ground.
    pub fn land(&self) -> &Land {
        self.links.land
    }
}
