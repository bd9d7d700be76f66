//! A rolled salvo as facts, in the order of SHO-1.

use super::declare::AimedSalvo;
use super::kinds::{Fact, Save};
use super::salvo::{Rolled, SalvoDamage};
use crate::game::engine::fact::{Facts, UnitFact};
use crate::game::engine::unit_fact::NerveFor;
use crate::game::engine::view::View;
use crate::rules::ids::UnitId;
use crate::rules::leadership::is_shaken;
use crate::rules::salvo::Manner;

/// Pushes the facts of a salvo: turns, dice, results.
///
/// Rule: SHO-1, FAC-3.
pub(in crate::game) fn push_salvo(
    view: View,
    (unit, manner): (UnitId, Manner),
    salvo: &AimedSalvo,
    rolled: Rolled,
    facts: &mut Facts,
) {
    for shot in &salvo.shots {
        if view.model(shot.from).is_some_and(|model| model.stands() && model.facing() != shot.facing) {
            facts.push(UnitFact::ModelTurned { model: shot.from, facing: shot.facing });
        }
    }
    let Rolled { volleys, throws, suffered } = rolled;
    let shots = salvo.shots.clone();
    facts.push(Fact::SalvoFired { unit, at: salvo.at, manner, shots, volleys, throws });
    for one in suffered {
        push_suffered(view, one, facts);
    }
}

/// Hit-die or markers, armour, toughness, casualties, nerve.
///
/// Rule: SHO-1, SUP-1, SUP-3, SHO-7, NRV-1, NRV-2, LD-2, ACT-7 (markers).
fn push_suffered(view: View, suffered: SalvoDamage, facts: &mut Facts) {
    let SalvoDamage { unit, hits, armour, toughness, lost, wounded, will } = suffered;
    let Some(target) = view.unit(unit) else { return };
    let rules = &view.setup().ruleset.leadership;
    facts.push(UnitFact::HitsTaken { unit, hits });
    if let Some(struck) = will.filter(|struck| struck.after.hit_die > target.morale.hit_die) {
        let shaken = is_shaken(struck.after, target.card, rules);
        facts.push(UnitFact::HitDieRaised { unit, shows: struck.after.hit_die, shaken });
    } else if let Some(now) = will.map(|struck| struck.after.suppression_markers)
        && now > target.morale.suppression_markers
    {
        let gained = now - target.morale.suppression_markers;
        facts.push(UnitFact::SuppressionMarkersGained { unit, gained, now });
    }
    if !armour.is_empty() {
        facts.push(Fact::SavesRolled { unit, on: Save::Armour, rolls: armour });
    }
    if !toughness.is_empty() {
        facts.push(Fact::SavesRolled { unit, on: Save::Toughness, rolls: toughness });
    }
    for (model, wounds_lost) in wounded {
        facts.push(UnitFact::ModelWounded { model, wounds_lost });
    }
    let wiped_out = !lost.is_empty() && lost.len() == view.standing(unit).count();
    for (model, rank) in lost {
        facts.push(UnitFact::ModelLost { model, rank, why: None });
    }
    if wiped_out {
        facts.push(UnitFact::UnitWipedOut { unit });
        return;
    }
    if let Some(struck) = will {
        let mut now = target.morale.nerve_markers;
        let gains =
            [(struck.markers_for_hits, NerveFor::Hits), (struck.markers_for_saves, NerveFor::FailedSave)];
        for (gained, reason) in gains.into_iter().filter(|(gained, _)| *gained > 0) {
            now += gained;
            facts.push(UnitFact::NerveMarkersGained { unit, gained, now, reason, rule: reason.rule() });
        }
    }
}
