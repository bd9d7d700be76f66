//! Chances in words.

/// A chance in percent, as a reader takes it: 0 or 100 only where it is certain.
pub fn percent(chance: f64) -> String {
    match (chance * 100.0).round() as i64 {
        0 if chance > 0.0 => "under 1 %".to_owned(),
        100 if chance < 1.0 => "over 99 %".to_owned(),
        whole => format!("{whole} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn only_certainty_is_0_or_100() {
        for (chance, expected) in [
            (0.0, "0 %"),
            (0.001, "under 1 %"),
            (0.005, "1 %"),
            (0.125, "13 %"),
            (0.994, "99 %"),
            (0.995, "over 99 %"),
            (1.0, "100 %"),
        ] {
            assert_eq!(percent(chance), expected, "{chance}");
        }
    }
}
