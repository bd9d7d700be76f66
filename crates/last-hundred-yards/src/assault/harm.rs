//! Harm to a unit: casualties, Disruption, failed checks.

use super::fact::{Cause, Fact};
use crate::card::Card;
use crate::state::State;

/// A unit suffers a casualty: it loses a step, is removed if none is left, and is otherwise Disrupted.
///
/// Rule: LHY-FRM-3, LHY-STA-7.
pub fn casualty(card: &Card, state: State, cause: Cause) -> Vec<Fact> {
    let mut facts = lose_step(card, state, cause);
    let is_left = state.steps > 1;
    if is_left && !card.nation.is_steadfast() && !state.disrupted {
        facts.push(Fact::Disrupted { unit: card.id, cause });
    }
    facts
}

/// A unit loses a step and is not Disrupted.
///
/// Rule: LHY-FRM-3, LHY-URB-1.
pub fn lose_step(card: &Card, state: State, cause: Cause) -> Vec<Fact> {
    let (unit, left) = (card.id, state.steps.saturating_sub(1));
    let mut facts = vec![Fact::Casualty { unit, left, cause }];
    if left == 0 {
        facts.push(Fact::Eliminated { unit, cause });
    }
    facts
}

/// A unit would become Disrupted.
///
/// Rule: LHY-STA-1, LHY-STA-7.
pub fn disruption(card: &Card, state: State, cause: Cause) -> Vec<Fact> {
    if card.nation.is_steadfast() {
        return casualty(card, state, cause);
    }
    if state.disrupted { Vec::new() } else { vec![Fact::Disrupted { unit: card.id, cause }] }
}

/// A unit fails a Cohesion check.
///
/// Rule: LHY-FRM-4.
pub fn failed_check(card: &Card, state: State, cause: Cause) -> Vec<Fact> {
    if state.disrupted { casualty(card, state, cause) } else { disruption(card, state, cause) }
}

/// Collateral damage to riders or passengers.
///
/// Rule: LHY-VDA-5, LHY-STA-7.
pub fn collateral(card: &Card, state: State) -> Vec<Fact> {
    let cause = Cause::Collateral;
    if !card.nation.is_steadfast() {
        return disruption(card, state, cause);
    }
    if state.regrouping { Vec::new() } else { vec![Fact::Regrouped { unit: card.id, cause }] }
}
