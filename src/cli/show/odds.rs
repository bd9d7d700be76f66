//! `show odds`.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use warstrike::game::odds::{AimedShot, Odds, odds};
use warstrike::game::view::View;
use warstrike::level::data_folder::DataFolder;
use warstrike::rules::action::Action;
use warstrike::rules::ids::{ModelId, UnitId};
use warstrike::rules::odds::mean;

use super::{Done, OfAction, Opening, Stop, millionths, open_whole, write_json};

#[derive(Args)]
pub(super) struct OddsArgs {
    /// A level, by path or shipped name, or a save
    level: String,
    /// The unit that would fire (A1)
    from: UnitId,
    /// The unit it would fire at
    at: UnitId,
    /// The action in which it fires
    #[arg(long, value_enum, default_value = "open-fire")]
    action: OfAction,
    #[command(flatten)]
    opening: Opening,
}

/// What `show odds` prints.
#[derive(Serialize)]
struct ShownOdds {
    from: UnitId,
    at: UnitId,
    action: Action,
    shots: Vec<ShownShot>,
    hits: ShownCount,
    lost: ShownCount,
    /// In the order in which they would be lost.
    may_fall: Vec<ModelId>,
    leader_lost: f64,
    suppressed: f64,
    shaken: f64,
    nerve_markers: ShownCount,
    stays_suppressed: f64,
}

/// A number with its mean and the chance of each value, from none.
#[derive(Serialize)]
struct ShownCount {
    mean: f64,
    chances: Vec<f64>,
}

/// The dice of one model.
#[derive(Serialize)]
struct ShownShot {
    from: ModelId,
    at: ModelId,
    weapon: String,
    dice: u8,
    needs: String,
    armour: Option<String>,
    toughness: Option<String>,
    hard_cover: Option<String>,
}

pub(super) fn show_odds(args: &OddsArgs, data: &DataFolder, out: &mut impl Write) -> Done {
    let opened = open_whole(&args.level, &args.opening, data)?;
    let view = opened.game.battle().view();
    let action = args.action.into();
    let odds = odds(view, args.from, args.at, action).map_err(|error| Stop::Bad(error.to_string()))?;
    write_json(out, &shown(view, args, action, &odds))
}

fn shown(view: View, args: &OddsArgs, action: Action, odds: &Odds) -> ShownOdds {
    ShownOdds {
        from: args.from,
        at: args.at,
        action,
        shots: odds.shots.iter().map(|shot| shown_shot(view, shot)).collect(),
        hits: count(&odds.salvo.hits()),
        lost: count(&odds.lost),
        may_fall: odds.order.clone(),
        leader_lost: millionths(odds.leader_lost),
        suppressed: millionths(odds.will.suppressed),
        shaken: millionths(odds.will.shaken),
        nerve_markers: count(&odds.will.markers),
        stays_suppressed: millionths(odds.stays_suppressed),
    }
}

fn count(chances: &[f64]) -> ShownCount {
    ShownCount { mean: millionths(mean(chances)), chances: chances.iter().copied().map(millionths).collect() }
}

fn shown_shot(view: View, shot: &AimedShot) -> ShownShot {
    let face = |face: Option<u8>| face.map(|face| format!("{face}+"));
    ShownShot {
        from: shot.from,
        at: shot.at,
        weapon: shot.weapon.clone(),
        dice: shot.dice,
        needs: shot.roll.to_string(),
        armour: face(shot.armour),
        toughness: face(shot.toughness),
        hard_cover: shot.hard_cover.map(|piece| view.terrain().pieces[piece].id.clone()),
    }
}
