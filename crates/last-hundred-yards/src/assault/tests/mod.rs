//! Tests of the assault: an invented table around one hex, scripted dice, facts.

mod beginning;
mod examples;
mod result;
pub(crate) mod table;
