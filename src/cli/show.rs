//! `warstrike show`: measures; one JSON object.

use std::io::Write;

use clap::{Args, Subcommand};

use warstrike::game::measure::{Mark, distance};
use warstrike::level::data_folder::DataFolder;

use super::open::{damage_message, open};
use super::{Done, Opening, Stop};

#[derive(Args)]
pub(super) struct ShowArgs {
    #[command(subcommand)]
    what: Shown,
}

#[derive(Subcommand)]
enum Shown {
    /// The gap between two things, edge to edge, inches (BAS-1)
    Distance(DistanceArgs),
}

#[derive(Args)]
struct DistanceArgs {
    /// A level, by path or shipped name, or a save
    level: String,
    /// A model (A1.3), a unit (A1), an objective's id, or a point (12.5,-3)
    #[arg(allow_hyphen_values = true)]
    from: Mark,
    /// Likewise
    #[arg(allow_hyphen_values = true)]
    to: Mark,
    #[command(flatten)]
    opening: Opening,
}

pub(super) fn show(args: &ShowArgs, data: &DataFolder, out: &mut impl Write) -> Done {
    match &args.what {
        Shown::Distance(args) => show_distance(args, data, out),
    }
}

fn show_distance(args: &DistanceArgs, data: &DataFolder, out: &mut impl Write) -> Done {
    let opened = open(&args.level, &args.opening, data)?;
    if let Some(damage) = &opened.damage {
        return Err(Stop::Bad(damage_message(&args.level, &opened.game, damage)));
    }
    let measured = distance(opened.game.battle().view(), &args.from, &args.to);
    let measured = measured.map_err(|error| Stop::Bad(error.to_string()))?;
    serde_json::to_writer(&mut *out, &measured)?;
    Ok(out.write_all(b"\n")?)
}
