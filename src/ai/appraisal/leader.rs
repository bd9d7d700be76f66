//! What it costs a side that the leader of one of its units falls: tests that fail.

use super::{per_model, worth};
use crate::game::engine::view::{UnitView, View};
use crate::game::leadership::{test_terms, test_terms_without};
use crate::level::judgement_file::FireWorth;
use crate::rules::card::{Role, SpecialRule};
use crate::rules::ids::{ModelId, UnitId};

/// How much less often a unit passes its next test once the leader of another, or its own, has fallen.
///
/// Rule: LD-3, LD-4.
pub(super) fn tests_lost(view: View, unit: UnitView, led: UnitId) -> f64 {
    let Some(leader) = standing_leader(view, led) else { return 0.0 };
    (test_terms(view, unit).chance() - test_terms_without(view, unit, leader).chance()).max(0.0)
}

/// What it costs a unit's side, in points, that its leader falls and so many of its models are left: its own tests, and those of
/// the units that he inspires. Its own, and those of steady units, count less the fewer rounds are left.
///
/// Rule: LD-3, LD-4.
pub(super) fn cost_of_leader(view: View, unit: UnitView, left: f64, counts: &FireWorth) -> f64 {
    let rounds = f64::from(view.rounds().max(1));
    let to_come = (rounds - f64::from(view.turn().round)).max(0.0) / rounds;
    let own = counts.leaderless * to_come * tests_lost(view, unit, unit.id) * per_model(unit) * left;
    if !inspires(unit) {
        return own;
    }
    let of = |other: UnitView| {
        let share = match other.morale.suppressed() {
            true => counts.uninspired_suppressed,
            false => counts.uninspired * to_come,
        };
        share * tests_lost(view, other, unit.id) * worth(view, other)
    };
    own + others(view, unit.id).map(of).sum::<f64>()
}

/// How much less often the unit that needs a unit's leader most, itself or one that he inspires, passes its next test without him.
///
/// Rule: LD-3, LD-4.
pub(in crate::ai) fn max_tests_lost(view: View, unit: UnitView) -> f64 {
    let own = tests_lost(view, unit, unit.id);
    let inspired = others(view, unit.id).filter(|_| inspires(unit));
    inspired.map(|other| tests_lost(view, other, unit.id)).fold(own, f64::max)
}

/// The other units of a unit's side on the table.
fn others<'a>(view: View<'a>, unit: UnitId) -> impl Iterator<Item = UnitView<'a>> {
    let others = view.units().filter(move |other| other.id.side == unit.side && other.id != unit);
    others.filter(move |other| view.standing(other.id).next().is_some())
}

/// Whether other units may test by the nerve of a unit's leader.
///
/// Rule: LD-4.
fn inspires(unit: UnitView) -> bool {
    unit.card.role != Role::Squad && unit.card.has(SpecialRule::Inspiring)
}

/// The leader of a unit while he stands; nobody who stands in for him.
fn standing_leader(view: View, unit: UnitId) -> Option<ModelId> {
    let leader = ModelId { unit, number: view.unit(unit)?.start.leader };
    view.model(leader).filter(|model| model.stands()).map(|model| model.id)
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::battle::Battle;
    use crate::game::engine::dice::Dice;
    use crate::level::data_folder::{DataFolder, load_level};

    fn lost(name: &str, unit: &str, led: &str) -> f64 {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let data = DataFolder::find(Some(root)).unwrap();
        let level = root.join(format!("tests/exam/{name}.ron")).display().to_string();
        let setup = Arc::new(load_level(&level, &data, None).unwrap());
        let (battle, _) = Battle::new(setup, Dice::seeded(1)).unwrap();
        let unit = battle.view().unit(unit.parse().unwrap()).unwrap();
        tests_lost(battle.view(), unit, led.parse().unwrap())
    }

    /// Rule: LD-1, LD-3, LD-4. Of one die at 3 or less none is left; of three two; and who has three markers tests by his officer's
    /// Nv 4 or not at all.
    #[test]
    fn tests_that_fail_without_a_leader() {
        let close = |chance: f64, wanted: f64| assert!((chance - wanted).abs() < 1e-9, "{chance} {wanted}");
        close(lost("call-the-leader", "B1", "B1"), 0.5);
        close(lost("not-the-leader-alone", "B1", "B1"), 0.875 - 0.75);
        close(lost("call-the-officer", "B1", "B2"), 1.0 - 1.0 / 9.0);
        close(lost("call-the-leader", "A1", "A2"), 0.0);
    }
}
