//! A charge in a sentence: where to, and how many reach the enemy.

use super::Sentence;
use super::way::Way;
use super::who::Who;
use super::words::{count, number};
use crate::game::engine::fact::Fact as AnyFact;
use crate::game::phases::close_combat::kinds::Fact;
use crate::level::setup::Setup;
use crate::rules::ids::UnitId;

/// The charge of a unit with which some facts begin, and how many of them are part of it; `way` is that of its models before.
pub(in crate::game) fn charge(
    setup: &Setup,
    unit: UnitId,
    way: Option<&Way>,
    facts: &[AnyFact],
) -> (Sentence, usize) {
    let of_unit = |fact: &&AnyFact| is_charge_of(unit, fact);
    let charges = facts.iter().take_while(of_unit).count();
    let place =
        way.filter(|way| !way.places.is_empty()).map_or(String::new(), |way| format!(" {}", way.places));
    let who = Who::unit(setup, unit).does(["charges", "charge"]);
    let reached = match charges {
        1 => "one reaches the enemy".to_owned(),
        some => format!("{} reach the enemy", number(some)),
    };
    let details = way.map(|way| format!("{} moved, longest path {:.1}\"", count(way.models), way.longest));
    let sentence = Sentence::line(unit, format!("{who}{place}: {reached}."));
    (Sentence { details: details.into_iter().collect(), ..sentence }, charges)
}

/// Whether a fact is that a model of a unit charges.
pub(in crate::game) fn is_charge_of(unit: UnitId, fact: &AnyFact) -> bool {
    matches!(fact, AnyFact::CloseCombat(Fact::ModelCharged { model }) if model.unit == unit)
}
