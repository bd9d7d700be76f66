//! `show combat`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use tabletop_shell::orders::parse_command;

use warstrike::game::combat_forecast::{
    CombatForecast, EndChances, Forecast, Question, SAMPLES, SalvoForecast, UnitForecast, forecast,
};
use warstrike::game::engine::agenda::{Choice, Decision};
use warstrike::game::engine::battle::Battle;
use warstrike::game::phases::close_combat::kinds::Link;
use warstrike::game::phases::fall_back::retreat::Retreat;
use warstrike::game::phases::shooting::poses_after_moves;
use warstrike::level::data_folder::DataFolder;
use warstrike::rules::ids::{Side, UnitId};

use super::odds::{ShownChances, ShownCount, chances, count};
use super::say::say_combats;
use crate::cli::LISTS;

use super::{Form, OpeningArgs, ToolError, ToolResult, answer, millionths, open_whole};

#[derive(Args)]
pub(super) struct CombatArgs {
    /// A level, by path or shipped name, or a save
    level: PathBuf,
    /// A command that moves a unit, as a line of orders: the combats it would lead to; in a combat, the answer to what is asked
    #[arg(long, value_name = "JSON")]
    order: Option<String>,
    /// How often the combats are fought to find the chances
    #[arg(long, default_value_t = SAMPLES, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    samples: u32,
    #[command(flatten)]
    opening: OpeningArgs,
}

/// The output of `show combat`.
#[derive(Serialize)]
struct ShownForecast {
    samples: u32,
    standard_error: f64,
    combats: Vec<ShownCombat>,
}

#[derive(Serialize)]
struct ShownCombat {
    attackers: Vec<UnitId>,
    defenders: Vec<UnitId>,
    links: Vec<Link>,
    round: Vec<ShownSalvo>,
    wins: ShownWins,
    units: Vec<ShownUnit>,
}

/// What one unit may do to another in the next round.
#[derive(Serialize)]
struct ShownSalvo {
    unit: UnitId,
    at: UnitId,
    #[serde(flatten)]
    odds: ShownChances,
}

#[derive(Serialize)]
struct ShownWins {
    #[serde(rename = "A")]
    a: f64,
    #[serde(rename = "B")]
    b: f64,
    nobody: f64,
}

/// What may become of a unit.
#[derive(Serialize)]
struct ShownUnit {
    unit: UnitId,
    lost: ShownCount,
    #[serde(flatten)]
    fates: EndChances,
    /// Where it would go if it were forced out as things stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    retreat: Option<Retreat>,
}

pub(super) fn show_combat(
    args: &CombatArgs,
    data: &DataFolder,
    form: Form,
    out: &mut impl Write,
) -> ToolResult {
    let opened = open_whole(&args.level, &args.opening, data)?;
    let battle = opened.game.battle();
    let question = match &args.order {
        Some(order) => after_order(battle, order)?,
        None => Question::default(),
    };
    let found = forecast(opened.game.setup(), &battle.snapshot(), &question, args.samples);
    let Forecast { combats, samples, error } = found.map_err(|error| ToolError::Failed(error.to_string()))?;
    let says = say_combats(opened.game.setup(), &question, &combats, samples);
    let combats = combats.into_iter().map(shown).collect();
    answer(out, form, &ShownForecast { samples, standard_error: millionths(error), combats }, || says)
}

/// The question about a move or an answer, which is checked first.
fn after_order(battle: &Battle, order: &str) -> Result<Question, ToolError> {
    let command = parse_command(order, LISTS).map_err(ToolError::Bad)?;
    battle.check(&command).map_err(|refusal| ToolError::Failed(refusal.to_string()))?;
    if matches!(battle.decision(), Some(Decision { choice: Choice::CloseCombat(_), .. })) {
        return Ok(Question { answer: Some(command), ..Question::default() });
    }
    let moved = command.order.drafted_action().filter(|drafted| drafted.action.moves_freely());
    let moved = moved.ok_or_else(|| ToolError::Bad("that command moves nobody".to_owned()))?;
    let (poses, mover) = (poses_after_moves(battle.view(), &moved.moves), Some(moved.unit));
    Ok(Question { moved: poses, mover, answer: None })
}

fn shown(combat: CombatForecast) -> ShownCombat {
    let [a, b] = Side::BOTH.map(|side| millionths(combat.wins(side)));
    let wins = ShownWins { a, b, nobody: millionths(combat.undecided()) };
    let salvo = |one: SalvoForecast| ShownSalvo { unit: one.unit, at: one.at, odds: chances(one.odds) };
    ShownCombat {
        attackers: combat.group.attackers,
        defenders: combat.group.defenders,
        links: combat.group.links,
        round: combat.round.into_iter().map(salvo).collect(),
        wins,
        units: combat.units.into_iter().map(unit).collect(),
    }
}

fn unit(unit: UnitForecast) -> ShownUnit {
    let UnitForecast { unit, lost, fates, retreat } = unit;
    ShownUnit { unit, lost: count(&lost), fates, retreat }
}
