//! Movement planning: paths and reach of one model, ends and paths for a whole unit.
//!
//! Used by the window, the command line and computer players. A plan becomes a command like any
//! other; `check` accepts it, or will once an At The Double move is announced.

mod arrange;
mod candidates;
mod end_paths;
mod ends;
mod handy;
pub(super) mod model;
mod shift;
mod slide;
mod toward;
mod unit;
pub(super) mod unit_placement;

pub use model::{ModelPlanner, ModelReach, PathKind, PlannedPath, ShortestPathTrees};
pub use shift::{led, shifted};
pub use slide::{FARTHEST, is_accepted, slide};
pub use unit::{PlanQuality, UnitPathTrees, UnitPlan, UnitPlanner};
