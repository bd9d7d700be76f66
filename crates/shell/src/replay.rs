//! `replay`: a save is read, played again and printed, in any game.

use std::io::Write;
use std::path::Path;

use serde::Serialize;
use tabletop::game::Game;
use tabletop::ids::Side;
use tabletop::matches::{Loaded, Match};
use tabletop::record::claim::Existing;
use tabletop::record::history::DiceOrigin;
use tabletop::record::save::Damage;
use tabletop::sentence::Sentence;
use tabletop::state_hash::StateHash;

use crate::error::{ToolError, ToolResult};
use crate::header::{Header, Players};
use crate::lines::{hears_reasons, write_entry, write_header, write_json, write_rationale};
use crate::open::damage_message;
use crate::say::{say_entry, say_outcome, say_prompt};
use crate::table::cannot_save;
use tabletop::standard_error::tell;

/// The output of `--check`.
#[derive(Serialize)]
struct Report<'a> {
    /// Entries replayed, including the opening.
    entries: usize,
    /// Those with scripted faces or faces rolled by hand, which cannot be rolled again.
    fed: usize,
    /// Hash of the state the save ends in.
    state: StateHash,
    /// It ends on a what-if branch.
    what_if: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    damage: Option<&'a Damage>,
    /// Entries that are shown as they were saved, because the rules of this program do not bring them about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    departs: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differs: Option<String>,
}

/// Uses of a save besides what it prints.
#[derive(Clone, Copy, Debug)]
pub struct Recovery<'a> {
    /// The save.
    pub save: &'a Path,
    /// File for the part that is intact.
    pub to: Option<&'a Path>,
    /// It may replace another, or not.
    pub existing: Existing,
}

/// Prints what is asked of a loaded save, recovers it where that is wanted, and says what is wrong with it.
///
/// # Errors
/// The save is damaged, differs from what it replays to, or cannot be written.
pub fn replay<G: Game, W: Write>(
    Loaded { game, damage }: &Loaded<G>,
    recovery: Recovery<'_>,
    out: &mut W,
    print: impl FnOnce(&Match<G>, Option<&Damage>, &mut W) -> ToolResult,
) -> ToolResult {
    let Recovery { save, to, existing } = recovery;
    let result = print(game, damage.as_ref(), out);
    if let Some(path) = to {
        recover(game, save, path, existing)?;
    }
    if let Some(words) = game.departed_in_words() {
        out.flush()?;
        tell(format!("{}: {words}", save.display()));
    }
    match damage {
        Some(damage) => {
            out.flush()?;
            Err(ToolError::Bad(damage_message(save, game, damage)))
        }
        None => result,
    }
}

/// Header of a recorded game, as far as the save says.
pub fn header_of_recorded<G: Game>(game: &Match<G>) -> Header {
    Header::new(game, Players::of_recorded(game))
}

/// Writes the facts of the branch the save ends on: those that a player may see, or all.
///
/// # Errors
/// The output's.
pub fn write_facts<G: Game>(game: &Match<G>, player: Option<Side>, out: &mut impl Write) -> ToolResult {
    write_header(out, &header_of_recorded(game))?;
    let line = game.history().line();
    let last = line.len() - 1;
    for (index, entry) in line.into_iter().enumerate() {
        if hears_reasons(entry, player) {
            write_rationale(out, entry)?;
        }
        let decides = if index == last { game.battle().decision() } else { None };
        write_entry(out, entry, player, decides)?;
    }
    Ok(())
}

/// Prints the branch the save ends on in sentences, as a player may hear it or whole, and what the battle waits for.
///
/// # Errors
/// The output's.
pub fn say_line<G: Game>(
    game: &Match<G>,
    player: Option<Side>,
    sentences: impl Fn(&[G::Fact]) -> Vec<Sentence<G>>,
    out: &mut impl Write,
) -> ToolResult {
    header_of_recorded(game).say(out)?;
    for entry in game.history().line() {
        let sentences = sentences(&entry.outcome.facts);
        match hears_reasons(entry, player) {
            true => say_entry(out, entry, sentences)?,
            false => say_outcome(out, entry, sentences)?,
        }
    }
    say_prompt(out, game, player)
}

/// Rolls the seed of a save again and compares every face and state.
///
/// # Errors
/// It leads elsewhere.
pub fn check<G: Game>(game: &Match<G>, damage: Option<&Damage>, out: &mut impl Write) -> ToolResult {
    let verified = game.verify();
    let entries = game.history().entries();
    let report = Report {
        entries: entries.len(),
        fed: entries.iter().filter(|entry| entry.dice == DiceOrigin::Fed).count(),
        state: game.history().present().outcome.hash,
        what_if: game.is_what_if(),
        damage,
        departs: game.departures().map(|(entry, _)| entry.0).collect(),
        differs: verified.as_ref().err().map(ToString::to_string),
    };
    write_json(out, &report)?;
    verified.map(|_| ()).map_err(|error| ToolError::Failed(error.to_string()))
}

fn recover<G: Game>(game: &Match<G>, save: &Path, to: &Path, existing: Existing) -> ToolResult {
    let from = save.canonicalize().ok();
    let same = from.is_some_and(|from| to.canonicalize().is_ok_and(|to| to == from));
    if same {
        return Err(ToolError::Bad(
            "--recover needs a different file: the damaged one stays as it is".into(),
        ));
    }
    game.save(to, existing).map_err(|error| cannot_save(to, &error))
}
