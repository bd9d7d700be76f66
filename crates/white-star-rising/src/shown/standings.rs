//! What players want to know beside the map: the cup, checks of both impulses, artillery, mines, fate.

use tabletop::ids::Side;
use tabletop_counters::Standing;

use crate::board::Board;
use crate::game::View;
use crate::narrate::counted;
use crate::odds::words::{say_cup, say_impulse, say_marker};
use crate::odds::{cup_odds, impulse_odds};

/// The cards beside the map.
pub fn standings(view: View<'_>, board: &Board) -> Vec<Standing> {
    let cup = cup(view);
    let impulses = Side::BOTH.map(|side| {
        let odds = impulse_odds(view, side);
        let lines = say_impulse(&odds);
        let name = &view.setup.force(side).name;
        Standing { title: format!("Command and rally of {name}"), sentence: odds.sentence, lines }
    });
    let others = [artillery(view, board), mines(view, board), fate(view, board), dice(view), drawn(view)];
    // What is fought for comes first: the window says it before the battle.
    let first = goals(view, board).into_iter().chain(std::iter::once(cup));
    first.chain(impulses).chain(others.into_iter().flatten()).collect()
}

/// Rule: WSR-TURN-1, WSR-TURN-2, WSR-TURN-6.
fn cup(view: View<'_>) -> Standing {
    let cup = cup_odds(view);
    let mut lines = say_cup(view, &cup);
    let aside: Vec<String> = view.play.aside.iter().map(|marker| say_marker(view, *marker)).collect();
    if !aside.is_empty() {
        lines.push(format!("Drawn this turn: {}", aside.join(", ")));
    }
    lines.push(format!("{} draws next", view.setup.force(cup.drawer).name));
    Standing { title: "The cup".to_owned(), sentence: cup.sentence, lines }
}

/// A card with a line for each side that has something to say.
fn of_sides(title: &str, sentence: String, line: impl Fn(Side) -> Option<String>) -> Option<Standing> {
    let lines: Vec<String> = Side::BOTH.into_iter().filter_map(line).collect();
    (!lines.is_empty()).then(|| Standing { title: title.to_owned(), sentence, lines })
}

/// Rule: WSR-SCN-4.
fn goals(view: View<'_>, board: &Board) -> Option<Standing> {
    let level = &view.setup.level;
    let [holder, other] = [level.holder, level.holder.other()].map(|side| &view.setup.force(side).name);
    let sentence = format!(
        "{other} wins with {} of {} goals at the end of turn {}, else {holder} (WSR-SCN-4)",
        level.goals_to_win,
        level.goals.len(),
        level.turns
    );
    let lines = board.goals.iter().map(|(hex, side)| {
        let name = level.name_of(*hex).map_or_else(String::new, |name| format!(", {name}"));
        format!("{hex}{name}: {}", view.setup.force(*side).name)
    });
    Some(Standing { title: "Goals".to_owned(), sentence, lines: lines.collect() })
}

/// Rule: WSR-ART-1, WSR-ART-4, WSR-ART-7.
fn artillery(view: View<'_>, board: &Board) -> Option<Standing> {
    let sentence = "Fire missions that are left this turn (WSR-ART-1)".to_owned();
    of_sides("Artillery", sentence, |side| {
        let force = view.setup.force(side);
        let (missions, left) = (force.missions, board.missions[side.index()]);
        let smoke = if missions.smoke { ", or smoke" } else { "" };
        (missions.each_turn > 0).then(|| {
            format!(
                "{}: {left} of {}; high explosive with {} at {}+ on each of 7 hexes{smoke}",
                force.name,
                missions.each_turn,
                counted(missions.dice, "die", "dice"),
                missions.to_hit
            )
        })
    })
}

/// Rule: WSR-MIN-1.
fn mines(view: View<'_>, board: &Board) -> Option<Standing> {
    let sentence = "Mines in hand; only their owner knows how many are left (WSR-MIN-1)".to_owned();
    of_sides("Mines", sentence, |side| {
        let force = view.setup.force(side);
        let left = board.mines_in_hand[side.index()].filter(|_| force.mines > 0)?;
        Some(format!("{}: {}", force.name, counted(left, "minefield", "minefields")))
    })
}

/// Rule: WSR-FAT-1.
fn fate(view: View<'_>, board: &Board) -> Option<Standing> {
    if !view.setup.rules.switches.fate.is_on() {
        return None;
    }
    let sentence = "Fate points that are left (WSR-FAT-1)".to_owned();
    of_sides("Fate", sentence, |side| {
        let points = counted(board.fate[side.index()], "point", "points");
        Some(format!("{}: {points}", view.setup.force(side).name))
    })
}

/// The roll that fate may still change.
///
/// Rule: WSR-FAT-1.
fn dice(view: View<'_>) -> Option<Standing> {
    let open = view.play.pending.open.as_ref()?;
    let faces: Vec<String> = open.faces.iter().map(u8::to_string).collect();
    let needed = open.needed.map_or_else(String::new, |face| format!(", each needs {face}+"));
    let sentence = format!(
        "{} has rolled {} for {}{needed} (WSR-FAT-1)",
        view.setup.force(open.side).name,
        faces.join(", "),
        open.purpose
    );
    let lines = (1..).zip(&faces).map(|(number, face)| format!("die {number}: {face}")).collect();
    Some(Standing { title: "The dice".to_owned(), sentence, lines })
}

/// The marker that was drawn and may still be sent back.
///
/// Rule: WSR-FAT-1.
fn drawn(view: View<'_>) -> Option<Standing> {
    let marker = view.play.drawn.filter(|_| view.setup.rules.switches.fate.is_on())?;
    let sentence = format!("The last marker drawn: {} (WSR-FAT-1)", say_marker(view, marker));
    Some(Standing { title: "The draw".to_owned(), sentence, lines: Vec::new() })
}
