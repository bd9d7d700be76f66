//! Nerve: markers that go, and officers near the units they inspire.

use super::{Term, TermKind, worth};
use crate::game::engine::view::{UnitView, View};
use crate::game::leadership::test_terms;
use crate::level::judgement_file::NerveWorth;
use crate::rules::card::SpecialRule;
use crate::rules::leadership::chance_to_pass;

/// Smaller changes of a chance are not worth a word.
const NOTICED_CHANCE: f64 = 0.005;

/// What an order does to the nerve of its unit and of the units it inspires. `relieves`: how many markers go.
///
/// Rule: LD-4, NRV-3.
pub(super) fn term(now: View, then: View, unit: UnitView, relieves: u8, counts: &NerveWorth) -> Option<Term> {
    let inspires = unit.card.has(SpecialRule::Inspiring);
    let own =
        now.units().filter(|other| other.id.side == unit.id.side && now.standing(other.id).next().is_some());
    let heard = own.filter(|other| inspires || other.id == unit.id);
    let changes = heard.filter_map(|other| {
        let before = test_terms(now, other).chance();
        let after = if other.id == unit.id {
            relieved(then, other, relieves)
        } else {
            test_terms(then, other).chance()
        };
        let share = if other.morale.suppressed() { counts.suppressed } else { counts.steady };
        let points = share * worth(now, other) * (after - before);
        ((after - before).abs() >= NOTICED_CHANCE).then_some((points, other, [before, after]))
    });
    let changes: Vec<_> = changes.collect();
    let points = changes.iter().map(|(points, ..)| points).sum();
    let (_, other, [before, after]) = changes.into_iter().max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()))?;
    let whose = if other.id == unit.id { "it".to_owned() } else { other.id.to_string() };
    let percent = |chance: f64| (100.0 * chance).round();
    let says = format!(
        "{whose} then passes its next test {} % of the time, not {} %",
        percent(after),
        percent(before)
    );
    Some(Term { kind: TermKind::Nerve, points, says, amount: after })
}

/// The chance of a unit's test once so many of its markers are gone.
///
/// Rule: LD-1, LD-2.
fn relieved(then: View, unit: UnitView, relieves: u8) -> f64 {
    let terms = test_terms(then, unit);
    let markers = unit.morale.nerve_markers.saturating_sub(relieves);
    let nerve = unit.card.characteristics.nerve.saturating_sub(markers);
    chance_to_pass(terms.dice, nerve.max(terms.nerve))
}
