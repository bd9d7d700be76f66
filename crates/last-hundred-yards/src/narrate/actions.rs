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

/// The face is among the dice of the sentence; what is added to it is in the number that it needs.
pub fn recovery(unit: UnitId, face: u8, total: i8, limit: u8, outcome: Recovery) -> Sentence {
    let does = match outcome {
        Recovery::Failed => "fails to recover",
        Recovery::Recovered => "recovers",
        Recovery::Rallied => "rallies and may act again",
    };
    let said = line(unit, format!("{unit} {does}: total {total}, needs {limit} or less"), "LHY-REC-1");
    at_most(said, face, (limit as i8 - (total - face as i8)).clamp(0, 10) as u8)
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

pub fn assault(setup: &LhySetup, attackers: &[(UnitId, Hex)], hex: Hex) -> Sentence {
    let units: Vec<UnitId> = attackers.iter().map(|(unit, _)| *unit).collect();
    phase(format!("{} {}", verb(&units, "assaults", "assault"), setup.place(hex)), "LHY-TURN-2")
}
