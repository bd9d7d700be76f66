//! `warstrike new`: the beginning of a level, card, ruleset or style of one's own, with comments.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use warstrike::game::engine::play::MatchError;
use warstrike::game::engine::record::claim::{Claim, Existing};
use warstrike::level::data_folder::{DataFolder, check_file};

use super::run::cannot_save;
use super::{ToolError, ToolResult};

#[derive(Args)]
pub(super) struct NewArgs {
    /// What to begin
    what: Kind,
    /// Its name, for a file here; or a path, as in rulesets/mine. The ending .ron is added
    name: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// A table with terrain and two forces
    Level,
    /// A unit
    Card,
    /// Rules that differ from others in some numbers and switches
    Ruleset,
    /// A computer player
    Style,
}

/// Stands for the name in what a file begins with.
const NAME: &str = "NAME";

/// Characters of a name.
const LONGEST_NAME: usize = 40;

impl Kind {
    /// What such a file begins with.
    const fn beginning(self) -> &'static str {
        match self {
            Self::Level => include_str!("new/level.ron"),
            Self::Card => include_str!("new/card.ron"),
            Self::Ruleset => include_str!("new/ruleset.ron"),
            Self::Style => include_str!("new/style.ron"),
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Level => "level",
            Self::Card => "card",
            Self::Ruleset => "ruleset",
            Self::Style => "style",
        }
    }

    /// The names of the shipped ones.
    fn shipped(self, data: &DataFolder) -> Vec<String> {
        match self {
            Self::Level => data.levels(),
            Self::Card => data.cards(),
            Self::Ruleset => data.rulesets(),
            Self::Style => data.styles(),
        }
    }

    /// How it is used.
    fn next_step(self, name: &str, file: &Path) -> String {
        let file = file.display();
        match self {
            Self::Level => format!("Play on it: warstrike play {file}"),
            Self::Card => format!("A level beside it names it: card: \"{name}\""),
            Self::Ruleset => format!("Play by it: warstrike play street --ruleset {file}"),
            Self::Style => format!("Let it play: warstrike play street --computer B={file}"),
        }
    }
}

pub(super) fn new(args: &NewArgs, data: &DataFolder, out: &mut impl Write) -> ToolResult {
    let file = with_ending(&args.name);
    let name = name_in(args.what, &file, data)?;
    let text = args.what.beginning().replace(NAME, &name);
    let written = Claim::on(&file, Existing::Kept).and_then(|claim| claim.write(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => ToolError::Bad(format!(
            "{}: there is such a file already; expected: another name",
            file.display()
        )),
        _ => cannot_save(&file, &MatchError::Save(error)),
    })?;
    let kind = check_file(&file, data).map_err(|faults| ToolError::Failed(faults.to_string()))?;
    writeln!(out, "{}: {kind}", file.display())?;
    Ok(writeln!(out, "{}", args.what.next_step(&name, &file))?)
}

fn with_ending(path: &Path) -> PathBuf {
    if path.extension().is_some_and(|ending| ending == "ron") {
        return path.to_owned();
    }
    let mut file = path.as_os_str().to_owned();
    file.push(".ron");
    file.into()
}

/// The name of what is in a file, if it is one that levels and commands can call it by.
fn name_in(kind: Kind, file: &Path, data: &DataFolder) -> Result<String, ToolError> {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || name.chars().count() > LONGEST_NAME || !name.chars().all(is_plain) {
        return Err(ToolError::Bad(format!(
            "\"{name}\" is no name for a {}; expected: 1 to {LONGEST_NAME} lower-case letters, digits and -",
            kind.word()
        )));
    }
    if kind.shipped(data).contains(&name) {
        let word = kind.word();
        return Err(ToolError::Bad(format!("there is a shipped {word} \"{name}\"; expected: another name")));
    }
    Ok(name)
}
