//! Tables and forces of whole random games: the shipped ones, and small ones drawn from a seed, on which forces meet soon.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use warstrike::level::data_folder::{DataFolder, load_level};
use warstrike::level::setup::{Bundle, Conduct, Setup, SourceText};
use warstrike::level::text_file::read_text;

use crate::chance::Chance;

/// The cards that forces are drawn from.
const CARDS: [&str; 12] = [
    "laansguard-rifles",
    "wall-veterans",
    "heavy-weapon-team",
    "scouts",
    "officer",
    "knights",
    "militia",
    "command-squad",
    "squires",
    "grenadiers",
    "knight-captain",
    "marksmen",
];

/// A mission and the shipped table it is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mission {
    pub name: &'static str,
    pub level: &'static str,
}

/// The missions of the rulebook.
pub const MISSIONS: [Mission; 3] = [
    Mission { name: "MeetingEngagement", level: "watermill" },
    Mission { name: "BrokenArrow", level: "crash-site" },
    Mission { name: "Skirmish", level: "chapel" },
];

/// The editions of the rulebook.
pub const EDITIONS: [&str; 3] = ["combined", "v0.52", "outline-2012"];

fn data() -> DataFolder {
    DataFolder::at(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// The mission's shipped table, by another edition.
pub fn shipped(mission: Mission, edition: &str) -> Arc<Setup> {
    let setup = load_level(mission.level, &data(), Some(edition));
    Arc::new(setup.unwrap_or_else(|faults| panic!("{faults}")))
}

/// The texts that every drawn level is read with: its ruleset, and every card.
pub fn texts(edition: &str) -> Bundle {
    let file = |path: String| read_text(&Path::new(env!("CARGO_MANIFEST_DIR")).join(&path), &path).unwrap();
    Bundle {
        level: SourceText { name: "drawn.ron".into(), text: String::new() },
        cards: CARDS.iter().map(|card| file(format!("assets/cards/{card}.ron"))).collect(),
        rulesets: data().ruleset_chain(edition).unwrap(),
        conduct: Conduct::default(),
    }
}

/// A table of 44 by 36 with up to 15 pieces, and up to five units on each side.
///
/// One in eight is as small as can be, a few officers over two rounds, so that battles also end level.
pub fn drawn(mission: Mission, texts: &Bundle, chance: &mut Chance) -> Arc<Setup> {
    let tiny = chance.one_in(8);
    let rounds = if tiny { 2 } else { 4 + chance.below(3) };
    let mut text = format!(
        "Level(name: \"Drawn\", table: (width: 44.0, depth: 36.0), mission: {}(rounds: {rounds}), \
         zones: (A: (at: (0.0, -12.5), size: (44.0, 11.0)), B: (at: (0.0, 12.5), size: (44.0, 11.0))), terrain: [",
        mission.name
    );
    let kinds = if tiny { 0 } else { 9 };
    for (column, row) in (0..5).flat_map(|column| (0..3).map(move |row| (column, row))) {
        let x = -17.0 + 8.5 * f64::from(column) + f64::from(chance.around(8)) / 10.0;
        let y = -9.0 + 9.0 * f64::from(row) + f64::from(chance.around(8)) / 10.0;
        let turn = chance.around(180);
        // Six in twenty stay empty.
        let piece = piece(chance.below(14).min(kinds));
        if let Some(piece) = piece {
            write!(text, "(id: \"p{column}{row}\", at: ({x}, {y}), turn: {turn}, {piece}), ").unwrap();
        }
    }
    text.push_str("], forces: (");
    let alike: Vec<&str> = force(tiny, chance);
    for side in ["A", "B"] {
        let cards = if tiny { alike.clone() } else { force(false, chance) };
        write!(text, "{side}: (name: \"Force {side}\", units: [").unwrap();
        for (number, card) in (1..).zip(cards) {
            write!(text, "(id: \"{side}{number}\", card: \"{card}\"), ").unwrap();
        }
        text.push_str("]), ");
    }
    text.push_str("))");
    let level = SourceText { name: "drawn.ron".into(), text };
    let setup = Setup::from_bundle(Bundle { level: level.clone(), ..texts.clone() });
    Arc::new(setup.unwrap_or_else(|faults| panic!("{faults}\n{}", level.text)))
}

fn force(tiny: bool, chance: &mut Chance) -> Vec<&'static str> {
    if tiny {
        return vec!["officer"; 1 + chance.below(3)];
    }
    (0..3 + chance.below(3)).map(|_| chance.pick(&CARDS).unwrap()).collect()
}

/// The fields of a piece, none wider than six inches; `None` leaves the place empty.
fn piece(kind: usize) -> Option<&'static str> {
    const PIECES: [&str; 9] = [
        "kind: Wood, radius: 2.4, height: 5.0",
        "kind: Ruin(walls: [(edge: 1), (edge: 2, height: 2.0)]), size: (4.0, 3.0, 3.0)",
        "kind: Field, size: (4.5, 3.5, 1.5)",
        "kind: Linear, size: (5.0, 0.5, 1.5)",
        "kind: Linear, size: (4.0, 0.5, 3.0)",
        "kind: Point, radius: 1.0, height: 4.5",
        "kind: Hill(steps: [(top: 1.0), (top: 2.0, radius: 1.5)]), radius: 2.8",
        "kind: Structure(levels: [(height: 3.0, walls: [(edge: 1, openings: [Door(along: 2.0, width: 1.5)]), \
         (edge: 2), (edge: 3, openings: [Window(along: 2.0, width: 1.0)]), (edge: 4, openings: [Door(along: 1.75, width: 1.5)])])]), \
         size: (4.0, 3.5)",
        "kind: Bog, dangerous: true, radius: 2.0",
    ];
    PIECES.get(kind).copied()
}
