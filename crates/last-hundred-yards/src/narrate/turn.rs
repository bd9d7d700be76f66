//! The frame of a turn in sentences: initiative, activations, reactions, time, the end.

use tabletop::game::Setup;
use tabletop::ids::Side;
use tabletop::text::list::joined;

use super::{Sentence, at_most, line, note, phase};
use crate::ids::UnitId;
use crate::setup::LhySetup;

/// "The Germans", at the beginning of a sentence.
fn side(setup: &LhySetup, side: Side) -> String {
    format!("The {}", setup.force_name(side))
}

/// Whoever had it before has the bonus, which shows who it was.
pub fn initiative(setup: &LhySetup, faces: [u8; 2], totals: [u8; 2], active: Side) -> Sentence {
    let [own, other] = [active, active.other()].map(|side| totals[side.index()]);
    let kept = faces[active.index()] != totals[active.index()];
    let does = if kept { "keep" } else { "take" };
    phase(format!("{} {does} the initiative, {own} to {other}", side(setup, active)), "LHY-TURN-1")
}

pub fn forfeited(setup: &LhySetup, by: Side, active: Side) -> Sentence {
    let (who, other) = (side(setup, active), setup.force_name(by));
    phase(format!("{who} have the initiative: the {other} have neither leader nor AFV"), "LHY-TURN-1")
}

pub fn shock(setup: &LhySetup, unit: UnitId, face: u8, ended: bool) -> Sentence {
    let limit = setup.rules.numbers.shock_ends;
    let does = if ended { "recovers from its shock" } else { "stays Shocked" };
    at_most(line(unit, format!("{unit} {does}, with {limit} or less needed"), "LHY-STA-3"), face, limit)
}

pub fn activated(setup: &LhySetup, by: Side, platoons: &[String]) -> Sentence {
    let who = side(setup, by);
    match platoons {
        [one] => note(format!("{who} activate {one}"), "LHY-TURN-2"),
        all => note(format!("{who} activate {} together", joined(all)), "LHY-DRM-11"),
    }
}

pub fn reactions(setup: &LhySetup, by: Side) -> Sentence {
    phase(format!("{} may react", side(setup, by)), "LHY-TURN-2")
}

pub fn goals(setup: &LhySetup, by: Side) -> Sentence {
    note(format!("{} alone hold every goal", side(setup, by)), "LHY-SCN-1")
}

pub fn time(setup: &LhySetup, minutes: u8, total: u8) -> Sentence {
    let all = setup.level.minutes;
    let (now, rule) = (total.min(all), "LHY-TURN-3");
    match total >= all {
        true => note(format!("{minutes} minutes pass, and the {all} minutes are over"), rule),
        false => note(format!("{minutes} minutes pass: {now} of {all} are gone"), rule),
    }
}

pub fn over(setup: &LhySetup, winner: Side) -> Sentence {
    Sentence::heading(format!("{} win", side(setup, winner)))
}
