//! Lines of JSON about a game: which one it is, and entry by entry what was played.

use std::io::Write;

use serde::Serialize;
use tabletop::agenda::Decision;
use tabletop::audience::facts_for;
use tabletop::dice::{Rolled, rolls};
use tabletop::game::Game;
use tabletop::ids::Side;
use tabletop::record::history::{Entry, Rationale};
use tabletop::state_hash::StateHash;

use crate::error::ToolResult;
use crate::header::Header;

/// One line of output.
#[derive(Serialize)]
#[serde(untagged, bound = "")]
enum Line<'a, G: Game> {
    Departs { entry: usize, departs: &'a str },
    Fact { entry: usize, fact: &'a G::Fact },
    Roll { entry: usize, roll: Rolled<G> },
    State { entry: usize, state: StateHash, decides: Option<Decision<G>> },
    Rationale { entry: usize, computer: &'a Rationale },
}

/// Writes a value as JSON on a line of its own.
///
/// # Errors
/// The output's.
pub fn write_json(out: &mut impl Write, value: &impl Serialize) -> ToolResult {
    serde_json::to_writer(&mut *out, value)?;
    Ok(out.write_all(b"\n")?)
}

/// Writes the line that says which game it is.
///
/// # Errors
/// The output's.
pub fn write_header(out: &mut impl Write, header: &Header) -> ToolResult {
    #[derive(Serialize)]
    struct Line<'a> {
        header: &'a Header,
    }
    write_json(out, &Line { header })
}

/// Writes why a computer player gave the command of an entry, if one did.
///
/// # Errors
/// The output's.
pub fn write_rationale<G: Game>(out: &mut impl Write, entry: &Entry<G>) -> ToolResult {
    match &entry.rationale {
        Some(computer) => write_line::<G>(out, &Line::Rationale { entry: entry.id.0, computer }),
        None => Ok(()),
    }
}

/// A player may hear why a computer player gave a command: the reasons name what its facts name, and some of these may be
/// kept from him.
pub fn hears_reasons<G: Game>(entry: &Entry<G>, player: Option<Side>) -> bool {
    let facts = &entry.outcome.facts;
    player.is_none_or(|player| facts_for::<G>(facts, player).count() == facts.len())
}

/// Writes an entry's facts, those that a player may see or all; its dice and the state it leads to.
///
/// # Errors
/// The output's.
pub fn write_entry<G: Game>(
    out: &mut impl Write,
    entry: &Entry<G>,
    player: Option<Side>,
    decides: Option<Decision<G>>,
) -> ToolResult {
    let number = entry.id.0;
    if let Some(departure) = &entry.departure {
        write_line::<G>(out, &Line::Departs { entry: number, departs: &departure.why })?;
    }
    let is_heard = |fact: &&G::Fact| player.is_none_or(|player| G::audience(fact).includes(player));
    for fact in entry.outcome.facts.iter().filter(is_heard) {
        write_line::<G>(out, &Line::Fact { entry: number, fact })?;
    }
    for roll in rolls(&entry.outcome.draws) {
        write_line::<G>(out, &Line::Roll { entry: number, roll })?;
    }
    write_line::<G>(out, &Line::State { entry: number, state: entry.outcome.hash, decides })
}

fn write_line<G: Game>(out: &mut impl Write, line: &Line<'_, G>) -> ToolResult {
    write_json(out, line)
}
