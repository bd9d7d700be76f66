//! Whether a straight move serves one who routs.
//!
//! Rule: ROU-2, ROU-3.

use super::Rout;
use crate::game::engine::view::ModelView;
use crate::game::phases::moving::path::check_path;
use crate::game::placement::level_relation;
use crate::rules::basics::{Disc, gap};
use crate::rules::falling_back::MoveLimit;
use crate::rules::measures::{Place, ROUNDING};
use crate::rules::movement::allowance::{MoveTerms, SlowGoing};
use crate::rules::movement::bodies::overlap;
use crate::rules::movement::coherency::coherency_gap;
use crate::table::plane::distance;

/// A way out that was tried.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tried {
    /// It serves.
    Serves { end: Place, limit: MoveLimit },
    /// It leads off the table.
    OffTable,
    /// It does not serve.
    Not,
    /// It would, but for coherency.
    Apart,
}

/// The way touches difficult ground.
#[derive(Debug)]
struct Hampered;

impl Rout<'_> {
    /// Tries a straight move along a heading, longer than it must be by a share of what it may be longer.
    pub(super) fn tried(&self, model: ModelView, enemies: &[Disc], heading: f64, share: f64) -> Tried {
        let of = |[least, most]: [f64; 2]| least + share * (most - least);
        match self.tried_for(model, enemies, heading, (of(self.lengths), MoveLimit::Full)) {
            // Rule: GO-3.
            Err(Hampered) => {
                let halved = self.tried_for(model, enemies, heading, (of(self.halved), MoveLimit::Halved));
                halved.unwrap_or(Tried::Not)
            }
            Ok(tried) => tried,
        }
    }

    /// The same for one length. The cheapest questions come first.
    ///
    /// # Errors
    /// The way touches difficult ground, and the length is that of open ground.
    fn tried_for(
        &self,
        model: ModelView,
        enemies: &[Disc],
        heading: f64,
        (length, limit): (f64, MoveLimit),
    ) -> Result<Tried, Hampered> {
        let terrain = self.view.terrain();
        let mover = model.mover();
        let [x, y] = model.pose.at.ground();
        let turn = heading.to_radians();
        let at = [x + length * libm::cos(turn), y + length * libm::sin(turn)];
        let hampered = || limit == MoveLimit::Full && self.is_hampered(model, at);
        if terrain.overhang(at, mover.radius).is_some_and(|over| over > self.view.allowance().0) {
            return if hampered() { Err(Hampered) } else { Ok(Tried::OffTable) };
        }
        if self.is_far(model, at) && self.is_nearer_in_plan(model, enemies, at) {
            return if hampered() { Err(Hampered) } else { Ok(Tried::Not) };
        }
        let Some(end) = self.place(model, at) else { return Ok(Tried::Not) };
        let terms = MoveTerms {
            allowance: length + ROUNDING,
            on_difficult: if limit == MoveLimit::Halved { length + ROUNDING } else { 0.0 },
            slow: SlowGoing::Allowed,
            rule: "ROU-1",
        };
        if limit == MoveLimit::Full && self.is_hampered(model, at) {
            return Err(Hampered);
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
            return Ok(Tried::Not);
        }
        if !self.is_together(model, end) {
            return Ok(Tried::Apart);
        }
        Ok(Tried::Serves { end, limit })
    }

    /// Whether the straight way to a point crosses difficult ground; past the table's edge lies none.
    fn is_hampered(&self, model: ModelView, to: [f64; 2]) -> bool {
        let (terrain, mover) = (self.view.terrain(), model.mover());
        if !terrain.has_difficult(mover.gait) {
            return false;
        }
        let from = model.pose.at;
        let Some(end) = self.place(model, to).filter(|end| *end != from) else { return false };
        terrain.walk(mover, from, &[end]).is_ok_and(|walk| walk.first_difficult().is_some())
    }

    /// The place at which a model arrives that walks straight to a point.
    pub(super) fn place(&self, model: ModelView, at: [f64; 2]) -> Option<Place> {
        let height = self.view.terrain().arrival_height(model.pose.at, at)?;
        Place::from_inches(at[0], at[1], height.inches()).ok()
    }

    /// Whether a point is surely out of coherency.
    fn is_far(&self, model: ModelView, at: [f64; 2]) -> bool {
        let radius = model.card.base.radius();
        !self.placed.is_empty()
            && !self.placed.iter().any(|(other, place)| {
                distance(place.ground(), at) <= radius + other.card.base.radius() + self.coherency + 0.01
            })
    }

    /// Whether a point is nearer to an enemy, seen from above.
    fn is_nearer_in_plan(&self, model: ModelView, enemies: &[Disc], at: [f64; 2]) -> bool {
        let far = |[x, y]: [f64; 2], enemy: &Disc| {
            let [ex, ey] = enemy.at.ground();
            (x - ex) * (x - ex) + (y - ey) * (y - ey)
        };
        enemies.iter().any(|enemy| far(at, enemy) < far(model.pose.at.ground(), enemy))
    }

    /// Rule: COH-1, COH-2.
    fn is_together(&self, model: ModelView, end: Place) -> bool {
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
