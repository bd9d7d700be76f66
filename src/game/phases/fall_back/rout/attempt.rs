//! Whether a straight move of a model that routs is legal.
//!
//! Rule: ROU-2, ROU-3.

use super::Rout;
use crate::game::engine::view::ModelView;
use crate::game::phases::moving::path::check_path;
use crate::rules::basics::{Disc, gap};
use crate::rules::falling_back::MoveLimit;
use crate::rules::measures::{Place, ROUNDING};
use crate::rules::movement::allowance::{MoveTerms, SlowGoing};
use crate::rules::movement::bodies::overlap;
use crate::rules::movement::coherency::{coherency_gap, level_relation};
use crate::table::plane::distance;

/// The result of trying one straight move.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Attempt {
    /// It is legal.
    Legal { end: Place, limit: MoveLimit },
    /// It leads off the table.
    OffTable,
    /// It is not legal.
    Illegal,
    /// It is legal but for coherency.
    Apart,
}

/// The path touches difficult ground.
#[derive(Debug)]
struct TouchesDifficult;

impl Rout<'_> {
    /// Tries a straight move on a heading; `share` is the part of the extra length it uses.
    pub(super) fn try_heading(
        &self,
        model: ModelView,
        enemies: &[Disc],
        heading: f64,
        share: f64,
    ) -> Attempt {
        let of = |[usual, max]: [f64; 2]| usual + share * (max - usual);
        match self.try_length(model, enemies, heading, (of(self.lengths), MoveLimit::Full)) {
            // Rule: GO-3.
            Err(TouchesDifficult) => {
                let halved = self.try_length(model, enemies, heading, (of(self.halved), MoveLimit::Halved));
                halved.unwrap_or(Attempt::Illegal)
            }
            Ok(try_heading) => try_heading,
        }
    }

    /// Tries one length; the cheapest checks come first.
    ///
    /// # Errors
    /// The path touches difficult ground, and the length is that of open ground.
    fn try_length(
        &self,
        model: ModelView,
        enemies: &[Disc],
        heading: f64,
        (length, limit): (f64, MoveLimit),
    ) -> Result<Attempt, TouchesDifficult> {
        let terrain = self.view.terrain();
        let mover = model.mover();
        let [x, y] = model.pose.at.ground();
        let turn = heading.to_radians();
        let at = [x + length * libm::cos(turn), y + length * libm::sin(turn)];
        let is_hampered = || limit == MoveLimit::Full && self.touches_difficult(model, at);
        if terrain.overhang(at, mover.radius).is_some() {
            return if is_hampered() { Err(TouchesDifficult) } else { Ok(Attempt::OffTable) };
        }
        if self.is_surely_apart(model, at) && self.is_nearer_from_above(model, enemies, at) {
            return if is_hampered() { Err(TouchesDifficult) } else { Ok(Attempt::Illegal) };
        }
        let Some(end) = self.place(model, at) else { return Ok(Attempt::Illegal) };
        let terms = MoveTerms {
            allowance: length + ROUNDING,
            on_difficult: if limit == MoveLimit::Halved { length + ROUNDING } else { 0.0 },
            slow: SlowGoing::Allowed,
            rule: "ROU-1",
        };
        if limit == MoveLimit::Full && self.touches_difficult(model, at) {
            return Err(TouchesDifficult);
        }
        let body = model.body_at(end);
        let allowance = self.view.allowance();
        let own = self.placed.iter().map(|(other, at)| other.body_at(*at));
        let taken = self.others.iter().copied().chain(own).any(|other| overlap(body, other, allowance));
        let disc = model.disc_at(end);
        let nearer =
            enemies.iter().any(|enemy| !allowance.at_least(gap(disc, *enemy), gap(model.disc(), *enemy)));
        let path: &[Place] = if end == model.pose.at { &[] } else { &[end] };
        if taken
            || nearer
            || terrain.check_room(end, mover).is_err()
            || check_path(self.view, model, &terms, path).is_err()
        {
            return Ok(Attempt::Illegal);
        }
        if !self.is_in_coherency(model, end) {
            return Ok(Attempt::Apart);
        }
        Ok(Attempt::Legal { end, limit })
    }

    /// Whether the straight path to a point crosses difficult ground; past the table's edge there is none.
    fn touches_difficult(&self, model: ModelView, to: [f64; 2]) -> bool {
        let (terrain, mover) = (self.view.terrain(), model.mover());
        if !terrain.has_difficult(mover.gait) {
            return false;
        }
        let from = model.pose.at;
        let Some(end) = self.place(model, to).filter(|end| *end != from) else { return false };
        terrain.walk(mover, from, &[end]).is_ok_and(|walk| walk.first_difficult().is_some())
    }

    /// The place at which a model that walks straight to a point arrives.
    pub(super) fn place(&self, model: ModelView, at: [f64; 2]) -> Option<Place> {
        let height = self.view.terrain().arrival_height(model.pose.at, at)?;
        Place::from_inches(at[0], at[1], height.inches()).ok()
    }

    /// Whether a point is certainly out of coherency.
    fn is_surely_apart(&self, model: ModelView, at: [f64; 2]) -> bool {
        let radius = model.card.base.radius();
        !self.placed.is_empty()
            && !self.placed.iter().any(|(other, place)| {
                distance(place.ground(), at) <= radius + other.card.base.radius() + self.coherency + 0.01
            })
    }

    /// Whether a point is nearer to an enemy, seen from above.
    fn is_nearer_from_above(&self, model: ModelView, enemies: &[Disc], at: [f64; 2]) -> bool {
        let squared_distance = |[x, y]: [f64; 2], enemy: &Disc| {
            let [ex, ey] = enemy.at.ground();
            (x - ex) * (x - ex) + (y - ey) * (y - ey)
        };
        enemies
            .iter()
            .any(|enemy| squared_distance(at, enemy) < squared_distance(model.pose.at.ground(), enemy))
    }

    /// Rule: COH-1, COH-2.
    fn is_in_coherency(&self, model: ModelView, end: Place) -> bool {
        let terrain = self.view.terrain();
        let level = |at: Place| terrain.level_at(at.ground(), at.z);
        self.placed.is_empty()
            || self.placed.iter().any(|(other, at)| {
                let levels = level_relation(level(end), level(*at));
                let gap = coherency_gap(model.disc_at(end), other.disc_at(*at), levels);
                self.view.allowance().at_most(gap, self.coherency)
            })
    }
}
