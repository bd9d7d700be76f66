//! The story of a battle in a few lines: round by round what was lost, who broke, and who took what.

use std::collections::BTreeMap;

use super::who::Who;
use super::words::{counted, force, objective};
use crate::game::engine::fact::{Fact, UnitFact};
use crate::game::engine::record::history::History;
use crate::game::phases::close_combat::kinds::Fact as CombatFact;
use crate::game::phases::deployment::kinds::Fact as DeploymentFact;
use crate::game::phases::fall_back::kinds::{Fact as FallBackFact, Goes};
use crate::game::phases::turn::kinds::Fact as TurnFact;
use crate::game::phases::word::kinds::Fact as WordFact;
use crate::level::scenario::Opening;
use crate::level::setup::Setup;
use crate::rules::ids::{Side, UnitId};
use crate::rules::victory::{BattleResult, Hold};

/// Story of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundStory {
    /// From 1.
    pub round: u8,
    /// Events, the losses first.
    pub lines: Vec<String>,
}

/// The story of the line of a history that leads to the present.
pub fn story(setup: &Setup, history: &History) -> Vec<RoundStory> {
    let round = match setup.level.opening {
        Opening::Deployment => 0,
        Opening::InPlay { round, .. } => round,
    };
    let mut book = Book { round, ..Book::default() };
    for entry in history.line() {
        for fact in &entry.outcome.facts {
            book.add(setup, fact);
        }
    }
    book.close_last(setup);
    book.rounds
}

/// The story as far as it has been read.
#[derive(Default)]
struct Book {
    round: u8,
    /// The round that has begun with the last fact, before its first count.
    next: Option<u8>,
    /// Whether units have acted in it.
    has_action: bool,
    news: News,
    rounds: Vec<RoundStory>,
}

impl Book {
    /// A turn begins with a count of the objectives: what changed hands did so in the turn before it, and belongs to its round.
    fn add(&mut self, setup: &Setup, fact: &Fact) {
        let is_count = matches!(fact, Fact::Turn(TurnFact::ObjectivesCounted { .. }));
        if let Some(next) = self.next.take() {
            if is_count {
                self.news.add(setup, fact);
            }
            self.close_round(setup);
            self.round = next;
            if is_count {
                return;
            }
        }
        if let Fact::Turn(TurnFact::PhaseBegan { turn }) = fact
            && turn.round != self.round
        {
            self.next = Some(turn.round);
        }
        self.has_action |= matches!(fact, Fact::Unit(UnitFact::UnitActivated { .. }));
        self.news.add(setup, fact);
    }

    /// The last round; none of one that ended with the count that it began with.
    fn close_last(&mut self, setup: &Setup) {
        if self.has_action || !self.news.is_empty() {
            self.close_round(setup);
        }
    }

    /// Writes the round down, also one without news; deployment has none.
    fn close_round(&mut self, setup: &Setup) {
        let mut lines = self.news.take(setup);
        self.has_action = false;
        if self.round > 0 {
            if lines.is_empty() {
                lines.push("nothing was lost or won".to_owned());
            }
            self.rounds.push(RoundStory { round: self.round, lines });
        }
    }
}

/// Noteworthy events since the last [`News::take`].
#[derive(Clone, Debug, Default)]
pub struct News {
    /// Models lost: index by [`Side::index`].
    lost: [usize; 2],
    /// Other events.
    events: Vec<String>,
    /// Units that fell back, by what they did.
    ran: BTreeMap<[&'static str; 2], Vec<UnitId>>,
    /// Holder of each objective at the last count.
    held: BTreeMap<String, Hold>,
}

impl News {
    /// Takes note of a fact.
    pub fn add(&mut self, setup: &Setup, fact: &Fact) {
        match fact {
            Fact::Turn(TurnFact::ObjectivesCounted { objectives }) => {
                for counted in objectives {
                    self.count_objective(setup, &counted.objective, counted.hold);
                }
            }
            Fact::Turn(TurnFact::ForceWavered { side, left, units, .. }) => {
                let of = counted(*units, "unit");
                self.events.push(format!("{} wavers with {left} of {of} left", force(setup, *side)));
            }
            Fact::Turn(TurnFact::PhaseBegan { .. }) => {}
            Fact::Turn(TurnFact::BattleEnded(result)) => self.count_last(setup, result),
            Fact::Unit(UnitFact::ModelLost { model, .. }) => self.lost[model.unit.side.index()] += 1,
            Fact::Unit(UnitFact::UnitWipedOut { unit: id }) => {
                self.events.push(Who::unit(setup, *id).does(["is destroyed", "are destroyed"]));
            }
            Fact::FallBack(FallBackFact::FallBackForced { unit, goes, .. }) => {
                let verb = match goes {
                    Goes::Routs { .. } => ["routs", "rout"],
                    Goes::ToEdge { .. } => ["runs for the table edge", "run for the table edge"],
                    Goes::ToSafePosition { .. } | Goes::ToCover { .. } | Goes::Crawls => {
                        ["falls back", "fall back"]
                    }
                    Goes::Nowhere | Goes::Stays { .. } | Goes::StaysInCover => return,
                };
                self.ran.entry(verb).or_default().push(*unit);
            }
            Fact::FallBack(FallBackFact::UnitLeftTable { unit: id, .. }) => {
                self.events.push(Who::unit(setup, *id).does(["leaves the table", "leave the table"]));
            }
            Fact::CloseCombat(CombatFact::CombatEnded { winner: Some(winner), .. }) => {
                self.events.push(format!("{} wins a close combat", force(setup, *winner)));
            }
            Fact::Deployment(DeploymentFact::ReserveEntered { unit: id, .. }) => {
                self.events.push(Who::unit(setup, *id).does(["arrives", "arrive"]));
            }
            Fact::Word(WordFact::ObjectiveTaken { objective: id, by: Some(side) }) => {
                let (taker, name) = (force(setup, *side), objective(setup, id));
                self.events.push(format!("by the players' word {taker} has {name}"));
            }
            _ => {}
        }
    }

    /// The last turn is counted by the result alone.
    ///
    /// Rule: MIS-4, MIS-6.
    fn count_last(&mut self, setup: &Setup, result: &BattleResult) {
        let holder = |id: &String| {
            Side::BOTH.into_iter().find(|side| result.tally[side.index()].objectives.contains(id))
        };
        let named = result.tally.iter().flat_map(|tally| tally.objectives.iter());
        let mut ids: Vec<String> = self.held.keys().chain(named).cloned().collect();
        ids.sort();
        ids.dedup();
        for id in ids {
            self.count_objective(setup, &id, holder(&id).map_or(Hold::Free, Hold::Held));
        }
    }

    fn count_objective(&mut self, setup: &Setup, id: &str, hold: Hold) {
        let before = self.held.insert(id.to_owned(), hold).unwrap_or(Hold::Free);
        match (before, hold) {
            (before, hold) if before == hold => {}
            (_, Hold::Held(side)) => {
                self.events.push(format!("{} takes {}", force(setup, side), objective(setup, id)));
            }
            (Hold::Held(side), _) => {
                self.events.push(format!("{} loses {}", force(setup, side), objective(setup, id)));
            }
            _ => {}
        }
    }

    /// Whether there is nothing to tell.
    fn is_empty(&self) -> bool {
        self.lost == [0, 0] && self.events.is_empty() && self.ran.is_empty()
    }

    /// Takes the news, the losses first; none of it appears again.
    pub fn take(&mut self, setup: &Setup) -> Vec<String> {
        let lost = std::mem::take(&mut self.lost);
        let mut lines = Vec::new();
        if lost != [0, 0] {
            let sides = Side::BOTH.map(|side| (side, lost[side.index()]));
            let of = sides.into_iter().filter(|(_, lost)| *lost > 0);
            let of =
                of.map(|(side, lost)| format!("{} loses {}", force(setup, side), counted(lost, "model")));
            lines.push(of.collect::<Vec<_>>().join(", "));
        }
        for (verbs, mut ran) in std::mem::take(&mut self.ran) {
            ran.sort();
            ran.dedup();
            lines.push(Who::units(setup, &ran).does(verbs));
        }
        lines.append(&mut self.events);
        lines
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::game::phases::turn::kinds::CountedObjective;
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::rules::basics::Strength;
    use crate::rules::falling_back::Forced;
    use crate::rules::ids::ModelId;
    use crate::rules::salvo::Rank;
    use crate::rules::turn::{Phase, Turn};
    use crate::rules::victory::{Ending, Tally};

    #[test]
    fn a_battle_is_retold_round_by_round() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = load_level("street", &data, None).unwrap();
        let began = |round| {
            let turn = Turn { round, side: Side::A, first: Side::A, phase: Phase::Starting };
            Fact::Turn(TurnFact::PhaseBegan { turn })
        };
        let lost = |model: &str| {
            let model: ModelId = model.parse().unwrap();
            Fact::Unit(UnitFact::ModelLost { model, rank: Rank::File, why: None })
        };
        let falls_back = |unit: &str| {
            Fact::FallBack(FallBackFact::FallBackForced {
                unit: unit.parse().unwrap(),
                strength: Strength { standing: 7, started: 10 },
                forced: Forced::Move,
                goes: Goes::Crawls,
            })
        };
        let counts = |hold| {
            let counted = CountedObjective { objective: "crossing".to_owned(), hold, in_enemy_zone: false };
            Fact::Turn(TurnFact::ObjectivesCounted { objectives: vec![counted] })
        };
        let b2 = "B2".parse().unwrap();
        let facts = [
            began(1),
            counts(Hold::Free),
            began(2),
            counts(Hold::Held(Side::A)),
            lost("B2.1"),
            lost("B2.2"),
            lost("A1.3"),
            Fact::Unit(UnitFact::UnitWipedOut { unit: b2 }),
            began(3),
            counts(Hold::Contested),
            falls_back("A1"),
            falls_back("A2"),
            Fact::Turn(TurnFact::BattleEnded(result(&["crossing"]))),
        ];
        let mut book = Book::default();
        facts.iter().for_each(|fact| book.add(&setup, fact));
        book.close_last(&setup);
        let rounds: Vec<(u8, String)> =
            book.rounds.iter().map(|round| (round.round, round.lines.join("; "))).collect();
        let expected = [
            // Counted when round 2 begins: it was taken before.
            (1, "LaansGuard patrol (A) takes the crossing"),
            (
                2,
                "LaansGuard patrol (A) loses 1 model, Town garrison (B) loses 2 models; \
                 Hill scouts (B2) are destroyed; LaansGuard patrol (A) loses the crossing",
            ),
            (
                3,
                "First rifles (A1) and Second rifles (A2) fall back; LaansGuard patrol (A) takes the crossing",
            ),
        ];
        assert_eq!(rounds, expected.map(|(round, text)| (round, text.to_owned())));
    }

    fn result(of_a: &[&str]) -> BattleResult {
        let tally = |objectives: &[&str]| Tally {
            objectives: objectives.iter().map(|id| (*id).to_owned()).collect(),
            points: 0,
            units: Vec::new(),
        };
        let reason = Ending::MoreObjectives;
        BattleResult { rounds: 3, winner: Some(Side::A), reason, tally: [tally(of_a), tally(&[])] }
    }

    /// Rule: MIS-4, MIS-6. The story and the score count alike: who holds something by the story of a finished battle holds it by
    /// its result, and what the count of a round shows was taken before that round.
    #[test]
    fn the_story_counts_as_the_result_does() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = load_level("street", &data, None).unwrap();
        let began = |round, phase| {
            let turn = Turn { round, side: Side::A, first: Side::A, phase };
            Fact::Turn(TurnFact::PhaseBegan { turn })
        };
        let counts = |hold| {
            let counted = CountedObjective { objective: "crossing".to_owned(), hold, in_enemy_zone: false };
            Fact::Turn(TurnFact::ObjectivesCounted { objectives: vec![counted] })
        };
        let ended = |of_a: &[&str]| Fact::Turn(TurnFact::BattleEnded(result(of_a)));
        let takes = "LaansGuard patrol (A) takes the crossing";
        for (facts, expected, reason) in [
            (
                vec![
                    began(1, Phase::Starting),
                    counts(Hold::Free),
                    began(1, Phase::Action),
                    began(2, Phase::Starting),
                    counts(Hold::Held(Side::A)),
                    ended(&["crossing"]),
                ],
                vec![(1, takes)],
                "won by the count that round 2 begins with: there is no round 2 to tell of",
            ),
            (
                vec![began(1, Phase::Starting), counts(Hold::Free), ended(&["crossing"])],
                vec![(1, takes)],
                "taken in the last turn, which no other count follows",
            ),
        ] {
            let mut book = Book::default();
            facts.iter().for_each(|fact| book.add(&setup, fact));
            book.close_last(&setup);
            let rounds: Vec<(u8, String)> =
                book.rounds.iter().map(|round| (round.round, round.lines.join("; "))).collect();
            let expected: Vec<(u8, String)> =
                expected.into_iter().map(|(round, text): (u8, &str)| (round, text.to_owned())).collect();
            assert_eq!(rounds, expected, "{reason}");
        }
    }
}
