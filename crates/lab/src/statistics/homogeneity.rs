//! Cochran's test: parts of the blocks that differ in their means by more than chance.

use super::functions::normal_below;
use super::moments::Moments;

/// Blocks of a part, at least: the spread of fewer is not known well enough.
const MIN_BLOCKS: u64 = 20;

/// Verdict on the means of some parts, wrong in a share `alpha` of parts that are alike; `None` of fewer than two, or where one has too
/// few blocks.
pub fn are_apart(parts: &[Moments], alpha: f64) -> Option<bool> {
    if parts.len() < 2 || parts.iter().any(|part| part.n < MIN_BLOCKS) {
        return None;
    }
    let errors: Vec<f64> = parts.iter().map(Moments::error).collect();
    let largest = errors.iter().copied().fold(0.0, f64::max);
    if largest == 0.0 {
        return Some(parts.iter().any(|part| part.mean != parts[0].mean));
    }
    // A part in which nothing ever changes is known exactly; its weight must only not be infinite.
    let weights: Vec<f64> =
        errors.iter().map(|error| error.max(1e-6 * largest)).map(|error| 1.0 / (error * error)).collect();
    let of = || parts.iter().zip(&weights);
    let mean = of().map(|(part, weight)| weight * part.mean).sum::<f64>() / weights.iter().sum::<f64>();
    let spread: f64 = of().map(|(part, weight)| weight * (part.mean - mean) * (part.mean - mean)).sum();
    Some(chi_square_above(spread, (parts.len() - 1) as f64) < alpha)
}

/// The chance that χ² with so many degrees of freedom is above a value, by the cube root (Wilson and Hilferty).
fn chi_square_above(value: f64, freedom: f64) -> f64 {
    let width = 2.0 / (9.0 * freedom);
    1.0 - normal_below((libm::cbrt(value / freedom) - (1.0 - width)) / width.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The upper 5 % points of the tables: 3.841, 7.815, 18.307.
    #[test]
    fn the_chance_is_that_of_the_tables() {
        for (value, freedom) in [(3.841, 1.0), (7.815, 3.0), (18.307, 10.0)] {
            let chance = chi_square_above(value, freedom);
            assert!((chance - 0.05).abs() < 0.003, "{freedom}: {chance}");
        }
    }

    /// A hundred numbers about a middle, evenly from one below to one above.
    fn about(middle: f64) -> Moments {
        Moments::of((0..100).map(|index| middle + f64::from(index) / 49.5 - 1.0))
    }

    #[test]
    fn parts_are_apart_where_their_means_are() {
        // The standard error of each is 0.059.
        for (means, expected) in [
            (&[0.0, 0.1][..], Some(false)),
            (&[0.0, 0.3], Some(true)),
            (&[0.0, 0.1, -0.1], Some(false)),
            (&[0.0, 0.0, 0.3], Some(true)),
            (&[0.0], None),
        ] {
            let parts: Vec<Moments> = means.iter().map(|mean| about(*mean)).collect();
            assert_eq!(are_apart(&parts, 0.05), expected, "{means:?}");
        }
        let nothing = Moments::of([0.0; 100]);
        assert_eq!(are_apart(&[nothing, about(0.3)], 0.05), Some(true));
        assert_eq!(are_apart(&[nothing, nothing], 0.05), Some(false));
        assert_eq!(are_apart(&[nothing, Moments::of([1.0; 19])], 0.05), None);
    }
}
