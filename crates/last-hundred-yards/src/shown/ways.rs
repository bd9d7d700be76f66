//! Ways of a unit and of those who assault together, their order, and the move foretold.

use tabletop::agenda::Decision;
use tabletop::game::Game;
use tabletop::refusal::Refusal;
use tabletop_counters::{Prospect, Way};
use tabletop_hexes::hex::Hex;

use crate::chapters::declaring;
use crate::chapters::movement::{
    Moment, allowance, path_to, plan_maneuver, ways as ways_within, withdrawals,
};
use crate::game::Lhy;
use crate::gate::{Mistake, judge, may_act};
use crate::ids::{Subject, UnitId};
use crate::order::{Choice, Order};
use crate::view::View;

/// Manners of entering a hex, to players.
const MANEUVER: &str = "maneuver";
const WITHDRAW: &str = "withdraw";

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
        [unit] => moves(view, decision, *unit, moment),
        _ => Vec::new(),
    };
    if moment == Moment::Action {
        all.extend(assaults(view, decision, &units));
    }
    Ok(all)
}

fn is_legal(view: View<'_>, decision: Decision<Lhy>, order: &Order) -> bool {
    matches!(judge(view, decision.player, order, decision.choice), Some(Ok(())))
}

fn moves(view: View<'_>, decision: Decision<Lhy>, unit: UnitId, moment: Moment) -> Vec<Way> {
    let View { setup, play, .. } = view;
    let card = setup.card(unit);
    let Some(start) = play.hex_of(unit) else { return Vec::new() };
    let points = allowance(setup, card, moment);
    let reached = ways_within(setup, play, unit, start, points);
    let maneuvers =
        reached.iter().filter(|(to, _)| is_legal(view, decision, &Order::Maneuver { unit, to: **to }));
    let maneuvers = maneuvers.map(|(to, (spent, _))| Way {
        hex: *to,
        path: path_to(&reached, *to),
        is_attack: false,
        manner: MANEUVER.to_owned(),
        cost: format!("{} of {} maneuver points", halves(*spent), halves(points)),
    });
    let back = withdrawals(setup, play, unit).into_iter();
    let back = back.filter(|(to, _)| is_legal(view, decision, &Order::Withdraw { unit, to: *to }));
    let back = back.map(|(hex, path)| Way {
        hex,
        cost: format!(
            "{} of {} hexes back; what is Regrouping is so no more",
            path.len(),
            setup.rules.numbers.withdraw_hexes
        ),
        path,
        is_attack: false,
        manner: WITHDRAW.to_owned(),
    });
    maneuvers.chain(back).collect()
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
        let cost = format!("by {from}, {who}");
        Some(Way { hex, path, is_attack: true, manner: assault_by(from), cost })
    };
    sides.filter_map(way).collect()
}

fn assault_by(from: Hex) -> String {
    format!("assault by {from}")
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

/// The move of a group along a path.
///
/// Rule: LHY-TURN-2 (who saw something reacts.)
pub fn prospect(view: View<'_>, group: &[Subject], path: &[Hex]) -> Result<Prospect<Lhy>, Refusal<Lhy>> {
    let _ = (view, group, path, plan_maneuver);
    Err(Refusal::new(Mistake::NotThere))
}

/// Sight between two hexes.
///
/// Rule: LHY-SAF-1.
pub fn sight(view: View<'_>, from: Hex, to: Hex) -> Result<(String, Option<Hex>), Refusal<Lhy>> {
    let map = &view.setup.level.map;
    if let Some(off) = [from, to].into_iter().find(|hex| !map.contains(*hex)) {
        return Err(Refusal::new(Mistake::OffMap { hex: off }));
    }
    let distance = from.distance(to);
    let blocker = view.setup.sights.sight(from, to).blocker();
    let hexes = if distance == 1 { "1 hex".to_owned() } else { format!("{distance} hexes") };
    let words = match blocker {
        None => format!("{from} sees {to}, {hexes} away (LHY-SAF-1)"),
        Some(blocker) => {
            let name = view.setup.terrain(blocker).id.replace('-', " ");
            format!("{name} in {blocker} hides {to} from {from} (LHY-SAF-1)")
        }
    };
    Ok((words, blocker))
}
