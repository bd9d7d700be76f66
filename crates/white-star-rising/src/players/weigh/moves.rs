//! Moves and attacks of one unit: every place that it can reach, weighed.

use super::super::style::Weights;
use super::super::tables::unsaved;
use super::looks::{Look, Seen};
use super::{Terms, Weighed, carrying};
use crate::order::{Entry, Order};

/// Points that a move or an attack must be worth.
pub fn min_value(order: &Order, weights: &Weights) -> f64 {
    let attacks = matches!(order, Order::March { entry: Entry::Assault | Entry::Overrun, .. });
    if attacks { weights.attacks_from } else { weights.moves_from }
}

/// A place that a unit can reach.
#[derive(Clone, Copy)]
struct Way {
    spent: u8,
    /// The first place on the way.
    first: usize,
}

/// The cheapest ways from a place with some factors spent, by place.
fn ways(look: &Look<'_>, unit: &Seen<'_>, start: usize, spent: u8) -> Vec<(usize, Way)> {
    let limit = look.view.setup.rules.numbers.stacking;
    let mut best: Vec<Option<Way>> = vec![None; look.tables.places.len()];
    let mut open = vec![(start, spent)];
    while let Some((from, spent)) = open.pop() {
        if from != start && best[from].is_some_and(|way| way.spent < spent) {
            continue;
        }
        for (to, costs) in &look.tables.places[from].steps {
            let cost = costs[unit.counter.going];
            let [own, enemies] = look.crowd[*to];
            if cost == 0 || enemies > 0 || *to == start || own >= limit {
                continue;
            }
            // One hex is always allowed, and takes everything.
            let after = match spent + cost <= unit.counter.moves {
                true => spent + cost,
                false if spent == 0 => unit.counter.moves.max(1),
                false => continue,
            };
            if best[*to].is_none_or(|known| after < known.spent) {
                let first = if from == start { *to } else { best[from].map_or(*to, |way| way.first) };
                best[*to] = Some(Way { spent: after, first });
                open.push((*to, after));
            }
        }
    }
    best.into_iter().enumerate().filter_map(|(place, way)| Some((place, way?))).collect()
}

/// The place that a unit would go to if nobody could fire at it.
pub fn wanted_place(look: &Look<'_>, unit: &Seen<'_>) -> usize {
    let worth = |place: usize| {
        look.goals(unit, place) + look.weights.threat * look.threat(unit, place)
            - look.weights.command * look.lost(unit, place)
    };
    let reached = ways(look, unit, unit.place, 0).into_iter().map(|(place, _)| (worth(place), place));
    let here = (worth(unit.place), unit.place);
    reached.fold(here, |best, one| if one.0 > best.0 { one } else { best }).1
}

/// Worth to a unit of standing in a place.
fn standing(look: &Look<'_>, unit: &Seen<'_>, place: usize, stays: bool) -> Terms {
    let fear = if unit.state.disrupted { 2.0 } else { 1.0 };
    Terms {
        harm: 0.0,
        risk: look.weights.risk * fear * look.danger(unit, place, stays),
        goals: if unit.state.disrupted { 0.0 } else { look.goals(unit, place) },
        threat: look.weights.threat * look.threat(unit, place),
        command: look.weights.command * look.lost(unit, place),
    }
}

fn less(there: Terms, here: Terms) -> Terms {
    Terms {
        harm: there.harm - here.harm,
        risk: there.risk - here.risk,
        goals: there.goals - here.goals,
        threat: there.threat - here.threat,
        command: there.command - here.command,
    }
}

/// Moves and attacks of a unit that has not moved, best first.
pub fn of_unit(look: &Look<'_>, unit: &Seen<'_>) -> Vec<Weighed> {
    let play = look.view.play;
    let mut all = carrying::loads(look, unit);
    all.extend(carrying::unload(look, unit, 0));
    let hq = play.hq_in(unit.hex, look.side).filter(|_| look.crowd[unit.place][0] == 1);
    let march = |first: usize, entry: Entry| Order::March {
        units: vec![unit.id],
        hq,
        to: look.tables.places[first].hex,
        entry,
    };
    all.extend(weighed(look, unit, unit.place, 0, march));
    all.sort_by(|a, b| b.value.total_cmp(&a.value));
    all
}

/// Ways on of the stack that moves, and to stop.
pub fn going_on(look: &Look<'_>) -> Vec<Weighed> {
    let Some(march) = &look.view.play.march else { return Vec::new() };
    let leader = march.units.first().zip(march.spent.iter().max());
    let Some((first, spent)) = leader else { return Vec::new() };
    let Some(unit) = look.own.iter().find(|unit| unit.id == *first) else { return Vec::new() };
    let go = |first: usize, entry: Entry| Order::GoOn { to: look.tables.places[first].hex, entry };
    // Who has moved has Ops Complete wherever it stops: staying hides nobody.
    let mut all = weighed(look, unit, unit.place, *spent, go);
    all.extend(carrying::unload(look, unit, *spent));
    all.sort_by(|a, b| b.value.total_cmp(&a.value));
    all.retain(|one| one.value > 0.05);
    all.push(Weighed::plain(Order::Stop));
    all
}

fn weighed(
    look: &Look<'_>,
    unit: &Seen<'_>,
    start: usize,
    spent: u8,
    order: impl Fn(usize, Entry) -> Order,
) -> Vec<Weighed> {
    let here = standing(look, unit, start, spent == 0);
    let ways = ways(look, unit, start, spent);
    let load = carrying::load(look, unit);
    let mut all: Vec<Weighed> = Vec::new();
    for (place, way) in &ways {
        let mut terms = less(standing(look, unit, *place, false), here);
        if let Some(load) = &load {
            terms.goals += carrying::setting_down(look, unit, load, *place, way.spent);
        }
        all.push(Weighed::new(order(way.first, Entry::Walk), terms));
    }
    attacks(look, unit, (start, spent), &ways, &order, &mut all);
    all.sort_by(|a, b| b.value.total_cmp(&a.value));
    // Ways that begin alike are one order.
    let mut known: Vec<Order> = Vec::new();
    all.retain(|one| {
        let is_new = !known.contains(&one.order);
        if is_new {
            known.push(one.order.clone());
        }
        is_new
    });
    all
}

/// Attacks on enemies next to a place on the way.
fn attacks(
    look: &Look<'_>,
    unit: &Seen<'_>,
    (start, spent): (usize, u8),
    ways: &[(usize, Way)],
    order: &impl Fn(usize, Entry) -> Order,
    all: &mut Vec<Weighed>,
) {
    let Some((dice, chance)) = unit.counter.assault[usize::from(unit.state.reduced)] else { return };
    if unit.state.disrupted {
        return;
    }
    let here = [(start, Way { spent, first: usize::MAX })];
    for (from, way) in here.iter().chain(ways) {
        for (to, costs) in &look.tables.places[*from].steps {
            let cost = costs[unit.counter.going];
            if look.crowd[*to][1] == 0 || cost == 0 || way.spent + cost > unit.counter.moves {
                continue;
            }
            let first = if way.first == usize::MAX { *to } else { way.first };
            let entry = if way.first == usize::MAX { Entry::Assault } else { Entry::Walk };
            let terms = fought(look, unit, *to, dice * chance);
            all.push(Weighed::new(order(first, entry), terms));
        }
    }
}

/// Expected gain of an assault on a place.
fn fought(look: &Look<'_>, unit: &Seen<'_>, place: usize, hits: f64) -> Terms {
    let there: Vec<&Seen<'_>> = look.enemies.iter().filter(|enemy| enemy.place == place).collect();
    let hex = look.tables.places[place].hex;
    let hits = if look.view.play.positions.contains(&hex) { (hits - 0.8).max(0.0) } else { hits };
    let each = hits / there.len().max(1) as f64;
    let mut back = 0.0;
    let mut harm = 0.0;
    for enemy in &there {
        let fights = enemy.counter.defence[usize::from(enemy.state.reduced)];
        let chance = |chance: f64| if enemy.state.disrupted { 1.0 / 6.0 } else { chance };
        back += fights.map_or(0.0, |(dice, face)| dice * chance(face));
        harm += enemy.counter.cost_of(enemy.state, each, &look.weights);
    }
    let taken = (unsaved(hits, back) / hits.max(0.1)).min(1.0);
    Terms {
        harm: look.weights.harm * harm,
        risk: unit.counter.cost_of(unit.state, back, &look.weights)
            + look.weights.risk * look.danger(unit, place, false),
        goals: taken * (look.goals(unit, place) - look.goals(unit, unit.place)),
        threat: 0.0,
        command: 0.0,
    }
}

/// Worth to a unit of being in a hex, for set-ups and retreats.
pub fn worth_of_place(look: &Look<'_>, unit: &Seen<'_>, place: usize) -> Terms {
    standing(look, unit, place, true)
}
