//! Every answer to a choice: candidates that pass the gate.

use tabletop::agenda::Decision;
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use crate::game::{View, Wsr};
use crate::gate::is_legal;
use crate::ids::{HqId, UnitId};
use crate::order::{Caller, Choice, Entry, Mission, Order, Price, Weapon};
use crate::play::Place;

/// The legal orders at a decision.
pub fn orders(view: View<'_>, decision: Decision<Wsr>) -> Vec<Order> {
    let player = decision.player;
    let mut all = match decision.choice {
        Choice::SetUp => set_ups(view),
        Choice::Operations => operations(view, player),
        Choice::GoOn => ways_on(view),
        Choice::Mines => vec![Order::LayMines, Order::KeepMines],
        Choice::Opportunity => opportunities(view, player),
        Choice::Lend => {
            let units = view.play.on_map(player).map(|(unit, _, _)| Order::Lend { unit });
            units.chain([Order::KeepLeadership]).collect()
        }
        Choice::Retreat { .. } => {
            let hex = view.play.fight.as_ref().map(|fight| fight.hex);
            hex.into_iter().flat_map(Hex::neighbours).map(|to| Order::Retreat { to }).collect()
        }
        Choice::AirTarget => {
            enemy_hexes(view, player).into_iter().map(|hex| Order::AirStrike { hex }).collect()
        }
        Choice::Flak => {
            let units = view.play.on_map(player).map(|(unit, _, _)| Order::FlakFire { unit });
            units.chain([Order::HoldFire]).collect()
        }
        Choice::Misdirect => {
            let hex = view.play.strike.as_ref().map(|strike| strike.hex);
            hex.into_iter().flat_map(Hex::neighbours).map(|hex| Order::Misdirect { hex }).collect()
        }
    };
    all.retain(|order| is_legal(view, decision, order));
    all
}

fn set_ups(View { setup, play, .. }: View<'_>) -> Vec<Order> {
    let hexes = || setup.level.map.hexes();
    let unit = play.units.iter().find(|(_, unit)| unit.place == Place::Reserve);
    if let Some((unit, _)) = unit {
        return hexes().map(|hex| Order::Deploy { unit: *unit, hex }).collect();
    }
    let hq = play.hqs.iter().find(|(_, hq)| hq.place == Place::Reserve);
    hq.map_or(Vec::new(), |(hq, _)| hexes().map(|hex| Order::DeployHq { hq: *hq, hex }).collect())
}

fn enemy_hexes(view: View<'_>, player: Side) -> Vec<Hex> {
    let mut hexes: Vec<Hex> = view.play.on_map(player.other()).map(|(_, _, hex)| hex).collect();
    hexes.sort();
    hexes.dedup();
    hexes
}

fn operations(view: View<'_>, player: Side) -> Vec<Order> {
    let View { setup, play, .. } = view;
    let mut all = Vec::new();
    let enemies: Vec<UnitId> = play.on_map(player.other()).map(|(unit, _, _)| unit).collect();
    let able: Vec<(UnitId, Hex)> = play
        .on_map(player)
        .filter(|(_, unit, _)| !unit.done && !unit.out_of_command)
        .map(|(unit, _, hex)| (unit, hex))
        .collect();
    for (unit, hex) in &able {
        fires(view, *unit, *hex, &enemies, &mut all);
        mortar_fires(view, *unit, *hex, &enemy_hexes(view, player), &mut all);
        all.extend(hex.neighbours().map(|hex| Order::Clear { unit: *unit, hex }));
        all.push(Order::Unload { carrier: *unit });
        let others = play.in_hex(*hex, player).into_iter();
        all.extend(others.map(|other| Order::Load { carrier: *unit, unit: other }));
    }
    marches(view, player, &able, &mut all);
    if play.missions[player.index()] > 0 {
        for caller in callers(view, player) {
            let fire = enemy_hexes(view, player).into_iter();
            all.extend(fire.map(|hex| Order::Call { caller, hex, mission: Mission::HighExplosive }));
            let smoke = setup.level.map.hexes();
            all.extend(smoke.map(|hex| Order::Call { caller, hex, mission: Mission::Smoke }));
        }
    }
    all.push(Order::Done);
    all
}

fn leads(view: View<'_>, unit: UnitId, hex: Hex) -> Vec<Option<HqId>> {
    let hq = view.play.hq_in(hex, unit.side);
    hq.map(Some).into_iter().chain([None]).collect()
}

fn callers(view: View<'_>, player: Side) -> Vec<Caller> {
    let units = view.play.on_map(player).map(|(unit, _, _)| Caller::Unit(unit));
    let hqs = view.play.hqs.keys().filter(|hq| hq.side == player).map(|hq| Caller::Hq(*hq));
    units.chain(hqs).collect()
}

fn fires(view: View<'_>, unit: UnitId, hex: Hex, targets: &[UnitId], all: &mut Vec<Order>) {
    for target in targets {
        for lead in leads(view, unit, hex) {
            for weapon in [Weapon::ArmourPiercing, Weapon::HighExplosive, Weapon::Flak] {
                let prices = [Price::Usual, Price::Firepower];
                all.extend(prices.map(|price| Order::Fire { unit, target: *target, weapon, lead, price }));
            }
        }
    }
}

fn mortar_fires(view: View<'_>, unit: UnitId, hex: Hex, targets: &[Hex], all: &mut Vec<Order>) {
    if !view.setup.card(unit).is(crate::card::Flag::Mortar) {
        return;
    }
    let callers = callers(view, unit.side);
    for target in targets {
        for lead in leads(view, unit, hex) {
            let spotters = callers.iter().map(|caller| Some(*caller)).chain([None]);
            all.extend(spotters.map(|spotter| Order::Bombard { unit, hex: *target, spotter, lead }));
        }
    }
}

const ENTRIES: [Entry; 3] = [Entry::Walk, Entry::Assault, Entry::Overrun];

/// Moves of single units and of pairs, with the (s)HQ or without.
fn marches(view: View<'_>, player: Side, able: &[(UnitId, Hex)], all: &mut Vec<Order>) {
    for (unit, hex) in able {
        let here = view.play.hq_in(*hex, player);
        let others = able.iter().filter(|(other, at)| at == hex && other != unit);
        let upper_first = view.play.in_hex(*hex, player);
        let place = |unit: &UnitId| upper_first.iter().position(|known| known == unit);
        let pairs =
            others.filter(|(other, _)| place(unit) < place(other)).map(|(other, _)| vec![*unit, *other]);
        for units in pairs.chain([vec![*unit]]) {
            for hq in here.map(Some).into_iter().chain([None]) {
                for to in hex.neighbours() {
                    all.extend(ENTRIES.map(|entry| Order::March { units: units.clone(), hq, to, entry }));
                }
            }
        }
    }
}

fn ways_on(View { play, .. }: View<'_>) -> Vec<Order> {
    let Some(march) = &play.march else { return Vec::new() };
    let (Some(hex), Some(first)) = (march.hex, march.units.first()) else { return Vec::new() };
    let mut all: Vec<Order> =
        hex.neighbours().flat_map(|to| ENTRIES.map(|entry| Order::GoOn { to, entry })).collect();
    all.push(Order::Unload { carrier: *first });
    let others = play.in_hex(hex, first.side).into_iter();
    all.extend(others.map(|unit| Order::Load { carrier: *first, unit }));
    all.push(Order::Stop);
    all
}

fn opportunities(view: View<'_>, player: Side) -> Vec<Order> {
    let Some(march) = &view.play.march else { return Vec::new() };
    let mut all = Vec::new();
    for (unit, state, hex) in view.play.on_map(player) {
        if state.done || state.disrupted {
            continue;
        }
        fires(view, unit, hex, &march.units, &mut all);
        mortar_fires(view, unit, hex, march.hex.as_slice(), &mut all);
    }
    all.push(Order::HoldFire);
    all
}
