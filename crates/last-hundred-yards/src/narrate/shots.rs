//! Fire in sentences.

use tabletop_hexes::hex::Hex;

use super::{Sentence, a, at_most, line};
use crate::fact::Fact;
use crate::ids::UnitId;
use crate::setup::LhySetup;

/// Whether a shot that was resolved changes nothing: it ends at once.
pub fn is_in_vain(next: &[Fact]) -> bool {
    matches!(next.first(), Some(Fact::ShotEnded))
}

pub fn resolved(setup: &LhySetup, unit: UnitId, hex: Hex, [face, total]: [i8; 2], next: &[Fact]) -> Sentence {
    let ends = if is_in_vain(next) { " without effect" } else { "" };
    let text = format!("{unit} fires at {}{ends}: {} makes {total}", setup.place(hex), a(face as u8));
    line(unit, text, "LHY-SAF-2")
}

pub fn checked(unit: UnitId, face: u8, limit: u8, passed: bool) -> Sentence {
    let does = if passed { "passes" } else { "fails" };
    let text = format!("{unit} {does} its Cohesion check, with {limit} or less needed");
    at_most(line(unit, text, "LHY-FRM-4"), face, limit)
}
