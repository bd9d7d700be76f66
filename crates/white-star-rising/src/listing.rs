//! Every answer to a choice: candidates that pass the gate.

use std::ops::ControlFlow::{self, Break, Continue};

use tabletop::agenda::Decision;
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use crate::card::Flag;
use crate::data::ruleset::Extended;
use crate::fate;
use crate::game::{View, Wsr};
use crate::gate::is_legal;
use crate::ids::{HqId, UnitId};
use crate::order::{Caller, Choice, Entry, Mission, Order, Price, Weapon};
use crate::play::{Place, Unit};

/// Treatment of each candidate; a break ends the listing.
type Each<'e> = &'e mut dyn FnMut(Order) -> ControlFlow<()>;

/// The legal orders at a decision.
pub fn orders(view: View<'_>, decision: Decision<Wsr>) -> Vec<Order> {
    let mut all = Vec::new();
    let _ = candidates(view, decision, &mut |order| {
        if is_legal(view, decision, &order) {
            all.push(order);
        }
        Continue(())
    });
    all
}

/// There is a legal order of a kind at a decision.
pub fn any_order(view: View<'_>, decision: Decision<Wsr>, is_wanted: impl Fn(&Order) -> bool) -> bool {
    let found = candidates(view, decision, &mut |order| {
        if is_wanted(&order) && is_legal(view, decision, &order) { Break(()) } else { Continue(()) }
    });
    found.is_break()
}

fn give(orders: impl IntoIterator<Item = Order>, each: Each<'_>) -> ControlFlow<()> {
    orders.into_iter().try_for_each(each)
}

fn candidates(view: View<'_>, decision: Decision<Wsr>, each: Each<'_>) -> ControlFlow<()> {
    let player = decision.player;
    let play = view.play;
    let own = || play.on_map(player).map(|(unit, _, _)| unit);
    match decision.choice {
        Choice::SetUp => set_ups(view, player, each),
        Choice::Operations => operations(view, player, each),
        Choice::GoOn => ways_on(view, each),
        Choice::Mines => give([Order::LayMines, Order::KeepMines], each),
        Choice::Opportunity => opportunities(view, player, each),
        Choice::Lend => give(own().map(|unit| Order::Lend { unit }).chain([Order::KeepLeadership]), each),
        Choice::Retreat { .. } => {
            let hex = play.fight.as_ref().map(|fight| fight.hex);
            give(hex.into_iter().flat_map(Hex::neighbours).map(|to| Order::Retreat { to }), each)
        }
        Choice::AirTarget => {
            give(enemy_hexes(view, player).into_iter().map(|hex| Order::AirStrike { hex }), each)
        }
        Choice::Flak => give(own().map(|unit| Order::FlakFire { unit }).chain([Order::HoldFire]), each),
        Choice::Misdirect => {
            let hex = play.strike.as_ref().map(|strike| strike.hex);
            give(hex.into_iter().flat_map(Hex::neighbours).map(|hex| Order::Misdirect { hex }), each)
        }
        Choice::Arrange { hex } => {
            let units = play.in_hex(hex, player).into_iter().map(|unit| Order::Raise { unit });
            give(units.chain([Order::KeepOrder]), each)
        }
        Choice::ReplaceHq => {
            let hexes = crate::run::replacements(view.setup, play, player);
            give(hexes.into_iter().map(|hex| Order::ReplaceHq { hex }), each)
        }
        Choice::Fate => give(fate::uses(play), each),
        Choice::Return { .. } => give([Order::ReturnMarker, Order::KeepMarker], each),
    }
}

fn set_ups(view: View<'_>, player: Side, each: Each<'_>) -> ControlFlow<()> {
    let View { setup, play, .. } = view;
    let hexes = || setup.level.map.hexes();
    if let Some((unit, _)) = play.units.iter().find(|(_, unit)| unit.place == Place::Reserve) {
        give(hexes().map(|hex| Order::Deploy { unit: *unit, hex }), each)?;
    } else if let Some((hq, _)) = play.hqs.iter().find(|(_, hq)| hq.place == Place::Reserve) {
        give(hexes().map(|hex| Order::DeployHq { hq: *hq, hex }), each)?;
    }
    raises(view, player, each)
}

/// Rule: WSR-BAS-9.
fn raises(View { play, .. }: View<'_>, player: Side, each: Each<'_>) -> ControlFlow<()> {
    let units = play.formed.iter().flat_map(|hex| play.in_hex(*hex, player));
    give(units.map(|unit| Order::Raise { unit }), each)
}

pub fn enemy_hexes(view: View<'_>, player: Side) -> Vec<Hex> {
    let mut hexes: Vec<Hex> = view.play.on_map(player.other()).map(|(_, _, hex)| hex).collect();
    hexes.sort();
    hexes.dedup();
    hexes
}

/// Units that may act in their impulse, with their hexes.
pub fn able(view: View<'_>, player: Side) -> Vec<(UnitId, &Unit, Hex)> {
    view.play.on_map(player).filter(|(_, unit, _)| !unit.done && !unit.out_of_command).collect()
}

fn operations(view: View<'_>, player: Side, each: Each<'_>) -> ControlFlow<()> {
    let View { setup, play, .. } = view;
    let able = able(view, player);
    let enemies = enemy_hexes(view, player);
    for (unit, state, hex) in &able {
        if !state.disrupted {
            for at in &enemies {
                fires(view, *unit, *hex, &play.in_hex(*at, player.other()), each)?;
            }
            mortar_fires(view, *unit, *hex, &enemies, each)?;
            let mined = hex.neighbours().filter(|hex| play.mines.contains(hex));
            give(mined.map(|hex| Order::Clear { unit: *unit, hex }), each)?;
        }
        carrying(view, *unit, *hex, each)?;
    }
    marches(view, player, &able, each)?;
    if play.missions[player.index()] > 0 {
        for caller in callers(view, player) {
            let fire = enemies.iter();
            give(fire.map(|hex| Order::Call { caller, hex: *hex, mission: Mission::HighExplosive }), each)?;
            if setup.force(player).missions.smoke {
                let hexes = setup.level.map.hexes();
                give(hexes.map(|hex| Order::Call { caller, hex, mission: Mission::Smoke }), each)?;
            }
        }
    }
    raises(view, player, each)?;
    if play.fate[player.index()] > 0 {
        let own = || play.on_map(player);
        let lost = own().filter(|(_, unit, _)| unit.out_of_command).map(|(_, _, hex)| hex);
        let lost: std::collections::BTreeSet<Hex> = lost.collect();
        give(lost.into_iter().map(|hex| Order::RestoreCommand { hex }), each)?;
        give(own().filter(|(_, unit, _)| unit.done).map(|(unit, ..)| Order::Refresh { unit }), each)?;
    }
    each(Order::Done)
}

/// Loading and unloading.
fn carrying(view: View<'_>, unit: UnitId, hex: Hex, each: Each<'_>) -> ControlFlow<()> {
    if !view.setup.card(unit).is(Flag::Transport) {
        return Continue(());
    }
    each(Order::Unload { carrier: unit })?;
    let others = view.play.in_hex(hex, unit.side).into_iter();
    give(others.map(|other| Order::Load { carrier: unit, unit: other }), each)
}

fn leads(view: View<'_>, unit: UnitId, hex: Hex) -> impl Iterator<Item = Option<HqId>> {
    view.play.hq_in(hex, unit.side).map(Some).into_iter().chain([None])
}

/// Callers of artillery and eyes of mortars: headquarters and reconnaissance.
fn callers(view: View<'_>, player: Side) -> Vec<Caller> {
    let recon = view.play.on_map(player).filter(|(unit, ..)| view.setup.card(*unit).is(Flag::Recon));
    let units = recon.map(|(unit, _, _)| Caller::Unit(unit));
    let hqs = view.play.hqs.keys().filter(|hq| hq.side == player).map(|hq| Caller::Hq(*hq));
    units.chain(hqs).collect()
}

/// Weapons of a unit that suit a target.
pub fn weapons(view: View<'_>, unit: UnitId, target: UnitId) -> impl Iterator<Item = Weapon> {
    let (card, is_hard) = (view.setup.card(unit), view.setup.card(target).is_hard());
    let has = |there: bool, weapon| there.then_some(weapon);
    [
        has(is_hard && card.full.ap.is_some(), Weapon::ArmourPiercing),
        has(is_hard && card.full.flak.is_some(), Weapon::Flak),
        has(!is_hard && card.full.he.is_some() && !card.is(Flag::Mortar), Weapon::HighExplosive),
    ]
    .into_iter()
    .flatten()
}

fn fires(view: View<'_>, unit: UnitId, hex: Hex, targets: &[UnitId], each: Each<'_>) -> ControlFlow<()> {
    let picks = view.setup.rules.switches.extended == Extended::Choice;
    for target in targets {
        for weapon in weapons(view, unit, *target) {
            for lead in leads(view, unit, hex) {
                let fire = |price| Order::Fire { unit, target: *target, weapon, lead, price };
                each(fire(Price::Usual))?;
                if picks {
                    each(fire(Price::Firepower))?;
                }
            }
        }
    }
    Continue(())
}

fn mortar_fires(view: View<'_>, unit: UnitId, hex: Hex, targets: &[Hex], each: Each<'_>) -> ControlFlow<()> {
    if !view.setup.card(unit).is(Flag::Mortar) {
        return Continue(());
    }
    let callers = callers(view, unit.side);
    for target in targets {
        for lead in leads(view, unit, hex) {
            let spotters = callers.iter().map(|caller| Some(*caller)).chain([None]);
            give(spotters.map(|spotter| Order::Bombard { unit, hex: *target, spotter, lead }), each)?;
        }
    }
    Continue(())
}

/// Ways of entering a hex: a walk, or an attack where an enemy is.
pub fn entries(view: View<'_>, to: Hex, player: Side) -> &'static [Entry] {
    match view.play.has_units(to, player.other()) {
        true => &[Entry::Assault, Entry::Overrun],
        false => &[Entry::Walk],
    }
}

/// Moves of single units and of pairs, with the (s)HQ or without.
fn marches(view: View<'_>, player: Side, able: &[(UnitId, &Unit, Hex)], each: Each<'_>) -> ControlFlow<()> {
    for (unit, _, hex) in able {
        let upper_first = view.play.in_hex(*hex, player);
        let place = |unit: &UnitId| upper_first.iter().position(|known| known == unit);
        let below = able.iter().filter(|(other, _, at)| at == hex && place(unit) < place(other));
        let pairs = below.map(|(other, ..)| vec![*unit, *other]);
        let stacks: Vec<Vec<UnitId>> = pairs.chain([vec![*unit]]).collect();
        for units in stacks {
            for hq in leads(view, *unit, *hex) {
                for to in view.setup.level.map.neighbours(*hex) {
                    let ways = entries(view, to, player).iter();
                    give(
                        ways.map(|entry| Order::March { units: units.clone(), hq, to, entry: *entry }),
                        each,
                    )?;
                }
            }
        }
    }
    Continue(())
}

fn ways_on(view: View<'_>, each: Each<'_>) -> ControlFlow<()> {
    let Some(march) = &view.play.march else { return Continue(()) };
    let (Some(hex), Some(first)) = (march.hex, march.units.first()) else { return Continue(()) };
    for to in view.setup.level.map.neighbours(hex) {
        give(entries(view, to, first.side).iter().map(|entry| Order::GoOn { to, entry: *entry }), each)?;
    }
    carrying(view, *first, hex, each)?;
    each(Order::Stop)
}

fn opportunities(view: View<'_>, player: Side, each: Each<'_>) -> ControlFlow<()> {
    let Some(march) = &view.play.march else { return Continue(()) };
    for (unit, state, hex) in view.play.on_map(player) {
        if !state.done && !state.disrupted {
            fires(view, unit, hex, &march.units, each)?;
            mortar_fires(view, unit, hex, march.hex.as_slice(), each)?;
        }
    }
    each(Order::HoldFire)
}
