//! Ways of a group, the order by which it takes one, and its move foretold.

use tabletop::agenda::Decision;
use tabletop::game::Game;
use tabletop::refusal::Refusal;
use tabletop_counters::{Prospect, Step, Way};
use tabletop_hexes::hex::Hex;

use super::foresight::of_odds;
use crate::chapters::declaring;
use crate::chapters::movement::{Moment, maneuvers, withdrawals};
use crate::game::Lhy;
use crate::gate::{Mistake, judge, may_act, ready_to_maneuver};
use crate::ids::{Subject, UnitId};
use crate::odds::{Odds, declared_odds};
use crate::order::{Choice, Order};
use crate::view::View;

const MOVE: &str = "move";
const WITHDRAW: &str = "withdraw";
const ASSAULT: &str = "assault";

/// The units among some counters.
fn units_of(counters: &[Subject]) -> Result<Vec<UnitId>, Refusal<Lhy>> {
    let unit = |counter: &Subject| match counter {
        Subject::Unit(unit) => Ok(*unit),
        Subject::Hex(_) => Err(Refusal::new(Mistake::NotThere).about(*counter)),
    };
    let units = counters.iter().map(unit).collect::<Result<Vec<_>, _>>()?;
    if units.is_empty() { Err(Refusal::new(Mistake::NoUnits)) } else { Ok(units) }
}

fn moment(view: View<'_>, decision: Decision<Lhy>) -> Result<Moment, Refusal<Lhy>> {
    match decision.choice {
        Choice::Act => Ok(Moment::Action),
        Choice::React => Ok(Moment::Reaction),
        Choice::SetUp | Choice::Activate | Choice::InAssault { .. } => Err(Lhy::not_now(view, decision)),
    }
}

/// Every way of a group: one unit moves and withdraws; several assault together.
///
/// Rule: LHY-MAN-1, LHY-REC-2, LHY-ASB-1.
pub fn ways(view: View<'_>, decision: Decision<Lhy>, counters: &[Subject]) -> Result<Vec<Way>, Refusal<Lhy>> {
    let (units, moment) = (units_of(counters)?, moment(view, decision)?);
    for unit in &units {
        may_act(view, decision.player, *unit, moment).map_err(|mistake| refused(mistake, *unit))?;
    }
    let mut all = Vec::new();
    if let [unit] = units[..] {
        let way = |manner: &'static str| {
            move |(hex, path): (Hex, Vec<Hex>)| Way {
                hex,
                cost: format!("{} hexes", path.len()),
                path,
                is_attack: false,
                manner: manner.to_owned(),
            }
        };
        if ready_to_maneuver(view, unit).is_ok() {
            all.extend(maneuvers(view.setup, view.play, unit, moment).into_iter().map(way(MOVE)));
        }
        all.extend(withdrawals(view.setup, view.play, unit).into_iter().map(way(WITHDRAW)));
    }
    if moment == Moment::Action {
        all.extend(assaults(view, decision, &units));
    }
    match (all.is_empty(), units.first()) {
        (true, Some(unit)) => Err(refused(Mistake::CannotMove, *unit)),
        _ => Ok(all),
    }
}

fn refused(mistake: Mistake, unit: UnitId) -> Refusal<Lhy> {
    Refusal::new(mistake).about(unit)
}

/// Rule: LHY-ASB-1, LHY-ASB-2.
fn assaults(view: View<'_>, decision: Decision<Lhy>, units: &[UnitId]) -> Vec<Way> {
    let mut all = Vec::new();
    for hex in view.play.hexes_of(view.setup, decision.player.other()) {
        for from in view.setup.level.map.neighbours(hex) {
            let Ok(found) = declaring::plan(view, decision.player, units, hex, from) else { continue };
            let path = found.into_iter().next().map(|(_, path)| path).unwrap_or_default();
            let path: Vec<Hex> = path.into_iter().chain([hex]).collect();
            let cost = format!("by {from}");
            all.push(Way { hex, path, is_attack: true, manner: ASSAULT.to_owned(), cost });
        }
    }
    all
}

/// The order of a way: the whole of it.
///
/// Rule: LHY-MAN-1, LHY-REC-2, LHY-ASB-2.
pub fn step(
    view: View<'_>,
    decision: Decision<Lhy>,
    counters: &[Subject],
    way: &Way,
) -> Result<Order, Refusal<Lhy>> {
    let units = units_of(counters)?;
    let first = units[0];
    let order = if way.is_attack {
        let before = way.path.iter().rev().nth(1).copied().or_else(|| view.play.hex_of(first));
        let from = before.ok_or_else(|| refused(Mistake::NotThere, first))?;
        Order::Assault { units, hex: way.hex, from }
    } else if way.manner == WITHDRAW {
        Order::Withdraw { unit: first, to: way.hex }
    } else {
        Order::Maneuver { unit: first, to: way.hex }
    };
    match judge(view, decision.player, &order, decision.choice) {
        Some(judged) => judged.map(|()| order),
        None => Err(Lhy::not_now(view, decision)),
    }
}

/// The move of a group along a path: no fire interrupts it, as all fire is resolved later.
///
/// Rule: LHY-TURN-2.
pub fn prospect(view: View<'_>, counters: &[Subject], path: &[Hex]) -> Result<Prospect<Lhy>, Refusal<Lhy>> {
    let units = units_of(counters)?;
    let first = units[0];
    let side = view.setup.side(first);
    let step = |hex: &Hex| Step { hex: *hex, arrives: 1.0, dangers: Vec::new() };
    let end = path.last().copied();
    let attacked = end.filter(|hex| view.play.has_units(view.setup, *hex, side.other()));
    let attacks: Vec<_> = attacked
        .map(|hex| {
            let before = path.iter().rev().nth(1).copied().or_else(|| view.play.hex_of(first));
            let odds = declared_odds(view.seen_by(side), side, &units, hex, before.unwrap_or(hex));
            (ASSAULT.to_owned(), of_odds(&Odds::Assault(Box::new(odds))))
        })
        .into_iter()
        .collect();
    let names = crate::narrate::list(&units);
    let sentence = match (&attacks[..], end) {
        ([(_, fight), ..], _) => fight.sentence.clone(),
        ([], Some(end)) => format!("{names} may be fired at in {end} once all have acted (LHY-TURN-2)"),
        ([], None) => format!("{names} stays"),
    };
    let steps = path.iter().filter(|hex| attacked != Some(**hex)).map(step).collect();
    Ok(Prospect { sentence, steps, arrives: 1.0, here: 1.0, there: 1.0, refused: None, attacks })
}
