//! Many mistakes in one file, and mistakes across files.

use warstrike::level::data_folder::{DataFolder, check_file, load_level};

use super::{SMALL, data, faults_of, places, project};

#[test]
fn the_small_level_itself_has_no_fault() {
    assert_eq!(faults_of(SMALL), []);
}

#[test]
fn five_mistakes_of_five_kinds_are_located() {
    let text = "\
// Ä comment with umlauts: columns count characters.
Level(
    name: \"Five\", /* Übung */ abuot: \"x\",
    table: (width: 44.0, depth: NaN),
    terrain: [
        (id: \"ruin\", kind: Ruin, at: (0.0, 0.0), size: (8.0, -5.0, 3.0)),
        (id: \"bow\", kind: Bog, at: (9.0, 0.0), corners: [(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 4.0)]),
    ],
    forces: (A: (units: [(id: \"A1\", card: \"lansguard-rifles\")])),
)
";
    let messages: Vec<String> = faults_of(text).iter().map(ToString::to_string).collect();
    let expected = [
        "level.ron:3:31: there is no field `abuot` here; expected: about (one of name, about, table, \
         terrain, zones, objectives, mission, ruleset, forces, opening, game)",
        "level.ron:4:33: depth is NaN; expected: a number from 12 to 240 inches",
        "level.ron:6:62: size is -5.0; expected: a number from 0.1 to 240 inches",
        "level.ron:7:82: the edge from corner 3 touches or crosses the edge from corner 1; expected: \
         corners in order around the piece, so that no edge meets another",
        &format!(
            "level.ron:9:43: there is no card \"lansguard-rifles\"; expected: laansguard-rifles (one of {})",
            data().cards().join(", ")
        ),
    ];
    assert_eq!(messages, expected);
}

#[test]
fn many_mistakes_are_counted() {
    let pieces = "(x: 1),".repeat(490);
    let text = format!("Level(name: \"\", table: (width: 40, depth: 30), terrain: [{pieces}])");
    let faults = faults_of(&text);
    assert_eq!(faults.len(), 101);
    // The empty name; for each piece an unknown field, no id, no kind, no footprint.
    assert_eq!(
        faults[100].what,
        format!("and {} more faults: fix the errors above first", 1 + 4 * 490 - 100)
    );
    assert!(faults.is_sorted_by_key(|fault| (fault.line, fault.column)));
}

#[test]
fn mistakes_of_all_files_are_reported_together() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    for shelf in ["assets/cards", "assets/rulesets", "levels"] {
        std::fs::create_dir_all(root.join(shelf)).unwrap();
    }
    let put = |path: &str, text: &str| std::fs::write(root.join(path), text).unwrap();
    let copy = |path: &str| std::fs::copy(project(path), root.join(path)).unwrap();
    copy("assets/rulesets/combined.ron");
    copy("assets/cards/officer.ron");
    put("assets/cards/odd.ron", "Card(\n  name: \"Odd\",\n  points: 99999, models: 0,\n)");
    let unit = |id: &str, card: &str| format!("(id: \"{id}\", card: \"{card}\")");
    let units = [unit("A1", "officer"), unit("A2", "odd"), unit("B3", "officer")].join(",");
    put(
        "levels/x.ron",
        &format!("Level(name: \"X\", table: (width: 40, depth: 30),\nforces: (A: (units: [{units}])))"),
    );
    let data = DataFolder::at(root).unwrap();
    let faults = load_level("x", &data, None).unwrap_err();
    let files: Vec<&str> = faults.0.iter().map(|fault| fault.file.as_str()).collect();
    assert_eq!(files[0], "levels/x.ron");
    assert_eq!(files[1..], ["assets/cards/odd.ron"; 3]);
    assert_eq!(places(&faults)[1..], [(1, 1), (3, 11), (3, 26)], "{faults}");
}

#[test]
fn a_missing_name_is_reported_with_the_existing_ones() {
    for (level, part) in [
        (
            "no-such-level",
            "a path, or one of chapel, crash-site, crossroads, mid-battle, movement-gallery, sight-gallery, street, stress, terrain-gallery, watermill",
        ),
        ("streat", "expected: a path, or street (one of"),
        ("levels/none.ron", "levels/none.ron:1:1: this file cannot be read"),
        ("levels", "there is no level \"levels\""),
    ] {
        let faults = load_level(level, &data(), None).unwrap_err().to_string();
        assert!(faults.contains(part), "{faults}");
    }
}

#[test]
fn a_missing_ruleset_is_reported_where_the_level_names_it() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), SMALL.replacen("\"combined\"", "\"combind\"", 1)).unwrap();
    let faults = check_file(file.path(), &data()).unwrap_err();
    assert_eq!(places(&faults), [(7, 14)], "{faults}");
    assert!(faults.to_string().contains("expected: combined (one of"), "{faults}");
    // Another one played in its place does not make it right.
    let played = load_level(file.path().to_str().unwrap(), &data(), Some("v0.52")).unwrap_err();
    assert_eq!(played, faults);
}

#[test]
fn a_file_of_another_kind_is_refused_by_name() {
    for (path, part) in [
        ("rustfmt.toml", "the file is"),
        ("assets/rulebook.ron", "one of Level, Card, Ruleset"),
        ("src", "this is a folder; expected: a file"),
    ] {
        let faults = check_file(&project(path), &data()).unwrap_err();
        assert!(faults.to_string().contains(part), "{faults}");
        assert_eq!(faults.0.len(), 1);
    }
}
