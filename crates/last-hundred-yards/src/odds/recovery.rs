//! Odds of a recovery die.

use serde::Serialize;

use super::percent;
use crate::chapters::{Term, recovery};
use crate::fact::Recovery;
use crate::gate::Mistake;
use crate::ids::UnitId;
use crate::view::View;

/// Odds of a recovery die. Chances are between 0 and 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RecoveryOdds {
    /// In a sentence.
    pub sentence: String,
    /// Modifiers of the die.
    pub terms: Vec<Term>,
    /// Cohesion that it is held against.
    pub limit: u8,
    /// Units that recover by it.
    pub units: Vec<UnitId>,
    /// They recover, and may act no more.
    pub recovers: f64,
    /// They recover, and may act again.
    pub rallies: f64,
    /// One of them becomes Heroic.
    pub heroic: f64,
}

/// Odds of a recovery die.
///
/// # Errors
/// The mistake for which the order would be refused.
///
/// Rule: LHY-REC-1.
pub(crate) fn recovery_odds(view: View<'_>, unit: UnitId) -> Result<RecoveryOdds, Mistake> {
    let plan = recovery::plan(view.setup, view.play, unit)?;
    let outcomes: Vec<Recovery> = (1..=10).map(|face| plan.outcome(view.setup, unit, face)).collect();
    let share = |wanted: Recovery| {
        outcomes.iter().filter(|outcome| **outcome == wanted).count() as f64 / outcomes.len() as f64
    };
    let (recovers, rallies) = (share(Recovery::Recovered), share(Recovery::Rallied));
    let heroes = (1..=10).filter(|face| plan.hero(view.setup, view.play, unit, *face).is_some()).count();
    let sentence = format!(
        "{unit} recovers with {}, and may act again with {}",
        percent(recovers + rallies),
        percent(rallies)
    );
    Ok(RecoveryOdds {
        sentence,
        terms: plan.terms,
        limit: plan.limit,
        units: plan.units,
        recovers,
        rallies,
        heroic: heroes as f64 / outcomes.len() as f64,
    })
}
