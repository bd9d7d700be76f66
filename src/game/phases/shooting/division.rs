//! Fire at more than one target: what is fired once the tests for it are held.

use super::aim::Stance;
use super::declare::{AimedSalvo, declare};
use super::kinds::FireMode;
use crate::game::engine::view::{UnitView, View};
use crate::game::phases::shooting::kinds::FireAt;
use crate::game::phases::shooting::kinds::Shooter;
use crate::rules::ids::UnitId;
use crate::rules::ruleset::Splitting;
use crate::rules::salvo::Manner;

/// Whether fire at targets after the first needs tests, or is free; `None` where one target is all
/// there is.
///
/// Rule: ACT-1 (splitting), ACT-2 (splitting).
pub fn splitting(view: View, manner: Manner) -> Option<Splitting> {
    match manner {
        Manner::OpenFire => Some(view.setup().ruleset.actions.open_fire_splits),
        Manner::Advance => Some(Splitting::ByTest),
        _ => None,
    }
}

/// The targets for which a unit has to test before it fires at them, in order.
///
/// Rule: ACT-1 (splitting), ACT-2 (for each target after the first).
pub fn tested_targets(view: View, fire: &[FireAt], manner: Manner) -> Vec<UnitId> {
    match splitting(view, manner) {
        Some(Splitting::ByTest) => fire.iter().skip(1).map(|one| one.at).collect(),
        Some(Splitting::Freely) | None => Vec::new(),
    }
}

/// An order's fire with every shooter by name.
pub(super) fn named(salvos: &[AimedSalvo], fire: &[FireAt]) -> Vec<FireAt> {
    let named = |(salvo, one): (&AimedSalvo, &FireAt)| {
        let all = || salvo.shots.iter().map(|shot| Shooter::of(shot.from)).collect();
        FireAt { at: one.at, by: Some(one.by.clone().unwrap_or_else(all)) }
    };
    salvos.iter().zip(fire).map(named).collect()
}

/// Fire that remains if the tests for some targets failed: the shooters at those fire at the first target, as far as they can. A model that
/// would throw at a point does not: a point is not the first target.
///
/// Rule: ACT-2 (may fire only at the first target).
pub(super) fn divided(
    view: View,
    stance: &Stance,
    from: UnitView,
    (fire, mode): (&[FireAt], FireMode),
    failed: &[UnitId],
) -> Vec<FireAt> {
    let Some((first, others)) = fire.split_first() else { return Vec::new() };
    let can = |shooter: &&Shooter| {
        let alone = FireAt { at: first.at, by: Some(vec![(*shooter).clone()]) };
        shooter.throw_at.is_none() && declare(view, stance, from, &[alone], mode).is_ok()
    };
    let (turned, kept): (Vec<&FireAt>, Vec<&FireAt>) =
        others.iter().partition(|one| failed.contains(&one.at));
    let join = turned.into_iter().flat_map(|one| one.by.iter().flatten()).filter(can);
    let by: Vec<Shooter> = first.by.iter().flatten().chain(join).cloned().collect();
    let mut fire = vec![FireAt { at: first.at, by: Some(by) }];
    fire.extend(kept.into_iter().cloned());
    fire
}
