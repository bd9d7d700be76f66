//! Numbers as people read them: no more digits than are known, a real minus sign, shares in percent.

use crate::findings::Difference;
use crate::statistics::Interval;

/// Format of a measure's numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Form {
    scale: f64,
    decimals: usize,
    unit: &'static str,
}

impl Form {
    /// For a difference.
    pub(super) fn of(found: &Difference) -> Self {
        Self::of_interval(found.interval, found.is_share)
    }

    /// As many digits as an interval leaves meaning to.
    pub(super) fn of_interval(interval: Option<Interval>, is_share: bool) -> Self {
        let scale = if is_share { 100.0 } else { 1.0 };
        let half = interval.map_or(0.0, |interval| (interval.high - interval.low) / 2.0) * scale;
        let decimals = match half {
            // No more than what adding up leaves of nothing.
            half if half < 1e-6 => usize::from(!is_share),
            half => libm::floor(-libm::log10(half) + 1.0).clamp(0.0, 4.0) as usize,
        };
        Self { scale, decimals, unit: if is_share { " points" } else { "" } }
    }

    /// A number without sign and unit.
    pub(super) fn plain(self, value: f64) -> String {
        decimal(value * self.scale, self.decimals)
    }

    /// A mean.
    pub(super) fn level(self, value: f64) -> String {
        let percent = if self.scale == 100.0 { "%" } else { "" };
        let decimals =
            if self.scale == 100.0 { 0 } else { self.decimals.max(usize::from(value.abs() < 100.0)) };
        format!("{}{percent}", decimal(value * self.scale, decimals))
    }

    /// A difference with its sign.
    pub(super) fn change(self, value: f64) -> String {
        signed(value * self.scale, self.decimals)
    }

    /// A distance without sign, its last digit rounded up.
    pub(super) fn bound(self, value: f64) -> String {
        let tens = (0..self.decimals).fold(1.0, |tens, _| tens * 10.0);
        let up = libm::ceil((value * self.scale).abs() * tens - 1e-9) / tens;
        format!("{}{}", decimal(up, self.decimals), self.unit)
    }

    /// The ends of an interval.
    pub(super) fn ends(self, Interval { low, high }: Interval) -> String {
        format!("{} to {}", self.change(low), self.change(high))
    }

    /// A distance without sign.
    pub(super) fn distance(self, value: f64) -> String {
        format!("{}{}", decimal((value * self.scale).abs(), self.decimals), self.unit)
    }
}

/// A number with a real minus sign.
pub(super) fn decimal(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
    if is_zero { text.trim_start_matches('-').to_owned() } else { text.replace('-', "−") }
}

fn signed(value: f64, decimals: usize) -> String {
    let text = decimal(value, decimals);
    let is_zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    if is_zero || text.starts_with('−') { text } else { format!("+{text}") }
}

/// A share in percent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// `1 game`, `2 games`.
pub(super) fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Words with their first letter as at the beginning of a sentence.
pub(super) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_as_many_digits_as_mean_something() {
        let form = |decimals, scale| Form { scale, decimals, unit: "" };
        for (written, expected) in [
            (form(1, 1.0).change(-2.21), "−2.2"),
            (form(1, 1.0).change(0.04), "0.0"),
            (form(1, 1.0).change(-0.04), "0.0"),
            (form(0, 100.0).change(0.021), "+2"),
            (form(1, 1.0).bound(0.51), "0.6"),
            (form(1, 1.0).bound(-0.6), "0.6"),
            (form(0, 100.0).level(0.128), "13%"),
            (form(0, 1.0).level(-251.4), "−251"),
            (form(0, 1.0).level(3.12), "3.1"),
        ] {
            assert_eq!(written, expected);
        }
    }
}
