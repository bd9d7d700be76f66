//! `show odds`.

use std::io::Write;

use clap::{Args, ValueEnum};
use serde::Serialize;

use warstrike::game::measure::Mark;
use warstrike::game::shooting::aim::AimedShot;
use warstrike::game::shooting::odds::{Found, Odds, odds, odds_at_model};
use warstrike::level::data_folder::DataFolder;
use warstrike::rules::ids::{ModelId, UnitId};
use warstrike::rules::odds::mean;
use warstrike::rules::salvo::Manner;

use super::{Done, Opening, Stop, millionths, open_whole, write_json};

#[derive(Args)]
pub(super) struct OddsArgs {
    /// A level, by path or shipped name, or a save
    level: String,
    /// The unit that would fire (A1)
    from: UnitId,
    /// The unit it would fire at (B1); for on-my-target the model (B1.3)
    at: Mark,
    /// The action in which it fires
    #[arg(long, value_enum, default_value = "open-fire")]
    action: Shooting,
    #[command(flatten)]
    opening: Opening,
}

/// In what action a unit fires.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Shooting {
    /// At full rate (ACT-1)
    OpenFire,
    /// At half rate, one-handed weapons in full (ACT-2)
    Advance,
    /// At full rate at all that lies round one model (ACT-3)
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

/// What `show odds` prints.
#[derive(Serialize)]
struct ShownOdds {
    from: UnitId,
    at: Mark,
    manner: Manner,
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

/// That chances were sampled.
#[derive(Serialize)]
struct ShownSample {
    rolls: u32,
    standard_error: f64,
}

/// A number with its mean and the chance of each value, from none.
#[derive(Serialize)]
struct ShownCount {
    mean: f64,
    chances: Vec<f64>,
}

pub(super) fn show_odds(args: &OddsArgs, data: &DataFolder, out: &mut impl Write) -> Done {
    let opened = open_whole(&args.level, &args.opening, data)?;
    let view = opened.game.battle().view();
    let found = match (args.action, &args.at) {
        (Shooting::OnMyTarget, Mark::Model(at)) => odds_at_model(view, args.from, *at, None),
        (Shooting::OnMyTarget, other) => {
            return Err(Stop::Bad(format!("On My Target is fired at a model, as B1.3: {other} is none")));
        }
        (action, Mark::Unit(at)) => odds(view, args.from, *at, action.into()),
        (_, other) => return Err(Stop::Bad(format!("a unit is fired at, as B1: {other} is none"))),
    };
    let odds = found.map_err(|error| Stop::Bad(error.to_string()))?;
    write_json(out, &shown(args, odds))
}

fn shown(args: &OddsArgs, odds: Odds) -> ShownOdds {
    ShownOdds {
        from: args.from,
        at: args.at.clone(),
        manner: args.action.into(),
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

fn count(chances: &[f64]) -> ShownCount {
    ShownCount { mean: millionths(mean(chances)), chances: chances.iter().copied().map(millionths).collect() }
}
