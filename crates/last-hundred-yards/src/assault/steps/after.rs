//! Loss checks, Regrouping, and the end.

use tabletop::dice::Needs;

use crate::assault::fact::{Cause, Fact};
use crate::assault::harm::casualty;
use crate::assault::machine::{Die, Next, Purpose};
use crate::assault::progress::Step;
use crate::assault::scene::Scene;
use crate::card::Kind;
use crate::data::ruleset::{LossCheck, RegroupWho};
use crate::data::table::{Role, Whom};

/// Loss check of every leader and FP, of either side.
///
/// Rule: LHY-LSC-1.
pub fn loss_check(scene: Scene<'_, '_>) -> Option<Next> {
    let last = scene.now.progress.last.and_then(|unit| scene.case.index(unit));
    let is_open = |index: &usize| {
        let is_kind = matches!(scene.card(*index).kind, Kind::Leader | Kind::Fortified);
        is_kind && last.is_none_or(|last| *index > last)
    };
    let index = Role::BOTH.into_iter().flat_map(|role| scene.left(role)).find(is_open)?;
    if scene.case.rules.switches.loss_check == LossCheck::Always {
        return Some(Next::Facts(casualty(scene.card(index), scene.state(index), Cause::LossCheck)));
    }
    let (role, unit) = (scene.role(index), Some(scene.id(index)));
    Some(Next::Die(Die { purpose: Purpose::LossCheck, role, unit, needs: Needs::Nothing }))
}

/// Rule: LHY-LSC-1.
pub fn loss_rolled(scene: Scene<'_, '_>, die: &Die, face: u8) -> Vec<Fact> {
    let Some(index) = die.unit.and_then(|unit| scene.case.index(unit)) else { return Vec::new() };
    let numbers = &scene.case.rules.numbers;
    let lost = match scene.case.rules.switches.loss_check {
        LossCheck::OneOrTen => face == numbers.loss_low || face == numbers.loss_high,
        LossCheck::Ten => face == numbers.loss_high,
        LossCheck::Always => true,
    };
    let mut facts = vec![Fact::LossChecked { unit: scene.id(index), face, lost }];
    if lost {
        facts.extend(casualty(scene.card(index), scene.state(index), Cause::LossCheck));
    }
    facts
}

/// Units on foot become Regrouping: in some rows of both sides, in the others Japanese and Russians who suffer.
///
/// Rule: LHY-REG-1.
pub fn regroup(scene: Scene<'_, '_>) -> Option<Next> {
    let row = scene.row()?;
    let losers_only = scene.case.rules.switches.regroup_who == RegroupWho::Losers;
    let becomes = |index: &usize| {
        let state = scene.state(*index);
        let suffers = scene.role(*index) == row.suffers;
        let by_row = match row.regroup {
            Whom::All => true,
            Whom::Disrupted => state.disrupted,
            Whom::Undisrupted => !state.disrupted,
            Whom::Nobody | Whom::Best | Whom::Others => false,
        };
        let steadfast =
            row.steadfast_regroup && suffers && scene.card(*index).nation.is_steadfast() && !state.disrupted;
        let is_new = scene.card(*index).kind.is_foot() && !state.regrouping;
        is_new && (steadfast || (by_row && (suffers || !losers_only)))
    };
    let both = Role::BOTH.into_iter().flat_map(|role| scene.left(role));
    let cause = Cause::Regrouping;
    let facts: Vec<Fact> =
        both.filter(becomes).map(|index| Fact::Regrouped { unit: scene.id(index), cause }).collect();
    (!facts.is_empty()).then_some(Next::Facts(facts))
}

/// Concealment goes, and the hex belongs to who is left there.
///
/// Rule: LHY-END-1, LHY-STA-5.
pub fn end(scene: Scene<'_, '_>) -> Option<Next> {
    let left = Role::BOTH.into_iter().flat_map(|role| scene.left(role));
    let concealed = left.filter(|index| scene.state(*index).concealed);
    let mut facts: Vec<Fact> = concealed.map(|index| Fact::Revealed { unit: scene.id(index) }).collect();
    let mut keepers = Role::BOTH.into_iter().filter(|role| scene.there(*role).next().is_some());
    let keeper = keepers.next().filter(|_| keepers.next().is_none());
    facts.extend([Fact::Ended { keeper }, Fact::StepBegan { step: Step::Over }]);
    Some(Next::Facts(facts))
}
