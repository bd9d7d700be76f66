//! Fates of units. Once every die still to come is about one unit alone, each goes its way by itself: the machine plays it
//! with that unit only, and what sides make of it follows from products.

use std::collections::HashMap;

use super::endings::{Until, ways};
use super::{SideOdds, UnitOdds};
use crate::assault::case::{Case, Condition};
use crate::assault::progress::{Progress, Standing};
use crate::data::table::Role;
use crate::ids::UnitId;

/// Chances of one unit.
#[derive(Clone, Copy, Debug, Default)]
struct Fate {
    lost: f64,
    reduced: f64,
    disrupted: f64,
    regrouping: f64,
    retreats: f64,
    unharmed: f64,
}

/// Sum of the fates of all units.
pub struct Fates {
    pub units: Vec<UnitOdds>,
    pub sides: [SideOdds; 2],
    pub empty: f64,
}

/// Chances of every unit and of both sides, from where an assault stands.
pub fn fates(case: &Case<'_>, start: &Standing) -> Fates {
    let mut sums = vec![Fate::default(); case.fighters.len()];
    let mut fates = Fates { units: Vec::new(), sides: [SideOdds::default(); 2], empty: 0.0 };
    // Only for looking up.
    let mut known: HashMap<(usize, Condition, Progress), Fate> = HashMap::new();
    for (standing, chance) in ways(case, start, Until::Apart) {
        let own: Vec<Fate> = (0..sums.len())
            .map(|index| {
                let key = (index, standing.units[index], standing.progress.clone());
                *known.entry(key).or_insert_with(|| alone(case, start, &standing, index))
            })
            .collect();
        for (sum, fate) in sums.iter_mut().zip(&own) {
            sum.add(chance, *fate);
        }
        fates.add_sides(case, &standing, chance, &own);
    }
    fates.units = sums.iter().zip(&case.fighters).map(|(sum, fighter)| sum.odds(fighter.card.id)).collect();
    fates
}

/// The fate of a unit from a standing in which every die to come is about one unit.
fn alone(case: &Case<'_>, start: &Standing, standing: &Standing, index: usize) -> Fate {
    let only = Case { fighters: vec![case.fighters[index]], ..*case };
    let from = Standing { progress: standing.progress.clone(), units: vec![standing.units[index]] };
    let mut fate = Fate::default();
    for (end, chance) in ways(&only, &from, Until::Over) {
        fate.add(chance, Fate::of(start.units[index], end.units[0]));
    }
    fate
}

impl Fate {
    /// A fate that has come about.
    fn of(was: Condition, now: Condition) -> Self {
        let chance = |holds: bool| f64::from(u8::from(holds));
        let is_left = now.at.is_some();
        let reduced = is_left && now.state.steps < was.state.steps;
        let disrupted = is_left && now.state.disrupted && !was.state.disrupted;
        let regrouping = is_left && now.state.regrouping && !was.state.regrouping;
        Self {
            lost: chance(!is_left),
            reduced: chance(reduced),
            disrupted: chance(disrupted),
            regrouping: chance(regrouping),
            retreats: chance(is_left && now.at != was.at),
            unharmed: chance(is_left && !(reduced || disrupted || regrouping)),
        }
    }

    fn add(&mut self, chance: f64, other: Self) {
        self.lost += chance * other.lost;
        self.reduced += chance * other.reduced;
        self.disrupted += chance * other.disrupted;
        self.regrouping += chance * other.regrouping;
        self.retreats += chance * other.retreats;
        self.unharmed += chance * other.unharmed;
    }

    /// The chance to be in the hex in the end.
    fn stays(self) -> f64 {
        1.0 - self.lost - self.retreats
    }

    fn odds(self, unit: UnitId) -> UnitOdds {
        let Self { lost, reduced, disrupted, regrouping, retreats, unharmed } = self;
        UnitOdds { unit, lost, reduced, disrupted, regrouping, retreats, unharmed }
    }
}

impl Fates {
    fn add_sides(&mut self, case: &Case<'_>, standing: &Standing, chance: f64, own: &[Fate]) {
        let none = |role: Role, of: &dyn Fn(Fate) -> f64| -> f64 {
            let fighters = case.fighters.iter().zip(own).filter(|(fighter, _)| fighter.role == role);
            fighters.map(|(_, fate)| 1.0 - of(*fate)).product()
        };
        let absent = Role::BOTH.map(|role| none(role, &|fate| fate.stays()));
        let row = standing.progress.row.and_then(|row| case.rules.table.get(usize::from(row)));
        for role in Role::BOTH {
            let side = &mut self.sides[role.index()];
            let there = 1.0 - absent[role.index()];
            side.keeps += chance * there * absent[role.other().index()];
            side.retreats += chance * (1.0 - none(role, &|fate| fate.retreats));
            side.wiped += chance * none(role, &|fate| 1.0 - fate.lost);
            side.advances +=
                chance * if row.is_some_and(|row| row.advance == Some(role)) { there } else { 0.0 };
        }
        self.empty += chance * absent[0] * absent[1];
    }
}
