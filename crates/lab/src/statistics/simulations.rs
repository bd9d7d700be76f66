//! Error rates of the statistics, on numbers whose truth is known. The seeds are fixed, so each test always sees the same
//! numbers; the bounds are what 200 repeats of a method that keeps its promise exceed in less than one case of a thousand.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::moments::Moments;
use super::pentanomial::{Counts, Decision, Test};
use super::sequence::{FIRST_LOOK, MIN_DIFFERENT, Sequence};
use super::{ALPHA, fixed, holm};

const REPEATS: u64 = 200;

/// Of 200 repeats with an error of 5 % more than 21 are wrong in less than one case of a thousand (binomial: 0.0007).
const MAX_WRONG: u32 = 21;

/// Numbers from a seed.
struct Chance(ChaCha8Rng);

impl Chance {
    fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// From 0 to 1.
    fn share(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A whole number from a bell of twelve dice: mean 0, deviation about 1.
    fn bell(&mut self) -> f64 {
        (0..12).map(|_| self.share()).sum::<f64>() - 6.0
    }
}

/// Blocks without an effect: the commonest value, and how to draw one.
struct Null {
    what: &'static str,
    commonest: f64,
    draw: fn(&mut Chance) -> f64,
}

const NULLS: [Null; 4] = [
    Null { what: "common", commonest: 0.0, draw: |chance| libm::round(2.0 * chance.bell()) },
    Null { what: "lopsided", commonest: -1.0, draw: |chance| if chance.share() < 0.2 { 4.0 } else { -1.0 } },
    Null {
        what: "rare",
        commonest: 0.0,
        draw: |chance| match chance.share() {
            low if low < 0.01 => -1.0,
            high if high < 0.02 => 1.0,
            _ => 0.0,
        },
    },
    // What happens seldom weighs as much as all the rest.
    Null {
        what: "rare and heavy",
        commonest: -1.0,
        draw: |chance| if chance.share() < 0.01 { 99.0 } else { -1.0 },
    },
];

/// Number of 200 runs that a method calls an effect, watched up to a number of blocks: by what was found, and how many blocks
/// differ from the commonest value.
fn alarms(blocks: u64, null: &Null, alarm: impl Fn(&Moments, u64) -> bool) -> u32 {
    let mut wrong = 0;
    for run in 0..REPEATS {
        let (mut chance, mut found, mut different) = (Chance::new(run), Moments::default(), 0);
        for _ in 0..blocks {
            let block = (null.draw)(&mut chance);
            different += u64::from(block != null.commonest);
            found.add(block);
            if alarm(&found, different) {
                wrong += 1;
                break;
            }
        }
    }
    wrong
}

/// Watched all the time, the sequence keeps its promise on common events, lopsided ones and rare ones; the usual interval
/// breaks its own, and so does the sequence where it is looked at before enough blocks differ.
#[test]
fn a_watched_sequence_rarely_finds_what_is_not_there() {
    let sequence = Sequence::tuned(400, ALPHA);
    let sees = |found: &Moments| found.n >= FIRST_LOOK && !sequence.interval(found).holds(0.0);
    for null in &NULLS {
        let wrong = alarms(1500, null, |found, different| different >= MIN_DIFFERENT && sees(found));
        assert!(wrong <= MAX_WRONG, "{}: {wrong} of {REPEATS}", null.what);
    }
    let hasty = alarms(300, &NULLS[3], |found, _| sees(found));
    assert!(hasty > 2 * MAX_WRONG, "looked at too early: {hasty} of {REPEATS}");
    let usual = alarms(1000, &NULLS[0], |found, _| {
        found.n.is_multiple_of(25) && found.n >= 50 && !fixed::interval(found, ALPHA).unwrap().holds(0.0)
    });
    assert!(usual > 2 * MAX_WRONG, "the usual interval, watched: {usual} of {REPEATS}");
}

/// A known effect is found, and lies in its interval as often as it should.
#[test]
fn a_planted_effect_lies_in_its_interval() {
    let sequence = Sequence::tuned(400, ALPHA);
    let (mut found_by, mut missed) = ([0; 2], [0; 2]);
    for run in 0..REPEATS {
        let mut chance = Chance::new(1000 + run);
        let found = Moments::of((0..400).map(|_| 0.5 + libm::round(1.5 * chance.bell())));
        let intervals = [fixed::interval(&found, ALPHA).unwrap(), sequence.interval(&found)];
        for (index, interval) in intervals.into_iter().enumerate() {
            found_by[index] += u32::from(!interval.holds(0.0));
            missed[index] += u32::from(!interval.holds(0.5));
        }
    }
    assert!(found_by.iter().all(|found| *found >= 195), "found in {found_by:?} of {REPEATS}");
    assert!(missed.iter().all(|missed| *missed <= MAX_WRONG), "missed in {missed:?} of {REPEATS}");
}

/// Six measures without an effect, judged together: a false finding in no more than one run of twenty.
#[test]
fn many_measures_together_find_no_more_than_one_alone() {
    let (mut together, mut alone) = (0, 0);
    for run in 0..REPEATS {
        let mut chance = Chance::new(5000 + run);
        let mut chances = Vec::new();
        for _ in 0..6 {
            chances.push(fixed::p_value(&Moments::of((0..60).map(|_| chance.bell()))));
        }
        together += u32::from(holm::adjusted(&chances).iter().any(|chance| *chance <= ALPHA));
        alone += u32::from(chances.iter().any(|chance| *chance <= ALPHA));
    }
    assert!(together <= MAX_WRONG, "{together} of {REPEATS}");
    assert!(alone > 2 * together, "{alone} alone, {together} together");
}

#[test]
fn holm_steps_down() {
    // 4 × 0.01; 3 × 0.02; 2 × 0.04, but not below the one before; 0.3.
    let found = holm::adjusted(&[0.04, 0.01, 0.3, 0.02]);
    let expected = [0.08, 0.04, 0.3, 0.06];
    assert!(
        found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-12),
        "{found:?}"
    );
}

/// Pairs of equal players, and of one that wins three points more: each hypothesis is taken for the other in no more than one
/// run of twenty, and a side that decides does not matter.
#[test]
fn the_sequential_test_keeps_its_errors() {
    let test = Test { lower: 0.5, higher: 0.55, alpha: ALPHA };
    for (share, side, expected) in
        [(0.5, 0.0, Decision::Lower), (0.5, 0.25, Decision::Lower), (0.55, 0.1, Decision::Higher)]
    {
        let mut wrong = 0;
        for run in 0..REPEATS {
            let (mut chance, mut counts) = (Chance::new(9000 + run), Counts::default());
            // Two games, the first with the better side.
            while test.decide(&counts) == Decision::Open && counts.iter().sum::<u64>() < 5000 {
                let won = [share + side, share - side].map(|share| usize::from(chance.share() < share));
                counts[2 * (won[0] + won[1])] += 1;
            }
            wrong += u32::from(test.decide(&counts) != expected);
        }
        assert!(wrong <= MAX_WRONG, "{share}, side {side}: {wrong} of {REPEATS}");
    }
}
