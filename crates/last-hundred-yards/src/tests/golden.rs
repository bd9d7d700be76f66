//! The worked examples of the book as whole games that read beside it.

use std::path::Path;

use tabletop_shell::testing::golden_games;

use crate::game::Lhy;

/// Rule: LHY-ASB-5, LHY-LIM-1, LHY-DRM-1, LHY-DRM-12, LHY-IMM-1, LHY-RES-1, LHY-VDA-2, LHY-ADV-1.
#[test]
fn golden_games_say_what_they_said() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let names = golden_games::<Lhy>(&root.join("games"), &root.join("../.."));
    let numbers: Vec<&str> = names.iter().filter_map(|name| name.split('-').nth(1)).collect();
    for example in ["1", "2", "3", "4", "5", "6", "7a", "7b", "7c", "8", "9", "10"] {
        assert!(numbers.contains(&example), "example {example} has no golden game");
    }
    // Whole games between computer players come to these seldom or never.
    let log_of = |name: &String| std::fs::read_to_string(root.join(format!("games/{name}.log"))).unwrap();
    let all: String = names.iter().map(log_of).collect();
    for rule in ["LHY-ASB-5", "LHY-DRM-12", "LHY-LIM-1"] {
        assert!(all.contains(rule), "no golden game comes to {rule}");
    }
}
