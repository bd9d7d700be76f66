//! Pure rules on plain values: one file per chapter of the rulebook.
//!
//! Nothing here knows the ECS, dice, files or the window. Lengths are inches,
//! angles degrees counter-clockwise from the table's +x axis.

pub mod action;
pub mod basics;
pub mod card;
pub mod close_combat;
pub mod falling_back;
pub mod ids;
pub mod leadership;
pub mod measures;
pub mod mission;
pub mod movement;
pub mod odds;
pub mod reach;
pub mod rout;
pub mod ruleset;
pub mod salvo;
pub mod shooting;
pub mod sight;
pub mod teardrop;
pub mod turn;
pub mod victory;
