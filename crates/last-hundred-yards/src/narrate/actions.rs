//! Actions and reactions in sentences.

use tabletop_hexes::hex::Hex;

use super::{Sentence, at_most, line, phase, verb};
use crate::fact::Recovery;
use crate::ids::UnitId;
use crate::order::Way;
use crate::setup::LhySetup;

pub fn moved(setup: &LhySetup, unit: UnitId, to: &Hex, way: Way) -> Sentence {
    let (does, rule) = match way {
        Way::Maneuver => ("moves to", "LHY-MAN-1"),
        Way::Withdraw => ("withdraws to", "LHY-REC-2"),
        Way::Approach => ("closes in to", "LHY-ASB-2"),
    };
    line(unit, format!("{unit} {does} {}", setup.place(*to)), rule)
}

/// The face is among the dice of the sentence; a natural 10 needs no number.
///
/// Rule: LHY-REC-1 (a natural 10.)
pub fn recovery(
    setup: &LhySetup,
    unit: UnitId,
    [face, total]: [i8; 2],
    limit: u8,
    outcome: Recovery,
) -> Sentence {
    let does = match outcome {
        Recovery::Failed => "fails to recover",
        Recovery::Recovered => "recovers",
        Recovery::Rallied => "rallies and may act again",
    };
    let natural = setup.rules.numbers.heroic_face;
    let (why, highest) = match face == natural as i8 {
        true => (format!("a natural {natural}"), natural),
        false => {
            let highest = (limit as i8 - (total - face)).clamp(0, 10) as u8;
            (format!("a total of {total}, with {limit} or less needed"), highest)
        }
    };
    at_most(line(unit, format!("{unit} {does}: {why}"), "LHY-REC-1"), face as u8, highest)
}

pub fn declared(setup: &LhySetup, units: &[UnitId], hex: Hex, from: Hex) -> Option<Sentence> {
    let does = verb(units, "prepares", "prepare");
    let text = format!("{does} to assault {} from {from}", setup.place(hex));
    Some(line(*units.first()?, text, "LHY-ASB-2"))
}

pub fn reinforced(setup: &LhySetup, units: &[UnitId], hex: Hex, from: Hex) -> Option<Sentence> {
    let does = verb(units, "joins", "join");
    let text = format!("{does} the assault on {} from {from}", setup.place(hex));
    Some(line(*units.first()?, text, "LHY-ELI-6"))
}

pub fn feint(units: &[UnitId], face: u8, limit: u8, passed: bool) -> Option<Sentence> {
    let does = match passed {
        true => verb(units, "feints and stays", "feint and stay"),
        false => verb(units, "tries to feint, but cannot stay", "try to feint, but cannot stay"),
    };
    let said = line(*units.first()?, format!("{does} out, with {limit} or less needed"), "LHY-ASB-5");
    Some(at_most(said, face, limit))
}

pub fn assault(setup: &LhySetup, attackers: &[(UnitId, Hex)], hex: Hex) -> Sentence {
    let units: Vec<UnitId> = attackers.iter().map(|(unit, _)| *unit).collect();
    phase(format!("{} {}", verb(&units, "assaults", "assault"), setup.place(hex)), "LHY-TURN-2")
}
