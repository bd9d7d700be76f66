//! Tests of the assault: an invented table around one hex, scripted dice, facts.

mod examples;
pub(crate) mod table;
