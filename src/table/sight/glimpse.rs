//! The share of a body in view and its state, without reasons: what is asked most often, of pairs and of
//! whole maps.

use super::blocks::{Block, Matter};
use super::line::Line;
use super::look::{Figure, Look};
use super::seen::Seen;
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
        let mut gaze = Gaze::new(self, rules);
        let ground = gaze.ground(to);
        let rise = Thou(to.foot.z.0 - from.foot.z.0);
        gaze.glimpse(&Figure::new(from), &Figure::new(to), rise, ground, &mut Among::All)
    }
}

/// The prisms that may be in the way of lines between two models.
pub(super) enum Among<'a> {
    /// All of the table.
    All,
    /// Some, at least all that are. Their order changes: those that hide come to the front, for they
    /// may well hide the next body too.
    These {
        /// Their numbers.
        near: &'a mut [usize],
        /// Every prism as the eyes see it.
        seen: &'a [Seen],
    },
}

impl Among<'_> {
    /// Whether one prism surely hides the first of two models from the second.
    fn one_hides_back(&self, terrain: &Terrain, look: &Look, models: [&Figure; 2]) -> bool {
        match self {
            Self::All => false,
            Self::These { near, seen } => near.iter().any(|nth| {
                let block = &terrain.sight.all()[*nth];
                block.matter == Matter::Solid && block.is_convex && seen[*nth].hides_back(look, models)
            }),
        }
    }
}

/// Many looks, one after another.
pub(super) struct Gaze<'a> {
    pub(super) terrain: &'a Terrain,
    rules: &'a SightRules,
    /// Of one look. Its lists are kept from look to look.
    shadows: Shadows,
    /// What trees it met.
    woods: Vec<&'a Block>,
}

impl<'a> Gaze<'a> {
    pub(super) fn new(terrain: &'a Terrain, rules: &'a SightRules) -> Self {
        Self { terrain, rules, shadows: Shadows::default(), woods: Vec::new() }
    }

    /// The state that a body has by what it stands in, whoever looks.
    pub(super) fn ground(&self, body: &Viewed) -> SightState {
        let stands_in = self.terrain.stands_in(body);
        if stands_in.is_empty() {
            return SightState::Clear;
        }
        self.judge(&Sighting { in_view: 1.0, mutual: Mutual::Open, stands_in, ..Sighting::default() })
    }

    /// What is seen of a body that has a state by its ground.
    pub(super) fn glimpse(
        &mut self,
        eye: &Figure,
        body: &Figure,
        rise: Thou,
        ground: SightState,
        among: &mut Among,
    ) -> Glimpse {
        let look = Look::between(eye, body);
        let in_view = self.look(look, among);
        let mut sighting = Sighting { in_view, mutual: Mutual::Open, rise, ..Sighting::default() };
        if in_view <= LEAST_OPEN {
            let is_hidden = among.one_hides_back(self.terrain, &look, [eye, body])
                || self.look_back(Look::between(body, eye), among) <= LEAST_OPEN;
            sighting.mutual = if is_hidden { Mutual::Closed } else { Mutual::Open };
        }
        let mut worst = ground.max(self.judge(&sighting));
        // Nothing else makes it worse than this.
        if worst < SightState::Concealed {
            if in_view < self.rules.all_in_view {
                let terrain = self.terrain;
                sighting.shades = terrain.shaded(&self.shadows.shades(|piece| terrain.has_edge(piece)));
            }
            sighting.in_woods = self.in_woods(&Line::between(eye, body));
            if !sighting.shades.is_empty() || sighting.in_woods > 0.0 {
                worst = worst.max(self.judge(&sighting));
            }
        }
        Glimpse { in_view, state: worst }
    }

    fn judge(&self, sighting: &Sighting) -> SightState {
        state(sighting, self.rules, self.terrain.allowance())
    }

    fn in_woods(&self, line: &Line) -> f64 {
        if self.woods.is_empty() {
            return 0.0;
        }
        let parts: Parts = self.woods.iter().flat_map(|block| line.parts_inside(block, [0.0; 2])).collect();
        if parts.is_empty() { 0.0 } else { line.length_within(parts) }
    }

    /// The share of a body in view; all its shadows and all trees before it are known then, unless all is hidden.
    fn look(&mut self, look: Look, among: &mut Among) -> f64 {
        let Self { terrain, shadows, woods, .. } = self;
        let terrain: &'a Terrain = terrain;
        shadows.restart(look);
        woods.clear();
        match among {
            Among::All => terrain.sight.visit(&look, |block| {
                if block.matter == Matter::Trees {
                    woods.push(block);
                }
                shadows.cast_in_turn(block, terrain.touch())
            }),
            Among::These { near, seen } => {
                for slot in 0..near.len() {
                    let (seen, block) = (&seen[near[slot]], &terrain.sight.all()[near[slot]]);
                    if seen.is_missed_by(&look) {
                        continue;
                    }
                    if block.matter == Matter::Trees {
                        if seen.meets_middle(&look) {
                            woods.push(block);
                        }
                    } else if shadows.cast_seen(seen, block, terrain.touch()) == Visit::Over {
                        near.swap(0, slot);
                        break;
                    }
                }
            }
        }
        let in_view = 1.0 - shadows.covered();
        if shadows.goes_finer(in_view) { self.look(look, among) } else { in_view }
    }

    /// The share of a model in view of the body that it looks at.
    fn look_back(&mut self, look: Look, among: &Among) -> f64 {
        let Self { terrain, shadows, .. } = self;
        shadows.restart(look);
        shadows.in_view(|shadows| match among {
            Among::All => terrain.sight.visit(&look, |block| shadows.cast_in_turn(block, terrain.touch())),
            Among::These { near, .. } => {
                for nth in near.iter() {
                    let block = &terrain.sight.all()[*nth];
                    if look.reaches(&block.room())
                        && shadows.cast_in_turn(block, terrain.touch()) == Visit::Over
                    {
                        break;
                    }
                }
            }
        })
    }
}
