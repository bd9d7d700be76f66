//! The share of a body in view and its state, without reasons: what is asked most often, of pairs and of
//! whole maps.

use super::blocks::{Occluder, OccluderKind};
use super::line::Line;
use super::look::{Figure, Look};
use super::seen::Seen;
use super::shadow::Shadows;
use super::tree::{Bounded, Visit};
use super::{LEAST_OPEN, SightBody};
use crate::rules::measures::Thou;
use crate::rules::ruleset::SightRules;
use crate::rules::sight::{Mutual, SightState, Sighting, state};
use crate::table::plane::fast_max;
use crate::table::region::Intervals;
use crate::table::shape::Point;
use crate::table::terrain::Terrain;

/// What eyes see of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Visibility {
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
    pub fn glimpse(&self, from: &SightBody, to: &SightBody, rules: &SightRules) -> Visibility {
        let mut gaze = SightEvaluator::new(self, rules);
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
    /// Whether prisms surely hide the first of two models from the second, one alone or several side by side.
    /// `hidden` is a list to use.
    fn hide_back(
        &self,
        terrain: &Terrain,
        look: &Look,
        [from, to]: [&Figure; 2],
        hidden: &mut Vec<[f64; 2]>,
    ) -> bool {
        let Self::These { near, seen } = self else { return false };
        let half = from.radius;
        hidden.clear();
        for &nth in near.iter() {
            let block = &terrain.sight.all()[nth];
            if block.matter == OccluderKind::Solid && block.is_convex {
                match seen[nth].hides_back(look, to.eyes - from.eyes) {
                    Some([right, left]) if right <= -half && left >= half => return true,
                    Some(part) => hidden.push(part),
                    None => {}
                }
            }
        }
        hidden.sort_unstable_by(|a, b| a[0].total_cmp(&b[0]));
        let beside = |up_to: f64, [right, left]: &[f64; 2]| {
            if *right > up_to { up_to } else { fast_max(up_to, *left) }
        };
        hidden.iter().fold(-half, beside) >= half
    }
}

/// Many looks, one after another.
pub(super) struct SightEvaluator<'a> {
    pub(super) terrain: &'a Terrain,
    rules: &'a SightRules,
    /// Of one look. Its lists are kept from look to look.
    shadows: Shadows,
    /// What trees it met.
    woods: Vec<(&'a Occluder, Point)>,
    /// From where to where the model that looks is hidden from the body.
    hidden: Vec<[f64; 2]>,
    /// Where the line to the body's middle runs through trees.
    parts: Intervals,
    /// What speaks for a state of the body.
    found: Sighting,
}

impl<'a> SightEvaluator<'a> {
    pub(super) fn new(terrain: &'a Terrain, rules: &'a SightRules) -> Self {
        Self {
            terrain,
            rules,
            shadows: Shadows::default(),
            woods: Vec::new(),
            hidden: Vec::new(),
            parts: Intervals::new(),
            found: Sighting::default(),
        }
    }

    /// The state that a body has by what it stands in, whoever looks.
    pub(super) fn ground(&self, body: &SightBody) -> SightState {
        let stands_in = self.terrain.stands_in(body);
        if stands_in.is_empty() {
            return SightState::Clear;
        }
        self.judge(&Sighting { in_view: 1.0, mutual: Mutual::Open, stands_in, ..Sighting::default() })
    }

    /// What is seen of a body that has a state by its ground, where nothing is in the way.
    pub(super) fn open_glimpse(&mut self, rise: Thou, ground: SightState) -> Visibility {
        Visibility { in_view: 1.0, state: ground.max(self.judge_anew(1.0, Mutual::Open, rise)) }
    }

    /// What is seen of a body that has a state by its ground.
    pub(super) fn glimpse(
        &mut self,
        eye: &Figure,
        body: &Figure,
        rise: Thou,
        ground: SightState,
        among: &mut Among,
    ) -> Visibility {
        let look = Look::between(eye, body);
        let in_view = self.look(&look, among);
        let is_hidden = in_view <= LEAST_OPEN
            && (among.hide_back(self.terrain, &look, [eye, body], &mut self.hidden)
                || self.look_back(&Look::between(body, eye), among) <= LEAST_OPEN);
        let mutual = if is_hidden { Mutual::Closed } else { Mutual::Open };
        let mut worst = ground.max(self.judge_anew(in_view, mutual, rise));
        // Nothing else makes it worse than this.
        if worst < SightState::Concealed {
            let Self { terrain, shadows, found, .. } = self;
            if in_view < self.rules.all_in_view {
                let shades = shadows.shades(|piece| terrain.has_edge(piece));
                found.shades.extend(shades.into_iter().map(|shade| terrain.shaded(shade)));
            }
            if !self.woods.is_empty() {
                self.found.in_woods = self.in_woods(&Line::between(eye, body));
            }
            if !self.found.shades.is_empty() || self.found.in_woods > 0.0 {
                worst = worst.max(self.judge(&self.found));
            }
        }
        Visibility { in_view, state: worst }
    }

    fn judge(&self, sighting: &Sighting) -> SightState {
        state(sighting, self.rules, self.terrain.allowance())
    }

    /// The state that these alone give.
    fn judge_anew(&mut self, in_view: f64, mutual: Mutual, rise: Thou) -> SightState {
        let Sighting { shades, in_woods, .. } = &mut self.found;
        shades.clear();
        *in_woods = 0.0;
        (self.found.in_view, self.found.mutual, self.found.rise) = (in_view, mutual, rise);
        self.judge(&self.found)
    }

    fn in_woods(&mut self, line: &Line) -> f64 {
        self.parts.clear();
        for (block, moved) in &self.woods {
            line.add_parts_inside(block, *moved, &mut self.parts);
        }
        if self.woods.len() > 1 {
            self.parts.extend(line.parts_in_seams(&self.woods));
        }
        line.length_within(&self.parts)
    }

    /// The share of a body in view; all its shadows and all trees before it are known then, unless all is hidden.
    fn look(&mut self, look: &Look, among: &mut Among) -> f64 {
        let Self { terrain, shadows, woods, .. } = self;
        let terrain: &'a Terrain = terrain;
        shadows.restart(*look);
        woods.clear();
        match among {
            Among::All => terrain.sight.visit(look, |block| {
                if block.matter == OccluderKind::Trees {
                    woods.push((block, [0.0; 2]));
                }
                shadows.cast_in_turn(block, terrain.touch_depth())
            }),
            Among::These { near, seen } => {
                for slot in 0..near.len() {
                    let seen = &seen[near[slot]];
                    if seen.is_missed_by(look) {
                        continue;
                    }
                    let block = &terrain.sight.all()[near[slot]];
                    if block.matter == OccluderKind::Trees {
                        if seen.meets_middle(look) {
                            woods.push((block, [0.0; 2]));
                        }
                    } else if shadows.cast_seen(seen, block, terrain.touch_depth()) == Visit::Over {
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
    fn look_back(&mut self, look: &Look, among: &Among) -> f64 {
        let Self { terrain, shadows, .. } = self;
        shadows.restart(*look);
        shadows.in_view(|shadows| match among {
            Among::All => {
                terrain.sight.visit(look, |block| shadows.cast_in_turn(block, terrain.touch_depth()))
            }
            Among::These { near, seen } => {
                for &nth in near.iter() {
                    let block = &terrain.sight.all()[nth];
                    if block.matter == OccluderKind::Solid
                        && look.reaches(&block.room())
                        && shadows.cast_back(&seen[nth], block, terrain.touch_depth()) == Visit::Over
                    {
                        break;
                    }
                }
            }
        })
    }
}
