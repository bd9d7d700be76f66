//! `warstrike duel`: every card against every card.

use std::process::{Command as Process, Output};

use serde_json::Value;

use super::kill::PROGRAM;
use super::report::elements;
use super::support::{root, scratch};

fn duel(args: &[&str]) -> Output {
    Process::new(PROGRAM).arg("--data").arg(root()).arg("duel").args(args).output().unwrap()
}

fn printed(args: &[&str]) -> String {
    let output = duel(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(args: &[&str]) -> String {
    let output = duel(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn every_shipped_card_meets_every_other() {
    let page: Value = serde_json::from_str(&printed(&["--json"])).unwrap();
    let cards = page["cards"].as_array().unwrap().len();
    assert!(cards >= 12);
    let matrices = page["matrices"].as_array().unwrap();
    assert_eq!(matrices.len(), 4, "three distances and a charge");
    for matrix in matrices {
        let rows = matrix["rows"].as_array().unwrap();
        assert_eq!(rows.len(), cards);
        assert!(rows.iter().all(|row| row.as_array().unwrap().len() == cards));
    }
    let text = printed(&[]);
    assert!(text.contains("Open Fire at 12\", target in the open: points the target loses"), "{text}");
    assert!(text.contains("Charge, first round: "), "{text}");
}

#[test]
fn a_changed_number_is_told_by_what_it_does() {
    let text = printed(&["knights", "scouts", "--action", "open-fire", "--edit", "knights.Ev=9"]);
    assert!(text.starts_with("What changes: knights.Ev=9"), "{text}");
    assert!(text.contains("Hill scouts against Knights, Open Fire at 6\", target in the open: "), "{text}");
    assert!(!text.contains("against Hill scouts"), "{text}");
    let none = printed(&["knights", "--edit", "knights.figure=Militia"]);
    assert!(none.contains("No pair changes: 4 were compared"), "{none}");
}

#[test]
fn another_ruleset_is_compared() {
    let args = ["laansguard-rifles", "--against", "shaken-at-6", "--measure", "shaken", "--json"];
    let page: Value = serde_json::from_str(&printed(&args)).unwrap();
    assert_eq!(page["against"], "shaken-at-6");
    assert!(page["changes"].is_array() && page["matrices"][0]["after"].is_array());
}

#[test]
fn a_page_is_whole_and_fetches_nothing() {
    let (_folder, at) = scratch();
    let file = at.with_extension("html");
    printed(&["knights", "scouts", "--html", file.to_str().unwrap()]);
    let page = std::fs::read_to_string(&file).unwrap();
    let cells = elements(&page).iter().filter(|element| element.name == "td").count();
    // Two by two at 6 inches, at 12, and for the charge; at 24 inches neither can fire.
    assert_eq!(cells, 3 * 4);
    assert_eq!(page.matches("Nobody can do anything here.").count(), 1);
    for outside in ["http:", "https:", "@import", "src="] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn what_cannot_be_compared_says_why() {
    let ghosts = refused(&["ghosts"]);
    assert!(
        ghosts.contains("there is no card \"ghosts\"") && ghosts.contains("expected: a path, or "),
        "{ghosts}"
    );
    assert!(refused(&["--edit", "knights"]).contains("write CARD.FIELD=VALUE"));
    assert!(refused(&["--edit", "knights.Ev=70"]).contains("Ev is 70"));
    assert!(
        refused(&["--edit", "knights.weapons.Pike.rate=2"]).contains("expected: one of Carbine, Long blade")
    );
    assert!(refused(&["--range", "90"]).contains("expected 0 to 60 inches"));
    assert!(refused(&["--against", "ghosts"]).contains("there is no ruleset \"ghosts\""));
    assert!(refused(&["knights", "--html", "/"]).contains("/: "));
}
