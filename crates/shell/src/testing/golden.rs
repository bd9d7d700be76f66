//! Golden games: the orders of a game in a file, and beside it what the game says, to be read from beginning to end.
//!
//! `NAME.orders` begins with `//! level: FILE` and `//! dice: 3,4,1` (or `none`), and then has comments and commands as `run --orders` reads them.
//! `NAME.log` has the comments among the sentences, so that a reader can follow it beside a book.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tabletop::dice::Source;
use tabletop::game::Setup;
use tabletop::matches::{DiceChoice, Match};
use tabletop::sentence::sentences;

use crate::files::{Files, Folders};
use crate::hosted::Hosted;
use crate::orders::{Instruction, parse_line};
use crate::say::say_sentence;
use crate::tools::opened::set_up;

/// Plays every golden game of a folder and holds it against its log. `WARSTRIKE_REGENERATE=1` writes the logs. Gives back the names.
/// `project` is the root of the sources.
pub fn golden_games<G: Hosted>(folder: &Path, project: &Path) -> Vec<String> {
    let mut names: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.retain(|path| path.extension().is_some_and(|ending| ending == "orders"));
    names.sort();
    for path in &names {
        hold_log(&path.with_extension("log"), &log::<G>(path, project));
    }
    names.iter().map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect()
}

/// Holds what a game says against its log. `WARSTRIKE_REGENERATE=1` writes it.
pub fn hold_log(path: &Path, log: &str) {
    if std::env::var_os("WARSTRIKE_REGENERATE").is_some() {
        std::fs::write(path, log).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    let name = path.display();
    assert!(kept == log, "{name} is not what is said now; WARSTRIKE_REGENERATE=1 writes it:\n{log}");
}

/// The sentences for facts, as `run --say` prints them.
pub fn log_of<G: Hosted>(setup: &G::Setup, facts: &[G::Fact]) -> String {
    let mut out = Vec::new();
    sentences::<G>(setup, facts).iter().for_each(|sentence| say_sentence(&mut out, sentence).unwrap());
    String::from_utf8(out).unwrap()
}

/// The value of a directive of an orders file.
fn directive<'a>(orders: &'a str, key: &str) -> &'a str {
    let start = format!("//! {key}: ");
    let found = orders.lines().find_map(|line| line.strip_prefix(&start));
    found.unwrap_or_else(|| panic!("a line \"{start}…\" is missing"))
}

/// Everything that a game says, with the comments of its orders.
fn log<G: Hosted>(path: &Path, project: &Path) -> String {
    let orders = std::fs::read_to_string(path).unwrap();
    let folders = Folders { root: project.to_owned(), own: Vec::new(), save_of_name: |_| None };
    let files = Files::new(&folders, G::ID, G::FOLDER);
    let level = path.with_file_name(directive(&orders, "level"));
    let setup = set_up::<G>(&level, None, &files).unwrap_or_else(|error| panic!("{error:?}"));
    let faces = match directive(&orders, "dice") {
        "none" => Vec::new(),
        faces => faces.split(',').map(|face| face.trim().parse().unwrap()).collect(),
    };
    let mut game = Match::<G>::start(Arc::new(setup), DiceChoice::Script(faces)).unwrap();
    let mut log = format!("{}\n", game.setup().level_name());
    say(&game, &mut log);
    for (number, line) in (1..).zip(orders.lines()) {
        if let Some(comment) = line.strip_prefix("// ") {
            writeln!(log, "  | {comment}").unwrap();
            continue;
        }
        let read =
            parse_line::<G>(line, G::LISTS).unwrap_or_else(|(_, what)| panic!("line {number}: {what}"));
        match read {
            None => {}
            Some(Instruction::Command(command)) => {
                game.submit(command).unwrap_or_else(|error| panic!("line {number}: {error}"));
                say(&game, &mut log);
            }
            Some(other) => panic!("line {number}: {other:?} is no command"),
        }
    }
    let source = game.battle().dice().source();
    assert!(*source == Source::Fed(Default::default()), "{}: {source:?} is left over", path.display());
    log
}

fn say<G: Hosted>(game: &Match<G>, log: &mut String) {
    log.push_str(&log_of::<G>(game.setup(), &game.history().present().outcome.facts));
}
