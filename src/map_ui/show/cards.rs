//! Cards of a show: what is to be seen, and who has won.

use std::path::Path;

use tabletop::game::Setup;
use tabletop::ids::Side;
use tabletop_counters::{OnHexes, Piece, Scene};

use super::evening::MapShow;
use crate::map_ui::panels::without_paragraphs;
use crate::map_ui::session::Table;
use crate::ui::ShowSource;
use crate::ui::playback::show_card::Card;

/// Card before a battle.
pub(super) fn title<G: OnHexes>(table: &Table<G>, options: &MapShow) -> Card {
    let (setup, scene) = (table.game().setup(), table.scene());
    let sides = Side::BOTH.map(|side| {
        let player = match options.source {
            ShowSource::Players => format!("{} · ", options.styles[side.index()]),
            ShowSource::History => String::new(),
        };
        [setup.force_name(side).to_owned(), format!("{player}{}", counters(&scene, side))]
    });
    Card {
        title: setup.level_name().to_owned(),
        subtitle: format!("{} · {}", G::NAME, scene.turn),
        sides: Some(sides),
        winner: None,
        lines: Vec::new(),
        foot: String::new(),
    }
}

/// Card after a battle; `next` is the level that follows.
pub(super) fn end<G: OnHexes>(table: &Table<G>, next: Option<&Path>) -> Card {
    let (setup, scene) = (table.game().setup(), table.scene());
    let winner = G::winner(table.game().battle().view());
    Card {
        // As the window says it at the end: who has won, and why.
        title: without_paragraphs::<G>(&scene.sentence),
        subtitle: format!("{} · {}", setup.level_name(), scene.turn),
        sides: Some(Side::BOTH.map(|side| [setup.force_name(side).to_owned(), standing(&scene, side)])),
        winner,
        lines: Vec::new(),
        foot: next.map_or(String::new(), |next| format!("Next: {}", next.display())),
    }
}

/// "5 counters".
fn counters<G: OnHexes>(scene: &Scene<G>, side: Side) -> String {
    match scene.counters.iter().filter(|counter| counter.side == side).count() {
        1 => "1 counter".to_owned(),
        count => format!("{count} counters"),
    }
}

/// "5 counters · 1 of 2 goals".
pub(super) fn standing<G: OnHexes>(scene: &Scene<G>, side: Side) -> String {
    let goals = scene.markers.iter().filter_map(|marker| match marker.piece {
        Piece::Goal(holder) => Some(holder),
        Piece::Wreck | Piece::Smoke(_) | Piece::Mines | Piece::Position | Piece::Aim => None,
    });
    let goals: Vec<Option<Side>> = goals.collect();
    let counters = counters(scene, side);
    match goals.iter().filter(|holder| **holder == Some(side)).count() {
        _ if goals.is_empty() => counters,
        held => format!("{counters} · {held} of {} goals", goals.len()),
    }
}
