//! The statistics against values that another program found another way: `reference/statistics.py`, by scipy.

use serde::Deserialize;

use super::functions::{beta_share, normal_below, student_below, student_quantile};
use super::moments::Moments;
use super::pentanomial::{Counts, Test};
use super::sequence::Sequence;
use super::{ALPHA, binomial, bootstrap, fixed};

#[derive(Deserialize)]
struct Reference {
    normal_below: Vec<[f64; 2]>,
    student_below: Vec<[f64; 3]>,
    student_quantile: Vec<[f64; 3]>,
    beta_share: Vec<[f64; 4]>,
    upper_bound: Vec<[f64; 4]>,
    data: Vec<f64>,
    student_interval: [f64; 2],
    student_p: f64,
    bootstrap: [f64; 2],
    sequence: Vec<[f64; 5]>,
    pentanomial: Vec<Pentanomial>,
}

#[derive(Deserialize)]
struct Pentanomial {
    counts: Counts,
    lower: f64,
    higher: f64,
    ratio: f64,
    usual_approximation: f64,
}

fn reference() -> Reference {
    serde_json::from_str(include_str!("../../reference/statistics.json")).unwrap()
}

/// Equal but for a part of the larger of 1 and the value.
fn check(what: &str, found: f64, expected: f64, part: f64) {
    assert!(
        (found - expected).abs() <= part * expected.abs().max(1.0),
        "{what}: {found}, by scipy {expected}"
    );
}

#[test]
fn distributions_are_those_of_scipy() {
    let reference = reference();
    for [x, below] in reference.normal_below {
        check(&format!("normal below {x}"), normal_below(x), below, 1e-12);
    }
    for [x, freedom, below] in reference.student_below {
        check(&format!("Student below {x}, {freedom}"), student_below(x, freedom), below, 1e-11);
    }
    for [chance, freedom, quantile] in reference.student_quantile {
        let found = student_quantile(chance, freedom);
        check(&format!("Student's quantile {chance}, {freedom}"), found, quantile, 1e-8);
    }
    for [x, a, b, share] in reference.beta_share {
        check(&format!("beta {x}, {a}, {b}"), beta_share(x, a, b), share, 1e-11);
    }
    for [hits, n, alpha, bound] in reference.upper_bound {
        let found = binomial::upper_bound(hits as u64, n as u64, alpha);
        check(&format!("upper bound of {hits} in {n}"), found, bound, 1e-9);
    }
}

#[test]
fn intervals_are_those_of_scipy() {
    let reference = reference();
    let moments = Moments::of(reference.data.iter().copied());
    let interval = fixed::interval(&moments, ALPHA).unwrap();
    check("low", interval.low, reference.student_interval[0], 1e-9);
    check("high", interval.high, reference.student_interval[1], 1e-9);
    check("chance", fixed::p_value(&moments), reference.student_p, 1e-9);
    // Two bootstraps agree as far as chance lets them: 2,000 draws of ours leave some hundredths.
    let interval = bootstrap::interval(&reference.data, 1, ALPHA).unwrap();
    check("bootstrap, low", interval.low, reference.bootstrap[0], 0.05);
    check("bootstrap, high", interval.high, reference.bootstrap[1], 0.05);
    for [n, deviation, tuned, alpha, half] in reference.sequence {
        let found = Sequence::tuned(tuned as u64, alpha).half_width(n as u64, deviation);
        check(&format!("sequence at {n}"), found, half, 1e-12);
    }
}

/// The exact ratio, also where the usual approximation is off by a factor of hundreds.
#[test]
fn likelihood_ratios_are_those_of_a_general_optimiser() {
    let mut far_off = 0;
    for Pentanomial { counts, lower, higher, ratio, usual_approximation } in reference().pentanomial {
        let found = Test { lower, higher, alpha: ALPHA }.log_likelihood_ratio(&counts);
        check(&format!("{counts:?} for {higher}"), found, ratio, 1e-5);
        far_off += u32::from((usual_approximation - found).abs() > 100.0);
    }
    assert!(far_off > 0, "no row shows why the ratio is worked out exactly");
    let drawn = Test { lower: 0.5, higher: 0.53, alpha: ALPHA }.log_likelihood_ratio(&[0, 0, 50, 0, 0]);
    assert_eq!(format!("{drawn:.2}"), "-3.09");
}
