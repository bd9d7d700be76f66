//! Sides that the computer plays: `--computer B=cautious`, and `warstrike advise`.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Args};
use tabletop_shell::header::Players;

use warstrike::ai::{Chosen, ComputerPlayer};
#[cfg(feature = "gui")]
use warstrike::game::adviser::{Adviser, Advisers, StyleName};
#[cfg(feature = "gui")]
use warstrike::game::engine::WarStrike;
use warstrike::game::engine::play::Match;
use warstrike::level::data_folder::DataFolder;
use warstrike::level::setup::Setup;
#[cfg(feature = "gui")]
use warstrike::level::style_file::Style;
use warstrike::level::styles::Styles;
use warstrike::rules::ids::Side;

use super::open::open;
use super::{OpeningArgs, ToolError, ToolResult};

/// A side and the style it is played by: the id of a shipped one, or a file.
#[derive(Clone, Debug)]
pub(super) struct SideStyle {
    pub(super) side: Side,
    pub(super) style: PathBuf,
}

/// Reads `B=cautious`; a file's name may be in any encoding.
#[derive(Clone, Copy)]
pub(super) struct SideStyleParser;

impl TypedValueParser for SideStyleParser {
    type Value = SideStyle;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<SideStyle, clap::Error> {
        side_style(value).ok_or_else(|| {
            let arg = arg.map_or_else(String::new, |arg| format!(" for '{arg}'"));
            let value = value.display();
            let message =
                format!("invalid value '{value}'{arg}: expected a side and a style, as in B=cautious\n");
            clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command)
        })
    }
}

fn side_style(value: &OsStr) -> Option<SideStyle> {
    let (side, style) = match value.to_str() {
        Some(text) => {
            let (side, style) = text.split_once('=')?;
            (side, OsString::from(style.trim()))
        }
        None => split_at_equals(value)?,
    };
    let side = match side.trim() {
        "A" | "a" => Side::A,
        "B" | "b" => Side::B,
        _ => return None,
    };
    (!style.is_empty()).then(|| SideStyle { side, style: style.into() })
}

/// What is before and after the equals sign of a text that is not UTF-8.
#[cfg(unix)]
fn split_at_equals(value: &OsStr) -> Option<(&str, OsString)> {
    use std::os::unix::ffi::OsStrExt;
    let bytes = value.as_bytes();
    let at = bytes.iter().position(|byte| *byte == b'=')?;
    Some((str::from_utf8(&bytes[..at]).ok()?, OsStr::from_bytes(&bytes[at + 1..]).to_owned()))
}

/// Elsewhere such a text cannot be taken apart.
#[cfg(not(unix))]
fn split_at_equals(_: &OsStr) -> Option<(&str, OsString)> {
    None
}

/// The sides that the computer plays.
#[derive(Default)]
pub(super) struct Computers([Option<ComputerPlayer>; 2]);

impl Computers {
    /// The computer players that the arguments name. The random style draws from the seed of the dice.
    pub(super) fn new(args: &[SideStyle], game: &Match, data: &DataFolder) -> Result<Self, ToolError> {
        let mut players = Self::default();
        for SideStyle { side, style } in args {
            let place = &mut players.0[side.index()];
            if place.is_some() {
                return Err(ToolError::Bad(format!("--computer names side {side} twice")));
            }
            let seed = game.seed().wrapping_add(side.index() as u64);
            *place = Some(player(style, game.setup(), data, seed)?);
        }
        Ok(players)
    }

    /// What the computer does now, if it is to decide, and the id of its style.
    pub(super) fn choose(&mut self, game: &Match) -> Option<(Chosen, String)> {
        let player = game.battle().decision()?.player;
        let computer = self.0[player.index()].as_mut()?;
        let chosen = computer.choose(game.battle())?;
        Some((chosen, computer.style().id.clone()))
    }

    /// Who plays each side: the computer by a style, or orders.
    pub(super) fn players(&self) -> Players {
        Players::of_styles(self.0.each_ref().map(|player| Some(player.as_ref()?.style().id.clone())))
    }

    /// Whether the computer is to decide now.
    pub(super) fn decides(&self, game: &Match) -> bool {
        game.battle().decision().is_some_and(|decision| self.0[decision.player.index()].is_some())
    }
}

/// Computer players of the shipped styles, and of files, for the window.
#[cfg(feature = "gui")]
pub(super) struct ShippedStyles {
    pub(super) data: DataFolder,
    /// The files that the command line names.
    pub(super) files: Vec<PathBuf>,
}

#[cfg(feature = "gui")]
impl Advisers<WarStrike> for ShippedStyles {
    fn styles(&self) -> Vec<StyleName> {
        let data = &self.data;
        let styles = data.styles().into_iter().filter_map(|id| Styles::load(&id, data).ok());
        styles
            .map(|Styles { chosen: Style { id, name, about, .. }, .. }| StyleName { id, name, about })
            .collect()
    }

    fn adviser(
        &self,
        style: &str,
        setup: &Arc<Setup>,
        seed: u64,
    ) -> Result<Box<dyn Adviser<WarStrike>>, String> {
        // The window knows a style by a text, which a file's path need not be.
        let file = self.files.iter().find(|file| name_of(file) == style);
        let style = file.map_or(Path::new(style), PathBuf::as_path);
        let styles = Styles::load(style, &self.data).map_err(|faults| faults.to_string())?;
        let player = ComputerPlayer::new(setup, styles, seed).map_err(|error| error.to_string())?;
        Ok(Box::new(player))
    }
}

/// What the window calls the style of a file, or a shipped one.
#[cfg(feature = "gui")]
pub(super) fn name_of(style: &Path) -> String {
    style.display().to_string()
}

/// The styles by which the sides are played; a style that cannot be read is an error.
#[cfg(feature = "gui")]
pub(super) fn styles_of_sides(
    args: &[SideStyle],
    data: &DataFolder,
) -> Result<[Option<String>; 2], ToolError> {
    let mut styles = [None, None];
    for SideStyle { side, style } in args {
        Styles::load(style, data).map_err(|faults| ToolError::Bad(faults.to_string()))?;
        if styles[side.index()].replace(name_of(style)).is_some() {
            return Err(ToolError::Bad(format!("--computer names side {side} twice")));
        }
    }
    Ok(styles)
}

fn player(
    style: &Path,
    setup: &Arc<Setup>,
    data: &DataFolder,
    seed: u64,
) -> Result<ComputerPlayer, ToolError> {
    let styles = Styles::load(style, data).map_err(|faults| ToolError::Bad(faults.to_string()))?;
    ComputerPlayer::new(setup, styles, seed).map_err(|error| ToolError::Bad(error.to_string()))
}

#[derive(Args)]
pub(super) struct AdviseArgs {
    /// A level, by path or shipped name, or a save
    level: PathBuf,
    /// The style to ask: one of `assets/styles`, or a file
    #[arg(long, default_value = "objective-minded")]
    style: PathBuf,
    /// Print the advice as sentences instead of JSON
    #[arg(long)]
    say: bool,
    /// Print the advice as JSON, with the terms of its worth: the default without --say
    #[arg(long, conflicts_with = "say")]
    json: bool,
    #[command(flatten)]
    opening: OpeningArgs,
}

/// Prints what a style would do now, why, and what else there was.
pub(super) fn advise(args: &AdviseArgs, data: &DataFolder, out: &mut impl Write) -> ToolResult {
    let game = open(&args.level, &args.opening, data)?.game;
    let mut player = player(&args.style, game.setup(), data, game.seed())?;
    let Some(chosen) = player.choose(game.battle()) else {
        return Err(ToolError::Failed("nobody has anything to decide: the battle is over".to_owned()));
    };
    if args.json || !args.say {
        serde_json::to_writer_pretty(&mut *out, &chosen)?;
        return Ok(writeln!(out)?);
    }
    let side = chosen.command.player;
    match chosen.does.as_str() {
        "" => writeln!(out, "{side}: {}", serde_json::to_string(&chosen.command.order)?)?,
        does if chosen.why.is_empty() => writeln!(out, "{side}: {does}.")?,
        does => writeln!(out, "{side}: {does}: {}.", chosen.why)?,
    }
    for other in &chosen.alternatives {
        let why = if other.lacks.is_empty() { String::new() } else { format!(": {}", other.lacks) };
        let less = format!("{:.0}", other.less);
        let points = if less == "1" { "point" } else { "points" };
        writeln!(out, "  {less} {points} worse: {}{why}", other.does)?;
    }
    Ok(())
}
