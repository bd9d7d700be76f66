//! `show luck`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use tabletop::dice::Die;
use tabletop::luck::{Luck, SideLuck, running_luck};
use warstrike::level::data_folder::DataFolder;
use warstrike::rules::ids::Side;

use super::say::say_luck;
use super::{Form, OpeningArgs, ToolResult, answer, millionths, open_whole};

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

pub(super) fn show_luck(args: &LuckArgs, data: &DataFolder, form: Form, out: &mut impl Write) -> ToolResult {
    let opened = open_whole(&args.level, &args.opening, data)?;
    let sides = running_luck(opened.game.history());
    let says = say_luck(opened.game.setup(), &sides);
    answer(out, form, &ShownLuck { sides: sides.map(shown) }, || says)
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
