//! Numbers as people type them: read in one way, `-1.5`, and where they are written as in another country, refused with the
//! reason.

/// Why a text is not a number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumeralError {
    /// `1,5`
    #[error("{0} has a comma: a decimal has a point, as in 6.5, and thousands are not set apart")]
    Comma(String),
    /// `1'000`, `1 000`, `1.000.000`
    #[error(
        "{0} sets digits apart: write a number without separators, its decimals behind one point, as in 1000.5"
    )]
    Separator(String),
    /// `000`
    #[error("{0} begins with a zero that counts for nothing: write a number without it, as in 6.5")]
    LeadingZero(String),
    /// Of another script, or of full width.
    #[error("{0} has the digit {1}: write the digits 0 to 9")]
    Digit(String, char),
    /// A dash or the minus sign of printed text.
    #[error("{0} has the sign {1}: a minus is the hyphen of the keyboard (-)")]
    Minus(String, char),
    /// Anything else.
    #[error("{0} is not a number")]
    NotANumber(String),
}

/// Reads a number: digits with at most one decimal point, a sign and an exponent. Like Rust it takes `inf` and `NaN` for
/// numbers, which no range has in it.
///
/// # Errors
/// It is written otherwise; the error says how.
pub fn parse_number(text: &str) -> Result<f64, NumeralError> {
    let text = text.trim();
    if let Some(why) = foreign(text) {
        return Err(why);
    }
    text.parse().map_err(|_| NumeralError::NotANumber(text.to_owned()))
}

/// Finds the foreign notation of a number; `None` if it is written as here, or is not a number in any country.
pub fn foreign(text: &str) -> Option<NumeralError> {
    let own = || text.to_owned();
    let digits = text.chars().filter(|c| c.is_numeric()).count();
    let foreign_digit = text.chars().find(|c| c.is_numeric() && !c.is_ascii());
    let is_part = |c: char| c.is_numeric() || is_minus(c) || is_separator(c) || "+-.,eE".contains(c);
    if digits == 0 || !text.chars().all(is_part) {
        return None;
    }
    if let Some(digit) = foreign_digit {
        return Some(NumeralError::Digit(own(), digit));
    }
    if let Some(minus) = text.chars().find(|c| is_minus(*c)) {
        return Some(NumeralError::Minus(own(), minus));
    }
    if text.contains([',', '٫', '，', '、']) {
        return Some(NumeralError::Comma(own()));
    }
    if text.contains(is_separator) || text.matches('.').count() > 1 {
        return Some(NumeralError::Separator(own()));
    }
    let whole = text.trim_start_matches(['+', '-']);
    let leading = whole.strip_prefix('0').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    leading.then(|| NumeralError::LeadingZero(own()))
}

/// Dashes and minus signs other than the keyboard's hyphen.
fn is_minus(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}')
}

/// Whether a character separates thousands or decimals in other countries.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\'' | '\u{2019}' | '_' | '·' | '٬' | '٫' | '，' | '、' | '．')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_one_way_to_be_written() {
        for (text, number) in [
            ("6", 6.0),
            ("-6.5", -6.5),
            ("+6.5", 6.5),
            (" 0.25 ", 0.25),
            (".5", 0.5),
            ("0", 0.0),
            ("1e2", 100.0),
            ("1.000", 1.0),
        ] {
            assert_eq!(parse_number(text), Ok(number), "{text}");
        }
        for (text, part, why) in [
            ("6,5", "a decimal has a point", "half of Europe"),
            ("1,000", "a decimal has a point", "thousands in America"),
            ("1.000,5", "a decimal has a point", "thousands in Germany"),
            ("٦٫٥", "the digit ٦", "Arabic digits"),
            ("６.５", "the digit ６", "full width"),
            ("6½", "the digit ½", "a fraction"),
            ("\u{2212}6", "a minus is the hyphen", "printed text"),
            ("\u{2013}6.5", "a minus is the hyphen", "a word processor's dash"),
            ("1'000", "without separators", "Switzerland"),
            ("1\u{a0}000", "without separators", "France"),
            ("1_000", "without separators", "programs"),
            ("1.000.000", "without separators", "millions in Germany"),
            ("000", "begins with a zero", "the rest of 1,000 behind its comma"),
            ("-06.5", "begins with a zero", "a filled place"),
            ("", "is not a number", "nothing"),
            ("six", "is not a number", "a word"),
            ("6-5", "is not a number", "a range"),
        ] {
            let error = parse_number(text).unwrap_err().to_string();
            assert!(error.contains(part), "{why}: {error}");
        }
    }
}
