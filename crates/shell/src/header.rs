//! Header of a game's output: battle, rules, players and dice.

use std::io::Write;

use serde::Serialize;
use tabletop::game::{Game, Setup};
use tabletop::ids::Side;
use tabletop::matches::Match;
use tabletop::state_hash::StateHash;

use crate::error::ToolResult;

/// A side nobody plays by a style: its commands come as orders.
pub(crate) const BY_ORDERS: &str = "orders";

/// The game at hand, so that two outputs can be told apart.
#[derive(Clone, Debug, Serialize)]
pub struct Header {
    /// The level's name.
    pub level: String,
    /// The ruleset's name.
    pub ruleset: String,
    /// Identifies the rules that are played, whatever their name.
    pub ruleset_hash: StateHash,
    /// Players: the id of a style, or "orders".
    pub players: Players,
    /// Of the dice; text, because many readers of JSON round numbers above 2^53.
    pub seed: String,
}

/// Players of both sides.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub struct Players {
    a: String,
    b: String,
}

impl Players {
    /// By the style of each side, where it has one: index by [`Side::index`].
    pub fn of_styles([a, b]: [Option<String>; 2]) -> Self {
        let [a, b] = [a, b].map(|style| style.unwrap_or_else(|| BY_ORDERS.to_owned()));
        Self { a, b }
    }

    /// Player of a side.
    pub fn of(&self, side: Side) -> &str {
        match side {
            Side::A => &self.a,
            Side::B => &self.b,
        }
    }

    /// By what a recorded game keeps of who gave each command: "quick"; "orders and quick" where a side changed hands.
    pub fn of_recorded<G: Game>(game: &Match<G>) -> Self {
        let [a, b] = Side::BOTH.map(|side| {
            let mut players: Vec<String> = Vec::new();
            for entry in game.history().line() {
                if entry.command.as_ref().is_none_or(|command| command.player != side) {
                    continue;
                }
                let by = entry.rationale.as_ref().map_or(BY_ORDERS, |rationale| &rationale.by);
                if !players.iter().any(|player| player == by) {
                    players.push(by.to_owned());
                }
            }
            if players.is_empty() { BY_ORDERS.to_owned() } else { players.join(" and ") }
        });
        Self { a, b }
    }
}

impl Header {
    /// Of a game and its players.
    pub fn new<G: Game>(game: &Match<G>, players: Players) -> Self {
        let setup = game.setup();
        Self {
            level: setup.level_name().to_owned(),
            ruleset: setup.ruleset_name().to_owned(),
            ruleset_hash: StateHash(setup.ruleset_hash()),
            players,
            seed: game.seed().to_string(),
        }
    }

    /// Prints the first line in sentences: "The street · combined (9a0f…) · A: quick, B: orders · seed 3".
    ///
    /// # Errors
    /// The output's.
    pub fn say(&self, out: &mut impl Write) -> ToolResult {
        Ok(writeln!(out, "{}", self.in_words())?)
    }

    /// The same line.
    pub fn in_words(&self) -> String {
        let Self { level, ruleset, ruleset_hash, players: Players { a, b }, seed } = self;
        format!("{level} · {ruleset} ({ruleset_hash}) · A: {a}, B: {b} · seed {seed}")
    }
}
