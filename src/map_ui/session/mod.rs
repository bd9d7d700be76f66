//! The open match, and what the scene and the panels read of it.

mod beats;
mod computer;
mod hand_over;
mod hand_roll;
mod lit;
mod log;
mod moment;
mod notice;
mod noting;
mod orders;
mod past;
mod real_dice;
mod recording;
mod remarks;
mod scenarios;
mod seats;
mod showing;
mod shown;
mod table;
mod thinking;
mod watched;
mod watching;

pub use beats::{Beat, Pace};
pub use hand_roll::{DiceAct, HandRoll};
pub use lit::{Lit, LitKind, SightLine};
pub use log::LogLine;
pub use moment::Moment;
pub use notice::{Notice, Tone};
pub use scenarios::{Scenario, open, saves, scenarios};
pub use seats::{Seat, StandingOrder};
pub use shown::{Free, Hands, Margins, Pointed, Shown};
pub use table::{Places, Stage, Table};
pub use watched::Act;
