//! Answers questions about fire with the battle's own odds.

use super::{Answers, Asked, OddsReport};
use crate::game::engine::refusal::{Reason, Refusal};
use crate::game::engine::view::View;
use crate::game::leadership::test_terms;
use crate::game::phases::shooting;
use crate::game::phases::shooting::declare::{declare, declare_at_model};
use crate::game::phases::shooting::division::tested_targets;
use crate::game::phases::shooting::kinds::FireMode;
use crate::game::phases::shooting::kinds::{FireAt, Shooter};
use crate::game::phases::shooting::ordered::OrderedFire as Fire;
use crate::rules::salvo::Manner;

pub(super) fn answers(view: View, asked: &Asked) -> Answers {
    Answers {
        drafted: asked.drafted.as_ref().map(|fire| report(view, fire)),
        hovered: asked.hovered.as_ref().map(|fire| report(view, fire)),
        options: asked.options.iter().map(|(index, fire)| (*index, report(view, fire))).collect(),
    }
}

/// Odds of some fire.
fn report(view: View, fire: &Fire) -> OddsReport {
    let odds = fire.odds(view);
    let no_shots = match &odds {
        Err(refusal) => refusal.reason() == Reason::Shooting(shooting::kinds::Reason::NobodyCanFire),
        Ok(odds) => odds.iter().all(|(_, odds)| odds.shots.is_empty()),
    };
    let barred = if no_shots { barred(view, fire) } else { Vec::new() };
    OddsReport { odds, barred, splits: splits(view, fire) }
}

/// The chance to pass each test that splitting fire asks for, if it asks for any.
///
/// Rule: ACT-2 (split fire), ACT-1 (`split-by-test`), LD-1.
fn splits(view: View, fire: &Fire) -> Option<f64> {
    let view = fire.after_moves(view);
    let Fire::AtUnits { unit, fire, mode, .. } = fire else { return None };
    let tests = !tested_targets(view, fire, mode.manner).is_empty();
    let unit = view.unit(*unit).filter(|_| tests)?;
    Some(test_terms(view, unit).chance())
}

/// Reasons why the models of the unit have no shot: each with the number of models, the most frequent first.
fn barred(view: View, fire: &Fire) -> Vec<(Refusal, usize)> {
    let alone: &dyn Fn(Shooter) -> Option<Refusal> = match fire {
        Fire::AtUnits { unit, stance, fire, mode } => &|shooter| {
            let at = fire.last()?.at;
            declare(view, stance, view.unit(*unit)?, &[FireAt { at, by: Some(vec![shooter]) }], *mode).err()
        },
        Fire::AtModel { unit, at, .. } => &|shooter| {
            let from = view.unit(*unit)?;
            declare_at_model(view, from, *at, Some(&[shooter]), FireMode::of(from, Manner::OnMyTarget)).err()
        },
    };
    let mut barred: Vec<(Refusal, usize)> = Vec::new();
    for refusal in view.standing(fire.unit()).filter_map(|model| alone(Shooter::of(model.id))) {
        match barred.iter_mut().find(|(known, _)| known.reason() == refusal.reason()) {
            Some((_, count)) => *count += 1,
            None => barred.push((refusal, 1)),
        }
    }
    barred.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    barred
}
