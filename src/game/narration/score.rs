//! State of a battle, in lines.

use super::words::{counted, force, listed, unit};
use crate::game::engine::view::View;
use crate::game::phases::turn::morale::ForceMorale;
use crate::game::phases::turn::verdict;
use crate::game::score::{ObjectiveScore, Score};
use crate::level::setup::Setup;
use crate::rules::ids::{Side, UnitId};
use crate::rules::leadership::chance_to_pass;
use crate::rules::turn::Phase;
use crate::rules::victory::{BattleResult, Hold};

/// "Round 4 of 6: 2 more to come".
pub fn rounds(round: u8, left: u8) -> String {
    let of = round.saturating_add(left);
    match left {
        0 => format!("Round {round} of {of}: the last"),
        1 => format!("Round {round} of {of}: one more to come"),
        left => format!("Round {round} of {of}: {left} more to come"),
    }
}

/// "Round 4 of 6".
pub fn round_in_short(view: &View) -> String {
    match view.turn().phase {
        Phase::Deployment => "Deployment".to_owned(),
        Phase::Over => "The battle is over".to_owned(),
        _ => format!("Round {} of {}", view.turn().round, view.rounds()),
    }
}

/// Present turn: "Town garrison acts"; in the Reaction phase the other side's units answer.
///
/// Rule: TURN-1.
pub fn turn_in_short(view: &View) -> String {
    let turn = view.turn();
    match turn.phase {
        Phase::Deployment => "both sides take their places".to_owned(),
        Phase::Over => String::new(),
        Phase::CloseCombat => "close combat".to_owned(),
        Phase::Reaction => format!("{} reacts", view.setup().force_name(turn.side.other())),
        Phase::Starting | Phase::Action => format!("{}'s turn", view.setup().force_name(turn.side)),
    }
}

/// Objectives and units of a side, in short: "1 of 3 objectives · 5 of 7 units left".
pub fn standing(score: &Score, side: Side, phase: Phase) -> String {
    let ForceMorale { left, units, .. } = score.forces[side.index()];
    let units = match phase {
        Phase::Deployment => counted(units, "unit"),
        _ => format!("{left} of {} left", counted(units, "unit")),
    };
    match score.objectives.len() {
        0 => units,
        _ if phase == Phase::Deployment => units,
        of => format!("{} of {} · {units}", score.held(side), counted(of, "objective")),
    }
}

/// Holder of an objective; where somebody is near whom that does not help, the reason.
///
/// Rule: MIS-4, MIS-2, SUP-4.
pub fn objective(setup: &Setup, objective: &ObjectiveScore) -> String {
    let near: Vec<String> = objective.near.iter().map(UnitId::to_string).collect();
    match objective.hold {
        Hold::Free if objective.near.is_empty() => "held by nobody".to_owned(),
        Hold::Free => {
            let are = if near.len() == 1 { "is" } else { "are" };
            format!("held by nobody: {} {are} near, but suppressed (SUP-4)", listed(&near))
        }
        Hold::Contested => {
            format!(
                "contested: {} are near it, of both sides, so it counts for nobody (MIS-4)",
                listed(&near)
            )
        }
        Hold::Held(side) => {
            let wins = if objective.wins_next { ": it wins when its next turn begins" } else { "" };
            format!("held by {}{wins}", force(setup, side))
        }
    }
}

/// Morale of a force: its units left, and its next morale test.
///
/// Rule: MIS-5.
pub fn morale(setup: &Setup, morale: &ForceMorale) -> String {
    let left = format!("{} of {} left", morale.left, counted(morale.units, "unit"));
    match (morale.tests, morale.tests_from, morale.best) {
        (true, _, Some(best)) => {
            let chance = 100.0 * chance_to_pass(best.dice, best.nerve);
            let leader = unit(setup, best.unit);
            format!("{left}: tests its morale next turn on {leader}, passes {chance:.0} %")
        }
        (true, _, None) => format!("{left}: no leader, it breaks when its next turn begins"),
        (false, Some(from), _) => format!("{left}; tests its morale from {from} left"),
        (false, None, _) => left,
    }
}

/// Objectives and points of a side.
///
/// Rule: MIS-6.
pub fn tally(result: &BattleResult, side: Side) -> String {
    let tally = &result.tally[side.index()];
    let objectives = counted(tally.objectives.len(), "objective");
    format!("{objectives}, {}", counted(tally.points as usize, "point"))
}

/// Result if the battle ended now, with the rule.
///
/// Rule: MIS-6.
pub fn if_ended_now(setup: &Setup, score: &Score) -> String {
    format!("If the battle ended now: {}", lower_first(&result(setup, &score.result)))
}

/// Winner, reason and rule.
///
/// Rule: MIS-2, MIS-5, MIS-6.
pub fn result(setup: &Setup, result: &BattleResult) -> String {
    verdict(setup, result)
}

/// "The battle is a draw" within a sentence; the names of forces keep their capitals.
fn lower_first(text: &str) -> String {
    let is_article = ["The ", "Nobody "].iter().any(|start| text.starts_with(start));
    match text.chars().next() {
        Some(first) if is_article => format!("{}{}", first.to_lowercase(), &text[first.len_utf8()..]),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::rules::victory::{Ending, LeaderTest, Tally};

    fn street() -> Setup {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        load_level("street", &data, None).unwrap()
    }

    /// Rule: MIS-4, MIS-2.
    #[test]
    fn who_holds_an_objective_in_words() {
        let setup = street();
        for (hold, near, wins_next, text) in [
            (Hold::Free, &[][..], false, "held by nobody"),
            (Hold::Free, &["A1"], false, "held by nobody: A1 is near, but suppressed (SUP-4)"),
            (
                Hold::Contested,
                &["A1", "A3", "B2"],
                false,
                "contested: A1, A3 and B2 are near it, of both sides, so it counts for nobody (MIS-4)",
            ),
            (Hold::Held(Side::B), &[], false, "held by Town garrison (B)"),
            (Hold::Held(Side::B), &[], true, "held by Town garrison (B): it wins when its next turn begins"),
        ] {
            let near = near.iter().map(|unit| unit.parse().unwrap()).collect();
            let score = ObjectiveScore { id: "crossing".to_owned(), hold, near, wins_next };
            assert_eq!(objective(&setup, &score), text);
        }
    }

    /// Rule: MIS-5. Two dice of which one must be 3 or less pass three times in four.
    #[test]
    fn the_morale_of_a_force_in_words() {
        let setup = street();
        let best = Some(LeaderTest { unit: "A3".parse().unwrap(), dice: 2, nerve: 3 });
        let force = ForceMorale { left: 3, units: 3, tests: false, tests_from: Some(1), best };
        for (of, text) in [
            (force, "3 of 3 units left; tests its morale from 1 left"),
            (ForceMorale { tests_from: None, ..force }, "3 of 3 units left"),
            (
                ForceMorale { left: 1, tests: true, ..force },
                "1 of 3 units left: tests its morale next turn on LaansGuard officer (A3), passes 75 %",
            ),
            (
                ForceMorale { left: 1, tests: true, best: None, ..force },
                "1 of 3 units left: no leader, it breaks when its next turn begins",
            ),
        ] {
            assert_eq!(morale(&setup, &of), text);
        }
    }

    /// Rule: MIS-6.
    #[test]
    fn what_would_come_of_the_battle_now_is_one_sentence() {
        let setup = street();
        let force = ForceMorale { left: 3, units: 3, tests: false, tests_from: None, best: None };
        let score = |winner, reason| Score {
            objectives: Vec::new(),
            forces: [force; 2],
            rounds_left: 0,
            result: BattleResult { rounds: 6, winner, reason, tally: [Tally::default(), Tally::default()] },
        };
        for (score, text) in [
            (
                score(Some(Side::A), Ending::MoreObjectives),
                "If the battle ended now: LaansGuard patrol (A) wins: it holds more objectives (MIS-6).",
            ),
            (
                score(None, Ending::Level),
                "If the battle ended now: the battle is a draw: as many objectives and points on both sides (MIS-6).",
            ),
        ] {
            assert_eq!(if_ended_now(&setup, &score), text);
        }
        let standing = |phase, side| standing(&score(None, Ending::Level), side, phase);
        assert_eq!(standing(Phase::Action, Side::A), "3 of 3 units left");
        assert_eq!(standing(Phase::Deployment, Side::B), "3 units");
        let hold =
            |hold| ObjectiveScore { id: "crossing".to_owned(), hold, near: Vec::new(), wins_next: false };
        let objectives = vec![hold(Hold::Held(Side::A)), hold(Hold::Contested)];
        let held = Score { objectives, ..score(None, Ending::Level) };
        for (side, text) in [
            (Side::A, "1 of 2 objectives · 3 of 3 units left"),
            (Side::B, "0 of 2 objectives · 3 of 3 units left"),
        ] {
            assert_eq!(super::standing(&held, side, Phase::Reaction), text);
        }
        assert_eq!(
            [rounds(4, 2), rounds(5, 1), rounds(6, 0)],
            ["Round 4 of 6: 2 more to come", "Round 5 of 6: one more to come", "Round 6 of 6: the last"]
        );
    }
}
