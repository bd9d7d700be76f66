//! A proposed move: where every model of a unit would go.
//!
//! The draft knows no rule. It becomes a command, and the battle's own check
//! says whether that is allowed.

use bevy::prelude::*;

use super::drafted::{Drafted, Grip};
use super::formation;
use crate::game::command::{AdvanceUnit, Command, DeployUnit, GetDown, ModelMove, ModelTurn, Order};
use crate::game::view::View;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::{MeasureError, Place};

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
}

/// Why the models of a draft move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Purpose {
    /// The Advance action.
    Advance,
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
    pub fn of_standing(view: &View, unit: UnitId) -> Option<Self> {
        let models: Vec<Drafted> = view
            .standing(unit)
            .map(|model| Drafted {
                model: model.id,
                start: model.pose.at,
                start_facing: model.facing().degrees(),
                corners: Vec::new(),
                at: model.pose.at.ground(),
                facing: model.facing().degrees(),
                grip: Grip::Held,
            })
            .collect();
        (!models.is_empty()).then_some(Self { unit, purpose: Purpose::Advance, models, hold: Hold::Resting })
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
                facing,
                grip: Grip::Held,
            }
        });
        Some(Self { unit, purpose: Purpose::Deploy, models: models.collect(), hold: Hold::InHand(None) })
    }

    /// The models that follow the player.
    fn held(&mut self) -> impl Iterator<Item = &mut Drafted> {
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

    /// The middle of where the held models would end.
    pub fn middle(&self) -> [f64; 2] {
        let held = self.models.iter().filter(|model| model.grip == Grip::Held);
        formation::mean(held.map(|model| model.at))
    }

    /// Follows the mouse to a point of the table, if it is in hand.
    pub fn follow(&mut self, to: [f64; 2]) {
        let Hold::InHand(last) = self.hold else { return };
        let from = last.unwrap_or_else(|| self.middle());
        for model in self.held() {
            model.at = [model.at[0] + to[0] - from[0], model.at[1] + to[1] - from[1]];
        }
        self.hold = Hold::InHand(Some(to));
    }

    /// Turns every held model on the spot, degrees counter-clockwise.
    pub fn turn(&mut self, degrees: f64) {
        for model in self.held() {
            model.facing = (model.facing + degrees).rem_euclid(360.0);
        }
    }

    /// Wheels the held models around their middle, degrees counter-clockwise.
    pub fn wheel(&mut self, degrees: f64) {
        let [x, y] = self.middle();
        for model in self.held() {
            let [dx, dy] = formation::rotated([model.at[0] - x, model.at[1] - y], degrees);
            model.at = [x + dx, y + dy];
            model.facing = (model.facing + degrees).rem_euclid(360.0);
        }
    }

    /// Fixes a corner of the held models' ways where they are now.
    pub fn add_corner(&mut self) {
        if self.purpose == Purpose::Deploy {
            return;
        }
        for model in self.held() {
            model.corners.push(model.at);
        }
    }

    /// Takes back the last corner of the held models' ways.
    pub fn drop_corner(&mut self) {
        for model in self.held() {
            model.corners.pop();
        }
    }

    /// Whether any model would end elsewhere than it stands.
    pub fn moves(&self) -> bool {
        self.models.iter().any(Drafted::moves)
    }

    /// The command the draft would become.
    ///
    /// # Errors
    /// A place or facing that no file may name.
    pub fn command(&self) -> Result<Command, MeasureError> {
        let order = match self.purpose {
            Purpose::Advance => {
                Order::AdvanceUnit(AdvanceUnit { unit: self.unit, moves: self.moves_of_all()? })
            }
            Purpose::Deploy => {
                let models = self.models.iter().map(Drafted::placed).collect::<Result<_, _>>()?;
                Order::DeployUnit(DeployUnit { unit: self.unit, models })
            }
        };
        Ok(Command { player: self.unit.side, order })
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
