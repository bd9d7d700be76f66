//! Carries accepted orders out: facts for what they bring.

use tabletop::agenda::Decision;
use tabletop::battle::StepError;
use tabletop::dice::{Die, Needs, Roll, Roller};
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use crate::assault::machine::{ChoiceKind, chosen};
use crate::chapters::concealment::{fire_reveals, move_reveals};
use crate::chapters::movement::{Moment, plan_maneuver, withdrawals};
use crate::chapters::{declaring, feint, fire, recovery, sum};
use crate::fact::{Fact, Hint, Recovery};
use crate::game::{Lhy, LhyState};
use crate::ids::UnitId;
use crate::order::{Choice, Order, Step, Way};
use crate::view::View;

pub type Stepped<T = ()> = Result<T, StepError<Lhy>>;

/// A bug: what the gate accepted cannot be carried out.
pub fn bug(what: impl std::fmt::Debug) -> StepError<Lhy> {
    StepError::Bug(format!("{what:?} was accepted and cannot be carried out"))
}

/// Rolls one ten-sided die. It is not said which concealed unit rolls.
///
/// Rule: LHY-TRM-4.
pub fn die(
    state: &mut LhyState,
    purpose: &'static str,
    side: Side,
    by: Option<UnitId>,
    needs: Needs,
) -> Stepped<u8> {
    let known = by.filter(|unit| !state.play.state(*unit).concealed);
    let by = Roller { side, subject: known.map(Into::into) };
    Ok(state.dice.roll(Roll { purpose, by, needs, die: Die::TEN })?)
}

/// Writes down what a unit did: all of it, or if it is concealed all of it for its side and a hint for the other.
///
/// Rule: LHY-STA-5.
pub fn publish(state: &mut LhyState, unit: UnitId, fact: Fact, hint: Hint) {
    let of = state.setup.side(unit);
    if state.play.state(unit).concealed {
        state.facts.push(Fact::Secret { of, fact: Box::new(fact) });
        state.facts.push(Fact::Hint { to: of.other(), hint });
    } else {
        state.facts.push(fact);
    }
}

/// Carries an accepted order out.
pub fn resolve(state: &mut LhyState, order: Order, decision: Decision<Lhy>) -> Stepped {
    let moment = match decision.choice {
        Choice::React => Moment::Reaction,
        Choice::SetUp | Choice::Activate | Choice::Act | Choice::InAssault { .. } => Moment::Action,
    };
    let again = match decision.choice {
        Choice::SetUp => Some(Step::SetUp),
        Choice::Activate => (order != Order::EndActivations).then_some(Step::AskActivate),
        Choice::Act => (order != Order::Done).then_some(Step::AskAct),
        Choice::React => (order != Order::Done).then_some(Step::AskReact),
        // The step that asked comes again by itself.
        Choice::InAssault { kind: ChoiceKind::Feint } => None,
        Choice::InAssault { .. } => Some(Step::Fight),
    };
    if let Some(step) = again {
        state.agenda.push(step);
    }
    match order {
        Order::Deploy { unit, hex } => state.facts.push(Fact::Deployed { unit, hex }),
        Order::Activate { platoons } => {
            state.facts.push(Fact::Activated { side: decision.player, platoons });
            state.agenda.push(Step::AskAct);
        }
        Order::EndActivations => {
            state.facts.push(Fact::ActivationsEnded { side: decision.player });
            state.agenda.push(Step::BeginReactions);
        }
        Order::Maneuver { unit, to } => maneuver(state, unit, to, moment)?,
        Order::Fire { unit, hex } => declare_fire(state, unit, hex)?,
        Order::Recover { unit } => recover(state, unit)?,
        Order::Withdraw { unit, to } => withdraw(state, unit, to)?,
        Order::Assault { units, hex, from } => assault(state, decision.player, units, hex, from)?,
        Order::Count { .. }
        | Order::Target { .. }
        | Order::Retreat { .. }
        | Order::Advance { .. }
        | Order::Stay => answer(state, &order)?,
        Order::PressHome => settle_feint(state)?,
        Order::Feint => feint(state)?,
        Order::Done if decision.choice == (Choice::InAssault { kind: ChoiceKind::Feint }) => {
            settle_feint(state)?
        }
        Order::Done => {}
    }
    Ok(())
}

/// Rule: LHY-STA-5, LHY-STA-6.
fn maneuver(state: &mut LhyState, unit: UnitId, to: Hex, moment: Moment) -> Stepped {
    let path = plan_maneuver(&state.setup, &state.play, unit, to, moment).map_err(bug)?;
    go(state, unit, path, Way::Maneuver);
    Ok(())
}

/// A unit moves; where it is seen, its concealment goes first.
///
/// Rule: LHY-STA-5.
fn go(state: &mut LhyState, unit: UnitId, path: Vec<Hex>, way: Way) {
    let concealed = state.play.state(unit).concealed;
    let (from, to) = (state.play.hex_of(unit), path.last().copied());
    let (Some(from), Some(to)) = (from, to) else { return };
    let moved = Fact::Moved { unit, path: path.clone(), way };
    if concealed && move_reveals(&state.setup, &state.play, unit, &path) {
        state.facts.push(Fact::Revealed { unit });
        state.facts.push(moved);
    } else {
        publish(state, unit, moved, Hint::Moved { from, to });
    }
}

/// Rule: LHY-SAF-1, LHY-STA-5.
fn declare_fire(state: &mut LhyState, unit: UnitId, hex: Hex) -> Stepped {
    let side = state.setup.side(unit);
    let view = View::of(&state.setup, &state.play).seen_by(side);
    let shot = fire::plan(view, unit, hex).map_err(bug)?;
    let fired = Fact::Fired { unit, from: shot.from, hex, sav: shot.sav, regrouping: shot.regrouping };
    if state.play.state(unit).concealed && fire_reveals(&state.setup, &state.play, unit, shot.from) {
        state.facts.push(Fact::Revealed { unit });
        state.facts.push(fired);
    } else {
        publish(state, unit, fired, Hint::Fired { from: shot.from, hex });
    }
    Ok(())
}

/// Rule: LHY-REC-1, LHY-STA-4, LHY-REG-3.
fn recover(state: &mut LhyState, unit: UnitId) -> Stepped {
    let plan = recovery::plan(&state.setup, &state.play, unit).map_err(bug)?;
    let side = state.setup.side(unit);
    let hex = state.play.hex_of(unit).ok_or_else(|| bug(unit))?;
    let added = sum(&plan.terms);
    let highest = (plan.limit as i8 - added).clamp(0, 10) as u8;
    let face = die(state, "recovery", side, Some(unit), Needs::AtMost(highest))?;
    let outcome = plan.outcome(&state.setup, unit, face);
    let hero = plan.hero(&state.setup, &state.play, unit, face);
    let rolled = Fact::RecoveryRolled { unit, face, total: face as i8 + added, limit: plan.limit, outcome };
    let mut facts = vec![rolled];
    for other in &plan.units {
        facts.push(Fact::Acted { unit: *other });
        if outcome != Recovery::Failed {
            facts.push(Fact::Regrouped { unit: *other });
        }
        if outcome == Recovery::Rallied {
            facts.push(Fact::Rallied { unit: *other });
        }
    }
    facts.extend(hero.map(|unit| Fact::BecameHeroic { unit }));
    for fact in facts {
        match fact {
            fact @ Fact::RecoveryRolled { .. } => publish(state, unit, fact, Hint::Acted { hex }),
            fact => quietly(state, unit, fact),
        }
    }
    Ok(())
}

/// A fact about a concealed unit of which the other side hears nothing.
fn quietly(state: &mut LhyState, unit: UnitId, fact: Fact) {
    let of = state.setup.side(unit);
    state.facts.push(match state.play.state(unit).concealed {
        true => Fact::Secret { of, fact: Box::new(fact) },
        false => fact,
    });
}

/// Rule: LHY-REC-2, LHY-REG-3.
fn withdraw(state: &mut LhyState, unit: UnitId, to: Hex) -> Stepped {
    let path = withdrawals(&state.setup, &state.play, unit).remove(&to).ok_or_else(|| bug(to))?;
    go(state, unit, path, Way::Withdraw);
    Ok(())
}

/// The units go to the hex before, and an arrow marks the assault.
///
/// Rule: LHY-ASB-2.
fn assault(state: &mut LhyState, by: Side, units: Vec<UnitId>, hex: Hex, from: Hex) -> Stepped {
    let view = View::of(&state.setup, &state.play).seen_by(by);
    let ways = declaring::plan(view, by, &units, hex, from).map_err(bug)?;
    for (unit, path) in ways {
        // Who comes on to assault shows himself.
        if state.play.state(unit).concealed {
            state.facts.push(Fact::Revealed { unit });
        }
        state.facts.push(match path.is_empty() {
            true => Fact::Acted { unit },
            false => Fact::Moved { unit, path, way: Way::Approach },
        });
    }
    state.facts.push(match state.play.arrow(hex) {
        Some(_) => Fact::AssaultReinforced { by, hex, from, units },
        None => Fact::AssaultDeclared { by, hex, from, units },
    });
    Ok(())
}

/// Rule: LHY-ASB-5.
fn feint(state: &mut LhyState) -> Stepped {
    let arrow = state.play.arrows.first().ok_or_else(|| bug("a feint"))?;
    let (hex, by) = (arrow.hex, arrow.by);
    let units = feint::on_foot(&state.setup, &state.play, arrow);
    let limit = feint::limit(&state.setup, &state.play, &units);
    let face = die(state, "feint", by, units.first().copied(), Needs::AtMost(limit))?;
    state.facts.push(Fact::FeintRolled { hex, units, face, limit, passed: face <= limit });
    Ok(())
}

/// Rule: LHY-ASB-5.
fn settle_feint(state: &mut LhyState) -> Stepped {
    let hex = state.play.arrows.first().ok_or_else(|| bug("a feint"))?.hex;
    state.facts.push(Fact::FeintSettled { hex });
    Ok(())
}

/// An answer that an assault under way wants.
///
/// Rule: LHY-RES-6.
fn answer(state: &mut LhyState, order: &Order) -> Stepped {
    let (fight, answer) = (state.play.fights.last(), order.answer());
    let (Some(fight), Some(answer)) = (fight, answer) else { return Err(bug(order)) };
    let facts = state.play.with_case(&state.setup, fight, false, |case, now| chosen(case, now, &answer));
    let facts = facts.map_err(|_| bug(order))?;
    state.facts.extend(facts.into_iter().map(|fact| Fact::Assault { fact }));
    Ok(())
}
