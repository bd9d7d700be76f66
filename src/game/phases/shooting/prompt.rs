//! Prompts while units fire.

use super::declare::declare;
use super::kinds::{Choice, FireAfterRunning, FireAt, FireMode, Moment, Order, Shooter, SnapFire};
use super::snap_fire::{self, snap_firers, when};
use super::targets_after_running;
use super::throw::throwers;
use crate::game::engine::view::{UnitView, View};
use crate::game::narration::words::{counted, listed, unit};
use crate::game::prompt::{Answer, Form, Prompt};
use crate::rules::action::Action;
use crate::rules::card::{Handling, Weapon};
use crate::rules::ids::{RuleId, Side, UnitId};
use crate::rules::salvo::Manner;

pub(in crate::game) fn prompt(view: View, player: Side, choice: Choice) -> Prompt {
    let setup = view.setup();
    match choice {
        Choice::SnapFire { at, moment } => {
            let runner = unit(setup, at);
            let (how, rule) = match view.unit(at).and_then(|unit| unit.activity.last_action) {
                Some(Action::FallBack) => ("for cover or its edge", "OFB-4"),
                _ => ("At The Double", "RE-1"),
            };
            let question = match moment {
                Moment::BeforeMove => format!("{runner} is about to run {how}. Snap fire before it moves?"),
                Moment::AfterMove => format!("{runner} has run {how}. Snap fire at it now?"),
            };
            Prompt {
                player,
                rule: RuleId(rule),
                about: Some(at.into()),
                waits_for: format!("to snap fire at {at} {}, or to hold fire", when(moment)),
                task: format!("snap fire at {runner} {}, or hold fire", when(moment)),
                question: Some(question),
                form: Form::Options,
            }
        }
        Choice::FireAfterRunning { unit: id, .. } => Prompt {
            player,
            rule: RuleId("ACT-4"),
            about: Some(id.into()),
            waits_for: format!("to fire with {id} after its run, or to hold fire"),
            task: format!("fire with {} after its run, or hold fire", unit(setup, id)),
            question: Some(format!("{} has run. Fire now? {}", unit(setup, id), after_running(view, id))),
            form: Form::Options,
        },
    }
}

/// Weapons of a unit that may fire after a run, in plain words.
///
/// Rule: ACT-4, SHO-8.
fn after_running(view: View, id: UnitId) -> String {
    let fires = |weapon: &&Weapon| match weapon.handling {
        Handling::OneHanded | Handling::Thrown => true,
        Handling::TwoHanded | Handling::Melee => false,
    };
    let carried = view.standing(id).flat_map(|model| model.card.carried(model.id.number).filter(fires));
    let mut names: Vec<String> = carried.map(|weapon| weapon.name.to_lowercase()).collect();
    names.sort();
    names.dedup();
    match names.as_slice() {
        [] => "After a run only what needs one hand may fire, at half rate.".to_owned(),
        _ => format!("After a run only what needs one hand may, at half rate: {}.", listed(&names)),
    }
}

/// Fire that an answer offers.
enum Offered {
    /// With firearms, by all that can.
    Shots,
    /// Nobody has a shot, but these may throw something.
    Throws(Vec<Shooter>),
}

impl Offered {
    fn by(self) -> Option<Vec<Shooter>> {
        match self {
            Self::Shots => None,
            Self::Throws(throwers) => Some(throwers),
        }
    }
}

/// The fire of a unit at another that an answer offers; `None` where the unit has neither a shot nor a throw at a model. A throw at
/// bare ground near an enemy is legal too (SHO-10), but nobody can answer so without a point.
///
/// Rule: SHO-1, SHO-10.
fn offered(view: View, [from, at]: [UnitView; 2], mode: FireMode) -> Option<Offered> {
    if declare(view, &[], from, &[FireAt { at: at.id, by: None }], mode).is_ok() {
        return Some(Offered::Shots);
    }
    let throwers = throwers(view, [from, at], mode);
    (!throwers.is_empty()).then_some(Offered::Throws(throwers))
}

/// The units that may fire, or their targets; last, to hold fire.
pub(in crate::game) fn answers(view: View, _: Side, choice: Choice) -> Vec<Answer> {
    let mut answers: Vec<Answer> = match choice {
        Choice::SnapFire { at, .. } => {
            let firers = snap_firers(view, at);
            firers.filter_map(|from| snap_fire_answer(view, from, at)).collect()
        }
        Choice::FireAfterRunning { unit: from, turning } => {
            let mode = FireMode { manner: Manner::AfterRunning, turning };
            let targets = view.unit(from).into_iter();
            let targets = targets.flat_map(|from| targets_after_running(view, from, turning));
            targets.filter_map(|at| after_running_answer(view, [from, at], mode)).collect()
        }
    };
    answers.push(Answer { text: "Hold fire".to_owned(), about: None, order: Order::HoldFire.into() });
    answers
}

fn snap_fire_answer(view: View, from: UnitId, at: UnitId) -> Option<Answer> {
    let fire = offered(view, [view.unit(from)?, view.unit(at)?], snap_fire::FIRE_MODE)?;
    let name = unit(view.setup(), from);
    let text = match &fire {
        Offered::Shots => format!("Snap fire with {name}"),
        Offered::Throws(throwers) => format!("{name} throws {} at it", thrown(throwers)),
    };
    Some(Answer { text, about: Some(from.into()), order: SnapFire { unit: from, by: fire.by() }.into() })
}

fn after_running_answer(view: View, [from, at]: [UnitId; 2], mode: FireMode) -> Option<Answer> {
    let fire = offered(view, [view.unit(from)?, view.unit(at)?], mode)?;
    let name = unit(view.setup(), at);
    let text = match &fire {
        Offered::Shots => format!("Fire at {name}"),
        Offered::Throws(throwers) => format!("Throw {} at {name}", thrown(throwers)),
    };
    let order = FireAfterRunning { unit: from, fire: FireAt { at, by: fire.by() } };
    Some(Answer { text, about: Some(at.into()), order: order.into() })
}

/// What some models throw: "3 grenades".
fn thrown(throwers: &[Shooter]) -> String {
    let mut weapons: Vec<&str> = throwers.iter().filter_map(|shooter| shooter.weapon.as_deref()).collect();
    weapons.sort_unstable();
    let kinds = weapons.chunk_by(|one, other| one == other);
    let each: Vec<String> = kinds.map(|kind| counted(kind.len(), &kind[0].to_lowercase())).collect();
    listed(&each)
}
