//! The Last Hundred Yards as a user calls it: a whole game played, saved and checked; every tool read; what one side may not know
//! kept from it; what is wrong said in a sentence.

use serde_json::Value;

use super::other_games::{good, put, refused};
use super::support::{root, scratch};

const RANDOM: [&str; 4] = ["--computer", "A=random", "--computer", "B=random"];

/// Computer against computer to the end; the save leads where the game did, and its report is written.
#[test]
fn a_whole_game_is_played_saved_and_reported() {
    let (_kept, folder) = scratch();
    for (level, seed) in [("mill", "3"), ("farm-track", "4")] {
        let save = format!("{level}.jsonl");
        let args = [&["run", level][..], &RANDOM, &["--seed", seed, "--save", &save, "--result"]].concat();
        let result: Value = serde_json::from_str(&good(&folder, &args)).unwrap();
        assert_eq!(result["result"]["over"], true, "{level}");
        let checked: Value = serde_json::from_str(&good(&folder, &["replay", &save, "--check"])).unwrap();
        assert!(checked["entries"].as_u64().unwrap() > 30, "{checked}");
        let said = good(&folder, &["replay", &save, "--say"]);
        assert!(said.contains("(LHY-TURN-1)") && said.contains(" win\n"), "{said}");
        let ending = said.trim_end().lines().last().unwrap();
        assert!(ending.contains(" win: ") && ending.ends_with(" (LHY-SCN-1)."), "{ending}");
        let page = good(&folder, &["report", &save, "--out", "-", "--format", "md"]);
        assert!(page.contains("## Turn 1"), "{page}");
    }
}

/// A side's view of a save names nobody who was concealed from it when it happened, in data, sentences and reasons.
#[test]
fn a_side_reads_no_secrets_in_a_save() {
    let (_kept, folder) = scratch();
    let sensible = ["--computer", "A=sensible", "--computer", "B=sensible"];
    let (mut withheld, mut hints) = (0, 0);
    for seed in ["1", "2", "3"] {
        let save = format!("game{seed}.jsonl");
        good(&folder, &[&["run", "farm-track"][..], &sensible, &["--seed", seed, "--save", &save]].concat());
        let all = good(&folder, &["replay", &save]);
        withheld += all.matches("\"Secret\"").count();
        let seen = good(&folder, &["replay", &save, "--side", "A"]);
        assert!(!seen.contains("\"Secret\":{\"of\":\"B\""), "{seen}");
        hints += seen.matches("\"Hint\"").count();
        // Up to where the anti-tank gun is seen, nothing names it.
        let before = |text: &str, mark: &str| text.split(mark).next().unwrap().to_owned();
        let data = before(&seen, "{\"Revealed\":{\"unit\":\"GE-G\"}}");
        let body: Vec<&str> = data.lines().skip(1).collect();
        assert!(!body.join("\n").contains("GE-G"), "{}", body.join("\n"));
        let said =
            before(&good(&folder, &["replay", &save, "--say", "--side", "A"]), "GE-G is no longer concealed");
        assert!(!said.contains("GE-G"), "{said}");
    }
    assert!(withheld > 0 && hints > 0, "{withheld} secrets, {hints} hints");
}

/// The question of an unfinished game is put to its player alone.
#[test]
fn one_side_does_not_hear_what_the_other_is_asked() {
    let (_kept, folder) = scratch();
    good(&folder, &["run", "farm-track", "--orders", "/dev/null", "--save", "begun.jsonl"]);
    let last = |side: &str| {
        let said = good(&folder, &["replay", "begun.jsonl", "--say", "--side", side]);
        said.lines().last().unwrap().to_owned()
    };
    assert_eq!([last("A"), last("B")], ["> Russians (A): set a unit up.", "> Waiting for Russians (A)."]);
}

/// Each question of `show`, as data and in sentences, and as a side may ask.
#[test]
fn every_question_is_answered() {
    let (_kept, folder) = scratch();
    let sight: Value =
        serde_json::from_str(&good(&folder, &["show", "sight", "mill", "0103", "GE-M"])).unwrap();
    assert_eq!((&sight["seen"], &sight["blocker"]), (&Value::from(false), &Value::from("0203")));
    let why = refused(&folder, &["show", "sight", "mill", "0103", "GE-1", "--side", "A"], 2);
    assert!(why.contains("it is not known where GE-1 is"), "{why}");
    let reach: Value = serde_json::from_str(&good(&folder, &["show", "reach", "mill", "GE-2"])).unwrap();
    assert!(reach["hexes"].as_array().unwrap().len() > 5, "{reach}");
    let why = refused(&folder, &["show", "reach", "mill", "GE-2", "--side", "A"], 2);
    assert!(why.contains("GE-2 is side B's"), "{why}");
    // The odds of fire, face by face: a machine gun four hexes away, at a squad in a house.
    let level = std::fs::read_to_string(root().join("assets/last-hundred-yards/levels/mill.ron")).unwrap();
    let near = level.replacen("(id: \"US-M\")", "(id: \"US-M\", hex: \"0502\")", 1);
    let near = near.replacen("(id: \"US-1\")", "(id: \"US-1\", hex: \"0503\")", 1);
    let near = put(&folder, "near.ron", &near);
    let fire: Value = serde_json::from_str(&good(&folder, &["show", "odds", &near, "US-M", "0602"])).unwrap();
    // 3 of its value, 1 at a neighbour, −2 for the house: Disrupted on 5 to 7, a casualty from 8.
    assert_eq!(fire["added"], 2);
    let unit = &fire["units"][0];
    let chance = |what: &str| (unit[what].as_f64().unwrap() * 100.0).round();
    assert_eq!((chance("disrupted"), chance("reduced"), chance("unharmed")), (30.0, 30.0, 40.0), "{fire}");
    let order = "{\"Assault\":{\"units\":[\"US-1\"],\"hex\":\"0603\",\"from\":\"0503\"}}";
    let said = good(&folder, &["show", "odds", &near, order, "--say"]);
    assert!(said.contains("takes 0603 with") && said.contains("LHY-DRM-6"), "{said}");
    let hidden = "{\"Assault\":{\"units\":[\"US-1\"],\"hex\":\"0604\",\"from\":\"0504\"}}";
    let said = good(&folder, &["show", "odds", &near, hidden, "--say", "--side", "A"]);
    assert!(said.contains("Nobody in 0604 is known") && !said.contains("GE-1"), "{said}");
    let why = refused(&folder, &["show", "odds", &near, "US-2", "0602"], 1);
    assert!(why.contains("[LHY-"), "{why}");
    let advised = good(&folder, &["advise", "mill", "--say"]);
    assert!(advised.starts_with("A: Set US-1 up"), "{advised}");
}

/// The rulebook, its switches, and two rulesets.
#[test]
fn the_rulebook_is_read() {
    let (_kept, folder) = scratch();
    for name in ["last-hundred-yards", "LHY", "lhy"] {
        let list = good(&folder, &["rules", name]);
        assert!(list.contains("84 paragraphs: ") && list.contains("LHY-DRM-12"), "{list}");
    }
    let paragraph = good(&folder, &["rules", "lhy-saf-2"]);
    assert!(paragraph.starts_with("LHY-SAF-2  (") && paragraph.contains("chapters/fire.rs"), "{paragraph}");
    let rulings = good(&folder, &["rules", "LHY", "--rulings"]);
    assert!(rulings.contains("Switch: switches.loss_check is OneOrTen, not"), "{rulings}");
    let diff = good(&folder, &["rules", "--diff", "lhy-book", "lhy-other-readings"]);
    assert!(diff.contains("differ in 9 points"), "{diff}");
}

/// What is shipped is in order, and played by each style under each ruleset.
#[test]
fn what_is_shipped_is_in_order_and_playable() {
    let (_kept, folder) = scratch();
    let data = root().join("assets/last-hundred-yards");
    for kind in ["levels", "units", "rulesets", "styles"] {
        for entry in std::fs::read_dir(data.join(kind)).unwrap() {
            let path = entry.unwrap().path().display().to_string();
            assert!(good(&folder, &["check", &path]).contains(" of The Last Hundred Yards, "), "{path}");
        }
    }
    for level in ["mill", "farm-track"] {
        for ruleset in ["lhy-book", "lhy-other-readings"] {
            let computers = ["--computer", "A=sensible", "--computer", "B=random"];
            let args = [&["run", level, "--ruleset", ruleset, "--result"][..], &computers].concat();
            let result: Value = serde_json::from_str(&good(&folder, &args)).unwrap();
            assert_eq!(result["result"]["over"], true, "{level} by {ruleset}");
        }
    }
}

/// What is wrong is said in a sentence, where it is.
#[test]
fn bad_input_is_answered_in_a_sentence() {
    let (_kept, folder) = scratch();
    let level = std::fs::read_to_string(root().join("assets/last-hundred-yards/levels/mill.ron")).unwrap();
    let other = put(&folder, "other.ron", &level.replacen("units: \"lhy-book\"", "units: \"nobody\"", 1));
    let off = put(&folder, "off.ron", &level.replacen("hex: \"0602\"", "hex: \"0699\"", 1));
    let unknown = put(&folder, "unknown.ron", &level.replacen("\"GE-2\"", "\"GE-9\"", 1));
    for (args, says) in [
        (&["check", &other][..], "there is no units file \"nobody\""),
        (&["check", &off], "0699"),
        (&["check", &unknown], "the units file has no GE-9"),
        (&["show", "reach", "mill", "US-9"], "the level has no unit US-9; it has GE-1"),
        (&["show", "odds", "mill", "us"], "\"us\""),
        (&["show", "cup", "mill"], "The Last Hundred Yards has no `show cup`"),
        (
            &["run", "mill", "--computer", "A=rash", "--orders", "/dev/null"],
            "has no style \"rash\"; it has random, sensible, bold, careful, strong",
        ),
        (&["rules", "LHY-SAF-9"], "LHY-SAF-1, LHY-SAF-2"),
    ] {
        let why = refused(&folder, args, 2);
        assert!(why.contains(says), "{args:?}\n{why}");
        assert!(!why.contains("panicked"), "{why}");
    }
}
