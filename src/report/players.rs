//! The players of a game, as the window remembers them beside its saves.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::data::Player;
use crate::rules::ids::Side;

/// The file beside the saves in which the window remembers it; `ui/start/choices.rs` writes it.
pub const REMEMBERED: &str = "start.json";

#[derive(Default, Deserialize)]
#[serde(default)]
struct Remembered {
    games: BTreeMap<String, OfGame>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct OfGame {
    /// The style by which the computer plays A and B; `None` for a person.
    sides: [Option<String>; 2],
}

/// The players of a save, by its file's name and the text of [`REMEMBERED`]; nobody where that does not say.
pub fn remembered_players(text: &str, save: &str) -> [Option<Player>; 2] {
    let remembered: Remembered = serde_json::from_str(text).unwrap_or_default();
    let game = remembered.games.get(save);
    Side::BOTH.map(|side| {
        game.map(|game| match &game.sides[side.index()] {
            Some(style) => Player(format!("the computer ({style})")),
            None => Player("a person".to_owned()),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A damaged file, or one without this game, names nobody.
    #[test]
    fn players_are_those_of_the_game() {
        let text = r#"{"level": "x", "games": {"a.jsonl": {"sides": [null, "strong"], "dice": "Thrown"}}}"#;
        let named =
            |text: &str, save: &str| remembered_players(text, save).map(|player| player.map(|one| one.0));
        let both = [Some("a person".to_owned()), Some("the computer (strong)".to_owned())];
        for (text, save, expected) in [
            (text, "a.jsonl", both),
            (text, "b.jsonl", [None, None]),
            ("", "a.jsonl", [None, None]),
            (r#"{"games": {"a.jsonl": {"sides": 3}}}"#, "a.jsonl", [None, None]),
        ] {
            assert_eq!(named(text, save), expected, "{text}");
        }
    }
}
