//! The games of this program beside WarStrike: one line each.

use tabletop_shell::{AnyGame, Host};

/// Every one; a level or save of one is known by the game that it names.
pub(super) static GAMES: [&dyn AnyGame; 1] = [&Host::<white_star_rising::Wsr>::GAME];
