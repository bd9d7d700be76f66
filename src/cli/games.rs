//! The games of this program beside WarStrike: one line each.

use tabletop_shell::Host;

use super::listed::Listed;

/// Every one, with its tools and its window; a level or save of one is known by the game that it names.
pub(super) static GAMES: [&dyn Listed; 2] =
    [&Host::<white_star_rising::Wsr>::GAME, &Host::<last_hundred_yards::Lhy>::GAME];
