//! Chances of numbers of hits.

use crate::chapters::basics::{Pool, odd_place, scored, shares};

/// The chance of each number of hits of a pool, from none.
pub fn of(pool: Pool) -> Vec<f64> {
    let mut successes = vec![0.0; usize::from(pool.dice) + 1];
    successes[0] = 1.0;
    let chance = f64::from(7u8.saturating_sub(pool.face)) / 6.0;
    for _ in 0..pool.dice {
        for index in (0..successes.len()).rev() {
            let from_below = if index > 0 { successes[index - 1] * chance } else { 0.0 };
            successes[index] = successes[index] * (1.0 - chance) + from_below;
        }
    }
    let largest = scored(pool.dice, pool);
    let mut hits = vec![0.0; usize::from(largest) + 1];
    for (number, chance) in successes.into_iter().enumerate() {
        hits[usize::from(scored(number as u8, pool))] += chance;
    }
    hits
}

/// The chances of the sum of two numbers.
pub fn sum(one: &[f64], other: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; one.len() + other.len() - 1];
    for (a, chance) in one.iter().enumerate() {
        for (b, other) in other.iter().enumerate() {
            sums[a + b] += chance * other;
        }
    }
    sums
}

/// The chances of what a rule makes of each number.
pub fn mapped(chances: &[f64], to: impl Fn(u8) -> u8) -> Vec<f64> {
    let mut all = vec![0.0; chances.len()];
    for (number, chance) in chances.iter().enumerate() {
        let to = usize::from(to(number as u8));
        if to >= all.len() {
            all.resize(to + 1, 0.0);
        }
        all[to] += chance;
    }
    all
}

/// The chances of the hits that are left after save dice. Dice of none are not rolled.
pub fn after_saves(hits: &[f64], pool: Pool) -> Vec<f64> {
    let saves = of(pool);
    let mut left = vec![0.0; hits.len()];
    for (hit, chance) in hits.iter().enumerate() {
        for (saved, other) in saves.iter().enumerate() {
            left[hit.saturating_sub(saved)] += chance * other;
        }
    }
    left
}

/// Ways in which hits may fall on so many units, with the chance of each.
///
/// Rule: WSR-BAS-9.
pub fn shared(hits: u8, units: usize) -> Vec<(f64, Vec<u8>)> {
    let [each, odd] = shares(hits, units as u8);
    let mut ways = vec![(1.0, vec![each; units], (0..units).collect::<Vec<_>>())];
    for _ in 0..odd {
        let mut next = Vec::new();
        for (chance, given, left) in &ways {
            for place in 0..left.len() {
                let faces = (1..=6).filter(|face| odd_place(*face, left.len()) == place).count();
                if faces > 0 {
                    let (mut given, mut left) = (given.clone(), left.clone());
                    given[left.remove(place)] += 1;
                    next.push((chance * faces as f64 / 6.0, given, left));
                }
            }
        }
        ways = next;
    }
    ways.into_iter().map(|(chance, given, _)| (chance, given)).collect()
}
