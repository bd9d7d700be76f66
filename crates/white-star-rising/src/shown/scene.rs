//! All that lies on the map, as its viewer may see it.

use std::collections::BTreeMap;

use tabletop_counters::{Marker, Piece, Scene};
use tabletop_hexes::hex::Hex;

use super::{counters, standings};
use crate::board::{Board, board};
use crate::game::{View, Wsr};
use crate::ids::Subject;

/// Smoke in the hexes round its marker, as a share of that in the marker's own.
const SPREAD: f32 = 0.7;

/// All that lies on the map.
pub fn scene(view: View<'_>) -> Scene<Wsr> {
    let board = board(view);
    let units = board.units.iter().filter_map(|unit| counters::unit(view, unit));
    let headquarters = board.headquarters.iter().map(|hq| counters::headquarters(view, hq));
    Scene {
        counters: units.chain(headquarters).collect(),
        stacks: stacks(&board),
        markers: markers(view, &board),
        turn: match board.turn {
            0 => "Setting up".to_owned(),
            turn => format!("Turn {turn} of {}", board.turns),
        },
        active: board.impulse,
        standings: standings::standings(view, &board),
        sentence: board.sentence,
    }
}

/// Units from the top; a headquarters lies under those of its side.
fn stacks(board: &Board) -> Vec<(Hex, Vec<Subject>)> {
    let headquarters = |hex: Hex| {
        let here = board.headquarters.iter().filter(move |hq| hq.hex == Some(hex));
        here.map(|hq| Subject::Hq(hq.hq))
    };
    let stack = |(hex, units): &(Hex, Vec<_>)| {
        let units = units.iter().copied().map(Subject::Unit);
        (*hex, units.chain(headquarters(*hex)).collect())
    };
    board.stacks.iter().map(stack).collect()
}

/// Rule: WSR-MRK-3, WSR-ART-7, WSR-MIN-2, WSR-IMP-1, WSR-SCN-4, WSR-CAS-1, WSR-FIR-8.
fn markers(view: View<'_>, board: &Board) -> Vec<Marker> {
    let at = |hex: &Hex, piece, meaning: String| Marker { hex: *hex, piece, meaning };
    let numbers = &view.setup.rules.numbers;
    let wrecks = board.wrecks.iter().map(|hex| {
        at(hex, Piece::Wreck, "Wreck: units that stand still here are concealed (WSR-FIR-8)".to_owned())
    });
    let mines = board.mines.iter().map(|hex| {
        let dice = format!("{} dice, each a hit at {}+", numbers.mine_dice, numbers.mine_face);
        at(hex, Piece::Mines, format!("Mines strike whoever enters: {dice}, no saves (WSR-MIN-2)"))
    });
    let positions = board.positions.iter().map(|hex| {
        let meaning = "Improved position: it takes the first hit of every attack (WSR-IMP-1), and hides who stands still (WSR-FIR-8)";
        at(hex, Piece::Position, meaning.to_owned())
    });
    let goals = board.goals.iter().map(|(hex, holder)| {
        let name = view.setup.level.name_of(*hex).map_or_else(|| format!("hex {hex}"), str::to_owned);
        let holder_name = &view.setup.force(*holder).name;
        at(hex, Piece::Goal(Some(*holder)), format!("Goal, {name}: {holder_name} holds it (WSR-SCN-4)"))
    });
    let aim = view.play.strike.iter().map(|strike| {
        let name = &view.setup.force(strike.side).name;
        at(&strike.hex, Piece::Aim, format!("An aircraft of {name} dives on this hex (WSR-CAS-1)"))
    });
    let smoke = smoke(view, board);
    let smoke = smoke.iter().map(|(hex, (number, density))| {
        let lasts = if *number > 1 { "this turn and the next" } else { "this turn" };
        let meaning = format!("Smoke blocks sight into, out of and through the hex, {lasts} (WSR-ART-7)");
        at(hex, Piece::Smoke(*density), meaning)
    });
    let mut all: Vec<Marker> =
        wrecks.chain(mines).chain(positions).chain(goals).chain(aim).chain(smoke).collect();
    all.sort_by_key(|marker| marker.hex);
    all
}

/// Hexes under smoke with the number of the marker that stays longest, and the density.
fn smoke(view: View<'_>, board: &Board) -> BTreeMap<Hex, (u8, f32)> {
    let mut all: BTreeMap<Hex, (u8, f32)> = BTreeMap::new();
    for (centre, number) in &board.smoke {
        let full = if *number > 1 { 1.0 } else { 0.6 };
        let round = view.setup.level.map.neighbours(*centre).map(|hex| (hex, full * SPREAD));
        for (hex, density) in std::iter::once((*centre, full)).chain(round) {
            let known = all.entry(hex).or_insert((0, 0.0));
            *known = (known.0.max(*number), known.1.max(density));
        }
    }
    all
}
