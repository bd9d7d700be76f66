//! Dialogs and sheets over the table.

use bevy::prelude::*;

use super::events::{UiEvent, emit};
use super::open_game::{GameRequest, OpenGame};
use super::saved_games::suggested_name;
use super::stage::StartPage;

/// The parts of the window that can be opened and closed.
#[derive(Resource, Default, Debug, PartialEq, Eq, Clone)]
pub(in crate::ui) struct Screen {
    /// The dialog in front of everything.
    pub dialog: Option<Dialog>,
    /// The paragraph of the rulebook that is open in the side column.
    pub rule: Option<String>,
    /// Whether a text field has the keys.
    pub typing: bool,
    /// Whether the brief of the battle lies over the table; any key or click puts it away.
    pub brief: BriefSheet,
    /// Whether the score has a card in the column.
    pub score: Sheet,
    /// The computer players.
    pub computers: Sheet,
    /// Gains of orders and dice: the card, and the curves over the time line.
    pub gains: Sheet,
    /// The line in which a note is written; it has the keys.
    pub note: Sheet,
    /// The answer to the battle's question that is highlighted: by the unit that fires, or is fired at.
    pub option: Option<usize>,
}

/// Whether the brief lies over the table, and where it leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) enum BriefSheet {
    #[default]
    Hidden,
    /// As the battle opens: into it.
    Opening,
    /// Because the player has asked for it: back to the battle.
    Again,
}

/// Whether something lies over the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) enum Sheet {
    #[default]
    Hidden,
    Shown,
}

impl Sheet {
    /// Shows it, or puts it away.
    pub fn toggle(&mut self) {
        *self = if *self == Self::Shown { Self::Hidden } else { Self::Shown };
    }
}

/// A window in front of the table.
#[derive(Debug, PartialEq, Eq, Clone)]
pub(in crate::ui) enum Dialog {
    /// Asks for the name of a save.
    Save {
        /// As typed so far.
        name: String,
    },
    /// Lists the saves in the folder.
    Load,
    /// Lists keys, gestures and marks.
    Help,
    /// Result of the battle, and its story.
    Result,
    /// Player's choices for the window.
    Settings,
    /// The questions at the end of a battle, for the author of the rules.
    Questions,
    /// Events other than moves, as the players of a recorded game tell them.
    Tell,
}

/// Keys that open and close what lies over the table.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum ScreenKey {
    Score,
    /// Players of the sides, and advice.
    Computers,
    /// The brief; once the battle is over, the result.
    Brief,
    Help,
    Save,
    Load,
    Settings,
    /// Events at the real table.
    Tell,
    /// Back to the start screen.
    Start,
}

/// Keys of the column on the right.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum ColumnKey {
    /// Opens the next card for reading; after the last, the log is read.
    NextCard,
    ScrollUp,
    ScrollDown,
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.init_resource::<Screen>().add_observer(on_screen_key);
}

fn on_screen_key(
    key: On<ScreenKey>,
    mut screen: ResMut<Screen>,
    mut opened: ResMut<OpenGame>,
    mut requests: MessageWriter<GameRequest>,
) {
    match *key {
        ScreenKey::Score => {
            screen.score.toggle();
            emit(&UiEvent::ScoreShown { shown: screen.score == Sheet::Shown });
        }
        ScreenKey::Computers => screen.computers.toggle(),
        ScreenKey::Brief if opened.game.battle().view().result().is_some() => {
            screen.dialog = Some(Dialog::Result);
        }
        ScreenKey::Brief => screen.brief = BriefSheet::Again,
        ScreenKey::Help => screen.dialog = Some(Dialog::Help),
        ScreenKey::Save => screen.dialog = Some(Dialog::Save { name: suggested_name(&opened) }),
        ScreenKey::Load => screen.dialog = Some(Dialog::Load),
        ScreenKey::Settings => screen.dialog = Some(Dialog::Settings),
        ScreenKey::Tell if opened.game.setup().is_recorded() => screen.dialog = Some(Dialog::Tell),
        ScreenKey::Tell => opened.ignore_key("This game is played by the rules: nothing need be told."),
        ScreenKey::Start => drop(requests.write(GameRequest::ToStart(StartPage::Continue))),
    }
}
