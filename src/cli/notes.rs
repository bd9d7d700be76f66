//! `warstrike notes`: what the players of many saves remarked, by paragraph.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use warstrike::game::engine::record::claim::Existing;
use warstrike::game::engine::record::whole_file::{why_not_read, why_not_written, write_whole_file};
use warstrike::notes::{Gathered, Source, in_words, is_packed, notes_folder, of_war_strike};
use warstrike::report::notes_page;

use super::hand_over;
use super::own::save_parser;
use super::{ToolError, ToolResult};

#[derive(Args)]
pub(super) struct NotesArgs {
    /// Saves, by path or by name in the folder of saves; folders of them; pages that were packed for the author
    #[arg(required = true, value_parser = save_parser())]
    saves: Vec<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Write a page with the pictures to this file, replaced if it is there, instead of printing
    #[arg(long, value_name = "FILE.html", conflicts_with = "json")]
    out: Option<PathBuf>,
}

pub(super) fn notes(args: &NotesArgs, out: &mut impl Write) -> ToolResult {
    let mut sources = Vec::new();
    for path in &args.saves {
        match path.is_dir() && path.extension().is_none_or(|ending| ending != "notes") {
            true => sources.extend(of_folder(path)?),
            false => sources.push(source_of(path)?),
        }
    }
    let gathered = Gathered::of(sources, &|rule| of_war_strike(rule).or_else(|| hand_over::paragraph(rule)));
    match &args.out {
        Some(to) => write_whole_file(to, notes_page(&gathered).as_bytes(), Existing::Replaced)
            .map_err(|error| ToolError::Bad(format!("{}: {}", to.display(), why_not_written(&error)))),
        None if args.json => {
            serde_json::to_writer_pretty(&mut *out, &gathered)?;
            Ok(writeln!(out)?)
        }
        None => Ok(out.write_all(in_words(&gathered).as_bytes())?),
    }
}

/// The notes of every save of a folder and of the folders in it that has any, and of every packed page, by name.
fn of_folder(folder: &Path) -> Result<Vec<Source>, ToolError> {
    let bad = |error| unreadable(folder, &error);
    let entries = std::fs::read_dir(folder).map_err(bad)?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, _>>().map_err(bad)?;
    paths.sort();
    let has_ending = |path: &Path, wanted: &str| path.extension().is_some_and(|ending| ending == wanted);
    let mut sources = Vec::new();
    for path in paths {
        if path.is_dir() && !path.is_symlink() && !has_ending(&path, "notes") {
            sources.extend(of_folder(&path)?);
        } else if has_ending(&path, "jsonl") && notes_folder(&path).is_dir() {
            sources.push(source_of(&path)?);
        } else if has_ending(&path, "html")
            && let Some(source) = of_page(&path)?
        {
            sources.push(source);
        }
    }
    Ok(sources)
}

/// The notes beside a save, in its folder of notes, or in a page.
fn source_of(path: &Path) -> Result<Source, ToolError> {
    if path.is_dir() {
        return Ok(Source::beside(path));
    }
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(START).read_to_end(&mut start));
    read.map_err(|error| unreadable(path, &error))?;
    match is_packed(&start) {
        true => of_page(path)?
            .ok_or_else(|| ToolError::Bad(format!("{}: this page has no notes in it", path.display()))),
        false => Ok(Source::beside(path)),
    }
}

fn unreadable(path: &Path, error: &std::io::Error) -> ToolError {
    ToolError::Bad(format!("{}: {}", path.display(), why_not_read(error)))
}

/// So many bytes say whether a file is a page.
const START: u64 = 64;

fn of_page(path: &Path) -> Result<Option<Source>, ToolError> {
    let page = std::fs::read(path).map_err(|error| unreadable(path, &error))?;
    Ok(Source::of_page(path, &String::from_utf8_lossy(&page)))
}
