//! The state a battle ends in, for `run --end-state`: every unit, model, die and marker.

use serde::Serialize;

use warstrike::game::engine::agenda::Decision;
use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::components::{Fate, Posture};
use warstrike::game::engine::dice::DiceState;
use warstrike::game::engine::play::Match;
use warstrike::game::engine::snapshot::StateHash;
use warstrike::game::engine::view::{ModelView, UnitView, View};
use warstrike::game::phases::turn::victory::holder;
use warstrike::level::scenario::Objective;
use warstrike::rules::action::Action;
use warstrike::rules::ids::{ModelId, UnitId};
use warstrike::rules::measures::{Facing, Place};
use warstrike::rules::turn::Turn;
use warstrike::rules::victory::{BattleResult, Hold};

/// A battle between two commands.
#[derive(Serialize)]
pub(super) struct EndState<'a> {
    turn: Turn,
    /// Rounds of the battle.
    rounds: u8,
    decides: Option<Decision>,
    state: StateHash,
    dice: DiceState,
    /// How the battle ended, once it is over.
    result: Option<&'a BattleResult>,
    objectives: Vec<ObjectiveEnd<'a>>,
    units: Vec<UnitEnd<'a>>,
}

/// An objective, where it lies and who holds it.
#[derive(Serialize)]
struct ObjectiveEnd<'a> {
    #[serde(flatten)]
    objective: &'a Objective,
    hold: Hold,
}

#[derive(Serialize)]
struct UnitEnd<'a> {
    id: UnitId,
    name: &'a str,
    card: &'a str,
    /// The model that leads it now; none if all are gone.
    leader: Option<ModelId>,
    hit_die: u8,
    nerve_markers: u8,
    suppression_markers: u8,
    suppressed: bool,
    acted: bool,
    last_action: Option<Action>,
    posture: Posture,
    has_snap_fired: bool,
    models: Vec<ModelEnd>,
}

#[derive(Serialize)]
struct ModelEnd {
    id: ModelId,
    fate: Fate,
    /// `None` unless it stands.
    at: Option<Place>,
    facing: Option<Facing>,
    /// 0 unless it stands.
    wounds_lost: u8,
}

impl<'a> EndState<'a> {
    pub(super) fn of(game: &'a Match) -> Self {
        let battle: &Battle = game.battle();
        let view = battle.view();
        Self {
            turn: view.turn(),
            rounds: view.rounds(),
            decides: battle.decision(),
            state: game.history().present().outcome.hash,
            dice: battle.dice().state(),
            result: view.result(),
            objectives: objectives(view),
            units: view.units().map(|unit| unit_end(view, unit)).collect(),
        }
    }
}

fn objectives(view: View<'_>) -> Vec<ObjectiveEnd<'_>> {
    let end = |objective| ObjectiveEnd { objective, hold: holder(view, objective) };
    view.objectives().iter().map(end).collect()
}

fn unit_end<'a>(view: View<'a>, unit: UnitView<'a>) -> UnitEnd<'a> {
    let (morale, activity) = (unit.morale, unit.activity);
    UnitEnd {
        id: unit.id,
        name: &unit.start.name,
        card: &unit.card.id,
        leader: view.leader(unit.id).map(|leader| leader.id),
        hit_die: morale.hit_die,
        nerve_markers: morale.nerve_markers,
        suppression_markers: morale.suppression_markers,
        suppressed: morale.suppressed(),
        acted: activity.acted,
        last_action: activity.last_action,
        posture: activity.posture,
        has_snap_fired: activity.has_snap_fired,
        models: view.models(unit.id).map(|model| model_end(&model)).collect(),
    }
}

fn model_end(model: &ModelView) -> ModelEnd {
    let stands = model.stands();
    ModelEnd {
        id: model.id,
        fate: model.condition.fate,
        at: stands.then_some(model.pose.at),
        facing: stands.then_some(model.pose.facing),
        wounds_lost: if stands { model.condition.wounds_lost } else { 0 },
    }
}
