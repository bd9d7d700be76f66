//! The value of a position, by what its points come from.

use std::ops::{Add, Sub};

use serde::Serialize;

use super::Points;
use crate::ai::{Standing, standing_in_parts};
use crate::game::engine::battle::Battle;
use crate::level::judgement_file::Judgement;
use crate::rules::ids::Side;

/// Number of things its points come from.
pub(super) const PARTS: usize = 3;

/// Points to A, by what they come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Worth {
    /// Units and models that are left.
    pub forces: Points,
    /// Units that are neither suppressed nor marked.
    pub nerve: Points,
    /// Objectives held, contested, or near.
    pub objectives: Points,
}

impl Worth {
    /// In points, part by part.
    pub(super) fn parts_of(battle: &Battle, judgement: &Judgement) -> [f64; PARTS] {
        let Standing { forces, nerve, objectives } = standing_in_parts(battle, Side::A, judgement);
        [forces, nerve, objectives]
    }

    /// The nearest thousandth of each part.
    pub(super) fn nearest([forces, nerve, objectives]: [f64; PARTS]) -> Self {
        let [forces, nerve, objectives] = [forces, nerve, objectives].map(Points::nearest);
        Self { forces, nerve, objectives }
    }

    /// All of it.
    pub fn total(self) -> Points {
        self.forces + self.nerve + self.objectives
    }

    /// Each part with its name, those that weigh most first.
    pub fn by_weight(self) -> [(&'static str, Points); PARTS] {
        let mut parts = [("losses", self.forces), ("nerve", self.nerve), ("objectives", self.objectives)];
        parts.sort_by_key(|(_, points)| std::cmp::Reverse(points.size()));
        parts
    }
}

impl Add for Worth {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            forces: self.forces + other.forces,
            nerve: self.nerve + other.nerve,
            objectives: self.objectives + other.objectives,
        }
    }
}

impl Sub for Worth {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            forces: self.forces - other.forces,
            nerve: self.nerve - other.nerve,
            objectives: self.objectives - other.objectives,
        }
    }
}
