//! Counts what happens in a game.

use std::collections::BTreeMap;

use tabletop::battle::Noted;
use tabletop::dice::Draw;
use tabletop::ids::Side;
use tabletop_shell::Hosted;

use crate::columns::{Columns, ENDED, PARTS, TURNS};
use crate::kinds::variant;

/// Uses of the paragraphs or orders of a game, by A and B.
type Uses = Vec<[i64; 2]>;

/// The counts of one game.
pub(crate) struct Counter<'s, G: Hosted> {
    setup: &'s G::Setup,
    columns: Vec<i64>,
    turn: u32,
    /// By turn and side, the tallies that are counted turn by turn.
    turns: BTreeMap<(u32, Side), Vec<i64>>,
    /// The place of each tally among those that are counted turn by turn.
    places: Vec<Option<usize>>,
    orders: Uses,
    used: Uses,
}

impl<'s, G: Hosted> Counter<'s, G> {
    /// Of a game that has not begun.
    pub(crate) fn new(setup: &'s G::Setup) -> Self {
        let mut places = vec![None; G::TALLIES.len()];
        Columns::<G>::by_turn().zip(0..).for_each(|((tally, _), place)| places[tally] = Some(place));
        Self {
            setup,
            columns: vec![0; Columns::<G>::count()],
            turn: 0,
            turns: BTreeMap::new(),
            places,
            orders: vec![[0; 2]; Columns::<G>::orders().len()],
            used: vec![[0; 2]; G::USED.len()],
        }
    }

    /// Takes note of an order that is about to be carried out.
    pub(crate) fn note_order(&mut self, view: G::View<'_>, side: Side, order: &G::Order) {
        self.columns[Columns::<G>::decisions(side)] += 1;
        let name = variant(order);
        let number = name.and_then(|name| Columns::<G>::orders().iter().position(|known| *known == name));
        if let Some(number) = number {
            self.orders[number][side.index()] += 1;
        }
        for paragraph in G::uses_of_order(view, order) {
            self.use_of(paragraph, side);
        }
    }

    /// Takes note of what happened in a command of a side.
    pub(crate) fn note(&mut self, side: Side, noted: Noted<'_, G>) {
        match noted {
            Noted::Fact(fact) => {
                let setup = self.setup;
                G::uses(setup, fact, &mut |paragraph| self.use_of(paragraph, side));
                self.count(|setup, add| G::count(setup, fact, add));
            }
            Noted::Drawn(draw) => self.note_die(draw),
        }
    }

    /// After a command: the turn in which the next happens.
    pub(crate) fn look(&mut self, view: G::View<'_>) {
        self.turn = G::turn(view);
    }

    /// After the last command.
    pub(crate) fn end(&mut self, view: G::View<'_>) {
        self.look(view);
        self.columns[TURNS] = i64::from(self.turn);
        self.columns[ENDED] = G::winner(view).map_or(2, |side| side.index() as i64);
        self.count(|_, add| G::count_end(view, add));
    }

    /// The columns, and the rows kind by kind.
    pub(crate) fn finish(mut self) -> (Vec<i64>, Vec<Vec<i64>>) {
        for (number, counts) in self.orders.iter().enumerate() {
            for side in Side::BOTH {
                self.columns[Columns::<G>::order(number, side)] = counts[side.index()];
            }
        }
        for (number, [a, b]) in self.used.iter().enumerate() {
            self.columns[Columns::<G>::used(number)] = a + b;
        }
        let mut turns = Vec::new();
        for ((turn, side), tallies) in &self.turns {
            turns.extend([i64::from(*turn), side.index() as i64]);
            turns.extend(tallies);
        }
        (self.columns, vec![turns, rows(&self.orders), rows(&self.used)])
    }

    fn use_of(&mut self, paragraph: &str, side: Side) {
        if let Some(number) = G::USED.iter().position(|known| *known == paragraph) {
            self.used[number][side.index()] += 1;
        }
    }

    fn count(&mut self, count: impl FnOnce(&G::Setup, &mut dyn FnMut(usize, Side, i64))) {
        let Self { setup, columns, turn, turns, places, .. } = self;
        let by_turn = places.iter().flatten().count();
        count(setup, &mut |tally, side, number| {
            columns[Columns::<G>::tally(tally, side)] += number;
            if let Some(place) = places[tally] {
                turns.entry((*turn, side)).or_insert_with(|| vec![0; by_turn])[place] += number;
            }
        });
    }

    /// Excess of a die over its expectation, if it needed some face.
    fn note_die(&mut self, draw: &Draw<G>) {
        let (Some(good), Some(is_met)) = (draw.roll.good_faces(), draw.roll.needs.met_by(draw.face)) else {
            return;
        };
        let expected = PARTS * i64::from(good) / i64::from(draw.roll.die.sides());
        self.columns[Columns::<G>::luck(draw.roll.by.side)] += PARTS * i64::from(is_met) - expected;
    }
}

/// Those that are not zero, by their numbers.
fn rows(counts: &Uses) -> Vec<i64> {
    let counts = counts.iter().enumerate().filter(|(_, count)| **count != [0; 2]);
    counts.flat_map(|(number, [a, b])| [number as i64, *a, *b]).collect()
}
