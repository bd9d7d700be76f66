//! `warstrike film`: a save, or a battle of two computer players, as a film, without a display.

use std::path::PathBuf;

use clap::Args;

use warstrike::level::data_folder::DataFolder;
use warstrike::rules::ids::Side;
use warstrike::standard_error::tell;
use warstrike::ui::{
    self, FilmEnd, FilmFile, FilmMark, FilmOptions, FilmPart, FilmReport, Quality, ShowSource, UiError,
};

use super::demo::{ShowArgs, computers, show_options};
use super::open::{damage_message, open};
use super::play::parse_size;
use super::progress::Progress;
use super::{DiceArg, OpeningArgs, ToolError, ToolResult, parse_side};

#[derive(Args)]
pub(super) struct FilmArgs {
    /// A save, or a level by path or shipped name for two computer players to play
    pub(super) level: PathBuf,
    /// The film: a file that ends in .apng or .gif, or a folder for numbered PNGs
    #[arg(long, value_name = "FILE|FOLDER")]
    out: PathBuf,
    /// The first command to film: its number, or a round, as in round2; of a game on hexes a turn, as in turn2
    #[arg(long, value_name = "N|roundN|turnN")]
    from: Option<FilmMark>,
    /// The last command to film: its number, or a round or a turn
    #[arg(long, value_name = "N|roundN|turnN")]
    to: Option<FilmMark>,
    /// Only what this player may see, in games whose players do not see everything
    #[arg(long, value_name = "SIDE", value_parser = parse_side)]
    pub(super) side: Option<Side>,
    /// Width and height in pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = parse_size, default_value = "960x600")]
    size: (u32, u32),
    /// Frames a second
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..=50))]
    fps: u16,
    /// How finely it is drawn: software, low, good or fine
    #[arg(long, value_name = "LEVEL", default_value = "low")]
    pub(super) quality: Quality,
    #[command(flatten)]
    pub(super) show: ShowArgs,
    #[command(flatten)]
    pub(super) opening: OpeningArgs,
}

/// How a game counts the parts of its battles.
#[derive(Clone, Copy)]
pub(super) enum Counts {
    Rounds,
    Turns,
}

impl FilmArgs {
    /// File and frames.
    fn file(&self) -> FilmFile {
        FilmFile { out: self.out.clone(), size: self.size, rate: self.fps }
    }

    fn part(&self) -> FilmPart {
        FilmPart { from: self.from, to: self.to }
    }

    /// File and part of a film, if they suit what is filmed; `commands` are those of a save.
    ///
    /// # Errors
    /// A sentence: an option does not suit it.
    pub(super) fn checked(
        &self,
        game: (&str, Counts),
        commands: Option<usize>,
    ) -> ToolResult<(FilmFile, FilmPart)> {
        self.check_opening(commands.is_some())?;
        if commands == Some(0) {
            return Err(ToolError::Bad(format!("{}: nothing has been played yet", self.level.display())));
        }
        self.check_part(game, commands)?;
        Ok((self.file(), self.part()))
    }

    fn check_opening(&self, is_save: bool) -> ToolResult {
        let bad = |why: &str| Err(ToolError::Bad(why.to_owned()));
        if self.opening.dice.as_ref().is_some_and(|dice| !matches!(dice, DiceArg::Faces(_))) {
            return bad("dice for a film cannot be rolled by hand: give --dice their faces, or a --seed");
        }
        if is_save && self.opening.entry()?.is_some() {
            return bad("a film of a save has --from and --to: leave out --at");
        }
        if is_save && !self.show.styles.is_empty() {
            return bad("a save is filmed as it was played: leave out --styles");
        }
        Ok(())
    }

    /// Whether there is such a part: of a save it is known beforehand.
    fn check_part(&self, (game, counts): (&str, Counts), commands: Option<usize>) -> ToolResult {
        let bad = |why: String| Err(ToolError::Bad(why));
        for (option, mark) in [("--from", self.from), ("--to", self.to)] {
            match (mark, counts) {
                (Some(mark @ FilmMark::Turn(number)), Counts::Rounds) => {
                    return bad(format!("{option} {mark}: {game} counts rounds, as in round{number}"));
                }
                (Some(mark @ FilmMark::Round(number)), Counts::Turns) => {
                    return bad(format!("{option} {mark}: {game} counts turns, as in turn{number}"));
                }
                _ => {}
            }
        }
        match (self.from, self.to) {
            (Some(FilmMark::Command(from)), Some(FilmMark::Command(to))) if from > to => {
                return bad(format!("--from {from} comes after --to {to}"));
            }
            (
                Some(first @ (FilmMark::Round(from) | FilmMark::Turn(from))),
                Some(last @ (FilmMark::Round(to) | FilmMark::Turn(to))),
            ) if from > to => return bad(format!("--from {first} comes after --to {last}")),
            _ => {}
        }
        match (self.from, commands) {
            (Some(FilmMark::Command(from)), Some(commands)) if from > commands => {
                bad(format!("--from {from}: the save has {commands} commands"))
            }
            _ => Ok(()),
        }
    }
}

pub(super) fn film(args: &FilmArgs, data: &DataFolder) -> ToolResult {
    if let Some(side) = args.side {
        return Err(ToolError::Bad(format!(
            "--side {side}: in WarStrike both players see everything; leave it out"
        )));
    }
    args.check_opening(false)?;
    let opened = open(&args.level, &args.opening, data)?;
    if let Some(damage) = &opened.damage {
        tell(damage_message(&args.level, &opened.game, damage));
    }
    let commands = opened.save.is_some().then(|| opened.game.history().line().len() - 1);
    let (file, part) = args.checked(("WarStrike", Counts::Rounds), commands)?;
    let source = if commands.is_some() { ShowSource::History } else { ShowSource::Players };
    let options = FilmOptions {
        file,
        part,
        show: show_options(&args.show, data, Vec::new(), source)?,
        computers: computers(&args.show, data),
        quality: args.quality,
    };
    shoot(args, |progress| ui::film(opened.game, options, progress))
}

/// Makes a film, and says how it goes and how long it has become.
pub(super) fn shoot(
    args: &FilmArgs,
    make: impl FnOnce(&mut dyn FnMut(u32)) -> Result<FilmReport, UiError>,
) -> ToolResult {
    let progress = Progress::new();
    let report = make(&mut |frames| {
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
