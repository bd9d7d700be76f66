//! Seat of the player: at the player's own edge of the table.

use super::known_views::{home_yaw, is_deep, yaw_behind};
use crate::game::table_edge::own_edge;
use crate::rules::ids::Side;
use crate::ui::session::open_game::{Commander, OpenGame};

/// The side whose player looks at the table: the one that a person plays against the computer; else, where people play both,
/// the one that is to decide; `None` where nobody plays.
pub(super) fn viewer(opened: &OpenGame) -> Option<Side> {
    let is_person = |side: &Side| opened.commander(*side) == Commander::Person;
    match Side::BOTH.map(|side| is_person(&side)) {
        [true, false] => Some(Side::A),
        [false, true] => Some(Side::B),
        [true, true] => opened.game.battle().decision().map(|decision| decision.player),
        [false, false] => None,
    }
}

/// The yaw at which a side sees the table from its own edge, radians. From a short edge the table would lie away from the
/// viewer: it is seen across then.
pub(super) fn seat_yaw(opened: &OpenGame, side: Side) -> f32 {
    let table = opened.game.setup().level.table;
    let yaw = yaw_behind(own_edge(opened.game.battle().view(), side));
    if is_deep(table, yaw) { home_yaw(table) } else { yaw }
}

/// The yaw of the views of the whole table: from the edge of the one person who plays; where both do, always from the same
/// side, unless the view is to follow the turn.
pub(super) fn table_yaw(opened: &OpenGame, follows: bool) -> f32 {
    let side = match opened.commanders {
        [Commander::Person, Commander::Person] => follows.then(|| opened.game.battle().view().turn().side),
        _ => viewer(opened),
    };
    match side {
        Some(side) => seat_yaw(opened, side),
        None => home_yaw(opened.game.setup().level.table),
    }
}

/// The yaw of the seat from which what happens is watched.
pub(super) fn watch_yaw(opened: &OpenGame, decides: Option<Side>) -> f32 {
    match decides.or_else(|| viewer(opened)) {
        Some(side) => seat_yaw(opened, side),
        None => home_yaw(opened.game.setup().level.table),
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::{FRAC_PI_2, PI};
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::play::{DiceChoice, Match};
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::ui::output::offscreen::without_files;

    fn opened(level: &str) -> OpenGame {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = Arc::new(load_level(level, &data, None).unwrap());
        OpenGame::new(Match::start(setup, DiceChoice::Seed(7)).unwrap(), &without_files())
    }

    /// Side A has the southern edge of these levels and side B the northern.
    #[test]
    fn the_edge_of_the_one_who_plays_is_near() {
        use Commander::{Computer, Person};
        for level in ["street", "mid-battle", "chapel", "watermill"] {
            let mut opened = opened(level);
            for (commanders, expected, reason) in [
                ([Person, Computer], 0.0, "who plays the south looks north"),
                ([Computer, Person], PI, "who plays the north looks south"),
                ([Person, Person], 0.0, "two people at one window do not turn it"),
                ([Computer, Computer], 0.0, "nobody plays"),
            ] {
                opened.commanders = commanders;
                let yaw = table_yaw(&opened, false);
                let apart = (yaw - expected + PI).rem_euclid(2.0 * PI) - PI;
                assert!(apart.abs() < 1e-4, "{level}: {reason}: {yaw}");
            }
        }
    }

    /// Two people who want it have the table turned to whose turn it is.
    #[test]
    fn two_people_may_have_the_table_turned() {
        let opened = opened("street");
        let decides = opened.game.battle().decision().unwrap().player;
        assert_eq!(viewer(&opened), Some(decides));
        let acts = opened.game.battle().view().turn().side;
        assert_eq!(table_yaw(&opened, true), seat_yaw(&opened, acts));
        let [south, north] = Side::BOTH.map(|side| watch_yaw(&opened, Some(side)));
        assert!(south.abs() < 1e-4 && (north.abs() - PI).abs() < 1e-4, "{south} {north}");
        assert!(!is_deep(opened.game.setup().level.table, 0.0));
        assert!(is_deep(opened.game.setup().level.table, FRAC_PI_2), "a street is not seen from its end");
    }
}
