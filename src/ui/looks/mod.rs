//! How things look, wherever they are drawn: a colour, and for the colour-blind a shape or a pattern. No system lives here.

pub(super) mod combat_look;
pub(super) mod drawn_path;
pub(super) mod going_look;
pub(super) mod pips;
pub(super) mod rule_link;
pub(crate) mod side_look;
pub(super) mod sight_look;
pub(super) mod target_look;
pub(super) mod terrain_names;
pub(super) mod time_look;
pub(crate) mod words;
