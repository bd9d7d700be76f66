//! The activation of a suppressed unit: whether it may stay and fire, and what comes of its order.

use bevy_ecs::prelude::{In, Result};

use super::choice::apply_player_choices;
use super::facts::push_retreat;
use super::kinds::{Choice, Fact, FallBack, Goes, Mistake};
use super::may_fire_instead;
use super::outline;
use super::retreat;
use super::retreat::Retreat;
use crate::game::engine::agenda::{Agenda, Choice as AnyChoice, Decision};
use crate::game::engine::fact::{Facts, UnitFact};
use crate::game::engine::query::{check_is_asked, own_unit, unit_yet_to_act};
use crate::game::engine::refusal::{GeneralMistake, Refusal};
use crate::game::engine::step::StepContext;
use crate::game::engine::view::{UnitView, View};
use crate::game::leadership::{has_to_fall_back, has_to_test};
use crate::game::phases::shooting::declare::declare;
use crate::game::phases::shooting::kinds::FireAt;
use crate::game::phases::shooting::snap_fire::FIRE_MODE;
use crate::game::phases::turn;
use crate::game::phases::turn::kinds::Step as TurnStep;
use crate::rules::action::Action;
use crate::rules::basics::Strength;
use crate::rules::falling_back::{Forced, Occasion, forced};
use crate::rules::ids::{Side, UnitId};
use crate::rules::ruleset::FallBackProcedure;

/// Whether the unit has to fall back, and may do it so.
///
/// Rule: ACT-6 (never chosen), SUP-4, FB-1.
pub(super) fn check(view: View, player: Side, order: &FallBack) -> Result<(), Refusal> {
    let unit = unit_yet_to_act(view, player, order.unit)?;
    if !has_to_fall_back(view, unit) {
        let tests = has_to_test(view, unit);
        let mistake = if tests { Mistake::NeverChosen } else { Mistake::NotSuppressed };
        return Err(Refusal::new(mistake).about(order.unit));
    }
    check_so(view, unit, order)
}

/// Whether the unit that is asked how it falls back may do it so.
///
/// Rule: ACT-7 (failed), FB-1.
pub(super) fn check_asked(
    view: View,
    player: Side,
    order: &FallBack,
    (asked, occasion): (UnitId, Occasion),
) -> Result<(), Refusal> {
    let unit = own_unit(view, player, order.unit)?;
    check_is_asked(order.unit, asked)?;
    match occasion {
        Occasion::Action => check_so(view, unit, order),
        Occasion::CloseCombat => check_out_of_combat(view, order),
    }
}

/// Whether a unit that is forced out of close combat may go so.
///
/// Rule: FB-1 (out of close combat there is no choice), FB-5, CC-10 (without snap fire).
fn check_out_of_combat(view: View, order: &FallBack) -> Result<(), Refusal> {
    if order.fire.is_some() {
        return Err(Refusal::new(Mistake::MustLeaveCombat).about(order.unit));
    }
    // Nobody is asked where the rules leave no choice, as in the outline of 2012.
    if order.moves.is_empty() { Ok(()) } else { ordered(view, order, Occasion::CloseCombat).map(drop) }
}

/// Whether a unit that has to fall back when it acts may do it so.
fn check_so(view: View, unit: UnitView, order: &FallBack) -> Result<(), Refusal> {
    match (view.setup().ruleset.falling_back.procedure, &order.fire) {
        (FallBackProcedure::SafePosition, Some(fire)) => check_fire(view, unit, order, fire),
        // What the rules give is always allowed.
        (FallBackProcedure::SafePosition, None) if order.moves.is_empty() => Ok(()),
        (FallBackProcedure::SafePosition, None) => ordered(view, order, Occasion::Action).map(drop),
        (FallBackProcedure::Outline, _) => outline::check(view, unit, order),
    }
}

/// Whether the unit may stay and fire.
///
/// Rule: FB-1 (the choice over half strength), RE-2.
fn check_fire(view: View, unit: UnitView, order: &FallBack, fire: &FireAt) -> Result<(), Refusal> {
    if !may_fire_instead(view, unit.id, Occasion::Action) {
        let Strength { standing, started } = view.strength(unit.id);
        return Err(Refusal::new(Mistake::TooFewToFire { standing, started }).about(unit.id));
    }
    if !order.moves.is_empty() {
        return Err(Refusal::new(Mistake::SnapFiresOrMoves).about(unit.id));
    }
    declare(view, &[], unit, std::slice::from_ref(fire), FIRE_MODE).map(drop)
}

/// A failed test to act: the unit falls back, and its player chooses where the rules allow it.
///
/// Rule: ACT-7 (failed), ACT-6, FB-1, OFB-1 (or).
pub(in crate::game) fn after_failed_test(
    view: View,
    unit: UnitView,
    decision: Decision,
    agenda: &mut Agenda,
) {
    let asked = asked(unit.id, Occasion::Action);
    let chooses = match view.setup().ruleset.falling_back.procedure {
        FallBackProcedure::SafePosition => true,
        FallBackProcedure::Outline => outline::forced_to(view, unit) == Forced::MoveOrFire,
    };
    agenda.ask(decision);
    match chooses {
        true => agenda.ask(asked),
        false => agenda.resolve(FallBack::of(unit.id), asked),
    }
}

/// The question how a unit falls back.
fn asked(unit: UnitId, occasion: Occasion) -> Decision {
    Decision { player: unit.side, choice: Choice::FallBack { unit, occasion }.into() }
}

/// A unit is forced out of close combat. Its player may choose where its followers end, and every facing.
///
/// Rule: CC-7, CC-8, FB-5, CC-10 (runs by OFB-3).
pub(super) fn leave_combat(In(unit): In<UnitId>, mut cx: StepContext) {
    let view = cx.roster.view();
    let asked = asked(unit, Occasion::CloseCombat);
    let rules = &view.setup().ruleset;
    let destroyed = forced(view.strength(unit), Occasion::CloseCombat, &rules.basics) == Forced::Destroyed;
    match rules.falling_back.procedure {
        FallBackProcedure::SafePosition if !destroyed => cx.agenda.ask(asked),
        _ => cx.agenda.resolve(FallBack::of(unit), asked),
    }
}

/// What forced a unit to fall back that does so in answer to a choice.
fn occasion_of(choice: AnyChoice) -> Occasion {
    match choice {
        AnyChoice::FallBack(Choice::FallBack { occasion, .. }) => occasion,
        _ => Occasion::Action,
    }
}

/// What the unit does, with what its player chose.
fn ordered(view: View, order: &FallBack, occasion: Occasion) -> Result<Retreat, Refusal> {
    let retreat = retreat(view, order.unit, occasion)
        .ok_or_else(|| Refusal::new(GeneralMistake::UnitNotOnTable).about(order.unit))?;
    apply_player_choices(view, retreat, &order.moves)
}

/// The unit falls back, or stays and fires.
///
/// Rule: SUP-4 (it falls back instead), FB-1, TURN-3, ACT-7 (failed), CC-7 (makes its Fall Back move or routs).
pub(super) fn resolve_fall_back(
    In((order, decision)): In<(FallBack, Decision)>,
    mut cx: StepContext,
) -> Result {
    let (view, unit) = (cx.roster.view(), order.unit);
    // One that failed its test comes from a choice that waits already.
    if turn::is_act(decision.choice) {
        cx.agenda.ask(decision);
    }
    cx.facts.push(UnitFact::UnitActivated { unit, action: Action::FallBack });
    if occasion_of(decision.choice) == Occasion::CloseCombat {
        let retreat = ordered(view, &order, Occasion::CloseCombat)?;
        return push_retreat(view, &retreat, &mut cx.facts);
    }
    match (view.setup().ruleset.falling_back.procedure, &order.fire) {
        (FallBackProcedure::SafePosition, Some(fire)) => {
            stay_and_fire(view, &order, fire, &mut cx.agenda, &mut cx.facts);
            return Ok(());
        }
        (FallBackProcedure::SafePosition, None) => {
            let retreat = ordered(view, &order, Occasion::Action)?;
            push_retreat(view, &retreat, &mut cx.facts)?;
        }
        (FallBackProcedure::Outline, _) => {
            return outline::resolve(&order, cx);
        }
    }
    cx.facts.push(UnitFact::UnitActed { unit });
    Ok(())
}

/// Rule: FB-1 (snap fire without moving), RE-2, FB-6 (one that stays drops no marker).
fn stay_and_fire(view: View, order: &FallBack, fire: &FireAt, agenda: &mut Agenda, facts: &mut Facts) {
    let unit = order.unit;
    let (strength, goes) = (view.strength(unit), Goes::Stays { at: fire.at });
    let forced = forced(strength, Occasion::Action, &view.setup().ruleset.basics);
    facts.push(Fact::FallBackForced { unit, strength, forced, goes });
    agenda.push(TurnStep::FinishAction { unit });
    agenda.push(FIRE_MODE.salvo(unit, fire.clone()));
}
