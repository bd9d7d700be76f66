//! A turn is handed over: whose it is now, and what has become of that side's units since they last acted.

use super::words::{force, unit};
use crate::game::engine::fact::{Fact, UnitFact};
use crate::game::engine::record::history::History;
use crate::game::engine::unit_fact::TestedFor;
use crate::game::phases::deployment::kinds::Fact as DeploymentFact;
use crate::game::phases::turn::held_in_words;
use crate::game::phases::turn::kinds::Fact as TurnFact;
use crate::level::setup::Setup;
use crate::rules::ids::{Side, UnitId};
use crate::rules::turn::{Phase, Turn};

/// "Round 2 · Town garrison (B)".
pub fn title(setup: &Setup, turn: Turn) -> String {
    format!("Round {} · {}", turn.round, force(setup, turn.side))
}

/// The facts since the Reaction phase before the present turn began; all of them in the first turn.
///
/// Rule: TURN-4 (when the side's units tested).
pub fn since_last_reaction(history: &History) -> Vec<&Fact> {
    let mut facts = Vec::new();
    for entry in history.line().into_iter().rev() {
        let of_entry = &entry.outcome.facts;
        let began = of_entry.iter().rposition(|fact| begins(fact, Phase::Reaction));
        facts.extend(of_entry[began.unwrap_or(0)..].iter().rev());
        if began.is_some() {
            break;
        }
    }
    facts.reverse();
    facts
}

fn begins(fact: &Fact, phase: Phase) -> bool {
    matches!(fact, Fact::Turn(TurnFact::PhaseBegan { turn }) if turn.phase == phase)
}

/// News of a side's units, a line for each kind, and the holders of objectives.
///
/// Rule: TURN-2, TURN-4.
pub fn news<'a>(setup: &Setup, side: Side, facts: impl IntoIterator<Item = &'a Fact>) -> Vec<String> {
    let mut kinds: [(&str, Vec<UnitId>); 4] =
        ["Recovered", "Still suppressed", "Lost a nerve marker", "Arrived"].map(|kind| (kind, Vec::new()));
    let mut held = None;
    for fact in facts {
        let (kind, id) = match fact {
            Fact::Unit(UnitFact::LeadershipTested {
                unit,
                purpose: TestedFor::Recovery,
                passed: false,
                ..
            }) => (1, *unit),
            Fact::Unit(UnitFact::HitDieRemoved { unit, .. }) => (0, *unit),
            Fact::Unit(UnitFact::NerveMarkersDropped { unit, .. }) => (2, *unit),
            Fact::Deployment(DeploymentFact::ReserveEntered { unit, .. }) => (3, *unit),
            Fact::Turn(TurnFact::ObjectivesCounted { objectives }) => {
                held = Some(format!("{}.", held_in_words(setup, objectives)));
                continue;
            }
            _ => continue,
        };
        if id.side == side && !kinds[kind].1.contains(&id) {
            kinds[kind].1.push(id);
        }
    }
    let units = |ids: &[UnitId]| ids.iter().map(|id| unit(setup, *id)).collect::<Vec<_>>().join(", ");
    let named = kinds.iter().filter(|(_, ids)| !ids.is_empty());
    named.map(|(kind, ids)| format!("{kind}: {}.", units(ids))).chain(held).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::game::engine::unit_fact::NerveFor;
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::rules::ids::RuleId;
    use crate::rules::victory::Hold;

    /// Rule: TURN-2, TURN-4. Only the side's own units are news to it, each kind in a line of its own.
    #[test]
    fn the_news_of_a_side_are_its_own_units_by_kind() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = load_level("street", &data, None).unwrap();
        let [b1, b2, a1] = ["B1", "B2", "A1"].map(|id| id.parse::<UnitId>().unwrap());
        let tested = |unit, passed| {
            let (purpose, faces) = (TestedFor::Recovery, vec![4]);
            Fact::Unit(UnitFact::LeadershipTested {
                unit,
                purpose,
                faces,
                nerve: 3,
                inspired_by: None,
                passed,
            })
        };
        let counted = crate::game::phases::turn::kinds::CountedObjective {
            objective: "crossing".to_owned(),
            hold: Hold::Held(Side::B),
            in_enemy_zone: false,
        };
        let gained = UnitFact::NerveMarkersGained {
            unit: b1,
            gained: 1,
            now: 1,
            reason: NerveFor::Hits,
            rule: RuleId("NRV-1"),
        };
        let facts = [
            tested(b1, true),
            Fact::Unit(UnitFact::HitDieRemoved { unit: b1, hits: 2 }),
            tested(b2, false),
            Fact::Unit(gained),
            Fact::Turn(TurnFact::ObjectivesCounted { objectives: vec![counted] }),
            Fact::Unit(UnitFact::NerveMarkersDropped { unit: a1, dropped: 1, left: 1 }),
            // The same again is no news.
            Fact::Unit(UnitFact::NerveMarkersDropped { unit: a1, dropped: 1, left: 0 }),
        ];
        assert_eq!(
            news(&setup, Side::B, &facts),
            [
                "Recovered: Gate guard (B1).",
                "Still suppressed: Hill scouts (B2).",
                "Town garrison (B) holds the crossing."
            ]
        );
        let expected = ["Lost a nerve marker: First rifles (A1).", "Town garrison (B) holds the crossing."];
        assert_eq!(news(&setup, Side::A, &facts), expected);
    }
}
