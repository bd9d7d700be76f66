//! The part of a battle that is filmed: from a command or a round, up to another.

use std::str::FromStr;

use bevy::prelude::*;

use crate::rules::turn::Phase;
use crate::ui::playback::Playback;
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::settings::Settings;
use crate::ui::session::show_pace::Motion;
use crate::ui::show::{Show, ShowPhase, Tempo};

/// A point of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmMark {
    /// A command, by its number from 1.
    Command(usize),
    /// A round, from 1; 0 is deployment.
    Round(u8),
}

/// The part of a battle that is filmed; all of it, where nothing else is said.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FilmPart {
    /// The first command or round.
    pub from: Option<FilmMark>,
    /// The last command or round.
    pub to: Option<FilmMark>,
}

impl FromStr for FilmMark {
    type Err = String;

    /// Reads `40`, a command, or `round3`.
    fn from_str(text: &str) -> Result<Self, String> {
        let expected =
            || format!("{text}: expected the number of a command, as in 40, or a round, as in round3");
        match text.strip_prefix("round") {
            Some(round) => round.trim_start_matches('-').parse().map(Self::Round).map_err(|_| expected()),
            None => match text.parse() {
                Ok(number) if number > 0 => Ok(Self::Command(number)),
                _ => Err(expected()),
            },
        }
    }
}

/// Number of commands that have been carried out, and their round.
fn place(opened: &OpenGame) -> (usize, u8) {
    let turn = opened.game.battle().view().turn();
    let round = if turn.phase == Phase::Deployment { 0 } else { turn.round };
    (opened.game.history().line().len() - 1, round)
}

impl FilmPart {
    /// Whether the first command of the part is the next, or has been.
    pub(super) fn has_begun(&self, opened: &OpenGame) -> bool {
        let (commands, now) = place(opened);
        match self.from {
            None => true,
            Some(FilmMark::Command(first)) => commands + 1 >= first,
            Some(FilmMark::Round(round)) => now >= round,
        }
    }

    /// Whether the last command of the part has been carried out.
    fn is_done(&self, opened: &OpenGame) -> bool {
        let (commands, now) = place(opened);
        match self.to {
            None => false,
            Some(FilmMark::Command(last)) => commands >= last,
            Some(FilmMark::Round(round)) => now > round,
        }
    }
}

/// Plays everything before the part at once; after the part nothing follows.
pub(super) fn skip_what_comes_before(
    part: Res<FilmPart>,
    opened: Res<OpenGame>,
    mut show: ResMut<Show>,
    mut playback: ResMut<Playback>,
    mut settings: ResMut<Settings>,
) {
    let tempo = if part.has_begun(&opened) { Tempo::Shown } else { Tempo::Skipped };
    if show.tempo() != tempo {
        show.set_tempo(tempo);
        settings.motion = if tempo == Tempo::Shown { Motion::Full } else { Motion::Reduced };
    }
    if tempo == Tempo::Skipped && playback.runs() {
        playback.end_now();
    }
    if show.stage() == ShowPhase::Battle && part.is_done(&opened) {
        show.end_after_this();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_commands_or_rounds() {
        for (text, expected) in [
            ("40", Some(FilmMark::Command(40))),
            ("round3", Some(FilmMark::Round(3))),
            ("round-3", Some(FilmMark::Round(3))),
            ("0", None),
            ("-4", None),
            ("round", None),
            ("third", None),
        ] {
            assert_eq!(text.parse::<FilmMark>().ok(), expected, "{text}");
        }
    }
}
