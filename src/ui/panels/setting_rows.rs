//! The settings: one row each, with the values to choose from. The sheet behind the gear and the start screen list them.

use crate::ui::quality::PictureQuality;
use crate::ui::session::computer_pace::ComputerPace;
use crate::ui::session::dice_pace::DicePace;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::quality_level::Quality;
use crate::ui::session::settings::{CameraMoves, FirstTurn, Outlines, Playtest, Settings};
use crate::ui::session::show_pace::{Motion, ShowPace};
use crate::ui::session::tag_detail::Tags;
use crate::ui::session::text_size::TextSize;

/// A row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum SettingRow {
    Text,
    Picture,
    Dice,
    Moves,
    Motion,
    ComputerPace,
    Tags,
    Outlines,
    View,
    Camera,
    Lessons,
    Playtest,
}

impl SettingRow {
    /// All rows in their order.
    pub const ALL: [Self; 12] = [
        Self::Text,
        Self::Picture,
        Self::Dice,
        Self::Moves,
        Self::Motion,
        Self::ComputerPace,
        Self::Tags,
        Self::Outlines,
        Self::View,
        Self::Camera,
        Self::Lessons,
        Self::Playtest,
    ];

    /// What it is called, and what it changes.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Text => ("Text", "How large texts and panels are (Ctrl with + and -)"),
            Self::Picture => {
                ("Picture", "How finely the table is drawn; auto: as fine as this machine can draw smoothly")
            }
            Self::Dice => ("Rolling", "How long dice are shown rolling; their faces are decided beforehand"),
            Self::Moves => ("Moving", "How long figures are shown walking, firing and falling"),
            Self::Motion => {
                ("Motion", "With less, nothing glides, walks or rolls: you see the outcome at once")
            }
            Self::ComputerPace => ("Computer", "How long the computer shows what it is about to do"),
            Self::Tags => ("Tags", "What is written beside units on the table (L)"),
            Self::Outlines => {
                ("Outlines", "Whether models behind walls and trees show through them (Shift+U)")
            }
            Self::View => ("View", "Whether it swings to the side whose turn begins (Shift+H)"),
            Self::Camera => (
                "Camera",
                "Whether it goes to questions, fights and the computer's moves by itself (Shift+Z)",
            ),
            Self::Lessons => (
                "Lessons",
                "Whether a card says what to do in the first turn; off and on again begins it anew",
            ),
            Self::Playtest => (
                "Playtest",
                "Record how the game is played, for the author of the rules: refusals, time for decisions, measuring; \
                 nothing is sent",
            ),
        }
    }

    /// The values, and which of them is set.
    pub fn values(self, settings: &Settings, quality: &PictureQuality) -> (Vec<String>, usize) {
        fn of<T: PartialEq + Copy>(all: &[(T, &str)], now: T) -> (Vec<String>, usize) {
            let names = all.iter().map(|(_, name)| (*name).to_owned()).collect();
            (names, all.iter().position(|(value, _)| *value == now).unwrap_or(0))
        }
        match self {
            Self::Text => {
                let sizes: Vec<TextSize> = TextSize::all().collect();
                let now = sizes.iter().position(|size| *size == settings.text).unwrap_or(0);
                (sizes.into_iter().map(TextSize::in_words).collect(), now)
            }
            Self::Picture => of(&qualities(), quality.by_hand()),
            Self::Dice => of(&DicePace::ALL, settings.dice),
            Self::Moves => of(&ShowPace::ALL, settings.show),
            Self::Motion => of(&MOTIONS, settings.motion),
            Self::ComputerPace => of(&ComputerPace::ALL, settings.computer),
            Self::Tags => of(&TAGS, settings.tags),
            Self::Outlines => of(&OUTLINES, settings.outlines),
            Self::View => of(&VIEWS, settings.camera_follows),
            Self::Camera => of(&CAMERAS, settings.camera),
            Self::Lessons => of(&LESSONS, settings.first_turn),
            Self::Playtest => of(&PLAYTESTS, settings.playtest),
        }
    }

    /// Sets a value by its place among them.
    pub fn set(self, index: usize, settings: &mut Settings, quality: &mut PictureQuality) {
        fn at<T: Copy>(all: &[(T, &str)], index: usize, set: impl FnOnce(T)) {
            if let Some((value, _)) = all.get(index) {
                set(*value);
            }
        }
        match self {
            Self::Text => {
                if let Some(size) = TextSize::all().nth(index) {
                    settings.text = size;
                }
            }
            Self::Picture => at(&qualities(), index, |level| {
                settings.quality = level;
                quality.choose(level);
            }),
            Self::Dice => at(&DicePace::ALL, index, |pace| settings.dice = pace),
            Self::Moves => at(&ShowPace::ALL, index, |pace| settings.show = pace),
            Self::Motion => at(&MOTIONS, index, |motion| {
                settings.motion = motion;
                emit(&UiEvent::MotionReduced { reduced: motion == Motion::Reduced });
            }),
            Self::ComputerPace => at(&ComputerPace::ALL, index, |pace| settings.computer = pace),
            Self::Tags => at(&TAGS, index, |tags| settings.tags = tags),
            Self::Outlines => at(&OUTLINES, index, |outlines| settings.outlines = outlines),
            Self::View => at(&VIEWS, index, |follows| {
                settings.camera_follows = follows;
                emit(&UiEvent::CameraFollows { follows });
            }),
            Self::Camera => at(&CAMERAS, index, |moves| {
                settings.camera = moves;
                emit(&UiEvent::CameraQuiet { quiet: moves == CameraMoves::Never });
            }),
            Self::Lessons => at(&LESSONS, index, |lessons| settings.first_turn = lessons),
            Self::Playtest => at(&PLAYTESTS, index, |playtest| settings.playtest = playtest),
        }
    }
}

const MOTIONS: [(Motion, &str); 2] = [(Motion::Full, "full"), (Motion::Reduced, "less")];
const TAGS: [(Tags, &str); 3] =
    [(Tags::Signs, "signs"), (Tags::Names, "with names"), (Tags::Off, "markers only")];
const OUTLINES: [(Outlines, &str); 2] = [(Outlines::Shown, "shown"), (Outlines::Off, "off")];
const VIEWS: [(bool, &str); 2] = [(false, "stays"), (true, "swings to each turn")];
const CAMERAS: [(CameraMoves, &str); 2] =
    [(CameraMoves::ByItself, "goes to what happens"), (CameraMoves::Never, "quiet")];
const LESSONS: [(FirstTurn, &str); 2] = [(FirstTurn::Shown, "first turn"), (FirstTurn::Off, "off")];
const PLAYTESTS: [(Playtest, &str); 2] = [(Playtest::Recorded, "recorded"), (Playtest::Off, "off")];

fn qualities() -> [(Option<Quality>, &'static str); 5] {
    let [a, b, c, d] = Quality::ALL.map(|(level, name)| (Some(level), name));
    [(None, "auto"), a, b, c, d]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every value of every row can be set, and then is.
    #[test]
    fn every_value_can_be_set() {
        let (mut settings, mut quality) = (Settings::default(), PictureQuality::new(None));
        let mut set = 0;
        for row in SettingRow::ALL {
            let (values, _) = row.values(&settings, &quality);
            assert!(values.len() > 1, "{row:?}");
            for index in 0..values.len() {
                row.set(index, &mut settings, &mut quality);
                assert_eq!(row.values(&settings, &quality).1, index, "{row:?}");
                set += 1;
            }
        }
        assert_eq!(set, 10 + 5 + 3 + 3 + 2 + 4 + 3 + 2 + 2 + 2 + 2 + 2);
    }
}
