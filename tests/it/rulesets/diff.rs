//! Telling two rulesets apart.

use warstrike::level::ruleset_diff::compare;

use super::shipped;

/// What `rules --diff` prints, where only the named paragraphs are built.
fn words(a: &str, b: &str, built: &[&str]) -> String {
    let comparison = compare(&shipped(a), &shipped(b), |rule| built.contains(&rule));
    let mut out = Vec::new();
    comparison.write_words(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn differences_are_listed_chapter_by_chapter() {
    assert_eq!(
        words("combined", "v0.52", &["ACT-1"]),
        "\
combined and v0.52 differ in 3 points:

4. Actions
  actions.open_fire_move (ACT-1)
    How far a unit may move before Open Fire.
    combined  0.5 × Mv
    v0.52     0 × Mv
  actions.on_my_target (ACT-3) (not built yet)
    On My Target can be chosen.
    combined  yes
    v0.52     no

4. Actions: snap fire
  reactions.snap_fire_at_runners (RE-1) (not built yet)
    Units whose last action was Open Fire or Get Down may snap fire once at an enemy unit doing At The Double.
    combined  yes
    v0.52     no
"
    );
}

#[test]
fn words_of_switches_are_explained() {
    assert_eq!(
        words("split-by-test", "combined", &["ACT-1"]),
        "\
split-by-test and combined differ in one point:

4. Actions
  actions.open_fire_splits (ACT-1)
    How Open Fire may be split.
    split-by-test  ByTest (by a leadership test for each target after the first, as Advance does)
    combined       Freely (without a test)
"
    );
}

#[test]
fn equal_rulesets_are_reported_in_one_line() {
    assert_eq!(words("combined", "shaken-at-6", &[]), "combined and shaken-at-6 are the same rules.\n");
}

#[test]
fn one_is_singular() {
    let text = words("combined", "outline-2012", &[]);
    assert!(text.contains("combined      1 marker\n    outline-2012  0 markers\n"), "{text}");
}

#[test]
fn differences_are_available_as_json() {
    let comparison = compare(&shipped("combined"), &shipped("split-by-test"), |_| true);
    let mut out = Vec::new();
    comparison.write_json(&mut out).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(json["b"]["name"], "split-by-test");
    assert_eq!(json["b"]["hash"].as_str().map(str::len), Some(16));
    assert_eq!(
        json["differences"][0],
        serde_json::json!({
            "key": "actions.open_fire_splits",
            "chapter": "4. Actions",
            "rules": ["ACT-1"],
            "words": "How Open Fire may be split.",
            "unit": "Switch",
            "a": "Freely",
            "b": "ByTest",
            "built": true,
        })
    );
}
