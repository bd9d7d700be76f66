//! Fire, opportunity fire, missions.

use tabletop_hexes::hex::Hex;

use super::super::tables::unsaved;
use super::looks::{Look, Seen};
use super::{Terms, Weighed, smoke};
use crate::chapters::basics::leadership;
use crate::chapters::fire::is_concealed;
use crate::ids::{HqId, UnitId};
use crate::listing::weapons;
use crate::order::{Caller, Mission, Order, Price};

/// Expected cost to an enemy of a unit's fire.
fn harm(look: &Look<'_>, unit: &Seen<'_>, target: &Seen<'_>, hidden: bool, led: u8) -> f64 {
    let distance = unit.hex.distance(target.hex);
    let mean = unit.counter.hits(unit.state.reduced, target.counter.hard, distance);
    if mean <= 0.0 || !look.sees(unit.hex, target.hex) {
        return 0.0;
    }
    let mut saves = look.tables.saves(target.counter, target.place, hidden);
    if look.view.play.positions.contains(&target.hex) {
        saves += 1.0;
    }
    let mean = mean + f64::from(led) * 0.5;
    look.weights.harm * target.counter.cost_of(target.state, unsaved(mean, saves), &look.weights)
}

/// The headquarters that may lend its leadership to a unit's fire, and how much.
fn lead(look: &Look<'_>, unit: &Seen<'_>, own_impulse: bool) -> (Option<HqId>, u8) {
    let play = look.view.play;
    let hq = play.hq_in(unit.hex, unit.id.side);
    let free = hq.filter(|hq| !own_impulse || play.hqs.get(hq).is_some_and(|hq| !hq.lent));
    let led = free.map_or(0, |hq| leadership(look.view.setup, play, hq));
    (free.filter(|_| led > 0), led)
}

fn order(look: &Look<'_>, unit: &Seen<'_>, target: &Seen<'_>, lead: Option<HqId>) -> Option<Order> {
    if unit.counter.mortar {
        return Some(Order::Bombard { unit: unit.id, hex: target.hex, spotter: None, lead });
    }
    let weapon = weapons(look.view, unit.id, target.id).next()?;
    Some(Order::Fire { unit: unit.id, target: target.id, weapon, lead, price: Price::Usual })
}

/// Fire of able units at whom they see.
pub fn fires(look: &Look<'_>, only: Option<UnitId>) -> Vec<Weighed> {
    let hidden: Vec<bool> = look
        .enemies
        .iter()
        .map(|enemy| is_concealed(look.view.setup, look.view.play, enemy.id, false))
        .collect();
    let mut all = Vec::new();
    for unit in look.able().filter(|unit| !unit.state.disrupted && only.is_none_or(|only| unit.id == only)) {
        let (hq, led) = lead(look, &unit, true);
        for (enemy, hidden) in look.enemies.iter().zip(&hidden) {
            let harm = harm(look, &unit, enemy, *hidden, led);
            if harm > 0.0
                && let Some(order) = order(look, &unit, enemy, hq)
            {
                all.push(Weighed::new(order, Terms { harm, ..Terms::default() }));
            }
        }
    }
    all
}

/// Opportunity fire at the stack that moves; it is worth more at who comes to a goal.
pub fn opportunities(look: &Look<'_>) -> Vec<Weighed> {
    let moving = look.view.play.march.as_ref().map_or(&[][..], |march| &march.units);
    let mut all = Vec::new();
    let able = look.own.iter().filter(|unit| !unit.state.done && !unit.state.disrupted);
    for unit in able {
        let (hq, led) = lead(look, unit, false);
        for target in look.enemies.iter().filter(|enemy| moving.contains(&enemy.id)) {
            let harm = harm(look, unit, target, false, led);
            if harm >= look.weights.interrupts_from
                && let Some(order) = order(look, unit, target, hq)
            {
                all.push(Weighed::new(order, Terms { harm, ..Terms::default() }));
            }
        }
    }
    all.sort_by(|a, b| b.value.total_cmp(&a.value));
    all.push(Weighed::plain(Order::HoldFire));
    all
}

/// Missions: high explosive on hexes with enemies, and smoke on them.
pub fn calls(look: &Look<'_>) -> Vec<Weighed> {
    let play = look.view.play;
    if play.missions[look.side.index()] == 0 {
        return Vec::new();
    }
    let has_smoke = look.view.setup.force(look.side).missions.smoke;
    let blinding = if has_smoke { smoke::values(look) } else { Vec::new() };
    let recon =
        look.own.iter().filter(|unit| unit.counter.recon && !unit.state.disrupted && !unit.state.done);
    let units = recon.map(|unit| (Caller::Unit(unit.id), unit.hex));
    let hqs = play.hqs.keys().filter(|hq| hq.side == look.side);
    let hqs = hqs.filter_map(|hq| Some((Caller::Hq(*hq), play.hq_hex(*hq)?)));
    let callers: Vec<(Caller, Hex)> = units.chain(hqs).collect();
    let mut all = Vec::new();
    for enemy in &look.enemies {
        let harm = struck(look, enemy.hex);
        if harm > 0.0 {
            for (caller, _) in callers.iter().filter(|(_, at)| look.sees(*at, enemy.hex)) {
                let order = Order::Call { caller: *caller, hex: enemy.hex, mission: Mission::HighExplosive };
                all.push(Weighed::new(order, Terms { harm, ..Terms::default() }));
            }
        }
    }
    for (hex, terms) in blinding {
        for (caller, _) in callers.iter().filter(|(_, at)| look.sees(*at, hex)) {
            all.push(Weighed::new(Order::Call { caller: *caller, hex, mission: Mission::Smoke }, terms));
        }
    }
    all
}

/// Expected cost to the enemy of a mission on a hex, less that to friends.
fn struck(look: &Look<'_>, hex: Hex) -> f64 {
    let missions = look.view.setup.force(look.side).missions;
    let mean = f64::from(missions.dice) * f64::from(7 - missions.to_hit.clamp(2, 6)) / 6.0;
    let near = |unit: &&Seen<'_>| unit.hex.distance(hex) <= 1;
    let cost = |unit: &Seen<'_>| {
        let sharing = look.crowd[unit.place].iter().copied().max().unwrap_or(1).max(1);
        let cover = look.tables.places[unit.place].cover[0] + f64::from(u8::from(unit.counter.hard));
        let hits = unsaved(mean, cover * look.tables.save_face) / f64::from(sharing);
        unit.counter.cost_of(unit.state, hits, &look.weights)
    };
    let enemies: f64 = look.enemies.iter().filter(near).map(cost).sum();
    let own: f64 = look.own.iter().filter(near).map(cost).sum();
    look.weights.harm * enemies * 5.0 / 6.0 - own
}
