//! The open match, and what the scene and the panels read of it.

mod lit;
mod shown;

pub use lit::{Lit, LitKind, SightLine};
pub use shown::{Free, Hands, Pointed, Shown};
