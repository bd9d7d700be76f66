//! Whom the models of a draft fire at, as the player has assigned it.
//!
//! Knows no rule but one: to leave a model out of a salvo, all others have to be named.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::engine::view::{UnitView, View};
use crate::game::phases::moving::kinds::Sequence;
use crate::game::phases::shooting::aim::{Aiming, Stance, Way};
use crate::game::phases::shooting::kinds::FireAt;
use crate::game::phases::shooting::kinds::Fires;
use crate::game::phases::shooting::kinds::Shooter;
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::Place;

/// Whom the models of a unit fire at.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::ui) struct FirePlan {
    /// At whom everyone fires who has nothing of his own.
    main: Option<UnitId>,
    /// The other units fired at, in the order in which they were named.
    others: Vec<UnitId>,
    /// Models with something of their own.
    own: BTreeMap<ModelId, Own>,
    /// The model that On My Target names.
    pub marked: Option<ModelId>,
    /// Whether an Advance moves or fires first.
    pub sequence: Sequence,
    /// The models that the next click gives a target.
    pub picked: BTreeSet<ModelId>,
}

/// What a model does of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::ui) struct Own {
    /// At whom it fires.
    pub at: At,
    /// With what, by its name on the card; what wounds most, if `None`.
    pub weapon: Option<String>,
    /// In full, or snap fire.
    pub fires: Fires,
    /// The point it throws at.
    pub throw_at: Option<Place>,
}

/// At whom a model fires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) enum At {
    /// With the others.
    #[default]
    Main,
    /// At this unit.
    Unit(UnitId),
    /// At nobody.
    Nobody,
}

impl FirePlan {
    /// What a click on an enemy model means: the target of the picked models, else of all who have
    /// none of their own; of On My Target the model itself. A second click takes it back.
    pub fn click(&mut self, at: ModelId, action: Option<Action>) {
        let back = self.would_take_back(at, action);
        if action == Some(Action::OnMyTarget) {
            self.marked = (!back).then_some(at);
        } else if self.picked.is_empty() {
            self.aim_all(at.unit);
        } else {
            let picked: Vec<ModelId> = std::mem::take(&mut self.picked).into_iter().collect();
            self.aim(&picked, at.unit);
        }
    }

    /// Whether a click on an enemy model would take back what was said before.
    pub fn would_take_back(&self, at: ModelId, action: Option<Action>) -> bool {
        match action {
            Some(Action::OnMyTarget) => self.marked == Some(at),
            _ => self.picked.is_empty() && self.main == Some(at.unit),
        }
    }

    /// Everyone who has nothing of his own fires at a unit; said twice, at nobody.
    pub fn aim_all(&mut self, at: UnitId) {
        let again = self.main == Some(at);
        if let Some(before) = self.main.filter(|before| *before != at) {
            self.own.values_mut().filter(|own| own.at == At::Unit(at)).for_each(|own| own.at = At::Main);
            self.others.retain(|other| *other != at && *other != before);
        }
        self.others.retain(|other| *other != at);
        self.main = (!again).then_some(at);
        self.tidy();
    }

    /// These models fire at a unit.
    pub fn aim(&mut self, models: &[ModelId], at: UnitId) {
        let whither = if self.main == Some(at) { At::Main } else { At::Unit(at) };
        if whither != At::Main && !self.others.contains(&at) {
            self.others.push(at);
        }
        for model in models {
            let own = self.own.entry(*model).or_default();
            (own.at, own.throw_at) = (whither, None);
        }
        self.tidy();
    }

    /// What a model does of its own is changed.
    pub fn change(&mut self, model: ModelId, change: impl FnOnce(&mut Own)) {
        change(self.own.entry(model).or_default());
        self.tidy();
    }

    /// What a model does.
    pub fn of(&self, model: ModelId) -> Own {
        self.own.get(&model).cloned().unwrap_or_default()
    }

    /// The models with something of their own.
    pub fn own(&self) -> impl Iterator<Item = (&ModelId, &Own)> {
        self.own.iter()
    }

    /// Picks a model, or lets it go.
    pub fn pick(&mut self, model: ModelId) {
        if !self.picked.remove(&model) {
            self.picked.insert(model);
        }
    }

    /// The picked models throw at a point, where a unit stands near.
    pub fn throw(&mut self, weapons: impl Fn(ModelId) -> Option<String>, near: UnitId, at: Place) {
        for model in std::mem::take(&mut self.picked) {
            if let Some(weapon) = weapons(model) {
                self.aim(&[model], near);
                self.change(model, |own| (own.weapon, own.throw_at) = (Some(weapon), Some(at)));
            }
        }
    }

    /// At whom a model is to fire.
    pub fn target_of(&self, model: ModelId) -> Option<UnitId> {
        match self.of(model).at {
            At::Main => self.main,
            At::Unit(at) => Some(at),
            At::Nobody => None,
        }
    }

    /// The units fired at, in the order in which they count; the first needs no test.
    pub fn targets(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.main.into_iter().chain(self.others.iter().copied())
    }

    /// Whether anybody is fired at.
    pub fn is_some(&self) -> bool {
        self.targets().next().is_some() || self.marked.is_some()
    }

    /// Fires at nobody any more; what comes first stays.
    pub fn clear(&mut self) {
        *self = Self { sequence: self.sequence, ..Self::default() };
    }

    /// What says nothing is left out.
    fn tidy(&mut self) {
        self.own.retain(|_, own| *own != Own::default());
        let own = &self.own;
        self.others.retain(|other| own.values().any(|one| one.at == At::Unit(*other)));
    }

    /// The fire as an order says it, from where the models would stand.
    pub fn orders(&self, view: View, stance: &Stance, unit: UnitView, way: Way) -> Vec<FireAt> {
        let shooter = |(model, own): (&ModelId, &Own)| Shooter {
            model: *model,
            weapon: own.weapon.clone(),
            fires: own.fires,
            throw_at: own.throw_at,
        };
        let named = |at| self.own.iter().filter(move |(model, _)| self.target_of(**model) == Some(at));
        let mut orders: Vec<FireAt> = Vec::new();
        if let Some(at) = self.main {
            let mut by: Vec<Shooter> = named(at).map(shooter).collect();
            let left_out = self.own.values().any(|own| own.at == At::Nobody);
            if by.is_empty() && !left_out {
                orders.push(FireAt { at, by: None });
            } else {
                by.extend(self.with_the_others(view, stance, [unit.id, at], way));
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

    /// Those with nothing of their own who can fire at the main target.
    fn with_the_others(
        &self,
        view: View,
        stance: &Stance,
        [unit, at]: [UnitId; 2],
        way: Way,
    ) -> Vec<Shooter> {
        let units = view.unit(unit).zip(view.unit(at));
        let aiming = units.and_then(|(unit, at)| Aiming::new(view, stance, [unit, at], way));
        let Some(aiming) = aiming else { return Vec::new() };
        let free = view.standing(unit).map(|model| model.id).filter(|model| !self.own.contains_key(model));
        let can = free.filter(|model| aiming.best(*model, Fires::InFull).is_some());
        can.map(Shooter::of).collect()
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
    fn models_of_their_own_keep_their_target_when_the_main_one_changes() {
        let mut plan = FirePlan::default();
        plan.aim_all(unit(1));
        plan.aim(&[model(2), model(3)], unit(2));
        assert_eq!(plan.targets().collect::<Vec<_>>(), [unit(1), unit(2)]);
        assert_eq!([1, 2].map(|number| plan.target_of(model(number))), [Some(unit(1)), Some(unit(2))]);
        plan.aim_all(unit(3));
        assert_eq!(plan.targets().collect::<Vec<_>>(), [unit(3), unit(2)], "the main target is the first");
        plan.aim_all(unit(2));
        assert_eq!(plan.targets().collect::<Vec<_>>(), [unit(2)], "now all fire at the second");
        assert_eq!(plan.own.len(), 0, "nobody has anything of his own");
        plan.aim_all(unit(2));
        assert!(!plan.is_some(), "said twice: at nobody");
    }

    #[test]
    fn a_target_without_shooters_is_none() {
        let mut plan = FirePlan::default();
        plan.aim(&[model(1)], unit(1));
        plan.aim(&[model(1)], unit(2));
        assert_eq!(plan.targets().collect::<Vec<_>>(), [unit(2)]);
        plan.change(model(1), |own| own.at = At::Nobody);
        assert_eq!(plan.targets().count(), 0);
        assert_eq!(plan.target_of(model(1)), None);
    }
}
