//! Each folder of the program uses only those that stand before it, and outside libraries stay in the folders they belong to.
//! What a crate may use, its Cargo.toml says.

use std::path::{Path, PathBuf};

/// In order: each may use those before it. `cli` and `main` are the program around the library.
const LAYERS: [&str; 10] =
    ["level", "game", "ai", "analysis", "lab", "notes", "report", "duel", "ui", "map_ui"];

/// Layers that stand side by side and may not use each other.
const BESIDE: [[&str; 2]; 3] = [["ai", "ui"], ["analysis", "lab"], ["lab", "ui"]];

/// Every Rust file below a folder.
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else { return files };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The layers a source text names as `crate::layer` or `crate::{layer, …}`.
fn named_layers(source: &str) -> Vec<&str> {
    let mut named = Vec::new();
    for (at, _) in source.match_indices("crate::") {
        let rest = &source[at + "crate::".len()..];
        let names = match rest.strip_prefix('{') {
            Some(list) => list.split(';').next().unwrap_or_default(),
            None => rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default(),
        };
        let words = names.split(|c: char| !c.is_alphanumeric() && c != '_');
        named.extend(LAYERS.into_iter().filter(|layer| words.clone().any(|word| word == *layer)));
    }
    named
}

fn may_use(layer: &str, other: &str) -> bool {
    let place = |name: &str| LAYERS.iter().position(|layer| *layer == name).unwrap();
    let side_by_side = BESIDE.contains(&[layer, other]) || BESIDE.contains(&[other, layer]);
    place(other) <= place(layer) && !side_by_side
}

#[test]
fn each_layer_uses_only_those_before_it() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    let mut seen = 0;
    for layer in LAYERS {
        for file in rust_files(&source.join(layer)) {
            seen += 1;
            let text = std::fs::read_to_string(&file).unwrap();
            for other in named_layers(&text) {
                if !may_use(layer, other) {
                    wrong.push(format!("{} uses {other}", file.display()));
                }
            }
        }
    }
    assert!(seen > 30, "only {seen} files were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Nothing but `ui` knows a window, and only battles and the window know the ECS.
#[test]
fn libraries_stay_in_their_layers() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for (layer, forbidden) in [
        ("level", &["bevy", "parry3d", "egui"][..]),
        ("game", &["parry3d", "egui", "bevy_rapier3d", "bevy::"]),
        ("ai", &["bevy", "egui", "std::fs", "ron::"]),
        ("analysis", &["bevy", "egui", "std::fs", "std::time", "HashMap"]),
        ("lab", &["bevy", "egui", "std::fs", "std::time", "HashMap", "HashSet"]),
        ("notes", &["bevy", "egui", "std::time", "HashMap", "HashSet"]),
        ("report", &["bevy", "egui", "std::fs", "std::time", "HashMap", "HashSet"]),
        ("duel", &["bevy", "egui", "std::fs", "std::time", "HashMap", "HashSet"]),
    ] {
        for file in rust_files(&source.join(layer)) {
            let text = std::fs::read_to_string(&file).unwrap();
            // What tests use does not count; the generator of levels rolls its own dice.
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            for name in forbidden {
                if code.contains(name) {
                    wrong.push(format!("{} names {name}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Sample tables, and the numbers of a shipped ruleset that stand in code, are for tests.
#[test]
fn samples_are_for_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    for file in ["src", "crates"].iter().flat_map(|folder| rust_files(&root.join(folder))) {
        let of_tests = |part: &std::ffi::OsStr| part.to_str().is_some_and(|part| part.starts_with("tests"));
        // A module of tests, by its `mod` line.
        let is_test = file.iter().any(of_tests) || file.ends_with("ui/physics/agreement.rs");
        let text = std::fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let names = ["::COMBINED", "table::sample", "of_tests()"].iter().any(|name| code.contains(name));
        let defines = file.ends_with("table/src/sample.rs") || code.contains("fn of_tests()");
        if names && !is_test && !defines {
            wrong.push(file.display().to_string());
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Nothing of a battle depends on the clock, on the order of a hash or of a query, or on what a
/// system remembers. (The journal's thread waits by the clock; what it writes does not. The map of caches hashes, but cannot
/// be walked through.)
#[test]
fn battles_depend_on_nothing_outside_their_state() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let forbidden =
        ["HashMap", "HashSet", "std::time", "Local<", "Changed<", "Added<", "thread_rng", "rand::rng"];
    let mut wrong = Vec::new();
    for folder in [
        "crates/lab/src",
        "crates/bench/src",
        "crates/tabletop/src",
        "crates/rules/src",
        "crates/table/src",
        "crates/hexes/src",
        "crates/last-hundred-yards/src",
        "crates/white-star-rising/src",
        "src/game",
    ] {
        for file in rust_files(&root.join(folder)) {
            let text = std::fs::read_to_string(&file).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let journal = file.ends_with("record/journal.rs");
            // They are asked for what they hold, and never walked through.
            let map_of_caches = file.ends_with("table/src/lookup_map.rs")
                || ["endings.rs", "fates.rs"]
                    .iter()
                    .any(|name| file.ends_with(format!("odds/assault/{name}")));
            if file.ends_with("tests.rs") {
                continue;
            }
            let found = forbidden.iter().filter(|name| {
                let excused = journal && **name == "std::time" || map_of_caches && **name == "HashMap";
                code.contains(**name) && !excused
            });
            wrong.extend(found.map(|name| format!("{} names {name}", file.display())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The check itself would notice.
#[test]
fn a_use_of_a_later_layer_is_noticed() {
    for (layer, source, allowed) in [
        ("level", "use crate::{game, rules};", false),
        ("level", "use crate::table::shape::Shape;", true),
        ("game", "let x = crate::ui::run();", false),
        ("ai", "use crate::lab::Report;", false),
        ("lab", "use crate::ai::ComputerPlayer;", true),
        ("ui", "use crate::lab::Report;", false),
        ("game", "use crate::{rules::{ids::Side}, ui::run};", false),
        ("game", "use crate::report::Report;", false),
        ("ui", "use crate::game::engine::battle::Battle;", true),
        ("game", "use crate::game::engine::view::View;", true),
    ] {
        let ok = named_layers(source).into_iter().all(|other| may_use(layer, other));
        assert_eq!(ok, allowed, "{layer}: {source}");
    }
}
