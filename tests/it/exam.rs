//! The exam's floor: how many positions each style solves at least.

#[path = "../exam/mod.rs"]
mod sheet;

use sheet::{STYLES, positions, sit};

/// A position that a style no longer solves is a loss of play, not of taste: mend the terms, or work the position out again.
#[test]
fn each_style_solves_as_many_positions_as_it_did() {
    let positions = positions();
    assert!(positions.len() >= 20, "{}", positions.len());
    for row in &positions {
        assert!(
            [&row.good, &row.why, &row.mistake].iter().all(|text| text.len() > 10),
            "{} says why",
            row.id
        );
    }
    let floor = |style: &str| match style {
        "strong" => positions.len() - 2,
        "cautious" | "objective-minded" => positions.len() - 3,
        "aggressive" | "quick" => positions.len() / 2,
        _ => 0,
    };
    for style in STYLES {
        let answers = positions.iter().map(|position| (position, sit(position, style)));
        let wrong = answers.filter(|(_, answer)| !answer.is_right);
        let wrong: Vec<String> =
            wrong.map(|(position, answer)| format!("{}: {}", position.id, answer.chosen.does)).collect();
        assert!(positions.len() - wrong.len() >= floor(style), "{style} fails {wrong:?}");
    }
}

/// A player who draws lots does not pass: the positions ask for something.
#[test]
fn chance_does_not_pass() {
    let positions = positions();
    let solved = positions.iter().filter(|position| sit(position, "random").is_right).count();
    assert!(2 * solved <= positions.len() + 4, "{solved}");
}
