//! Strikes and shots of a unit's models in a round, and the face that each blow needs. Declared by both sides before a die is rolled.

use bevy_ecs::prelude::{In, Result};

use super::groups::enemies_of;
use super::kinds::{Choice, DeclaredSalvo, Fight, Fighter, Mistake, Step};
use super::link::is_linked;
use crate::game::engine::agenda::Decision;
use crate::game::engine::components::CombatPart;
use crate::game::engine::query::{check_is_asked, known_unit, own_unit, standing_models};
use crate::game::engine::refusal::Refusal;
use crate::game::engine::step::StepContext;
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::kinds::Step as AnyStep;
use crate::game::phases::shooting::aim::{Aiming, toughness};
use crate::game::phases::shooting::kinds::FireMode;
use crate::game::phases::shooting::kinds::{AimedShot, Fires};
use crate::rules::basics::{compare, gap};
use crate::rules::close_combat::{Charge, MeleeWeapon};
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::measures::Facing;
use crate::rules::movement::arcs::{Arc, Turning};
use crate::rules::salvo::Manner;
use crate::rules::sight::SightState;

/// Fire mode of a model that has no enemy to strike.
///
/// Rule: CC-5 (one die with one ranged weapon, models turn freely).
const FIRE_MODE: FireMode = FireMode { manner: Manner::CloseFire, turning: Turning::Free };

/// Options of one model: every unit that it can strike or fire at, with every weapon.
pub struct Options {
    /// The model.
    pub model: ModelId,
    /// Blows or shots, what it does by default first.
    pub shots: Vec<AimedShot>,
}

/// Options of every model of a unit in the present round; models that can do nothing are left out.
///
/// Rule: CC-5 (models within 1 of an enemy fight; others may fire), CC-6 (its player's choice).
pub fn options(view: View, unit: UnitView) -> Vec<Options> {
    let enemies = enemies_of(view, unit.id);
    let mut aims: Vec<Aiming> = Vec::new();
    let takes_part =
        |model: ModelId| view.model(model).is_some_and(|model| model.condition.combat != CombatPart::None);
    for target in units_of(&enemies) {
        let Some(target) = view.unit(target) else { continue };
        aims.extend(Aiming::new(view, &[], [unit, target], FIRE_MODE).map(|aim| aim.only_among(takes_part)));
    }
    let fighters = view.standing(unit.id).filter(|model| takes_part(model.id));
    let of = |model: ModelView| {
        let blows = blows(view, unit, model, &enemies);
        let has_enemy = !blows.is_empty();
        let shots = if has_enemy { blows } else { shots(&aims, model) };
        (!shots.is_empty()).then_some(Options { model: model.id, shots })
    };
    fighters.filter_map(of).collect()
}

fn units_of(models: &[ModelView]) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = models.iter().map(|model| model.id.unit).collect();
    units.dedup();
    units
}

/// The blows of a model at each unit within reach of its arm, the nearest unit first, the weapon that wounds most first.
///
/// Rule: CC-5 (within 1 of an enemy), CC-6.
fn blows(view: View, unit: UnitView, model: ModelView, enemies: &[ModelView]) -> Vec<AimedShot> {
    let rules = &view.setup().ruleset.close_combat;
    let near = |enemy: &&ModelView| {
        view.allowance().at_most(gap(model.disc(), enemy.disc()), rules.fighting_distance)
            && enemy.condition.combat != CombatPart::None
            && is_linked(view, model, **enemy)
    };
    let mut near: Vec<&ModelView> = enemies.iter().filter(near).collect();
    let away = |enemy: &ModelView| gap(model.disc(), enemy.disc());
    near.sort_by(|a, b| compare(away(a), away(b)).then(a.id.cmp(&b.id)));
    let mut struck: Vec<UnitId> = Vec::new();
    let mut blows = Vec::new();
    for enemy in near {
        if struck.contains(&enemy.id.unit) {
            continue;
        }
        struck.push(enemy.id.unit);
        let mut with: Vec<AimedShot> = MeleeWeapon::carried(model.card, model.id.number, rules)
            .iter()
            .filter_map(|weapon| blow(view, unit, (model, enemy), weapon))
            .collect();
        with.sort_by(|a, b| b.volley().mean_wounds().total_cmp(&a.volley().mean_wounds()));
        blows.extend(with);
    }
    blows
}

/// A model's blows at an enemy with one weapon.
///
/// Rule: CC-6, ACT-5 (+1 To). Hard cover does not help against blows, so it does not matter here.
fn blow(
    view: View,
    unit: UnitView,
    (model, enemy): (ModelView, &ModelView),
    weapon: &MeleeWeapon,
) -> Option<AimedShot> {
    let ruleset = &view.setup().ruleset;
    let target = view.unit(enemy.id.unit)?;
    let charge = match model.condition.combat {
        CombatPart::Charges => Charge::Charges,
        CombatPart::None | CombatPart::Fights => Charge::No,
    };
    let skill = unit.card.characteristics.weapon_skill;
    Some(AimedShot {
        from: model.id,
        at: enemy.id,
        weapon: weapon.name.clone(),
        manner: Manner::Melee,
        dice: weapon.dice(charge, &ruleset.close_combat),
        needs: weapon.needs(skill, target.card, toughness(view, target), ruleset),
        skill,
        evasion: None,
        enemy_skill: Some(target.card.characteristics.weapon_skill),
        state: SightState::Clear,
        arc: Arc::Forward,
        hard_cover: None,
        facing: Facing::toward(model.pose.at, enemy.pose.at).unwrap_or(model.pose.facing),
        thrown_at: None,
    })
}

/// The shots of a model, one for each unit and firearm, what wounds most first.
///
/// Rule: CC-5 (by the shooting rules at models taking part).
fn shots(aims: &[Aiming], model: ModelView) -> Vec<AimedShot> {
    let firearms: Vec<&str> =
        model.card.firearms(model.id.number).map(|weapon| weapon.name.as_str()).collect();
    let with = |aim: &Aiming| -> Vec<AimedShot> {
        firearms.iter().filter_map(|name| aim.with(model.id, Some(name), Fires::InFull).ok()).collect()
    };
    let mut shots: Vec<AimedShot> = aims.iter().flat_map(with).collect();
    shots.sort_by(|a, b| b.volley().mean_wounds().total_cmp(&a.volley().mean_wounds()));
    shots
}

/// Whether a unit's models may strike so.
///
/// Rule: CC-5, CC-6 (its player's choice; at one unit with one weapon).
pub(super) fn check(view: View, player: Side, order: &Fight, asked: UnitId) -> Result<(), Refusal> {
    let unit = own_unit(view, player, order.unit)?;
    check_is_asked(order.unit, asked)?;
    standing_models(view, unit.id, order.by.iter().map(|one| one.model), ["TURN-3", "CC-6"])?;
    declared(view, unit, order).map(drop)
}

/// The salvos of a unit whose player chooses nothing.
///
/// Rule: CC-6 (by default the nearest and what wounds most).
pub fn usual_salvos(view: View, unit: UnitView) -> Vec<DeclaredSalvo> {
    declared(view, unit, &Fight { unit: unit.id, by: Vec::new() }).unwrap_or_default()
}

/// The salvos of a unit: what its player chose, the rest by default.
///
/// Rule: CC-6 (by default the nearest and what wounds most), BAS-8.
pub(in crate::game) fn declared(
    view: View,
    unit: UnitView,
    order: &Fight,
) -> Result<Vec<DeclaredSalvo>, Refusal> {
    let options = options(view, unit);
    for one in &order.by {
        check_fighter(view, &options, one)?;
    }
    let mut salvos: Vec<DeclaredSalvo> = Vec::new();
    for of_model in options {
        let chosen = order.by.iter().find(|one| one.model == of_model.model);
        let fits = |shot: &&AimedShot| chosen.is_none_or(|one| fits(one, shot));
        let Some(shot) = of_model.shots.iter().find(fits) else { continue };
        let at = shot.at.unit;
        match salvos.iter_mut().find(|salvo| salvo.at == at) {
            Some(salvo) => salvo.shots.push(shot.clone()),
            None => salvos.push(DeclaredSalvo { unit: unit.id, at, shots: vec![shot.clone()] }),
        }
    }
    salvos.sort_by_key(|salvo| salvo.at);
    Ok(salvos)
}

/// Whether a blow or shot is what a player chose; nothing is, for one that strikes nobody.
fn fits(one: &Fighter, shot: &AimedShot) -> bool {
    one.at == Some(shot.at.unit) && one.weapon.as_ref().is_none_or(|weapon| *weapon == shot.weapon)
}

fn check_fighter(view: View, options: &[Options], one: &Fighter) -> Result<(), Refusal> {
    let model = one.model;
    let takes_part = view.model(model).is_some_and(|model| model.condition.combat != CombatPart::None);
    if !takes_part {
        return Err(Refusal::new(Mistake::TakesNoPart).about(model));
    }
    let Some(at) = one.at else { return Ok(()) };
    let own = options.iter().find(|options| options.model == model);
    if own.is_some_and(|own| own.shots.iter().any(|shot| fits(one, shot))) {
        return Ok(());
    }
    let mistake = match one.weapon.clone() {
        Some(weapon) => Mistake::CannotStrikeWith { at, weapon },
        None => Mistake::CannotStrike { at },
    };
    Err(Refusal::new(mistake).about(model))
}

/// Whether a player has anything to choose for a unit.
fn has_choice(options: &[Options]) -> bool {
    options.iter().any(|options| options.shots.len() > 1)
}

/// The next unit says which enemies it strikes, by itself if there is nothing to choose; after the last the salvos are rolled.
///
/// Rule: CC-5 (both sides at once).
pub(super) fn declare_next(
    In((mut waiting, mut declared_so_far)): In<(Vec<UnitId>, Vec<DeclaredSalvo>)>,
    mut cx: StepContext,
) -> Result {
    let view = cx.roster.view();
    while let Some(id) = waiting.pop() {
        let unit = known_unit(view, id)?;
        if has_choice(&options(view, unit)) {
            cx.agenda.push(Step::Declare { waiting, declared: declared_so_far });
            cx.agenda.ask(Decision { player: id.side, choice: Choice::Fight { unit: id }.into() });
            return Ok(());
        }
        let by_default = Fight { unit: id, by: Vec::new() };
        let salvos = declared(view, unit, &by_default)?;
        declared_so_far.extend(salvos);
    }
    for salvo in declared_so_far.into_iter().rev() {
        cx.agenda.push(Step::CombatSalvo(salvo));
    }
    Ok(())
}

/// Adds what a unit does to what has been declared.
///
/// Rule: CC-5, CC-6.
pub(super) fn resolve(In(order): In<Fight>, mut cx: StepContext) -> Result {
    let view = cx.roster.view();
    let unit = known_unit(view, order.unit)?;
    let salvos = declared(view, unit, &order)?;
    let Some(AnyStep::CloseCombat(Step::Declare { declared, .. })) = cx.agenda.steps_mut().next() else {
        return Err("a unit strikes outside a round".into());
    };
    declared.extend(salvos);
    Ok(())
}
