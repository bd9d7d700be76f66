//! Dice that are thrown into the picture.
//!
//! The battle has decided every face before anything is seen. When a throw (`ui/playback/throw_plan`) begins, a place in the free
//! part of the picture is found for it (`landing.rs`), and it is simulated to its end, on a thread (`work.rs`, `throw.rs`); each
//! die is turned so that its decided face comes up (`die.rs`); then the recording is played back. Few dice that decide by
//! themselves are simulated alone, and painted large by an overlay.

mod die;
mod die_mesh;
mod landing;
mod picture;
mod sample;
mod show;
mod throw;
mod tray;
mod work;

pub(super) use die_mesh::{FacetOf, die_facets};
pub(super) use sample::{rolls, throw_sample};
pub(super) use show::{DiceThrow, SeenThrow, plugin};
