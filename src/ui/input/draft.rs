//! A proposed move: where every model of a unit would go.
//!
//! The draft knows no rule. It becomes a command, and the battle's own check
//! says whether that is allowed.

use bevy::prelude::*;

use super::formation;
use crate::game::command::{
    AdvanceUnit, Command, DeployUnit, GetDown, ModelMove, ModelPlace, ModelTurn, Order,
};
use crate::game::refusal::Refusal;
use crate::game::view::View;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::{Facing, MeasureError, Place};
use crate::rules::movement::path_length;
use crate::ui::open_game::{Notice, OpenGame};

/// The draft the player works on, if he does.
#[derive(Resource, Default, Debug)]
pub(in crate::ui) struct Drafting(pub Option<Draft>);

/// What the battle says of the draft.
#[derive(Resource, Default, Debug)]
pub(in crate::ui) struct Verdict(pub Option<Judged>);

/// A draft as a command, and the battle's answer.
#[derive(Debug)]
pub(in crate::ui) struct Judged {
    /// The command the draft would become.
    pub command: Command,
    /// What the battle says.
    pub answer: Result<(), Refusal>,
    /// Longest path of the draft, inches.
    pub longest: f64,
    /// What the unit's card lets it move by an Advance, inches.
    pub movement: f64,
}

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

/// One model's proposed way.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Drafted {
    /// The model.
    pub model: ModelId,
    /// Where it stands now; without meaning for one that comes onto the table.
    pub start: Place,
    /// Where it looks now, degrees.
    pub start_facing: f64,
    /// Corners of its way before its end, inches.
    pub corners: Vec<[f64; 2]>,
    /// Where it would end, inches.
    pub at: [f64; 2],
    /// Where it would look, degrees; any number of turns.
    pub facing: f64,
    /// Whether the player moves this one now.
    pub grip: Grip,
}

/// Whether a model follows when the draft is moved or turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Grip {
    /// It does.
    Held,
    /// Others are moved alone.
    Left,
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

impl Drafted {
    /// Whether it would go anywhere: in thousandths of an inch, as it is stored.
    fn moves(&self) -> bool {
        let stays = self.end().is_ok_and(|end| end == self.start);
        !stays || !self.corners.is_empty()
    }

    fn turns(&self) -> bool {
        (self.facing - self.start_facing).abs() > 1e-6
    }

    fn stored(&self, [x, y]: [f64; 2]) -> Result<Place, MeasureError> {
        Place::from_inches(x, y, self.start.z.inches())
    }

    fn end(&self) -> Result<Place, MeasureError> {
        self.stored(self.at)
    }

    /// The corners of its way, the last its end.
    fn path(&self) -> Result<Vec<Place>, MeasureError> {
        self.corners.iter().chain([&self.at]).map(|corner| self.stored(*corner)).collect()
    }

    /// Length of its way, inches.
    pub fn length(&self) -> f64 {
        self.path().map_or(0.0, |path| path_length(self.start, &path))
    }

    fn end_facing(&self) -> Result<Facing, MeasureError> {
        Facing::from_degrees(self.facing)
    }

    fn placed(&self) -> Result<ModelPlace, MeasureError> {
        Ok(ModelPlace { model: self.model, at: self.end()?, facing: self.end_facing()? })
    }
}

/// Asks the battle about the draft whenever it has changed. What was said of the
/// draft before no longer holds.
pub(super) fn judge(mut opened: ResMut<OpenGame>, drafting: Res<Drafting>, mut verdict: ResMut<Verdict>) {
    if !drafting.is_changed() && !opened.is_changed() {
        return;
    }
    if drafting.is_changed() && matches!(opened.notice, Some(Notice::Refused(_))) {
        opened.notice = None;
    }
    verdict.0 = drafting.0.as_ref().and_then(|draft| judged(&opened, draft));
}

fn judged(opened: &OpenGame, draft: &Draft) -> Option<Judged> {
    let battle = opened.game.battle();
    let command = draft.command().ok()?;
    let unit = battle.view().unit(draft.unit)?;
    let longest = match draft.purpose {
        Purpose::Advance => draft.models.iter().map(Drafted::length).fold(0.0, f64::max),
        Purpose::Deploy => 0.0,
    };
    let movement = f64::from(unit.card.characteristics.movement);
    Some(Judged { answer: battle.check(&command), command, longest, movement })
}
