//! `warstrike report`: a battle as a page to send.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use tabletop_shell::tools::report::{Destination, Form, parse_player};

use warstrike::analysis::Analysis;
use warstrike::game::engine::play::Match;
use warstrike::game::engine::record::save::{parse_save, read_bytes};
use warstrike::level::data_folder::DataFolder;
use warstrike::level::judgement_file::Judgement;
use warstrike::notes::Source;
use warstrike::report::{Player, REMEMBERED, Report, SaveFile, html, json, markdown, remembered_players};
use warstrike::rules::ids::Side;
use warstrike::standard_error::tell;

use super::open::{damage_message, load_error};
use super::own::save_parser;
use super::{ToolError, ToolResult};

#[derive(Args)]
pub(super) struct ReportArgs {
    /// The save: its path, or its name in the folder of saves
    #[arg(value_parser = save_parser())]
    save: PathBuf,
    /// The file to write, replaced if it is there; - for standard output [default: the save's name with .html]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The form of the report [default: by the ending of FILE, else html]
    #[arg(long, value_enum)]
    format: Option<Form>,
    /// Who played a side, as in A=Anna; repeat for both sides
    #[arg(long, value_name = "SIDE=NAME", value_parser = parse_player)]
    player: Vec<(Side, String)>,
    /// Also say what the orders of each side gained, and what the dice, with the turning points; takes longer
    #[arg(long)]
    analyse: bool,
    /// Also draw the table after each turn, as pictures in the page; takes some seconds each without a graphics card
    #[arg(long)]
    pictures: bool,
}

pub(super) fn report(
    args: &ReportArgs,
    data: impl FnOnce() -> Result<DataFolder, ToolError>,
    out: &mut impl Write,
) -> ToolResult {
    let destination = Destination::of(&args.save, args.out.as_deref(), args.format)?;
    let form = destination.form;
    if args.pictures && form != Form::Html {
        return Err(ToolError::Bad("only a page has pictures: leave out --pictures, or write .html".into()));
    }
    let written = write_report(args, form, data)?;
    destination.write(&written, out)
}

/// Opens the save and writes the report of it.
fn write_report(
    args: &ReportArgs,
    form: Form,
    data: impl FnOnce() -> Result<DataFolder, ToolError>,
) -> Result<String, ToolError> {
    let name = args.save.display();
    let bad = |error: &dyn std::fmt::Display| ToolError::Bad(format!("{name}: {error}"));
    let bytes = read_bytes(&args.save).map_err(|error| bad(&error))?;
    let read = parse_save(&bytes).map_err(|error| bad(&error))?;
    let header = read.header.clone();
    let loaded = Match::from_save(read).map_err(|error| ToolError::Bad(load_error(&args.save, &error)))?;
    if let Some(damage) = &loaded.damage {
        return Err(ToolError::Bad(damage_message(&args.save, &loaded.game, damage)));
    }
    if let Some(words) = loaded.game.departed_in_words() {
        tell(format!("{name}: {words}"));
    }
    let file = args.save.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let players = players(args, &file);
    let save = SaveFile { name: file, bytes };
    let mut report = Report::of(&loaded.game, Some(header), save, players).map_err(|error| bad(&error))?;
    report = report.with_notes(Source::beside(&args.save));
    if args.analyse {
        let judgement =
            Judgement::load(data()?.root()).map_err(|faults| ToolError::Bad(faults.to_string()))?;
        let analysis = Analysis::of(&loaded.game, &judgement);
        report = report.with_analysis(&analysis.map_err(|error| ToolError::Failed(error.to_string()))?);
    }
    if args.pictures {
        let pictures = pictures(loaded.game, &report)?;
        report = report.with_pictures(pictures);
    }
    match form {
        Form::Html => Ok(html(&report)),
        Form::Md => Ok(markdown(&report)),
        Form::Json => json(&report).map_err(|error| bad(&error)),
    }
}

/// Pictures of the table after each turn.
#[cfg(feature = "gui")]
fn pictures(game: Match, report: &Report) -> Result<Vec<Vec<u8>>, ToolError> {
    use warstrike::ui::{AlbumOptions, Quality, Tags, album};
    let moments = report.ends_of_turns();
    let options = AlbumOptions { size: (960, 600), tags: Tags::Signs, quality: Quality::Fine };
    let progress = super::progress::Progress::new();
    let drawn = album(game, &moments, options, |done| {
        progress.say(format_args!("{done} of {} pictures", moments.len()), done.is_multiple_of(5));
    });
    progress.end();
    drawn.map_err(|error| ToolError::Bad(error.to_string()))
}

#[cfg(not(feature = "gui"))]
fn pictures(_: Match, _: &Report) -> Result<Vec<Vec<u8>>, ToolError> {
    Err(super::no_window::error("report --pictures"))
}

/// The players: as the arguments say, else as the window remembers.
fn players(args: &ReportArgs, file: &str) -> [Option<Player>; 2] {
    let beside = std::fs::read_to_string(args.save.with_file_name(REMEMBERED)).unwrap_or_default();
    let mut players = remembered_players(&beside, file);
    for (side, name) in &args.player {
        players[side.index()] = Some(Player(name.clone()));
    }
    players
}
