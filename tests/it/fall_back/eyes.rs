//! Oracle: whether a place is safe. A body is cut into vertical slices, and the hidden part of each is computed
//! exactly; woods, fields and height are judged separately.

use warstrike::rules::measures::Place;
use warstrike::table::piece::Kind;
use warstrike::table::sight::SightBody;

use crate::paths::figures::{Figure, Point, on_way};
use crate::sight::rays::{self, Spot};
use crate::sight::world::{Solid, World};

use super::scene::{OracleModel, Scene, Seeks, straight};

/// The oracle's verdict for one enemy, or for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cover {
    /// Clear; if cover is sought, Obscured too.
    Clear,
    /// Too near to a threshold to decide.
    Doubtful,
    /// Obscured, Concealed or Hidden; where cover is sought only the last two.
    Covered,
}

/// The precision of a sight check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Look {
    /// To reject candidate places of which little is hidden.
    Rough,
    /// To judge a place that the program chose.
    Fine,
}

/// Enough slices for a body of which a twentieth is hidden.
pub const ROUGH: usize = 20;

/// Enough slices for a body of which hardly anything is hidden.
pub const FINE: usize = 500;

/// Within this of a threshold of the share in view the oracle does not decide.
///
/// Rule: VIS-1 (shares are found to 1 %; slices are far better).
pub const CLOSE: f64 = 0.004;

/// The share of a body that is visible from an eye.
///
/// Rule: VIS-1.
pub fn share(world: &World, eye: Spot, to: &SightBody, slices: usize) -> f64 {
    let [left, right] = rays::ends(eye, to);
    let [foot, head] = [to.foot.z.inches(), to.foot.z.inches() + to.height.inches()];
    let solids =
        rays::near(&world.solids, &[eye.at, left, right], [eye.height.min(foot), eye.height.max(head)]);
    seen_past(&solids, eye, to, slices)
}

/// The same with only some solids in the way.
pub fn seen_past(solids: &[&Solid], eye: Spot, to: &SightBody, slices: usize) -> f64 {
    let [seen, _] = open_shares(solids, eye, to, slices);
    seen
}

/// The share of a body that some solids hide and that is not inside one of them.
///
/// Rule: VIS-2 (behind an edge).
pub fn share_behind(solids: &[&Solid], eye: Spot, to: &SightBody, slices: usize) -> f64 {
    let [seen, outside] = open_shares(solids, eye, to, slices);
    outside - seen
}

/// The shares of a body that are visible, and that are outside of all solids.
fn open_shares(solids: &[&Solid], eye: Spot, to: &SightBody, slices: usize) -> [f64; 2] {
    if solids.is_empty() {
        return [1.0; 2];
    }
    let [left, right] = rays::ends(eye, to);
    let [foot, head] = [to.foot.z.inches(), to.foot.z.inches() + to.height.inches()];
    let (mut shares, mut spans, mut hidden) = ([0.0; 2], Vec::new(), Vec::new());
    for slice in 0..slices {
        spans.clear();
        let at = on_way(left, right, (slice as f64 + 0.5) / slices as f64);
        solids.iter().for_each(|solid| rays::add_spans(solid, eye.at, at, &mut spans));
        hidden.clear();
        hidden.extend(spans.iter().map(|span| span.hides(eye.height)).filter(|[low, high]| low < high));
        shares[0] += open(&mut hidden, foot, head) / (head - foot);
        let mut inside: Vec<[f64; 2]> = spans.iter().filter_map(|span| span.at_end()).collect();
        shares[1] += open(&mut inside, foot, head) / (head - foot);
    }
    shares.map(|share| share / slices as f64)
}

/// The length between two heights that no interval covers.
fn open(hidden: &mut [[f64; 2]], foot: f64, head: f64) -> f64 {
    hidden.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let (mut upto, mut open) = (foot, 0.0);
    for [low, high] in hidden.iter() {
        open += (low.min(head) - upto).max(0.0);
        upto = upto.max(high.min(head));
    }
    open + (head - upto)
}

/// The verdict for one enemy by the share in view.
fn by_share(world: &World, from: &SightBody, to: &SightBody, look: Look) -> Cover {
    let eye = rays::eyes(from);
    let seen = share(world, eye, to, ROUGH);
    if seen < 0.945 {
        return Cover::Covered;
    }
    if look == Look::Rough {
        return Cover::Clear;
    }
    match share(world, eye, to, FINE) {
        seen if seen >= 0.99 + CLOSE => Cover::Clear,
        seen if seen >= 0.99 - CLOSE => Cover::Doubtful,
        _ => Cover::Covered,
    }
}

/// A length compared with the limit above which it gives cover.
pub fn over(length: f64, limit: f64) -> Cover {
    match length - limit {
        more if more > 0.01 => Cover::Covered,
        more if more < -0.005 => Cover::Clear,
        _ => Cover::Doubtful,
    }
}

impl Scene {
    /// The verdict for one enemy on the leader at a place, disregarding the ground it stands on.
    ///
    /// Rule: VIS-2, OFB-3.
    pub fn seen_by(&self, enemy: &OracleModel, there: &SightBody, look: Look) -> Cover {
        if let Seeks::Cover { awareness } = self.seeks {
            return self.concealed_from(enemy, there, awareness, look);
        }
        let rise = there.foot.z.0 - enemy.at().z.0;
        if rise >= 1000 {
            return Cover::Covered;
        }
        let woods = self.by_woods(enemy, there);
        if woods == Cover::Covered {
            return woods;
        }
        by_share(&self.sights, &enemy.body, there, look).max(woods)
    }

    /// Whether the sight line runs far enough through woods.
    ///
    /// Rule: VIS-2 (more than 1).
    pub fn by_woods(&self, enemy: &OracleModel, there: &SightBody) -> Cover {
        if self.sights.woods.is_empty() {
            return Cover::Clear;
        }
        let through = rays::in_woods(&self.sights, rays::eyes(&enemy.body), rays::middle(there), 0.02);
        let woods = over(through, 1.0);
        if woods == Cover::Clear { woods } else { self.woods_exactly(enemy, there) }
    }

    fn woods_exactly(&self, enemy: &OracleModel, there: &SightBody) -> Cover {
        let through = rays::in_woods(&self.sights, rays::eyes(&enemy.body), rays::middle(there), 0.002);
        over(through, 1.0)
    }

    /// Cover by the ground, which counts against every enemy.
    ///
    /// Rule: VIS-2 (at a wood's edge, in bog, in a field: Obscured).
    pub fn grown_over(&self, there: &SightBody) -> Cover {
        if self.seeks != Seeks::Safety {
            return Cover::Clear;
        }
        let of = |(index, parts): &(usize, Vec<(Figure, i32)>)| {
            let piece = &self.table.pieces[*index];
            // How far the nearest part of the base is inside one on whose level the model stands (HIL-3).
            let inside = |high: i32| {
                let (foot, at) = (there.foot.z.0, there.foot.ground());
                let level = parts.iter().filter(|(_, ground)| (*ground..=ground + high).contains(&foot));
                level.map(|(part, _)| there.radius - part.outside(at)).fold(f64::NEG_INFINITY, f64::max)
            };
            match &piece.kind {
                Kind::Wood { height } => {
                    let some = over(inside(height.0 - 1), 0.0);
                    // And the farthest part of it in the whole wood.
                    let whole = -Figure::of(&piece.footprint).outside(there.foot.ground());
                    let all = over(whole - there.radius, 1.0);
                    match (some, all) {
                        (Cover::Covered, Cover::Clear) => Cover::Covered,
                        (Cover::Clear, _) | (_, Cover::Covered) => Cover::Clear,
                        _ => Cover::Doubtful,
                    }
                }
                Kind::Bog | Kind::Field { .. } => over(inside(0), 0.0),
                _ => Cover::Clear,
            }
        };
        self.growth.iter().map(of).max().unwrap_or(Cover::Clear)
    }

    /// The verdict for all enemies on the leader at a place: that of the one with the best view.
    pub fn cover(&self, at: Place, look: Look) -> Cover {
        let there = SightBody { foot: at, ..self.unit[0].body };
        let grown = self.grown_over(&there);
        if grown == Cover::Covered {
            return grown;
        }
        let mut worst = Cover::Covered;
        for enemy in &self.enemies {
            worst = worst.min(self.seen_by(enemy, &there, look).max(grown));
            if worst == Cover::Clear {
                return worst;
            }
        }
        worst
    }

    /// Whether a place is nearer to the leader than to any enemy, by at least `by`; if cover is sought, nearer
    /// to the unit.
    ///
    /// Rule: FB-2, OFB-3.
    pub fn is_nearer(&self, at: Place, by: f64) -> bool {
        if self.seeks != Seeks::Safety {
            return self.is_nearer_to_unit(at, by);
        }
        let own = straight(at, self.unit[0].at());
        self.enemies.iter().all(|enemy| straight(at, enemy.at()) > own + by)
    }

    /// Whether the leader, moved to a place, is still near enough. For cover only the place itself counts.
    ///
    /// Rule: FB-2 (all this still holds), OFB-3 (says nothing of being moved).
    fn stays_nearer(&self, at: Place, by: f64) -> bool {
        self.seeks != Seeks::Safety || self.is_nearer(at, by)
    }

    /// Whether a place is safe and stays so when moved by up to `around` on its level, as far as the oracle can
    /// decide; nearer by at least `by`.
    ///
    /// Rule: FB-2.
    pub fn safe(&self, at: Place, around: f64, by: f64, look: Look) -> Cover {
        if !self.is_nearer(at, by) {
            return Cover::Clear;
        }
        let mut worst = self.cover(at, look);
        let count = if around > 0.0 { 12 } else { 0 };
        for index in 0..count {
            if worst == Cover::Clear {
                return worst;
            }
            let angle = std::f64::consts::TAU * index as f64 / count as f64;
            let [x, y] = at.ground();
            let p = [x + around * libm::cos(angle), y + around * libm::sin(angle)];
            let moved = self.beside(at, p);
            if !self.stays_nearer(moved, by) {
                return Cover::Clear;
            }
            worst = worst.min(self.cover(moved, look));
        }
        worst
    }

    /// The first place within `around` of another that is not safe, and the enemies that see it.
    pub fn first_in_the_open(&self, at: Place, around: f64, by: f64) -> Option<String> {
        (0..12).find_map(|index| {
            let angle = std::f64::consts::TAU * f64::from(index) / 12.0;
            let [x, y] = at.ground();
            let moved = self.beside(at, [x + around * libm::cos(angle), y + around * libm::sin(angle)]);
            let there = self.unit[0].there(moved).body;
            let seen =
                || self.enemies.iter().find(|enemy| self.seen_by(enemy, &there, Look::Fine) == Cover::Clear);
            let nearer = self.stays_nearer(moved, by);
            (!nearer || self.cover(moved, Look::Fine) == Cover::Clear)
                .then(|| format!("{moved}: nearer {nearer}, Clear to {:?}", seen().map(|enemy| enemy.id)))
        })
    }

    /// The place a little beside another, at the height of the surface there.
    pub fn beside(&self, at: Place, p: Point) -> Place {
        let here = self.through.surfaces(p);
        let height = self.through.surface(at).map_or(0, |on| {
            let same = here.iter().find(|other| **other == on);
            same.copied().or_else(|| self.through.follow(on, p, &here)).unwrap_or(here[0]).height
        });
        Place::from_inches(p[0], p[1], f64::from(height) / 1000.0).unwrap()
    }
}
