//! Odds, exactly: what may come of an order before its dice are rolled.

pub mod assault;
