//! The rules of the frame as pure functions, a file each chapter. The assault itself is in `assault/`.

pub mod concealment;
pub mod declaring;
pub mod feint;
pub mod fire;
pub mod ground;
pub mod harm;
pub mod movement;
pub mod recovery;

use serde::Serialize;

/// A number of a sum, with its paragraph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Term {
    /// The paragraph.
    pub rule: &'static str,
    /// In a few words.
    pub label: String,
    /// Its share.
    pub amount: i8,
}

impl Term {
    pub fn new(rule: &'static str, label: impl Into<String>, amount: i8) -> Self {
        Self { rule, label: label.into(), amount }
    }
}

/// "+2", "−1", "0".
pub fn signed(value: i8) -> String {
    match value {
        0 => "0".to_owned(),
        value if value < 0 => format!("−{}", value.unsigned_abs()),
        value => format!("+{value}"),
    }
}

/// The sum of terms.
pub fn sum(terms: &[Term]) -> i8 {
    terms.iter().map(|term| term.amount).sum()
}

/// Cohesion of a unit as it is; 0 of what has none.
///
/// Rule: LHY-STA-4.
pub fn cohesion(setup: &crate::setup::LhySetup, play: &crate::play::Play, unit: crate::ids::UnitId) -> u8 {
    match play.state(unit).heroic {
        true => setup.rules.numbers.heroic_cohesion,
        false => setup.card(unit).cohesion.unwrap_or(0),
    }
}

/// One of so many by a ten-sided die, in order; `None` rolls again. Two share the faces 1–5 and 6–10, three 1–3, 4–6 and 7–9.
///
/// Rule: LHY-RES-5 (lots.)
pub fn lot(face: u8, count: usize) -> Option<usize> {
    let each = 10usize.checked_div(count)?.max(1);
    let place = usize::from(face.saturating_sub(1)) / each;
    (place < count).then_some(place)
}
