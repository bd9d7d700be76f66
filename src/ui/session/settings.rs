//! Player's choices for the window, kept from one game to the next in a file.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::computer_pace::ComputerPace;
use super::events::{UiEvent, emit};
use super::kept_json::keep_json;
use super::open_game::{Notice, OpenGame};
use super::show_pace::{Motion, ShowPace};
use super::text_size::TextSize;
use crate::level::text_file::read_text;
use crate::ui::session::dice_pace::DicePace;
use crate::ui::session::quality_level::Quality;
use crate::ui::session::tag_detail::Tags;

/// The file's name.
const FILE: &str = "window.json";

/// The choices.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// Whether the camera goes behind the side whose turn begins.
    pub camera_follows: bool,
    /// Whether the camera goes to what happens by itself.
    pub camera: CameraMoves,
    /// Duration of rolling dice.
    pub dice: DicePace,
    /// Duration of walks, shots and falls.
    pub show: ShowPace,
    /// Whether the view glides, models walk and dice roll.
    pub motion: Motion,
    /// Time for which the computer announces its next command.
    pub computer: ComputerPace,
    /// Size of texts.
    pub text: TextSize,
    /// Detail of the tags beside units on the table.
    pub tags: Tags,
    /// Whether outlines of hidden models show through what hides them.
    pub outlines: Outlines,
    /// The quality of the picture; without one it is what the machine draws fast enough.
    pub quality: Option<Quality>,
    /// Whether the first turn is shown on the table.
    pub first_turn: FirstTurn,
    /// How far it has come.
    pub learnt: Learnt,
    /// Whether the time line lies below the table.
    pub time_line: TimeLine,
    /// Whether it is recorded how the game is played.
    pub playtest: Playtest,
}

/// Whether it is recorded beside the save how the game is played, for the author of the rules: what was refused, how long
/// decisions took, what was measured.
///
/// It is, unless it is switched off: the author's question is which rule people misunderstand, and those who think of switching
/// something on are others than those who play on. The moves are recorded anyway, nothing leaves the machine by itself, and
/// the brief of every battle says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Playtest {
    /// It is, and at the end three questions are asked.
    #[default]
    Recorded,
    /// Only what players note themselves is kept.
    Off,
}

/// Whether the time line lies below the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum TimeLine {
    /// It does.
    #[default]
    Shown,
    /// The table has its room.
    Folded,
}

impl TimeLine {
    pub(crate) fn toggled(self) -> Self {
        match self {
            Self::Shown => Self::Folded,
            Self::Folded => Self::Shown,
        }
    }
}

/// Whether the camera goes to what happens by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum CameraMoves {
    /// To questions, fights and the computer's moves, and back.
    #[default]
    ByItself,
    /// It stays where the player has put it.
    Never,
}

impl CameraMoves {
    pub(crate) fn toggled(self) -> Self {
        match self {
            Self::ByItself => Self::Never,
            Self::Never => Self::ByItself,
        }
    }
}

/// Whether outlines of hidden models show through walls, trees and roofs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outlines {
    /// They do.
    #[default]
    Shown,
    /// They do not.
    Off,
}

/// Whether the first turn is shown step by step on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum FirstTurn {
    /// It is, until it is done or put away.
    #[default]
    Shown,
    /// It is not.
    Off,
}

/// How far the first turn has been taught: the next start of the program goes on there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Learnt {
    /// The steps that are ticked.
    pub done: [bool; 5],
    /// The step that is shown, by its index.
    pub shown: usize,
}

impl Outlines {
    pub(crate) fn toggled(self) -> Self {
        match self {
            Self::Shown => Self::Off,
            Self::Off => Self::Shown,
        }
    }
}

impl Settings {
    /// Duration of visible rolls.
    pub fn dice_pace(&self) -> DicePace {
        match self.motion {
            Motion::Full => self.dice,
            Motion::Reduced => DicePace::None,
        }
    }

    /// Duration of walks, shots and falls.
    pub fn show_pace(&self) -> ShowPace {
        match self.motion {
            Motion::Full => self.show,
            Motion::Reduced => ShowPace::None,
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Settings>()
        .add_systems(Startup, load)
        .add_systems(Last, save)
        .add_observer(on_setting_key);
}

/// Keys that change a choice.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SettingKey {
    CameraFollows,
    /// The camera stays where it is, or goes to what happens.
    QuietCamera,
    /// More or less beside units on the table.
    Tags,
    Outlines,
    LargerText,
    SmallerText,
    UsualText,
}

fn on_setting_key(key: On<SettingKey>, mut settings: ResMut<Settings>, mut opened: ResMut<OpenGame>) {
    match *key {
        SettingKey::CameraFollows => {
            let follows = !settings.camera_follows;
            settings.camera_follows = follows;
            emit(&UiEvent::CameraFollows { follows });
            let what = if follows { "swings" } else { "no longer swings" };
            let text = format!("The view {what} to the side whose turn begins.");
            opened.notice = Some(Notice::Done(text));
        }
        SettingKey::QuietCamera => {
            settings.camera = settings.camera.toggled();
            let quiet = settings.camera == CameraMoves::Never;
            emit(&UiEvent::CameraQuiet { quiet });
            let text = match settings.camera {
                CameraMoves::ByItself => "The view goes to what happens, and comes back.",
                CameraMoves::Never => "Quiet camera: the view stays where you put it.",
            };
            opened.notice = Some(Notice::Done(text.to_owned()));
        }
        SettingKey::Tags => settings.tags = settings.tags.next(),
        SettingKey::Outlines => {
            settings.outlines = settings.outlines.toggled();
            let text = match settings.outlines {
                Outlines::Shown => "Outlines of models behind walls and trees are shown.",
                Outlines::Off => "Outlines of models behind walls and trees are off.",
            };
            opened.notice = Some(Notice::Done(text.to_owned()));
        }
        SettingKey::LargerText => settings.text = settings.text.larger(),
        SettingKey::SmallerText => settings.text = settings.text.smaller(),
        SettingKey::UsualText => settings.text = TextSize::default(),
    }
}

fn path(opened: &OpenGame) -> Option<PathBuf> {
    let folder = &opened.own.settings;
    (folder != Path::new("")).then(|| folder.join(FILE))
}

/// The file to read: earlier versions kept it beside the saves.
fn path_to_read(opened: &OpenGame) -> Option<PathBuf> {
    let beside_saves = (opened.saves != Path::new("")).then(|| opened.saves.join(FILE));
    [path(opened), beside_saves].into_iter().flatten().find(|path| path.exists())
}

/// A file that is missing leaves everything as it comes; so does one that cannot be read, which is said.
fn load(mut opened: ResMut<OpenGame>, mut settings: ResMut<Settings>) {
    let Some(path) = path_to_read(&opened) else { return };
    let read = read_text(&path, FILE).map_err(|faults| faults.to_string());
    match read.and_then(|source| serde_json::from_str(&source.text).map_err(|error| error.to_string())) {
        Ok(chosen) => *settings = chosen,
        Err(why) => {
            let text = format!("Your settings cannot be read: {} is damaged ({why}).", path.display());
            opened.notice.get_or_insert(Notice::Failed(text));
        }
    }
}

/// Writes the file when a choice changes.
fn save(opened: Res<OpenGame>, settings: Res<Settings>, mut written: Local<Option<Settings>>) {
    let Some(before) = written.replace(*settings) else { return };
    if before == *settings {
        return;
    }
    let Some(path) = path(&opened) else { return };
    keep_json(&path, &*settings);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Choices are read back as they were made.
    #[test]
    fn choices_are_kept() {
        for quality in Quality::ALL.map(|(quality, _)| Some(quality)).into_iter().chain([None]) {
            let camera = CameraMoves::Never;
            let chosen = Settings { quality, camera, motion: Motion::Reduced, ..Settings::default() };
            let text = serde_json::to_string_pretty(&chosen).unwrap();
            assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), chosen, "{text}");
        }
    }

    /// A file of another version of the program is read as far as it is known.
    #[test]
    fn unknown_and_missing_choices_do_no_harm() {
        for (text, camera_follows) in [
            ("{}", false),
            (r#"{"camera_follows": true}"#, true),
            (r#"{"camera_follows": true, "of_tomorrow": 3}"#, true),
        ] {
            let settings: Settings = serde_json::from_str(text).unwrap();
            assert_eq!(settings, Settings { camera_follows, ..Settings::default() });
        }
    }
}
