//! A hex-and-counter game as a window shows it: the land, the counters on it, the orders that may be given now and their
//! prospects.
//!
//! A game implements [`OnHexes`]. Everything here is plain data that is asked anew after each entry; nothing decides a rule.

mod foresight;
mod land;
mod offer;
mod on_hexes;
pub mod readings;
mod scene;

pub use foresight::{Chance, Danger, Foresight, Prospect, Reading, Step, Term};
pub use land::{Boundary, BoundaryLook, Ground, Land, Look};
pub use offer::{Kind, Offer, Target, Way};
pub use on_hexes::OnHexes;
pub use scene::{Counter, Mark, Marker, Piece, Printed, Scene, Standing, Symbol, Tone};
