//! Lines of sight: how much of a body is in view, what hides the rest, and what lies on the line.
//!
//! **Algorithm.** The body is an upright rectangle. Seen from the eyes, every occluder (an upright
//! prism or a level slab) casts a perspective shadow on that rectangle. The shadow's edges are straight
//! wherever those of the footprint are, so a shadow is a set of trapezoids with upright sides, and the
//! share in view is one minus the exact area of their union; nothing is sampled. Only the rims of
//! circles are approximated, by chords between exact tangents.
//!
//! **What is solid.** Hill steps, from the table to their tops; walls of ruins and structures, including
//! the parts above and below their openings; floors and roofs, which have no thickness; linear and point
//! obstacles, from the table to their height. Woods are prisms that hide nothing, but the length of a
//! line inside them counts. Models, bogs, fields and open ground hide nothing.
//!
//! **At the edges.** Touching does not block: a line along a wall's face, across a hill's rim at eye
//! height or level with a floor is open. Where two solids touch, nothing shows between them, and a line
//! along the seam is blocked (`seam.rs`). A model whose centre lies inside a hill step by no more than
//! the allowance is not yet on that step (BAS-10); for that model the step ends at its centre, so it
//! neither blinds nor hides. Eyes deeper inside a solid see nothing. Where a body reaches into a solid,
//! the part inside is out of view, but not behind the solid (`leaning.rs`).

mod body;
mod bvh;
mod convex;
pub mod exposure;
mod joints;
mod leaning;
mod line;
mod occluders;
mod prepared_occluder;
mod profile;
mod round;
mod seam;
mod shadow;
mod sight_evaluator;
mod sighting;
mod sighting_cache;
#[cfg(test)]
mod tests;
mod trapezoid_union;
mod view_frame;

use std::ops::ControlFlow;

use super::terrain::Terrain;
use warstrike_rules::measures::{Place, Thou};

pub use body::{BodyPart, BodyView, Light};
pub use line::SightLine;
pub(super) use occluders::Occluders;
pub use profile::{CutBy, Profile, ProfileCut, ProfileRay};
use shadow::Shadows;
pub use sight_evaluator::Visibility;
pub(super) use sighting_cache::SightingCache;
use view_frame::ViewFrame;

/// Dimensions of a model for lines of sight.
///
/// Its body is the upright rectangle, `2 × radius` wide and `height` high, that stands on the centre of
/// its base and faces the observer.
///
/// Rule: VIS-1, BAS-2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SightBody {
    /// The centre of its base, at the height of the ground or floor under it.
    pub foot: Place,
    /// Half the diameter of its base, inches.
    pub radius: f64,
    /// From its foot to its top.
    pub height: Thou,
    /// From its foot to its eyes.
    pub eyes: Thou,
}

impl SightBody {
    /// All of it as bits: bodies that are alike in all have the same.
    fn bits(&self) -> [u64; 4] {
        let pair = |a: Thou, b: Thou| u64::from(a.0 as u32) << 32 | u64::from(b.0 as u32);
        let Self { foot, radius, height, eyes } = *self;
        [pair(foot.x, foot.y), pair(foot.z, height), pair(eyes, Thou(0)), radius.to_bits()]
    }
}

/// Part of a body that one piece of terrain hides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Occlusion {
    /// Index of the piece.
    pub piece: usize,
    /// The share of the body it hides, whether or not other pieces hide the same parts.
    pub share: f64,
}

/// A smaller share of a body in view is no open line: far above the rounding of areas, far below what
/// could be seen.
const MIN_OPEN_SHARE: f64 = 1e-6;

impl Terrain {
    /// The share of a model's body in view from another model's eyes, 0 to 1.
    ///
    /// If one model stands straight above the other, no direction faces the observer; the body then
    /// faces along the table's x axis.
    ///
    /// Rule: VIS-1.
    pub fn fraction_in_view(&self, from: &SightBody, to: &SightBody) -> f64 {
        let frame = ViewFrame::new(from, to);
        Shadows::new(frame).in_view(|shadows| {
            self.sight.visit(&frame, |occluder| shadows.cast_solid(occluder, self.touch_depth()));
        })
    }

    /// Whether a line is open from the eyes of either model to the body of the other.
    ///
    /// Rule: VIS-1.
    pub fn can_see(&self, a: &SightBody, b: &SightBody) -> bool {
        self.is_open_from_either(self.fraction_in_view(a, b), a, b)
    }

    /// As [`Self::can_see`], given the share of the second model that is in view of the first.
    fn is_open_from_either(&self, in_view: f64, a: &SightBody, b: &SightBody) -> bool {
        in_view > MIN_OPEN_SHARE || self.fraction_in_view(b, a) > MIN_OPEN_SHARE
    }

    /// The pieces that hide some of a model's body from another model's eyes, ordered by index.
    ///
    /// Rule: VIS-1.
    pub fn occlusions(&self, from: &SightBody, to: &SightBody) -> Vec<Occlusion> {
        let frame = ViewFrame::new(from, to);
        let mut shadows = Shadows::new(frame);
        self.sight.visit(&frame, |occluder| {
            // Even if all is hidden already, every piece has its own share.
            let _ = shadows.cast_solid(occluder, self.touch_depth());
            ControlFlow::Continue(())
        });
        shadows.occlusions(|_| true)
    }
}
