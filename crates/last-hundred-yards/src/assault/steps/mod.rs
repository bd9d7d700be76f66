//! The steps of an assault, in the order of the table's columns. Each says what it needs next, or `None` when it is done.

pub mod advance;
pub mod after;
pub mod checks;
pub mod destruction;
pub mod lots;
pub mod retreat;
pub mod start;
pub mod urban;
