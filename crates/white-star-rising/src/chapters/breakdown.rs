//! A pool of dice added up term by term: what resolves an attack and what explains its odds read the same terms.

use serde::Serialize;

use super::basics::{Pool, needed_face};
use crate::data::ruleset::Numbers;

/// Number of terms that a pool may have; no paragraph combination comes near it.
const MAX_TERMS: usize = 12;

/// Part of a pool that a term changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Number of dice.
    Dice,
    /// Face that each die needs.
    Face,
    /// Number of the lowest dice that are ignored.
    Ignored,
    /// The sum of the dice.
    Roll,
}

/// One of the numbers that make up a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Term {
    /// The paragraph that it comes from.
    pub rule: &'static str,
    /// Part that it changes.
    pub part: Part,
    /// The number, with its sign.
    pub value: i8,
    /// In words: "leadership of the headquarters".
    pub why: &'static str,
}

/// Terms in the order in which they were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakdown {
    terms: [Option<Term>; MAX_TERMS],
    count: usize,
}

impl Breakdown {
    /// No dice at all.
    pub const NONE: Self = Self { terms: [None; MAX_TERMS], count: 0 };

    /// So many dice at a face, for one reason.
    pub fn new(rule: &'static str, dice: u8, face: u8, why: &'static str) -> Self {
        Self::NONE.with(rule, Part::Dice, i16::from(dice), why).with(rule, Part::Face, i16::from(face), why)
    }

    /// A term more; one that changes nothing is left out.
    pub fn with(mut self, rule: &'static str, part: Part, value: i16, why: &'static str) -> Self {
        if value != 0
            && let Some(free) = self.terms.get_mut(self.count)
        {
            let value = value.clamp(i16::from(i8::MIN), i16::from(i8::MAX)) as i8;
            *free = Some(Term { rule, part, value, why });
            self.count += 1;
        }
        self
    }

    /// So many dice more, of which as many of the lowest are ignored.
    ///
    /// Rule: WSR-FIR-10.
    pub fn augmented(self, rule: &'static str, by: u8, why: &'static str) -> Self {
        let by = i16::from(by);
        self.with(rule, Part::Dice, by, why).with(rule, Part::Ignored, by, why)
    }

    /// Its terms.
    pub fn terms(&self) -> impl Iterator<Item = Term> + '_ {
        self.terms.iter().flatten().copied()
    }

    fn sum(&self, part: Part) -> i16 {
        self.terms().filter(|term| term.part == part).map(|term| i16::from(term.value)).sum()
    }

    /// The dice to roll.
    ///
    /// Rule: WSR-BAS-2.
    pub fn pool(&self, numbers: &Numbers) -> Pool {
        let count = |part| self.sum(part).clamp(0, i16::from(u8::MAX)) as u8;
        Pool {
            dice: count(Part::Dice),
            face: needed_face(self.sum(Part::Face), numbers),
            ignored: count(Part::Ignored),
        }
    }
}
