//! A path as it is drawn: straight segments in the scene with their going, and signs where the going changes.

use bevy::math::Vec3;

use super::going_look;
use crate::rules::movement::going::Going;
use crate::table::walk::{Crossing, CrossingKind, Walk, WalkedLeg};
use crate::ui::axes;

/// A path in the scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::ui) struct Trail {
    /// In order; vertical where the path steps up or down.
    pub segments: Vec<Segment>,
    /// Where going changes.
    pub signs: Vec<Sign>,
}

/// A straight segment of one going.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ui) struct Segment {
    /// Where it begins.
    pub from: Vec3,
    /// Where it ends.
    pub to: Vec3,
    /// Its going.
    pub going: Going,
}

/// A place at which a path crosses something, and the rule about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ui) struct Sign {
    /// Where.
    pub at: Vec3,
    /// Index of the piece of terrain.
    pub piece: usize,
    /// What is crossed.
    pub what: CrossingKind,
    /// Its going.
    pub going: Going,
    /// The rule.
    pub rule: &'static str,
}

/// Makes the trail of a walk.
pub(in crate::ui) fn trail(walk: &Walk) -> Trail {
    let mut trail = Trail::default();
    for leg in &walk.legs {
        trail.add_leg(leg);
    }
    trail
}

impl Trail {
    /// All its points in order.
    pub fn points(&self) -> Vec<Vec3> {
        let first = self.segments.first().map(|piece| piece.from);
        first.into_iter().chain(self.segments.iter().map(|piece| piece.to)).collect()
    }

    fn add_leg(&mut self, leg: &WalkedLeg) {
        let plan = leg.plan();
        let end = axes::place_in_scene(leg.to);
        let mut last = axes::place_in_scene(leg.from);
        for cut in cuts(leg).windows(2) {
            let [from, to] = [cut[0], cut[1]];
            let middle = (from + to) / 2.0;
            let on = leg.spans.iter().find(|span| span.from <= middle && middle <= span.to);
            let height = on.map_or(leg.to.z, |span| span.surface.height).inches();
            let [start, stop] = [from, to].map(|share| axes::in_scene(plan.at(share), height));
            self.add_segment(last, start, going_near(leg, from));
            self.add_segment(start, stop, going_on(leg, middle));
            last = stop;
        }
        self.add_segment(last, end, going_near(leg, 1.0));
        for crossing in leg.crossings.iter().filter(|crossing| has_sign(crossing)) {
            let over = leg.spans.iter().find(|span| crossing.from <= span.to);
            let height = over.map_or(leg.to.z, |span| span.surface.height).inches();
            self.signs.push(Sign {
                at: axes::in_scene(plan.at(crossing.from), height),
                piece: crossing.piece,
                what: crossing.kind,
                going: crossing.going,
                rule: crossing.rule,
            });
        }
    }

    fn add_segment(&mut self, from: Vec3, to: Vec3, going: Going) {
        if from.distance_squared(to) > 1e-8 {
            self.segments.push(Segment { from, to, going });
        }
    }
}

/// Whatever costs movement, and openings, which save it.
fn has_sign(crossing: &Crossing) -> bool {
    crossing.going != Going::Clear || matches!(crossing.kind, CrossingKind::Opening(_))
}

/// The shares of a leg at which its height or going changes.
fn cuts(leg: &WalkedLeg) -> Vec<f64> {
    let spans = leg.spans.iter().flat_map(|span| [span.from, span.to]);
    let crossings = leg.crossings.iter().flat_map(|crossing| [crossing.from, crossing.to]);
    let mut cuts: Vec<f64> = spans.chain(crossings).chain([0.0, 1.0]).collect();
    cuts.sort_by(f64::total_cmp);
    cuts.dedup_by(|b, a| *b - *a < 1e-6);
    cuts
}

/// The going of the ground at a share of a leg.
fn going_on(leg: &WalkedLeg, share: f64) -> Going {
    let here = leg.crossings.iter().filter(|crossing| crossing.from <= share && share <= crossing.to);
    here.fold(Going::Clear, |going, crossing| going_look::both(going, crossing.going))
}

/// The going of a step up or down at a share of a leg.
fn going_near(leg: &WalkedLeg, share: f64) -> Going {
    let here = leg.crossings.iter().filter(|crossing| {
        (crossing.from - share).abs() < 1e-6
            && !matches!(crossing.kind, CrossingKind::Area | CrossingKind::Wall)
    });
    here.fold(Going::Clear, |going, crossing| going_look::both(going, crossing.going))
}
