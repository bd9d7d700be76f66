//! Resolution of all fire that was declared, shot by shot.

use tabletop::dice::Needs;

use crate::chapters::fire::{Effect, effect, others_check, targets, terms};
use crate::chapters::harm::{casualty, disruption, failure};
use crate::chapters::{cohesion, lot, sum};
use crate::fact::{Fact, Hint};
use crate::game::LhyState;
use crate::ids::UnitId;
use crate::order::Step;
use crate::play::Shot;
use crate::resolve::{Stepped, die, publish};
use crate::view::View;

/// Resolves the next shot, and comes again until none is left.
///
/// Rule: LHY-TURN-2 (all fire together), LHY-SAF-2.
pub fn resolve_next(state: &mut LhyState) -> Stepped {
    let Some(shot) = state.play.shots.first().cloned() else { return Ok(()) };
    state.agenda.push(Step::ResolveShot);
    let side = state.setup.side(shot.unit);
    let added = sum(&terms(View::of(&state.setup, &state.play), &shot));
    let face = die(state, "small-arms fire", side, Some(shot.unit), Needs::Nothing)?;
    let total = face as i8 + added;
    let resolved = Fact::ShotResolved { unit: shot.unit, hex: shot.hex, face, total };
    publish(state, shot.unit, resolved, Hint::ShotResolved { hex: shot.hex });
    strike(state, &shot, total)?;
    state.facts.push(Fact::ShotEnded);
    Ok(())
}

/// Effect of a total on who is in the hex.
///
/// Rule: LHY-SAF-2, LHY-STA-5.
fn strike(state: &mut LhyState, shot: &Shot, total: i8) -> Stepped {
    let enemy = state.setup.side(shot.unit).other();
    let (best, foot) = targets(View::of(&state.setup, &state.play), shot.hex, enemy);
    let Some(first) = best.first().copied() else {
        if !state.play.has_units(&state.setup, shot.hex, enemy) {
            state.facts.push(Fact::ShotWasted { hex: shot.hex });
        }
        return Ok(());
    };
    let found = effect(View::of(&state.setup, &state.play), first, total);
    if found == Effect::Nothing {
        return Ok(());
    }
    for unit in state.play.in_hex(&state.setup, shot.hex, enemy) {
        if state.play.state(unit).concealed {
            state.facts.push(Fact::Revealed { unit });
        }
    }
    if found == Effect::Found {
        return Ok(());
    }
    let unit = pick(state, &best)?;
    let hit = match effect(View::of(&state.setup, &state.play), unit, total) {
        Effect::Casualty => casualty(&state.setup, &state.play, unit),
        Effect::Disrupted => disruption(&state.setup, &state.play, unit),
        Effect::Nothing | Effect::Found => Vec::new(),
    };
    state.facts.extend(hit);
    for other in foot.into_iter().filter(|other| *other != unit) {
        check(state, other)?;
    }
    Ok(())
}

/// One of several, by lot.
///
/// Rule: LHY-RES-5 (lots.)
fn pick(state: &mut LhyState, units: &[UnitId]) -> Stepped<UnitId> {
    let Some(first) = units.first().copied().filter(|_| units.len() > 1) else { return Ok(units[0]) };
    loop {
        let face = die(state, "lot", state.setup.side(first), None, Needs::Nothing)?;
        if let Some(place) = lot(face, units.len()) {
            state.facts.push(Fact::Picked { unit: units[place], face });
            return Ok(units[place]);
        }
    }
}

/// Rule: LHY-FRM-4, LHY-SAF-2 (others check.)
fn check(state: &mut LhyState, unit: UnitId) -> Stepped {
    if !others_check(&state.setup, unit) {
        return Ok(());
    }
    let limit = cohesion(&state.setup, &state.play, unit);
    let face = die(state, "cohesion check", state.setup.side(unit), Some(unit), Needs::AtMost(limit))?;
    let passed = face <= limit;
    state.facts.push(Fact::CohesionChecked { unit, face, limit, passed });
    if !passed {
        state.facts.extend(failure(&state.setup, &state.play, unit));
    }
    Ok(())
}
