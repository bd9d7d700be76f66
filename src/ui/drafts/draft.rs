//! A draft: a proposed order, with the move of every model of a unit and its fire.
//!
//! The draft knows no rules. It becomes a command, and the battle's own check says whether that is allowed.

use bevy::prelude::*;

use super::draft_model::{ArrivalKind, DraftModel, FacingSource, Grip};
use super::fire::FirePlan;
use super::formation;
use crate::game::dispatch::{drafted, order_of};
use crate::game::engine::command::{Command, Order};
use crate::game::engine::components::Pose;
use crate::game::engine::refusal::Refusal;
use crate::game::engine::view::View;
use crate::game::phases::close_combat::kinds::MoveInCombat;
use crate::game::phases::close_combat::{may_move_by, planned_moves};
use crate::game::phases::deployment;
use crate::game::phases::deployment::arrivals;
use crate::game::phases::deployment::kinds::DeployUnit;
use crate::game::phases::deployment::usual::usual_place;
use crate::game::phases::drafted::{Drafted, DraftedAction};
use crate::game::phases::fall_back::retreat;
use crate::game::phases::fall_back::retreat::{ModelEnd, RetreatOutcome};
use crate::game::phases::moving::kinds::ModelMove;
use crate::game::phases::moving::kinds::Sequence;
use crate::game::phases::shooting::kinds::FireAt;
use crate::game::phases::shooting::kinds::FireMode;
use crate::game::phases::shooting::ordered::fall_back_fire_mode;
use crate::game::phases::shooting::poses_after_moves;
use crate::rules::action::Action;
use crate::rules::close_combat::CombatMove;
use crate::rules::falling_back::Occasion;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::leadership::Morale;
use crate::rules::measures::{MeasureError, Place, Thou};
use crate::rules::salvo::Manner;
use crate::table::outline::bounds_of;

/// The draft that the player works on, if there is one.
#[derive(Resource, Default, Debug)]
pub(in crate::ui) struct Drafting(pub Option<Draft>);

/// A run that was drafted and announced, and the morale of its unit then. It goes on as it was drawn if the enemy's answer has done
/// the unit no harm, and else becomes the draft again.
#[derive(Resource, Default, Debug)]
pub(in crate::ui) struct AnnouncedRun(pub Option<(Draft, Morale)>);

/// A proposed order of a unit.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Draft {
    /// The unit.
    pub unit: UnitId,
    /// What kind of order it is.
    pub purpose: Purpose,
    /// Its models on the table; during deployment, all of its models.
    pub models: Vec<DraftModel>,
    /// Whether it follows the pointer.
    pub hold: Hold,
    /// How far the formation has been wheeled, degrees counter-clockwise.
    pub wheeled: f64,
    /// Its fire.
    pub fire: FirePlan,
    /// Whether ends that miss a legal place by a little slide to it.
    pub ends: Ends,
    /// Whether its paths are those that were drawn.
    pub way: Way,
    /// Why it stops short of where it was drawn to, if it does.
    pub stop: Option<Stop>,
}

/// Whose the paths of a draft are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) enum Way {
    /// The player's, at most cut off at the limit.
    #[default]
    Drawn,
    /// The planner's.
    Planned,
}

/// Why a draft stops short of where it was drawn to.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) enum Stop {
    /// It is as far as it may move.
    Limit {
        /// Inches.
        inches: f64,
        /// The paragraph that sets the limit.
        rule: &'static str,
    },
    /// The battle refuses it farther on.
    Refused(Refusal),
}

impl Stop {
    /// In a sentence.
    pub fn words(&self) -> String {
        match self {
            Self::Limit { inches, .. } => format!("Stops here: {inches}\" is as far as it may move"),
            Self::Refused(refusal) => format!("Stops here. Farther on: {}", refusal.text()),
        }
    }

    /// The paragraph.
    pub fn rule(&self) -> String {
        match self {
            Self::Limit { rule, .. } => (*rule).to_owned(),
            Self::Refused(refusal) => refusal.rule().to_string(),
        }
    }
}

/// What becomes of ends that miss a legal place by a little.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) enum Ends {
    /// They slide to it.
    #[default]
    Slide,
    /// They stay exactly where they are put.
    Exact,
}

/// The fire of a draft as part of an order.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct DraftFire {
    /// Where its models would stand when they fire.
    pub stance: Vec<(ModelId, Pose)>,
    /// Its targets.
    pub fire: Vec<FireAt>,
    /// How it fires.
    pub mode: FireMode,
}

/// The kind of order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Purpose {
    /// An action, with a move or without.
    Move(Action),
    /// Deployment.
    Deploy,
    /// A move in a close combat.
    Combat(CombatMove),
}

/// Whether a draft follows the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ui) enum Hold {
    /// It waits to be confirmed, or dragged again.
    Resting,
    /// It follows the pointer, which was last at this point of the table. `None` until the pointer first reaches
    /// the table: then the centre of the draft jumps there.
    InHand(Option<[f64; 2]>),
}

impl Draft {
    /// A draft that leaves a unit as it stands; `None` for a unit without a model on the table.
    pub fn of_standing(view: &View, unit: UnitId, action: Action) -> Option<Self> {
        let models: Vec<DraftModel> = view
            .standing(unit)
            .map(|model| DraftModel {
                model: model.id,
                start: model.pose.at,
                start_facing: model.facing().degrees(),
                corners: Vec::new(),
                at: model.pose.at.ground(),
                height: model.pose.at.z,
                lift: 0,
                facing: model.facing().degrees(),
                facing_source: FacingSource::Free,
                grip: Grip::Held,
                drawn: None,
            })
            .collect();
        let (purpose, hold) = (Purpose::Move(action), Hold::Resting);
        let (fire, ends) = (FirePlan::default(), Ends::default());
        let (way, stop) = (Way::default(), None);
        let draft = Self { unit, purpose, models, hold, wheeled: 0.0, fire, ends, way, stop };
        (!draft.models.is_empty()).then_some(draft)
    }

    /// A draft of the moves that the rules give a unit that has to fall back, for the player to change as far as
    /// the rules allow. Under the outline of 2012 no model moves yet. `None` for a unit that is destroyed.
    ///
    /// Rule: FB-5, FAC-2, OFB-1.
    pub fn of_retreat(view: &View, unit: UnitId) -> Option<Self> {
        let retreat = retreat(*view, unit, Occasion::Action)?;
        let mut draft = Self::of_standing(view, unit, Action::FallBack)?;
        for run in retreat.outcome.retreats() {
            let drafted = draft.models.iter_mut().find(|one| one.model == run.model)?;
            if let ModelEnd::Stands { facing } | ModelEnd::Apart { facing } = run.end {
                drafted.set_path(view.terrain(), &run.path, facing.degrees());
            }
        }
        let lost = |model: ModelId| {
            let mut retreats = retreat.outcome.retreats().iter();
            retreats.any(|run| run.model == model && matches!(run.end, ModelEnd::Lost { .. }))
        };
        draft.models.retain(|one| !lost(one.model));
        draft.settle(view);
        (!draft.models.is_empty() && retreat.outcome != RetreatOutcome::Destroyed).then_some(draft)
    }

    /// A draft of the usual move of a unit in a close combat, for the player to change; its other models may not move.
    ///
    /// Rule: CC-4, CC-5, CC-9.
    pub fn of_combat_move(view: &View, id: UnitId, by: CombatMove) -> Option<Self> {
        let unit = view.unit(id)?;
        let mut draft = Self::of_standing(view, id, Action::Advance)?;
        draft.purpose = Purpose::Combat(by);
        draft.models.retain(|one| view.model(one.model).is_some_and(|model| may_move_by(*view, model, by)));
        for one in planned_moves(*view, unit, by) {
            if let Some(drafted) = draft.models.iter_mut().find(|drafted| drafted.model == one.model) {
                drafted.set_path(view.terrain(), &one.path, one.facing.degrees());
            }
        }
        draft.settle(view);
        (!draft.models.is_empty()).then_some(draft)
    }

    /// A unit that arrives from reserve, at the place that the rules suggest; where none was found, a block that follows the
    /// pointer.
    ///
    /// Rule: MIS-3.
    pub fn of_arrival(view: &View, unit: UnitId) -> Option<Self> {
        let mut draft = Self::in_block(view, unit)?;
        if let Some(entry) = arrivals::entry(*view, unit) {
            draft.form(&entry);
            draft.hold = Hold::Resting;
            draft.settle(view);
        }
        Some(draft)
    }

    /// A unit that waits to be placed and follows the pointer: a block, or what has room in a zone that is too small for it.
    ///
    /// Rule: MIS-1.
    pub fn of_waiting(view: &View, unit: UnitId) -> Option<Self> {
        let mut draft = Self::in_block(view, unit)?;
        let radius = view.unit(unit)?.card.base.radius();
        let ([low, high], [first, last]) = (view.zone(unit.side).bounds(), draft.bounds());
        let is_wider = |axis: usize| last[axis] - first[axis] + 2.0 * radius > high[axis] - low[axis];
        if (is_wider(0) || is_wider(1))
            && let Some(placing) = usual_place(*view, unit)
        {
            draft.form(&placing);
        }
        Some(draft)
    }

    /// A unit that waits to be placed, where a computer would place it; without such a place, in the middle of its zone.
    ///
    /// Rule: MIS-1.
    pub fn of_placing(view: &View, unit: UnitId) -> Option<Self> {
        let mut draft = Self::in_block(view, unit)?;
        if let Some(placing) = usual_place(*view, unit) {
            draft.form(&placing);
        }
        draft.hold = Hold::Resting;
        draft.settle(view);
        Some(draft)
    }

    /// The box round the centres of its bases.
    fn bounds(&self) -> [[f64; 2]; 2] {
        bounds_of(&self.models.iter().map(|model| model.at).collect::<Vec<_>>())
    }

    /// Puts its models where an order would place them.
    fn form(&mut self, order: &DeployUnit) {
        for placed in &order.models {
            if let Some(drafted) = self.models.iter_mut().find(|drafted| drafted.model == placed.model) {
                (drafted.at, drafted.facing) = (placed.at.ground(), placed.facing.degrees());
            }
        }
    }

    /// A block in the middle of a unit's zone that follows the pointer.
    fn in_block(view: &View, unit: UnitId) -> Option<Self> {
        let card = view.unit(unit)?.card;
        let zone = view.zone(unit.side);
        let (middle, facing) = (formation::middle(zone), formation::inward_facing(zone));
        let ids: Vec<ModelId> = view.models(unit).map(|model| model.id).collect();
        let block = formation::block(ids.len(), card.base.diameter.inches());
        let models = ids.into_iter().zip(block).map(|(model, spot)| {
            let [x, y] = formation::rotated(spot, facing);
            DraftModel {
                model,
                start: Place::default(),
                start_facing: facing,
                corners: Vec::new(),
                at: [middle[0] + x, middle[1] + y],
                height: Thou(0),
                lift: 0,
                facing,
                facing_source: FacingSource::Chosen,
                grip: Grip::Held,
                drawn: None,
            }
        });
        let (purpose, hold, models) = (Purpose::Deploy, Hold::InHand(None), models.collect());
        let (fire, ends) = (FirePlan::default(), Ends::default());
        let (way, stop) = (Way::default(), None);
        Some(Self { unit, purpose, models, hold, wheeled: 0.0, fire, ends, way, stop })
    }

    /// Its action; `None` in deployment and in a close combat.
    pub fn action(&self) -> Option<Action> {
        match self.purpose {
            Purpose::Move(action) => Some(action),
            Purpose::Deploy | Purpose::Combat(_) => None,
        }
    }

    /// Whether it is the move of a unit that falls back; one that fires instead stays where it is.
    pub fn falls_back(&self) -> bool {
        self.action() == Some(Action::FallBack) && self.fire.targets().next().is_none()
    }

    /// Changes its action, where it has one.
    pub fn set_action(&mut self, action: Action) {
        if let Purpose::Move(now) = &mut self.purpose {
            *now = action;
            self.restore_drawn();
        }
        if action == Action::OnMyTarget {
            self.stay();
        }
    }

    /// Resets every model to its present place.
    pub fn stay(&mut self) {
        for model in &mut self.models {
            model.stay();
        }
        self.wheeled = 0.0;
        (self.way, self.stop) = (Way::Drawn, None);
    }

    /// Updates heights and, for models that the player has not turned, facings. To be called after every change.
    pub(in crate::ui) fn settle(&mut self, view: &View) {
        let arrival = match self.purpose {
            Purpose::Move(_) | Purpose::Combat(_) => ArrivalKind::OnFoot,
            Purpose::Deploy => ArrivalKind::Placed,
        };
        for drafted in &mut self.models {
            drafted.settle(view.terrain(), arrival);
        }
        super::draft_facing::update_facings(self, view);
    }

    /// Whether it is a run of a unit.
    pub fn is_run_of(&self, unit: UnitId) -> bool {
        self.unit == unit && self.purpose == Purpose::Move(Action::AtTheDouble)
    }

    /// Removes models that have fallen since; `None` if none is left.
    pub fn without_the_fallen(mut self, view: &View) -> Option<Self> {
        self.models.retain(|one| view.model(one.model).is_some_and(|model| model.stands()));
        self.hold = Hold::Resting;
        (!self.models.is_empty()).then_some(self)
    }

    /// The models that the player moves.
    pub(in crate::ui) fn held(&mut self) -> impl Iterator<Item = &mut DraftModel> {
        self.models.iter_mut().filter(|model| model.grip == Grip::Held)
    }

    /// Makes the player move the whole unit.
    pub fn hold_all(&mut self) {
        for model in &mut self.models {
            model.grip = Grip::Held;
        }
    }

    /// Makes the player move this model alone.
    pub fn hold_one(&mut self, one: ModelId) {
        for model in &mut self.models {
            model.grip = if model.model == one { Grip::Held } else { Grip::Left };
        }
    }

    /// The one model that the player moves, if it is one of several.
    pub fn held_alone(&self) -> Option<ModelId> {
        let mut held = self.models.iter().filter(|model| model.grip == Grip::Held);
        let first = held.next().filter(|_| self.models.len() > 1)?;
        held.next().is_none().then_some(first.model)
    }

    /// Replaces what is shown by what the player drew.
    pub(in crate::ui) fn restore_drawn(&mut self) {
        self.models.iter_mut().for_each(DraftModel::restore_drawn);
        (self.way, self.stop) = (Way::Drawn, None);
    }

    /// A click on an enemy model.
    pub fn aim(&mut self, at: ModelId) {
        let action = self.action();
        self.fire.click(at, action);
        // Rule: FB-1, OFB-1 (not both).
        if action == Some(Action::FallBack) {
            self.stay();
        }
    }

    /// Whether any model would move.
    pub fn moves(&self) -> bool {
        self.models.iter().any(DraftModel::moves)
    }

    /// Whether any model would move or turn.
    pub fn changes_any_model(&self) -> bool {
        self.models.iter().any(|model| model.moves() || model.turns())
    }

    /// The command the draft would become; `None` for On My Target without a target.
    ///
    /// # Errors
    /// A place or facing that no file may name.
    pub fn command(&self, view: View) -> Result<Option<Command>, MeasureError> {
        let unit = self.unit;
        let order = match self.purpose {
            Purpose::Move(action) => {
                let fire = self.fire_in(view)?.map(|drafted| drafted.fire).unwrap_or_default();
                let drafted = DraftedAction::still(unit, action).moving(self.moves_of_all()?).firing(fire);
                let (sequence, marked) = (self.fire.sequence, self.fire.marked);
                order_of(DraftedAction { sequence, marked, ..drafted })
            }
            Purpose::Combat(_) => Some(MoveInCombat { unit, moves: self.moves_of_all()? }.into()),
            Purpose::Deploy => {
                let models = self.models.iter().map(DraftModel::placed).collect::<Result<_, _>>()?;
                Some(Order::Deployment(deployment::kinds::Order::DeployUnit(DeployUnit { unit, models })))
            }
        };
        Ok(order.map(|order| Command { player: unit.side, order }))
    }

    /// Its fire by Open Fire or Advance, from where its models would stand, or instead of falling back; `None` for
    /// other actions.
    ///
    /// # Errors
    /// As [`Self::command`].
    pub fn fire_in(&self, view: View) -> Result<Option<DraftFire>, MeasureError> {
        if let (Some(Action::FallBack), Some(unit)) = (self.action(), view.unit(self.unit)) {
            let (stance, mode) = (Vec::new(), fall_back_fire_mode(view));
            let fire = self.fire.orders(view, &stance, unit, mode);
            return Ok(Some(DraftFire { stance, fire, mode }));
        }
        let action = self.action().filter(|action| action.divides_fire());
        let Some((unit, manner)) = view.unit(self.unit).zip(action.and_then(Manner::of)) else {
            return Ok(None);
        };
        let stance = match self.fire.sequence {
            Sequence::FireFirst if manner == Manner::Advance => Vec::new(),
            Sequence::FireFirst | Sequence::MoveFirst => poses_after_moves(view, &self.moves_of_all()?),
        };
        let mode = FireMode::of(unit, manner);
        let fire = self.fire.orders(view, &stance, unit, mode);
        Ok(Some(DraftFire { stance, fire, mode }))
    }

    /// Puts its models where a command does that the draft has become.
    pub(in crate::ui) fn take_ends(&mut self, view: &View, command: &Command) {
        let ends: Vec<(ModelId, Place)> = match drafted(&command.order) {
            Some(Drafted::Placing { models, .. }) => models.iter().map(|one| (one.model, one.at)).collect(),
            Some(Drafted::CombatMove { moves, .. }) => {
                moves.iter().filter_map(|one| Some((one.model, *one.path.last()?))).collect()
            }
            Some(Drafted::Action(_)) | None => Vec::new(),
        };
        for (id, end) in ends {
            if let Some(drafted) = self.models.iter_mut().find(|drafted| drafted.model == id) {
                drafted.at = end.ground();
            }
        }
        self.settle(view);
    }

    /// The moves and turns of its models.
    ///
    /// # Errors
    /// As [`Self::command`].
    pub fn moves_of_all(&self) -> Result<Vec<ModelMove>, MeasureError> {
        let changed = self.models.iter().filter(|model| model.moves() || model.turns());
        changed
            .map(|model| {
                let path = if model.moves() { model.path()? } else { Vec::new() };
                Ok(ModelMove { model: model.model, path, facing: model.end_facing()? })
            })
            .collect()
    }

    /// Getting down on the spot, with the drafted facings.
    ///
    /// # Errors
    /// A facing that no file may name.
    pub fn get_down(&self) -> Result<Option<Command>, MeasureError> {
        let turned = self.models.iter().filter(|model| model.turns());
        let turn = |model: &DraftModel| {
            Ok(ModelMove { model: model.model, path: Vec::new(), facing: model.end_facing()? })
        };
        let turns = turned.map(turn).collect::<Result<Vec<_>, MeasureError>>()?;
        let drafted = DraftedAction::still(self.unit, Action::GetDown).moving(turns);
        Ok(order_of(drafted).map(|order| Command { player: self.unit.side, order }))
    }
}

#[cfg(test)]
mod tests;
