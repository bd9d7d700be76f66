//! Why a group can do nothing at a target: what the gate says of the orders that come nearest.

use tabletop::agenda::Decision;
use tabletop::refusal::Refusal;
use tabletop_counters::Target;
use tabletop_hexes::hex::Hex;

use super::moves::Group;
use crate::card::Flag;
use crate::chapters::movement::{Pace, plan_step};
use crate::game::{View, Wsr};
use crate::gate::{Mistake, judge};
use crate::ids::{Subject, UnitId};
use crate::listing::{entries, weapons};
use crate::order::{Choice, Entry, Order, Price};
use crate::survey::ways_from;

/// An order that comes near, and why it is refused.
pub type Why = (String, Refusal<Wsr>);

/// The refusals of a group's fire at a target and of its way there; empty where nothing comes near.
///
/// Rule: WSR-FIR-2, WSR-FIR-4, WSR-LOS-4, WSR-MOV-1, WSR-MOV-2, WSR-BAS-8, WSR-ASL-1, WSR-SCN-2.
pub fn why_not(
    view: View<'_>,
    decision: Decision<Wsr>,
    counters: &[Subject],
    target: Target<Wsr>,
) -> Vec<Why> {
    let (hex, aimed) = match target {
        Target::Hex(hex) | Target::Counter(Subject::Hex(hex)) => (Some(hex), None),
        Target::Counter(Subject::Unit(unit)) => (view.play.hex_of(unit), Some(unit)),
        Target::Counter(Subject::Hq(hq)) => (view.play.hq_hex(hq), None),
    };
    let Some(hex) = hex else { return Vec::new() };
    let refused = |order: &Order| {
        let judged = judge(view, decision.player, order, decision.choice)?;
        judged.err()
    };
    match decision.choice {
        Choice::SetUp => {
            let order = match counters.first() {
                Some(Subject::Unit(unit)) => Order::Deploy { unit: *unit, hex },
                Some(Subject::Hq(hq)) => Order::DeployHq { hq: *hq, hex },
                Some(Subject::Hex(_)) | None => return Vec::new(),
            };
            refused(&order).map(|why| ("set up".to_owned(), why)).into_iter().collect()
        }
        Choice::Retreat { .. } => {
            refused(&Order::Retreat { to: hex }).map(|why| ("retreat".to_owned(), why)).into_iter().collect()
        }
        Choice::AirTarget => {
            refused(&Order::AirStrike { hex }).map(|why| ("strike".to_owned(), why)).into_iter().collect()
        }
        Choice::Operations | Choice::GoOn => {
            let Ok(group) = Group::of(view, counters) else { return Vec::new() };
            let fire = shot(view, decision, &group.units, hex, aimed).map(|why| ("fire".to_owned(), why));
            fire.into_iter().chain(entry(view, decision, &group, hex)).collect()
        }
        Choice::Opportunity => {
            let units = counters.iter().filter_map(|counter| match counter {
                Subject::Unit(unit) => Some(*unit),
                Subject::Hq(_) | Subject::Hex(_) => None,
            });
            let units: Vec<UnitId> = units.collect();
            shot(view, decision, &units, hex, aimed).map(|why| ("fire".to_owned(), why)).into_iter().collect()
        }
        Choice::Mines
        | Choice::Lend
        | Choice::Flak
        | Choice::Misdirect
        | Choice::Arrange { .. }
        | Choice::ReplaceHq
        | Choice::Fate
        | Choice::Return { .. } => Vec::new(),
    }
}

/// The refusal of the fire of a group's first unit at an enemy in a hex; `None` where there is none, and in the middle of a move.
fn shot(
    view: View<'_>,
    decision: Decision<Wsr>,
    units: &[UnitId],
    hex: Hex,
    aimed: Option<UnitId>,
) -> Option<Refusal<Wsr>> {
    let unit = *units.first()?;
    let enemies = view.play.in_hex(hex, unit.side.other());
    let target = aimed.filter(|aimed| enemies.contains(aimed)).or(enemies.first().copied())?;
    let refused = |order: &Order| judge(view, decision.player, order, decision.choice)?.err();
    if view.setup.card(unit).is(Flag::Mortar) {
        return refused(&Order::Bombard { unit, hex, spotter: None, lead: None });
    }
    match weapons(view, unit, target).next() {
        Some(weapon) => refused(&Order::Fire { unit, target, weapon, lead: None, price: Price::Usual }),
        None => Some(Refusal::new(Mistake::WrongWeapon { target }).about(unit)),
    }
}

/// The refusals of the last step into a hex, from the cheapest hex beside it that the group can reach.
fn entry(view: View<'_>, decision: Decision<Wsr>, group: &Group, hex: Hex) -> Vec<Why> {
    let Some(first) = group.units.first().copied() else { return Vec::new() };
    let march = view.play.march.as_ref().filter(|march| march.units == group.units);
    let here = march.map_or_else(|| view.play.hex_of(first), |march| march.hex);
    let Some(here) = here.filter(|here| *here != hex) else { return Vec::new() };
    let spent = march.map_or_else(|| vec![0; group.units.len()], |march| march.spent.clone());
    let reached = ways_from(view, &group.units, group.hq, here, spent.clone());
    let walks = reached.into_iter().filter(|way| way.entry == Entry::Walk).map(|way| (way.hex, way.spent));
    let beside = walks.chain([(here, spent)]).filter(|(from, _)| from.distance(hex) == 1);
    let Some((from, spent)) = beside.min_by_key(|(_, spent)| spent.iter().copied().max()) else {
        return Vec::new();
    };
    let refusal = |entry: &Entry| {
        let pace = Pace { units: &group.units, spent: &spent, hq: group.hq, from, to: hex, entry: *entry };
        let mistake = plan_step(view.setup, view.play, pace).err()?;
        Some((super::moves::manner(*entry).to_owned(), Refusal::new(mistake).about(first)))
    };
    entries(view, hex, decision.player).iter().filter_map(refusal).collect()
}
