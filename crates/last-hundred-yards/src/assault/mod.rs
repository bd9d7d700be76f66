//! The assault, chapters 4 to 8: a table of its own without map and turn.
//!
//! A [`case::Case`] says who fights on what ground, a [`progress::Standing`] where the assault stands. [`machine::next`] names
//! the die or the choice that it needs next, [`machine::rolled`] and [`machine::chosen`] turn the answer into facts, and
//! [`progress::Standing::apply`] makes facts true. It knows no map but the answers of [`case::Land`].

pub mod at_once;
pub mod case;
pub mod eligible;
pub mod fact;
pub mod harm;
pub mod limits;
pub mod machine;
pub mod modifier;
pub mod progress;
pub mod scene;
pub(crate) mod steps;
pub mod ways;

#[cfg(test)]
pub(crate) mod tests;
