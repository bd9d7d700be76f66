//! Names and counts as sentences use them.

use crate::game::engine::view::View;
use crate::level::setup::Setup;
use crate::rules::ids::{Side, UnitId};
use crate::rules::turn::Phase;
use crate::table::piece::{Kind, Piece};

/// A phase by its name in the rulebook.
pub fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Deployment => "Deployment",
        Phase::Starting => "Starting",
        Phase::Action => "Action",
        Phase::Reaction => "Reaction",
        Phase::CloseCombat => "Close-Combat",
        Phase::Over => "Over",
    }
}

/// A force by its name and side.
pub fn force(setup: &Setup, side: Side) -> String {
    format!("{} ({side})", setup.force_name(side))
}

/// The round and phase of a battle, in one line.
pub fn turn(view: &View) -> String {
    let turn = view.turn();
    match turn.phase {
        Phase::Deployment => "deployment".to_owned(),
        Phase::Over => "the battle is over".to_owned(),
        _ => format!(
            "round {} of {}, {} phase of {}",
            turn.round,
            view.rounds(),
            phase(turn.phase),
            force(view.setup(), turn.side)
        ),
    }
}

/// Phases that follow the end of this one: "End Action › Reaction › turn of B".
///
/// Rule: TURN-1, TURN-6.
pub fn end_of_phase(view: &View) -> String {
    let turn = view.turn();
    let mut next = turn;
    while next.phase != Phase::Over && next.side == turn.side && next.round == turn.round {
        next = next.next(view.rounds());
    }
    let then = match next.phase {
        Phase::Over => "end of the battle".to_owned(),
        _ => format!("turn of {}", next.side),
    };
    format!("End {} › {} › {then}", phase(turn.phase), phase(turn.next(view.rounds()).phase))
}

/// A unit by its name and id.
pub fn unit(setup: &Setup, id: UnitId) -> String {
    match setup.unit(id) {
        Some(unit) => format!("{} ({id})", unit.name),
        None => id.to_string(),
    }
}

/// An objective by its name in the level; one without a name by its id: "the nave", "the south camp", "the second objective".
pub fn objective(setup: &Setup, id: &str) -> String {
    match setup.level.objective_names.get(id) {
        Some(name) => name.clone(),
        None => unnamed_objective(id),
    }
}

/// An objective as it is written beside its flag: "South camp".
pub fn objective_on_table(setup: &Setup, id: &str) -> String {
    let name = objective(setup, id);
    capitalised(name.strip_prefix("the ").unwrap_or(&name))
}

/// Players' name for an objective of this id. Those that are placed in a battle are numbered.
fn unnamed_objective(id: &str) -> String {
    const ORDINALS: [&str; 8] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
    let number = id.strip_prefix("objective-").and_then(|number| number.parse::<usize>().ok());
    match number {
        Some(number @ 1..=8) => format!("the {} objective", ORDINALS[number - 1]),
        _ => format!("the {}", spaced(id)),
    }
}

/// A piece of terrain by its id, as players read it: "south ruin".
pub fn piece(id: &str) -> String {
    spaced(id)
}

/// A piece of terrain within a sentence: "the south ruin". Of a row of like pieces the last word, by which the level tells them
/// apart, says nothing.
pub fn terrain(piece: &Piece) -> String {
    const WHICH: [&str; 6] = ["north", "south", "east", "west", "middle", "mid"];
    let mut words: Vec<&str> = piece.id.split(['-', '_']).filter(|word| !word.is_empty()).collect();
    let mut cut = false;
    while words.len() > 1
        && words.last().is_some_and(|word| WHICH.contains(word) || word.chars().all(|c| c.is_ascii_digit()))
    {
        words.pop();
        cut = true;
    }
    let name = words.join(" ");
    let is_yard = cut && matches!(piece.kind, Kind::Linear { .. }) && name.ends_with("yard");
    if is_yard { format!("the wall of the {name}") } else { format!("the {name}") }
}

fn spaced(id: &str) -> String {
    id.replace('-', " ")
}

/// A number in words, as far as they are short.
pub fn number(count: usize) -> String {
    const WORDS: [&str; 13] = [
        "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    WORDS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// With a capital.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}

/// Several units: "Knights (A2), Rifles (A1) and Officer (A3)".
pub fn units(setup: &Setup, units: &[UnitId]) -> String {
    let names: Vec<String> = units.iter().map(|id| unit(setup, *id)).collect();
    if names.is_empty() { "nobody".to_owned() } else { listed(&names) }
}

/// Several names: "the nave, the mill and the ford".
pub fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// So many models, in words.
pub fn count(models: usize) -> String {
    counted(models, "model")
}

/// So many of something whose plural takes an s.
pub fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        many => format!("{many} {what}s"),
    }
}

/// A share in per cent; only all is 100 %, and only nothing is 0 %.
pub fn per_cent(share: f64) -> String {
    let whole = (share * 100.0).round();
    match share {
        share if share <= 0.0 => "0 %".to_owned(),
        share if share >= 1.0 => "100 %".to_owned(),
        _ => format!("{} %", whole.clamp(1.0, 99.0)),
    }
}

/// So many dice, in words.
pub fn dice_count(dice: usize) -> String {
    match dice {
        1 => "1 die".to_owned(),
        many => format!("{many} dice"),
    }
}

pub(in crate::game) fn loses_markers(dropped: u8, left: u8) -> String {
    match dropped {
        1 => format!("loses a nerve marker ({left} left)"),
        many => format!("loses {many} nerve markers ({left} left)"),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::play::{DiceChoice, Match};
    use crate::game::phases::turn::kinds::Order;
    use crate::level::data_folder::{DataFolder, load_level};

    /// No id of an objective is ever read.
    #[test]
    fn objectives_have_names() {
        for (id, name) in [
            ("nave", "the nave"),
            ("south-camp", "the south camp"),
            ("objective-2", "the second objective"),
            ("objective-12", "the objective 12"),
            ("objective-x", "the objective x"),
        ] {
            assert_eq!(unnamed_objective(id), name);
        }
        assert_eq!(capitalised("the nave"), "The nave");
    }

    /// Rule: TURN-1, TURN-6. One man a side: each turn he stays, and the phase ends.
    #[test]
    fn the_end_of_a_phase_says_where_it_leads() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let data = DataFolder::find(Some(root)).unwrap();
        let level = root.join("tests/games/sentries.ron");
        let setup = Arc::new(load_level(level.to_str().unwrap(), &data, None).unwrap());
        let mut game = Match::start(setup, DiceChoice::Seed(1)).unwrap();
        let first = game.battle().view().turn().side;
        let then = [first.other(), first, first.other()].map(|side| format!("turn of {side}"));
        for then in then.iter().map(String::as_str).chain(["end of the battle"]) {
            let view = game.battle().view();
            assert_eq!(end_of_phase(&view), format!("End Action › Reaction › {then}"));
            let side = view.turn().side;
            let stay =
                format!(r#"{{"player":"{side}","order":{{"AdvanceUnit":{{"unit":"{side}1","moves":[]}}}}}}"#);
            game.submit(serde_json::from_str(&stay).unwrap()).unwrap();
            game.submit(crate::game::engine::command::Command::new(side, Order::EndPhase)).unwrap();
        }
    }
}
