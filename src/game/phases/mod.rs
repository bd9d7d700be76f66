//! The phases and actions of the game, a folder each. What every one of them has:
//!
//! | file | what |
//! |---|---|
//! | `kinds.rs` | its `Order`, `Step`, `Choice`, `Fact` and `Reason`: plain data, as many of the five as it needs |
//! | `check` | whether an order is allowed as the answer to a choice |
//! | `resolve`, `run` | carry out an order, run a step: each variant is given to one ECS system |
//! | `apply` | writes what its facts change |
//! | `prompt`, `answers` | what a player is asked, and the answers that need no move |
//! | `narrate`, `narrate_action` | its facts in sentences |
//! | `offers`, `acting` | the actions it offers a unit; the unit that an order activates |
//!
//! A phase is its folder, its `mod` line below and its line in `list.rs`; what is missing does not compile.

pub mod close_combat;
pub mod deployment;
pub mod drafted;
pub mod fall_back;
pub mod get_down;
pub mod moving;
pub mod shooting;
pub mod test_to_act;
pub mod turn;
pub mod word;

pub(in crate::game) mod list;
pub(in crate::game) mod orders;
