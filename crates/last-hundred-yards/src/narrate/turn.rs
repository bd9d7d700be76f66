//! The frame of a turn in sentences: initiative, activations, reactions, time, the end.

use tabletop::game::Setup;
use tabletop::ids::Side;
use tabletop::text::list::joined;

use super::{Sentence, at_most, line, note, phase};
use crate::ids::UnitId;
use crate::setup::LhySetup;

/// Whoever had it before has the bonus, which shows who it was.
pub fn initiative(setup: &LhySetup, faces: [u8; 2], totals: [u8; 2], active: Side) -> Sentence {
    let [own, other] = [active, active.other()].map(|side| totals[side.index()]);
    let kept = faces[active.index()] != totals[active.index()];
    let does = if kept { "keep" } else { "take" };
    phase(format!("{} {does} the initiative, {own} to {other}", setup.force_name(active)), "LHY-TURN-1")
}

pub fn forfeited(setup: &LhySetup, by: Side, active: Side) -> Sentence {
    let (who, other) = (setup.force_name(active), setup.force_name(by));
    phase(format!("{who} have the initiative: {other} have neither leader nor AFV"), "LHY-TURN-1")
}

pub fn shock(setup: &LhySetup, unit: UnitId, face: u8, ended: bool) -> Sentence {
    let limit = setup.rules.numbers.shock_ends;
    let does = if ended { "recovers from its shock" } else { "stays Shocked" };
    at_most(line(unit, format!("{unit} {does}: needs {limit} or less"), "LHY-STA-3"), face, limit)
}

pub fn activated(setup: &LhySetup, side: Side, platoons: &[String]) -> Sentence {
    let who = setup.force_name(side);
    match platoons {
        [one] => note(format!("{who} activate {one}"), "LHY-TURN-2"),
        all => note(format!("{who} activate {} together", joined(all)), "LHY-DRM-11"),
    }
}

pub fn reactions(setup: &LhySetup, side: Side) -> Sentence {
    phase(format!("{} may react", setup.force_name(side)), "LHY-TURN-2")
}

pub fn goals(setup: &LhySetup, by: Side) -> Sentence {
    note(format!("{} alone hold every goal", setup.force_name(by)), "LHY-SCN-1")
}

pub fn time(minutes: u8, total: u8) -> Sentence {
    note(format!("{minutes} minutes pass: {total} in all"), "LHY-TURN-3")
}

pub fn over(setup: &LhySetup, winner: Side) -> Sentence {
    Sentence::heading(format!("{} win", setup.force_name(winner)))
}
