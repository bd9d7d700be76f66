//! What still has to happen: a stack of steps, the next one on top.
//!
//! It is part of the battle's state: phase and turn order are data, and a
//! battle can be saved and taken up again between any two steps a player sees.

use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};

use crate::game::engine::command::{FireAt, Order, Shooter};
use crate::game::engine::fact::RollOff;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::leadership::Begun;
use crate::rules::movement::arcs::Turning;
use crate::rules::salvo::Manner;
use crate::rules::turn::{Phase, Turn};

/// One step of the battle: one run of the schedule, or a wait for a player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// Both players roll.
    RollOff {
        /// What for.
        purpose: RollOff,
        /// Who finished deploying first, if that counts here.
        finished_first: Option<Side>,
    },
    /// Find out who places the next unit, or that deployment is over.
    ContinueDeployment {
        /// Who placed last; before the first placing, the loser of the roll-off.
        last: Side,
        /// Who first had no more units to place.
        finished_first: Option<Side>,
    },
    /// Carry out an order that was checked.
    Resolve {
        /// The order.
        order: Order,
        /// The choice it answers.
        decision: Decision,
    },
    /// The test of a marked unit before an order that was checked; then the order, or falling back.
    TestToAct {
        /// The unit.
        unit: UnitId,
        /// The order.
        order: Order,
        /// The choice it answers.
        decision: Decision,
    },
    /// The leadership tests for targets after the first, where fire is split by tests; then a salvo
    /// at each.
    DivideFire {
        /// Who fires.
        unit: UnitId,
        /// At whom, each with who fires.
        fire: Vec<FireAt>,
        /// In what manner.
        manner: Manner,
        /// How its models may turn before they fire.
        turning: Turning,
    },
    /// A salvo.
    Salvo {
        /// Who fires.
        unit: UnitId,
        /// At whom, and who of them.
        fire: FireAt,
        /// In what manner.
        manner: Manner,
        /// How its models may turn before they fire.
        turning: Turning,
        /// Whom the unit's fire has struck in this action already, and how.
        begun: Vec<(UnitId, Begun)>,
    },
    /// Fire at what lies round one model.
    SalvoAtModel {
        /// Who fires.
        unit: UnitId,
        /// The model.
        at: ModelId,
        /// Who of them; everyone who may, if `None`.
        by: Option<Vec<Shooter>>,
    },
    /// Ask the enemy of a unit that runs whether he snap fires, if any of his units may.
    OfferSnapFire {
        /// The unit that runs.
        at: UnitId,
        /// Before or after its move.
        moment: Moment,
    },
    /// Ask for the paths of a unit that runs, if anyone is left of it.
    OfferRun {
        /// The unit.
        unit: UnitId,
    },
    /// Ask whether a unit that has run fires, if any of its models can.
    OfferFire {
        /// The unit.
        unit: UnitId,
        /// How its models may turn.
        turning: Turning,
    },
    /// A unit runs for cover or its edge whom enemies could snap fire at before. Rule: OFB-4.
    Flee {
        /// The unit.
        unit: UnitId,
    },
    /// Ask for the moves of a unit that has fired first, if anyone is left of it.
    OfferMove {
        /// The unit.
        unit: UnitId,
    },
    /// A unit has finished its action.
    Finish {
        /// The unit.
        unit: UnitId,
    },
    /// Leave the present phase and begin the next.
    NextPhase,
    /// Wait for a player.
    Decide(Decision),
    /// What every unit does at the beginning of its side's turn.
    RemoveNerveMarkers,
    /// The suppressed units of the player whose turn it is not try to recover.
    Recover,
}

/// A choice that waits for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Decision {
    /// Whose choice.
    pub player: Side,
    /// What he may choose from.
    pub choice: Choice,
}

impl Decision {
    /// Whether it is asked in the middle of an action.
    pub fn is_question(&self) -> bool {
        !matches!(self.choice, Choice::Act | Choice::PlaceUnit { .. })
    }
}

/// What a player may choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// Place one of his waiting units. Rule: MIS-2 (placing units in turn).
    PlaceUnit {
        /// Who first had no more units to place.
        finished_first: Option<Side>,
    },
    /// Activate a unit or end the phase. Rule: TURN-3.
    Act,
    /// Choose the paths of a unit that was announced to run. Rule: RE-1.
    Run {
        /// The unit.
        unit: UnitId,
    },
    /// Snap fire at a unit that runs, or hold fire. Rule: RE-1.
    SnapFire {
        /// The unit that runs.
        at: UnitId,
        /// Before or after its move.
        moment: Moment,
    },
    /// Fire one-handed weapons after a run, or hold fire. Rule: ACT-4.
    FireAfterRunning {
        /// The unit.
        unit: UnitId,
        /// How its models may turn (FAC-4).
        turning: Turning,
    },
    /// Say how a unit falls back that failed its test to act. Rule: ACT-7, OFB-1, FB-1.
    FallBack {
        /// The unit.
        unit: UnitId,
    },
    /// Move a unit that has fired first. Rule: ACT-2.
    MoveAfterFiring {
        /// The unit.
        unit: UnitId,
    },
}

/// When in a run something happens.
///
/// Rule: RE-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Moment {
    /// It is announced; nobody has moved.
    BeforeMove,
    /// All have moved and turned.
    AfterMove,
}

/// The stack of steps; the last is next.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Agenda {
    steps: Vec<Step>,
}

impl Agenda {
    /// Puts all on top that happens in a phase of a turn, before the next begins.
    ///
    /// Rule: TURN-1, TURN-2, TURN-3, TURN-4.
    pub(in crate::game) fn push_phase(&mut self, turn: Turn) {
        match turn.phase {
            Phase::Starting => self.steps.extend([Step::NextPhase, Step::RemoveNerveMarkers]),
            Phase::Action => self.push(Step::Decide(Decision { player: turn.side, choice: Choice::Act })),
            Phase::Reaction => self.steps.extend([Step::NextPhase, Step::Recover]),
            Phase::CloseCombat => self.push(Step::NextPhase),
            Phase::Deployment | Phase::Over => {}
        }
    }

    /// Puts a step on top: it comes before all that are there.
    pub fn push(&mut self, step: Step) {
        self.steps.push(step);
    }

    /// Takes the step that comes next.
    pub fn pop(&mut self) -> Option<Step> {
        self.steps.pop()
    }

    /// Tells the salvos of a unit that come next what its fire did before.
    ///
    /// Rule: BAS-8.
    pub(in crate::game) fn note_begun(&mut self, firing: UnitId, struck: &[(UnitId, Begun)]) {
        for step in self.steps.iter_mut().rev() {
            let Step::Salvo { unit, begun, .. } = step else { return };
            if *unit == firing {
                begun.clear();
                begun.extend_from_slice(struck);
            }
        }
    }

    /// The decision the battle waits for, if it waits.
    pub fn decision(&self) -> Option<Decision> {
        match self.steps.last()? {
            Step::Decide(decision) => Some(*decision),
            _ => None,
        }
    }

    /// Whether nothing is left to happen.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}

/// The step the present run of the schedule carries out.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Current(pub Option<Step>);
