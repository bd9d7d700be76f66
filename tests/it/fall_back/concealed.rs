//! Oracle: whether a place is cover by the outline of 2012: which enemies count, how much of a body is in view,
//! an edge or woods in front of it, and how near it is.

use warstrike::rules::measures::Place;
use warstrike::table::piece::Kind;
use warstrike::table::sight::SightBody;

use crate::paths::figures::apart;
use crate::sight::rays;
use crate::sight::world::Solid;

use super::eyes::{CLOSE, Cover, FINE, Look, ROUGH, seen_past, share_behind};
use super::scene::{OracleModel, Scene, length};

/// The error of a share found with few slices: one slice for each side of what hides it.
const COARSE: f64 = 0.055;

/// The hidden share up to which a body counts as wholly in view.
///
/// Rule: VIS-1 (all means at least 0.99).
const MISSING: f64 = 0.01;

/// Gaps around Aw for which the oracle does not decide whether an enemy is within it.
///
/// Rule: BAS-10.
const WITHIN: [f64; 2] = [0.004, 0.006];

/// The gap between two bases where they stand.
///
/// Rule: BAS-1.
fn gap(a: &OracleModel, b: &OracleModel) -> f64 {
    let level = apart(a.centre(), b.centre()) - a.body.radius - b.body.radius;
    length(level.max(0.0), a.at().z.inches() - b.at().z.inches())
}

impl Scene {
    /// The verdict for one enemy on a model at a place; an enemy that does not count there sees nothing.
    ///
    /// Rule: OFB-2 (within its Aw), OFB-3 (Concealed or Hidden).
    pub fn concealed_from(
        &self,
        enemy: &OracleModel,
        there: &SightBody,
        awareness: f64,
        look: Look,
    ) -> Cover {
        let model = OracleModel { body: *there, ..self.unit[0] };
        let nearest =
            self.unit.iter().chain([&model]).map(|model| gap(model, enemy)).fold(f64::INFINITY, f64::min);
        let [surely, maybe] = WITHIN.map(|slack| awareness + slack);
        if nearest > maybe {
            return Cover::Covered;
        }
        let covered = self.concealed(enemy, there, look);
        if nearest > surely { covered.max(Cover::Doubtful) } else { covered }
    }

    /// Rule: VIS-2 (Concealed), VIS-1.
    fn concealed(&self, enemy: &OracleModel, there: &SightBody, look: Look) -> Cover {
        let woods = self.by_woods(enemy, there);
        if woods == Cover::Covered {
            return woods;
        }
        let eye = rays::eyes(&enemy.body);
        let [left, right] = rays::ends(eye, there);
        let [foot, head] = [there.foot.z.inches(), there.foot.z.inches() + there.height.inches()];
        let solids = rays::near(
            &self.sights.solids,
            &[eye.at, left, right],
            [eye.height.min(foot), eye.height.max(head)],
        );
        let hidden = |slices| 1.0 - seen_past(&solids, eye, there, slices);
        let of = |hidden: &dyn Fn(usize) -> f64, min: f64| match (hidden(ROUGH), look) {
            (share, _) if share > min + COARSE => Cover::Covered,
            (share, _) if share < min - COARSE => Cover::Clear,
            // A sliver is not enough to accept a candidate.
            (_, Look::Rough) if min < COARSE => Cover::Clear,
            _ => match hidden(FINE) - min {
                more if more > CLOSE => Cover::Covered,
                more if more < -CLOSE => Cover::Clear,
                _ => Cover::Doubtful,
            },
        };
        let mut best = of(&hidden, 0.5).max(woods);
        for (index, piece) in self.table.pieces.iter().enumerate() {
            if best < Cover::Covered && matches!(piece.kind, Kind::Ruin { .. } | Kind::Hill { .. }) {
                let own: Vec<&Solid> = solids.iter().copied().filter(|solid| solid.piece == index).collect();
                best = best.max(of(&|slices| share_behind(&own, eye, there, slices), MISSING));
            }
        }
        best
    }

    /// Whether a place is at least `by` closer to a base of the unit than to any enemy's.
    ///
    /// Rule: OFB-3 (not closer to any part).
    pub fn is_nearer_to_unit(&self, at: Place, by: f64) -> bool {
        let there = self.unit[0].there(at);
        let nearest = |models: &[OracleModel]| {
            models.iter().map(|model| gap(&there, model)).fold(f64::INFINITY, f64::min)
        };
        let enemy = nearest(&self.enemies);
        enemy == f64::INFINITY || enemy >= nearest(&self.unit) + by
    }

    /// The verdict for all enemies on the unit where it stands: the best view that one has of a model.
    ///
    /// Rule: OFB-2.
    pub fn unit_in_cover(&self) -> Cover {
        let looks = self.unit.iter().flat_map(|model| self.enemies.iter().map(move |enemy| (model, enemy)));
        let of = |(model, enemy): (&OracleModel, &OracleModel)| self.seen_by(enemy, &model.body, Look::Fine);
        looks.map(of).min().unwrap_or(Cover::Covered)
    }
}
