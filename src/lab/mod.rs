//! WarStrike in the laboratory: how an experiment's names are found, how a game is played without a record, what is counted in
//! it, and how one of its games becomes a save to look at. The rest is `tabletop_lab`'s.

mod arms;
mod bench;
mod chronicle;
mod count;
mod experiment;
mod laboratory;
mod saves;
mod uses;

pub use bench::WarStrikeBench;
pub use chronicle::kinds as row_kinds;
pub use count::{columns, measures};
pub use experiment::{Prepared, PreparedSearch, prepare, prepare_search};
pub use laboratory::WarStrikeLab;
