//! Leadership tests: with how many dice a unit tests against what Nv, and the test itself.

use bevy_ecs::prelude::Result;

use crate::game::engine::dice::{Dice, Needs, Roll};
use crate::game::engine::subject::roller;
use crate::game::engine::unit_fact::{TestedFor, UnitFact};
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::rules::basics::gap;
use crate::rules::card::{Role, SpecialRule};
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::leadership::{Leadership, Morale, chance_to_pass, is_passed, nerve_to_act, test_dice};
use crate::rules::ruleset::{InspiresTo, SuppressedOfficer, Suppression, WhoInspires};
use crate::rules::victory::LeaderTest;

/// Terms of a unit's leadership test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestTerms {
    /// Dice rolled.
    pub dice: u8,
    /// Nv that one of them must not exceed.
    pub nerve: u8,
    /// Model whose Nv that is, if not the unit's own.
    pub inspired_by: Option<ModelId>,
}

impl TestTerms {
    /// The chance to pass.
    ///
    /// Rule: LD-1.
    pub fn chance(self) -> f64 {
        chance_to_pass(self.dice, self.nerve)
    }
}

/// Terms of a leadership test taken now. A unit that may use another's Nv does so if that is higher.
///
/// Rule: LD-1, LD-2, LD-3, LD-4.
pub fn test_terms(view: View, unit: UnitView) -> TestTerms {
    let led = match standing_leader(view, unit) {
        Some(_) => Leadership::Led,
        None => Leadership::Leaderless,
    };
    test_terms_if(view, unit, unit.morale, led)
}

/// The same if a leader had fallen: the unit's own, or an officer by whose Nv it tests.
///
/// Rule: LD-3, LD-4.
pub fn test_terms_without(view: View, unit: UnitView, fallen: ModelId) -> TestTerms {
    let led = match standing_leader(view, unit).filter(|leader| leader.id != fallen) {
        Some(_) => Leadership::Led,
        None => Leadership::Leaderless,
    };
    terms_without(view, unit, (unit.morale, led), Some(fallen))
}

/// Terms of a test if the unit's will, and whether it is led, were these.
///
/// Rule: LD-1, LD-2, LD-3, LD-4.
pub(super) fn test_terms_if(view: View, unit: UnitView, morale: Morale, led: Leadership) -> TestTerms {
    terms_without(view, unit, (morale, led), None)
}

/// The same without the Nv of an officer who has fallen.
fn terms_without(
    view: View,
    unit: UnitView,
    (morale, led): (Morale, Leadership),
    fallen: Option<ModelId>,
) -> TestTerms {
    let dice = test_dice(unit.card.characteristics.leadership, led, &view.setup().ruleset.leadership);
    let own = morale.nerve(unit.card.characteristics.nerve);
    let inspired = inspired(view, unit.id, fallen).filter(|(_, nerve)| *nerve > own);
    let (inspired_by, nerve) = inspired.map_or((None, own), |(by, nerve)| (Some(by), nerve));
    TestTerms { dice, nerve, inspired_by }
}

/// Whether a unit has to fall back when it is activated, whatever its player would choose.
///
/// Rule: SUP-4.
pub fn has_to_fall_back(view: View, unit: UnitView) -> bool {
    unit.morale.suppressed() && view.setup().ruleset.leadership.suppression == Suppression::HitDie
}

/// Whether a unit has to pass a test before it carries out what its player chose.
///
/// Rule: ACT-7.
pub fn has_to_test(view: View, unit: UnitView) -> bool {
    unit.morale.suppressed() && view.setup().ruleset.leadership.suppression == Suppression::Markers
}

/// Terms of a marked unit's test now, before it acts.
///
/// Rule: ACT-7 (−1 Nv for each marker after the first), LD-1, LD-3, LD-4.
pub fn terms_to_act(view: View, unit: UnitView) -> TestTerms {
    less_markers(view, unit.morale, test_terms(view, unit))
}

/// Terms of a suppressed unit's test after a round of close combat.
///
/// Rule: CC-7 (tests), ACT-7 (in close combat it tests so after each round).
pub fn terms_in_combat(view: View, unit: UnitView) -> TestTerms {
    match view.setup().ruleset.leadership.suppression {
        Suppression::HitDie => test_terms(view, unit),
        Suppression::Markers => terms_to_act(view, unit),
    }
}

/// Terms of a unit's next test under a given will and leadership: to recover, or, where hits leave markers, to act.
///
/// Rule: TURN-4 (the test), ACT-7 (the test).
pub(super) fn next_test_if(view: View, unit: UnitView, morale: Morale, led: Leadership) -> TestTerms {
    let terms = test_terms_if(view, unit, morale, led);
    match view.setup().ruleset.leadership.suppression {
        Suppression::HitDie => terms,
        Suppression::Markers => less_markers(view, morale, terms),
    }
}

/// The markers count against whosever Nv it tests with.
fn less_markers(view: View, morale: Morale, terms: TestTerms) -> TestTerms {
    let nerve = nerve_to_act(terms.nerve, morale.suppression_markers, &view.setup().ruleset.outline);
    TestTerms { nerve, ..terms }
}

/// The highest Nv of an Inspiring officer or hero near enough to a unit of his side, but for one who has fallen; of two as high
/// the first by id. The officer of a command unit is its leader, while he stands, or every model of it.
///
/// Rule: LD-4.
fn inspired(view: View, id: UnitId, fallen: Option<ModelId>) -> Option<(ModelId, u8)> {
    let rules = &view.setup().ruleset.leadership;
    let is_silent =
        |unit: &UnitView| rules.suppressed_officer == SuppressedOfficer::Silent && unit.morale.suppressed();
    let inspires = |unit: &UnitView| {
        unit.id.side == id.side
            && unit.id != id
            && unit.card.role != Role::Squad
            && unit.card.has(SpecialRule::Inspiring)
            && !is_silent(unit)
    };
    let hearing = hearing(view, id);
    let is_near = |officer: &ModelView| {
        let gaps = hearing.iter().map(|model| gap(officer.disc(), model.disc()));
        gaps.into_iter().any(|gap| view.allowance().at_most(gap, rules.inspiring_range))
    };
    let mut best: Option<(ModelId, u8)> = None;
    for unit in view.units().filter(inspires) {
        let nerve = unit.morale.nerve(unit.card.characteristics.nerve);
        if best.is_none_or(|(_, highest)| nerve > highest)
            && let Some(officer) =
                officers(view, unit).filter(|officer| Some(officer.id) != fallen).find(is_near)
        {
            best = Some((officer.id, nerve));
        }
    }
    best
}

/// The models of an Inspiring unit that inspire.
///
/// Rule: LD-4.
fn officers<'a>(view: View<'a>, unit: UnitView) -> impl Iterator<Item = ModelView<'a>> {
    let leader = unit.start.leader;
    let who = view.setup().ruleset.leadership.who_inspires;
    view.standing(unit.id).filter(move |model| match who {
        WhoInspires::Leader => model.id.number == leader,
        WhoInspires::EveryModel => true,
    })
}

/// The models of a unit one of which must be near enough to be inspired.
///
/// Rule: LD-4.
fn hearing(view: View<'_>, id: UnitId) -> Vec<ModelView<'_>> {
    match view.setup().ruleset.leadership.inspires_to {
        InspiresTo::NearestModel => view.standing(id).collect(),
        InspiresTo::Leader => {
            view.unit(id).and_then(|unit| standing_leader(view, unit)).into_iter().collect()
        }
    }
}

/// The unit's own leader, while he stands.
pub(super) fn standing_leader<'a>(view: View<'a>, unit: UnitView) -> Option<ModelView<'a>> {
    view.model(ModelId { unit: unit.id, number: unit.start.leader }).filter(ModelView::stands)
}

/// Rolls a leadership test. A unit without dice fails without a roll.
///
/// # Errors
/// Fed dice ran out.
///
/// Rule: LD-1, LD-3, ACT-7 (the test).
pub(super) fn hold_test(dice: &mut Dice, view: View, unit: UnitView, purpose: TestedFor) -> Result<UnitFact> {
    let terms = match purpose {
        TestedFor::Acting => terms_to_act(view, unit),
        TestedFor::CloseCombat => terms_in_combat(view, unit),
        TestedFor::Recovery
        | TestedFor::DefensiveFire
        | TestedFor::Splitting { .. }
        | TestedFor::ForceMorale => test_terms(view, unit),
    };
    hold_test_on(dice, unit.id, terms, purpose)
}

/// Rolls the test on which a force goes on: on what its leader has, and no other's Nv.
///
/// # Errors
/// Fed dice ran out.
///
/// Rule: MIS-5, LD-1.
pub(super) fn hold_force_test(
    dice: &mut Dice,
    LeaderTest { unit, dice: count, nerve }: LeaderTest,
) -> Result<UnitFact> {
    let terms = TestTerms { dice: count, nerve, inspired_by: None };
    hold_test_on(dice, unit, terms, TestedFor::ForceMorale)
}

/// Roll of a leadership test.
pub(crate) fn test_roll(unit: UnitId, terms: TestTerms, purpose: TestedFor) -> Roll {
    let words = match purpose {
        TestedFor::Recovery => "leadership test to recover",
        TestedFor::Acting => "leadership test to act",
        TestedFor::CloseCombat => "leadership test to go on in close combat",
        TestedFor::DefensiveFire => "leadership test for defensive fire",
        TestedFor::Splitting { .. } => "leadership test to split fire",
        TestedFor::ForceMorale => "leadership test of a force",
    };
    Roll::six(words, roller(unit), Needs::AtMost(terms.nerve))
}

fn hold_test_on(dice: &mut Dice, unit: UnitId, terms: TestTerms, purpose: TestedFor) -> Result<UnitFact> {
    let faces = dice.roll_alike(test_roll(unit, terms, purpose), u32::from(terms.dice))?;
    let passed = is_passed(&faces, terms.nerve);
    let TestTerms { nerve, inspired_by, .. } = terms;
    Ok(UnitFact::LeadershipTested { unit, purpose, faces, nerve, inspired_by, passed })
}
