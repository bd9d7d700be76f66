//! The share of a body in view and its state, without reasons: what is asked most often, of pairs and of
//! whole maps.

use super::blocks::{Block, Matter};
use super::line::Line;
use super::look::Look;
use super::shadow::Shadows;
use super::tree::{Boxed, Visit};
use super::{LEAST_OPEN, Viewed};
use crate::rules::measures::Thou;
use crate::rules::ruleset::SightRules;
use crate::rules::sight::{Mutual, SightState, Sighting, state};
use crate::table::region::Parts;
use crate::table::terrain::Terrain;

/// What eyes see of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glimpse {
    /// The share of the body in view, 0 to 1 (VIS-1).
    pub in_view: f64,
    /// Its state for this pair alone (VIS-2).
    pub state: SightState,
}

impl Terrain {
    /// How much of another model one has in view, and in what state that leaves it: what
    /// [`Self::sighting`] tells, judged, without reasons.
    ///
    /// Rule: VIS-1, VIS-2.
    pub fn glimpse(&self, from: &Viewed, to: &Viewed, rules: &SightRules) -> Glimpse {
        let looks = [Look::new(from, to), Look::new(to, from)];
        let mut near = Vec::new();
        self.sight.find(|room| looks.iter().any(|look| look.reaches(room)), &mut near);
        let mut gaze = Gaze::new(self, rules);
        let ground = gaze.ground(to);
        gaze.glimpse(from, to, ground, &near)
    }
}

/// Many looks, one after another.
pub(super) struct Gaze<'a> {
    pub(super) terrain: &'a Terrain,
    rules: &'a SightRules,
    /// On the body. Its lists are kept from look to look.
    shadows: Shadows,
    /// On the model, as the body sees it.
    back: Shadows,
}

impl<'a> Gaze<'a> {
    pub(super) fn new(terrain: &'a Terrain, rules: &'a SightRules) -> Self {
        Self { terrain, rules, shadows: Shadows::default(), back: Shadows::default() }
    }

    /// The state that a body has by what it stands in, whoever looks.
    pub(super) fn ground(&self, body: &Viewed) -> SightState {
        let stands_in = self.terrain.stands_in(body);
        self.judge(&Sighting { in_view: 1.0, mutual: Mutual::Open, stands_in, ..Sighting::default() })
    }

    /// What is seen of a body that has a state by its ground, past some prisms: at least all that can be
    /// in the way of a line from either one to the other, in their order.
    pub(super) fn glimpse(
        &mut self,
        eye: &Viewed,
        body: &Viewed,
        ground: SightState,
        near: &[usize],
    ) -> Glimpse {
        let mut sighting = Sighting {
            in_view: 1.0,
            mutual: Mutual::Open,
            rise: Thou(body.foot.z.0 - eye.foot.z.0),
            ..Sighting::default()
        };
        if near.is_empty() {
            return Glimpse { in_view: 1.0, state: ground.max(self.judge(&sighting)) };
        }
        let look = Look::new(eye, body);
        sighting.in_view = in_view(self.terrain, &mut self.shadows, look, near);
        if sighting.in_view <= self.rules.nothing_in_view {
            let is_seen = sighting.in_view > LEAST_OPEN
                || in_view(self.terrain, &mut self.back, Look::new(body, eye), near) > LEAST_OPEN;
            sighting.mutual = if is_seen { Mutual::Open } else { Mutual::Closed };
        }
        let mut worst = ground.max(self.judge(&sighting));
        // Nothing else makes it worse than this.
        if worst < SightState::Concealed {
            if sighting.in_view < self.rules.all_in_view {
                sighting.shades = self.terrain.shaded(&self.shadows.shades());
            }
            sighting.in_woods = self.in_woods(&Line::new(eye, body), near);
            worst = worst.max(self.judge(&sighting));
        }
        Glimpse { in_view: sighting.in_view, state: worst }
    }

    fn judge(&self, sighting: &Sighting) -> SightState {
        state(sighting, self.rules, self.terrain.allowance())
    }

    fn in_woods(&self, line: &Line, near: &[usize]) -> f64 {
        let woods = blocks(self.terrain, near).filter(|block| block.matter == Matter::Trees);
        let parts: Parts = woods.flat_map(|block| line.parts_inside(block, [0.0; 2])).collect();
        if parts.is_empty() { 0.0 } else { line.length_within(parts) }
    }
}

/// Prisms by their numbers.
fn blocks<'a>(terrain: &'a Terrain, near: &'a [usize]) -> impl Iterator<Item = &'a Block> {
    let blocks = terrain.sight.all();
    near.iter().map(|nth| &blocks[*nth])
}

/// The share of a body in view past some prisms; its shadows, all of them if it is not hidden.
fn in_view(terrain: &Terrain, shadows: &mut Shadows, look: Look, near: &[usize]) -> f64 {
    shadows.restart(look);
    for block in blocks(terrain, near).filter(|block| look.reaches(&block.room())) {
        if shadows.cast_in_turn(block, terrain.touch()) == Visit::Over {
            break;
        }
    }
    1.0 - shadows.covered()
}
