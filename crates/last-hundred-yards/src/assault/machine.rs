//! The machine: the die or the choice that an assault needs next, and the facts that an answer brings.
//!
//! It keeps nothing: [`next`] looks at the case and where it stands, and facts alone change that.

use serde::{Deserialize, Serialize};
use tabletop::dice::Needs;
use tabletop_hexes::hex::Hex;

use super::case::{Ahead, Case};
use super::fact::{AtOnce, Fact};
use super::progress::{Standing, Step};
use super::scene::Scene;
use super::steps::{advance, after, checks, destruction, retreat, start, urban};
use super::{limits, steps};
use crate::data::table::Role;
use crate::ids::UnitId;

/// Next need of an assault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing: these facts follow.
    Facts(Vec<Fact>),
    /// The face of a die, given to [`rolled`].
    Die(Die),
    /// An answer of a player, given to [`chosen`].
    Choice(Choice),
    /// A second assault by these units, resolved at once; then [`Fact::SecondEnded`].
    Second {
        /// Its hex.
        hex: Hex,
        /// Its attackers.
        units: Vec<UnitId>,
    },
    /// All is done.
    Over,
}

/// Purpose of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Purpose {
    /// The side that must retreat: odd, the attacker.
    SideLot,
    /// The assault die.
    Assault,
    /// One of several units.
    Lot,
    /// A try at a vehicle.
    Destruction,
    /// A check next to an enemy after a retreat.
    RetreatCheck,
    /// A Cohesion check.
    Check,
    /// The loss check of a leader or FP.
    LossCheck,
}

/// A die that is to be rolled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Die {
    /// Its purpose.
    pub purpose: Purpose,
    /// The side that rolls it.
    pub role: Role,
    /// The unit that it is about.
    pub unit: Option<UnitId>,
    /// Faces that succeed.
    pub needs: Needs,
}

/// A choice of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The side that chooses.
    pub role: Role,
    /// Its subject.
    pub kind: ChoiceKind,
    /// Its answers, the default first.
    pub answers: Vec<Answer>,
}

/// Kind of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChoiceKind {
    /// Attackers on foot go in, or stay out; it comes before the assault begins.
    Feint,
    /// The units that count.
    Count,
    /// At which vehicle it tries.
    Target,
    /// The hex in which a unit ends its retreat.
    Retreat {
        /// The unit.
        unit: UnitId,
    },
    /// The unit that advances next, and its hex.
    Advance,
}

/// An answer to a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// These units count.
    Count(Vec<UnitId>),
    /// The vehicle tried at.
    Target(UnitId),
    /// The end of the retreat.
    Retreat(Hex),
    /// A unit advances.
    Advance(UnitId, Hex),
    /// Nobody advances any more.
    Stay,
}

/// An answer that the assault does not need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwanted {
    /// No die is to be rolled.
    NoDie,
    /// The die has no such face.
    NoFace,
    /// There is no choice to make.
    NoChoice,
    /// The answer is none of the choice's.
    NoSuchAnswer,
}

impl Purpose {
    /// In words, for the record of the dice.
    pub const fn words(self) -> &'static str {
        match self {
            Self::SideLot => "lot of the sides",
            Self::Assault => "assault",
            Self::Lot => "lot",
            Self::Destruction => "vehicle destruction",
            Self::RetreatCheck => "check after retreat",
            Self::Check => "cohesion check",
            Self::LossCheck => "loss check",
        }
    }
}

/// Number of faces of the die.
///
/// Rule: LHY-TRM-4.
pub const FACES: u8 = 10;

/// The next need of the assault.
///
/// Rule: LHY-RES-6.
pub fn next(case: &Case<'_>, now: &Standing) -> Next {
    let scene = Scene { case, now };
    let open = match now.progress.step {
        Step::Heroes => start::heroes(scene),
        Step::AtOnce => start::at_once(scene),
        Step::Count => start::count(scene),
        Step::Die => start::die(scene),
        Step::Urban => urban::next(scene),
        Step::Destruction => destruction::next(scene),
        Step::Unload => destruction::unload(scene),
        Step::Retreat => retreat::next(scene),
        Step::RetreatCheck => checks::after_retreat(scene),
        Step::Casualty => checks::casualties(scene),
        Step::Check => checks::next(scene),
        Step::Advance => advance::next(scene),
        Step::LossCheck => after::loss_check(scene),
        Step::Regroup => after::regroup(scene),
        Step::End => after::end(scene),
        Step::Over => Some(Next::Over),
    };
    open.unwrap_or_else(|| Next::Facts(vec![Fact::StepBegan { step: following(scene) }]))
}

/// The step after the one that is done.
///
/// Rule: LHY-RES-6.
fn following(scene: Scene<'_, '_>) -> Step {
    match (scene.now.progress.step, scene.now.progress.at_once) {
        (Step::AtOnce, Some(AtOnce::SoftAlone | AtOnce::LatwsAlone)) => Step::End,
        (Step::AtOnce, Some(AtOnce::NoCombatUnits | AtOnce::OnlyAfvs)) => Step::Unload,
        (Step::RetreatCheck, Some(_)) => Step::End,
        (Step::Heroes, _) => Step::AtOnce,
        (Step::AtOnce, None) => Step::Count,
        (Step::Count, _) => Step::Die,
        (Step::Die, _) => Step::Urban,
        (Step::Urban, _) => Step::Destruction,
        (Step::Destruction, _) => Step::Unload,
        (Step::Unload, _) => Step::Retreat,
        (Step::Retreat, _) => Step::RetreatCheck,
        (Step::RetreatCheck, None) => Step::Casualty,
        (Step::Casualty, _) => Step::Check,
        (Step::Check, _) => Step::Advance,
        (Step::Advance, _) => Step::LossCheck,
        (Step::LossCheck, _) => Step::Regroup,
        (Step::Regroup, _) => Step::End,
        (Step::End | Step::Over, _) => Step::Over,
    }
}

/// Facts that the face of the wanted die brings.
///
/// # Errors
/// No die is wanted, or it has no such face.
pub fn rolled(case: &Case<'_>, now: &Standing, face: u8) -> Result<Vec<Fact>, Unwanted> {
    match next(case, now) {
        Next::Die(_) if !(1..=FACES).contains(&face) => Err(Unwanted::NoFace),
        Next::Die(die) => Ok(faced(Scene { case, now }, &die, face)),
        Next::Facts(_) | Next::Choice(_) | Next::Second { .. } | Next::Over => Err(Unwanted::NoDie),
    }
}

/// Facts that a face of the die that is known to be wanted brings.
pub(crate) fn faced(scene: Scene<'_, '_>, die: &Die, face: u8) -> Vec<Fact> {
    match die.purpose {
        Purpose::SideLot => start::side_lot(scene, face),
        Purpose::Assault => start::rolled(scene, face),
        Purpose::Destruction => destruction::rolled(scene, face),
        Purpose::RetreatCheck | Purpose::Check => checks::rolled(scene, die, face),
        Purpose::LossCheck => after::loss_rolled(scene, die, face),
        Purpose::Lot => match scene.now.progress.step {
            Step::Urban => urban::lot(scene, face),
            Step::RetreatCheck | Step::Casualty | Step::Check => checks::lot(scene, face),
            Step::Heroes
            | Step::AtOnce
            | Step::Count
            | Step::Die
            | Step::Destruction
            | Step::Unload
            | Step::Retreat
            | Step::Advance
            | Step::LossCheck
            | Step::Regroup
            | Step::End
            | Step::Over => Vec::new(),
        },
    }
}

/// Facts that an answer to the wanted choice brings.
///
/// # Errors
/// No choice is wanted, or the answer is none of it.
pub fn chosen(case: &Case<'_>, now: &Standing, answer: &Answer) -> Result<Vec<Fact>, Unwanted> {
    let Next::Choice(choice) = next(case, now) else { return Err(Unwanted::NoChoice) };
    answered(Scene { case, now }, &choice, answer)
}

/// Facts that an answer to the choice that is known to be wanted brings.
fn answered(scene: Scene<'_, '_>, choice: &Choice, answer: &Answer) -> Result<Vec<Fact>, Unwanted> {
    let is_listed = choice.answers.contains(answer);
    let facts = match (choice.kind, answer) {
        (ChoiceKind::Count, Answer::Count(units)) if limits::fits(scene, choice.role, units) => {
            vec![Fact::Counted { role: choice.role, units: units.clone() }]
        }
        (ChoiceKind::Target, Answer::Target(vehicle)) if is_listed => {
            vec![Fact::TargetChosen { role: choice.role, vehicle: *vehicle }]
        }
        (ChoiceKind::Retreat { unit }, Answer::Retreat(to)) => {
            retreat::goes(scene, unit, *to).ok_or(Unwanted::NoSuchAnswer)?
        }
        (ChoiceKind::Advance, Answer::Advance(unit, to)) if is_listed => {
            let ahead: Ahead = steps::advance::ahead(scene, choice.role, *to);
            vec![Fact::Advanced { unit: *unit, to: *to, ahead }]
        }
        (ChoiceKind::Advance, Answer::Stay) => vec![Fact::AdvanceEnded],
        (
            ChoiceKind::Feint
            | ChoiceKind::Count
            | ChoiceKind::Target
            | ChoiceKind::Retreat { .. }
            | ChoiceKind::Advance,
            Answer::Count(_) | Answer::Target(_) | Answer::Retreat(_) | Answer::Advance(..) | Answer::Stay,
        ) => return Err(Unwanted::NoSuchAnswer),
    };
    Ok(facts)
}

/// Facts that the default answer of the wanted choice brings: the first of its list.
///
/// # Errors
/// The choice has no answers, which none has that [`next`] names.
pub fn by_default(case: &Case<'_>, now: &Standing, choice: &Choice) -> Result<Vec<Fact>, Unwanted> {
    let first = choice.answers.first().ok_or(Unwanted::NoSuchAnswer)?;
    answered(Scene { case, now }, choice, first)
}
