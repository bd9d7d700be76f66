//! Lines of sight: how much of a body can be seen, what hides the rest, and what lies on the way.
//!
//! There is one routine for sight. Seen from an eye, every solid casts a shadow on the upright
//! rectangle that is the target's body; the share of the rectangle in no shadow is in view. Solids
//! are upright prisms and level slabs, so that a shadow's edges are straight lines wherever those
//! of the footprint are: the shares are areas of polygons, found without sampling. Only the rims
//! of circles are followed in short straight pieces, and their sides are exact.
//!
//! **What is solid.** Steps of hills from the table to their tops; walls of ruins and structures,
//! what is over and under their openings too; floors and roofs, which have no thickness; linear
//! and point obstacles from the table to their height. Woods are prisms that hide nothing, but
//! the length of a line inside them is told. Models, bogs, fields and open ground hide nothing.
//!
//! **At the edges.** What touches a line does not cut it: a line along a wall's face, over a
//! hill's rim at the height of the eyes or level with a floor is open. Where two solids touch each other
//! nothing shows between them, and a line along the seam is cut (`seam.rs`). A model whose centre lies
//! no deeper than the allowance inside a step of a hill is not yet up (BAS-10); that step then
//! counts as ending at its centre, so that it neither blinds nor hides. An eye deeper inside a solid
//! sees nothing. Where a body reaches into a solid that it leans over, that part is out of view.

mod blocks;
mod body;
mod convex;
mod cover;
pub mod exposure;
mod glimpse;
mod joints;
mod line;
mod look;
mod profile;
mod round;
mod seam;
mod seen;
mod shadow;
mod sighting;
#[cfg(test)]
mod tests;
mod tree;

use super::terrain::Terrain;
use crate::rules::measures::{Place, Thou};

pub(super) use blocks::Blocks;
pub use body::{BodyPart, BodyView, Light};
pub use glimpse::Visibility;
pub use line::SightLine;
use look::Look;
pub use profile::{CutBy, Profile, ProfileCut, ProfileRay};
use shadow::Shadows;
use tree::Visit;

/// A model as sight knows it.
///
/// Its body is the upright rectangle, `2 × radius` wide and `height` high, that stands through
/// the middle of its foot and faces whoever looks.
///
/// Rule: VIS-1, BAS-2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SightBody {
    /// The middle of its base and the height of what it stands on.
    pub foot: Place,
    /// Half the diameter of its base, inches.
    pub radius: f64,
    /// Its top over its foot.
    pub height: Thou,
    /// Its eyes over its foot.
    pub eyes: Thou,
}

/// A piece of terrain that hides some of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shade {
    /// Index of the piece.
    pub piece: usize,
    /// The share of the body that it hides, what other pieces hide as well included.
    pub share: f64,
}

/// Less of a body than this is no open line, as a share of its area: far above the rounding of
/// areas, far below what could be seen.
const LEAST_OPEN: f64 = 1e-6;

impl Terrain {
    /// The share of a model's body that can be seen from another one's eyes, 0 to 1.
    ///
    /// Where one stands straight over the other no direction is the facing one: the body then
    /// faces along the table's x axis.
    ///
    /// Rule: VIS-1.
    pub fn fraction_in_view(&self, from: &SightBody, to: &SightBody) -> f64 {
        let look = Look::new(from, to);
        Shadows::new(look).in_view(|shadows| {
            self.sight.visit(&look, |block| shadows.cast_in_turn(block, self.touch_depth()));
        })
    }

    /// Whether a line is open from either one's eyes to the other's body.
    ///
    /// Rule: VIS-1.
    pub fn can_see(&self, a: &SightBody, b: &SightBody) -> bool {
        self.is_open_from_either(self.fraction_in_view(a, b), a, b)
    }

    /// The same, where it is known how much of the second model the first has in view.
    fn is_open_from_either(&self, in_view: f64, a: &SightBody, b: &SightBody) -> bool {
        in_view > LEAST_OPEN || self.fraction_in_view(b, a) > LEAST_OPEN
    }

    /// The pieces that hide some of a model's body from another one's eyes, in their order.
    ///
    /// Rule: VIS-1.
    pub fn shades(&self, from: &SightBody, to: &SightBody) -> Vec<Shade> {
        let look = Look::new(from, to);
        let mut shadows = Shadows::new(look);
        self.sight.visit(&look, |block| {
            // What hides all does not hide what else is in the way.
            shadows.cast_in_turn(block, self.touch_depth());
            Visit::On
        });
        shadows.shades(|_| true)
    }
}
