//! The game as a ribbon: its entries one after the other, each with its turn, what it did, and its marks; beside it the other
//! branches. Pure: made from the history alone.

use std::collections::BTreeMap;

use crate::game::engine::fact::{Fact, UnitFact};
use crate::game::engine::record::history::{Branch, Entry, EntryId, History};
use crate::game::phases::fall_back::kinds::{Fact as FallBackFact, Goes};
use crate::game::phases::turn::kinds::Fact as TurnFact;
use crate::game::phases::word::kinds::Fact as WordFact;
use crate::level::scenario::Opening;
use crate::level::setup::Setup;
use crate::rules::ids::Side;
use crate::rules::turn::{Phase, Turn};
use crate::rules::victory::Hold;

/// The ribbon of a line of entries.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::ui) struct Ribbon {
    /// The entries from the opening on.
    pub steps: Vec<Step>,
    /// The branches that are not on the line.
    pub branches: Vec<OtherBranch>,
    /// The steps of one of them after it leaves the line, with their marks.
    pub beside: Option<Beside>,
}

/// A branch that is shown beside the line.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Beside {
    /// The position on the line after which it leaves it.
    pub from: usize,
    /// Its own steps.
    pub steps: Vec<Step>,
    /// The battle as it was played, or a what-if.
    pub branch: Branch,
}

/// An entry on the ribbon.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Step {
    /// The entry.
    pub entry: EntryId,
    /// The turn in which its command was given.
    pub turn: Turn,
    /// Side that gave it; nobody gave the opening.
    pub by: Option<Side>,
    /// True if a unit began its action.
    pub begins_order: bool,
    /// The battle as it was played, or a what-if.
    pub branch: Branch,
    /// Its marks.
    pub marks: Vec<Mark>,
}

/// Something that can be found again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::ui) struct Mark {
    /// Its kind.
    pub kind: MarkKind,
    /// Its side; `None` for both.
    pub side: Option<Side>,
    /// Number of models, units or objectives.
    pub count: usize,
}

/// Kinds of marks; the later, the more it weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::ui) enum MarkKind {
    /// Models were lost.
    Lost,
    /// An objective changed hands: it is the side's now.
    Objective,
    /// A unit routs.
    Rout,
    /// A unit is no more.
    Destroyed,
    /// From here on the game was played by other rules, and is shown as it was saved.
    Departure,
    /// Players have taken notes.
    Note,
}

/// A branch beside the line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ui) struct OtherBranch {
    /// Its last entry.
    pub end: EntryId,
    /// The position on the line after which it leaves it.
    pub from: usize,
    /// Number of its own entries.
    pub length: usize,
    /// The battle as it was played, or a what-if.
    pub branch: Branch,
}

/// Length of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Stride {
    /// A command with its dice.
    Command,
    /// To where a unit begins its action.
    Order,
    /// To where the other player begins to command.
    Player,
    /// To where a turn begins.
    Turn,
}

/// Direction of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Way {
    Back,
    On,
}

impl Ribbon {
    /// The ribbon of the line that leads to an entry.
    pub fn of(setup: &Setup, history: &History, end: EntryId) -> Self {
        let line = history.line_to(end);
        let mut reader = Reader::of(setup);
        let steps = line.iter().map(|entry| reader.step(entry)).collect();
        let places: BTreeMap<EntryId, usize> =
            line.iter().enumerate().map(|(position, entry)| (entry.id, position)).collect();
        let ends = history.ends();
        let others = ends.into_iter().filter(|other| !places.contains_key(other));
        let branches = others.filter_map(|other| {
            let own = history.line_to(other);
            let from = own.iter().filter_map(|entry| places.get(&entry.id)).max()?;
            let branch = own.last()?.branch;
            Some(OtherBranch { end: other, from: *from, length: own.len() - 1 - from, branch })
        });
        Self { steps, branches: branches.collect(), beside: None }.beside_next(setup, history, end)
    }

    /// With the branch beside it that comes next in the circle of all.
    fn beside_next(mut self, setup: &Setup, history: &History, end: EntryId) -> Self {
        let ends = history.ends();
        let own = ends.iter().position(|other| *other == end).map_or(0, |own| own + 1);
        let next = ends.get(own % ends.len().max(1)).copied();
        let Some(other) = self.branches.iter().find(|branch| Some(branch.end) == next).copied() else {
            return self;
        };
        let mut reader = Reader::of(setup);
        let line = history.line_to(other.end);
        let steps: Vec<Step> = line.iter().map(|entry| reader.step(entry)).collect();
        let steps = steps.into_iter().skip(other.from + 1).collect();
        self.beside = Some(Beside { from: other.from, steps, branch: other.branch });
        self
    }

    /// The same with marks where players have taken notes; those on other branches have none.
    pub fn with_notes(mut self, notes: impl Iterator<Item = EntryId>) -> Self {
        for entry in notes {
            let step = self.position(entry).and_then(|position| self.steps.get_mut(position));
            if let Some(step) = step {
                match step.marks.iter_mut().find(|mark| mark.kind == MarkKind::Note) {
                    Some(mark) => mark.count += 1,
                    None => step.marks.push(Mark { kind: MarkKind::Note, side: None, count: 1 }),
                }
            }
        }
        self
    }

    /// The position of an entry.
    pub fn position(&self, entry: EntryId) -> Option<usize> {
        // Entries of a line have rising numbers.
        self.steps.binary_search_by_key(&entry, |step| step.entry).ok()
    }

    /// The position of its last step.
    pub fn last(&self) -> usize {
        self.steps.len().saturating_sub(1)
    }

    /// The end of a step from a position; it never passes an end of the ribbon.
    pub fn step(&self, from: usize, stride: Stride, way: Way) -> usize {
        let (last, stops) = (self.last(), |position: &usize| self.is_stop(*position, stride));
        match way {
            Way::Back => (0..from.min(last + 1)).rev().find(stops).unwrap_or(0),
            Way::On => (from + 1..=last).find(stops).unwrap_or(last),
        }
    }

    /// True if a stride ends at a position: with the state in which the next command was given.
    fn is_stop(&self, position: usize, stride: Stride) -> bool {
        let (Some(here), Some(next)) = (self.steps.get(position), self.steps.get(position + 1)) else {
            return true;
        };
        match stride {
            Stride::Command => true,
            Stride::Order => next.begins_order,
            Stride::Player => position == 0 || next.by != here.by,
            Stride::Turn => {
                let of = |step: &Step| (step.turn.round, step.turn.side);
                position == 0 || of(next) != of(here)
            }
        }
    }

    /// The runs of steps of the same turn and phase, each with its first and last position.
    pub fn cells(&self) -> Vec<(Turn, [usize; 2])> {
        let mut cells: Vec<(Turn, [usize; 2])> = Vec::new();
        for (position, step) in self.steps.iter().enumerate().skip(1) {
            match cells.last_mut().filter(|(turn, _)| *turn == step.turn) {
                Some((_, [_, last])) => *last = position,
                None => cells.push((step.turn, [position, position])),
            }
        }
        cells
    }
}

/// Reads a line from its opening on.
struct Reader {
    turn: Turn,
    /// Holder of each objective at the last count.
    held: BTreeMap<String, Hold>,
}

impl Reader {
    fn of(setup: &Setup) -> Self {
        let turn = match setup.level.opening {
            Opening::Deployment => Turn { round: 0, side: Side::A, first: Side::A, phase: Phase::Deployment },
            Opening::InPlay { round, side, first, phase } => Turn { round, side, first, phase },
        };
        Self { turn, held: BTreeMap::new() }
    }

    fn step(&mut self, entry: &Entry) -> Step {
        let turn = self.turn;
        let mut counts: BTreeMap<(MarkKind, Option<Side>), usize> = BTreeMap::new();
        let mut begins_order = false;
        let mut note = |kind, side| *counts.entry((kind, side)).or_default() += 1;
        if entry.departure.is_some() {
            note(MarkKind::Departure, None);
        }
        for fact in &entry.outcome.facts {
            match fact {
                Fact::Turn(TurnFact::PhaseBegan { turn }) => self.turn = *turn,
                Fact::Turn(TurnFact::ObjectivesCounted { objectives }) => {
                    for counted in objectives {
                        let before = self.held.insert(counted.objective.clone(), counted.hold);
                        match (before.unwrap_or(Hold::Free), counted.hold) {
                            (before, now) if before == now => {}
                            (_, Hold::Held(side)) => note(MarkKind::Objective, Some(side)),
                            (Hold::Held(_), _) => note(MarkKind::Objective, None),
                            _ => {}
                        }
                    }
                }
                Fact::Word(WordFact::ObjectiveTaken { by, .. }) => note(MarkKind::Objective, *by),
                Fact::Word(WordFact::UnitSet { .. }) | Fact::Unit(UnitFact::UnitActivated { .. }) => {
                    begins_order = true;
                }
                Fact::Unit(UnitFact::ModelLost { model, .. }) => note(MarkKind::Lost, Some(model.unit.side)),
                Fact::Unit(UnitFact::UnitWipedOut { unit }) => note(MarkKind::Destroyed, Some(unit.side)),
                Fact::FallBack(FallBackFact::FallBackForced { unit, goes: Goes::Routs { .. }, .. }) => {
                    note(MarkKind::Rout, Some(unit.side));
                }
                _ => {}
            }
        }
        let marks = counts.into_iter().map(|((kind, side), count)| Mark { kind, side, count });
        Step {
            entry: entry.id,
            // The opening leads to the first turn.
            turn: if entry.after.is_none() { self.turn } else { turn },
            by: entry.command.as_ref().map(|command| command.player),
            begins_order,
            branch: entry.branch,
            marks: marks.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::play::Match;
    use crate::level::data_folder::{DataFolder, load_level};

    fn played() -> Match {
        let save = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/saves/format-5-other-rules.jsonl");
        Match::load(&save).unwrap().game
    }

    fn ribbon(game: &Match) -> Ribbon {
        Ribbon::of(game.setup(), game.history(), game.history().line_end())
    }

    /// Every model that was lost, every unit that routed and every departure has its mark, where it happened.
    #[test]
    fn marks_count_what_the_facts_say() {
        let game = played();
        let ribbon = ribbon(&game);
        assert_eq!(ribbon.steps.len(), game.history().line().len());
        let mut lost = 0;
        for (step, entry) in ribbon.steps.iter().zip(game.history().line()) {
            assert_eq!(step.entry, entry.id);
            let count = |kind| {
                step.marks.iter().filter(|mark| mark.kind == kind).map(|mark| mark.count).sum::<usize>()
            };
            let is_lost = |fact: &&Fact| matches!(fact, Fact::Unit(UnitFact::ModelLost { .. }));
            assert_eq!(count(MarkKind::Lost), entry.outcome.facts.iter().filter(is_lost).count());
            assert_eq!(count(MarkKind::Departure), usize::from(entry.departure.is_some()));
            lost += count(MarkKind::Lost);
        }
        assert!(lost > 0, "somebody was lost");
        let departed = ribbon.steps.iter().flat_map(|step| &step.marks);
        assert_eq!(departed.filter(|mark| mark.kind == MarkKind::Departure).count(), 15);
    }

    /// The cells follow each other without a gap, and no two beside each other are of the same phase.
    #[test]
    fn cells_cover_the_ribbon() {
        let ribbon = ribbon(&played());
        let cells = ribbon.cells();
        let mut next = 1;
        for (turn, [first, last]) in &cells {
            assert_eq!(*first, next);
            assert!(ribbon.steps[*first..=*last].iter().all(|step| step.turn == *turn));
            next = last + 1;
        }
        assert_eq!(next, ribbon.steps.len());
        assert!(cells.windows(2).all(|pair| pair[0].0 != pair[1].0));
    }

    /// Each stride stops where it says, both ways lead over the same stops, and none passes an end.
    #[test]
    fn strides_go_both_ways_over_the_same_stops() {
        let ribbon = ribbon(&played());
        let last = ribbon.last();
        let stops = |stride| {
            let on = std::iter::successors(Some(0), |from| {
                Some(ribbon.step(*from, stride, Way::On)).filter(|to| to > from)
            });
            let on: Vec<usize> = on.collect();
            let back = std::iter::successors(Some(last), |from| {
                Some(ribbon.step(*from, stride, Way::Back)).filter(|to| to < from)
            });
            let mut back: Vec<usize> = back.collect();
            back.reverse();
            assert_eq!(on, back, "{stride:?}");
            on
        };
        assert_eq!(stops(Stride::Command).len(), last + 1);
        let counts =
            [Stride::Command, Stride::Order, Stride::Player, Stride::Turn].map(|stride| stops(stride).len());
        assert!(counts[0] > counts[1] && counts[1] > counts[3], "{counts:?}");
        for position in &stops(Stride::Turn)[1..stops(Stride::Turn).len() - 1] {
            let [here, next] = [0, 1].map(|after| &ribbon.steps[position + after]);
            assert_ne!((here.turn.round, here.turn.side), (next.turn.round, next.turn.side));
        }
    }

    /// A branch stands beside the line that is shown; looked at, it is the line, and the game is beside it.
    #[test]
    fn a_branch_is_beside_the_line_or_is_the_line() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = Arc::new(load_level("street", &data, None).unwrap());
        let dice = crate::game::engine::play::DiceChoice::Seed(7);
        let mut game = Match::start(setup, dice).unwrap();
        let orders = crate::ui::timeline::sample::plays(&mut game, 3);
        assert_eq!(orders, 3);
        game.go_to(EntryId(1)).unwrap();
        crate::ui::timeline::sample::plays(&mut game, 1);
        let shown = ribbon(&game);
        let entries = |ribbon: &Ribbon| ribbon.steps.iter().map(|step| step.entry.0).collect::<Vec<_>>();
        assert_eq!(entries(&shown), [0, 1, 4]);
        let [other] = shown.branches[..] else { panic!("{:?}", shown.branches) };
        assert_eq!((other.end, other.from, other.length), (EntryId(3), 1, 2));
        let beside = shown.beside.as_ref().unwrap();
        let steps: Vec<usize> = beside.steps.iter().map(|step| step.entry.0).collect();
        assert_eq!((beside.from, steps), (1, vec![2, 3]), "what F11 goes to next");
        game.look_at(EntryId(3)).unwrap();
        let looked = ribbon(&game);
        assert_eq!(entries(&looked), [0, 1, 2, 3]);
        assert_eq!((looked.branches[0].end, looked.branches[0].from), (EntryId(4), 1));
        // A step back stays on the branch that is looked at, also where both lines run together.
        game.look_at(EntryId(1)).unwrap();
        assert_eq!(entries(&ribbon(&game)), [0, 1, 2, 3]);
        game.look_at(EntryId(4)).unwrap();
        game.look_at(EntryId(1)).unwrap();
        assert_eq!(entries(&ribbon(&game)), [0, 1, 4]);
    }
}
