//! The result of a game in one line.

use std::io::Write;

use serde::Serialize;
use tabletop::game::Setup;
use tabletop::ids::Side;
use tabletop::matches::Match;
use tabletop::state_hash::StateHash;

use crate::error::ToolResult;
use crate::header::Header;
use crate::hosted::Hosted;
use crate::lines::write_json;

/// Result of a game, or its standing.
#[derive(Serialize)]
struct ResultLine {
    #[serde(flatten)]
    header: Header,
    /// The battle is over. One that is not has no winner yet: it is no draw.
    over: bool,
    /// `None` for a draw, and while it lasts.
    winner: Option<Side>,
    /// Commands that were given.
    commands: usize,
    state: StateHash,
}

fn result_of<G: Hosted>(game: &Match<G>, header: Header) -> ResultLine {
    let over = game.battle().decision().is_none();
    ResultLine {
        header,
        over,
        winner: G::winner(game.battle().view()).filter(|_| over),
        commands: game.history().line().len() - 1,
        state: game.history().present().outcome.hash,
    }
}

/// Writes the line of a game, as JSON.
pub(super) fn write_result<G: Hosted>(out: &mut impl Write, game: &Match<G>, header: Header) -> ToolResult {
    #[derive(Serialize)]
    struct Line {
        result: ResultLine,
    }
    write_json(out, &Line { result: result_of(game, header) })
}

/// Writes the line of a game as a sentence.
pub(super) fn say_result<G: Hosted>(out: &mut impl Write, game: &Match<G>, header: &Header) -> ToolResult {
    let ResultLine { over, winner, commands, state, .. } = result_of(game, header.clone());
    let verdict = match (over, winner) {
        (false, _) => "The battle is not over.".to_owned(),
        (true, None) => "The battle is a draw.".to_owned(),
        (true, Some(side)) => format!("{} ({side}) wins.", game.setup().force_name(side)),
    };
    let commands = if commands == 1 { "1 command".to_owned() } else { format!("{commands} commands") };
    Ok(writeln!(out, "{verdict} {commands}, end {state} · {}", header.in_words())?)
}
