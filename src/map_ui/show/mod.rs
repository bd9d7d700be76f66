//! A show: an evening that nobody plays, for people who know neither the game nor its counters. `warstrike film` shows a recorded
//! match, or one of two computer players, frame by frame; `warstrike demo` shows evening after evening in the window.
//!
//! ```text
//! conductor  the time: title, battle, end, the next evening
//! directing  brings the spotlight and the line at the foot up to date with what is shown
//! captions   the line at the foot, in the game's own sentences
//! cards      the title and the end
//! painting   line, cards, arrows and the score at the head of the picture
//! film       the show on a film's clock
//! demo       the show in the window
//! joining    somebody steps in, and leaves again
//! ```

mod added;
mod captions;
mod cards;
mod conductor;
mod demo;
mod directing;
mod evening;
mod film;
mod joining;
mod painting;

pub use demo::{MapDemo, demo};
pub use evening::MapShow;
pub use film::{MapFilm, film};
