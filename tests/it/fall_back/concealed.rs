//! The oracle's judgement of whether a place is cover by the outline of 2012: from whom, how much of a body is seen, an
//! edge or woods before it, and how near it is.

use warstrike::rules::measures::Place;
use warstrike::table::piece::Kind;
use warstrike::table::sight::SightBody;

use crate::paths::figures::apart;
use crate::sight::rays;
use crate::sight::world::Solid;

use super::eyes::{CLOSE, Cover, FINE, Look, ROUGH, seen_past};
use super::scene::{Man, Scene, length};

/// How far off a share may be that few slices tell: one of them for each side of what hides it.
const COARSE: f64 = 0.055;

/// How much of a body may be hidden where all of it is in view.
///
/// Rule: VIS-1 (all means at least 0.99).
const MISSING: f64 = 0.01;

/// From which gap to which it cannot be told whether an enemy is within Aw, beside it.
///
/// Rule: BAS-10.
const WITHIN: [f64; 2] = [0.004, 0.006];

/// Between two bases where they stand.
///
/// Rule: BAS-1.
fn gap(a: &Man, b: &Man) -> f64 {
    let level = apart(a.centre(), b.centre()) - a.body.radius - b.body.radius;
    length(level.max(0.0), a.at().z.inches() - b.at().z.inches())
}

impl Scene {
    /// What one enemy makes of one of the unit at a place: whoever does not count there is as good as blind.
    ///
    /// Rule: OFB-2 (within its Aw), OFB-3 (Concealed or Hidden).
    pub fn concealed_from(&self, enemy: &Man, there: &SightBody, awareness: f64, look: Look) -> Cover {
        let man = Man { body: *there, ..self.unit[0] };
        let nearest = self.unit.iter().chain([&man]).map(|man| gap(man, enemy)).fold(f64::INFINITY, f64::min);
        let [surely, maybe] = WITHIN.map(|slack| awareness + slack);
        if nearest > maybe {
            return Cover::Covered;
        }
        let covered = self.concealed(enemy, there, look);
        if nearest > surely { covered.max(Cover::Doubtful) } else { covered }
    }

    /// Rule: VIS-2 (Concealed), VIS-1.
    fn concealed(&self, enemy: &Man, there: &SightBody, look: Look) -> Cover {
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
        let hidden = |solids: &[&Solid], slices| 1.0 - seen_past(solids, eye, there, slices);
        let of = |solids: &[&Solid], least: f64| match (hidden(solids, ROUGH), look) {
            (share, _) if share > least + COARSE => Cover::Covered,
            (share, _) if share < least - COARSE => Cover::Clear,
            // A sliver, where it is only asked whether a place will do.
            (_, Look::Rough) if least < COARSE => Cover::Clear,
            _ => match hidden(solids, FINE) - least {
                more if more > CLOSE => Cover::Covered,
                more if more < -CLOSE => Cover::Clear,
                _ => Cover::Doubtful,
            },
        };
        let mut best = of(&solids, 0.5).max(woods);
        for (nth, piece) in self.table.pieces.iter().enumerate() {
            if best < Cover::Covered && matches!(piece.kind, Kind::Ruin { .. } | Kind::Hill { .. }) {
                let own: Vec<&Solid> = solids.iter().copied().filter(|solid| solid.piece == nth).collect();
                best = best.max(of(&own, MISSING));
            }
        }
        best
    }

    /// Whether a place is no closer to any enemy's base than to one of the unit, by so much at least.
    ///
    /// Rule: OFB-3 (not closer to any part).
    pub fn is_nearer_to_unit(&self, at: Place, by: f64) -> bool {
        let there = self.unit[0].there(at);
        let nearest = |men: &[Man]| men.iter().map(|man| gap(&there, man)).fold(f64::INFINITY, f64::min);
        let enemy = nearest(&self.enemies);
        enemy == f64::INFINITY || enemy >= nearest(&self.unit) + by
    }

    /// What all enemies together make of the unit where it stands: the best view that one has of one.
    ///
    /// Rule: OFB-2.
    pub fn unit_in_cover(&self) -> Cover {
        let looks = self.unit.iter().flat_map(|man| self.enemies.iter().map(move |enemy| (man, enemy)));
        let of = |(man, enemy): (&Man, &Man)| self.seen_by(enemy, &man.body, Look::Fine);
        looks.map(of).min().unwrap_or(Cover::Covered)
    }
}
