//! Mean and spread, added up number by number (Welford), so that a run can be watched without going through it again.

/// Mean and spread of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    /// Number of values.
    pub n: u64,
    /// Their mean.
    pub mean: f64,
    /// Sum of squared distances from the mean.
    squares: f64,
}

impl Moments {
    /// Those of some numbers.
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Self {
        let mut moments = Self::default();
        numbers.into_iter().for_each(|number| moments.add(number));
        moments
    }

    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        self.n += 1;
        let before = number - self.mean;
        self.mean += before / self.n as f64;
        self.squares += before * (number - self.mean);
    }

    /// The standard deviation of what the numbers are a sample of; 0 of fewer than two.
    pub fn deviation(&self) -> f64 {
        if self.n < 2 { 0.0 } else { (self.squares / (self.n - 1) as f64).max(0.0).sqrt() }
    }

    /// The standard error of the mean; 0 of none.
    pub fn error(&self) -> f64 {
        if self.n == 0 { 0.0 } else { self.deviation() / (self.n as f64).sqrt() }
    }
}

/// The correlation of pairs of numbers; `None` where one of the two never changes.
pub fn correlation(pairs: impl Iterator<Item = (f64, f64)> + Clone) -> Option<f64> {
    let [a, b] =
        [Moments::of(pairs.clone().map(|pair| pair.0)), Moments::of(pairs.clone().map(|pair| pair.1))];
    let products: f64 = pairs.map(|(x, y)| (x - a.mean) * (y - b.mean)).sum();
    let scale = (a.squares * b.squares).sqrt();
    (scale > 0.0).then(|| products / scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_textbook() {
        let moments = Moments::of([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert_eq!((moments.n, moments.mean), (8, 5.0));
        assert!((moments.deviation() - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!(Moments::of([3.0]).deviation(), 0.0);
    }

    #[test]
    fn correlation_knows_sign_and_absence() {
        let with = |sign: f64| correlation([1.0, 2.0, 4.0].into_iter().map(move |x| (x, sign * x)));
        assert!((with(1.0).unwrap() - 1.0).abs() < 1e-12 && (with(-2.0).unwrap() + 1.0).abs() < 1e-12);
        assert_eq!(with(0.0), None);
    }
}
