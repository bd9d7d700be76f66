//! A walked path as it is drawn: straight pieces in the scene with their going, and the
//! signs where going changes.

use bevy::math::Vec3;

use super::{axes, going_look};
use crate::rules::movement::going::Going;
use crate::table::walk::{Crossing, CrossingKind, Walk, WalkedLeg};

/// A path in the scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Trail {
    /// In order; upright where the path steps up or down.
    pub pieces: Vec<Piece>,
    /// Where going changes.
    pub signs: Vec<Sign>,
}

/// A straight part of one going.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Piece {
    /// Where it begins.
    pub from: Vec3,
    /// Where it ends.
    pub to: Vec3,
    /// How hard it is.
    pub going: Going,
}

/// A place at which a path meets something, and the paragraph that speaks of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sign {
    /// Where.
    pub at: Vec3,
    /// Index of the piece of terrain.
    pub piece: usize,
    /// What is met.
    pub what: CrossingKind,
    /// How hard it is.
    pub going: Going,
    /// The paragraph.
    pub rule: &'static str,
}

/// The trail of a walk.
pub(super) fn trail(walk: &Walk) -> Trail {
    let mut trail = Trail::default();
    for leg in &walk.legs {
        trail.follow(leg);
    }
    trail
}

impl Trail {
    /// Every point of it in order.
    pub fn points(&self) -> Vec<Vec3> {
        let first = self.pieces.first().map(|piece| piece.from);
        first.into_iter().chain(self.pieces.iter().map(|piece| piece.to)).collect()
    }

    fn follow(&mut self, leg: &WalkedLeg) {
        let plan = leg.plan();
        let end = axes::place_in_scene(leg.to);
        let mut last = axes::place_in_scene(leg.from);
        for cut in cuts(leg).windows(2) {
            let [from, to] = [cut[0], cut[1]];
            let middle = (from + to) / 2.0;
            let on = leg.spans.iter().find(|span| span.from <= middle && middle <= span.to);
            let height = on.map_or(leg.to.z, |span| span.surface.height).inches();
            let [start, stop] = [from, to].map(|share| axes::in_scene(plan.at(share), height));
            self.step(last, start, going_near(leg, from));
            self.step(start, stop, going_on(leg, middle));
            last = stop;
        }
        self.step(last, end, going_near(leg, 1.0));
        for crossing in leg.crossings.iter().filter(|crossing| is_told(crossing)) {
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

    fn step(&mut self, from: Vec3, to: Vec3, going: Going) {
        if from.distance_squared(to) > 1e-8 {
            self.pieces.push(Piece { from, to, going });
        }
    }
}

/// What costs something, and openings, that save it.
fn is_told(crossing: &Crossing) -> bool {
    crossing.going != Going::Clear || matches!(crossing.kind, CrossingKind::Opening(_))
}

/// Shares of a leg at which its height or its going changes.
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

/// The going of a step at a share of a leg.
fn going_near(leg: &WalkedLeg, share: f64) -> Going {
    let here = leg.crossings.iter().filter(|crossing| {
        (crossing.from - share).abs() < 1e-6
            && !matches!(crossing.kind, CrossingKind::Area | CrossingKind::Wall)
    });
    here.fold(Going::Clear, |going, crossing| going_look::both(going, crossing.going))
}
