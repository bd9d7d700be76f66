//! `show odds`.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;
use tabletop_shell::orders::parse_command;

use warstrike::game::engine::agenda::Choice;
use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::view::View;
use warstrike::game::leadership::test_terms;
use warstrike::game::measure::Mark;
use warstrike::game::phases::shooting::division::tested_targets;
use warstrike::game::phases::shooting::kinds::AimedShot;
use warstrike::game::phases::shooting::odds::{Found, Odds, odds, odds_at_model};
use warstrike::game::phases::shooting::ordered::ordered_fire;
use warstrike::game::phases::turn;
use warstrike::level::data_folder::DataFolder;
use warstrike::rules::ids::{ModelId, UnitId};
use warstrike::rules::odds::mean;
use warstrike::rules::salvo::Manner;

use crate::cli::LISTS;

use super::say::{say_fire, say_ordered_fire};
use super::{Form, OpeningArgs, ToolError, ToolResult, answer, millionths, open_whole};

#[derive(Args)]
pub(super) struct OddsArgs {
    /// A level, by path or shipped name, or a save
    level: PathBuf,
    /// The unit that would fire (A1)
    #[arg(required_unless_present = "order")]
    from: Option<UnitId>,
    /// The unit it would fire at (B1); for on-my-target the model (B1.3)
    #[arg(required_unless_present = "order")]
    at: Option<Mark>,
    /// The action in which it fires
    #[arg(long, value_enum, default_value = "open-fire")]
    action: Shooting,
    /// A command that fires, as a line of orders, instead of units and action
    #[arg(long, value_name = "JSON", conflicts_with_all = ["from", "at", "action"])]
    order: Option<String>,
    #[command(flatten)]
    opening: OpeningArgs,
}

/// The action in which a unit fires.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Shooting {
    /// At full rate (ACT-1)
    OpenFire,
    /// At half rate, one-handed weapons in full (ACT-2)
    Advance,
    /// At full rate at everything round one model (ACT-3)
    OnMyTarget,
    /// One-handed weapons at half rate (ACT-4)
    AtTheDouble,
    /// In the enemy's turn at half rate, one-handed weapons in full (RE-2)
    SnapFire,
}

impl From<Shooting> for Manner {
    fn from(action: Shooting) -> Self {
        match action {
            Shooting::OpenFire => Self::OpenFire,
            Shooting::Advance => Self::Advance,
            Shooting::OnMyTarget => Self::OnMyTarget,
            Shooting::AtTheDouble => Self::AfterRunning,
            Shooting::SnapFire => Self::SnapFire,
        }
    }
}

/// The output of `show odds`.
#[derive(Serialize)]
struct ShownOdds {
    from: UnitId,
    at: Mark,
    manner: Manner,
    #[serde(flatten)]
    odds: ShownChances,
}

/// The output of `show odds --order`.
#[derive(Serialize)]
struct ShownOrder {
    from: UnitId,
    manner: Manner,
    tests: Vec<ShownTest>,
    salvos: Vec<ShownSalvo>,
}

/// A leadership test that comes before fire at a target.
#[derive(Serialize)]
struct ShownTest {
    at: UnitId,
    dice: u8,
    nerve: u8,
    passes: f64,
}

/// One target of an order.
#[derive(Serialize)]
struct ShownSalvo {
    at: UnitId,
    #[serde(flatten)]
    odds: ShownChances,
}

/// The shots, and the probabilities of their effects.
#[derive(Serialize)]
pub(super) struct ShownChances {
    shots: Vec<AimedShot>,
    hits: ShownCount,
    lost: ShownCount,
    /// In the order in which they would be lost.
    may_fall: Vec<ModelId>,
    leader_lost: f64,
    suppressed: f64,
    shaken: f64,
    nerve_markers: ShownCount,
    stays_suppressed: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sampled: Option<ShownSample>,
}

/// How the chances were sampled.
#[derive(Serialize)]
struct ShownSample {
    rolls: u32,
    standard_error: f64,
}

/// The distribution of a number: its mean and the chance of each value from 0.
#[derive(Serialize)]
pub(super) struct ShownCount {
    mean: f64,
    chances: Vec<f64>,
}

pub(super) fn show_odds(args: &OddsArgs, data: &DataFolder, form: Form, out: &mut impl Write) -> ToolResult {
    let opened = open_whole(&args.level, &args.opening, data)?;
    let battle = opened.game.battle();
    match (&args.order, args.from, &args.at) {
        (Some(order), ..) => of_order(battle, order)?.answer(battle.view(), form, out),
        (None, Some(from), Some(at)) => {
            let odds = of_units(battle.view(), from, at, args.action)?;
            let (manner, target) = (args.action.into(), target(at));
            let says = target.map(|at| say_fire(battle.view(), [from, at], &odds)).unwrap_or_default();
            let shown = ShownOdds { from, at: at.clone(), manner, odds: chances(odds) };
            answer(out, form, &shown, || says)
        }
        _ => Err(ToolError::Bad("name the firing unit and its target, or an order".to_owned())),
    }
}

fn of_units(view: View, from: UnitId, at: &Mark, action: Shooting) -> Result<Odds, ToolError> {
    let found = match (action, at) {
        (Shooting::OnMyTarget, Mark::Model(at)) => odds_at_model(view, from, *at, None),
        (Shooting::OnMyTarget, other) => {
            return Err(ToolError::Bad(format!(
                "the target of On My Target is a model, such as B1.3, not {other}"
            )));
        }
        (action, Mark::Unit(at)) => odds(view, from, *at, action.into()),
        (_, other) => return Err(ToolError::Bad(format!("the target is a unit, such as B1, not {other}"))),
    };
    found.map_err(|error| ToolError::Bad(error.to_string()))
}

/// The unit that is fired at.
fn target(at: &Mark) -> Option<UnitId> {
    match at {
        Mark::Unit(unit) => Some(*unit),
        Mark::Model(model) => Some(model.unit),
        Mark::Side(_) | Mark::Objective(_) | Mark::Point(_) => None,
    }
}

/// The fire of a command.
struct FireOfOrder {
    from: UnitId,
    manner: Manner,
    tests: Vec<ShownTest>,
    salvos: Vec<(UnitId, Odds)>,
}

impl FireOfOrder {
    fn answer(self, view: View, form: Form, out: &mut impl Write) -> ToolResult {
        let Self { from, manner, tests, salvos } = self;
        let held: Vec<_> = tests.iter().map(|test| (test.at, test.dice, test.nerve, test.passes)).collect();
        let says = say_ordered_fire(view, from, &held, &salvos);
        let salvo = |(at, odds)| ShownSalvo { at, odds: chances(odds) };
        let shown = ShownOrder { from, manner, tests, salvos: salvos.into_iter().map(salvo).collect() };
        answer(out, form, &shown, || says)
    }
}

/// The odds of a command, which is checked first.
fn of_order(battle: &Battle, order: &str) -> Result<FireOfOrder, ToolError> {
    let command = parse_command(order, LISTS).map_err(ToolError::Bad)?;
    battle.check(&command).map_err(|refusal| ToolError::Failed(refusal.to_string()))?;
    let view = battle.view();
    let choice = battle.decision().map_or(Choice::Turn(turn::kinds::Choice::Act), |decision| decision.choice);
    let fire = ordered_fire(view, &command.order, choice);
    let fire = fire.ok_or_else(|| ToolError::Bad("that command does not fire".to_owned()))?;
    let salvos = fire.odds(view).map_err(|refusal| ToolError::Failed(refusal.to_string()))?;
    let (from, manner) = (fire.unit(), fire.manner());
    let after = fire.after_moves(view);
    let terms = after.unit(from).map(|unit| test_terms(after, unit));
    let test = |at| {
        let terms = terms?;
        let passes = millionths(terms.chance());
        Some(ShownTest { at, dice: terms.dice, nerve: terms.nerve, passes })
    };
    let tests = tested_targets(view, fire.fire(), manner).into_iter().filter_map(test).collect();
    Ok(FireOfOrder { from, manner, tests, salvos })
}

pub(super) fn chances(odds: Odds) -> ShownChances {
    ShownChances {
        hits: count(&odds.hits),
        lost: count(&odds.lost),
        may_fall: odds.order,
        leader_lost: millionths(odds.leader_lost),
        suppressed: millionths(odds.will.suppressed),
        shaken: millionths(odds.will.shaken),
        nerve_markers: count(&odds.will.markers),
        stays_suppressed: millionths(odds.stays_suppressed),
        shots: odds.shots,
        sampled: match odds.found {
            Found::Exactly => None,
            Found::Sampled { rolls, error } => Some(ShownSample { rolls, standard_error: millionths(error) }),
        },
    }
}

pub(super) fn count(chances: &[f64]) -> ShownCount {
    ShownCount { mean: millionths(mean(chances)), chances: chances.iter().copied().map(millionths).collect() }
}
