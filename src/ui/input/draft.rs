//! A proposed move: where every model of a unit would go.
//!
//! The draft knows no rule. It becomes a command, and the battle's own check
//! says whether that is allowed.

use bevy::prelude::*;

use super::drafted::{Aim, Coming, Drafted, Grip};
use super::formation;
use crate::game::command::{Command, DeployUnit, GetDown, ModelMove, ModelTurn, Order};
use crate::game::view::View;
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::{MeasureError, Place, Thou};

/// The draft the player works on, if he does.
#[derive(Resource, Default, Debug)]
pub(in crate::ui) struct Drafting(pub Option<Draft>);

/// Where every model of a unit would go.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Draft {
    /// The unit.
    pub unit: UnitId,
    /// Why it moves.
    pub purpose: Purpose,
    /// Each of its models that is or will be on the table.
    pub models: Vec<Drafted>,
    /// Whether it follows the mouse.
    pub hold: Hold,
    /// By how much the formation has been wheeled, degrees counter-clockwise.
    pub wheeled: f64,
}

/// Why the models of a draft move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Purpose {
    /// By an action with a move.
    Move(Action),
    /// Coming onto the table.
    Deploy,
}

/// Whether a draft follows the mouse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ui) enum Hold {
    /// It waits to be confirmed, or taken up again.
    Resting,
    /// Taken up; it follows from this point of the table on. `None` until the
    /// mouse is first over the table: then the draft's middle jumps there.
    InHand(Option<[f64; 2]>),
}

impl Draft {
    /// A draft that leaves a unit of the table as it stands; `None` for a unit
    /// without a model there.
    pub fn of_standing(view: &View, unit: UnitId, action: Action) -> Option<Self> {
        let models: Vec<Drafted> = view
            .standing(unit)
            .map(|model| Drafted {
                model: model.id,
                start: model.pose.at,
                start_facing: model.facing().degrees(),
                corners: Vec::new(),
                at: model.pose.at.ground(),
                height: model.pose.at.z,
                lift: 0,
                facing: model.facing().degrees(),
                aim: Aim::Free,
                grip: Grip::Held,
                wish: None,
            })
            .collect();
        let purpose = Purpose::Move(action);
        let draft = Self { unit, purpose, models, hold: Hold::Resting, wheeled: 0.0 };
        (!draft.models.is_empty()).then_some(draft)
    }

    /// A waiting unit as a block in the middle of its zone, in the player's hand.
    pub fn of_waiting(view: &View, unit: UnitId) -> Option<Self> {
        let card = view.unit(unit)?.card;
        let zone = &view.setup().level.zones[unit.side.index()].area;
        let (middle, facing) = (formation::middle(zone), formation::outlook(zone));
        let ids: Vec<ModelId> = view.models(unit).map(|model| model.id).collect();
        let block = formation::block(ids.len(), card.base.diameter.inches());
        let models = ids.into_iter().zip(block).map(|(model, spot)| {
            let [x, y] = formation::rotated(spot, facing);
            Drafted {
                model,
                start: Place::default(),
                start_facing: facing,
                corners: Vec::new(),
                at: [middle[0] + x, middle[1] + y],
                height: Thou(0),
                lift: 0,
                facing,
                aim: Aim::Chosen,
                grip: Grip::Held,
                wish: None,
            }
        });
        let hold = Hold::InHand(None);
        Some(Self { unit, purpose: Purpose::Deploy, models: models.collect(), hold, wheeled: 0.0 })
    }

    /// The action it is a move of.
    pub fn action(&self) -> Option<Action> {
        match self.purpose {
            Purpose::Move(action) => Some(action),
            Purpose::Deploy => None,
        }
    }

    /// Makes it a move of another action, if it is a move.
    pub fn set_action(&mut self, action: Action) {
        if let Purpose::Move(now) = &mut self.purpose {
            *now = action;
            self.redraw();
        }
    }

    /// Finds heights and, where the player has not turned a model, where it looks.
    /// To be called after every change.
    pub(super) fn settle(&mut self, view: &View) {
        let coming = match self.purpose {
            Purpose::Move(_) => Coming::Walking,
            Purpose::Deploy => Coming::Placed,
        };
        for drafted in &mut self.models {
            drafted.settle(view.terrain(), coming);
        }
        super::outlook::look(self, view);
    }

    /// The models that follow the player.
    pub(super) fn held(&mut self) -> impl Iterator<Item = &mut Drafted> {
        self.models.iter_mut().filter(|model| model.grip == Grip::Held)
    }

    /// From now on the player moves the whole unit.
    pub fn hold_all(&mut self) {
        for model in &mut self.models {
            model.grip = Grip::Held;
        }
    }

    /// From now on the player moves this model alone.
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

    /// Goes back from a plan to what the player drew.
    pub(super) fn redraw(&mut self) {
        self.models.iter_mut().for_each(Drafted::redraw);
    }

    /// Whether any model would end elsewhere than it stands.
    pub fn moves(&self) -> bool {
        self.models.iter().any(Drafted::moves)
    }

    /// The command the draft would become; `None` for an action that moves nobody.
    ///
    /// # Errors
    /// A place or facing that no file may name.
    pub fn command(&self) -> Result<Option<Command>, MeasureError> {
        let order = match self.purpose {
            Purpose::Move(action) => Order::of_move(action, self.unit, self.moves_of_all()?),
            Purpose::Deploy => {
                let models = self.models.iter().map(Drafted::placed).collect::<Result<_, _>>()?;
                Some(Order::DeployUnit(DeployUnit { unit: self.unit, models }))
            }
        };
        Ok(order.map(|order| Command { player: self.unit.side, order }))
    }

    fn moves_of_all(&self) -> Result<Vec<ModelMove>, MeasureError> {
        let changed = self.models.iter().filter(|model| model.moves() || model.turns());
        changed
            .map(|model| {
                let path = if model.moves() { model.path()? } else { Vec::new() };
                Ok(ModelMove { model: model.model, path, facing: model.end_facing()? })
            })
            .collect()
    }

    /// Getting down where the unit stands, looking as drafted.
    ///
    /// # Errors
    /// A facing that no file may name.
    pub fn get_down(&self) -> Result<Command, MeasureError> {
        let turned = self.models.iter().filter(|model| model.turns());
        let turns = turned
            .map(|model| Ok(ModelTurn { model: model.model, facing: model.end_facing()? }))
            .collect::<Result<_, MeasureError>>()?;
        let order = Order::GetDown(GetDown { unit: self.unit, turns });
        Ok(Command { player: self.unit.side, order })
    }
}
