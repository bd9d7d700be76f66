//! Constants of a battle, worked out once for a computer player: worth of units, mean hits by distance, costs of steps.

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::style::Weights;
use crate::card::{Armour, Card, Face, Fire, Flag};
use crate::chapters::fire::{Band, band};
use crate::chapters::movement::cost;
use crate::data::ruleset::Hides;
use crate::ids::UnitId;
use crate::order::Price;
use crate::play::Unit;
use crate::setup::WsrSetup;

/// Distances beyond this count as this.
const FAR: usize = 63;

/// A unit as a player sees it.
#[derive(Clone, Debug)]
pub struct Counter {
    /// In points.
    pub worth: f64,
    pub hard: bool,
    pub mortar: bool,
    pub recon: bool,
    pub transport: bool,
    pub armour: Option<Armour>,
    pub going: usize,
    pub moves: u8,
    /// Mean hits of the full and the reduced side at soft and at hard targets, by distance.
    hits: Box<[[[f32; FAR + 1]; 2]; 2]>,
    /// Assault factor and chance of a hit of a die, of the full and the reduced side; `None` where it cannot attack.
    pub assault: [Option<(f64, f64)>; 2],
    /// The same in defence.
    pub defence: [Option<(f64, f64)>; 2],
}

/// A hex as a player sees it.
#[derive(Clone, Debug)]
pub struct Place {
    pub hex: Hex,
    /// Neighbours by their places, with the cost on legs, wheels and tracks; 0 is barred.
    pub steps: Vec<(usize, [u8; 3])>,
    /// Save dice of soft and hard targets.
    pub cover: [f64; 2],
    pub hides: Hides,
}

/// All of a setup.
#[derive(Clone, Debug)]
pub struct Tables {
    counters: [Vec<Option<Counter>>; 2],
    pub places: Vec<Place>,
    pub goals: Vec<(Hex, usize)>,
    pub save_face: f64,
}

fn chance(face: u8) -> f64 {
    f64::from(7 - face.clamp(2, 6)) / 6.0
}

/// Points of a fire: mean hits, more for a long range.
fn fire_points(fire: Option<Fire>) -> f64 {
    fire.map_or(0.0, |fire| f64::from(fire.power) * chance(fire.to_hit) * (1.0 + f64::from(fire.range) / 8.0))
}

fn worth(card: &Card) -> f64 {
    let (ap, he) = (fire_points(card.full.ap), fire_points(card.full.he));
    let fight = card.full.assault.map_or(0.0, |assault| f64::from(assault.factor) * chance(assault.to_hit));
    let armour = card.armour.map_or(0.0, |armour| 2.0 * f64::from(armour.factor) * chance(armour.save));
    1.0 + ap.max(he) + 0.5 * ap.min(he) + fight + armour
}

impl Counter {
    fn new(setup: &WsrSetup, card: &Card) -> Self {
        let mut hits = Box::new([[[0.0; FAR + 1]; 2]; 2]);
        for (side, face) in [card.full, card.reduced].into_iter().enumerate() {
            for (kind, of_kind) in hits[side].iter_mut().enumerate() {
                for (distance, mean) in of_kind.iter_mut().enumerate() {
                    *mean = mean_hits(setup, card, face, kind == 1, distance as u32) as f32;
                }
            }
        }
        let fights = |face: Face, attacks: bool| {
            let assault = face.assault.filter(|assault| !attacks || !assault.starred)?;
            Some((f64::from(assault.factor), chance(assault.to_hit)))
        };
        Self {
            worth: worth(card),
            hard: card.is_hard(),
            mortar: card.is(Flag::Mortar),
            recon: card.is(Flag::Recon),
            transport: card.is(Flag::Transport),
            armour: card.armour,
            going: card.going as usize,
            moves: card.moves,
            hits,
            assault: [card.full, card.reduced].map(|face| fights(face, true)),
            defence: [card.full, card.reduced].map(|face| fights(face, false)),
        }
    }

    /// Mean hits at a distance.
    pub fn hits(&self, reduced: bool, hard: bool, distance: u32) -> f64 {
        let distance = (distance as usize).min(FAR);
        f64::from(self.hits[usize::from(reduced)][usize::from(hard)][distance])
    }

    /// Points of what is left of a unit.
    pub fn left(&self, disrupted: bool, reduced: bool, weights: &Weights) -> f64 {
        let share = match (disrupted, reduced) {
            (false, false) => 1.0,
            (true, false) => weights.disrupted,
            (false, true) => weights.reduced,
            (true, true) => weights.both,
        };
        share * self.worth
    }

    /// Points that a mean number of unsaved hits should cost a unit.
    pub fn cost_of(&self, unit: &Unit, hits: f64, weights: &Weights) -> f64 {
        let now = self.left(unit.disrupted, unit.reduced, weights);
        let after_one = match (unit.disrupted, unit.reduced) {
            (true, true) => 0.0,
            (true, false) => self.left(true, true, weights),
            (false, reduced) => self.left(true, reduced, weights),
        };
        // The first hit costs its step; later ones what is left.
        let first = hits.min(1.0) * (now - after_one);
        first + (hits - 1.0).clamp(0.0, 2.0) / 2.0 * after_one
    }
}

fn mean_hits(setup: &WsrSetup, card: &Card, face: Face, hard: bool, distance: u32) -> f64 {
    let rules = (&setup.rules.numbers, &setup.rules.switches);
    if card.is(Flag::Mortar) {
        let fire = face.he.filter(|fire| distance <= u32::from(fire.range));
        return fire.map_or(0.0, |fire| f64::from(fire.power) * chance(fire.to_hit));
    }
    let support = card.support.as_ref();
    let ap = face.ap.map(|fire| Fire {
        power: fire.power + support.map_or(0, |support| support.ap),
        range: fire.range + support.map_or(0, |support| support.range),
        ..fire
    });
    let flak = face.flak.map(|fire| Fire { to_hit: rules.0.flak_at_armour, underlined: true, ..fire });
    let fires = if hard { [ap, flak] } else { [face.he, None] };
    let mean = |fire: Fire| {
        let band = band(fire, distance, Price::Usual, rules)?;
        let (power, to_hit) = match band {
            Band::Reduced => (fire.power, fire.to_hit.saturating_sub(1)),
            Band::Normal => (fire.power, fire.to_hit),
            Band::ExtendedByFace => (fire.power, fire.to_hit + 1),
            Band::ExtendedByPower => (fire.power - 1, fire.to_hit),
        };
        Some(f64::from(power) * chance(to_hit))
    };
    fires.into_iter().flatten().filter_map(mean).fold(0.0, f64::max)
}

impl Tables {
    pub fn new(setup: &WsrSetup) -> Self {
        let counters = Side::BOTH.map(|side| {
            let units = &setup.force(side).units;
            let largest = units.iter().map(|card| usize::from(card.id.number)).max().unwrap_or(0);
            let mut all = vec![None; largest + 1];
            for card in units {
                all[usize::from(card.id.number)] = Some(Counter::new(setup, card));
            }
            all
        });
        let map = &setup.level.map;
        // The first unit of each way of going stands for it.
        let goers: Vec<UnitId> = (0..3)
            .filter_map(|going| {
                let mut cards = setup.forces.iter().flat_map(|force| &force.units);
                cards.find(|card| card.going as usize == going).map(|card| card.id)
            })
            .collect();
        let place = |hex: Hex| {
            let steps = map.neighbours(hex).filter_map(|to| {
                let mut costs = [0; 3];
                for unit in &goers {
                    costs[setup.card(*unit).going as usize] = cost(setup, *unit, hex, to).unwrap_or(0);
                }
                Some((map.index(to)?, costs))
            });
            let terrain = setup.terrain(hex);
            let cover = [terrain.soft, terrain.hard].map(f64::from);
            Place { hex, steps: steps.collect(), cover, hides: terrain.hides }
        };
        let goals = setup.level.goals.iter();
        Self {
            counters,
            places: map.hexes().map(place).collect(),
            goals: goals.filter_map(|hex| Some((*hex, map.index(*hex)?))).collect(),
            save_face: chance(setup.rules.numbers.cover_face),
        }
    }

    pub fn counter(&self, unit: UnitId) -> Option<&Counter> {
        self.counters[unit.side.index()].get(usize::from(unit.number))?.as_ref()
    }

    /// Mean saves of a target in a place.
    pub fn saves(&self, target: &Counter, place: usize, concealed: bool) -> f64 {
        let hidden = f64::from(u8::from(concealed));
        match target.armour {
            None => (self.places[place].cover[0] + hidden) * self.save_face,
            Some(armour) => {
                let bonus = (self.places[place].cover[1] + hidden).min(2.0);
                (f64::from(armour.factor) + bonus) * chance(armour.save)
            }
        }
    }
}

/// Mean hits that are left of some after saves: near enough to the exact mean for small pools.
pub fn unsaved(hits: f64, saves: f64) -> f64 {
    if hits <= 0.0 { 0.0 } else { hits * hits / (hits + saves) }
}
