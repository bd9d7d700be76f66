//! Stage of the player: the start screen, or a table.

use bevy::prelude::*;

/// Stage of the player.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) enum Stage {
    /// At a table: there is a game to be played or watched.
    #[default]
    Table,
    /// At the start screen, which opens with this page.
    Start(StartPage),
}

impl Stage {
    /// Whether the start screen has mouse and keys.
    pub fn is_start(self) -> bool {
        self != Self::Table
    }
}

/// Whether a table has mouse and keys.
pub(in crate::ui) fn at_the_table(stage: Res<Stage>) -> bool {
    !stage.is_start()
}

/// A page of the start screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::ui) enum StartPage {
    /// The newest game that is not over.
    Continue,
    /// The battles to begin.
    Battles,
    /// The saved games.
    Saves,
    /// The player's own levels.
    Own,
    /// A battle that nobody plays.
    Demo,
    Settings,
    /// Levels of other games.
    Others,
    Quit,
}
