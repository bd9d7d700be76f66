//! Ways of a unit and of those who assault together, their order, and the move foretold.

use std::collections::BTreeMap;

use tabletop::agenda::Decision;
use tabletop::game::Game;
use tabletop::refusal::Refusal;
use tabletop_counters::{Danger, Prospect, Step, Way};
use tabletop_hexes::hex::Hex;

use super::foresight::of_assault;
use crate::chapters::declaring;
use crate::chapters::movement::{Moment, allowance, maneuvers, ways as ways_within, withdrawals};
use crate::game::Lhy;
use crate::gate::{Mistake, judge, may_act, ready_to_maneuver};
use crate::ids::{Subject, UnitId};
use crate::odds::{declared_odds, fire_odds, percent};
use crate::order::{Choice, Order};
use crate::play::Unit;
use crate::view::View;

/// Manners of entering a hex, to players.
const MANEUVER: &str = "maneuver";
const WITHDRAW: &str = "withdraw";
const ASSAULT: &str = "assault";

fn units_of(group: &[Subject]) -> Result<Vec<UnitId>, Refusal<Lhy>> {
    group
        .iter()
        .map(|subject| match subject {
            Subject::Unit(unit) => Ok(*unit),
            Subject::Hex(_) => Err(Refusal::new(Mistake::NotThere).about(*subject)),
        })
        .collect()
}

fn moment(view: View<'_>, decision: Decision<Lhy>) -> Result<Moment, Refusal<Lhy>> {
    match decision.choice {
        Choice::Act => Ok(Moment::Action),
        Choice::React => Ok(Moment::Reaction),
        Choice::SetUp | Choice::Activate | Choice::InAssault { .. } => Err(Lhy::not_now(view, decision)),
    }
}

/// Every way of a group: maneuvers and withdrawals of one unit, assaults of as many as are chosen.
///
/// Rule: LHY-MAN-1, LHY-REC-2, LHY-ASB-1.
pub fn ways(view: View<'_>, decision: Decision<Lhy>, group: &[Subject]) -> Result<Vec<Way>, Refusal<Lhy>> {
    let (units, moment) = (units_of(group)?, moment(view, decision)?);
    for unit in &units {
        may_act(view, decision.player, *unit, moment)
            .map_err(|mistake| Refusal::new(mistake).about(*unit))?;
    }
    let mut all = match units.as_slice() {
        [unit] => moves(view, *unit, moment),
        _ => Vec::new(),
    };
    if moment == Moment::Action {
        all.extend(assaults(view, decision, &units));
    }
    Ok(all)
}

fn moves(view: View<'_>, unit: UnitId, moment: Moment) -> Vec<Way> {
    let View { setup, play, .. } = view;
    let Some(start) = play.hex_of(unit) else { return Vec::new() };
    let points = allowance(setup, setup.card(unit), moment);
    let spent = ways_within(setup, play, unit, start, points);
    let ends = match ready_to_maneuver(view, unit) {
        Ok(()) => maneuvers(setup, play, unit, moment),
        Err(_) => BTreeMap::new(),
    };
    let moves = ends.into_iter().map(|(hex, path)| Way {
        cost: format!(
            "{} of {} maneuver points",
            halves(spent.spent(setup, hex).unwrap_or(0)),
            halves(points)
        ),
        hex,
        path,
        is_attack: false,
        manner: MANEUVER.to_owned(),
    });
    let back = withdrawals(setup, play, unit).into_iter().map(|(hex, path)| Way {
        hex,
        cost: format!("{} of {} hexes back", path.len(), setup.rules.numbers.withdraw_hexes),
        path,
        is_attack: false,
        manner: WITHDRAW.to_owned(),
    });
    moves.chain(back).collect()
}

/// "2½".
fn halves(count: u8) -> String {
    match (count / 2, count % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

/// Assaults on every hex by every hexside.
fn assaults(view: View<'_>, decision: Decision<Lhy>, units: &[UnitId]) -> Vec<Way> {
    let View { setup, play, .. } = view;
    let enemies = play.hexes_of(setup, decision.player.other());
    let sides =
        enemies.into_iter().flat_map(|hex| setup.level.map.neighbours(hex).map(move |from| (hex, from)));
    let way = |(hex, from): (Hex, Hex)| {
        let approaches =
            declaring::plan(view.seen_by(decision.player), decision.player, units, hex, from).ok()?;
        let (_, before) = approaches.first()?;
        let path: Vec<Hex> = before.iter().copied().chain([hex]).collect();
        let who = if units.len() == 1 { "1 unit".to_owned() } else { format!("{} units", units.len()) };
        let cost = format!("from {from}, {who}");
        Some(Way { hex, path, is_attack: true, manner: ASSAULT.to_owned(), cost })
    };
    sides.filter_map(way).collect()
}

/// The order that takes a group along a way.
///
/// Rule: LHY-TURN-2 (an action each.)
pub fn step(
    view: View<'_>,
    decision: Decision<Lhy>,
    group: &[Subject],
    way: &Way,
) -> Result<Order, Refusal<Lhy>> {
    let units = units_of(group)?;
    let first = *units.first().ok_or_else(|| Refusal::new(Mistake::NoUnits))?;
    let order = if way.is_attack {
        let before = way.path.len().checked_sub(2).and_then(|place| way.path.get(place).copied());
        let from = before.or(view.play.hex_of(first)).ok_or_else(|| Refusal::new(Mistake::NotThere))?;
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

/// The ways whose hexes a player has drawn. A unit goes the cheapest way, by lower hexes where two cost the same.
///
/// Rule: LHY-MAN-1.
pub fn ways_along(
    view: View<'_>,
    decision: Decision<Lhy>,
    group: &[Subject],
    path: &[Hex],
) -> Result<Vec<Way>, String> {
    let refused = |refusal: Refusal<Lhy>| format!("{} ({})", refusal.text(), refusal.rule());
    let all = ways(view, decision, group).map_err(refused)?;
    let Some(end) = path.last() else { return Ok(Vec::new()) };
    let there: Vec<Way> = all.into_iter().filter(|way| way.hex == *end).collect();
    let along: Vec<Way> = there.iter().filter(|way| way.path == path).cloned().collect();
    match there.first() {
        None => Err(format!("no way leads to {end} (LHY-MAN-1)")),
        Some(usual) if along.is_empty() => {
            let by: Vec<String> = usual.path.iter().map(Hex::to_string).collect();
            Err(format!("the way there leads by {} (LHY-MAN-1)", by.join(", ")))
        }
        Some(_) => Ok(along),
    }
}

/// The move of units to the end of a path, and the fire of enemies that see it there: they fire when they react. What the viewer does
/// not know is not counted.
///
/// Rule: LHY-TURN-2 (who saw something reacts), LHY-SAF-2.
pub fn prospect(view: View<'_>, group: &[Subject], path: &[Hex]) -> Result<Prospect<Lhy>, Refusal<Lhy>> {
    let units = units_of(group)?;
    let first = *units.first().ok_or_else(|| Refusal::new(Mistake::NoUnits))?;
    let here = view.play.hex_of(first).ok_or_else(|| Refusal::new(Mistake::NotThere).about(first))?;
    let enemy = view.setup.side(first).other();
    let (walk, attacked) = match path.split_last() {
        Some((last, before)) if view.play.has_units(view.setup, *last, enemy) => (before, Some(*last)),
        _ => (path, None),
    };
    let end = walk.last().copied().unwrap_or(here);
    let safe = |dangers: &[Danger<Lhy>]| dangers.iter().map(|danger| 1.0 - danger.harms).product::<f64>();
    let mut steps = Vec::new();
    for hex in walk {
        let dangers = dangers(view, &units, *hex, *hex == end);
        let arrives = if *hex == end { safe(&dangers) } else { 1.0 };
        steps.push(Step { hex: *hex, arrives, dangers });
    }
    let now = safe(&dangers(view, &units, here, false));
    let there = steps.last().map_or(now, |step| safe(&step.dangers));
    let attack = attacked.map(|hex| declared_odds(view, enemy.other(), &units, hex, end));
    let hides = |hex: Hex| view.hides(hex, enemy);
    let is_incomplete = view.play.hexes_of(view.setup, enemy).into_iter().any(hides);
    let sentence = say(view, &units, end, there, is_incomplete);
    let sentence = match &attack {
        Some(odds) => format!("{sentence}. {}", odds.sentence),
        None => sentence,
    };
    let attacks = attack.iter().map(|odds| (ASSAULT.to_owned(), of_assault(odds))).collect();
    Ok(Prospect { sentence, steps, arrives: there, here: now, there, refused: None, attacks })
}

/// Known enemies that may fire at units in a hex when they react, the most dangerous first.
///
/// Rule: LHY-TURN-2, LHY-SAF-1.
fn dangers(view: View<'_>, units: &[UnitId], hex: Hex, is_end: bool) -> Vec<Danger<Lhy>> {
    let Some(first) = units.first() else { return Vec::new() };
    let own = view.setup.side(*first);
    let mut play = view.play.clone();
    let moved: Vec<(UnitId, Hex)> = units.iter().map(|unit| (*unit, hex)).collect();
    play.bring(view.setup, &moved, hex);
    let there = View { play: &play, ..view };
    let enemies = view.play.on_map(view.setup, own.other());
    let ready = enemies.filter(|(unit, state, _)| !state.acted && view.knows(*unit));
    let danger = |(unit, _, _): (UnitId, &Unit, Hex)| {
        let odds = fire_odds(there, unit, hex).ok()?;
        let struck = odds.units.iter().filter(|of| units.contains(&of.unit));
        let safe: f64 = struck.map(|of| of.unharmed).product();
        (safe < 1.0).then(|| Danger { counter: unit.into(), harms: 1.0 - safe, is_expected: is_end })
    };
    let mut all: Vec<Danger<Lhy>> = ready.filter_map(danger).collect();
    all.sort_by(|a, b| b.harms.total_cmp(&a.harms).then(a.counter.cmp(&b.counter)));
    all
}

fn say(view: View<'_>, units: &[UnitId], end: Hex, there: f64, is_incomplete: bool) -> String {
    let who: Vec<String> = units.iter().map(UnitId::to_string).collect();
    let place = view.setup.place(end);
    let fate = match there {
        all if all >= 1.0 => "no known enemy can fire at it there".to_owned(),
        some => format!("unharmed there with {} if every known enemy fires", percent(some)),
    };
    let more = if is_incomplete { "; concealed enemies are not counted (LHY-STA-5)" } else { "" };
    format!("{} to {place}: {fate} (LHY-TURN-2){more}", who.join(", "))
}
