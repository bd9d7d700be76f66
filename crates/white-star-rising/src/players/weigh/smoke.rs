//! Smoke on enemies who could fire at those that have yet to move.

use tabletop_hexes::hex::Hex;

use super::super::tables::unsaved;
use super::Terms;
use super::looks::{Look, Seen};
use super::moves::wanted_place;

/// An own unit where it wants to be, with the mean hits that each enemy could score there and what its own fire is worth.
struct Aim<'a> {
    unit: Seen<'a>,
    place: usize,
    hits: Vec<f64>,
    threats: Vec<f64>,
}

/// Each enemy's hex with what smoke on it is worth: whoever is in it or next to it sees nothing, and is not seen.
///
/// Rule: WSR-ART-7, WSR-LOS-5.
pub fn values(look: &Look<'_>) -> Vec<(Hex, Terms)> {
    let aims: Vec<Aim<'_>> = look.own.iter().map(|unit| aim(look, unit)).collect();
    let mut hexes: Vec<Hex> = look.enemies.iter().map(|enemy| enemy.hex).collect();
    hexes.sort();
    hexes.dedup();
    hexes.retain(|hex| !look.smoked.contains(hex));
    hexes.into_iter().map(|hex| (hex, of(look, &aims, hex))).collect()
}

fn aim<'a>(look: &Look<'_>, unit: &Seen<'a>) -> Aim<'a> {
    let is_able = !unit.state.done && !unit.state.out_of_command && !unit.state.disrupted;
    let place = if is_able { wanted_place(look, unit) } else { unit.place };
    let hex = look.tables.places[place].hex;
    let saves = look.tables.saves(unit.counter, place, false);
    let hits = look.enemies.iter().map(|enemy| {
        let mean = enemy.counter.hits(enemy.state.reduced, unit.counter.hard, enemy.hex.distance(hex));
        let able = mean > 0.0 && !enemy.state.disrupted && look.sees(enemy.hex, hex);
        if able { unsaved(mean, saves) } else { 0.0 }
    });
    let threats = look.enemies.iter().map(|enemy| look.threat_to(unit, place, enemy));
    Aim { unit: *unit, place, hits: hits.collect(), threats: threats.collect() }
}

/// Fire that smoke on a hex takes from the enemy, and from one's own.
fn of(look: &Look<'_>, aims: &[Aim<'_>], hex: Hex) -> Terms {
    let blind: Vec<bool> = look.enemies.iter().map(|enemy| enemy.hex.distance(hex) <= 1).collect();
    let seeing = |all: &[f64]| -> Vec<f64> {
        all.iter().zip(&blind).map(|(value, blind)| if *blind { 0.0 } else { *value }).collect()
    };
    let mut terms = Terms::default();
    for Aim { unit, place, hits, threats } in aims {
        if look.tables.places[*place].hex.distance(hex) <= 1 {
            continue;
        }
        let cost = |hits: &[f64]| unit.counter.cost_of(unit.state, hits.iter().sum(), &look.weights);
        terms.risk -= look.weights.risk * (cost(hits) - cost(&seeing(hits)));
        let best = |threats: &[f64]| threats.iter().copied().fold(0.0, f64::max);
        terms.threat -= look.weights.threat * (best(threats) - best(&seeing(threats)));
    }
    terms
}
