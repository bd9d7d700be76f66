//! `show luck`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use tabletop::dice::Die;
use tabletop::luck::{Luck, SideLuck, running_luck};
use warstrike::level::data_folder::DataFolder;
use warstrike::rules::ids::Side;

use super::{OpeningArgs, ToolResult, millionths, open_whole, write_json};

#[derive(Args)]
pub(super) struct LuckArgs {
    /// A save, or a level for its opening's dice
    level: PathBuf,
    #[command(flatten)]
    opening: OpeningArgs,
}

/// The output of `show luck`.
#[derive(Serialize)]
struct ShownLuck {
    sides: [ShownSide; 2],
}

#[derive(Serialize)]
struct ShownSide {
    side: Side,
    faces: Vec<u32>,
    #[serde(flatten)]
    all: ShownDice,
    purposes: Vec<ShownPurpose>,
}

#[derive(Serialize)]
struct ShownPurpose {
    purpose: &'static str,
    #[serde(flatten)]
    dice: ShownDice,
}

#[derive(Serialize)]
struct ShownDice {
    dice: u32,
    expected: f64,
    successes: u32,
    deviations: Option<f64>,
    no_better: f64,
}

pub(super) fn show_luck(args: &LuckArgs, data: &DataFolder, out: &mut impl Write) -> ToolResult {
    let opened = open_whole(&args.level, &args.opening, data)?;
    write_json(out, &ShownLuck { sides: running_luck(opened.game.history()).map(shown) })
}

fn shown(luck: SideLuck) -> ShownSide {
    let purposes = luck.purposes.iter();
    let purposes = purposes.map(|(purpose, luck)| ShownPurpose { purpose, dice: dice(luck) }).collect();
    ShownSide { side: luck.side, faces: luck.faces(Die::SIX), all: dice(&luck.all), purposes }
}

fn dice(luck: &Luck) -> ShownDice {
    ShownDice {
        dice: luck.dice,
        expected: millionths(luck.expected),
        successes: luck.successes,
        deviations: luck.deviations.map(millionths),
        no_better: millionths(luck.no_better),
    }
}
