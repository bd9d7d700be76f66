//! The special functions that the tests need: the normal and Student's distribution, and the incomplete beta function.

use std::cell::RefCell;
use std::collections::BTreeMap;

/// Halvings in the search for a quantile.
const STEPS: usize = 200;

/// The chance that a standard normal number is below `x`.
pub fn normal_below(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

/// The chance that Student's t with so many degrees of freedom is below `x`.
pub fn student_below(x: f64, freedom: f64) -> f64 {
    let tail = 0.5 * beta_share(freedom / (freedom + x * x), freedom / 2.0, 0.5);
    if x > 0.0 { 1.0 - tail } else { tail }
}

thread_local! {
    /// Quantiles that were asked for: all means of a report have a few numbers of blocks between them.
    static QUANTILES: RefCell<BTreeMap<[u64; 2], f64>> = const { RefCell::new(BTreeMap::new()) };
}

/// The number below which Student's t is with a chance from 0.5 to 1.
pub fn student_quantile(chance: f64, freedom: f64) -> f64 {
    let asked = [chance, freedom].map(f64::to_bits);
    QUANTILES.with_borrow_mut(|known| *known.entry(asked).or_insert_with(|| quantile(chance, freedom)))
}

fn quantile(chance: f64, freedom: f64) -> f64 {
    let mut high = 1.0;
    while student_below(high, freedom) < chance && high < 1e12 {
        high *= 2.0;
    }
    root(0.0, high, |x| student_below(x, freedom) - chance)
}

/// The regularised incomplete beta function I_x(a, b), by the continued fraction of Lentz.
pub fn beta_share(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    let scale = libm::exp(
        libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b) + a * libm::log(x) + b * libm::log1p(-x),
    );
    if x < (a + 1.0) / (a + b + 2.0) {
        scale * beta_fraction(x, a, b) / a
    } else {
        1.0 - scale * beta_fraction(1.0 - x, b, a) / b
    }
}

fn beta_fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut c, mut d) = (1.0, 1.0 / away(1.0 - (a + b) * x / (a + 1.0)));
    let mut fraction = d;
    for step in 1..10_000 {
        let m = f64::from(step);
        for term in [
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        ] {
            d = 1.0 / away(1.0 + term * d);
            c = away(1.0 + term / c);
            fraction *= c * d;
        }
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    fraction
}

/// Root of a function that rises from below 0 to above 0, by halving.
pub fn root(mut low: f64, mut high: f64, rising: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..STEPS {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if rising(middle) < 0.0 { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}
