//! The phases and actions of the game, a folder each.

pub(in crate::game) mod deploy;
pub mod fall_back;
pub(in crate::game) mod get_down;
pub mod moving;
pub mod shooting;
pub(in crate::game) mod test_to_act;
pub mod turn;
