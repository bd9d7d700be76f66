//! The data files of tabletop games: text and RON read whole, with the place of every fault; and where the sources cite a
//! rulebook. Knows no game.

pub mod citations;
pub mod fault;
pub mod name_check;
pub mod numeral;
pub mod reading;
pub mod ron;
pub mod rule_status;
pub mod ruleset;
pub mod shipped;
pub mod source_text;
pub mod style;
pub mod text_file;
