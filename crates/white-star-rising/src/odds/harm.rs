//! Harm of an attack to the units of one side in a hex, by the number of hits.

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::{HqOdds, UnitOdds, spread};
use crate::chapters::basics::{Wound, hq_is_hit, spared, wounds};
use crate::game::View;
use crate::ids::{HqId, UnitId};

/// End of a unit after an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    Unharmed,
    Disrupted,
    Reduced,
    Eliminated,
}

/// Units that share hits, and what else is in their hex.
pub struct Stack<'a> {
    pub view: View<'a>,
    pub units: Vec<UnitId>,
    /// Units with which the headquarters stands or falls.
    pub present: Vec<UnitId>,
    pub hq: Option<HqId>,
    /// At worst disrupted.
    pub spared: bool,
}

/// Harm by a number of hits.
#[derive(Clone, Debug)]
pub struct Harm {
    /// For each unit and then each passenger the chances of its ends.
    pub units: Vec<(UnitId, [f64; 4])>,
    /// The chances that the headquarters is reduced, and eliminated.
    pub hq: [f64; 2],
    /// The chance that nobody of the side is left in the hex.
    pub wiped: f64,
}

/// The end of a unit after some hits.
///
/// Rule: WSR-FIR-14.
pub fn end_of(view: View<'_>, id: UnitId, hits: u8) -> End {
    let Some(unit) = view.play.unit(id) else { return End::Unharmed };
    match wounds(unit, hits).last() {
        None => End::Unharmed,
        Some(Wound::Disrupted) => End::Disrupted,
        Some(Wound::Reduced) => End::Reduced,
        Some(Wound::Eliminated) => End::Eliminated,
    }
}

impl<'a> Stack<'a> {
    /// Units of a side that fire strikes in a hex.
    pub fn under_fire(view: View<'a>, side: Side, hex: Hex, units: Vec<UnitId>) -> Self {
        let (present, hq) = (view.play.in_hex(hex, side), view.play.hq_in(hex, side));
        Self { view, units, present, hq, spared: false }
    }

    /// The chance that so many hits harm none of some units.
    pub fn unharmed_by(&self, hits: u8, units: &[UnitId]) -> f64 {
        let is_safe = |given: &[u8]| {
            let ends = self.ends(given);
            ends.iter().all(|(unit, end)| *end == End::Unharmed || !units.contains(unit))
        };
        let ways = spread::shared(hits, self.units.len()).into_iter();
        ways.filter(|(_, given)| is_safe(given)).map(|(chance, _)| chance).sum()
    }

    /// Harm of exactly so many hits.
    ///
    /// Rule: WSR-BAS-9, WSR-HQ-6, WSR-HQ-7, WSR-TRA-3.
    pub fn by(&self, hits: u8) -> Harm {
        let aboard = self.units.iter().filter_map(|unit| self.view.play.passenger(*unit));
        let mut units: Vec<(UnitId, [f64; 4])> =
            self.units.iter().copied().chain(aboard).map(|unit| (unit, [0.0; 4])).collect();
        let mut harm = Harm { units: Vec::new(), hq: [0.0; 2], wiped: 0.0 };
        for (chance, given) in spread::shared(hits, self.units.len()) {
            let ends: Vec<(UnitId, End)> = self.ends(&given);
            for (unit, end) in &ends {
                if let Some((_, chances)) = units.iter_mut().find(|(known, _)| known == unit) {
                    chances[*end as usize] += chance;
                }
            }
            let [reduced, eliminated, wiped] = self.rest(&ends);
            harm.hq[0] += chance * reduced;
            harm.hq[1] += chance * eliminated;
            harm.wiped += chance * wiped;
        }
        Harm { units, ..harm }
    }

    fn ends(&self, given: &[u8]) -> Vec<(UnitId, End)> {
        let mut ends = Vec::new();
        for (unit, hits) in self.units.iter().zip(given) {
            let state = self.view.play.unit(*unit);
            let hits = state.map_or(0, |state| spared(*hits, state, self.spared));
            let end = end_of(self.view, *unit, hits);
            ends.push((*unit, end));
            if let Some(passenger) = self.view.play.passenger(*unit) {
                ends.push((
                    passenger,
                    match (end, hits) {
                        (End::Eliminated, _) => End::Eliminated,
                        (_, 0) => End::Unharmed,
                        _ => end_of(self.view, passenger, 1),
                    },
                ));
            }
        }
        ends
    }

    /// Chances that the headquarters is reduced and eliminated, and that nobody is left.
    fn rest(&self, ends: &[(UnitId, End)]) -> [f64; 3] {
        let play = self.view.play;
        let is_gone = |unit: &UnitId| ends.contains(&(*unit, End::Eliminated));
        let wiped = self.present.iter().all(is_gone) && !ends.is_empty();
        // Passengers share their carrier's die.
        let own = ends.iter().filter(|(unit, _)| self.units.contains(unit));
        let worst = own.map(|(_, end)| *end).max().unwrap_or(End::Unharmed);
        let is_hit = worst != End::Unharmed;
        let Some(hq) = self.hq.filter(|_| is_hit) else {
            return [0.0, 0.0, f64::from(wiped)];
        };
        if wiped {
            return [0.0, 1.0, 1.0];
        }
        let numbers = &self.view.setup.rules.numbers;
        let faces = (1..=6).filter(|face| hq_is_hit(*face, worst == End::Eliminated, numbers)).count();
        let chance = faces as f64 / 6.0;
        match play.hqs.get(&hq).is_some_and(|hq| hq.reduced) {
            true => [0.0, chance, 0.0],
            false => [chance, 0.0, 0.0],
        }
    }

    /// Harm by hits of which the chances are known.
    pub fn of(&self, hits: &[f64]) -> Harm {
        let all = hits.iter().enumerate().map(|(hits, chance)| (*chance, self.by(hits as u8)));
        all.fold(Harm { units: Vec::new(), hq: [0.0; 2], wiped: 0.0 }, |sum, (chance, harm)| {
            sum.plus(chance, &harm)
        })
    }

    /// The headquarters there, with what may become of it.
    pub fn hq_odds(&self, [reduced, eliminated]: [f64; 2]) -> Option<HqOdds> {
        self.hq.map(|hq| HqOdds { hq, reduced, eliminated })
    }
}

impl Harm {
    /// Adds harm that comes with a chance.
    pub fn plus(mut self, chance: f64, other: &Self) -> Self {
        for (unit, ends) in &other.units {
            let known = self.units.iter().position(|(known, _)| known == unit);
            let at = known.unwrap_or_else(|| {
                self.units.push((*unit, [0.0; 4]));
                self.units.len() - 1
            });
            (0..4).for_each(|end| self.units[at].1[end] += chance * ends[end]);
        }
        (0..2).for_each(|end| self.hq[end] += chance * other.hq[end]);
        self.wiped += chance * other.wiped;
        self
    }
}

pub fn unit_odds((unit, ends): &(UnitId, [f64; 4])) -> UnitOdds {
    let [unharmed, disrupted, reduced, eliminated] = *ends;
    UnitOdds { unit: *unit, unharmed, disrupted, reduced, eliminated }
}
