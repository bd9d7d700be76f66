//! What a whole game says for itself: why it ended, worked out again from its facts, and what happened in it.

use std::collections::BTreeMap;

use warstrike::game::engine::fact::{Fact, UnitFact};
use warstrike::game::engine::play::Match;
use warstrike::game::engine::unit_fact::TestedFor;
use warstrike::game::phases::close_combat::kinds::Fact as CombatFact;
use warstrike::game::phases::deployment::kinds::Fact as DeploymentFact;
use warstrike::game::phases::fall_back::kinds::{Fact as FallBackFact, Goes};
use warstrike::game::phases::shooting::kinds::Fact as ShootingFact;
use warstrike::game::phases::turn::kinds::{CountedObjective, Fact as TurnFact};
use warstrike::level::scenario::MissionKind;
use warstrike::rules::falling_back::Counts;
use warstrike::rules::ids::Side;
use warstrike::rules::turn::{Phase, Turn};
use warstrike::rules::victory::{BattleResult, Ending, Hold};

/// How often each thing happened.
pub type EventCounts = BTreeMap<&'static str, usize>;

/// What every few hundred games must have seen.
pub const EVENTS: [&str; 17] = [
    "objective held",
    "objective held in the enemy zone",
    "force tested its morale",
    "reserve arrived",
    "reserve did not arrive",
    "combat began",
    "combat had a second round",
    "combat left",
    "combat won",
    "defensive fire",
    "snap fire",
    "salvo hit",
    "unit wiped out",
    "fell back to a safe position",
    "routed",
    "ran to its edge",
    "escaped",
];

/// Counts what some facts tell.
pub fn count(facts: &[Fact], counts: &mut EventCounts) {
    let mut add = |event: &'static str| {
        assert!(EVENTS.contains(&event));
        *counts.entry(event).or_default() += 1;
    };
    for fact in facts {
        match fact {
            Fact::Turn(TurnFact::ObjectivesCounted { objectives }) => {
                let held = |one: &&CountedObjective| matches!(one.hold, Hold::Held(_));
                for one in objectives.iter().filter(held) {
                    add(if one.in_enemy_zone {
                        "objective held in the enemy zone"
                    } else {
                        "objective held"
                    });
                }
            }
            Fact::Turn(TurnFact::ForceWavered { .. }) => add("force tested its morale"),
            Fact::Deployment(DeploymentFact::ReserveEntered { .. }) => add("reserve arrived"),
            Fact::Deployment(DeploymentFact::ReserveRolled { arrives: false, .. }) => {
                add("reserve did not arrive")
            }
            Fact::CloseCombat(CombatFact::CombatStarted { .. }) => add("combat began"),
            Fact::CloseCombat(CombatFact::CombatRoundBegan { round: 2, .. }) => {
                add("combat had a second round")
            }
            Fact::CloseCombat(CombatFact::UnitLeftCombat { .. }) => add("combat left"),
            Fact::CloseCombat(CombatFact::CombatEnded { winner: Some(_), .. }) => add("combat won"),
            Fact::CloseCombat(CombatFact::UnitDefended { .. }) => add("defensive fire"),
            Fact::Shooting(ShootingFact::UnitSnapFired { .. }) => add("snap fire"),
            Fact::Unit(UnitFact::HitsTaken { .. }) => add("salvo hit"),
            Fact::Unit(UnitFact::UnitWipedOut { .. }) => add("unit wiped out"),
            Fact::FallBack(FallBackFact::FallBackForced { goes, .. }) => match goes {
                Goes::ToSafePosition { .. } | Goes::ToCover { .. } => add("fell back to a safe position"),
                Goes::Routs { .. } => add("routed"),
                Goes::ToEdge { .. } => add("ran to its edge"),
                _ => {}
            },
            Fact::FallBack(FallBackFact::UnitLeftTable { counts: Counts::Escaped, .. }) => add("escaped"),
            _ => {}
        }
    }
}

/// The reason a battle ended for, in a word.
pub fn name(reason: &Ending) -> &'static str {
    match reason {
        Ending::ObjectiveHeld { .. } => "objective",
        Ending::ForceBroken => "morale",
        Ending::MoreObjectives => "objectives",
        Ending::MorePoints => "points",
        Ending::Level => "draw",
        Ending::LastRound => "last round",
        Ending::PlayersWord => "players' word",
    }
}

/// Checks that the battle ended once, at its very end, within its rounds, and for a reason that the facts before bear out.
///
/// Rule: MIS-2, MIS-5, MIS-6, TURN-2, TURN-6.
pub fn check_end(game: &Match) -> BattleResult {
    let line = game.history().line();
    let facts: Vec<&Fact> = line.iter().flat_map(|entry| &entry.outcome.facts).collect();
    let ends: Vec<&BattleResult> = facts.iter().filter_map(|fact| ending(fact)).collect();
    let [result] = ends[..] else { panic!("it ends {} times", ends.len()) };
    assert!(ending(facts.last().unwrap()).is_some(), "something happens after the end");
    let view = game.battle().view();
    assert_eq!(view.result(), Some(result));
    assert!(result.rounds >= 1 && result.rounds <= view.rounds(), "it ends in round {}", result.rounds);
    let turns: Vec<Turn> = facts.iter().filter_map(begun).filter(|turn| turn.phase != Phase::Over).collect();
    let last = *turns.last().unwrap();
    assert_eq!(last.round, result.rounds);
    match &result.reason {
        Ending::ObjectiveHeld { objective } => {
            let counted = facts.iter().rev().find_map(|fact| match fact {
                Fact::Turn(TurnFact::ObjectivesCounted { objectives }) => Some(objectives),
                _ => None,
            });
            let one = counted.unwrap().iter().find(|one| one.objective == *objective).unwrap();
            assert!(one.in_enemy_zone && one.hold == Hold::Held(last.side));
            assert_eq!((result.winner, last.phase), (Some(last.side), Phase::Starting));
            assert_eq!(view.setup().level.mission.kind, MissionKind::MeetingEngagement);
            assert!(last.round >= 2, "won in round {}", last.round);
        }
        Ending::ForceBroken => {
            let wavered = facts.iter().rposition(|fact| {
                matches!(fact, Fact::Turn(TurnFact::ForceWavered { side, left, units, .. })
                    if *side == last.side && 2 * left < *units)
            });
            let passed = facts[wavered.unwrap()..].iter().find_map(|fact| match fact {
                Fact::Unit(UnitFact::LeadershipTested {
                    purpose: TestedFor::ForceMorale, passed, ..
                }) => Some(*passed),
                _ => None,
            });
            assert_ne!(passed, Some(true), "its morale holds");
            assert_eq!((result.winner, last.phase), (Some(last.side.other()), Phase::Starting));
        }
        Ending::MoreObjectives | Ending::MorePoints | Ending::Level => {
            assert_eq!(last.round, view.rounds(), "it ends before its last round");
            assert!(last.side != last.first, "the second player has no last turn");
            let [a, b] = &result.tally;
            let (objectives, points) = (a.objectives.len().cmp(&b.objectives.len()), a.points.cmp(&b.points));
            let decides =
                if result.reason == Ending::MoreObjectives { objectives } else { objectives.then(points) };
            assert!(result.reason == Ending::MoreObjectives || objectives.is_eq());
            let winner = match decides {
                std::cmp::Ordering::Greater => Some(Side::A),
                std::cmp::Ordering::Less => Some(Side::B),
                std::cmp::Ordering::Equal => None,
            };
            assert_eq!(result.winner, winner);
            assert_eq!(winner.is_none(), result.reason == Ending::Level);
        }
        Ending::LastRound => panic!("a mission ends like a drill"),
        Ending::PlayersWord => panic!("a battle by the rules ends by somebody's word"),
    }
    result.clone()
}

fn ending<'a>(fact: &&'a Fact) -> Option<&'a BattleResult> {
    match fact {
        Fact::Turn(TurnFact::BattleEnded(result)) => Some(result),
        _ => None,
    }
}

fn begun(fact: &&Fact) -> Option<Turn> {
    match fact {
        Fact::Turn(TurnFact::PhaseBegan { turn }) => Some(*turn),
        _ => None,
    }
}
