//! Disruption, casualties and failed checks outside assaults.

use crate::fact::Fact;
use crate::ids::UnitId;
use crate::play::Play;
use crate::setup::LhySetup;

/// Facts of a casualty.
///
/// Rule: LHY-FRM-3, LHY-STA-4, LHY-STA-5, LHY-STA-7.
pub fn casualty(setup: &LhySetup, play: &Play, unit: UnitId) -> Vec<Fact> {
    let left = play.state(unit).steps.saturating_sub(1);
    if left == 0 {
        return vec![Fact::Eliminated { unit }];
    }
    let mut facts = vec![Fact::Reduced { unit, left }];
    if !setup.card(unit).nation.is_steadfast() {
        facts.push(Fact::Disrupted { unit });
    }
    facts
}

/// Facts of Disruption.
///
/// Rule: LHY-STA-7 (Japanese and Russians.)
pub fn disruption(setup: &LhySetup, play: &Play, unit: UnitId) -> Vec<Fact> {
    match setup.card(unit).nation.is_steadfast() {
        true => casualty(setup, play, unit),
        false => vec![Fact::Disrupted { unit }],
    }
}

/// Facts of a failed Cohesion check.
///
/// Rule: LHY-FRM-4.
pub fn failure(setup: &LhySetup, play: &Play, unit: UnitId) -> Vec<Fact> {
    match play.state(unit).disrupted {
        true => casualty(setup, play, unit),
        false => disruption(setup, play, unit),
    }
}
