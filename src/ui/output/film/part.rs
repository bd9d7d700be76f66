//! Part of a battle that is filmed: from a command or a round, up to another.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use bevy::prelude::Resource;

/// A point of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmMark {
    /// A command, by its number from 1.
    Command(usize),
    /// A round of WarStrike, from 1; 0 is deployment.
    Round(u32),
    /// A turn of another game, from 1; 0 is setting up.
    Turn(u32),
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

    /// Reads `40`, a command, `round3` or `turn3`.
    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || {
            format!(
                "{text}: expected the number of a command, as in 40, or a round, as in round3; \
                 of a game on hexes a turn, as in turn3"
            )
        };
        let number = |word: &str| text.strip_prefix(word).map(|rest| rest.trim_start_matches('-').parse());
        match (number("round"), number("turn")) {
            (Some(round), _) => round.map(Self::Round).map_err(|_| expected()),
            (None, Some(turn)) => turn.map(Self::Turn).map_err(|_| expected()),
            (None, None) => match text.parse() {
                Ok(number) if number > 0 => Ok(Self::Command(number)),
                _ => Err(expected()),
            },
        }
    }
}

impl Display for FilmMark {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(number) => write!(to, "{number}"),
            Self::Round(number) => write!(to, "round{number}"),
            Self::Turn(number) => write!(to, "turn{number}"),
        }
    }
}

/// Place in a battle: the number of commands that have been carried out, and its round or turn; 0 before the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FilmPlace {
    pub commands: usize,
    pub round: u32,
}

impl FilmPart {
    /// Whether the first command of the part is the next, or has been.
    pub(crate) fn has_begun(&self, place: FilmPlace) -> bool {
        match self.from {
            None => true,
            Some(FilmMark::Command(first)) => place.commands + 1 >= first,
            Some(FilmMark::Round(round) | FilmMark::Turn(round)) => place.round >= round,
        }
    }

    /// Whether the last command of the part has been carried out.
    pub(crate) fn is_done(&self, place: FilmPlace) -> bool {
        match self.to {
            None => false,
            Some(FilmMark::Command(last)) => place.commands >= last,
            Some(FilmMark::Round(round) | FilmMark::Turn(round)) => place.round > round,
        }
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
            ("turn2", Some(FilmMark::Turn(2))),
            ("0", None),
            ("-4", None),
            ("round", None),
            ("turns", None),
            ("third", None),
        ] {
            let mark = text.parse::<FilmMark>().ok();
            assert_eq!(mark, expected, "{text}");
            assert_eq!(mark.map(|mark| mark.to_string().parse()), expected.map(Ok), "{text}: as written");
        }
    }
}
