//! Deployment in sentences.

use super::kinds::{Fact, RollOff};
use crate::game::engine::fact::Fact as AnyFact;
use crate::game::narration::sentence::{Narrated, Rolls, Sentence, Weight};
use crate::game::narration::words::{count, force, unit};
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::{Side, UnitId};

pub(in crate::game) fn narrate(setup: &Setup, fact: &Fact, _: &[AnyFact]) -> Narrated {
    Narrated::one(match fact {
        Fact::RollOffHeld { purpose, rolls, winner } => roll_off(setup, *purpose, rolls, *winner),
        Fact::UnitDeployed { unit: id, models } => {
            Sentence::line(*id, format!("{} is placed: {}.", unit(setup, *id), count(models.len())))
        }
    })
}

pub(in crate::game) fn narrate_action(_: &Setup, _: UnitId, _: Action, _: &[AnyFact]) -> Option<Narrated> {
    None
}

fn roll_off(setup: &Setup, purpose: RollOff, rolls: &[[u8; 2]], winner: Side) -> Sentence {
    let what = match purpose {
        RollOff::FirstPlacing => "wins the roll-off and places the first unit",
        RollOff::FirstTurn => "wins the roll-off and has the first turn",
    };
    let bonus = setup.ruleset.mission.first_finished_bonus;
    let added = match purpose {
        // The roll follows placing; where nothing was placed nobody finished first.
        RollOff::FirstTurn if bonus > 0 && setup.units().any(|unit| unit.waits()) => {
            format!("; the side that finished placing first added {bonus} to its die")
        }
        _ => String::new(),
    };
    Sentence {
        text: format!("{} {what}{added}.", force(setup, winner)),
        unit: None,
        rolls: Rolls::RollOff(rolls.to_vec()),
        weight: Weight::Line,
        details: Vec::new(),
    }
}
