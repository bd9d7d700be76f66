//! Evaluates the share of a body in view and its sight state, without the reasons: the fast path for single pairs and
//! for whole maps.

use std::ops::ControlFlow;

use super::bvh::Bounded;
use super::line::Segment;
use super::occluders::{Occluder, OccluderKind};
use super::prepared_occluder::PreparedOccluder;
use super::shadow::Shadows;
use super::view_frame::{BodyInches, ViewFrame};
use super::{MIN_OPEN_SHARE, SightBody};
use crate::plane::fast_max;
use crate::region::Intervals;
use crate::shape::Point;
use crate::terrain::Terrain;
use warstrike_rules::measures::Thou;
use warstrike_rules::ruleset::SightRules;
use warstrike_rules::sight::{Mutual, SightState, Sighting, state};

/// View of a body from one pair of eyes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Visibility {
    /// The share of the body in view, 0 to 1 (VIS-1).
    pub in_view: f64,
    /// Its state for this pair alone (VIS-2).
    pub state: SightState,
}

impl Terrain {
    /// The share of a model in view from another model's eyes and its state: what judging [`Self::sighting`] gives,
    /// without the reasons.
    ///
    /// Rule: VIS-1, VIS-2.
    pub fn visibility(&self, from: &SightBody, to: &SightBody, rules: &SightRules) -> Visibility {
        let mut evaluator = SightEvaluator::new(self, rules);
        let ground = evaluator.ground_state(to);
        let rise = Thou(to.foot.z.0 - from.foot.z.0);
        let [eye, body] = [from, to].map(BodyInches::new);
        evaluator.visibility(&eye, &body, rise, ground, &mut Candidates::All)
    }
}

/// The occluders that may stand between two models.
pub(super) enum Candidates<'a> {
    /// All of the table.
    All,
    /// A superset of those that do.
    Listed {
        /// Their indices. An occluder that hides a whole body moves to the front: it may well hide the next one.
        indices: &'a mut [usize],
        /// Every occluder of the table, prepared for the observer's eyes.
        prepared: &'a [PreparedOccluder],
    },
}

impl Candidates<'_> {
    /// Whether single occluders, or several side by side, surely hide the observer from the body. `hidden` is
    /// scratch space.
    fn surely_hide_observer(
        &self,
        terrain: &Terrain,
        frame: &ViewFrame,
        [from, to]: [&BodyInches; 2],
        hidden: &mut Vec<[f64; 2]>,
    ) -> bool {
        let Self::Listed { indices, prepared } = self else { return false };
        let half = from.radius;
        hidden.clear();
        for &index in indices.iter() {
            let occluder = &terrain.sight.all()[index];
            if occluder.kind == OccluderKind::Solid && occluder.is_convex {
                match prepared[index].hidden_part_of_observer(frame, to.eyes - from.eyes) {
                    Some([right, left]) if right <= -half && left >= half => return true,
                    Some(part) => hidden.push(part),
                    None => {}
                }
            }
        }
        hidden.sort_unstable_by(|a, b| a[0].total_cmp(&b[0]));
        let extend =
            |end: f64, [right, left]: &[f64; 2]| if *right > end { end } else { fast_max(end, *left) };
        hidden.iter().fold(-half, extend) >= half
    }
}

/// Evaluates many views one after another, reusing its lists.
pub(super) struct SightEvaluator<'a> {
    pub(super) terrain: &'a Terrain,
    rules: &'a SightRules,
    /// Of the current view.
    shadows: Shadows,
    /// The woods that the current view met.
    woods: Vec<(&'a Occluder, Point)>,
    /// Intervals in which the observer is hidden from the body.
    hidden: Vec<[f64; 2]>,
    /// Parts of the line to the body's middle inside woods.
    parts: Intervals,
    /// The evidence for the body's state.
    sighting: Sighting,
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
            sighting: Sighting::default(),
        }
    }

    /// The state a body has because of what it stands in, for every observer.
    pub(super) fn ground_state(&self, body: &SightBody) -> SightState {
        let stands_in = self.terrain.stands_in(body);
        if stands_in.is_empty() {
            return SightState::Clear;
        }
        self.judge(&Sighting { in_view: 1.0, mutual: Mutual::Open, stands_in, ..Sighting::default() })
    }

    /// The visibility of a body with nothing in the way, given the state its ground gives it.
    pub(super) fn unobstructed(&mut self, rise: Thou, ground: SightState) -> Visibility {
        Visibility { in_view: 1.0, state: ground.max(self.judge_view(1.0, Mutual::Open, rise)) }
    }

    /// The visibility of a body, given the state its ground gives it.
    pub(super) fn visibility(
        &mut self,
        eye: &BodyInches,
        body: &BodyInches,
        rise: Thou,
        ground: SightState,
        candidates: &mut Candidates,
    ) -> Visibility {
        let frame = ViewFrame::between(eye, body);
        let in_view = self.visible_share(&frame, candidates);
        let is_hidden = in_view <= MIN_OPEN_SHARE
            && (candidates.surely_hide_observer(self.terrain, &frame, [eye, body], &mut self.hidden)
                || self.reverse_visible_share(&ViewFrame::between(body, eye), candidates) <= MIN_OPEN_SHARE);
        let mutual = if is_hidden { Mutual::Closed } else { Mutual::Open };
        let mut worst = ground.max(self.judge_view(in_view, mutual, rise));
        // Edges and woods make it no worse than Concealed.
        if worst < SightState::Concealed {
            let Self { terrain, shadows, sighting, .. } = self;
            if in_view < self.rules.all_in_view {
                let occlusions = shadows.occlusions(|piece| terrain.has_edge(piece));
                let with_edge = |found| terrain.with_edge(&frame, found);
                sighting.occlusions.extend(occlusions.into_iter().map(with_edge));
            }
            if !self.woods.is_empty() {
                self.sighting.in_woods = self.in_woods(&Segment::between(eye, body));
            }
            if !self.sighting.occlusions.is_empty() || self.sighting.in_woods > 0.0 {
                worst = worst.max(self.judge(&self.sighting));
            }
        }
        Visibility { in_view, state: worst }
    }

    fn judge(&self, sighting: &Sighting) -> SightState {
        state(sighting, self.rules, self.terrain.allowance())
    }

    /// The state that the share in view and the height give. Starts new evidence with them.
    fn judge_view(&mut self, in_view: f64, mutual: Mutual, rise: Thou) -> SightState {
        let Sighting { occlusions, in_woods, .. } = &mut self.sighting;
        occlusions.clear();
        *in_woods = 0.0;
        (self.sighting.in_view, self.sighting.mutual, self.sighting.rise) = (in_view, mutual, rise);
        self.judge(&self.sighting)
    }

    fn in_woods(&mut self, line: &Segment) -> f64 {
        self.parts.clear();
        for (occluder, shift) in &self.woods {
            line.add_parts_inside(occluder, *shift, &mut self.parts);
        }
        if self.woods.len() > 1 {
            self.parts.extend(line.parts_in_seams(&self.woods));
        }
        line.length_within(&self.parts)
    }

    /// The share of a body in view. Unless all is hidden, all its shadows and all woods before it are known
    /// afterwards.
    fn visible_share(&mut self, frame: &ViewFrame, candidates: &mut Candidates) -> f64 {
        let Self { terrain, shadows, woods, .. } = self;
        let terrain: &'a Terrain = terrain;
        shadows.restart(*frame);
        woods.clear();
        match candidates {
            Candidates::All => terrain.sight.visit(frame, |occluder| {
                if occluder.kind == OccluderKind::Trees {
                    woods.push((occluder, [0.0; 2]));
                }
                shadows.cast_solid(occluder, terrain.touch_depth())
            }),
            Candidates::Listed { indices, prepared } => {
                for slot in 0..indices.len() {
                    let prepared = &prepared[indices[slot]];
                    if prepared.is_surely_missed_by(frame) {
                        continue;
                    }
                    let occluder = &terrain.sight.all()[indices[slot]];
                    if occluder.kind == OccluderKind::Trees {
                        if prepared.meets_middle(frame) {
                            woods.push((occluder, [0.0; 2]));
                        }
                    } else if shadows.cast_prepared(prepared, occluder, terrain.touch_depth()).is_break() {
                        indices.swap(0, slot);
                        break;
                    }
                }
            }
        }
        let in_view = 1.0 - shadows.covered();
        if shadows.needs_refinement(in_view) { self.visible_share(frame, candidates) } else { in_view }
    }

    /// The share of the observer in view from the body's eyes.
    fn reverse_visible_share(&mut self, frame: &ViewFrame, candidates: &Candidates) -> f64 {
        let Self { terrain, shadows, .. } = self;
        shadows.restart(*frame);
        shadows.in_view(|shadows| match candidates {
            Candidates::All => {
                terrain.sight.visit(frame, |occluder| shadows.cast_solid(occluder, terrain.touch_depth()));
            }
            Candidates::Listed { indices, prepared } => {
                let _ = indices.iter().try_for_each(|&index| {
                    let occluder = &terrain.sight.all()[index];
                    if occluder.kind != OccluderKind::Solid || !frame.may_meet(&occluder.aabb()) {
                        return ControlFlow::Continue(());
                    }
                    shadows.cast_reverse(&prepared[index], occluder, terrain.touch_depth())
                });
            }
        })
    }
}
