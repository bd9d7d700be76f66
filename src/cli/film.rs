//! `warstrike film`: a save, or a battle of two computer players, as a film, without a display.

use std::path::PathBuf;

use clap::Args;

use warstrike::level::data_folder::DataFolder;
use warstrike::standard_error::tell;
use warstrike::ui::{self, FilmEnd, FilmMark, FilmOptions, FilmPart, Quality, ShowSource};

use super::demo::{ShowArgs, computers, show_options};
use super::open::{damage_message, open};
use super::play::parse_size;
use super::progress::Progress;
use super::{DiceArg, OpeningArgs, ToolError, ToolResult};

#[derive(Args)]
pub(super) struct FilmArgs {
    /// A save, or a level by path or shipped name for two computer players to play
    level: PathBuf,
    /// The film: a file that ends in .apng or .gif, or a folder for numbered PNGs
    #[arg(long, value_name = "FILE|FOLDER")]
    out: PathBuf,
    /// The first command to film: its number, or a round, as in round2
    #[arg(long, value_name = "N|roundN")]
    from: Option<FilmMark>,
    /// The last command to film: its number, or a round
    #[arg(long, value_name = "N|roundN")]
    to: Option<FilmMark>,
    /// Width and height in pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = parse_size, default_value = "960x600")]
    size: (u32, u32),
    /// Frames a second
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..=50))]
    fps: u16,
    /// How finely it is drawn: software, low, good or fine
    #[arg(long, value_name = "LEVEL", default_value = "low")]
    quality: Quality,
    #[command(flatten)]
    show: ShowArgs,
    #[command(flatten)]
    opening: OpeningArgs,
}

pub(super) fn film(args: &FilmArgs, data: &DataFolder) -> ToolResult {
    if args.opening.dice.as_ref().is_some_and(|dice| !matches!(dice, DiceArg::Faces(_))) {
        return Err(ToolError::Bad(
            "dice for a film cannot be rolled by hand: give --dice their faces, or a --seed".into(),
        ));
    }
    let opened = open(&args.level, &args.opening, data)?;
    let is_save = opened.save.is_some();
    if is_save && args.opening.entry()?.is_some() {
        return Err(ToolError::Bad("a film of a save has --from and --to: leave out --at".into()));
    }
    if is_save && !args.show.styles.is_empty() {
        return Err(ToolError::Bad("a save is filmed as it was played: leave out --styles".into()));
    }
    if let Some(damage) = &opened.damage {
        tell(damage_message(&args.level, &opened.game, damage));
    }
    let commands = opened.game.history().line().len() - 1;
    if is_save && commands == 0 {
        return Err(ToolError::Bad(format!("{}: nothing has been played yet", args.level.display())));
    }
    check_part(args, is_save.then_some(commands))?;
    let source = if is_save { ShowSource::History } else { ShowSource::Players };
    let options = FilmOptions {
        out: args.out.clone(),
        size: args.size,
        rate: args.fps,
        part: FilmPart { from: args.from, to: args.to },
        show: show_options(&args.show, data, Vec::new(), source)?,
        computers: computers(&args.show, data),
        quality: args.quality,
    };
    let progress = Progress::new();
    let report = ui::film(opened.game, options, |frames| {
        let filmed = f64::from(frames) / f64::from(args.fps);
        let line = format!("{frames} frames: {filmed:.1} seconds of film in {} seconds", progress.seconds());
        progress.say(line, frames.is_multiple_of(50));
    });
    progress.end();
    let report = report.map_err(|error| ToolError::Bad(error.to_string()))?;
    let seconds = f64::from(report.frames) / f64::from(args.fps);
    tell(format_args!("{}: {} frames, {seconds:.1} seconds", args.out.display(), report.frames));
    match report.end {
        FilmEnd::Complete => Ok(()),
        FilmEnd::BrokenOff => {
            Err(ToolError::Failed("the film was broken off; the part filmed so far is written".into()))
        }
    }
}

/// Whether there is such a part: of a save it is known beforehand.
fn check_part(args: &FilmArgs, commands: Option<usize>) -> Result<(), ToolError> {
    let bad = |why: String| Err(ToolError::Bad(why));
    match (args.from, args.to) {
        (Some(FilmMark::Command(from)), Some(FilmMark::Command(to))) if from > to => {
            return bad(format!("--from {from} comes after --to {to}"));
        }
        (Some(FilmMark::Round(from)), Some(FilmMark::Round(to))) if from > to => {
            return bad(format!("--from round{from} comes after --to round{to}"));
        }
        _ => {}
    }
    match (args.from, commands) {
        (Some(FilmMark::Command(from)), Some(commands)) if from > commands => {
            bad(format!("--from {from}: the save has {commands} commands"))
        }
        _ => Ok(()),
    }
}
