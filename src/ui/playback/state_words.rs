//! The word over a unit that has just changed its state: "suppressed!", "shaken!", "2 lost".

use std::collections::BTreeMap;

use crate::game::engine::fact::{Fact, UnitFact};
use crate::game::engine::unit_fact::TestedFor;
use crate::game::phases::close_combat::kinds::{Fact as CombatFact, LeftFor};
use crate::game::phases::fall_back::kinds::{Fact as FallBackFact, Goes};
use crate::rules::ids::UnitId;

/// Seconds for which a word stays.
pub(super) const WORD_SECONDS: f32 = 2.0;

/// A word over a unit.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct StateWord {
    pub unit: UnitId,
    pub text: String,
    pub tone: Tone,
    /// Seconds from the start of playback.
    pub(super) start: f32,
}

/// Whether a word is good news for its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::ui) enum Tone {
    Good,
    Bad,
    Worst,
}

impl StateWord {
    pub fn of(unit: UnitId, (text, tone): (String, Tone), start: f32) -> Self {
        Self { unit, text, tone, start }
    }

    /// Its share that has passed after so many seconds, from 0 to 1; `None` before and after.
    pub fn share(&self, elapsed: f32) -> Option<f32> {
        let share = (elapsed - self.start) / WORD_SECONDS;
        (0.0..1.0).contains(&share).then_some(share)
    }

    pub(super) fn lasts(&self, elapsed: f32) -> bool {
        elapsed < self.start + WORD_SECONDS
    }
}

/// The word for each unit whose state some facts change: the state first, then how many models it lost.
pub(super) fn words_of(facts: &[Fact]) -> BTreeMap<UnitId, (String, Tone)> {
    let mut states: BTreeMap<UnitId, (&str, Tone)> = BTreeMap::new();
    let mut lost: BTreeMap<UnitId, usize> = BTreeMap::new();
    for fact in facts {
        if let Fact::Unit(UnitFact::ModelLost { model, .. }) = fact {
            *lost.entry(model.unit).or_default() += 1;
        }
        if let Some((unit, word, tone)) = state(fact) {
            let known = states.entry(unit).or_insert((word, tone));
            // The worst news stands; of equals the latest.
            if tone >= known.1 {
                *known = (word, tone);
            }
        }
    }
    let units: Vec<UnitId> = states.keys().chain(lost.keys()).copied().collect();
    let word = |unit: UnitId| {
        let (state, tone) = states.get(&unit).copied().unwrap_or(("", Tone::Bad));
        let text = match (state, lost.get(&unit)) {
            ("", Some(lost)) => format!("{lost} lost"),
            (state, Some(lost)) if state != WIPED_OUT => format!("{state}! · {lost} lost"),
            (state, _) => format!("{state}!"),
        };
        (text, tone)
    };
    units.into_iter().map(|unit| (unit, word(unit))).collect()
}

const WIPED_OUT: &str = "wiped out";

/// The state that a fact puts a unit in.
///
/// Rule: SUP-2, SUP-3, SUP-5, FB-1, ROU-1, ACT-7, CC-7.
fn state(fact: &Fact) -> Option<(UnitId, &'static str, Tone)> {
    Some(match fact {
        Fact::Unit(UnitFact::HitDieRaised { unit, shaken: true, .. }) => (*unit, "shaken", Tone::Bad),
        Fact::Unit(UnitFact::HitDieRaised { unit, .. } | UnitFact::SuppressionMarkersGained { unit, .. }) => {
            (*unit, "suppressed", Tone::Bad)
        }
        Fact::Unit(UnitFact::HitDieRemoved { unit, .. }) => (*unit, "recovers", Tone::Good),
        Fact::Unit(UnitFact::LeadershipTested {
            unit, purpose: TestedFor::Recovery, passed: false, ..
        }) => (*unit, "stays suppressed", Tone::Bad),
        Fact::Unit(UnitFact::UnitWipedOut { unit }) => (*unit, WIPED_OUT, Tone::Worst),
        Fact::FallBack(FallBackFact::FallBackForced { unit, goes, .. }) => match goes {
            Goes::Nowhere => (*unit, WIPED_OUT, Tone::Worst),
            Goes::Routs { .. } => (*unit, "routs", Tone::Worst),
            Goes::Stays { .. } => (*unit, "stays and fires", Tone::Good),
            Goes::StaysInCover => (*unit, "stays in cover", Tone::Bad),
            Goes::ToEdge { .. } | Goes::ToCover { .. } => (*unit, "runs", Tone::Bad),
            Goes::Crawls | Goes::ToSafePosition { .. } => (*unit, "falls back", Tone::Bad),
        },
        Fact::CloseCombat(CombatFact::UnitLeftCombat { unit, why }) => match why {
            LeftFor::FailedTest => (*unit, "breaks", Tone::Worst),
            LeftFor::LongCombat => (*unit, "breaks off", Tone::Bad),
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::salvo::Rank;

    /// Rule: SUP-2, SUP-3. The state comes before the losses.
    #[test]
    fn a_word_says_the_state_then_the_losses() {
        let unit: UnitId = "B1".parse().unwrap();
        let raised = |shaken| Fact::Unit(UnitFact::HitDieRaised { unit, shows: 1, shaken });
        let lost = |number| {
            Fact::Unit(UnitFact::ModelLost { model: unit.model(number), rank: Rank::File, why: None })
        };
        let gone = Fact::Unit(UnitFact::UnitWipedOut { unit });
        let recovers = Fact::Unit(UnitFact::HitDieRemoved { unit, hits: 1 });
        for (facts, text, tone) in [
            (vec![raised(false)], "suppressed!", Tone::Bad),
            (vec![lost(1), lost(2), raised(true)], "shaken! · 2 lost", Tone::Bad),
            (vec![lost(1)], "1 lost", Tone::Bad),
            (vec![recovers.clone()], "recovers!", Tone::Good),
            (vec![recovers, raised(false)], "suppressed!", Tone::Bad),
            (vec![lost(1), gone, raised(false)], "wiped out!", Tone::Worst),
        ] {
            assert_eq!(words_of(&facts).into_values().collect::<Vec<_>>(), [(text.to_owned(), tone)]);
        }
    }
}
