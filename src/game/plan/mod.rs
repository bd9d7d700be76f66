//! Moving well: ways for one model, the area it can come to, places and ways for a
//! whole unit.
//!
//! For the window, the headless tools and computer players. Plans enter the battle as
//! commands like any other; what they promise is what `check` accepts, a run at times only once it is announced.

mod arrange;
mod candidates;
mod company;
mod end_ways;
mod ends;
mod model;
mod unit;

pub(super) use company::{End, Found, UnitPlacement};
pub use model::{ModelPlanner, ModelReach, Spreads, Way, WayKind};
pub use unit::{Kept, UnitPlan, UnitPlanner, UnitSpreads};
