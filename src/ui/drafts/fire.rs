//! The fire of a draft: the main target of the unit, and what single models do instead.
//!
//! The only rule here: to leave a model out of a salvo, an order has to name all others.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::engine::view::{UnitView, View};
use crate::game::phases::moving::kinds::Sequence;
use crate::game::phases::shooting::aim::{Aiming, Stance};
use crate::game::phases::shooting::kinds::FireMode;
use crate::game::phases::shooting::kinds::{FireAt, Fires, Shooter};
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::Place;

/// The targets of a unit's models.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::ui) struct FirePlan {
    /// The target of every model without an entry of its own.
    main: Option<UnitId>,
    /// The other targets, in the order in which they were named.
    others: Vec<UnitId>,
    /// Models that do something else.
    overrides: BTreeMap<ModelId, ModelFire>,
    /// The model that On My Target names.
    pub marked: Option<ModelId>,
    /// Whether an Advance moves or fires first.
    pub sequence: Sequence,
    /// The models that get the next target.
    pub picked: BTreeSet<ModelId>,
}

/// What a single model does.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::ui) struct ModelFire {
    /// Its target.
    pub at: FireTarget,
    /// Its weapon, by the name on the card; `None` for the one that wounds most.
    pub weapon: Option<String>,
    /// In full, or snap fire.
    pub fires: Fires,
    /// The point it throws at.
    pub throw_at: Option<Place>,
}

/// The target of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) enum FireTarget {
    /// The main target.
    #[default]
    Main,
    /// This unit.
    Unit(UnitId),
    /// At no one: it holds fire.
    None,
}

impl FirePlan {
    /// A click on an enemy model: its unit is the target of the picked models, else the main target; for On My
    /// Target, the model itself. A second click clears the target.
    pub fn click(&mut self, at: ModelId, action: Option<Action>) {
        let back = self.would_clear(at, action);
        if action == Some(Action::OnMyTarget) {
            self.marked = (!back).then_some(at);
        } else if self.picked.is_empty() {
            self.set_main_target(at.unit);
        } else {
            let picked: Vec<ModelId> = std::mem::take(&mut self.picked).into_iter().collect();
            self.aim(&picked, at.unit);
        }
    }

    /// Whether a click on an enemy model would clear the target.
    pub fn would_clear(&self, at: ModelId, action: Option<Action>) -> bool {
        match action {
            Some(Action::OnMyTarget) => self.marked == Some(at),
            _ => self.picked.is_empty() && self.main == Some(at.unit),
        }
    }

    /// Makes a unit the main target; if it is that already, clears the main target.
    pub fn set_main_target(&mut self, at: UnitId) {
        let again = self.main == Some(at);
        if let Some(previous) = self.main.filter(|previous| *previous != at) {
            self.overrides
                .values_mut()
                .filter(|fire| fire.at == FireTarget::Unit(at))
                .for_each(|fire| fire.at = FireTarget::Main);
            self.others.retain(|other| *other != at && *other != previous);
        }
        self.others.retain(|other| *other != at);
        self.main = (!again).then_some(at);
        self.tidy();
    }

    /// Makes a unit the target of some models.
    pub fn aim(&mut self, models: &[ModelId], at: UnitId) {
        let target = if self.main == Some(at) { FireTarget::Main } else { FireTarget::Unit(at) };
        if target != FireTarget::Main && !self.others.contains(&at) {
            self.others.push(at);
        }
        for model in models {
            let fire = self.overrides.entry(*model).or_default();
            (fire.at, fire.throw_at) = (target, None);
        }
        self.tidy();
    }

    /// Changes what a single model does.
    pub fn change(&mut self, model: ModelId, change: impl FnOnce(&mut ModelFire)) {
        change(self.overrides.entry(model).or_default());
        self.tidy();
    }

    /// What a model does.
    pub fn of(&self, model: ModelId) -> ModelFire {
        self.overrides.get(&model).cloned().unwrap_or_default()
    }

    /// The models that do something else.
    pub fn overrides(&self) -> impl Iterator<Item = (&ModelId, &ModelFire)> {
        self.overrides.iter()
    }

    /// Picks a model, or drops it from the picked ones.
    pub fn pick(&mut self, model: ModelId) {
        if !self.picked.remove(&model) {
            self.picked.insert(model);
        }
    }

    /// The picked models throw at a point near a unit.
    pub fn throw(&mut self, weapons: impl Fn(ModelId) -> Option<String>, near: UnitId, at: Place) {
        for model in std::mem::take(&mut self.picked) {
            if let Some(weapon) = weapons(model) {
                self.aim(&[model], near);
                self.change(model, |fire| (fire.weapon, fire.throw_at) = (Some(weapon), Some(at)));
            }
        }
    }

    /// The target of a model.
    pub fn target_of(&self, model: ModelId) -> Option<UnitId> {
        match self.of(model).at {
            FireTarget::Main => self.main,
            FireTarget::Unit(at) => Some(at),
            FireTarget::None => None,
        }
    }

    /// The targets in order; the first needs no test.
    pub fn targets(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.main.into_iter().chain(self.others.iter().copied())
    }

    /// Whether there is any target.
    pub fn is_some(&self) -> bool {
        self.targets().next().is_some() || self.marked.is_some()
    }

    /// Clears all targets; the sequence stays.
    pub fn clear(&mut self) {
        *self = Self { sequence: self.sequence, ..Self::default() };
    }

    /// Removes entries without effect.
    fn tidy(&mut self) {
        self.overrides.retain(|_, fire| *fire != ModelFire::default());
        let overrides = &self.overrides;
        self.others.retain(|other| overrides.values().any(|one| one.at == FireTarget::Unit(*other)));
    }

    /// The fire as part of an order, from where the models would stand.
    pub fn orders(&self, view: View, stance: &Stance, unit: UnitView, mode: FireMode) -> Vec<FireAt> {
        let shooter = |(model, fire): (&ModelId, &ModelFire)| Shooter {
            model: *model,
            weapon: fire.weapon.clone(),
            fires: fire.fires,
            throw_at: fire.throw_at,
        };
        let named = |at| self.overrides.iter().filter(move |(model, _)| self.target_of(**model) == Some(at));
        let mut orders: Vec<FireAt> = Vec::new();
        if let Some(at) = self.main {
            let mut by: Vec<Shooter> = named(at).map(shooter).collect();
            let some_hold_fire = self.overrides.values().any(|fire| fire.at == FireTarget::None);
            if by.is_empty() && !some_hold_fire {
                orders.push(FireAt { at, by: None });
            } else {
                by.extend(self.other_shooters(view, stance, [unit.id, at], mode));
                by.sort_by_key(|shooter| shooter.model);
                orders.push(FireAt { at, by: Some(by) });
            }
        }
        let others =
            self.others.iter().map(|at| FireAt { at: *at, by: Some(named(*at).map(shooter).collect()) });
        orders.extend(others);
        orders.retain(|one| one.by.as_ref().is_none_or(|by| !by.is_empty()));
        orders
    }

    /// The models without an entry of their own that can fire at the main target.
    fn other_shooters(
        &self,
        view: View,
        stance: &Stance,
        [unit, at]: [UnitId; 2],
        mode: FireMode,
    ) -> Vec<Shooter> {
        let units = view.unit(unit).zip(view.unit(at));
        let aiming = units.and_then(|(unit, at)| Aiming::new(view, stance, [unit, at], mode));
        let Some(aiming) = aiming else { return Vec::new() };
        let free =
            view.standing(unit).map(|model| model.id).filter(|model| !self.overrides.contains_key(model));
        let able = free.filter(|model| aiming.best(*model, Fires::InFull).is_some());
        able.map(Shooter::of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ids::Side;

    fn unit(number: u8) -> UnitId {
        UnitId { side: Side::B, number }
    }

    fn model(number: u8) -> ModelId {
        ModelId { unit: UnitId { side: Side::A, number: 1 }, number }
    }

    #[test]
    fn models_keep_their_own_target_when_the_main_one_changes() {
        let mut plan = FirePlan::default();
        plan.set_main_target(unit(1));
        plan.aim(&[model(2), model(3)], unit(2));
        assert_eq!(plan.targets().collect::<Vec<_>>(), [unit(1), unit(2)]);
        assert_eq!([1, 2].map(|number| plan.target_of(model(number))), [Some(unit(1)), Some(unit(2))]);
        plan.set_main_target(unit(3));
        assert_eq!(plan.targets().collect::<Vec<_>>(), [unit(3), unit(2)], "the main target is the first");
        plan.set_main_target(unit(2));
        assert_eq!(plan.targets().collect::<Vec<_>>(), [unit(2)], "now all fire at the second");
        assert_eq!(plan.overrides.len(), 0, "no model has a target of its own");
        plan.set_main_target(unit(2));
        assert!(!plan.is_some(), "set twice: cleared");
    }

    #[test]
    fn a_target_without_shooters_is_dropped() {
        let mut plan = FirePlan::default();
        plan.aim(&[model(1)], unit(1));
        plan.aim(&[model(1)], unit(2));
        assert_eq!(plan.targets().collect::<Vec<_>>(), [unit(2)]);
        plan.change(model(1), |fire| fire.at = FireTarget::None);
        assert_eq!(plan.targets().count(), 0);
        assert_eq!(plan.target_of(model(1)), None);
    }
}
